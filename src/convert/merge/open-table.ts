import type { Block, Place } from '../document.ts';
import { plain } from '../layout/text/inlines.ts';
import type { LayoutCell, LayoutPage, TableBlock } from '../layout/model/page-model.ts';
import { placeOf } from './place.ts';

/** A table that the next page may go on with. */
export interface OpenTable {
  readonly block: TableBlock;
  readonly rows: (readonly LayoutCell[])[];
  readonly page: number;
  readonly places: readonly Place[];
}

/** Set by hand on the tuning half of the corpus. */
const SEAM = {
  /** Share of the page's height above which the rest of a table begins. */
  top: 0.35,
  /** Points by which the edges of columns may differ. */
  edgePt: 8,
};

/** Rows of one table that are held in memory: a longer one is cut. */
const MAX_ROWS = 5000;

const rowText = (row: readonly LayoutCell[]): string => row.map((cell) => plain(cell.content)).join('|');

const repeatsHeader = (first: TableBlock, next: TableBlock): boolean =>
  first.rows.length > 0 &&
  next.rows.length > 1 &&
  rowText(first.rows[0]!) === rowText(next.rows[0]!) &&
  /\p{L}/u.test(rowText(first.rows[0]!));

/** Whether the first block of a page goes on with the table of the page before. */
export function continuesTable(
  { block: above, rows, page: before }: OpenTable,
  block: TableBlock,
  page: LayoutPage,
): boolean {
  if (page.page !== before + 1 || block.grid.length !== above.grid.length || rows.length > MAX_ROWS) return false;
  if (block.box[1] >= SEAM.top * page.height) return false;
  if (repeatsHeader(above, block)) return true;
  return (
    block.source === above.source && block.grid.every((x, index) => Math.abs(x - above.grid[index]!) < SEAM.edgePt)
  );
}

/** The open table with the rows of the next page, its header but once. */
export function withRows({ block, rows, places }: OpenTable, next: TableBlock, page: LayoutPage): OpenTable {
  let repeated = 0;
  while (
    repeated < block.headerRows &&
    repeated < next.rows.length &&
    rowText(block.rows[repeated]!) === rowText(next.rows[repeated]!)
  )
    repeated += 1;
  return {
    block,
    rows: [...rows, ...next.rows.slice(repeated)],
    page: page.page,
    places: [...places, placeOf(next, page)],
  };
}

export function tableOf({ block, rows, places }: OpenTable): Block {
  return {
    kind: 'table',
    headerRows: block.headerRows,
    places,
    rows: rows.map((row) =>
      row.map((cell) => ({
        blocks: cell.content.length === 0 ? [] : [{ kind: 'paragraph' as const, content: cell.content }],
        ...(cell.rowSpan === undefined ? {} : { rowSpan: cell.rowSpan }),
        ...(cell.colSpan === undefined ? {} : { colSpan: cell.colSpan }),
        ...(cell.align === undefined ? {} : { align: cell.align }),
      })),
    ),
  };
}
