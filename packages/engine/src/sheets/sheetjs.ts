import { readFile } from 'node:fs/promises';
import { read, set_cptable, utils } from 'xlsx';
import type { CellObject, WorkBook, WorkSheet } from 'xlsx';
import { withArchive, type Archive } from '../archive/open-archive.ts';
import { isCompound, withCompound } from '../compound/open-compound.ts';
import { Failure, isFailure } from '../failure.ts';
import type { Flow } from '../flow/flow.ts';
import type { Limits } from '../limits.ts';
import type { SourceFile } from '../source.ts';
import { CODE_PAGES } from './code-pages.ts';
import { general } from './general-number.ts';
import type { PendingFormula, SheetCell, SheetRow, Workbook } from './source.ts';
import { decryptWorkbook } from './xls/decrypt.ts';
import { wasNeverComputed } from './xls/never-computed.ts';
import { readSheetDrawings } from './xls/drawings.ts';
import type { SheetDrawings } from './xls/drawings.ts';
import { findSheets } from './xls/records.ts';
import { isDateFormat } from 'numfmt';
import { isSylk, withValuesOnly } from './sylk.ts';
import { createNumberFormats } from './number-format.ts';
import type { NumberFormats } from './number-format.ts';

/**
 * The library needs several times the expanded bytes of a workbook, so it gets a part of what archives may expand to.
 */
const SHARE = 4;
/** The same for a workbook that is one text. */
const TEXT_SHARE = 16;

/**
 * Opens XLS, XLSB and the formats of older programs. The library parses a workbook as a whole: its expanded size
 * is checked before. Throws `Failure`.
 */
export async function openWithSheetJs(
  file: SourceFile,
  { limits, warn }: Pick<Flow, 'limits' | 'warn'>,
): Promise<Workbook & { close(): Promise<void> }> {
  const bounded = { ...limits, expandedBytes: limits.expandedBytes / SHARE };
  if (file.bytes > bounded.expandedBytes)
    throw new Failure('limit_exceeded', `The workbook is larger than ${bounded.expandedBytes} bytes.`);
  const bytes = await readFile(file.path);
  const isText = /^[\t-\r -~\u00ef\u00bb\u00bf]*$/.test(bytes.toString('latin1', 0, 64));
  if (isText && file.bytes > limits.expandedBytes / TEXT_SHARE)
    throw new Failure('limit_exceeded', `The workbook is larger than ${limits.expandedBytes / TEXT_SHARE} bytes.`);
  if (bytes.subarray(0, 2).toString('latin1') === 'PK') await withArchive(file, bounded, skimAll);
  const stream = await findStream(bytes, file, limits);
  const decrypted = stream && decryptWorkbook(stream, file.password);
  const readable = isSylk(bytes) ? Buffer.from(withValuesOnly(bytes.toString('latin1')), 'latin1') : bytes;
  const plain = decrypted ?? stream;
  const isStale = plain !== undefined && wasNeverComputed(plain);
  const book = await parseOrRepair(decrypted ?? readable, file, bounded, isStale);
  const drawings = readDrawings(plain);
  const show = numbersOf(book, warn);
  return {
    names: new Map((book.Workbook?.Names ?? []).map(({ Name, Ref }) => [Name.toLowerCase(), Ref])),
    sheets: book.SheetNames.map((name, n) => ({
      name,
      hidden: (book.Workbook?.Sheets?.[n]?.Hidden ?? 0) !== 0,
      frame: () =>
        Promise.resolve({
          merges: (book.Sheets[name]?.['!merges'] ?? []).map(({ s, e }) => ({
            top: s.r,
            left: s.c,
            bottom: e.r,
            right: e.c,
          })),
          links: new Map(),
          comments: drawings[n]?.comments ?? false,
        }),
      rows: () => readRows(book.Sheets[name], show),
      floating: () => Promise.resolve(drawings[n]?.floating ?? []),
    })),
    close: () => Promise.resolve(),
  };
}

/**
 * Expands all entries once and forgets them, counting: what the directory claims is not to be trusted, and the library
 * has no limit.
 */
async function skimAll(archive: Archive): Promise<void> {
  for (const name of archive.names()) await archive.skim(name);
}

set_cptable(CODE_PAGES);

/**
 * The library refuses a compound file whose end is missing, as of programs that do not fill its last sector: it gets
 * the stream of the workbook alone, as far as there is one.
 */
async function parseOrRepair(
  bytes: Buffer,
  file: SourceFile,
  limits: Limits,
  withFormulas: boolean,
): Promise<WorkBook> {
  try {
    return parse(bytes, withFormulas);
  } catch (error) {
    if (!isFailure(error) || error.code !== 'corrupt_document' || !isCompound(bytes)) throw error;
    const stream = await readStream(file, limits);
    if (!stream) throw error;
    return parse(stream, withFormulas);
  }
}

const readStream = (file: SourceFile, limits: Limits): Promise<Buffer | undefined> =>
  withCompound(file, limits, async ({ root, read: readEntry }) => {
    const entry = [...root.entries.values()].find(({ name }) => /^(?:workbook|book)$/i.test(name));
    return entry && (await readEntry(entry));
  });

