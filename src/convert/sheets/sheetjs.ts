import { readFile } from 'node:fs/promises';
import { read } from 'xlsx';
import type { CellObject, WorkBook, WorkSheet } from 'xlsx';
import { Failure } from '../failure.ts';
import type { Limits } from '../limits.ts';
import type { SourceFile } from '../part.ts';
import type { Sheet, SheetCell, SheetRow } from './source.ts';

/** Opens XLS, XLSB and ODS. The library parses a workbook as a whole, so these formats' size is bounded by `limits.expandedBytes` divided by 8. */
export async function openWithSheetJs(file: SourceFile, limits: Limits): Promise<{ sheets: readonly Sheet[]; close(): Promise<void> }> {
  if (file.bytes > limits.expandedBytes / 8) throw new Failure('limit_exceeded', `The workbook is larger than ${limits.expandedBytes / 8} bytes.`);
  const book = parse(await readFile(file.path));
  return {
    sheets: book.SheetNames.map((name, n) => ({
      name,
      hidden: (book.Workbook?.Sheets?.[n]?.Hidden ?? 0) !== 0,
      merges: () => Promise.resolve((book.Sheets[name]?.['!merges'] ?? []).map(({ s, e }) => ({ top: s.r, left: s.c, bottom: e.r, right: e.c }))),
      rows: () => rowsOf(book.Sheets[name]),
      floating: () => Promise.resolve([]),
    })),
    close: () => Promise.resolve(),
  };
}

function parse(bytes: Buffer): WorkBook {
  try {
    return read(bytes, { type: 'buffer', dense: true, cellDates: false, cellFormula: false, cellHTML: false, cellText: true, bookVBA: false, sheetStubs: false, dateNF: 'yyyy-mm-dd' });
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    if (/password|encrypt/i.test(message)) throw new Failure('password_protected', 'The workbook is protected by a password.');
    throw new Failure('corrupt_document', `The workbook could not be read (${message.slice(0, 200)}).`);
  }
}

async function* rowsOf(sheet: WorkSheet | undefined): AsyncGenerator<SheetRow> {
  const data = (sheet as { '!data'?: (CellObject | undefined)[][] } | undefined)?.['!data'] ?? [];
  // Rows are sparse: the dimension that a sheet claims may be far larger than what is there.
  for (const key of Object.keys(data)) {
    const row = Number(key);
    const cells: SheetCell[] = [];
    for (const column of Object.keys(data[row] ?? [])) {
      const cell = data[row]?.[Number(column)];
      const text = cell && cell.t !== 'z' ? (cell.w ?? String(cell.v ?? '')) : '';
      if (text.trim() === '') continue;
      const href = cell?.l?.Target;
      cells.push({ column: Number(column), text, ...(href !== undefined && /^(?:https?|mailto):/i.test(href) ? { href } : {}) });
    }
    if (cells.length > 0) yield { row, cells };
  }
}
