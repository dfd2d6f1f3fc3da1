import { isSegment, type Element } from './element.ts';
import { median } from './piece.ts';

export interface EdgeBands {
  readonly top: Element[][];
  readonly body: Element[];
  readonly bottom: Element[][];
}

const ZONE = 0.13;
const MOST_ROWS = 3;

/**
 * Sets apart the rows at the top and bottom of the page that stand clear of the rest: what running headers and footers look like.
 * Whether they are is for the merge to say.
 */
export function edgeBands(elements: readonly Element[], height: number): EdgeBands {
  const rows = bandsOf(elements);
  const top: Element[][] = [];
  const bottom: Element[][] = [];
  let first = 0;
  let last = rows.length;
  const usual = median(rows.slice(1).map((row, index) => row.y0 - rows[index]!.y1));
  const width = Math.max(...rows.map((row) => row.width), 1);
  const size = median(rows.map((row) => row.size));
  // more than one row, and they could as well be the end of a paragraph
  const isBody = (row: Band): boolean => row.width > 0.6 * width && Math.abs(row.size - size) < 0.08 * size;
  const isClear = (row: Band, gap: number): boolean =>
    gap > 1.8 * row.size || (gap > 0.75 * row.size && (gap > 1.4 * usual || Math.abs(row.size - size) >= 0.08 * size));
  for (let count = 1; count <= Math.min(MOST_ROWS, rows.length - 1); count += 1) {
    const row = rows[count - 1]!;
    const next = rows[count]!;
    if (
      row.y1 > ZONE * height ||
      row.atom ||
      (count > 1 && isBody(row)) ||
      headsColumns(row, rows.slice(count, count + 4), size)
    )
      break;
    if (isClear(row, next.y0 - row.y1) && !rows.slice(0, count).some((each) => count > 1 && isBody(each)))
      first = count;
  }
  for (let count = 1; count <= Math.min(MOST_ROWS, rows.length - Math.max(1, first)); count += 1) {
    const row = rows[rows.length - count]!;
    const before = rows[rows.length - count - 1]!;
    if (row.y0 < (1 - ZONE) * height || row.atom || (count > 1 && isBody(row))) break;
    if (isClear(row, row.y0 - before.y1) && !rows.slice(rows.length - count).some((each) => count > 1 && isBody(each)))
      last = rows.length - count;
  }
  for (let index = 0; index < first; index += 1) top.push(rows[index]!.elements);
  for (let index = last; index < rows.length; index += 1) bottom.push(rows[index]!.elements);
  return { top, body: rows.slice(first, last).flatMap((row) => row.elements), bottom };
}

/** Headings side by side, each at the left edge of the column below it. */
function headsColumns(row: Band, following: readonly Band[], size: number): boolean {
  const heads = row.elements.filter(isSegment);
  if (
    heads.length < 2 ||
    !heads.every(({ segment }) => segment.size > 1.1 * size || segment.pieces.every((piece) => piece.bold))
  )
    return false;
  const starts = following.flatMap(({ elements }) => elements.map((element) => element.x0));
  return heads.every(({ x0 }) => starts.some((start) => Math.abs(start - x0) < 1.5));
}

interface Band {
  elements: Element[];
  y0: number;
  y1: number;
  size: number;
  width: number;
  atom: boolean;
}

/** Rows that overlap in height are one band. */
function bandsOf(elements: readonly Element[]): Band[] {
  const sorted = [...elements].sort((a, b) => a.y0 - b.y0);
  const bands: Band[] = [];
  for (const element of sorted) {
    const size = isSegment(element) ? element.segment.size : 10;
    const band = bands.at(-1);
    if (band && element.y0 < band.y1) {
      band.elements.push(element);
      band.y1 = Math.max(band.y1, element.y1);
      band.size = Math.max(band.size, size);
      band.width += element.x1 - element.x0;
      band.atom ||= !isSegment(element);
    } else {
      bands.push({
        elements: [element],
        y0: element.y0,
        y1: element.y1,
        size,
        width: element.x1 - element.x0,
        atom: !isSegment(element),
      });
    }
  }
  return bands;
}
