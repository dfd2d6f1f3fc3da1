import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { cutRange, pagesIn, type PageRange } from '../../resource/ranges.ts';
import type { PoolAnswer } from '../../worker/pool-request.ts';
import { DocumentFailure, resultIn, run, writeSettings, type Converting, type Work } from './converting.ts';
import type { DocumentResult } from './document-result.ts';

/** Pages that are converted together; OCR takes about a hundred times as long as text. */
const RANGE = { text: 32, scanned: 4 };

/** Ranges of a scanned document for each process, if it has the pages. */
const RANGES_EACH = 5;

type ProbedSource = Extract<PoolAnswer, { outcome: 'probed' }>['source'];
type Asset = Extract<PoolAnswer, { outcome: 'converted' }>['assets'][number];

interface Part {
  readonly folder: string;
  readonly assets: readonly Asset[];
}

/** Converts a probed document by ranges over all processes, and merges them. Throws `DocumentFailure`. */
export async function convertRanges(converting: Converting, source: ProbedSource): Promise<DocumentResult> {
  const { options, progress, pool } = converting;
  const pages = wantedPages(options.pages, source.pages);
  progress.pagesKnown(pagesIn(pages));
  progress.restart();
  const size = rangeSize(source.scanned, pagesIn(pages), pool.processes);
  const ranges = source.ranged ? cutRange(pages, size) : [pages];
  const native = source.native || source.scanned || options.includeImages || options.ocr.mode === 'force';
  const parts = await settleAll(ranges.map((range, part) => convertRange(converting, { range, part, native })));
  const { warnings } = await merge(converting, parts);
  return resultIn(converting, { warnings, assets: parts.flatMap(({ assets }) => assets) });
}

function wantedPages({ start, end }: Partial<PageRange> = {}, pages: number): PageRange {
  const first = start ?? 1;
  if (first <= pages) return { start: first, end: Math.min(end ?? pages, pages) };
  throw new DocumentFailure({
    code: 'start_page_out_of_range',
    message: `Page ${first} does not exist. The document has ${pages} ${pages === 1 ? 'page' : 'pages'}.`,
  });
}

interface RangeWork {
  readonly range: PageRange;
  readonly part: number;
  readonly native: boolean;
}

async function convertRange(converting: Converting, { range, part, native }: RangeWork): Promise<Part> {
  const onPage = countPagesOnce(converting);
  const folders = {
    plain: join(converting.folder, `part-${part}`),
    native: join(converting.folder, `part-${part}-native`),
  };
  await Promise.all(Object.values(folders).map((folder) => mkdir(folder, { recursive: true })));
  let folder = native ? folders.native : folders.plain;
  const natively = (): Work => {
    folder = folders.native;
    return rangeWork(converting, { range, folder, native: true, onPage: onPage() });
  };
  const answer = await run(converting, rangeWork(converting, { range, folder, native, onPage: onPage() }), natively);
  if (answer.outcome !== 'converted') throw new Error(`A conversion answered ${answer.outcome}`);
  return { folder, assets: answer.assets };
}

/** For each time that a range is converted, a function for its pages: those of an earlier time do not count twice. */
function countPagesOnce({ progress }: Converting): () => () => void {
  let reached = 0;
  return () => {
    let done = 0;
    return () => {
      if (++done <= reached) return;
      reached = done;
      progress.pageDone();
    };
  };
}

function rangeWork(
  { file, options }: Converting,
  {
    range,
    folder,
    native,
    onPage,
  }: Pick<RangeWork, 'range' | 'native'> & { readonly folder: string; readonly onPage: () => void },
): Work {
  const { includeImages, ocr, emphasis, ocrDataFolder } = options;
  return {
    native,
    onPage,
    request: {
      ask: 'convert',
      file,
      range,
      native,
      folder,
      includeImages,
      ocr,
      emphasis,
      ...(ocrDataFolder !== undefined && { ocrDataFolder }),
    },
  };
}

async function merge(
  converting: Converting,
  parts: readonly Part[],
): Promise<Extract<PoolAnswer, { outcome: 'merged' }>> {
  const { folder, options } = converting;
  const work: Work = {
    native: false,
    request: {
      ask: 'merge',
      folders: parts.map((part) => part.folder),
      folder,
      imageFolder: options.imageFolder,
      ...writeSettings(options),
    },
  };
  const answer = await run(converting, work, () => work);
  if (answer.outcome !== 'merged') throw new Error(`A merge answered ${answer.outcome}`);
  return answer;
}

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
