/** A line of text across a table, cut at its columns. */
export interface GridRow {
  readonly base: number;
  readonly size: number;
  readonly cells: readonly GridCell[];
}

export interface GridCell {
  readonly column: number;
  readonly span: number;
  readonly text: string;
}

const NUMERIC = /^[-–—+−±~<>≤≥($€£¥(]*\d[\d\s.,:/%°()×x*+–−±e-]*[%)*†‡a-z]{0,3}$/i;
const EMPTY_MARK = /^[-–—−.…·*]+$|^n\/?a$/i;

export const isNumeric = (text: string): boolean => NUMERIC.test(text) || EMPTY_MARK.test(text);

/** Lines between the rows that divide most of them: each band holds one row, or a few. */
function areRowLines(rows: readonly GridRow[], lines: readonly number[]): boolean {
  if (lines.length < 2 || lines.length < 0.3 * (rows.length - 1)) return false;
  // a band in which several lines of text fill the first column and hold numbers is no single row
  let from = 0;
  let several = 0;
  for (const line of [...lines, Infinity]) {
    const band: GridRow[] = [];
    while (from < rows.length && rows[from]!.base - 0.3 * rows[from]!.size < line) {
      band.push(rows[from]!);
      from += 1;
    }
    const full = band.filter((row) => row.cells.length >= 2 && row.cells[0]!.column === 0 && row.cells.some((cell) => cell.column > 0 && isNumeric(cell.text)));
    if (full.length >= 2) several += 1;
  }
  return several === 0;
}

/**
 * Which lines of text go on with the table row above them. `lines`: y of level lines inside the table, from top to bottom.
 */
export function findContinuations(rows: readonly GridRow[], columns: number, lines: readonly number[]): boolean[] {
  const first = rows[0];
  const last = rows.at(-1);
  if (!first || !last) return [];
  const inside = lines.filter((y) => y > first.base && y < last.base);
  const banded = areRowLines(rows, inside);
  const gaps = rows.map((row, index) => (index === 0 ? 0 : row.base - rows[index - 1]!.base));
  const inner = gaps.slice(1);
  const tight = Math.min(...inner);
  // gaps that a rule widens, and the one below the head, tell nothing of the rows
  const free = gaps.filter((_, index) => index > 1 && !inside.some((y) => y > rows[index - 1]!.base - 1 && y < rows[index]!.base - 0.3 * rows[index]!.size + 1));
  const loose = free.filter((gap) => gap > 1.14 * tight);
  const twoRhythms = inner.length >= 3 && loose.length > 0 && loose.length >= 0.12 * inner.length && tight < 1.65 * first.size;
  return rows.map((row, index) => {
    if (index === 0) return false;
    if (inside.some((y) => y > rows[index - 1]!.base - 1 && y < row.base - 0.3 * row.size + 1)) return false;
    if (banded) return true;
    const { cells } = row;
    const above = rows[index - 1]!.cells;
    const gap = gaps[index]!;
    if (gap > 2 * row.size) return false;
    const firstEmpty = cells[0]!.column > 0;
    if (twoRhythms && gap > 1.14 * tight) return false;
    if (cells.length === columns && columns > 2) return false;
    if (cells.length >= 2 && cells.some((cell) => isNumeric(cell.text))) return false;
    if (twoRhythms) return firstEmpty ? cells.length < columns : cells.length < columns && !(cells[0]!.span === 1 && cells.length === 1 && above.length === 1);
    if (cells.some((cell) => isNumeric(cell.text)) || cells.length > above.length) return false;
    if (firstEmpty) return cells.every((cell) => above.some((other) => other.column === cell.column)) && (cells.length === 1 || cells.every((cell) => /^[\p{Ll}(]/u.test(cell.text)));
    return cells.length === 1 && cells[0]!.span === 1 && /^\p{Ll}/u.test(cells[0]!.text) && above.some((cell) => cell.column === 0 && cell.span === 1);
  });
}
