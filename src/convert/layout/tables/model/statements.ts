import { cellsByRow, draftText, type DraftCell } from './draft-table.ts';
import { isAmount, isNumeric } from './numeric.ts';

/** Fewest columns and rows of a statement, and share of the rows that have a name and amounts. Set by hand. */
const STATEMENT = { columns: 3, rows: 4, share: 0.75 };

/** Whether the filled cells of a row, from left to right, are one in the first column and amounts. */
export function haveAmounts([name, ...amounts]: readonly DraftCell[]): boolean {
  const texts = amounts.map(draftText);
  return name?.column === 0 && texts.every(isNumeric) && texts.some(isAmount);
}

const isEntry = (row: readonly DraftCell[]): boolean => /\p{L}{2}/u.test(draftText(row[0]!)) && haveAmounts(row);

/** Whether rows with several cells are those of a financial statement: a name and amounts in each. */
export function isStatement(several: readonly (readonly DraftCell[])[]): boolean {
  const entries = several.filter(isEntry);
  const columns = new Set(entries.flatMap((row) => row.map((cell) => cell.column)));
  return (
    columns.size >= STATEMENT.columns &&
    entries.length >= STATEMENT.rows &&
    entries.length >= STATEMENT.share * several.length
  );
}

/**
 * Whether rows are entries of a statement, however few, below nothing but names of the columns of their amounts. A sum
 * may have no name.
 */
export function isHeadedStatement(table: {
  readonly cells: readonly DraftCell[];
  readonly rows: number;
  readonly columns: number;
}): boolean {
  const byRow = cellsByRow(table.cells, table.rows);
  const head = byRow.findIndex((row) => row[0]?.column === 0);
  const body = byRow.slice(head);
  return (
    head > 0 &&
    table.columns >= STATEMENT.columns &&
    byRow[0]!.length === table.columns - 1 &&
    !byRow.slice(0, head).flat().map(draftText).some(isAmount) &&
    body[0]!.length === table.columns &&
    body.every((row) => haveAmounts(row) || row.every((cell) => isAmount(draftText(cell))))
  );
}

interface LineOfCells {
  readonly cells: readonly { readonly column: number; readonly text: string }[];
}

/** The columns of the amounts of a line that begins with a name. */
export const entryColumns = ({ cells }: LineOfCells): readonly number[] =>
  cells[0] && /\p{L}/u.test(cells[0].text)
    ? cells.slice(1).flatMap(({ column, text }) => (isAmount(text) ? [column] : []))
    : [];

/** The columns of the numbers of a line that has a name, an amount, and nothing else; a dash is a number, too. */
function numberColumns({ cells: [name, ...numbers] }: LineOfCells): readonly number[] {
  const texts = numbers.map(({ text }) => text);
  const isEntryLine = name && /\p{L}/u.test(name.text) && texts.every(isNumeric) && texts.some(isAmount);
  return isEntryLine ? numbers.map(({ column }) => column) : [];
}

/**
 * Whether a line has a name and amounts, and the last line of several cells above it has them in the same columns, or
 * the line right above it has a number in one of them where both have nothing else: whatever else is said, these are
 * two rows.
 */
export function isFurtherEntry(lines: readonly LineOfCells[], index: number): boolean {
  const line = lines[index]!;
  const above = lines.slice(0, index).findLast(({ cells }) => cells.length > 1);
  if (!above) return false;
  const [own, others] = [entryColumns(line), entryColumns(above)];
  if (own.length > 0 && own.length === others.length && own.every((column) => others.includes(column))) return true;
  const numbers = numberColumns(lines[index - 1]!);
  return numberColumns(line).some((column) => numbers.includes(column));
}
