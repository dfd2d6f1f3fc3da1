import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { withFasterLoops } from '../../../ocr-kernels/src/replace-loops.ts';
import { replaceProduct } from '../../../ocr-kernels/src/replace-product.ts';
import { compiledFile, moduleFrom } from './compiled-core.ts';
import { Instance } from '../../../ocr-kernels/src/web-assembly.ts';
import type { WasmInstance } from '../../../ocr-kernels/src/web-assembly.ts';

/** The part of tesseract.js-core that is used here (its WebIDL bindings of `TessBaseAPI` and `ResultIterator`). */
export interface Core {
  readonly FS: {
    writeFile(path: string, data: Uint8Array): void;
    unlink(path: string): void;
  };
  readonly TessBaseAPI: new () => TessApi;
}

export interface TessApi {
  /** 0 when it worked. `mode` 1: LSTM only. */
  Init(dataPath: string | null, languages: string, mode: number): number;
  SetVariable(name: string, value: string): boolean;
  /** Reads `/input`. 1 when it is not an image. */
  SetImageFile(exif: number, angle: number): number;
  Recognize(monitor: null): number;
  MeanTextConf(): number;
  GetIterator(): ResultIterator;
  Clear(): void;
  End(): void;
}

export interface ResultIterator {
  Empty(level: number): boolean;
  Next(level: number): boolean;
  IsAtBeginningOf(level: number): boolean;
  BlockType(): number;
  GetUTF8Text(level: number): string;
  Confidence(level: number): number;
  getBoundingBox(level: number): { x0: number; y0: number; x1: number; y1: number };
  getBaseline(level: number): { x0: number; y0: number; x1: number; y1: number; has_baseline: boolean };
  getRowAttributes(): { row_height: number; descenders: number; ascenders: number };
}

/** `tesseract::PageIteratorLevel` */
export const LEVEL = { block: 0, paragraph: 1, line: 2, word: 3, symbol: 4 } as const;

/** The WASM core with our loops. */
export const coreBytes = (): Uint8Array =>
  withFasterLoops(readFileSync(createRequire(import.meta.url).resolve(`${CORE}.wasm`)));

export interface LoadedCore {
  readonly core: Core;
  /** A file of its machine code for `loadCore`, where V8 can make one; to be called when the core has read pages. */
  readonly compiled: () => Uint8Array | undefined;
}

/**
 * Loads the engine compiled for LSTM models and relaxed SIMD, which every V8 since 11.4 has. Its files lie beside its
 * package. `compiled` is the path of a file of its machine code, if there is one.
 */
export async function loadCore(compiled?: string): Promise<LoadedCore> {
  const require = createRequire(import.meta.url);
  const load = require(`${CORE}.js`) as (options: object) => Promise<Core>;
  const bytes = coreBytes();
  const module = moduleFrom(bytes, compiled);
  const core = await load({
    TesseractProgress() {},
    print() {},
    printErr() {},
    instantiateWasm(imports: object, done: (instance: WasmInstance) => void) {
      const instance = new Instance(module, imports);
      replaceProduct(instance);
      done(instance);
      return {};
    },
  });
  return { core, compiled: () => compiledFile(bytes, module) };
}

const CORE = 'tesseract.js-core/tesseract-core-relaxedsimd-lstm';
