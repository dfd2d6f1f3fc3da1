import { centerX } from '../../model/geometry.ts';
import type { GlyphRun } from '../../model/glyph-run.ts';
import { joinSegments, makeLine } from '../../model/line.ts';
import { isFilled, type DraftCell } from '../model/draft-table.ts';
import { areUnits } from './header-rows.ts';

/** Em: a further line of a name stands this near below it. Set by hand on the tuning half of the corpus. */
const LINE_EM = 1.65;

/** Names of columns stand so many times further apart than words do, which stand this many em apart. */
const NAME_GAPS = 1.25;
const NAME_GAP_EM = 0.2;

/** The filled cells of the header from a row on, by column; nothing where one of them spans several. */
function stacksOf(cells: readonly DraftCell[], from: number, to: number, columns: readonly number[]): DraftCell[][] {
  const inHeader = cells.filter((cell) => cell.row >= from && cell.row < to && isFilled(cell));
  return columns.map((column) =>
    inHeader.filter((cell) => cell.column === column).sort((above, below) => above.row - below.row),
  );
}

/** Whether cells below each other are lines of one name: none is far below the one before. */
const isOneName = (stack: readonly DraftCell[]): boolean =>
  stack.slice(1).every((cell, index) => {
    const above = stack[index]!;
    const first = Math.min(...cell.lines.map((line) => line.baseline));
    const last = Math.max(...above.lines.map((line) => line.baseline));
    return first - last <= LINE_EM * above.lines[0]!.size;
  });

/** Makes each stack the one cell of a row, and takes out the other cells of the header from this row on. */
function joinStacks(
  cells: DraftCell[],
  stacks: readonly (readonly DraftCell[])[],
  row: number,
  headerRows: number,
): void {
  const kept = new Set<DraftCell>();
  for (const [first, ...more] of stacks) {
    if (!first) continue;
    first.row = row;
    for (const cell of more) first.lines.push(...cell.lines);
    kept.add(first);
  }
  const gone = headerRows - row - 1;
  for (let index = cells.length - 1; index >= 0; index -= 1) {
    const cell = cells[index]!;
    if (cell.row >= headerRows) cell.row -= gone;
    else if (cell.row >= row && !kept.has(cell)) cells.splice(index, 1);
  }
}

/**
 * Parts words over several columns, one or more in each, which stand further apart than the words of each: names that
 * are wider than what is below them leave no gutter.
 */
function partNames(cells: DraftCell[], from: number, to: number, edges: readonly number[]): void {
  for (const [index, cell] of cells.entries()) {
    const runs = cell.lines.length === 1 ? cell.lines[0]!.runs : [];
    if (cell.row < from || cell.row >= to || cell.colSpan === 1 || runs.length < cell.colSpan) continue;
    const columnOf = (run: GlyphRun): number => edges.findLastIndex((edge) => edge <= centerX(run));
    const parts = Array.from({ length: cell.colSpan }, (_, at) =>
      runs.filter((run) => columnOf(run) === cell.column + at),
    );
    if (parts.some((part) => part.length === 0) || parts.flat().length < runs.length) continue;
    const gaps = runs
      .slice(1)
      .map((run, at) => ({ gap: run.x0 - runs[at]!.x1, isInner: columnOf(run) === columnOf(runs[at]!) }));
    const widest = Math.max(0, ...gaps.filter(({ isInner }) => isInner).map(({ gap }) => gap));
    if (gaps.some(({ gap, isInner }) => !isInner && gap < NAME_GAPS * Math.max(widest, NAME_GAP_EM * runs[0]!.size)))
      continue;
    const names = parts.map((part, at) => ({
      ...cell,
      column: cell.column + at,
      colSpan: 1,
      lines: [joinSegments([makeLine(part)])],
    }));
    cells.splice(index, 1, ...names);
  }
}

const hasSpans = (cells: readonly DraftCell[], from: number, to: number): boolean =>
  cells.some((cell) => cell.row >= from && cell.row < to && isFilled(cell) && (cell.colSpan > 1 || cell.rowSpan > 1));

/**
 * Where every column has one name, the header rows are lines of these names, or their units: they become one row.
 * Returns how many rows went.
 */
export function joinHeader(cells: DraftCell[], headerRows: number, columns: number): number {
  if (headerRows < 2 || hasSpans(cells, 0, headerRows)) return 0;
  const inRow = (row: number): number => cells.filter((cell) => cell.row === row && isFilled(cell)).length;
  if (inRow(0) >= columns && inRow(1) >= columns && !areUnits(cells, 1)) return 0;
  // one alone may be a title above the others
  if (inRow(0) === 1 && columns > 2) return 0;
  if (inRow(0) < columns && areUnits(cells, headerRows - 1)) return 0;
  const all = Array.from({ length: columns }, (_, column) => column);
  const stacks = stacksOf(cells, 0, headerRows, all);
  // only the first column may go without a name
  if (!stacks.every((stack, column) => (stack.length > 0 || column === 0) && isOneName(stack))) return 0;
  joinStacks(cells, stacks, 0, headerRows);
  return headerRows - 1;
}

/** The columns below titles in the first row; all of them where this has but one cell, in another than the first. */
function columnsBelowTitles(cells: readonly DraftCell[], columns: number): ReadonlySet<number> {
  const inFirst = cells.filter((cell) => cell.row === 0 && isFilled(cell));
  const titles = inFirst.filter((cell) => cell.colSpan > 1);
  if (titles.length === 0 && inFirst.length === 1 && inFirst[0]!.column > 0)
    return new Set(Array.from({ length: columns }, (_, at) => at));
  return new Set(titles.flatMap(({ column, colSpan }) => Array.from({ length: colSpan }, (_, at) => column + at)));
}

/**
 * Below titles in the first row, over several columns or one alone, the other rows of a header are lines of the names
 * of columns: they become one row. A column below no title has its name in both rows. Returns how many rows went.
 */
export function joinBelowTitles(cells: DraftCell[], headerRows: number, edges: readonly number[]): number {
  if (headerRows < 3) return 0;
  const columns = edges.length - 1;
  partNames(cells, 1, headerRows, edges);
  if (hasSpans(cells, 1, headerRows)) return 0;
  const below = columnsBelowTitles(cells, columns);
  if (below.size === 0) return 0;
  const isBelow = (column: number): boolean => below.has(column);
  const all = Array.from({ length: columns }, (_, column) => column);
  const stacks = stacksOf(cells, 1, headerRows, all.filter(isBelow));
  const single = stacksOf(
    cells,
    0,
    headerRows,
    all.filter((column) => !isBelow(column)),
  );
  if (
    stacks.slice(below.has(0) ? 1 : 0).some((stack) => stack.length === 0) ||
    ![...stacks, ...single].every(isOneName)
  )
    return 0;
  joinStacks(cells, [...stacks, ...single], 1, headerRows);
  for (const [name] of single) if (name) Object.assign(name, { row: 0, rowSpan: 2 });
  return headerRows - 2;
}
