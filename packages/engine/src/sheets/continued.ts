import type { Block, Cell } from '../document.ts';
import type { Flow } from '../flow/flow.ts';
import { overlap } from './join-parted.ts';
import type { Region } from './regions.ts';
import type { Area, SheetCell } from './source.ts';
import { EMPTY, makeCell } from './table-sink.ts';

/** Blank rows below which a table may go on. */
const BLANK_ROWS = 2;

/** A table that was written, as far as another may go on with it. */
export interface TableAbove {
  /** Columns of the sheet that it has. */
  readonly columns: readonly number[];
  readonly bottom: number;
  /** True below a header row without amounts. */
  readonly isHeaded: boolean;
}

export function tableAbove(region: Region, columns: readonly number[]): TableAbove {
  const [header = [], ...body] = rowsOf(region);
  const isHeaded = header.length > 1 && !header.some(isAmount) && body.some((row) => row.some(isAmount));
  return { columns, bottom: region.bottom, isHeaded };
}

/**
 * The rows of a region as a part of the table above it, from which blank rows part it: sections and totals of
 * statements, which have no header of their own. Undefined where the region is a table of its own.
 */
export function continuedTable(
  region: Region,
  merges: readonly Area[],
  above: TableAbove | undefined,
  flow: Flow,
): Block | undefined {
  if (!above?.isHeaded || region.top - above.bottom - 1 > BLANK_ROWS) return undefined;
  const rows = rowsOf(region);
  const first = rows.find((row) => row.length > 1);
  if (!first?.some(isAmount) || region.left !== above.columns[0] || merges.some((area) => overlap(area, region)))
    return undefined;
  if (rows.some((row) => row.some(({ column }) => !above.columns.includes(column)))) return undefined;
  const lines = rows.map((row) =>
    above.columns.map((column): Cell => {
      const cell = row.find((each) => each.column === column);
      return cell ? makeCell(cell, flow) : EMPTY;
    }),
  );
  return { kind: 'table', rows: lines, headerRows: 0, continues: true };
}

function rowsOf({ top, bottom, left, right, rows }: Region): SheetCell[][] {
  return [...rows]
    .filter(([row]) => row >= top && row <= bottom)
    .map(([, cells]) => cells.filter(({ column }) => column >= left && column <= right))
    .filter((cells) => cells.length > 0);
}

/** A number that is no year, since a year alone heads a column. */
function isAmount(cell: SheetCell): boolean {
  return isNumber(cell) && !/^(?:19|20)\d\d$/.test(cell.text.trim());
}

/** A number, with its currency or percent sign. */
export function isNumber({ text }: SheetCell): boolean {
  return /^[-+(−–]*\s*\p{Sc}?\s*\d[\d.,' ]*\s*[%)\p{Sc}]*$/u.test(text.trim());
}
