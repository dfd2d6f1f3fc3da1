import { mkdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Output } from '../../job/conversion-job.ts';
import type { JobFailure } from '../../job/failure.ts';
import { cutRange, pagesIn } from '../../job/ranges.ts';
import type { PageRange } from '../../job/ranges.ts';
import { summarizeWarnings } from '../../job/warnings.ts';
import type { WarningSummary } from '../../job/warnings.ts';
import type { OcrSettings, WriteSettings } from '../../job/worker-protocol.ts';
import type { PoolAnswer } from '../../worker/pool-request.ts';
import { DOCUMENT_FILES } from '../../worker/write-document.ts';
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
      readonly markdown: string;
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
  /** An empty folder, where the results are left. */
  readonly folder: string;
  readonly options: DocumentOptions;
  readonly progress: DocumentProgress;
}

/** Converts one file: probe, ranges over all processes, merge. */
export async function convertDocument(pool: ConvertPool, work: DocumentWork): Promise<DocumentResult> {
  try {
    return await convertInto(pool, work);
  } catch (error) {
    if (error instanceof DocumentFailure) return { ok: false, failure: error.failure };
    throw error;
  }
}

async function convertInto(
  pool: ConvertPool,
  { path, order, folder, options, progress }: DocumentWork,
): Promise<DocumentResult> {
  const { size } = await stat(path);
  const { password, wholePage = false } = options;
  const file = {
    path,
    bytes: size,
    fileName: basename(path),
    wholePage,
    ...(password !== undefined && { password }),
  };
  /** With native code as soon as the first process asks for it. */
  const run = async (
    work: Omit<PoolWork, 'order'>,
    natively: (work: Omit<PoolWork, 'order'>) => Omit<PoolWork, 'order'>,
  ): Promise<PoolAnswer> => {
    const answer = await pool.run({ ...work, order });
    if (answer.outcome === 'failed') throw new DocumentFailure(answer.failure);
    return answer.outcome === 'needs-native' && !work.native ? await run(natively(work), natively) : answer;
  };

  const probed = await run({ native: false, request: { ask: 'probe', file, native: false } }, () => ({
    native: true,
    request: { ask: 'probe', file, native: true },
  }));
  if (probed.outcome !== 'probed') throw new Error(`A probe answered ${probed.outcome}`);
  const { source } = probed;
  const { start = 1, end = source.pages } = options.pages ?? {};
  if (start > source.pages)
    throw new DocumentFailure({
      code: 'start_page_out_of_range',
      message: `Page ${start} does not exist. The document has ${source.pages} ${source.pages === 1 ? 'page' : 'pages'}.`,
    });
  const whole: PageRange = { start, end: Math.min(end, source.pages) };
  progress.pagesKnown(pagesIn(whole));

  const ranges = source.ranged ? cutRange(whole, rangeSize(source.scanned, pagesIn(whole), pool.processes)) : [whole];
  const firstNative = source.native || source.scanned || options.includeImages || options.ocr.mode === 'force';
  const parts = await settleAll(
    ranges.map(async (range, i) => {
      let told = 0; // a range that begins again natively does not count its pages twice
      const work = async (native: boolean): Promise<Omit<PoolWork, 'order'>> => {
        const part = join(folder, `part-${i}${native ? '-native' : ''}`);
        await mkdir(part, { recursive: true });
        let done = 0;
        const onPage = (): void => {
          if (++done <= told) return;
          told = done;
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
        images: answer.assets.map(({ name, file: stored }) => ({ name, file: stored })),
      };
    }),
  );
  const merged = await run(
    {
      native: false,
      request: {
        ask: 'merge',
        folders: parts.map((part) => part.folder),
        folder,
        imageFolder: options.imageFolder,
        ...writeSettings(options),
      },
    },
    (work) => work,
  );
  if (merged.outcome !== 'merged') throw new Error(`A merge answered ${merged.outcome}`);
  const warnings = summarizeWarnings(merged.warnings);
  const outputs = new Map((options.outputs ?? []).map((output) => [output, join(folder, DOCUMENT_FILES[output].name)]));
  return {
    ok: true,
    markdown: join(folder, DOCUMENT_FILES.markdown.name),
    outputs,
    images: parts.flatMap(({ images }) => images),
    warnings,
  };
}

const writeSettings = ({ emphasis, pageMarkers, outputs, chunkSize }: WriteSettings): WriteSettings => ({
  emphasis,
  ...(pageMarkers && { pageMarkers }),
  ...(outputs && { outputs }),
  ...(chunkSize !== undefined && { chunkSize }),
});

/** Small enough that all processes have work, large enough that opening the file does not count. */
function rangeSize(scanned: boolean, pages: number, processes: number): number {
  const most = scanned ? RANGE.scanned : RANGE.text;
  return Math.max(1, Math.min(most, Math.ceil(pages / processes)));
}

/** All results, or the first error once nothing is at work any more: the caller may then remove the folder. */
async function settleAll<T>(work: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work);
  return await Promise.all(work);
}
