import { betweenLines, middleOfLetters } from '../../model/geometry.ts';
import type { GlyphRun } from '../../model/glyph-run.ts';
import { joinSegments } from '../../model/line.ts';
import { lineText } from '../../text/inlines.ts';
import { BASELINE_SLACK, baselineRows, cutIntoSegments } from '../../text/segments.ts';
import type { Lattice } from '../rulings/lattice.ts';
import { isNumeric } from '../model/numeric.ts';
import type { Ruling } from '../rulings/rulings.ts';
import { findContinuations, type GridCell, type GridRow } from '../rows/row-continuations.ts';

/** Rows of text without a ruling between them. Set by hand on the tuning half of the corpus. */
const ROWS = {
  /** Fewest runs of a ruled row that may hold several, and fewest lines of the grid across. */
  runs: 4,
  verticals: 3,
  /** A grid with at most so many ruled rows has its rows drawn in groups; in another, one row is the rule. */
  groups: 3,
  /** Share of the columns that a full row has, and share of the rows that are full, in a grid of groups. */
  fullColumns: 0.6,
  fullRows: 0.5,
  /** In a grid whose rows are ruled, evidence has to be strong. */
  sureRows: 3,
  sureFull: 0.8,
  sureNumeric: 0.6,
  /** Share of the cells of the further lines that begin with a small letter: more are text that wraps. */
  goingOn: 0.4,
  /** Share of the rows that begin in the first column: with fewer, lines in a ruled row are those of its cells. */
  begun: 0.8,
  /** Share of numbers in the first column, from which on it is one of amounts and may be empty. */
  amounts: 0.8,
  /** A last row with so many times the lines of the longest other one is the end of a list in one of the cells. */
  tail: 2,
  /** Share of the cells that end in a number: from this on, they are no lists of words. */
  listNumbers: 0.5,
};

/**
 * Points: what begins within this distance of a cell's text tells its column, and what sticks out by more spans the
 * next.
 */
const START_PT = 20;
const SPAN_PT = 2;

/** Em: the letters of the upper row end this far below their baseline. */
export const DEPTH_EM = 0.22;

/** Lines of text across the lattice, each cut at its columns. */
export function gridRows(runs: readonly GlyphRun[], xs: readonly number[]): GridRow[] {
  const isParted = (left: GlyphRun, right: GlyphRun): boolean => xs.some((x) => x > left.x1 - 1 && x < right.x0 + 1);
  return baselineRows(runs, BASELINE_SLACK.cell).map((row) => {
    const cells: GridCell[] = [];
    for (const segment of cutIntoSegments(row, { isParted })) {
      const start = (segment.x0 + Math.min(segment.x1, segment.x0 + START_PT)) / 2;
      let column = 0;
      while (column < xs.length - 2 && start >= xs[column + 1]!) column += 1;
      let last = column;
      while (last < xs.length - 2 && segment.x1 > xs[last + 1]! + SPAN_PT) last += 1;
      const span = last - column + 1;
      const previous = cells.at(-1);
      const text = lineText(joinSegments([segment]));
      if (previous && previous.column === column)
        cells[cells.length - 1] = {
          ...previous,
          text: `${previous.text} ${text}`,
          span: Math.max(previous.span, span),
          x1: segment.x1,
        };
      else cells.push({ column, span, text, x0: segment.x0, x1: segment.x1 });
    }
    return { baseline: row.reduce((sum, run) => sum + run.baseline, 0) / row.length, size: row[0]!.size, cells };
  });
}

/**
 * Whether lines are those of the wrapped cells of one row: many go on in mid-sentence, or each line has cells only
 * below those of the line above, and fewer at last.
 */
function areWrapped(rows: readonly GridRow[], numeric: number): boolean {
  const further = rows.slice(1).flatMap(({ cells }) => cells);
  const goingOn = further.filter(({ text }) => /^\p{Ll}/u.test(text)).length;
  if (goingOn > ROWS.goingOn * further.length) return true;
  const isBelow = ({ cells }: GridRow, index: number): boolean =>
    index === 0 || cells.every(({ column }) => rows[index - 1]!.cells.some((above) => above.column === column));
  return numeric < rows.length - 1 && rows.at(-1)!.cells.length < rows[0]!.cells.length && rows.every(isBelow);
}

