import { boundsOf, centerX, median } from '../../model/geometry.ts';
import { segmentsByRow, type TextRow } from '../../text/text-rows.ts';
import { findGutters, type Gutter } from '../../whitespace/gutters.ts';
import type { Ruling } from '../rulings/rulings.ts';

/** What speaks for a table besides the alignment of its text. */
export interface TableEvidence {
  /** The text lies between rulings of its width, on striped background, or near a caption that names it a table. */
  readonly marked: boolean;
  /** Every row lies between two of the rulings, whatever its text looks like. */
  readonly ruledRows?: true;
  /** The first row is bold, the others are not. */
  readonly headed?: boolean;
  /** Horizontal lines between the rows (rulings, edges of filled rows), from top to bottom. */
  readonly rulings: readonly Ruling[];
  /** Where columns meet, when rulings or filled boxes show it. */
  readonly edges?: readonly number[];
}

/** The columns of a table. */
export interface Grid {
  readonly gutters: readonly Gutter[];
  /** `columns + 1` boundaries. */
  readonly edges: readonly number[];
}

/** Gutters between columns. Set by hand on the tuning half of the corpus. */
const GUTTER = {
  /** Least width: points, and em. */
  leastPt: 2.5,
  leastEm: 0.4,
  /**
   * Rows that may cross one: this share and one at least, where there are enough rows; one in a marked table of some
   * rows.
   */
  crossed: 0.15,
  crossedFrom: 5,
  markedCrossedFrom: 3,
};

/** Gutters of the rows that have most cells. Set by hand on the tuning half of the corpus. */
const FULL = {
  /** Fewest cells of the fullest row and share of it that a full row has; fewest full rows and their share. */
  cells: 4,
  cellShare: 0.75,
  rows: 4,
  rowShare: 0.55,
  /** Rows from which some may cross. */
  crossedFrom: 7,
};

/** Points by which an edge lies within the text, and half the width of a gutter at a known edge. */
const INSIDE_PT = 2;
const HALF_EDGE_PT = 0.5;
/** Fewest cells of a column in what would be a gutter without them. */
const FEW_CELLS = 3;
/**
 * A segment in a gutter's reach belongs to the right where its middle lies this share of its width beyond the
 * gutter's.
 */
const LEAN = 0.45;

const gutterAt = (x: number): Gutter => ({ x0: x - HALF_EDGE_PT, x1: x + HALF_EDGE_PT });

const gridOf = (left: number, gutters: readonly Gutter[], right: number): Grid => ({
  gutters,
  edges: [left, ...gutters.map(centerX), right],
});

/** The columns of rows. `narrow`: where some meet without a gutter between them. */
export function findGrid(
  rows: readonly TextRow[],
  evidence: TableEvidence,
  narrow: readonly number[] = [],
): Grid | undefined {
  const { x0: left, x1: right } = boundsOf(rows.flatMap((row) => row.segments));
  const { edges = [], marked } = evidence;
  if (edges.length > 0) {
    const inner = edges.filter((x) => x > left + INSIDE_PT && x < right - INSIDE_PT);
    return gridOf(left, inner.map(gutterAt), right);
  }
  const several = rows.filter((row) => row.segments.length >= 2);
  if (several.length < (marked ? 1 : 2)) return undefined;
  const wide = guttersOf(rows, several, marked).flatMap((gutter) => besideColumn(gutter, rows));
  const isBetween = (from: number, to: number): boolean =>
    rows.some(({ segments }) => segments.some(({ x0, x1 }) => x0 > from - INSIDE_PT && x1 < to + INSIDE_PT));
  // a column holds something
  const further = narrow.filter((x) =>
    wide.map(centerX).every((other) => isBetween(Math.min(x, other), Math.max(x, other))),
  );
  const gutters = [...wide, ...further.map(gutterAt)].sort((a, b) => a.x0 - b.x0);
  return gutters.length === 0 ? undefined : gridOf(left, gutters, right);
}

/** A gutter, or what is left of it beside a column that few rows have, whose cells begin or end at one place. */
function besideColumn({ x0, x1 }: Gutter, rows: readonly TextRow[]): Gutter[] {
  const cells = rows.flatMap(({ segments }) => segments.filter((cell) => cell.x0 > x0 && cell.x1 < x1));
  const isAligned = (edge: 'x0' | 'x1'): boolean => {
    const places = cells.map((cell) => cell[edge]);
    return Math.max(...places) - Math.min(...places) < INSIDE_PT;
  };
  if (cells.length < FEW_CELLS || !(isAligned('x0') || isAligned('x1'))) return [{ x0, x1 }];
  const column = boundsOf(cells);
  return [
    { x0, x1: column.x0 },
    { x0: column.x1, x1 },
  ];
}

/** How many rows may cross a gutter. */
function toleranceOf(several: number, marked: boolean): number {
  if (several >= GUTTER.crossedFrom) return Math.max(1, Math.floor(GUTTER.crossed * several));
  return marked && several >= GUTTER.markedCrossedFrom ? 1 : 0;
}

/** Gutters of rows; `several` are those with several cells. */
function guttersOf(rows: readonly TextRow[], several: readonly TextRow[], marked: boolean): Gutter[] {
  const size = median(several.map((row) => row.size));
  const width = Math.max(GUTTER.leastPt, GUTTER.leastEm * size);
  const used = marked && several.length < GUTTER.markedCrossedFrom ? rows : several;
  const common = findGutters(segmentsByRow(used), width, toleranceOf(several.length, marked));
  const full = fullGutters(several, width);
  return full.length > common.length ? full : common;
}

/**
 * Gutters of the rows that have most cells, when they are the greater part: totals and titles of sections span
 * columns.
 */
function fullGutters(rows: readonly TextRow[], width: number): Gutter[] {
  const most = Math.max(...rows.map((row) => row.segments.length));
  const full = rows.filter((row) => row.segments.length >= FULL.cellShare * most);
  if (most < FULL.cells || full.length < FULL.rows || full.length < FULL.rowShare * rows.length) return [];
  const tolerance = full.length < FULL.crossedFrom ? 0 : Math.floor(GUTTER.crossed * full.length);
  return findGutters(segmentsByRow(full), width, tolerance);
}

/** First and last column that a segment touches. */
export function columnsOf(
  segment: { readonly x0: number; readonly x1: number },
  gutters: readonly Gutter[],
): [number, number] {
  let first = 0;
  let last = 0;
  for (const gutter of gutters) {
    const isBeyond = segment.x0 >= gutter.x0 - 1;
    if (isBeyond || centerX(segment) > centerX(gutter) + (segment.x1 - segment.x0) * LEAN) first += 1;
    if (segment.x1 > gutter.x1 + 1 || isBeyond) last += 1;
  }
  return [Math.min(first, last), last];
}
