import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { namesSource, type Output } from '../../resource/choices.ts';
import type { JobFailure } from '../../failures/failure.ts';
import { cutRange, pagesIn } from '../../resource/ranges.ts';
import type { PageRange } from '../../resource/ranges.ts';
import { summarizeWarnings } from '../../resource/warnings.ts';
import type { WarningSummary } from '../../resource/warnings.ts';
import type { SourceFile } from '../../../packages/engine/src/source.ts';
import type { OcrSettings, WriteSettings } from '../../protocol/worker.ts';
import type { PoolAnswer, PoolRequest } from '../../worker/pool-request.ts';
import { DOCUMENT_FILES } from '../../worker/document-files.ts';
import type { ConvertPool, PoolWork } from './pool.ts';

export interface DocumentOptions extends WriteSettings {
  readonly includeImages: boolean;
  readonly wholePage?: boolean;
  readonly password?: string;
  readonly pages?: PageRange;
  readonly ocr: OcrSettings;
  readonly ocrDataFolder?: string;
  /** Where the images will lie, seen from the Markdown; percent-encoded, with its slash. */
  readonly imageFolder: string;
}

export interface Image {
  readonly name: string;
  readonly file: string;
}

export type DocumentResult =
  | {
      readonly ok: true;
      /** Its file. */
      readonly markdown: string;
      /** The Markdown itself, in place of its file. */
      readonly text?: string;
      /** Files of what was asked for besides. */
      readonly outputs: ReadonlyMap<Output, string>;
      readonly images: readonly Image[];
      readonly warnings: readonly WarningSummary[];
    }
  | { readonly ok: false; readonly failure: JobFailure };

/** Told while a document is converted; `pagesKnown` once. */
export interface DocumentProgress {
  pagesKnown(count: number): void;
  pageDone(): void;
}

/** Pages that are converted together; OCR takes about a hundred times as long as text. */
const RANGE = { text: 32, scanned: 4 };

/** Ranges of a scanned document for each process, if it has the pages. */
const RANGES_EACH = 5;

/** Pages that take one process less time than another one takes to start. */
const FEW_PAGES = 5;

class DocumentFailure extends Error {
  readonly failure: JobFailure;

