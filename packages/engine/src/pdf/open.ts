import { readFile } from 'node:fs/promises';
import { Failure, isFailure, passwordNeeded, unreadable, wrongPassword } from '../failure.ts';
import { loadCore, partlyHere, textOnly, wholeArray } from '../../../pdf-core/src/load.ts';
import { pdfjsFolder } from '../../../pdf-core/src/pdfjs-folder.ts';
import type { PartialPdf } from './partial.ts';
import { repair } from './repair.ts';
import type { Core, CoreDocument, CoreManager, CorePage, CoreStream } from '../../../pdf-core/src/types.ts';

/** An open document. `close` frees what it holds. */
export interface OpenPdf {
  readonly core: Core;
  readonly document: CoreDocument;
  /** 1-based. Throws `Failure` when the page cannot be found. */
  page(number: number): Promise<CorePage>;
  /** Files that the core asks for: character maps, standard fonts, decoders. */
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

/** Standard fonts and character maps that a document has needed: the next ones will, too. No one writes to them. */
const FILES = new Map<string, Uint8Array>();

/** The core's messages to its main thread: only the one that reads a file of pdfjs-dist is answered. */
const handler = {
  destroyed: false,
  send(): void {},
  async sendWithPromise(action: string, { kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const folder = FOLDERS[kind];
    if (action !== 'FetchBinaryData' || folder === undefined || !/^[\w.-]+$/.test(filename))
      throw new Error(`not answered: ${action} ${kind}`);
    const path = `${pdfjsFolder()}/${folder}/${filename}`;
    const known = FILES.get(path);
    if (known !== undefined) return known;
    const bytes = new Uint8Array(await readFile(path));
    FILES.set(path, bytes);
    return bytes;
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
  return opened(core, manager, repaired);
}

/**
 * Opens a PDF of which only a part has been fetched. Undefined when opening it takes the whole file, as for a damaged
 * one. Throws `Failure` for passwords.
 */
export async function openPartial(partial: PartialPdf, password?: string): Promise<OpenPdf | undefined> {
  const core = await loadCore();
  try {
    const pdf = await partial.complete(async () => {
      const manager = await unlocked(core, { stream: () => partial.stream(), password }, false);
      const { numPages } = manager.pdfDocument;
      return numPages >= 1 ? opened(core, manager, false) : undefined;
    });
    return pdf?.repaired ? undefined : pdf;
  } catch (error) {
    if (isFailure(error)) throw error;
    return undefined;
  }
}

function opened(core: Core, manager: CoreManager, repaired: boolean): OpenPdf {
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
    try {
      const manager = await unlocked(core, { source: bytes, password }, recover);
      if (manager.pdfDocument.numPages >= 1) return { manager, repaired: recover };
      manager.terminate(null);
      problem = new Error('it has no pages');
    } catch (error) {
      if (isFailure(error)) throw error;
      problem = error;
    }
  }
  throw unreadable('The PDF cannot be opened, or has no pages: its structure is damaged.', problem);
}

interface Given {
  readonly source?: Uint8Array;
  readonly stream?: () => CoreStream;
  readonly password: string | undefined;
}

/**
 * Throws what the core does, and `Failure` for passwords. A document that opens by itself, since only printing or
 * copying is restricted, opens with any password: all documents of a run share one.
 */
async function unlocked(core: Core, given: Given, recover: boolean): Promise<CoreManager> {
  const passwords = given.password === undefined ? [undefined] : [given.password, undefined];
  for (const password of passwords) {
    try {
      return await startManager(core, { ...given, password }, recover);
    } catch (error) {
      if (!(error instanceof core.PasswordException)) throw error;
    }
  }
  throw given.password === undefined ? passwordNeeded() : wrongPassword();
}

async function startManager(core: Core, { stream, ...given }: Given, recover: boolean): Promise<CoreManager> {
  const manager = new core.LocalPdfManager({
    ...given,
    ...(stream && { stream: stream() }),
    docBaseUrl: null,
    docId: 'd',
    enableXfa: false,
    evaluatorOptions: { ...OPTIONS },
    handler,
  });
  try {
    const { xref } = manager.pdfDocument;
    textOnly.add(xref);
    if (stream) partlyHere.add(xref);
    await manager.initDocument(recover);
    return manager;
  } catch (error) {
    manager.terminate(error);
    throw error;
  }
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
    throw unreadable(`Page ${number} cannot be found in the PDF.`, error, number);
  }
}
