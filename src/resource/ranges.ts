/** Pages `start` to `end`, 1-based and inclusive. */
export interface PageRange {
  readonly start: number;
  readonly end: number;
}

/** The end of `3-`: more than any document has. */
export const OPEN_END = 1_000_000;

/** `3`, `3-10` or `3-` as a range, or undefined; the end of the last is the document's. */
export function readRange(text: string): PageRange | undefined {
  const match = /^(\d{1,6})(?:(-)(\d{1,6})?)?$/.exec(text.trim());
  const start = Number(match?.[1]);
  const end = match?.[2] === undefined ? start : match[3] === undefined ? OPEN_END : Number(match[3]);
  return !match || start < 1 || end < start ? undefined : { start, end };
}

export const WRONG_RANGE = 'Enter pages as 3, 3-10 or 3-.';

export const pagesIn = (range: PageRange): number => range.end - range.start + 1;

/** Cuts a range into pieces of at most `size` pages, in order. Cuts fall on multiples of `size`, whatever the start. */
export function cutRange(range: PageRange, size: number): PageRange[] {
  const pieces: PageRange[] = [];
  for (let start = range.start; start <= range.end;) {
    const end = Math.min(range.end, Math.ceil(start / size) * size);
    pieces.push({ start, end });
    start = end + 1;
  }
  return pieces;
}

const MOST_TIMES = 4;

/**
 * Pages in each range of a document of text. To start a process takes as long as many of its pages, so the ranges of a
 * long document are up to four times as long as usual, while enough of them are left for all that run at a time.
 */
export const textRangePages = (pages: number, usual: number, parallelism: number): number =>
  usual * Math.min(MOST_TIMES, Math.max(1, Math.ceil(pages / (usual * parallelism))));

/**
 * Pages in each range of a scan. A page takes longer than a process needs to start, so a short scan is read by all
 * processes that have nothing else to do, and by no more.
 */
export function scannedRangePages(range: PageRange, usual: number, free: number): number {
  const pieces = Math.max(1, free);
  let size = Math.ceil(pagesIn(range) / pieces);
  while (size < usual && cutRange(range, size).length > pieces) size++;
  return Math.min(usual, size);
}

/** Pages that are converted in little more than the time in which a process of their own would start. */
const SMALL_PAGES = 32;
const SMALL_SCANNED_PAGES = 2;

export const isSmall = (pages: number, scanned: boolean): boolean =>
  pages <= (scanned ? SMALL_SCANNED_PAGES : SMALL_PAGES);

/** Writes page ranges as an interval string (`1-64,97-128,130`), merging what touches. */
export function writeIntervals(ranges: readonly PageRange[]): string {
  const sorted = [...ranges].sort((a, b) => a.start - b.start);
  const merged: { start: number; end: number }[] = [];
  for (const range of sorted) {
    const last = merged.at(-1);
    if (last && range.start <= last.end + 1) last.end = Math.max(last.end, range.end);
    else merged.push({ start: range.start, end: range.end });
  }
  return merged.map(({ start, end }) => (start === end ? `${start}` : `${start}-${end}`)).join(',');
}
