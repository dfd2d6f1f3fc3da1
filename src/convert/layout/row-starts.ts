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
/** A number with its unit. */
const MEASURE = /^[<>~±≤≥]?\d[\d.,]*\s?[^\s\d]{0,5}$/;
const EMPTY_MARK = /^[-–—−.…·*]+$|^n\/?a$/i;

export const isNumeric = (text: string): boolean => NUMERIC.test(text) || EMPTY_MARK.test(text);

/** Lines between the rows that divide most of them: each band holds one row, or a few. */
function areRowLines(rows: readonly GridRow[], lines: readonly number[]): boolean {
  if (lines.length < 2) return false;
  const isSparse = lines.length < 0.3 * (rows.length - 1);
  // a band in which several lines of text fill the first column and hold numbers is no single row
  let from = 0;
  let several = 0;
  let further = 0;
  let thin = 0;
  for (const line of [...lines, Infinity]) {
    const band: GridRow[] = [];
    while (from < rows.length && rows[from]!.base - 0.3 * rows[from]!.size < line) {
      band.push(rows[from]!);
      from += 1;
    }
    const full = band.filter(
      (row) =>
        row.cells.length >= 2 &&
        row.cells[0]!.column === 0 &&
        row.cells.some((cell) => cell.column > 0 && isNumeric(cell.text)),
    );
    if (full.length >= 2) several += 1;
    further += Math.max(0, band.length - 1);
    thin += band.slice(1).filter((row) => row.cells.length === 1 || row.cells[0]!.column > 0).length;
  }
  // many lines of text to a band are one row where most of them go on with a cell or two
  return several === 0 && (!isSparse || thin >= 0.75 * further);
}

const middle = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

/**
 * Rows told by a column that has one line in each row (a number, a year, an arrow): where it has text a row starts. Only when what
 * lies between looks like further lines of cells.
 */
function startsByColumn(rows: readonly GridRow[], columns: number): boolean[] | undefined {
  if (rows.length < 4 || columns < 2) return undefined;
  const gaps = rows.map((row, index) => (index === 0 ? 0 : row.base - rows[index - 1]!.base));
  let best: { starts: boolean[]; count: number } | undefined;
  for (let column = 0; column < columns; column += 1) {
    const starts = rows.map((row) => row.cells.some((cell) => cell.column === column && cell.span === 1));
    const count = starts.filter(Boolean).length;
    if (count < 2 || count > 0.85 * rows.length || !starts[0] || (best && count >= best.count)) continue;
    const first = rows.filter((_, index) => starts[index]);
    const rest = rows.filter((_, index) => !starts[index]);
    if (first.some((row) => row.cells.length < Math.max(2, 0.6 * columns))) continue;
    const fill = (lines: readonly GridRow[]): number =>
      lines.reduce((sum, row) => sum + row.cells.length, 0) / lines.length;
    if (fill(rest) > 0.8 * fill(first)) continue;
    // one word each, with the first column filled: rather the rows of a matrix with empty fields
    const loose = middle(rest.flatMap((row) => row.cells.map((cell) => cell.text.split(' ').length))) < 2;
    if (loose && rest.filter((row) => row.cells[0]!.column === 0).length > 0.15 * rest.length) continue;
    const numbers = (line: GridRow): number[] =>
      line.cells.filter((cell) => isNumeric(cell.text) || MEASURE.test(cell.text)).map((cell) => cell.column);
    const usual = new Set(
      Array.from({ length: columns }, (_, index) => index).filter(
        (index) => first.filter((row) => numbers(row).includes(index)).length >= 0.5 * first.length,
      ),
    );
    if (
      rest.filter((row) => numbers(row).some((index) => usual.has(index))).length >
      (rest.length > 4 ? Math.max(1, 0.05 * rest.length) : 0)
    )
      continue;
    if (rest.some((row) => row.cells.length >= 0.6 * columns && numbers(row).length >= 0.5 * row.cells.length))
      continue;
    const restGap = middle(gaps.filter((_, index) => index > 0 && !starts[index]));
    const startGap = middle(gaps.filter((_, index) => index > 0 && starts[index]));
    if (restGap > 1.5 * rows[0]!.size || restGap > 1.05 * startGap) continue;
    best = { starts, count };
  }
  return best?.starts;
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
  const byColumn = banded || inside.length > 0.5 * rows.length ? undefined : startsByColumn(rows, columns);
  if (byColumn)
    return rows.map(
      (row, index) =>
        index > 0 &&
        !byColumn[index] &&
        !inside.some((y) => y > rows[index - 1]!.base - 1 && y < row.base - 0.3 * row.size + 1),
    );
  const gaps = rows.map((row, index) => (index === 0 ? 0 : row.base - rows[index - 1]!.base));
  const inner = gaps.slice(1);
  const tight = Math.min(...inner);
  // gaps that a rule widens, and the one below the head, tell nothing of the rows
  const free = gaps.filter(
    (_, index) =>
      index > 1 &&
      !inside.some((y) => y > rows[index - 1]!.base - 1 && y < rows[index]!.base - 0.3 * rows[index]!.size + 1),
  );
  const loose = free.filter((gap) => gap > 1.14 * tight);
  const twoRhythms =
    inner.length >= 3 && loose.length > 0 && loose.length >= 0.12 * inner.length && tight < 1.65 * first.size;
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
    if (twoRhythms)
      return firstEmpty
        ? cells.length < columns
        : cells.length < columns && !(cells[0]!.span === 1 && cells.length === 1 && above.length === 1);
    if (cells.some((cell) => isNumeric(cell.text)) || cells.length > above.length) return false;
    if (firstEmpty)
      return (
        cells.every((cell) => above.some((other) => other.column === cell.column)) &&
        (cells.length === 1 || cells.every((cell) => /^[\p{Ll}(]/u.test(cell.text)))
      );
    return (
      cells.length === 1 &&
      cells[0]!.span === 1 &&
      /^\p{Ll}/u.test(cells[0]!.text) &&
      above.some((cell) => cell.column === 0 && cell.span === 1)
    );
  });
}
