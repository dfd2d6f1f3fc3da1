import type { Block, Cell, Table } from '../document.ts';
import { childOf, elementsOf } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';
import { isHidden } from './inline.ts';

/** A table; one of a single cell, or one that says it is for layout, stands for its content. */
export function readTable(
  element: XmlElement,
  readBlocks: (element: XmlElement) => Block[],
  readCaption: (element: XmlElement) => Table['caption'],
): Block[] {
  const { rows, headerRows } = readRows(element, readBlocks);
  const caption = childOf(element, 'caption');
  const layout = /^(?:presentation|none)$/.test(element.attributes['role'] ?? '');
  if (layout || rows.length === 0 || (rows.length === 1 && rows[0]!.length === 1))
    return [...(caption ? readBlocks(caption) : []), ...rows.flat().flatMap(({ blocks }) => blocks)];
  const text = caption && readCaption(caption);
  return [
    {
      kind: 'table',
      rows: clipSpans(rows),
      headerRows: headerRows === rows.length ? 1 : headerRows,
      ...(text ? { caption: text } : {}),
    },
  ];
}

function readRows(
  element: XmlElement,
  readBlocks: (element: XmlElement) => Block[],
): { readonly rows: Cell[][]; readonly headerRows: number } {
  const rows: Cell[][] = [];
  let headerRows = 0;
  for (const { row, head } of rowsOf(element, false)) {
    const cells = elementsOf(row).filter((cell) => (cell.name === 'td' || cell.name === 'th') && !isHidden(cell));
    if (cells.length === 0) continue;
    if (headerRows === rows.length && (head || cells.every(({ name }) => name === 'th'))) headerRows++;
    rows.push(cells.map((cell) => readCell(cell, readBlocks)));
  }
  return { rows, headerRows };
}

function rowsOf(element: XmlElement, head: boolean): { row: XmlElement; head: boolean }[] {
  return elementsOf(element).flatMap((child) => {
    if (isHidden(child)) return [];
    if (child.name === 'tr') return [{ row: child, head }];
    return child.name === 'thead' || child.name === 'tbody' || child.name === 'tfoot'
      ? rowsOf(child, child.name === 'thead')
      : [];
  });
}

function readCell(cell: XmlElement, readBlocks: (element: XmlElement) => Block[]): Cell {
  const span = (name: string): number =>
    Math.min(1000, Math.max(1, Number.parseInt(cell.attributes[name] ?? '1', 10) || 1));
  const [rowSpan, colSpan] = [span('rowspan'), span('colspan')];
  return { blocks: readBlocks(cell), ...(rowSpan > 1 ? { rowSpan } : {}), ...(colSpan > 1 ? { colSpan } : {}) };
}

/** Row spans that reach beyond the last row would make slots that do not exist. */
function clipSpans(rows: readonly Cell[][]): Cell[][] {
  return rows.map((row, y) =>
    row.map((cell) => {
      const { rowSpan = 1, ...rest } = cell;
      const most = Math.min(rowSpan, rows.length - y);
      return most > 1 ? { ...rest, rowSpan: most } : rest;
    }),
  );
}
