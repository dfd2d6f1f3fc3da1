import { parseStructRef } from '@borgar/fx';
import type { SheetTable } from '../source.ts';
import type { CellRange } from './evaluate.ts';
import { NotComputed } from './values.ts';

/** The cell of a formula. */
export interface FormulaPlace {
  /** In lower case. */
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
}

/** The cells that a reference by the names of a table's columns means (ECMA-376 part 1, 18.17.2.3). */
export function rangeOfTable(reference: string, tables: readonly SheetTable[], at: FormulaPlace): CellRange {
  // XlsxWriter leaves out brackets that the grammar demands.
  const parsed = parseStructRef(reference.replace(/^(\w*\[\[#This Row\],)([^[\]]+)\]$/i, '$1[$2]]'));
  if (!parsed || (parsed.context?.length ?? 0) > 0) throw new NotComputed(reference);
  const name = parsed.table ?? '';
  const table = tables.find((each) => (name === '' ? holds(each, at) : isSameName(each.name, name)));
  if (!table) throw new NotComputed(reference);
  const { sections = [], columns = [] } = parsed;
  const [top, bottom] = rowsOf(table, sections.length === 0 ? ['data'] : sections, at);
  return { sheet: table.sheet, top, bottom, ...columnsOf(table, columns) };
}

const isSameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** One column, a range between two, or all. */
function columnsOf({ area, columns }: SheetTable, names: readonly string[]): Pick<CellRange, 'left' | 'right'> {
  if (names.length === 0) return { left: area.left, right: area.right };
  const places = names.map((name) => columns.findIndex((each) => isSameName(each, name)));
  if (places.includes(-1)) throw new NotComputed('column');
  return { left: area.left + Math.min(...places), right: area.left + Math.max(...places) };
}

function holds({ sheet, area }: SheetTable, at: FormulaPlace): boolean {
  const isInColumns = area.left <= at.column && at.column <= area.right;
  return isSameName(sheet, at.sheet) && area.top <= at.row && at.row <= area.bottom && isInColumns;
}

/** The first and last row of some parts of a table. */
function rowsOf({ area, headerRows, totalsRows }: SheetTable, sections: readonly string[], at: FormulaPlace): number[] {
  const { top, bottom } = area;
  const parts: Readonly<Record<string, readonly number[]>> = {
    all: [top, bottom],
    headers: [top, top + headerRows - 1],
    data: [top + headerRows, bottom - totalsRows],
    totals: [bottom - totalsRows + 1, bottom],
    'this row': [at.row, at.row],
  };
  const rows = sections.flatMap((section) => parts[section] ?? []);
  const [first, last] = [Math.min(...rows), Math.max(...rows)];
  if (rows.length < 2 || last < first) throw new NotComputed('table');
  return [first, last];
}
