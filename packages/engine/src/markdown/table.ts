import type { Block, Cell, Table } from '../document.ts';

/** A cell's place in the grid; `origin` is false in slots that another cell's span covers. */
export interface Slot {
  readonly cell: Cell;
  readonly origin: boolean;
}

/**
 * Lays the cells of rows out on their grid. Slots that no cell covers stay undefined. Spans are cut where they meet
 * other cells' slots or the table's end.
 */
export function layGrid(rows: Table['rows']): (Slot | undefined)[][] {
  const grid: (Slot | undefined)[][] = rows.map(() => []);
  for (const [y, row] of rows.entries()) {
    let x = 0;
    for (const cell of row) {
      while (grid[y]![x]) x++;
      const right = x + Math.max(1, cell.colSpan ?? 1);
      const bottom = Math.min(rows.length, y + Math.max(1, cell.rowSpan ?? 1));
      for (let v = y; v < bottom; v++) {
        for (let u = x; u < right; u++) {
          if (v > y || u > x) grid[v]![u] ??= { cell, origin: false };
          else grid[v]![u] = { cell, origin: true };
        }
      }
      x = right;
    }
  }
  return grid;
}

/** True when GFM's plain grid cannot express the table: spans, or a table within a cell. */
export function needsHtml(table: Table): boolean {
  return table.rows.some((row) =>
    row.some((cell) => (cell.rowSpan ?? 1) > 1 || (cell.colSpan ?? 1) > 1 || cell.blocks.some(holdsTable)),
  );
}

function holdsTable(block: Block): boolean {
  if (block.kind === 'table') return true;
  if (block.kind === 'list') return block.items.some((item) => item.blocks.some(holdsTable));
  return block.kind === 'quote' && block.blocks.some(holdsTable);
}

/**
 * True for a row that holds nothing but cells that also cover the next row: where their text is repeated, the row adds
 * nothing.
 */
export function isRepeatedBelow(
  row: readonly (Slot | undefined)[],
  next: readonly (Slot | undefined)[] | undefined,
): boolean {
  const filled = row.flatMap((slot, x) => (slot && slot.cell.blocks.length > 0 ? [{ slot, x }] : []));
  return (
    next !== undefined &&
    filled.length > 0 &&
    filled.every(({ slot, x }) => next[x]?.cell === slot.cell) &&
    next.some((slot) => slot?.origin && slot.cell.blocks.length > 0)
  );
}

/** One GFM row. */
export function writeRow(cells: readonly string[]): string {
  return `|${cells.map((cell) => (cell === '' ? '  |' : ` ${cell} |`)).join('')}`;
}

/** GFM's delimiter row. */
export function writeDelimiters(aligns: readonly (Cell['align'] | undefined)[]): string {
  return writeRow(
    aligns.map((align) => (align === 'center' ? ':-:' : align === 'right' ? '-:' : align === 'left' ? ':-' : '-')),
  );
}