  constructor(failure: JobFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** One file of the user. */
export interface DocumentWork {
  readonly path: string;
  /** Of what waits, the lowest is converted first. */
  readonly order: number;
  /** Where the results are left: empty, or not there yet. */
  readonly folder: string;
  readonly options: DocumentOptions;
  /** Short Markdown may come without a file. */
  readonly answerText?: boolean;
  /** A document of more pages is converted by several processes. */
  readonly mostPages?: number;
  readonly progress: DocumentProgress;
}

/** Converts one file: a short one in one go, others by a probe, ranges over all processes and a merge. */
export async function convertDocument(pool: ConvertPool, work: DocumentWork): Promise<DocumentResult> {
  try {
    return await convertInto(pool, work);
  } catch (error) {
    if (error instanceof DocumentFailure) return { ok: false, failure: error.failure };
    throw error;
  }
}

type Work = Omit<PoolWork, 'order'>;

/** A document while it is converted. */
interface Converting {
  readonly file: SourceFile;
  readonly folder: string;
  readonly options: DocumentOptions;
  readonly answerText: boolean;
  readonly processes: number;
  /** With native code, as `natively` says, once the first process asks for it. Throws `DocumentFailure`. */
  run(work: Work, natively: () => Work): Promise<PoolAnswer>;
  readonly progress: Told;
}

async function convertInto(
  pool: ConvertPool,
  { path, order, folder, options: asked, answerText = false, mostPages = FEW_PAGES, progress }: DocumentWork,
): Promise<DocumentResult> {
  const { size } = statSync(path);
  const options = asked.outputs?.some(namesSource) ? { ...asked, source: await sourceOf(path) } : asked;
  const { password, wholePage = false } = options;
  const file = {
    path,
    bytes: size,
    fileName: basename(path),
    wholePage,
    ...(password !== undefined && { password }),
  };
  const run = async (work: Work, natively: () => Work): Promise<PoolAnswer> => {
    const answer = await pool.run({ ...work, order });
    if (answer.outcome === 'failed') throw new DocumentFailure(answer.failure);
    return answer.outcome === 'needs-native' && !work.native ? await run(natively(), natively) : answer;
  };
  const told = toldOnce(progress);
  const converting = { file, folder, options, answerText, processes: pool.processes, run, progress: told };
  const answer = await startWith(converting, mostPages);
  if (answer.outcome === 'written') return written(answer, converting);
  if (answer.outcome !== 'probed') throw new Error(`A probe answered ${answer.outcome}`);
  return convertRanges(converting, answer.source);
}

/** What chunks and DoclingDocuments name as their document. */
async function sourceOf(path: string): Promise<NonNullable<WriteSettings['source']>> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return { name: basename(path), sha256: hash.digest('hex') };
}

type Source = Extract<PoolAnswer, { outcome: 'probed' }>['source'];

interface Told extends DocumentProgress {
  /** The document begins again: the pages that were done do not count twice. */
  again(): void;
}

function toldOnce(progress: DocumentProgress): Told {
  let known = false;
  let done = 0;
  let repeated = 0;
  return {
    pagesKnown(count) {
      if (!known) progress.pagesKnown(count);
      known = true;
    },
    pageDone() {
      if (repeated > 0) return void repeated--;
      done++;
      progress.pageDone();
    },
    again: () => void (repeated = done),
  };
}

/** Converts a short document that needs no native code; probes any other. */
function startWith(converting: Converting, mostPages: number): Promise<PoolAnswer> {
  const { file, folder, options, answerText, run, progress } = converting;
  const natively = (): Work => ({ native: true, request: { ask: 'probe', file, native: true } });
  if (options.includeImages || options.ocr.mode === 'force')
    return run({ native: false, request: { ask: 'probe', file, native: false } }, natively);
  const request: PoolRequest = {
    ask: 'document',
    file,
    ...(options.pages && { range: options.pages }),
    mostPages,
    ocr: options.ocr,
    folder,
    imageFolder: options.imageFolder,
    answerText,
    ...writeSettings(options),
  };
  return run({ native: false, request, ...tell(progress) }, natively);
}

const tell = (progress: DocumentProgress): Pick<Work, 'onPages' | 'onPage'> => ({
  onPages: (count) => progress.pagesKnown(count),
  onPage: () => progress.pageDone(),
});

async function convertRanges(converting: Converting, source: Source): Promise<DocumentResult> {
  const { file, folder, options, processes, run, progress } = converting;
  const { start = 1, end = source.pages } = options.pages ?? {};
  if (start > source.pages)
    throw new DocumentFailure({
      code: 'start_page_out_of_range',
      message: `Page ${start} does not exist. The document has ${source.pages} ${source.pages === 1 ? 'page' : 'pages'}.`,
    });
  const whole: PageRange = { start, end: Math.min(end, source.pages) };
  progress.pagesKnown(pagesIn(whole));
  progress.again();

  const ranges = source.ranged ? cutRange(whole, rangeSize(source.scanned, pagesIn(whole), processes)) : [whole];
  const firstNative = source.native || source.scanned || options.includeImages || options.ocr.mode === 'force';
  const parts = await settleAll(
    ranges.map(async (range, i) => {
      let reached = 0; // a range that begins again natively does not count its pages twice
      const work = async (native: boolean): Promise<Work> => {
        const part = join(folder, `part-${i}${native ? '-native' : ''}`);
        await mkdir(part, { recursive: true });
        let done = 0;
        const onPage = (): void => {
          if (++done <= reached) return;
          reached = done;
          progress.pageDone();
        };
        return {
          native,
          onPage,
          request: {
            ask: 'convert',
            file,
            range,
            native,
            folder: part,
            includeImages: options.includeImages,
            ocr: options.ocr,
            emphasis: options.emphasis,
            ...(options.ocrDataFolder !== undefined && { ocrDataFolder: options.ocrDataFolder }),
          },
        };
      };
      const [first, again] = [await work(firstNative), await work(true)];
      let used = first;
      const answer = await run(first, () => (used = again));
      if (answer.outcome !== 'converted') throw new Error(`A conversion answered ${answer.outcome}`);
      return {
        folder: (used.request as { folder: string }).folder,
        images: answer.assets,
      };
    }),
  );
  const merge: Work = {
    native: false,
    request: {
      ask: 'merge',
      folders: parts.map((part) => part.folder),
      folder,
      imageFolder: options.imageFolder,
      ...writeSettings(options),
    },
  };
  const merged = await run(merge, () => merge);
  if (merged.outcome !== 'merged') throw new Error(`A merge answered ${merged.outcome}`);
  return written({ warnings: merged.warnings, assets: parts.flatMap(({ images }) => images) }, converting);
}

/** What lies in the folder of a document now. */
function written(
  { warnings, assets, text }: Pick<Extract<PoolAnswer, { outcome: 'written' }>, 'warnings' | 'assets' | 'text'>,
  { folder, options: { outputs = [] } }: Converting,
): DocumentResult {
  return {
    ok: true,
    markdown: join(folder, DOCUMENT_FILES.markdown.name),
    ...(text !== undefined && { text }),
    outputs: new Map(outputs.map((output) => [output, join(folder, DOCUMENT_FILES[output].name)])),
    images: assets.map(({ name, file }) => ({ name, file })),
    warnings: summarizeWarnings(warnings),
  };
}

const writeSettings = ({ emphasis, pageMarkers, outputs, chunkSize, source }: WriteSettings): WriteSettings => ({
  emphasis,
  ...(pageMarkers && { pageMarkers }),
  ...(outputs && { outputs }),
  ...(chunkSize !== undefined && { chunkSize }),
  ...(source && { source }),
});

/**
 * Small enough that all processes have work, large enough that opening the file does not count. With several ranges
 * for each, all end at about the same time.
 */
function rangeSize(scanned: boolean, pages: number, processes: number): number {
  const most = scanned ? RANGE.scanned : RANGE.text;
  const each = scanned ? RANGES_EACH : 1;
  return Math.max(1, Math.min(most, Math.ceil(pages / (each * processes))));
}

/** All results, or the first error once nothing is at work any more: the caller may then remove the folder. */
async function settleAll<T>(work: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work);
  return await Promise.all(work);
}
