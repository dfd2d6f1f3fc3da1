import { draftText, isFilled, type DraftCell } from '../model/draft-table.ts';
import { isNumeric } from '../model/numeric.ts';
import { lengthOf, type Ruling } from '../rulings/rulings.ts';

/** The label of a total. Set by hand on the tuning half of the corpus. */
const TOTAL = {
  /** Fewest columns of the table, and first column in which the label may stand. */
  columns: 4,
  column: 2,
  /** Fewest rows above that have text in this column and in the first, and the share of them with numbers there. */
  rows: 2,
  numbers: 0.6,
};

/**
 * Rulings that leave columns out. Points, and a share of the column's width; set by hand on the tuning half of the
 * corpus.
 */
const RULING = { abovePt: 1, belowPt: 3, covers: 0.3 };

/**
 * The label of a total (`Subtotal`) at the foot of a table stands in a column of numbers, because it spans all columns
 * up to the sum.
 */
export function spanTotals(cells: DraftCell[], rows: number, columns: number): void {
  if (columns < TOTAL.columns) return;
  for (let row = rows - 1; row > 1; row -= 1) {
    const inRow = cells.filter((cell) => cell.row === row).sort((a, b) => a.column - b.column);
    const label = totalLabel(inRow, columns);
    if (!label || !isColumnOfNumbers(cells, label)) return;
    for (const empty of inRow)
      if (!isFilled(empty) && empty.column < label.column) cells.splice(cells.indexOf(empty), 1);
    label.colSpan += label.column;
    label.column = 0;
  }
}

/** The one text of a row before a number in the last column, when it stands right before that number. */
function totalLabel(row: readonly DraftCell[], columns: number): DraftCell | undefined {
  const [label, sum, ...more] = row.filter(isFilled);
  if (!label || !sum || more.length > 0) return undefined;
  const isInPlace =
    sum.column === columns - 1 && label.column + label.colSpan === sum.column && label.column >= TOTAL.column;
  return isInPlace && !isNumeric(draftText(label)) && isNumeric(draftText(sum)) ? label : undefined;
}

/** Whether rows above a cell, those with text in the first column, have numbers in its column. */
function isColumnOfNumbers(cells: readonly DraftCell[], label: DraftCell): boolean {
  const above = cells.filter(
    (cell) =>
      cell.column === label.column &&
      cell.row > 0 &&
      cell.row < label.row &&
      isFilled(cell) &&
      cells.some((other) => other.row === cell.row && other.column === 0 && isFilled(other)),
  );
  const numbers = above.filter((cell) => isNumeric(draftText(cell)));
  return above.length >= TOTAL.rows && numbers.length >= TOTAL.numbers * above.length;
}

/** Lets a cell span the rows below it where a ruling parts them in other columns only. */
export function spanRows(cells: DraftCell[], rulings: readonly Ruling[], edges: readonly number[]): void {
  const rows = Math.max(...cells.map((cell) => cell.row)) + 1;
  const extents = Array.from({ length: rows }, (_, row) => {
    const lines = cells.filter((cell) => cell.row === row).flatMap((cell) => cell.lines);
    return { first: Math.min(...lines.map((line) => line.y0)), last: Math.max(...lines.map((line) => line.baseline)) };
  });
  const columns = edges.slice(1).map((to, column) => ({ at: 0, from: edges[column]!, to }));
  const rulingsBelow = (row: number): Ruling[] =>
    rulings.filter(
      ({ at }) => at > extents[row]!.last - RULING.abovePt && at < extents[row + 1]!.first + RULING.belowPt,
    );
  const isNamed = (row: number): boolean =>
    cells.some((cell) => cell.row === row && cell.column === 0 && cell.rowSpan === 1 && isFilled(cell));
  // a sum without a name, below rows with names that no ruling parts
  const isSum = (row: number): boolean =>
    cells.every((cell) => cell.row !== row || !isFilled(cell) || isNumeric(draftText(cell))) &&
    row >= 2 &&
    isNamed(row - 1) &&
    isNamed(row - 2) &&
    rulingsBelow(row - 2).length === 0;

  for (let row = 0; row < rows - 1; row += 1) {
    const between = rulingsBelow(row);
    const isOpen = columns.map((column) => !between.some((ruling) => covers(ruling, column)));
    // a line above a total leaves out the names of the rows, and what else stands beside the numbers
    const isBelowNames = isOpen[0] && (isNamed(row + 1) || isSum(row + 1));
    if (between.length === 0 || isOpen.every(Boolean) || isBelowNames) continue;
    isOpen.forEach((open, column) => {
      if (open) spanInto(cells, row + 1, column);
    });
  }
}

const covers = (ruling: Ruling, column: Ruling): boolean =>
  Math.min(ruling.to, column.to) - Math.max(ruling.from, column.from) >= RULING.covers * lengthOf(column);

/** Lets the cell above an empty one span it. */
function spanInto(cells: DraftCell[], row: number, column: number): void {
  const empty = cells.findIndex(
    (cell) => cell.row === row && cell.column === column && !isFilled(cell) && cell.colSpan === 1,
  );
  const above = cells.find((cell) => cell.column === column && cell.colSpan === 1 && cell.row + cell.rowSpan === row);
  if (empty < 0 || !above || !isFilled(above)) return;
  above.rowSpan += 1;
  cells.splice(empty, 1);
}

/** Gives each field of the grid a cell. */
export function fillHoles(cells: DraftCell[], rows: number, columns: number): void {
  for (let row = 0; row < rows; row += 1) {
    const taken = Array.from({ length: columns }, (_, column) =>
      cells.some((cell) => cell.column === column && cell.row < row && cell.row + cell.rowSpan > row),
    );
    const inRow = cells.filter((cell) => cell.row === row).sort((a, b) => a.column - b.column);
    for (const cell of inRow) {
      for (let column = cell.column; column < cell.column + cell.colSpan; column += 1) {
        if (taken[column]) {
          cell.colSpan = Math.max(1, column - cell.column);
          break;
        }
        taken[column] = true;
      }
    }
    taken.forEach((used, column) => {
      if (!used) cells.push({ row, column, rowSpan: 1, colSpan: 1, lines: [] });
    });
  }
}
