import type { Block, Cell } from '../document.ts';
import type { Flow } from '../flow/flow.ts';
import type { Region } from './regions.ts';
import type { Area, SheetCell } from './source.ts';
import { createTableSink, EMPTY, makeCell } from './table-sink.ts';

/** Cells up to which a region with merged cells stays one table with spans. */
const SPANNED_CELLS = 20_000;

/** A region as a table; a region of one cell is a line of text, as a sheet's titles and notes are. */
export async function emitRegion(region: Region, merges: readonly Area[], flow: Flow): Promise<void> {
  const title = titleOf(region, merges);
  if (title !== undefined) {
    for (const block of makeCell(title, flow).blocks) await flow.add(block);
    await emitRegion({ ...region, top: region.top + 1 }, merges, flow);
    return;
  }
  const within = merges.filter(
    ({ top, left, bottom, right }) =>
      top >= region.top && left >= region.left && bottom <= region.bottom && right <= region.right,
  );
  const at = cellFinder(region);
  const first = at(region.top, region.left);
  if (first && isOneCell(region, within)) {
    for (const block of makeCell(first, flow).blocks) await flow.add(block);
    return;
  }
  if (within.length > 0 && (region.bottom - region.top + 1) * (region.right - region.left + 1) <= SPANNED_CELLS) {
    await flow.add(spannedTable(region, within, at, flow));
    return;
  }
  const sink = createTableSink(flow);
  const repeated = repeatMerged(within, at);
  for (let row = region.top; row <= region.bottom; row++)
    await sink.row(repeated(row, region.rows.get(row) ?? []), region.left, region.right);
  await sink.end();
}

/** One cell, or one that is merged over the whole region. */
function isOneCell({ top, left, bottom, right }: Region, merges: readonly Area[]): boolean {
  if (top === bottom && left === right) return true;
  const [only, ...others] = merges;
  if (only === undefined || others.length > 0) return false;
  return only.top === top && only.left === left && only.bottom === bottom && only.right === right;
}

/** A first row of one merged cell over the whole width is a title above the table, not its header. */
function titleOf({ top, left, bottom, right, rows }: Region, merges: readonly Area[]): SheetCell | undefined {
  const cells = rows.get(top) ?? [];
  const only = cells.filter(({ column }) => column >= left && column <= right);
  const spans = merges.some(
    (area) => area.top === top && area.bottom === top && area.left === left && area.right === right,
  );
  return bottom > top && right > left && only.length === 1 && spans ? only[0] : undefined;
}

function cellFinder(region: Region): (row: number, column: number) => SheetCell | undefined {
  return (row, column) => region.rows.get(row)?.find((cell) => cell.column === column);
}

function spannedTable(region: Region, merges: readonly Area[], at: ReturnType<typeof cellFinder>, flow: Flow): Block {
  const covered = new Map<string, Area>();
  for (const area of merges) {
    for (let row = area.top; row <= area.bottom; row++)
      for (let column = area.left; column <= area.right; column++) covered.set(`${row} ${column}`, area);
  }
  const rows: Cell[][] = [];
  for (let row = region.top; row <= region.bottom; row++) {
    const cells: Cell[] = [];
    for (let column = region.left; column <= region.right; column++) {
      const area = covered.get(`${row} ${column}`);
      if (area && (area.top !== row || area.left !== column)) continue;
      const found = at(row, column);
      const cell = found ? makeCell(found, flow) : EMPTY;
      const [height, width] = area ? [area.bottom - area.top + 1, area.right - area.left + 1] : [1, 1];
      cells.push({ ...cell, ...(height > 1 ? { rowSpan: height } : {}), ...(width > 1 ? { colSpan: width } : {}) });
    }
    rows.push(cells);
  }
  return { kind: 'table', rows, headerRows: 1 };
}

/** Puts a merged cell's text in all its slots, where a table is too long for spans. */
function repeatMerged(
  merges: readonly Area[],
  at: ReturnType<typeof cellFinder>,
): (row: number, cells: readonly SheetCell[]) => readonly SheetCell[] {
  const byRow = new Map<number, Area[]>();
  for (const area of merges)
    for (let row = area.top; row <= area.bottom; row++) byRow.set(row, [...(byRow.get(row) ?? []), area]);
  return (row, cells) => {
    const areas = byRow.get(row);
    if (!areas) return cells;
    const filled = [...cells];
    for (const { top, left, right } of areas) {
      const source = at(top, left);
      for (let column = left; source && column <= right; column++)
        if (!filled.some((cell) => cell.column === column)) filled.push({ ...source, column });
    }
    return filled.sort((a, b) => a.column - b.column);
  };
}