/** Whether the cells of one row hold lists of words side by side: the longest one goes on below the others. */
function areLists(rows: readonly GridRow[], starts: readonly boolean[]): boolean {
  const first = starts.flatMap((isFirst, index) => (isFirst ? [index] : []));
  const lengths = first.map((at, index) => (first[index + 1] ?? starts.length) - at);
  const cells = rows.flatMap((row) => row.cells);
  const numbers = cells.filter(({ text }) => /\d$/u.test(text)).length;
  return lengths.at(-1)! > ROWS.tail * Math.max(...lengths.slice(0, -1)) && numbers < ROWS.listNumbers * cells.length;
}

/** Whether a row begins in the first column, or has an empty amount there and one in the last column. */
function isBegun({ cells }: GridRow, rows: readonly GridRow[], columns: number): boolean {
  if (cells[0]!.column === 0) return true;
  const { column, text } = cells.at(-1)!;
  const firsts = rows.flatMap((row) => (row.cells[0]!.column === 0 ? [row.cells[0]!.text] : []));
  const areAmounts = firsts.filter(isNumeric).length >= ROWS.amounts * firsts.length;
  return areAmounts && column === columns - 1 && isNumeric(text);
}

/** Whether lines of text in one ruled row are rows of their own, which no ruling divides. */
function areRows(rows: readonly GridRow[], starts: readonly boolean[], columns: number, ruledRows: number): boolean {
  const logical = rows.filter((_, index) => starts[index]);
  if (logical.length < 2 || columns < 2) return false;
  const full = logical.filter((row) => row.cells.length >= Math.max(2, ROWS.fullColumns * columns)).length;
  const numeric = logical.filter((row) => row.cells.some((cell) => cell.column > 0 && isNumeric(cell.text))).length;
  const begun = logical.filter((row) => isBegun(row, logical, columns)).length;
  if (begun < ROWS.begun * logical.length || areLists(rows, starts)) return false;
  if (ruledRows <= ROWS.groups && !areWrapped(logical, numeric))
    return full >= ROWS.fullRows * logical.length && (logical.length >= ROWS.sureRows || numeric === logical.length);
  return (
    logical.length >= ROWS.sureRows &&
    logical.length === rows.length &&
    full >= ROWS.sureFull * logical.length &&
    numeric >= ROWS.sureNumeric * logical.length
  );
}

/**
 * Where the horizontal lines of a lattice are missing: between rows of text that stand in one ruled row. `ruledRows`:
 * how many of its rows are drawn.
 */
export function missingRows(
  { xs, ys }: Pick<Lattice, 'xs' | 'ys'>,
  runs: readonly GlyphRun[],
  ruledRows = ys.length - 1,
): Ruling[] {
  const lines: Ruling[] = [];
  const across = { from: xs[0]!, to: xs.at(-1)! };
  if (xs.length < ROWS.verticals) return lines;
  const columns = xs.length - 1;
  for (let ruledRow = 0; ruledRow < ys.length - 1; ruledRow += 1) {
    const inside = runs.filter((run) => {
      const y = middleOfLetters(run);
      return y > ys[ruledRow]! && y < ys[ruledRow + 1]!;
    });
    if (inside.length < ROWS.runs) continue;
    const rows = gridRows(inside, xs);
    if (rows.length < 2) continue;
    const starts = findContinuations(rows, columns, []).map((goesOn) => !goesOn);
    if (!areRows(rows, starts, columns, ruledRows)) continue;
    rows.forEach((row, index) => {
      if (index > 0 && starts[index]) lines.push({ at: betweenLines(rows[index - 1]!, row, DEPTH_EM), ...across });
    });
  }
  return lines;
}
