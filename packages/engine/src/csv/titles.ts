import type { SheetRow } from '../sheets/source.ts';

/** Lines above a table, at most. */
const MOST = 10;
const NUMBER = /^[-+]?\p{Sc}?\d[\d.,\s]*(?:%|\p{Sc})?$/u;

/**
 * Takes what stands above a table for no part of it: its title, or comments of the program that wrote it. These are
 * records with a single field, and the header below them has a field for each column. A first column that alone has a
 * name is no title: comments begin with `#`, or an empty record follows, or three columns or more have names.
 */
export function titlesAbove<T extends SheetRow>(rows: readonly T[]): { titles: string[]; table: readonly T[] } {
  const none = { titles: [], table: rows };
  const header = rows.slice(0, MOST + 1).findIndex(({ cells }) => cells.length > 1);
  if (header <= 0 || header === rows.length - 1) return none;
  const above = rows.slice(0, header);
  const table = rows.slice(header);
  const { cells } = table[0]!;
  const isFull = cells.at(-1)!.column === cells.length - 1 && table.every((row) => row.cells.length <= cells.length);
  if (!isFull || above.some((row) => row.cells.some(({ column }) => column > 0))) return none;
  const isApart = above.some(({ cells: [first] }) => first === undefined || first.text.startsWith('#'));
  if (!isApart && (cells.length < 3 || cells.some(({ text }) => NUMBER.test(text)))) return none;
  return { titles: above.flatMap((row) => row.cells.map(({ text }) => text)), table };
}
