import { readFile } from 'node:fs/promises';
import { Failure, isFailure } from '../failure.ts';
import { loadCore, textOnly } from './core/core.ts';
import { pdfjsFolder } from './core/generate.ts';
import type { Core, CoreDocument, CoreManager, CorePage } from './core/types.ts';

/** An open document. `close` frees what it holds. */
export interface OpenPdf {
  readonly core: Core;
  readonly document: CoreDocument;
  /** 1-based. Throws `Failure` when the page cannot be found. */
  page(number: number): Promise<CorePage>;
  /** What the core asks of its surroundings: character maps, standard fonts, decoders. */
  readonly handler: unknown;
  close(): void;
}

const OPTIONS = {
  maxImageSize: -1,
  disableFontFace: true,
  ignoreErrors: true,
  isOffscreenCanvasSupported: false,
  isImageDecoderSupported: false,
  canvasMaxAreaInBytes: -1,
  fontExtraProperties: true,
  useSystemFonts: false,
  useWasm: true,
  useWorkerFetch: false,
  cMapUrl: null,
  cMapPacked: true,
  iccUrl: null,
  standardFontDataUrl: null,
  wasmUrl: null,
};

const FOLDERS: Readonly<Record<string, string>> = { cMapUrl: 'cmaps', standardFontDataUrl: 'standard_fonts', wasmUrl: 'wasm' };

/** The core's messages to its main thread: only the one that reads a file of pdfjs-dist is answered. */
const handler = {
  destroyed: false,
  send(): void {},
  async sendWithPromise(action: string, { kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const folder = FOLDERS[kind];
    if (action !== 'FetchBinaryData' || folder === undefined || !/^[\w.-]+$/.test(filename)) throw new Error(`not answered: ${action} ${kind}`);
    return new Uint8Array(await readFile(`${pdfjsFolder()}/${folder}/${filename}`));
  },
};

/** Opens a PDF, by recovery where its cross-reference table is broken. Throws `Failure`: `password_protected`, `corrupt_document`. */
export async function openPdf(bytes: Uint8Array): Promise<OpenPdf> {
  const core = await loadCore();
  if (bytes.length === 0) throw new Failure('corrupt_document', 'the file is empty');
  const manager = await openManager(core, bytes);
  const document = manager.pdfDocument;
  if (!(document.numPages >= 1)) throw new Failure('corrupt_document', 'the document has no pages');
  return {
    core,
    document,
    handler,
    page: (number) => getPage(document, number),
    close: () => manager.terminate(null),
  };
}

async function openManager(core: Core, bytes: Uint8Array): Promise<CoreManager> {
  let problem: unknown;
  for (const recover of [false, true]) {
    const manager = new core.LocalPdfManager({
      source: bytes, docBaseUrl: null, docId: 'd', enableXfa: false, evaluatorOptions: { ...OPTIONS }, handler, password: undefined,
    });
    try {
      textOnly.add(manager.pdfDocument.xref);
      await manager.initDocument(recover);
      return manager;
    } catch (error) {
      manager.terminate(error);
      if (isFailure(error)) throw error;
      if (error instanceof core.PasswordException) throw new Failure('password_protected', 'the document is protected by a password');
      problem = error;
    }
  }
  throw new Failure('corrupt_document', `the document cannot be opened: ${message(problem)}`);
}

async function getPage(document: CoreDocument, number: number): Promise<CorePage> {
  try {
    return await document.getPage(number - 1);
  } catch (error) {
    if (isFailure(error)) throw error;
    throw new Failure('corrupt_document', `page ${number} cannot be found: ${message(error)}`, number);
  }
}

function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
