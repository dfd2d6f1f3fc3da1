import type { Block, Cell, Table } from '../document.ts';
import { childOf, descend, elementsOf } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';
import type { DocxContext } from './context.ts';
import { toggle } from './styles.ts';

type OpenCell = { blocks: Block[]; rowSpan: number; colSpan: number };

/** A w:tbl on its grid (ECMA-376 part 1, 17.4). A table of a single cell is a frame, and becomes its content. */
export function readTable(element: XmlElement, context: DocxContext): Block[] {
  const rows: OpenCell[][] = [];
  /** The cell that covers each grid column so far, for vertical merges. */
  const above: (OpenCell | undefined)[] = [];
  let headerRows = 0;
  for (const row of findRows(element)) {
    const properties = childOf(row, 'w:trPr');
    if (childOf(properties, 'w:del')) continue;
    if (toggle(properties, 'w:tblHeader') && headerRows === rows.length) headerRows++;
    rows.push(readRow(row, properties, above, context));
  }
  if (rows.length === 1 && rows[0]!.length === 1) return rows[0]![0]!.blocks;
  const table: Table = {
    kind: 'table',
    rows: rows.map((row) => row.map(finish)),
    headerRows: Math.min(rows.length, headerRows || (hasHeaderLook(element) ? 1 : 0)),
  };
  return rows.length === 0 ? [] : [table];
}

/** Whether the first row is formatted as a header. */
function hasHeaderLook(table: XmlElement): boolean {
  const look = descend(table, 'w:tblPr', 'w:tblLook')?.attributes ?? {};
  const firstRow = look['w:firstRow'];
  return firstRow === undefined ? (Number.parseInt(look['w:val'] ?? '0', 16) & 0x20) !== 0 : firstRow === '1';
}

/** Columns of the grid at most that a cell spans, or that a row leaves free at its start. */
const COLUMNS = 1000;

function readRow(
  row: XmlElement,
  properties: XmlElement | undefined,
  above: (OpenCell | undefined)[],
  context: DocxContext,
): OpenCell[] {
  const cells: OpenCell[] = [];
  let column = 0;
  const free = Math.min(COLUMNS, Number(childOf(properties, 'w:gridBefore')?.attributes['w:val'] ?? 0));
  for (let i = 0; i < free; i++) {
    cells.push({ blocks: [], rowSpan: 1, colSpan: 1 });
    above[column++] = undefined;
  }
  for (const element of findCells(row)) {
    const cellProperties = childOf(element, 'w:tcPr');
    const colSpan = readColSpan(cellProperties);
    let cell = above[column];
    if (cell?.colSpan === colSpan && continuesAbove(cellProperties)) cell.rowSpan++;
    else cells.push((cell = { blocks: context.readBlocks(elementsOf(element), context), rowSpan: 1, colSpan }));
    for (let i = 0; i < colSpan; i++) above[column++] = cell;
  }
  above.length = column;
  return cells;
}

function readColSpan(properties: XmlElement | undefined): number {
  const stated = Number(childOf(properties, 'w:gridSpan')?.attributes['w:val'] ?? 1);
  return Math.min(COLUMNS, Math.max(1, stated || 1));
}

/** Whether a cell is merged with the one above it. */
function continuesAbove(properties: XmlElement | undefined): boolean {
  const merge = childOf(properties, 'w:vMerge');
  return merge !== undefined && merge.attributes['w:val'] !== 'restart';
}

/** Rows and cells may be wrapped in content controls. */
function findRows(element: XmlElement): XmlElement[] {
  return elementsOf(element).flatMap((child) =>
    child.name === 'w:tr' ? [child] : wraps(child) ? findRows(child) : [],
  );
}

function findCells(row: XmlElement): XmlElement[] {
  return elementsOf(row).flatMap((child) => (child.name === 'w:tc' ? [child] : wraps(child) ? findCells(child) : []));
}

function wraps({ name }: XmlElement): boolean {
  return name === 'w:sdt' || name === 'w:sdtContent' || name === 'w:customXml' || name === 'w:ins';
}

function finish({ blocks, rowSpan, colSpan }: OpenCell): Cell {
  return { blocks, ...(rowSpan > 1 ? { rowSpan } : {}), ...(colSpan > 1 ? { colSpan } : {}) };
}
