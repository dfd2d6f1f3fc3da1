import { boundsOf, type Element } from './element.ts';
import type { TableBlock } from './page-model.ts';
import { median, type Piece } from './piece.ts';
import type { RawTag, Rect } from './raw-page.ts';
import { cellLines, finishTable, type DraftCell } from './ruled-table.ts';
import type { TagIndex } from './tags.ts';

/** Rows of a table, whether or not they stand in a head, body or foot. */
function rowsOf(table: RawTag): RawTag[] {
  return table.kids.flatMap((kid) =>
    kid.role === 'TR'
      ? [kid]
      : kid.role === 'THead' ||
          kid.role === 'TBody' ||
          kid.role === 'TFoot' ||
          kid.role === 'NonStruct' ||
          kid.role === 'Div'
        ? rowsOf(kid)
        : [],
  );
}

const cellsOf = (row: RawTag): RawTag[] =>
  row.kids.flatMap((kid) =>
    kid.role === 'TD' || kid.role === 'TH' ? [kid] : kid.role === 'NonStruct' || kid.role === 'Div' ? cellsOf(kid) : [],
  );

interface Placed extends DraftCell {
  readonly head: boolean;
}

/** Cells on their grid, as HTML places them. */
function placeCells(
  rows: readonly RawTag[],
  tags: TagIndex,
  pieces: ReadonlyMap<number, Piece[]>,
): { cells: Placed[]; columns: number } {
  const taken = new Set<string>();
  const cells: Placed[] = [];
  let columns = 0;
  rows.forEach((row, y) => {
    let x = 0;
    for (const tag of cellsOf(row)) {
      while (taken.has(`${y},${x}`)) x += 1;
      const colSpan = Math.max(1, Math.min(tag.colSpan ?? 1, 100));
      const rowSpan = Math.max(1, Math.min(tag.rowSpan ?? 1, rows.length - y));
      for (let dy = 0; dy < rowSpan; dy += 1) for (let dx = 0; dx < colSpan; dx += 1) taken.add(`${y + dy},${x + dx}`);
      const own = tags.contentOf(tag).flatMap((mcid) => pieces.get(mcid) ?? []);
      cells.push({ row: y, column: x, rowSpan, colSpan, lines: cellLines(own), head: tag.role === 'TH' });
      x += colSpan;
      columns = Math.max(columns, x);
    }
  });
  return { cells, columns };
}

/**
 * Some producers leave empty cells out of the tree. The cells of a row that has fewer than the table has columns go where they stand, by the columns
 * of the rows that are whole.
 */
function settle(cells: readonly Placed[], rows: number, columns: number): Placed[] {
  const byRow = Array.from({ length: rows }, (_, row) => cells.filter((cell) => cell.row === row));
  const widthOf = (row: number): number =>
    cells.reduce((sum, cell) => (cell.row <= row && row < cell.row + cell.rowSpan ? sum + cell.colSpan : sum), 0);
  const isWhole = byRow.map((_, row) => widthOf(row) === columns);
  const places = Array.from({ length: columns }, (_, column) =>
    boundsOf(
      cells
        .filter((cell) => isWhole[cell.row] && cell.column === column && cell.colSpan === 1)
        .flatMap(({ lines }) => lines),
    ),
  );
  if (isWhole.every(Boolean) || places.some(({ x0 }) => x0 === Infinity)) return [...cells];
  return byRow.flatMap((row, index) => {
    const isFree =
      row.every((cell) => cell.rowSpan === 1 && cell.colSpan === 1 && cell.lines.length > 0) &&
      !cells.some((cell) => cell.row < index && index < cell.row + cell.rowSpan);
    return isWhole[index] || !isFree ? row : inPlace(row, places);
  });
}

/** Cells of one row in the columns that they overlap most or stand nearest to, from left to right. */
function inPlace(row: readonly Placed[], places: readonly Rect[]): Placed[] {
  let from = 0;
  return row.map((cell, index) => {
    const box = boundsOf(cell.lines);
    const last = places.length - (row.length - index);
    let best = from;
    for (let column = from + 1; column <= last; column += 1)
      if (overlap(box, places[column]!) > overlap(box, places[best]!)) best = column;
    from = best + 1;
    return { ...cell, column: best };
  });
}