async function findStream(bytes: Buffer, file: SourceFile, limits: Limits): Promise<Buffer | undefined> {
  if (!isCompound(bytes)) return undefined;
  try {
    return await readStream(file, limits);
  } catch (error) {
    // The library reads files whose directory is damaged.
    if (isFailure(error) && error.code === 'corrupt_document') return undefined;
    throw error;
  }
}

/** What the library does not read of an XLS, in the order of its sheets. */
function readDrawings(stream: Buffer | undefined): readonly SheetDrawings[] {
  if (!stream) return [];
  try {
    return findSheets(stream).map((offset) => readSheetDrawings(stream, offset));
  } catch (error) {
    if (isFailure(error) && error.code === 'corrupt_document') return [];
    throw error;
  }
}

function parse(bytes: Buffer, withFormulas: boolean): WorkBook {
  try {
    return quietly(() =>
      read(bytes, {
        type: 'buffer',
        dense: true,
        cellDates: false,
        cellFormula: withFormulas,
        cellHTML: false,
        cellText: true,
        cellNF: true,
        bookVBA: false,
        sheetStubs: false,
        dateNF: 'yyyy-mm-dd',
      }),
    );
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    if (/password|encrypt/i.test(message))
      throw new Failure('password_protected', 'The workbook is password-protected.');
    throw new Failure('corrupt_document', 'The workbook is damaged and could not be read.');
  }
}

/** The library tells the console what it cannot do. */
function quietly<T>(work: () => T): T {
  const { error, log } = console;
  console.error = console.log = () => undefined;
  try {
    return work();
  } finally {
    console.error = error;
    console.log = log;
  }
}

/** Returns the text that a cell shows. */
type Show = (cell: CellObject) => string;

/** The built-in formats 14 and 22, which depend on the reader's locale. */
const LOCAL_DATES = new Map([
  ['m/d/yy', 'yyyy-mm-dd'],
  ['m/d/yy h:mm', 'yyyy-mm-dd hh:mm'],
]);

/** Numbers of XLS, which the library does not name, and XLSB are shown as those of XLSX. */
function numbersOf({ bookType, Workbook }: WorkBook, warn: Flow['warn']): Show {
  const formats = createNumberFormats(Workbook?.WBProps?.date1904 ?? false, warn);
  const ownNumbers = bookType === undefined || bookType === 'xlsb';
  return (cell) => (ownNumbers ? showNumber(cell, formats) : undefined) ?? cell.w ?? readValue(cell, formats);
}

function showNumber({ t: type, v: value, z: format }: CellObject, formats: NumberFormats): string | undefined {
  if (typeof format !== 'string') return undefined;
  if (type === 's' && typeof value === 'string') return formats.show(format, value);
  if (type !== 'n' || typeof value !== 'number') return undefined;
  return formats.show(LOCAL_DATES.get(format) ?? format, value);
}

async function* readRows(sheet: WorkSheet | undefined, show: Show): AsyncGenerator<SheetRow> {
  const data = (sheet as { '!data'?: (CellObject | undefined)[][] } | undefined)?.['!data'] ?? [];
  // Rows are sparse: the dimension that a sheet claims may be far larger than what is there.
  for (const key of Object.keys(data)) {
    const row = Number(key);
    const cells = Object.keys(data[row] ?? []).flatMap((column) =>
      readCell(data[row]?.[Number(column)], Number(column), show),
    );
    if (cells.length > 0) yield { row, cells };
  }
}

/** Of old formats, a date is known by its number format only. */
function readValue(cell: CellObject, formats: NumberFormats): string {
  const { t: type, v: value = '', z: format } = cell;
  if (type === 'b' || type === 'e') return utils.format_cell(cell);
  if (typeof value !== 'number') return String(value);
  const isDate = typeof format === 'string' && isDateFormat(format);
  return (isDate ? formats.number(format, value) : undefined) ?? general(value);
}

/** A cell as it is shown; nothing for an empty one. */
function readCell(cell: CellObject | undefined, column: number, show: Show): SheetCell[] {
  const text = cell && cell.t !== 'z' ? show(cell) : '';
  if (cell?.f !== undefined) return [{ column, text: '', formula: pendingFormula(cell, cell.f, text, show) }];
  if (text.trim() === '') return [];
  return [{ column, text, ...valueOf(cell?.v), ...linkOf(cell?.l?.Target) }];
}

const valueOf = (value: CellObject['v']): Pick<SheetCell, 'value'> =>
  typeof value === 'number' || typeof value === 'boolean' ? { value } : {};

const linkOf = (href: string | undefined): Pick<SheetCell, 'href'> =>
  href !== undefined && /^(?:https?|mailto):/i.test(href) ? { href } : {};

const TYPES = { number: 'n', boolean: 'b', string: 's' } as const;

/** A formula of a workbook that was never computed. */
function pendingFormula(cell: CellObject, text: string, stored: string, show: Show): PendingFormula {
  return {
    text,
    ...(stored === '' ? {} : { stored }),
    show(result) {
      const { w: _shown, ...own } = cell;
      return show({ ...own, t: TYPES[typeof result as keyof typeof TYPES], v: result });
    },
  };
}
