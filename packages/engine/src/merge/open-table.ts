import type { Block, Place } from '../document.ts';
import { joinInlines, plain } from '../layout/text/inlines.ts';
import type { LayoutCell, LayoutPage, TableBlock } from '../layout/model/page-model.ts';
import { placeOf } from './place.ts';

/** A table that the next page may go on with. */
export interface OpenTable {
  readonly block: TableBlock;
  readonly rows: (readonly LayoutCell[])[];
  /** The last part of it. */
  readonly last: TableBlock;
  readonly page: number;
  readonly places: readonly Place[];
}

/** Set by hand on the tuning half of the corpus. */
const SEAM = {
  /** Share of the page's height above which the rest of a table begins, and by which it is above a part beside it. */
  top: 0.35,
  above: 0.1,
  /** Points by which the edges of columns may differ. */
  edgePt: 8,
};

/** Rows of one table that are held in memory: a longer one is cut. */
const MAX_ROWS = 5000;

const rowText = (row: readonly LayoutCell[]): string => row.map((cell) => plain(cell.content)).join('|');

const repeatsHeader = (first: TableBlock, next: TableBlock): boolean =>
  first.rows.length > 0 && next.rows.length > 1 && rowText(first.rows[0]!) === rowText(next.rows[0]!);

/** Whether a table begins at the top of the column beside that at whose end another one stands. */
const isInNextColumn = ({ box }: TableBlock, { box: next }: TableBlock, { height }: LayoutPage): boolean =>
  (next[0] > box[2] || next[2] < box[0]) && next[1] < box[1] - SEAM.above * height;

/** Whether a block goes on with the table of the page before, whose first one it is, or of the column before. */
export function continuesTable(
  { block: above, last, rows, page: before }: OpenTable,
  block: TableBlock,
  page: LayoutPage,
  isFirst: boolean,
): boolean {
  if (block.grid.length !== above.grid.length || rows.length > MAX_ROWS) return false;
  if (page.page === before) return isInNextColumn(last, block, page) && repeatsHeader(above, block);
  if (page.page !== before + 1 || !isFirst) return false;
  if (block.box[1] >= SEAM.top * page.height) return false;
  if (repeatsHeader(above, block)) return true;
  // names of columns alone at the end of a page
  if (rows.length === above.headerRows) return true;
  // where text alone shows a table, its right edge is that of the longest text
  const edges = block.source === 'stream' && above.source === 'stream' ? block.grid.slice(0, -1) : block.grid;
  return edges.every((x, index) => Math.abs(x - above.grid[index]!) < SEAM.edgePt);
}

const cellText = (cell: LayoutCell): string => plain(cell.content).trim();

const isWhole = ({ rowSpan = 1, colSpan = 1 }: LayoutCell): boolean => rowSpan === 1 && colSpan === 1;

/**
 * Whether the first row of a page is the rest of the row that the page before cut: the column that names all rows is
 * empty, and what is filled goes on in mid-sentence.
 */
function isRestOfRow(
  rows: readonly (readonly LayoutCell[])[],
  headerRows: number,
  rest: readonly LayoutCell[],
): boolean {
  const above = rows.at(-1);
  if (rows.length <= headerRows || !above || above.length !== rest.length) return false;
  if (![...above, ...rest].every(isWhole) || cellText(rest[0]!) !== '') return false;
  if (rows.slice(headerRows).some((row) => cellText(row[0]!) === '')) return false;
  const pairs = rest.flatMap((cell, index) => {
    const text = cellText(cell);
    return text === '' ? [] : [[cellText(above[index]!), text] as const];
  });
  const goesOn = ([before, text]: readonly [string, string]): boolean =>
    /\p{L}/u.test(before) && !/[.!?:;。]$/u.test(before) && (/^\p{Ll}/u.test(text) || /[,\u00AD-]$/u.test(before));
  return pairs.length > 0 && pairs.every(goesOn);
}

const joinRows = (above: readonly LayoutCell[], rest: readonly LayoutCell[]): LayoutCell[] =>
  above.map((cell, index) =>
    rest[index]!.content.length === 0 ? cell : { ...cell, content: joinInlines(cell.content, rest[index]!.content) },
  );

/** The open table with the rows of the next page, its header but once; a row that the page cut is whole again. */
export function withRows({ block, rows, places }: OpenTable, next: TableBlock, page: LayoutPage): OpenTable {
  let repeated = 0;
  while (
    repeated < block.headerRows &&
    repeated < next.rows.length &&
    rowText(block.rows[repeated]!) === rowText(next.rows[repeated]!)
  )
    repeated += 1;
  const [first, ...more] = next.rows.slice(repeated);
  const isCut = first !== undefined && isRestOfRow(rows, block.headerRows, first);
  return {
    block,
    rows: isCut
      ? [...rows.slice(0, -1), joinRows(rows.at(-1)!, first), ...more]
      : [...rows, ...next.rows.slice(repeated)],
    last: next,
    page: page.page,
    places: [...places, placeOf(next, page)],
  };
}

/** An amount that names no column: it has separators, three digits, or a sign. Years and full dates do not count. */
const AMOUNT = /^[-–−(]?\s?[$€£¥]?\s?\d{1,3}(?:[.,’\s]\d{3})*(?:[.,]\d{1,2})?\)?\s?[%$€£¥]?\)?$/u;
const isClearAmount = (text: string): boolean => AMOUNT.test(text) && /\d\D\d|\d{3}|[%$€£¥]/u.test(text);

/** Whether a row is an entry of a table: a name, and amounts in all other cells with text. */
function isEntry(row: readonly LayoutCell[]): boolean {
  const [name = '', ...cells] = row.map((cell) => plain(cell.content).trim());
  const filled = cells.filter(Boolean);
  return /\p{L}{2}/u.test(name) && filled.length > 0 && filled.every(isClearAmount);
}

/** Whether a table has no header: it begins with entries, as one cut from a longer table does. */
const beginsWithEntries = ({ source, headerRows }: TableBlock, [first, second]: OpenTable['rows']): boolean =>
  source !== 'tag' && headerRows === 1 && first !== undefined && isEntry(first) && (!second || isEntry(second));

export function tableOf({ block, rows, places }: OpenTable): Block {
  const cells = rows.map((row) =>
    row.map((cell) => ({
      blocks: cell.content.length === 0 ? [] : [{ kind: 'paragraph' as const, content: cell.content }],
      ...(cell.rowSpan === undefined ? {} : { rowSpan: cell.rowSpan }),
      ...(cell.colSpan === undefined ? {} : { colSpan: cell.colSpan }),
      ...(cell.align === undefined ? {} : { align: cell.align }),
    })),
  );
  const noNames = block.grid.slice(1).map(() => ({ blocks: [] }));
  return {
    kind: 'table',
    headerRows: block.headerRows,
    places,
    rows: beginsWithEntries(block, rows) ? [noNames, ...cells] : cells,
  };
}
