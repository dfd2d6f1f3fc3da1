import { utils, write } from 'xlsx';
import type { BookType, WorkSheet } from 'xlsx';

/** A workbook of some sheets in a format that SheetJS writes. */
export function makeWorkbook(
  sheets: Readonly<Record<string, WorkSheet>>,
  bookType: BookType = 'xlsx',
  hidden: readonly string[] = [],
): Uint8Array {
  const book = utils.book_new();
  for (const [name, sheet] of Object.entries(sheets)) utils.book_append_sheet(book, sheet, name);
  book.Workbook = { Sheets: Object.keys(sheets).map((name) => ({ name, Hidden: hidden.includes(name) ? 1 : 0 })) };
  return new Uint8Array(write(book, { type: 'buffer', bookType }) as Buffer);
}
