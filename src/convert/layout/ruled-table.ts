import { appendInlines, lineInlines, lineText, plain } from './inlines.ts';
import { joinSegments, rowsOf, segmentsOf } from './lines.ts';
import { missingLines } from './band-rows.ts';
import { missingColumns } from './inner-columns.ts';
import { latticeCells, withLines, withUprights, type Lattice } from './lattice.ts';
import { isBullet } from './labels.ts';
import type { LayoutCell, TableBlock } from './page-model.ts';
import { median, type Piece, type Segment } from './piece.ts';
import { isNumeric } from './row-starts.ts';
import type { Inline } from '../document.ts';

/** A cell while its table is being made: its lines, and where it stands. */
export interface DraftCell {
  row: number;
  column: number;
  rowSpan: number;
  colSpan: number;
  lines: Segment[];
}

const NO_BARRIER = (): boolean => false;

/** Lines of text inside one cell: all pieces of a baseline are one line. */
export function cellLines(pieces: readonly Piece[]): Segment[] {
  return rowsOf(pieces, 0.25).map((row) => joinSegments(segmentsOf(row, NO_BARRIER)));
}

/** Lines of a cell as inline content; a line that starts with a bullet starts on a new line. */
export function cellInlines(lines: readonly Segment[]): Inline[] {
  const content: Inline[] = [];
  let current: ReturnType<typeof lineInlines> = [];
  for (const line of lines) {
    const spans = lineInlines(line.pieces);
    if (current.length > 0 && isBullet(line.pieces[0]!)) {
      content.push(...current, { kind: 'break' });
      current = [];
    }
    appendInlines(current, spans);
  }
  content.push(...current);
  return content;
}

const spread = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);

/**
 * How a column's cells are set: their right edges or their middles agree, and the left edges do not. Numbers of one length agree in everything: they are set to the right
 * where they stand right of the words that head them.
 */
function alignOf(cells: readonly DraftCell[], head: readonly Segment[]): LayoutCell['align'] {
  const lines = cells.filter((cell) => cell.colSpan === 1).flatMap((cell) => cell.lines);
  if (lines.length < 3) return undefined;
  const starts = spread(lines.map((line) => line.x0));
  const ends = spread(lines.map((line) => line.x1));
  const middles = spread(lines.map((line) => (line.x0 + line.x1) / 2));
  if (starts < 3) {
    const right =
      head.length > 0 &&
      lines.every(
        (line) => isNumeric(lineText(line)) && head.every((each) => line.x0 > each.x0 + 3 && line.x1 > each.x1 - 1),
      );
    return right ? 'right' : undefined;
  }
  if (ends < 2.5) return 'right';
  return middles < 2.5 ? 'center' : undefined;
}

function finishCell(cell: DraftCell, align: LayoutCell['align']): LayoutCell {
  return {
    content: cellInlines(cell.lines),
    ...(cell.rowSpan > 1 ? { rowSpan: cell.rowSpan } : {}),
    ...(cell.colSpan > 1 ? { colSpan: cell.colSpan } : {}),
    ...(align === undefined ? {} : { align }),
  };
}

const isBoldLine = (lines: readonly Segment[]): boolean =>
  lines.length > 0 && lines.every((line) => line.pieces.every((piece) => piece.bold));

/** How many of the first rows are header rows: at least one; more while cells of the header span into further rows or columns. */
export function countHeaderRows(cells: readonly DraftCell[], rows: number): number {
  const first = cells.filter((cell) => cell.row === 0);
  let count = Math.max(1, ...first.filter((cell) => cell.rowSpan < rows).map((cell) => cell.rowSpan));
  const spanned = first.some((cell) => cell.colSpan > 1 && cell.lines.length > 0) && first.length > 1;
  if (spanned && count === 1 && rows > 2) {
    const second = cells.filter((cell) => cell.row === 1 && cell.lines.length > 0);
    const numeric = second.filter((cell) => /^[\s\d.,%$€£()+-]+$/.test(plain(cellInlines(cell.lines)))).length;
    const bold = second.filter((cell) => isBoldLine(cell.lines)).length;
    if (
      second.length > 1 &&
      (bold === second.length ||
        (numeric === 0 &&
          second.length >= 2 &&
          isBoldLine(first.flatMap((cell) => cell.lines)) === isBoldLine(second.flatMap((cell) => cell.lines))))
    )
      count = 2;
  }
  return Math.min(count, Math.max(1, rows - 1), 4);
}

