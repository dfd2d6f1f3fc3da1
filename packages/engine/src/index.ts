import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { convert as convertRange, probe } from './convert.ts';
import type { Format } from './format.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';
import { merge } from './merge.ts';
import type { OcrOptions } from './options.ts';
import type { PageModel } from './page-model.ts';
import { heldPart, type Asset } from './part.ts';
import type { PageRange, SourceFile } from './source.ts';
import type { Warning } from './warning.ts';

export { Failure, isFailure, type FailureCode } from './failure.ts';
export { DEFAULT_LIMITS, type Limits } from './limits.ts';
export type { OcrOptions } from './options.ts';
export type { Asset } from './part.ts';
export type { PageRange } from './source.ts';
export type { Warning } from './warning.ts';

export interface Options {
  /** Pages to convert, from 1, both ends included. All by default. */
  readonly range?: PageRange;
  /** Opens an encrypted PDF or Office document. */
  readonly password?: string;
  /** The name of a document that is given as bytes; it tells CSV from plain text. */
  readonly fileName?: string;
  /** Default: pages without usable text are read by OCR, in English. */
  readonly ocr?: OcrOptions;
  /** True returns the images of the document, to which the Markdown links. */
  readonly images?: boolean;
  /** Writes `<!-- page 3 -->` before the first block of each page. */
  readonly pageMarkers?: boolean;
  readonly limits?: Partial<Limits>;
}

export interface Converted {
  readonly markdown: string;
  readonly format: Format;
  /** Pages of the whole document. */
  readonly pages: number;
  /** Content that was left out or is doubtful, with its pages. */
  readonly warnings: readonly Warning[];
  readonly images: readonly Asset[];
}

/**
 * Converts one document to Markdown. `document` is the path of a file, or its bytes. Throws `Failure` where the
 * document cannot be converted: its `code` is stable and its message one sentence.
 *
 * The document is read in this process. If it comes from somebody else, call this in a process with limits on memory
 * and time and without secrets: the service does.
 */
export async function convert(document: string | Uint8Array, options: Options = {}): Promise<Converted> {
  const scratch = await mkdtemp(join(tmpdir(), 'scriptorium-'));
  try {
    return await convertIn(scratch, await fileOf(document, options, scratch), options);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function fileOf(document: string | Uint8Array, options: Options, scratch: string): Promise<SourceFile> {
  const { password } = options;
  const isPath = typeof document === 'string';
  const path = isPath ? document : join(scratch, 'document');
  if (!isPath) await writeFile(path, document);
  const fileName = options.fileName ?? (isPath ? basename(path) : undefined);
  return {
    path,
    bytes: isPath ? (await stat(path)).size : document.length,
    ...(fileName !== undefined && { fileName }),
    ...(password !== undefined && { password }),
  };
}

async function convertIn(scratch: string, file: SourceFile, options: Options): Promise<Converted> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const probed = await probe(file, { limits, scratch, native: 'allow' });
  // Only what refuses native code needs it.
  if (probed === 'needs-native') throw new Error('The probe needs native code');
  const pages: PageModel[] = [];
  const images = new Map<string, Asset>();
  const result = await convertRange(
    file,
    options.range,
    {
      includeImages: options.images ?? false,
      native: 'allow',
      ocr: options.ocr ?? { mode: 'auto', languages: ['eng'] },
      emphasis: true,
      limits,
      scratch,
      known: probed.format,
    },
    { page: async (page) => void pages.push(page), asset: async (asset) => void images.set(asset.name, asset) },
  );
  if (result.outcome !== 'done') throw new Error('The conversion needs native code');
  let markdown = '';
  const { warnings } = await merge([heldPart(result.summary, pages)], async (text) => void (markdown += text), {
    outputBytes: limits.outputBytes,
    emphasis: true,
    pageMarkers: options.pageMarkers ?? false,
  });
  return { markdown, format: probed.format, pages: probed.pages, warnings, images: [...images.values()] };
}
