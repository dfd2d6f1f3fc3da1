import { readFile } from 'node:fs/promises';
import { read } from 'xlsx';
import type { CellObject, WorkBook, WorkSheet } from 'xlsx';
import { openArchive } from '../archive/open-archive.ts';
import { Failure } from '../failure.ts';
import type { Limits } from '../limits.ts';
import type { SourceFile } from '../part.ts';
import { hiddenTables } from './ods-hidden.ts';
import type { Sheet, SheetCell, SheetRow } from './source.ts';

/** What the library holds of a workbook is several times its expanded bytes, so a part of what archives may expand to has to do. */
const SHARE = 4;

/** Opens XLS, XLSB and ODS. The library parses a workbook as a whole: its expanded size is checked before. Throws `Failure`. */
export async function openWithSheetJs(file: SourceFile, limits: Limits): Promise<{ sheets: readonly Sheet[]; close(): Promise<void> }> {
  const bounded = { ...limits, expandedBytes: limits.expandedBytes / SHARE };
  if (file.bytes > bounded.expandedBytes) throw new Failure('limit_exceeded', `The workbook is larger than ${bounded.expandedBytes} bytes.`);
  const bytes = await readFile(file.path);
  const hidden = bytes.subarray(0, 2).toString('latin1') === 'PK' ? await lookAhead(file, bounded) : new Set<number>();
  const book = parse(bytes);
  return {
    sheets: book.SheetNames.map((name, n) => ({
      name,
      hidden: hidden.has(n) || (book.Workbook?.Sheets?.[n]?.Hidden ?? 0) !== 0,
      frame: () => Promise.resolve({ merges: (book.Sheets[name]?.['!merges'] ?? []).map(({ s, e }) => ({ top: s.r, left: s.c, bottom: e.r, right: e.c })), links: new Map(), comments: false }),
      rows: () => rowsOf(book.Sheets[name]),
      floating: () => Promise.resolve([]),
    })),
    close: () => Promise.resolve(),
  };
}

/**
 * Expands all entries once and forgets them, counting: what the directory claims is not to be trusted, and the library has no limit.
 * Answers the places of the hidden tables of an ODS.
 */
async function lookAhead(file: SourceFile, limits: Limits): Promise<ReadonlySet<number>> {
  const archive = await openArchive(file, limits);
  try {
    for (const name of archive.names()) await archive.skim(name);
    return archive.has('content.xml') ? await hiddenTables(archive, limits.depth) : new Set();
  } finally {
    await archive.close();
  }
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
