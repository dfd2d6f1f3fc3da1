import type { Block, Cell } from '../document.ts';
import { elementsOf } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';
import type { OdfContext } from './context.ts';

/**
 * Repetitions are written as a count, which may be that of an empty sheet: empty ones are not repeated, filled ones at
 * most this often.
 */
const REPEATED = 1000;

/** A table:table (ODF 1.3 part 3, 9.1). A table of a single cell is a frame, and becomes its content. */
export function readTable(table: XmlElement, context: OdfContext): Block[] {
  const rows: Cell[][] = [];
  let headerRows = 0;
  for (const { row, head } of findRows(table, false)) {
    const cells = readRow(row, context);
    const empty = cells.every(({ blocks }) => blocks.length === 0);
    const repeated = empty ? 1 : Number(row.attributes['table:number-rows-repeated'] ?? 1) || 1;
    if (repeated > REPEATED) context.flow.warn('repetition-left-out');
    const count = Math.min(REPEATED, repeated);
    for (let i = 0; i < count; i++) rows.push(cells);
    if (head) headerRows = rows.length;
  }
  if (rows.length === 1 && rows[0]!.length === 1) return [...rows[0]![0]!.blocks];
  return rows.length === 0 ? [] : [{ kind: 'table', rows, headerRows: Math.min(headerRows, rows.length) }];
}

function findRows(element: XmlElement, head: boolean): { row: XmlElement; head: boolean }[] {
  return elementsOf(element).flatMap((child) => {
    if (child.name === 'table:table-row') return [{ row: child, head }];
    if (child.name === 'table:table-header-rows') return findRows(child, true);
    return child.name === 'table:table-rows' || child.name === 'table:table-row-group' ? findRows(child, head) : [];
  });
}

function readRow(row: XmlElement, context: OdfContext): Cell[] {
  const cells: Cell[] = [];
  for (const element of elementsOf(row)) {
    if (element.name !== 'table:table-cell') continue;
    const span = (name: string): number => Math.min(REPEATED, Math.max(1, Number(element.attributes[name] ?? 1) || 1));
    const [rowSpan, colSpan] = [span('table:number-rows-spanned'), span('table:number-columns-spanned')];
    const cell = {
      blocks: withoutBullet(context.readBlocks(element, context)),
      ...(rowSpan > 1 ? { rowSpan } : {}),
      ...(colSpan > 1 ? { colSpan } : {}),
    };
    for (let i = 0; i < span('table:number-columns-repeated'); i++) cells.push(cell);
  }
  while (cells.length > 1 && isPadding(cells.at(-1)!) && isPadding(cells.at(-2)!)) cells.pop();
  return cells;
}

/** Impress writes a cell's text as a list of one item, whether a bullet shows or not. */
function withoutBullet(blocks: readonly Block[]): readonly Block[] {
  const [only] = blocks;
  return blocks.length === 1 &&
    only?.kind === 'list' &&
    !only.ordered &&
    only.items.length === 1 &&
    only.items[0]!.label === undefined
    ? only.items[0]!.blocks
    : blocks;
}

function isPadding({ blocks, rowSpan, colSpan }: Cell): boolean {
  return blocks.length === 0 && rowSpan === undefined && colSpan === undefined;
}
