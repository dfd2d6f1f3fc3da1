import { draftText, type DraftCell } from './draft-table.ts';
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
