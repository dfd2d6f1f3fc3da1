import { centerX, middleOfLetters } from '../../model/geometry.ts';
import type { GlyphRun } from '../../model/glyph-run.ts';
import { lineText } from '../../text/inlines.ts';
import {
  cellLines,
  dropUnused,
  finishTable,
  isFilled,
  type DraftCell,
  type TableContent,
} from '../model/draft-table.ts';
import { columnHeaderRows } from '../header/header-rows.ts';
import { boundsOfLattice, latticeCells, withVerticals, type Lattice } from '../rulings/lattice.ts';
import { labelColumn, missingColumns, openColumns } from './missing-columns.ts';
import { isNumeric } from '../model/numeric.ts';
import { withRowsOfText } from './rows-of-text.ts';
import { acceptRuled } from '../accept/accept.ts';

/** Fewest numbers by which a name beside them is told, where some columns are empty. */
const NUMBERS_OF_ENTRY = 2;

/** Fields without text: their least size, how many a row has, and a column as a share of the rows. Set by hand. */
const FIELD = { widthPt: 14, heightPt: 8, inRow: 2, inColumn: 0.5 };

/** Points: what begins within this distance of a run's start tells its column. */
const START_PT = 12;
/** Em: least white space by which words over neighbouring columns are cells of their own. */
const CLEAR_EM = 1.2;

/** Takes rows and columns out of the grid that have no text, and no fields that are large enough for some. */
function dropEmpty(
  cells: DraftCell[],
  { xs, ys }: Pick<Lattice, 'xs' | 'ys'>,
): { rows: number; columnsKept: number[] } {
  const header = Math.min(...cells.filter(isFilled).map((cell) => cell.row));
  const rowUsed = ys.slice(1).map((y, row) => {
    const own = cells.filter((cell) => cell.row <= row && cell.row + cell.rowSpan > row);
    const areFields = own.length >= FIELD.inRow && own.every((cell) => cell.rowSpan === 1);
    return row > header && areFields && y - ys[row]! >= FIELD.heightPt;
  });
  const columnUsed = xs.slice(1).map((x, column) => {
    const own = cells.filter((cell) => cell.column === column && cell.colSpan === 1);
    return own.length >= FIELD.inColumn * (ys.length - 1) && x - xs[column]! >= FIELD.widthPt;
  });
  for (const cell of cells.filter(isFilled)) {
    rowUsed[cell.row] = true;
    columnUsed[cell.column] = true;
  }
  const rowsKept = dropUnused(cells, rowUsed, 'row', 'rowSpan');
  dropUnused(cells, columnUsed, 'column', 'colSpan');
  return { rows: rowsKept, columnsKept: columnUsed.flatMap((used, index) => (used ? [index] : [])) };
}

/**
 * Parts a cell over several columns that has words in each of them, or a name and some numbers, clear of each other:
 * the rulings between are missing.
 */
function partSpanningCells(
  drafts: DraftCell[],
  held: ReadonlyMap<DraftCell, readonly GlyphRun[]>,
  xs: readonly number[],
): void {
  for (const [index, draft] of drafts.entries()) {
    const runs = held.get(draft);
    if (draft.colSpan === 1 || !runs || runs.length < 2) continue;
    const parts = Array.from({ length: draft.colSpan }, (_, at) =>
      runs.filter((run) => fieldAt(xs, centerX(run)) === draft.column + at),
    );
    const filled = parts.filter((part) => part.length > 0);
    if (!filled.every((part, at) => at === 0 || isClear(filled[at - 1]!, part))) continue;
    if (filled.length < parts.length && !isEntry(parts)) continue;
    const cells = parts.map((part, at) => ({
      ...draft,
      column: draft.column + at,
      colSpan: 1,
      lines: cellLines(part),
    }));
    drafts.splice(index, 1, ...cells);
  }
}

/** A name in the first of some columns and numbers in others. */
function isEntry([name = [], ...numbers]: readonly (readonly GlyphRun[])[]): boolean {
  const texts = numbers.flatMap((part) => cellLines(part)).map(lineText);
  return (
    /\p{L}{2}/u.test(name.map(({ text }) => text).join(' ')) &&
    texts.length >= NUMBERS_OF_ENTRY &&
    texts.every(isNumeric)
  );
}

const isClear = (left: readonly GlyphRun[], right: readonly GlyphRun[]): boolean =>
  Math.min(...right.map((run) => run.x0)) - Math.max(...left.map((run) => run.x1)) > CLEAR_EM * right[0]!.size;

/** Which field between lines holds a place; the first and the last one hold what lies outside. */
function fieldAt(lines: readonly number[], at: number): number {
  let index = 0;
  while (index < lines.length - 2 && at >= lines[index + 1]!) index += 1;
  return index;
}

/** The runs that each cell holds. */
function fillCells(
  drafts: readonly DraftCell[],
  { xs, ys }: Lattice,
  runs: readonly GlyphRun[],
): ReadonlyMap<DraftCell, readonly GlyphRun[]> {
  const columns = xs.length - 1;
  const fields: (DraftCell | undefined)[] = Array.from({ length: columns * (ys.length - 1) });
  for (const draft of drafts) {
    for (let y = draft.row; y < draft.row + draft.rowSpan; y += 1)
      for (let x = draft.column; x < draft.column + draft.colSpan; x += 1) fields[y * columns + x] = draft;
  }
  const held = new Map<DraftCell, GlyphRun[]>();
  for (const run of runs) {
    const column = fieldAt(xs, (run.x0 + Math.min(run.x1, run.x0 + START_PT)) / 2);
    const row = fieldAt(ys, middleOfLetters(run));
    const cell = fields[row * columns + column];
    if (!cell) continue;
    const list = held.get(cell);
    if (list) list.push(run);
    else held.set(cell, [run]);
  }
  return held;
}

/**
 * The table of a lattice, or nothing when what it holds is no table (a frame, a chart). `fields`: boxes that look like
 * those of a form or diagram together. `runs` lie inside of it.
 */
export function readLatticeTable(ruled: Lattice, runs: readonly GlyphRun[]): TableContent | 'fields' | undefined {
  // first the columns of a frame: the rows in it are told by their cells
  const open = withVerticals(ruled, openColumns(ruled, runs));
  const lined = withRowsOfText(open, runs);
  const lattice = withVerticals(lined, [...missingColumns(lined, runs), ...labelColumn(lined, runs)]);
  const cells: DraftCell[] = latticeCells(lattice).map((cell) => ({ ...cell, lines: [] }));
  const held = fillCells(cells, lattice, runs);
  for (const [cell, list] of held) cell.lines = cellLines(list);
  partSpanningCells(cells, held, lattice.xs);
  const fields = cells.length;
  const { rows, columnsKept } = dropEmpty(cells, lattice);
  const grid = [...columnsKept.map((column) => lattice.xs[column]!), boundsOfLattice(lattice).x1];
  const verdict = acceptRuled({ cells, rows, grid, lattice, fields });
  if (verdict !== 'table') return verdict === 'fields' ? verdict : undefined;
  const headerRows = columnHeaderRows(cells, rows, undefined);
  return finishTable({ cells, rows, grid, source: 'ruled', headerRows, firstAligned: 1 });
}
