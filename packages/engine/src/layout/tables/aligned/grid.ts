import { boundsOf, centerX, isNear, median } from '../../model/geometry.ts';
import { lineText } from '../../text/inlines.ts';
import { runsByRow, segmentsByRow, type TextRow } from '../../text/text-rows.ts';
import { findGutters, type Gutter } from '../../whitespace/gutters.ts';
import { hasAmounts } from '../model/numeric.ts';
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
  /** Whether the header tells where columns start, and not the space between them. */
  readonly isNamed: boolean;
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

/** Gutters no wider than a space. Set by hand on the tuning half of the corpus. */
const TIGHT = {
  widthEm: 0.28,
  /** Fewest rows, and share of the rows (but one) in which a word starts at the gutter's end. */
  rows: 5,
  starts: 0.85,
  /** Share of the rows in which a word ends at its start. */
  ends: 0.5,
  /** Points by which these places may differ. */
  startPt: 0.8,
  endPt: 1.5,
};

/** Columns by the names in the header. Set by hand on the tuning half of the corpus. */
const NAMED = {
  names: 3,
  /** Points: a column starts this far before its name; words that reach over by more cross it. */
  beforePt: 1,
  crossPt: 0.5,
  /** Share of the rows that may cross. */
  crossed: 0.04,
};

/** Points by which an edge lies within the text, and half the width of a gutter at a known edge. */
const INSIDE_PT = 2;
const HALF_EDGE_PT = 0.5;
/**
 * A segment in a gutter's reach belongs to the right where its middle lies this share of its width beyond the
 * gutter's.
 */
const LEAN = 0.45;

/** A grid whose columns meet at known places. */
function gridAt(left: number, inner: readonly number[], right: number, isNamed: boolean): Grid {
  return {
    gutters: inner.map((x) => ({ x0: x - HALF_EDGE_PT, x1: x + HALF_EDGE_PT })),
    edges: [left, ...inner, right],
    isNamed,
  };
}

/** The columns of rows. `known`: gutters between columns whose names leave no more than a space. */
export function findGrid(
  rows: readonly TextRow[],
  evidence: TableEvidence,
  known: readonly Gutter[] = [],
): Grid | undefined {
  const { x0: left, x1: right } = boundsOf(rows.flatMap((row) => row.segments));
  const { edges = [], marked } = evidence;
  if (edges.length > 0) {
    const inner = edges.filter((x) => x > left + INSIDE_PT && x < right - INSIDE_PT);
    return gridAt(left, inner, right, false);
  }
  const several = rows.filter((row) => row.segments.length >= 2);
  if (several.length < (marked ? 1 : 2)) return undefined;
  const gutters = withKnown(guttersOf(rows, several, marked), known);
  const named = marked || evidence.headed === true ? namedColumns(rows, gutters.length + 1) : undefined;
  if (named) return gridAt(left, named, right, true);
  if (gutters.length === 0) return undefined;
  return { gutters, edges: [left, ...gutters.map(centerX), right], isNamed: false };
}

const withKnown = (gutters: readonly Gutter[], known: readonly Gutter[]): Gutter[] =>
  [
    ...gutters,
    ...known.filter((gutter) => !gutters.some((other) => other.x0 < gutter.x1 && other.x1 > gutter.x0)),
  ].sort((a, b) => a.x0 - b.x0);

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
  const kept = gutterOfNames(several, width);
  const full = fullGutters(several, width);
  const most = [full, kept].reduce((more, each) => (each.length > more.length ? each : more), common);
  const gutters = withKnown(most, kept.slice(0, 1));
  if (!marked || gutters.length === 0 || several.length < GUTTER.crossedFrom) return gutters;
  return [...gutters, ...tightGutters(rows, size, gutters)].sort((a, b) => a.x0 - b.x0);
}

/**
 * The gutters that all rows keep, where the last ones have names left of all others: below names of columns, few
 * entries have a column that the others have not.
 */
function gutterOfNames(several: readonly TextRow[], width: number): Gutter[] {
  const gutters = findGutters(segmentsByRow(several), width, 0);
  const [first] = gutters;
  const areNamed = several.map(({ segments: [name] }) => first !== undefined && name!.x1 <= first.x0 + 1);
  const from = areNamed.indexOf(true);
  return from > 0 &&
    several.slice(from).every((row, index) => areNamed[from + index] && hasAmounts(row)) &&
    /\p{L}{2}/u.test(lineText(several[from]!.segments[0]!))
    ? gutters
    : [];
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

/** Gutters no wider than a space, which every row keeps and at which nearly all words start, and many end. */
function tightGutters(rows: readonly TextRow[], size: number, known: readonly Gutter[]): Gutter[] {
  const runs = runsByRow(rows);
  const rowsWhere = (holds: (x0: number, x1: number) => boolean): number =>
    runs.filter((row) => row.some((run) => holds(run.x0, run.x1))).length;
  return findGutters(runs, TIGHT.widthEm * size, 0).filter((gutter) => {
    if (known.some((other) => other.x0 < gutter.x1 && other.x1 > gutter.x0)) return false;
    const starts = rowsWhere((x0) => isNear(x0, gutter.x1, TIGHT.startPt));
    return (
      starts >= TIGHT.starts * rows.length - 1 &&
      starts >= TIGHT.rows &&
      rowsWhere((_, x1) => isNear(x1, gutter.x0, TIGHT.endPt)) >= TIGHT.ends * rows.length
    );
  });
}

/**
 * Where the names in the header start, when there are more of them than columns were found, and hardly a word crosses
 * there.
 */
function namedColumns(rows: readonly TextRow[], found: number): number[] | undefined {
  const names = rows[0]!.segments;
  if (names.length <= found || names.length < NAMED.names) return undefined;
  const lines = names.slice(1).map((name) => name.x0 - NAMED.beforePt);
  const crossed = runsByRow(rows).filter((row) =>
    row.some((run) => lines.some((x) => run.x0 < x - NAMED.crossPt && run.x1 > x + NAMED.crossPt)),
  ).length;
  return crossed <= NAMED.crossed * rows.length ? lines : undefined;
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
