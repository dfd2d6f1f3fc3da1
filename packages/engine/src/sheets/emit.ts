import type { Block, Cell } from '../document.ts';
import type { Flow } from '../flow/flow.ts';
import { continuedTable, isNumber, tableAbove } from './continued.ts';
import type { TableAbove } from './continued.ts';
import type { Region } from './regions.ts';
import type { Area, SheetCell } from './source.ts';
import { createTableSink, EMPTY, makeCell } from './table-sink.ts';

/** Cells up to which a region with merged cells stays one table with spans. */
const SPANNED_CELLS = 20_000;

/**
 * A region as a table, and the texts above it as lines, as a sheet's titles and notes are. Returns the table if another
 * region may go on with it; `above` is the last one.
 */
export async function emitRegion(
  region: Region,
  merges: readonly Area[],
  flow: Flow,
  above?: TableAbove,
): Promise<TableAbove | undefined> {
  const continued = continuedTable(region, merges, above, flow);
  if (above && continued) {
    await flow.add(continued);
    return { ...above, bottom: region.bottom };
  }
  const { lines, top } = linesAbove(region, merges);
  for (const line of lines) for (const block of makeCell(line, flow).blocks) await flow.add(block);
  return top <= region.bottom ? await emitTable({ ...region, top }, merges, flow) : undefined;
}

async function emitTable(region: Region, merges: readonly Area[], flow: Flow): Promise<TableAbove | undefined> {
  const within = merges.filter(
    ({ top, left, bottom, right }) =>
      top >= region.top && left >= region.left && bottom <= region.bottom && right <= region.right,
  );
  const at = cellFinder(region);
  const first = at(region.top, region.left);
  if (first && isOneCell(region, within)) {
    for (const block of makeCell(first, flow).blocks) await flow.add(block);
    return undefined;
  }
  const hasGaps = within.length > 0 || region.isParted === true;
  if (hasGaps && (region.bottom - region.top + 1) * (region.right - region.left + 1) <= SPANNED_CELLS) {
    const { block, columns } = spannedTable(region, within, at, flow);
    await flow.add(block);
    return tableAbove(region, columns);
  }
  const sink = createTableSink(flow);
  const repeated = repeatMerged(within, at);
  for (let row = region.top; row <= region.bottom; row++)
    await sink.row(repeated(row, region.rows.get(row) ?? []), region.left, region.right);
  await sink.end();
  return tableAbove(region, range(region.left, region.right));
}

/** One cell, or one that is merged over the whole region. */
function isOneCell({ top, left, bottom, right }: Region, merges: readonly Area[]): boolean {
  if (top === bottom && left === right) return true;
  const [only, ...others] = merges;
  if (only === undefined || others.length > 0) return false;
  return only.top === top && only.left === left && only.bottom === bottom && only.right === right;
}

/** A region of so many columns may be pairs, so its first row is a title only where it is merged. */
const PAIR_COLUMNS = 2;

/**
 * The texts of the rows above a table, and the row where it begins: rows of one cell at the left edge, unless it is
 * merged down beside rows of the table. Without a row of several cells, there are only texts.
 */
function linesAbove(region: Region, merges: readonly Area[]): { lines: SheetCell[]; top: number } {
  const { left, bottom, right } = region;
  const lines: SheetCell[] = [];
  let { top } = region;
  if (left === right) {
    const texts = range(top, bottom).flatMap((row) => filledCells(region, row));
    return isTitleOrNote(texts) ? { lines: texts, top: bottom + 1 } : { lines, top };
  }
  const table = range(top, bottom).find((row) => filledCells(region, row).length > 1) ?? Infinity;
  for (; top < Math.min(table, bottom + 1); top++) {
    const [cell] = filledCells(region, top);
    if (cell && !isLineAbove(cell, top, { left, right, table }, merges)) break;
    if (cell) lines.push(cell);
  }
  return { lines, top };
}

function filledCells({ left, right, rows }: Region, row: number): SheetCell[] {
  return (rows.get(row) ?? []).filter(({ column }) => column >= left && column <= right);
}

/** Whether the only cell of a row is a line above the table that begins in row `table`. */
function isLineAbove(
  cell: SheetCell,
  row: number,
  { left, right, table }: { readonly left: number; readonly right: number; readonly table: number },
  merges: readonly Area[],
): boolean {
  const area = merges.find((each) => each.top === row && each.left === left) ?? { right: left, bottom: row };
  const isWide = area.right >= right || right - left >= PAIR_COLUMNS;
  return cell.column === left && isWide && area.bottom < table;
}

/** Rows of a single column up to which it may be titles or notes, and characters from which one is known. */
const LINES = 5;
const SENTENCE = 40;

/** A single column of a few texts, one of them long, without numbers is not a table. */
function isTitleOrNote(cells: readonly SheetCell[]): boolean {
  const hasSentence = cells.some(({ text }) => text.trim().length > SENTENCE);
  return cells.length <= LINES && hasSentence && !cells.some(isNumber);
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

function cellFinder(region: Region): (row: number, column: number) => SheetCell | undefined {
  return (row, column) => region.rows.get(row)?.find((cell) => cell.column === column);
}

/** Rows and columns at which no filled cell begins are only there for the merged cells of others. */
function spannedTable(
  region: Region,
  merges: readonly Area[],
  at: ReturnType<typeof cellFinder>,
  flow: Flow,
): { block: Block; columns: readonly number[] } {
  const covered = new Map<string, Area>();
  for (const area of merges) {
    for (let row = area.top; row <= area.bottom; row++)
      for (let column = area.left; column <= area.right; column++) covered.set(`${row} ${column}`, area);
  }
  const [allRows, allColumns] = [range(region.top, region.bottom), range(region.left, region.right)];
  const rows = allRows.filter((row) => allColumns.some((column) => at(row, column)));
  const columns = allColumns.filter((column) => rows.some((row) => at(row, column)));
  const within = (places: readonly number[], from: number, to: number): number[] =>
    places.filter((place) => place >= from && place <= to);
  const lines = rows.map((row) =>
    columns.flatMap((column): Cell[] => {
      const area = covered.get(`${row} ${column}`) ?? { top: row, left: column, bottom: row, right: column };
      const [down, across] = [within(rows, area.top, area.bottom), within(columns, area.left, area.right)];
      if (down[0] !== row || across[0] !== column) return [];
      const found = at(row, column);
      return [
        {
          ...(found ? makeCell(found, flow) : EMPTY),
          ...(down.length > 1 ? { rowSpan: down.length } : {}),
          ...(across.length > 1 ? { colSpan: across.length } : {}),
        },
      ];
    }),
  );
  return { block: { kind: 'table', rows: lines, headerRows: 1 }, columns };
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
