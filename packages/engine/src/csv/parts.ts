import type { SheetRow } from '../sheets/source.ts';

const NUMBER = /^[-+(]?\p{Sc}?\d[\d.,\s']*[)%]?\p{Sc}?$/u;

export interface CsvRow extends SheetRow {
  /** True below a blank line. */
  readonly isApart: boolean;
}

/**
 * Parts rows where empty ones stand between tables: what follows begins with a header of its own, that is names in all
 * columns, and is of another width, or has amounts below names as the table above has.
 */
export function partTables(rows: readonly CsvRow[]): readonly (readonly CsvRow[])[] {
  const parts: CsvRow[][] = [];
  let isBehindGap = false;
  for (const [n, row] of rows.entries()) {
    if (row.cells.length === 0) {
      isBehindGap = true;
      parts.at(-1)?.push(row);
      continue;
    }
    const above = parts.at(-1);
    if (!above || ((isBehindGap || row.isApart) && beginsTable(above, rows.slice(n, nextGap(rows, n))))) {
      while (above?.at(-1)?.cells.length === 0) above.pop();
      parts.push([row]);
    } else above.push(row);
    isBehindGap = false;
  }
  return parts;
}

function nextGap(rows: readonly CsvRow[], from: number): number {
  const at = rows.findIndex((row, n) => n > from && (row.cells.length === 0 || row.isApart));
  return at < 0 ? rows.length : at;
}

function beginsTable(above: readonly SheetRow[], below: readonly SheetRow[]): boolean {
  const [header, ...body] = below;
  if (!header || body.length === 0 || above.length < 2) return false;
  const width = widthOf(below);
  if (header.cells.length !== width || width < 2 || header.cells.some(({ text }) => NUMBER.test(text))) return false;
  if (widthOf(above) !== width) return true;
  const amounts = (rows: readonly SheetRow[]): Set<number> => amountColumns(rows.slice(1));
  const [first, second] = [amounts(above), amounts(below)];
  return [...second].some((column) => first.has(column));
}

function widthOf(rows: readonly SheetRow[]): number {
  return Math.max(...rows.map(({ cells }) => (cells.at(-1)?.column ?? -1) + 1));
}

/** Columns of which all cells are numbers. */
function amountColumns(rows: readonly SheetRow[]): Set<number> {
  const columns = new Map<number, boolean>();
  for (const { cells } of rows)
    for (const { column, text } of cells) columns.set(column, (columns.get(column) ?? true) && NUMBER.test(text));
  return new Set([...columns].filter(([, isAmount]) => isAmount).map(([column]) => column));
}
