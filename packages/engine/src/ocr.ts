/** The parts of OCR for programs that run the engine: data of languages, and the machine code that is kept. */
export { COMPILED_CORE, compiledCorePath } from './ocr/compiled-core.ts';
export { engineFor } from './ocr/engine-for.ts';
export { languageData } from './ocr/languages.ts';
