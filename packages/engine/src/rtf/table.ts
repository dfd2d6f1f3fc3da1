import type { Block, Cell, Table } from '../document.ts';

/** The format that a row gives one of its cells (`\cellx` and the words before it). */
export interface CellFormat {
  /** Its right edge in twips. */
  readonly right: number;
  readonly merge: 'none' | 'continue';
  readonly mergeDown: 'none' | 'start' | 'continue';
}

export interface RowFormat {
  left: number;
  isHeader: boolean;
  cells: CellFormat[];
}

export interface RtfRow {
  readonly format: RowFormat;
  readonly cells: readonly (readonly Block[])[];
}

/** Edges closer than this, in twips, are one. */
const NEAR = 80;

/** Rows as a table on the grid of all their edges. A table of a single cell is a frame, and becomes its content. */
export function readTable(rows: readonly RtfRow[]): Block[] {
  const filled = rows.filter(({ cells }) => cells.length > 0);
  if (filled.length === 0) return [];
  if (filled.length === 1 && filled[0]!.cells.length === 1) return [...filled[0]!.cells[0]!];
  const edges = findEdges(filled);
  const placed = filled.map((row) => placeCells(row, edges));
  const open = new Map<number, MutableCell>();
  const table = placed.map((cells) => {
    const own: MutableCell[] = [];
    for (const cell of cells) {
      const above = open.get(cell.column);
      if (cell.mergeDown === 'continue' && above && above.colSpan === cell.colSpan) {
        above.rowSpan++;
        continue;
      }
      const kept = { blocks: cell.blocks, rowSpan: 1, colSpan: cell.colSpan };
      if (cell.mergeDown === 'start') open.set(cell.column, kept);
      else open.delete(cell.column);
      own.push(kept);
    }
    return own;
  });
  const headers = filled.findIndex(({ format }) => !format.isHeader);
  return [
    {
      kind: 'table',
      rows: table.map((row) => row.map(finish)),
      headerRows: headers === -1 ? 1 : headers,
    } satisfies Table,
  ];
}

interface MutableCell {
  readonly blocks: readonly Block[];
  rowSpan: number;
  readonly colSpan: number;
}

interface PlacedCell {
  readonly blocks: readonly Block[];
  readonly column: number;
  readonly colSpan: number;
  readonly mergeDown: CellFormat['mergeDown'];
}

function finish({ blocks, rowSpan, colSpan }: MutableCell): Cell {
  return { blocks, ...(rowSpan > 1 ? { rowSpan } : {}), ...(colSpan > 1 ? { colSpan } : {}) };
}

/**
 * All edges of all rows; none where rows differ in nothing but their number of cells, or do not say where cells end.
 */
function findEdges(rows: readonly RtfRow[]): readonly number[] {
  if (rows.some(({ format, cells }) => format.cells.length < cells.length || !ascends(format))) return [];
  const sorted = rows
    .flatMap(({ format }) => [format.left, ...format.cells.map(({ right }) => right)])
    .sort((a, b) => a - b);
  return sorted.filter((edge, n) => n === 0 || edge - sorted[n - 1]! > NEAR);
}

function ascends({ left, cells }: RowFormat): boolean {
  return cells.every(({ right }, n) => right > (n === 0 ? left : cells[n - 1]!.right));
}

function placeCells({ format, cells }: RtfRow, edges: readonly number[]): PlacedCell[] {
  const findColumn = (x: number): number => {
    let column = 0;
    while (column + 1 < edges.length && edges[column + 1]! - x <= NEAR) column++;
    return column;
  };
  const placed: PlacedCell[] = [];
  for (const [n, blocks] of cells.entries()) {
    const shape = format.cells[n];
    const last = placed.at(-1);
    const column = edges.length > 0 ? findColumn(n === 0 ? format.left : format.cells[n - 1]!.right) : n;
    const colSpan = edges.length > 0 ? Math.max(1, findColumn(shape!.right) - column) : 1;
    if (shape?.merge === 'continue' && last)
      placed[placed.length - 1] = { ...last, blocks: [...last.blocks, ...blocks], colSpan: last.colSpan + colSpan };
    else placed.push({ blocks, column, colSpan, mergeDown: shape?.mergeDown ?? 'none' });
  }
  return placed;
}
