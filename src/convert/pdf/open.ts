import { readFile } from 'node:fs/promises';
import { Failure, isFailure, passwordNeeded, wrongPassword } from '../failure.ts';
import { loadCore, textOnly, wholeArray } from './core/core.ts';
import { pdfjsFolder } from './core/generate.ts';
import { repair } from './repair.ts';
import type { Core, CoreDocument, CoreManager, CorePage } from './core/types.ts';

/** An open document. `close` frees what it holds. */
export interface OpenPdf {
  readonly core: Core;
  readonly document: CoreDocument;
  /** 1-based. Throws `Failure` when the page cannot be found. */
  page(number: number): Promise<CorePage>;
  /** What the core asks of its surroundings: character maps, standard fonts, decoders. */
  readonly handler: unknown;
  /** The file is broken, and its pages had to be searched for: some may be missing. */
  readonly repaired: boolean;
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

const FOLDERS: Readonly<Record<string, string>> = {
  cMapUrl: 'cmaps',
  standardFontDataUrl: 'standard_fonts',
  wasmUrl: 'wasm',
};

/** The core's messages to its main thread: only the one that reads a file of pdfjs-dist is answered. */
const handler = {
  destroyed: false,
  send(): void {},
  async sendWithPromise(action: string, { kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const folder = FOLDERS[kind];
    if (action !== 'FetchBinaryData' || folder === undefined || !/^[\w.-]+$/.test(filename))
      throw new Error(`not answered: ${action} ${kind}`);
    return new Uint8Array(await readFile(`${pdfjsFolder()}/${folder}/${filename}`));
  },
};

/**
 * Opens a PDF, by recovery where its cross-reference table is broken. Throws `Failure`: `password_protected`,
 * `wrong_password`, `corrupt_document`.
 */
export async function openPdf(given: Uint8Array, password?: string): Promise<OpenPdf> {
  const bytes = given.byteLength === given.buffer.byteLength ? wholeArray(given) : new Uint8Array(given);
  const core = await loadCore();
  if (bytes.length === 0) throw new Failure('corrupt_document', 'The file is empty.');
  const { manager, repaired } = await openManager(core, bytes, password);
  const document = manager.pdfDocument;
  return {
    core,
    document,
    handler,
    repaired: repaired || countsDiffer(document),
    page: (number) => getPage(document, number),
    close: () => manager.terminate(null),
  };
}

/** As it is, by the core's own recovery, and with the parts put back that a file has lost which was cut off. */
async function openManager(
  core: Core,
  given: Uint8Array,
  password: string | undefined,
): Promise<{ manager: CoreManager; repaired: boolean }> {
  let problem: unknown;
  let bytes = given;
  for (const attempt of ['as it is', 'recover', 'repair'] as const) {
    if (attempt === 'repair') {
      const whole = repair(given);
      if (whole === undefined) break;
      bytes = whole;
    }
    const recover = attempt !== 'as it is';
    const manager = new core.LocalPdfManager({
      source: bytes,
      docBaseUrl: null,
      docId: 'd',
      enableXfa: false,
      evaluatorOptions: { ...OPTIONS },
      handler,
      password,
    });
    try {
      textOnly.add(manager.pdfDocument.xref);
      await manager.initDocument(recover);
      if (manager.pdfDocument.numPages >= 1) return { manager, repaired: recover };
      manager.terminate(null);
      problem = new Error('it has no pages');
    } catch (error) {
      manager.terminate(error);
      if (isFailure(error)) throw error;
      if (error instanceof core.PasswordException) throw password === undefined ? passwordNeeded() : wrongPassword();
      problem = error;
    }
  }
  throw new Failure('corrupt_document', `Failed to open the document: ${message(problem)}`);
}

/** The page tree states another number of pages than can be found in it. */
function countsDiffer({ catalog, numPages }: CoreDocument): boolean {
  try {
    return catalog.hasActualNumPages && catalog._pagesCount !== numPages;
  } catch {
    return true;
  }
}

async function getPage(document: CoreDocument, number: number): Promise<CorePage> {
  try {
    return await document.getPage(number - 1);
  } catch (error) {
    if (isFailure(error)) throw error;
    throw new Failure('corrupt_document', `Failed to find page ${number}: ${message(error)}`, number);
  }
}

function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
