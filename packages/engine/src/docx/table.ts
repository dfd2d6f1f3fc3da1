import type { Block, Cell, Table } from '../document.ts';
import { childOf, descend, elementsOf } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';
import type { DocxContext } from './context.ts';
import { toggle } from './styles.ts';

type OpenCell = { blocks: Block[]; rowSpan: number; colSpan: number };

/** A w:tbl on its grid (ECMA-376 part 1, 17.4). A table of a single cell is a frame: its content stands for itself. */
export function readTable(element: XmlElement, context: DocxContext): Block[] {
  const rows: OpenCell[][] = [];
  /** The cell that covers each grid column so far, for vertical merges. */
  const above: (OpenCell | undefined)[] = [];
  let headerRows = 0;
  for (const row of rowsOf(element)) {
    const properties = childOf(row, 'w:trPr');
    if (childOf(properties, 'w:del')) continue;
    if (toggle(properties, 'w:tblHeader') && headerRows === rows.length) headerRows++;
    rows.push(readRow(row, properties, above, context));
  }
  if (rows.length === 1 && rows[0]!.length === 1) return rows[0]![0]!.blocks;
  const look = descend(element, 'w:tblPr', 'w:tblLook')?.attributes ?? {};
  const firstRow =
    look['w:firstRow'] === '1' ||
    (look['w:firstRow'] === undefined && (Number.parseInt(look['w:val'] ?? '0', 16) & 0x20) !== 0);
  const table: Table = {
    kind: 'table',
    rows: rows.map((row) => row.map(finish)),
    headerRows: Math.min(rows.length, headerRows || (firstRow ? 1 : 0)),
  };
  return rows.length === 0 ? [] : [table];
}

function readRow(
  row: XmlElement,
  properties: XmlElement | undefined,
  above: (OpenCell | undefined)[],
  context: DocxContext,
): OpenCell[] {
  const cells: OpenCell[] = [];
  let column = 0;
  const skip = Math.min(1000, Number(childOf(properties, 'w:gridBefore')?.attributes['w:val'] ?? 0));
  for (let i = 0; i < skip; i++) {
    cells.push({ blocks: [], rowSpan: 1, colSpan: 1 });
    above[column++] = undefined;
  }
  for (const element of cellsOf(row)) {
    const own = childOf(element, 'w:tcPr');
    const colSpan = Math.min(1000, Math.max(1, Number(childOf(own, 'w:gridSpan')?.attributes['w:val'] ?? 1) || 1));
    const merge = childOf(own, 'w:vMerge');
    const upper = above[column];
    const continued = merge && merge.attributes['w:val'] !== 'restart' && upper?.colSpan === colSpan;
    if (continued) upper.rowSpan++;
    const cell = continued ? upper : { blocks: context.readBlocks(elementsOf(element), context), rowSpan: 1, colSpan };
    if (!continued) cells.push(cell);
    for (let i = 0; i < colSpan; i++) above[column++] = cell;
  }
  above.length = column;
  return cells;
}

/** Rows and cells may be wrapped in content controls. */
function rowsOf(element: XmlElement): XmlElement[] {
  return elementsOf(element).flatMap((child) => (child.name === 'w:tr' ? [child] : wraps(child) ? rowsOf(child) : []));
}

function cellsOf(row: XmlElement): XmlElement[] {
  return elementsOf(row).flatMap((child) => (child.name === 'w:tc' ? [child] : wraps(child) ? cellsOf(child) : []));
}

function wraps({ name }: XmlElement): boolean {
  return name === 'w:sdt' || name === 'w:sdtContent' || name === 'w:customXml' || name === 'w:ins';
}

function finish({ blocks, rowSpan, colSpan }: OpenCell): Cell {
  return { blocks, ...(rowSpan > 1 ? { rowSpan } : {}), ...(colSpan > 1 ? { colSpan } : {}) };
}
