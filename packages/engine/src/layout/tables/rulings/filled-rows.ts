import { isWhite } from '../../model/colors.ts';
import { heightOf, isNear, widthOf } from '../../model/geometry.ts';
import type { Segment } from '../../model/line.ts';
import type { RawBox, Canvas } from '../../model/raw-page.ts';

/** Filled boxes in rows above each other: the backgrounds of a table's header, or of every other row. */
export interface FilledRows {
  readonly x0: number;
  readonly x1: number;
  /** From top to bottom. */
  readonly rows: readonly { readonly y0: number; readonly y1: number }[];
  /** Edges between the boxes of one row, where rows are made of a box for each cell. */
  readonly edges: readonly number[];
}

interface FilledRow {
  readonly y0: number;
  readonly y1: number;
  readonly x0: number;
  x1: number;
  readonly edges: number[];
  readonly fill: RawBox['fill'];
}

/** In points. Set by hand on the tuning half of the corpus. */
const PT = {
  /** Smaller boxes are ornaments, narrower rows no rows. */
  boxWidth: 12,
  boxHeight: 7,
  rowWidth: 60,
  /** Boxes of one row: how far their top and bottom edges may differ, how far apart they may be, and overlap. */
  sameRow: 1.5,
  boxGap: 3,
  boxOverlap: 1,
  /** Edges of rows that are one. */
  sameEdge: 3,
  /** By how much rows may overlap, and space between them in addition to their height. */
  rowOverlap: 2,
  rowGap: 4,
  /** Text may stick out of the rows, or over an edge, by this. */
  stickOut: 6,
};

/** As shares. Set by hand on the tuning half of the corpus. */
const SHARE = {
  /** A higher box is no row: of the page's height. */
  boxHeight: 0.3,
  /** A row that leaves cells out covers at least this share of the width. */
  rowWidth: 0.4,
};

/** How many times a row's height may be free between two filled rows: every other row is filled. */
const ROW_GAP_HEIGHTS = 2.2;
/** A box so many times as high as the rows above it may be that of a note. */
const NOTE_HEIGHTS = 1.5;
/** A page with more filled boxes is a drawing. */
const MAX_BOXES = 3000;
/** How many rows back a box's row is looked for. */
const ROW_REACH = 40;

/** Fewest lines of code on a background. */
const CODE_LINES = 2;

/** Whether a box stands in a row, after its last box or over it. */
const isInRow = (row: FilledRow, box: RawBox): boolean =>
  isNear(row.y0, box.y0, PT.sameRow) &&
  isNear(row.y1, box.y1, PT.sameRow) &&
  box.x0 <= row.x1 + PT.boxGap &&
  box.x0 >= row.x0 - PT.boxOverlap;

/** Boxes beside each other that touch, as one row. */
function rowsOfBoxes(boxes: readonly RawBox[]): FilledRow[] {
  const sorted = [...boxes].sort((a, b) => a.y0 - b.y0 || a.x0 - b.x0);
  const rows: FilledRow[] = [];
  for (const box of sorted) {
    let row: FilledRow | undefined;
    for (let index = rows.length - 1; !row && index >= 0 && index >= rows.length - ROW_REACH; index -= 1)
      if (isInRow(rows[index]!, box)) row = rows[index];
    if (!row) {
      rows.push({ y0: box.y0, y1: box.y1, x0: box.x0, x1: box.x1, edges: [], fill: box.fill });
    } else if (box.x1 > row.x1 + PT.boxOverlap) {
      row.edges.push((row.x1 + box.x0) / 2);
      row.x1 = box.x1;
    }
  }
  return rows;
}

/** The row with the most boxes. */
const finestOf = (rows: readonly FilledRow[]): FilledRow =>
  rows.reduce((best, row) => (row.edges.length > best.edges.length ? row : best));

const beginsWithin = (row: FilledRow, x0: number): boolean => row.x0 > x0 - PT.sameEdge;

/** Whether a row fits the columns of those above it: it may leave out cells that span several rows. */
function fitsColumns(rows: readonly FilledRow[], row: FilledRow): boolean {
  const { x0, x1, edges } = finestOf(rows);
  const isEdge = (x: number): boolean => [x0, x1, ...edges].some((edge) => isNear(x, edge, PT.sameEdge));
  if (beginsWithin(row, x0)) return isEdge(row.x0) && isEdge(row.x1) && widthOf(row) > SHARE.rowWidth * (x1 - x0);
  return (
    beginsWithin(rows[0]!, row.x0) &&
    (isNear(row.x0, x0, PT.sameEdge) || isNear(row.x1, x1, PT.sameEdge)) &&
    x1 - x0 > SHARE.rowWidth * widthOf(row)
  );
}