/** A cell for each field of the grid that no cell covers. */
function emptyCells(cells: readonly Placed[], rows: number, columns: number): DraftCell[] {
  const taken = new Set<number>();
  for (const cell of cells)
    for (let y = cell.row; y < cell.row + cell.rowSpan; y += 1)
      for (let x = cell.column; x < cell.column + cell.colSpan; x += 1) taken.add(y * columns + x);
  return Array.from({ length: rows * columns }, (_, field) => field)
    .filter((field) => !taken.has(field))
    .map((field) => ({ row: Math.floor(field / columns), column: field % columns, rowSpan: 1, colSpan: 1, lines: [] }));
}

/** Points that two boxes share of a line; below zero, how far apart they are. */
const overlap = (a: Rect, b: Rect): number => Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0);

/** Rows from top to bottom and cells from left to right, as the tree has them: else the tags are not to be trusted. */
function isInOrder(cells: readonly Placed[]): boolean {
  let wrong = 0;
  let pairs = 0;
  const filled = cells.filter((cell) => cell.lines.length > 0);
  for (let index = 1; index < filled.length; index += 1) {
    const before = filled[index - 1]!;
    const after = filled[index]!;
    pairs += 1;
    if (
      before.row === after.row
        ? after.lines[0]!.x0 < before.lines[0]!.x0 - 2
        : after.row > before.row &&
          after.rowSpan === 1 &&
          before.rowSpan === 1 &&
          after.lines[0]!.base < before.lines[0]!.base - 2
    )
      wrong += 1;
  }
  return wrong <= 0.05 * pairs;
}

/** Tables of the structure tree, and the pieces that are left. */
export function taggedTables(all: readonly Piece[], tags: TagIndex): { tables: Element[]; rest: Piece[] } {
  const byContent = new Map<number, Piece[]>();
  for (const piece of all) {
    if (piece.mcid === undefined) continue;
    const list = byContent.get(piece.mcid);
    if (list) list.push(piece);
    else byContent.set(piece.mcid, [piece]);
  }
  const tables: Element[] = [];
  const used = new Set<Piece>();
  for (const table of tags.tables) {
    const rows = rowsOf(table).filter((row) =>
      cellsOf(row).some((cell) => tags.contentOf(cell).some((mcid) => byContent.has(mcid))),
    );
    if (rows.length < 2) continue;
    const { cells: stated, columns } = placeCells(rows, tags, byContent);
    const cells = settle(stated, rows.length, columns);
    const filled = cells.filter((cell) => cell.lines.length > 0);
    if (columns < 2 || filled.length < 3 || filled.length < 0.3 * cells.length || !isInOrder(cells)) continue;
    const own = rows
      .flatMap((row) => cellsOf(row))
      .flatMap((cell) => tags.contentOf(cell))
      .flatMap((mcid) => byContent.get(mcid) ?? []);
    const whole = [...cells, ...emptyCells(cells, rows.length, columns)];
    const box = boundsOf(filled.flatMap((cell) => cell.lines));
    const foreign = all.filter(
      (piece) =>
        !used.has(piece) && piece.x0 > box.x0 && piece.x1 < box.x1 && piece.base > box.y0 && piece.base < box.y1,
    ).length;
    if (foreign > 1.2 * own.length + 4) continue;
    for (const piece of own) used.add(piece);
    let headerRows = 0;
    while (
      headerRows < rows.length - 1 &&
      cells.some((cell) => cell.row === headerRows) &&
      cells.filter((cell) => cell.row === headerRows).every((cell) => cell.head)
    )
      headerRows += 1;
    const block: TableBlock = {
      ...finishTable(whole, rows.length, gridOf(cells, columns, box.x1), 'tag', Math.max(1, headerRows)),
      box: [box.x0, box.y0, box.x1, box.y1],
      column: [box.x0, box.x1],
    };
    tables.push({ ...box, atom: [block], kind: 'table' });
  }
  return { tables, rest: used.size === 0 ? [...all] : all.filter((piece) => !used.has(piece)) };
}

/** Left edges of the columns, from the text in them. */
function gridOf(cells: readonly Placed[], columns: number, right: number): number[] {
  const edges = Array.from({ length: columns }, (_, column) => {
    const starts = cells
      .filter((cell) => cell.column === column && cell.lines.length > 0)
      .map((cell) => Math.min(...cell.lines.map((line) => line.x0)));
    return starts.length > 0 ? median(starts) : Number.NaN;
  });
  for (let column = 0; column < columns; column += 1)
    if (Number.isNaN(edges[column]!))
      edges[column] = column > 0 ? edges[column - 1]! : (edges.find((edge) => !Number.isNaN(edge)) ?? 0);
  return [...edges, right];
}