/** Takes rows and columns without any text out of the grid. */
function dropEmpty(cells: DraftCell[], rows: number, columns: number): { rows: number; columnsKept: number[] } {
  const rowUsed = Array.from({ length: rows }, () => false);
  const columnUsed = Array.from({ length: columns }, () => false);
  for (const cell of cells) {
    if (cell.lines.length === 0) continue;
    rowUsed[cell.row] = true;
    columnUsed[cell.column] = true;
  }
  return {
    rows: shrink(cells, rowUsed, 'row', 'rowSpan'),
    columnsKept:
      (shrink(cells, columnUsed, 'column', 'colSpan'), columnUsed.flatMap((used, index) => (used ? [index] : []))),
  };
}

function shrink(
  cells: DraftCell[],
  used: readonly boolean[],
  at: 'row' | 'column',
  span: 'rowSpan' | 'colSpan',
): number {
  const places: number[] = [];
  let count = 0;
  for (const each of used) {
    places.push(count);
    if (each) count += 1;
  }
  places.push(count);
  for (let index = cells.length - 1; index >= 0; index -= 1) {
    const cell = cells[index]!;
    const start = places[cell[at]]!;
    const end = places[cell[at] + cell[span]]!;
    if (end === start) cells.splice(index, 1);
    cell[at] = start;
    cell[span] = Math.max(1, end - start);
  }
  return count;
}

/** Cuts a row of cells with several lines each into rows, where the lines stand beside each other in most of its cells. */
export function splitRows(cells: DraftCell[], rows: number): number {
  let added = 0;
  for (let row = 0; row < rows + added; row += 1) {
    const inRow = cells.filter((cell) => cell.row === row);
    if (inRow.some((cell) => cell.rowSpan > 1) || cells.some((cell) => cell.row < row && cell.row + cell.rowSpan > row))
      continue;
    const filled = inRow.filter((cell) => cell.lines.length > 0);
    if (filled.length < 2) continue;
    const bases = alignedBases(filled);
    if (bases === undefined) continue;
    const extra = bases.length - 1;
    for (const cell of cells) if (cell.row > row) cell.row += extra;
    for (const cell of inRow) {
      const lines = cell.lines;
      cell.lines = [];
      bases.forEach((base, index) => {
        const mine = lines.filter((line) => nearest(bases, line.base) === index);
        if (index === 0) cell.lines = mine;
        else cells.push({ row: row + index, column: cell.column, rowSpan: 1, colSpan: cell.colSpan, lines: mine });
        return base;
      });
    }
    added += extra;
    row += extra;
  }
  return rows + added;
}

const nearest = (bases: readonly number[], base: number): number => {
  let best = 0;
  bases.forEach((other, index) => {
    if (Math.abs(other - base) < Math.abs(bases[best]! - base)) best = index;
  });
  return best;
};

/** The baselines that the cells of a row share, when they are rows of their own. */
function alignedBases(cells: readonly DraftCell[]): number[] | undefined {
  const counts = cells.map((cell) => cell.lines.length);
  const usual = median(counts);
  if (usual < 3 || counts.filter((count) => count === usual).length < Math.max(2, 0.6 * counts.length))
    return undefined;
  const model = cells.filter((cell) => cell.lines.length === usual);
  const bases = model[0]!.lines.map((line) => line.base);
  const size = model[0]!.lines[0]!.size;
  for (const cell of cells) {
    if (!cell.lines.every((line) => Math.abs(bases[nearest(bases, line.base)]! - line.base) < 0.3 * size))
      return undefined;
  }
  // running text in cells of equal height is no evidence of rows
  if (model.some((cell) => cell.lines.some((line) => isBullet(line.pieces[0]!)))) return undefined;
  const words = model.flatMap((cell) => cell.lines.map((line) => line.pieces.length));
  return median(words) <= 3 ? bases : undefined;
}

/** Least white space, in sizes of the letters, by which words over neighbouring columns are cells of their own. */
const CLEAR = 1.2;

