import { boundsOf, centerX } from '../../model/geometry.ts';
import { findGutters, type Gutter } from '../../whitespace/gutters.ts';
import { isFilled, type DraftCell } from '../model/draft-table.ts';

/** A cell as the structure tree states it. */
export interface TaggedCell extends DraftCell {
  readonly head: boolean;
}

interface Settled {
  readonly cells: readonly TaggedCell[];
  readonly columns: number;
}

/** Points: columns whose texts come nearer than this are not told apart. Set by hand on the tuning half. */
const LEAST_GUTTER_PT = 1;
/** How many more columns than the widest row of the tree a table may have, as a factor. */
const MOST_COLUMNS = 3;

const spansRow = (cell: DraftCell, row: number): boolean => cell.row <= row && row < cell.row + cell.rowSpan;

/**
 * Some producers leave empty cells out of the tree, so that the cells after them move to the left. Where rows have
 * different widths, the cells go into the columns in which they stand: those that white space parts, or else those of
 * the rows that are whole.
 */
export function settleCells(cells: readonly TaggedCell[], rows: number, columns: number): Settled {
  const widthOf = (row: number): number =>
    cells.reduce((sum, cell) => (spansRow(cell, row) ? sum + cell.colSpan : sum), 0);
  const isWhole = Array.from({ length: rows }, (_, row) => widthOf(row) === columns);
  if (isWhole.every(Boolean)) return { cells, columns };
  return byWhiteSpace(cells, rows, columns) ?? { cells: cells, columns };
}

/** Cells in the columns that white space parts through the whole table; nothing where two would stand in one field. */
function byWhiteSpace(cells: readonly TaggedCell[], rows: number, columns: number): Settled | undefined {
  const filled = cells.filter(isFilled);
  const single = filled.filter((cell) => cell.colSpan === 1);
  const gutters = findGutters(
    Array.from({ length: rows }, (_, row) =>
      single.filter((cell) => cell.row === row).map(({ lines }) => boundsOf(lines)),
    ),
    LEAST_GUTTER_PT,
    0,
  );
  const found = gutters.length + 1;
  if (found < columns || found > MOST_COLUMNS * columns) return undefined;
  const placed = filled.map((cell) => inColumns(cell, gutters));
  return overlap(placed) ? undefined : { cells: placed, columns: found };
}

/** A cell in the columns that its text reaches; one that spans several spans as many as the tree says, or more. */
function inColumns(cell: TaggedCell, gutters: readonly Gutter[]): TaggedCell {
  const { x0, x1 } = boundsOf(cell.lines);
  const first = gutters.filter((gutter) => centerX(gutter) < x0).length;
  const last = gutters.filter((gutter) => centerX(gutter) < x1).length;
  if (cell.colSpan === 1) return { ...cell, column: first };
  // its text stands in the middle of the columns that it spans
  const more = Math.max(0, cell.colSpan - (last - first + 1));
  const column = Math.max(0, Math.min(first - Math.floor(more / 2), gutters.length + 1 - cell.colSpan));
  return { ...cell, column, colSpan: Math.max(cell.colSpan, last - column + 1) };
}

function overlap(cells: readonly DraftCell[]): boolean {
  const taken = new Set<string>();
  for (const cell of cells)
    for (let row = cell.row; row < cell.row + cell.rowSpan; row += 1)
      for (let column = cell.column; column < cell.column + cell.colSpan; column += 1) {
        const field = `${row},${column}`;
        if (taken.has(field)) return true;
        taken.add(field);
      }
  return false;
}
