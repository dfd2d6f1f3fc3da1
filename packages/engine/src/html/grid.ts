import type { Cell } from '../document.ts';

/** The columns that a cell covers. */
export interface Span {
  readonly column: number;
  /** The column behind it. */
  readonly end: number;
}

/** The places of cells in the grid of their table (HTML, 4.9.12.1). */
export function findPlaces(rows: readonly (readonly Cell[])[]): ReadonlyMap<Cell, Span> {
  const places = new Map<Cell, Span>();
  /** For each column, the first row that no cell from above covers. */
  const free: number[] = [];
  for (const [y, row] of rows.entries()) {
    let column = 0;
    for (const cell of row) {
      while ((free[column] ?? 0) > y) column++;
      const end = column + Math.max(1, cell.colSpan ?? 1);
      places.set(cell, { column, end });
      for (; column < end; column++) free[column] = y + Math.max(1, cell.rowSpan ?? 1);
    }
  }
  return places;
}

/**
 * The rows without those and without columns in which no cell begins: `colspan="100"` means all columns, and has no
 * width beyond them.
 */
export function withoutUnused(rows: readonly (readonly Cell[])[]): readonly (readonly Cell[])[] {
  const used = withoutEmptyRows(rows);
  const places = findPlaces(used);
  const begun = new Set([...places.values()].map(({ column }) => column));
  return used.map((row) =>
    row.map((cell) => {
      if (cell.colSpan === undefined) return cell;
      const { column, end } = places.get(cell)!;
      let span = 0;
      for (let at = column; at < end; at++) if (begun.has(at)) span++;
      return withSpan(cell, 'colSpan', span);
    }),
  );
}

function withoutEmptyRows(rows: readonly (readonly Cell[])[]): readonly (readonly Cell[])[] {
  const filled = rows.flatMap((row, y) => (row.length > 0 ? [y] : []));
  if (filled.length === rows.length) return rows;
  /** The number of filled rows above each row. */
  const above = [0];
  for (const row of rows) above.push(above.at(-1)! + (row.length > 0 ? 1 : 0));
  return filled.map((y) =>
    rows[y]!.map((cell) => {
      const { rowSpan = 1 } = cell;
      return rowSpan > 1 ? withSpan(cell, 'rowSpan', above[Math.min(rows.length, y + rowSpan)]! - above[y]!) : cell;
    }),
  );
}

function withSpan(cell: Cell, name: 'rowSpan' | 'colSpan', span: number): Cell {
  if (cell[name] === span) return cell;
  const { [name]: _before, ...rest } = cell;
  return span > 1 ? { ...rest, [name]: span } : rest;
}