/** Parts a cell over several columns that has words in each of them, clear of each other: the lines between them were not drawn. */
function partSpans(drafts: DraftCell[], held: ReadonlyMap<DraftCell, readonly Piece[]>, xs: readonly number[]): void {
  for (const [index, draft] of drafts.entries()) {
    const pieces = held.get(draft);
    if (draft.colSpan === 1 || !pieces || pieces.length < draft.colSpan) continue;
    const parts = Array.from({ length: draft.colSpan }, (_, at) =>
      pieces.filter((piece) => place(xs, (piece.x0 + piece.x1) / 2) === draft.column + at),
    );
    const clear = parts.every(
      (part, at) =>
        part.length > 0 &&
        (at === 0 ||
          Math.min(...part.map((piece) => piece.x0)) - Math.max(...parts[at - 1]!.map((piece) => piece.x1)) >
            CLEAR * part[0]!.size),
    );
    if (!clear) continue;
    drafts.splice(
      index,
      1,
      ...parts.map((part, at) => ({ ...draft, column: draft.column + at, colSpan: 1, lines: cellLines(part) })),
    );
  }
}

/** The table of a lattice, or nothing when what the lattice holds is no table (a frame, a chart). `pieces` lie inside of it. */
export function readRuledTable(
  given: Lattice,
  pieces: readonly Piece[],
): Omit<TableBlock, 'box' | 'column'> | undefined {
  const lined = withLines(given, missingLines(given, pieces));
  const lattice = withUprights(lined, missingColumns(lined, pieces));
  const drafts: DraftCell[] = latticeCells(lattice).map((cell) => ({ ...cell, lines: [] }));
  const columns = lattice.xs.length - 1;
  const fields: (DraftCell | undefined)[] = Array.from({ length: columns * (lattice.ys.length - 1) });
  for (const draft of drafts) {
    for (let y = draft.row; y < draft.row + draft.rowSpan; y += 1)
      for (let x = draft.column; x < draft.column + draft.colSpan; x += 1) fields[y * columns + x] = draft;
  }
  const held = new Map<DraftCell, Piece[]>();
  for (const piece of pieces) {
    const column = place(lattice.xs, (piece.x0 + Math.min(piece.x1, piece.x0 + 12)) / 2);
    const row = place(lattice.ys, piece.base - 0.3 * piece.size);
    const cell = fields[row * columns + column];
    if (!cell) continue;
    const list = held.get(cell);
    if (list) list.push(piece);
    else held.set(cell, [piece]);
  }
  for (const [cell, list] of held) cell.lines = cellLines(list);
  partSpans(drafts, held, lattice.xs);
  const filled = drafts.filter((cell) => cell.lines.length > 0).length;
  if (filled < 2 || filled < 0.15 * drafts.length) return undefined;
  const { rows: kept, columnsKept } = dropEmpty(drafts, lattice.ys.length - 1, columns);
  const rows = splitRows(drafts, kept);
  if (rows * columnsKept.length < 2 || (columnsKept.length === 1 && rows < 3)) return undefined;
  if (columnsKept.length === 2 && isList(drafts)) return undefined;
  const grid = [...columnsKept.map((column) => lattice.xs[column]!), lattice.xs.at(-1)!];
  return finishTable(drafts, rows, grid, 'ruled');
}

/** A framed list: nothing but bullets in the first column. */
function isList(drafts: readonly DraftCell[]): boolean {
  const first = drafts.filter((draft) => draft.column === 0 && draft.colSpan === 1 && draft.lines.length > 0);
  return (
    first.length >= 2 &&
    first.every((draft) => draft.lines.every((line) => line.pieces.length === 1 && isBullet(line.pieces[0]!)))
  );
}

export function finishTable(
  drafts: readonly DraftCell[],
  rows: number,
  grid: readonly number[],
  source: TableBlock['source'],
  headerRows?: number,
): Omit<TableBlock, 'box' | 'column'> {
  const first = headerRows ?? 1;
  const aligns = grid.slice(1).map((_, column) => {
    const inColumn = drafts.filter((draft) => draft.column === column);
    return alignOf(
      inColumn.filter((draft) => draft.row >= first),
      inColumn.filter((draft) => draft.row < first && draft.colSpan === 1).flatMap((draft) => draft.lines),
    );
  });
  const lists: LayoutCell[][] = Array.from({ length: rows }, () => []);
  for (const draft of [...drafts].sort((a, b) => a.row - b.row || a.column - b.column))
    lists[draft.row]!.push(finishCell(draft, draft.colSpan === 1 ? aligns[draft.column] : undefined));
  return {
    kind: 'table',
    source,
    rows: lists,
    headerRows: headerRows ?? countHeaderRows(drafts, rows),
    grid: grid.map((x) => Math.round(x * 100) / 100),
  };
}

function place(lines: readonly number[], at: number): number {
  let index = 0;
  while (index < lines.length - 2 && at >= lines[index + 1]!) index += 1;
  return index;
}