/** Whether two filled rows are next to each other, or text between them keeps to the columns: a row of the table. */
function isRowBetween(rows: readonly FilledRow[], below: FilledRow, segments: readonly Segment[]): boolean {
  const { x0, x1 } = rows[0]!;
  const { edges } = finestOf(rows);
  const [top, bottom] = [rows.at(-1)!.y1, below.y0];
  const between = segments.filter(
    (segment) => segment.baseline > top && segment.baseline < bottom && segment.x1 > x0 && segment.x0 < x1,
  );
  if (between.length === 0) return bottom - top < PT.boxHeight;
  return !between.some(
    (segment) =>
      segment.x0 < x0 - PT.stickOut ||
      segment.x1 > x1 + PT.stickOut ||
      edges.some((x) => x > segment.x0 + PT.stickOut && x < segment.x1 - PT.stickOut),
  );
}

/** Whether a box is that of a note: below rows of cells and clear of them, higher, in one piece and another colour. */
const isNoteBelow = (rows: readonly FilledRow[], row: FilledRow): boolean =>
  row.edges.length === 0 &&
  row.y0 > rows.at(-1)!.y1 + PT.rowGap &&
  rows.every(({ edges, fill }) => edges.length > 0 && fill !== row.fill) &&
  heightOf(row) > NOTE_HEIGHTS * Math.max(...rows.map(heightOf));

/** Whether a filled row goes on with those above it. */
function goesOn(rows: readonly FilledRow[], row: FilledRow, segments: readonly Segment[]): boolean {
  const last = rows.at(-1)!;
  const height = Math.max(heightOf(last), heightOf(row));
  return (
    fitsColumns(rows, row) &&
    !isNoteBelow(rows, row) &&
    row.y0 >= last.y1 - PT.rowOverlap &&
    row.y0 - last.y1 < ROW_GAP_HEIGHTS * height + PT.rowGap &&
    isRowBetween(rows, row, segments)
  );
}

/** Whether a box is the background of code: several lines of monospaced text among other text. */
function isBehindCode(box: RawBox, segments: readonly Segment[]): boolean {
  const inside = segments.filter(
    ({ x0, x1, baseline }) => baseline > box.y0 && baseline < box.y1 && x1 > box.x0 && x0 < box.x1,
  );
  const isMono = ({ runs }: Segment): boolean => runs.every((run) => run.mono);
  return (
    new Set(inside.map(({ baseline }) => Math.round(baseline))).size >= CODE_LINES &&
    inside.every(isMono) &&
    !segments.every(isMono)
  );
}

/** The first and the last cell of filled rows, whose corners may be rounded: shapes beside boxes of their height. */
const endsOfRows = ({ boxes, shapes }: Canvas): Canvas['shapes'] =>
  shapes.filter(
    ({ x0, x1, y0, y1, fill }) =>
      fill !== undefined &&
      boxes.some(
        (box) =>
          box.fill === fill &&
          isNear(box.y0, y0, PT.sameRow) &&
          isNear(box.y1, y1, PT.sameRow) &&
          (isNear(box.x0, x1, PT.boxGap) || isNear(box.x1, x0, PT.boxGap)),
      ),
  );

/** Groups of filled rows with one left and right edge, near each other. */
export function findFilledRows(page: Canvas, segments: readonly Segment[]): FilledRows[] {
  const boxes = [...page.boxes, ...endsOfRows(page)].filter(
    (box) =>
      box.fill !== undefined &&
      !isWhite(box.fill) &&
      widthOf(box) >= PT.boxWidth &&
      heightOf(box) >= PT.boxHeight &&
      heightOf(box) < SHARE.boxHeight * page.height &&
      !isBehindCode(box, segments),
  );
  if (boxes.length === 0 || boxes.length > MAX_BOXES) return [];
  const rows = rowsOfBoxes(boxes)
    .filter((row) => widthOf(row) > PT.rowWidth)
    .sort((a, b) => a.y0 - b.y0);
  const groups: FilledRow[][] = [];
  for (const row of rows) {
    const group = groups.find((each) => goesOn(each, row, segments));
    if (group) group.push(row);
    else groups.push([row]);
  }
  return groups.map((group) => ({
    x0: Math.min(...group.map((row) => row.x0)),
    x1: Math.max(...group.map((row) => row.x1)),
    rows: group.map(({ y0, y1 }) => ({ y0, y1 })),
    edges: finestOf(group).edges,
  }));
}
