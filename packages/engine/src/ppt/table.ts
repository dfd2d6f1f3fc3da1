import type { Block, Cell } from '../document.ts';
import { filledRows } from '../flow/filled-rows.ts';
import type { PptShape } from './shapes.ts';

/** Edges closer than this are one: a hundredth of an inch. */
const NEAR = 9144;

/** The cells of a table lie on the grid of their edges. */
export function readTable(cells: readonly PptShape[], blocksOf: (cell: PptShape) => readonly Block[]): Block[] {
  const real = cells.filter(({ left, right, top, bottom }) => right - left > NEAR && bottom - top > NEAR);
  const columns = edgesOf(real.map(({ left }) => left));
  const rows = edgesOf(real.map(({ top }) => top));
  if (columns.length === 0 || rows.length === 0) return [];
  const placed = rows.map((): { readonly column: number; readonly cell: Cell }[] => []);
  for (const shape of real) {
    const [column, row] = [placeOf(columns, shape.left), placeOf(rows, shape.top)];
    const colSpan = Math.max(1, columns.filter((edge) => edge < shape.right - NEAR).length - column);
    const rowSpan = Math.max(1, rows.filter((edge) => edge < shape.bottom - NEAR).length - row);
    placed[row]!.push({
      column,
      cell: {
        blocks: blocksOf(shape),
        ...(rowSpan > 1 ? { rowSpan } : {}),
        ...(colSpan > 1 ? { colSpan } : {}),
      },
    });
  }
  const filled = filledRows(placed.map((row) => row.toSorted((a, b) => a.column - b.column).map(({ cell }) => cell)));
  return filled.length === 0 ? [] : [{ kind: 'table', headerRows: 1, rows: filled }];
}

function edgesOf(places: readonly number[]): number[] {
  const sorted = places.toSorted((a, b) => a - b);
  return sorted.filter((place, n) => n === 0 || place - sorted[n - 1]! > NEAR);
}

function placeOf(edges: readonly number[], place: number): number {
  return Math.max(
    0,
    edges.findLastIndex((edge) => edge <= place + NEAR),
  );
}
