import { withPivotTables } from './pivot-tables.ts';
import type { Flow } from '../flow/flow.ts';
import { createFlowReader } from '../flow/flow-reader.ts';
import type { FormatReader } from '../format-reader.ts';
import type { TableAbove } from './continued.ts';
import { emitRegion } from './emit.ts';
import type { Calculator } from './formulas/calculator.ts';
import { findRegions } from './regions.ts';
import type { Area, Sheet, SheetRow, Workbook } from './source.ts';
import { streamTable } from './stream-table.ts';
import type { TableStream } from './stream-table.ts';

/**
 * Rows (or cells) without a blank row between them up to which regions are looked for; a longer band is one table,
 * streamed.
 */
const BAND_ROWS = 5000;
const BAND_CELLS = 200_000;

/**
 * Reads workbooks: XLSX and ODS by streaming their parts, the binary formats by SheetJS. Hidden sheets are left out
 * with a warning.
 */
export const reader: FormatReader = createFlowReader(async (file, flow, format) => {
  if (format === 'ods') {
    const { withOds } = await import('./ods/workbook.ts');
    await withOds(file, flow, (sheets) => walkSheets({ sheets, names: new Map() }, flow));
    return;
  }
  const open =
    format === 'xlsx' ? (await import('./xlsx/workbook.ts')).openXlsx : (await import('./sheetjs.ts')).openWithSheetJs;
  const book = await open(file, flow);
  try {
    await walkSheets(book, flow);
  } finally {
    await book.close();
  }
});

async function walkSheets(book: Workbook, flow: Flow): Promise<void> {
  const rowsOf = withFormulas(book, flow);
  for (const sheet of book.sheets) {
    if (sheet.hidden) flow.warn('hidden-sheet-left-out', sheet.name);
    else await walkSheet(sheet, rowsOf(sheet), flow);
  }
}

/** The rows of sheets, with the results of formulas that have none. These are computed when the first is met. */
function withFormulas(book: Workbook, flow: Flow): (sheet: Sheet) => AsyncGenerator<SheetRow> {
  let calculator: Promise<Calculator> | undefined;
  const load = async (): Promise<Calculator> => {
    const { createCalculator } = await import('./formulas/calculator.ts');
    return await createCalculator(book.sheets, book.names, (await book.tables?.()) ?? []);
  };
  return async function* rowsOf(sheet) {
    let fill: ((row: SheetRow) => SheetRow) | undefined;
    for await (const row of sheet.rows()) {
      if (!row.cells.some(({ formula }) => formula)) {
        yield row;
        continue;
      }
      const { fillFormulas } = await import('./formulas/calculator.ts');
      fill ??= fillFormulas(sheet, await (calculator ??= load()), (cell) => flow.warn('formula-without-value', cell));
      const filled = fill(row);
      if (filled.cells.length > 0) yield filled;
    }
  };
}

async function walkSheet(sheet: Sheet, rows: AsyncIterable<SheetRow>, flow: Flow): Promise<void> {
  await flow.startPage();
  await flow.add({ kind: 'heading', level: 2, content: [{ kind: 'text', text: sheet.name }] });
  const { merges, links, comments, pivotTables } = await sheet.frame();
  const shown = withPivotTables(rows, pivotTables, () => flow.warn('pivot-table-left-out', sheet.name));
  if (comments) flow.warn('comment-left-out', sheet.name);
  const floating = [...(await sheet.floating())];
  /** The last table, with which the next region may go on. */
  let table: TableAbove | undefined;
  const addFloating = async (above: number): Promise<void> => {
    while (floating[0] && floating[0].row < above) {
      const { block, images } = floating.shift()!;
      await flow.add(block, images);
      table = undefined;
    }
  };
  let band: SheetRow[] = [];
  let cells = 0;
  let stream: TableStream | undefined;
  const close = async (): Promise<void> => {
    const regions = stream ? [] : findRegions(band, merges);
    if (stream || regions.length > 1) table = undefined;
    await stream?.end();
    for (const region of regions) {
      await addFloating(region.top);
      table = await emitRegion(region, merges, flow, regions.length === 1 ? table : undefined);
    }
    band = [];
    cells = 0;
    stream = undefined;
  };
  let bottom = -1;
  for await (const plain of shown) {
    const row = links.size === 0 ? plain : withLinks(plain, links);
    if (row.row > bottom + 1 && row.row > (band.at(-1)?.row ?? -1) + 1) await close();
    bottom = Math.max(row.row, findBottom(row, merges, bottom));
    if (stream) {
      await stream.row(row);
      continue;
    }
    band.push(row);
    cells += row.cells.length;
    if (band.length <= BAND_ROWS && cells <= BAND_CELLS) continue;
    stream = streamTable(band, flow);
    for (const early of band) await stream.row(early);
    band = [];
  }
  await close();
  await addFloating(Infinity);
}

function withLinks({ row, cells }: SheetRow, links: ReadonlyMap<string, string>): SheetRow {
  return {
    row,
    cells: cells.map((cell) => {
      const href = links.get(`${row} ${cell.column}`);
      return href === undefined ? cell : { ...cell, href };
    }),
  };
}

/** Rows that merged cells of this row reach down to belong to its band. */
function findBottom({ row, cells }: SheetRow, merges: readonly Area[], bottom: number): number {
  if (merges.length === 0 || merges.length > 10_000) return bottom;
  return merges.reduce(
    (most, area) =>
      area.top === row && cells.some(({ column }) => column === area.left)
        ? Math.max(most, Math.min(area.bottom, row + BAND_ROWS))
        : most,
    bottom,
  );
}
