import { proseOf } from '../corpus/prose.ts';
import type { Prose } from '../corpus/prose.ts';
import { randomOf } from '../corpus/random.ts';
import type { Random } from '../corpus/random.ts';
import { FORMATS } from './number-formats.ts';
import type { NumberFormat } from './number-formats.ts';

/** A cell of a sheet: what is stored, and what a reader sees of it. */
export interface SheetCell {
  readonly row: number;
  readonly column: number;
  readonly value: string | number;
  readonly shown: string;
  /** The code of its number format; without it, the general one. */
  readonly format?: string;
  readonly bold?: boolean;
  readonly rows?: number;
  readonly columns?: number;
}

/** Cells that a reader takes for one table, or for one line of text. */
export interface Region {
  readonly kind: 'table' | 'text';
  readonly cells: readonly SheetCell[];
}

export interface SheetModel {
  readonly name: string;
  readonly hidden?: boolean;
  /** In reading order. */
  readonly regions: readonly Region[];
}

const text = (row: number, column: number, value: string, more: Partial<SheetCell> = {}): SheetCell => ({
  row,
  column,
  value,
  shown: value,
  ...more,
});

/** A table with a header of one row or two, labels, numbers in formats by column, and sometimes a total. */
function tableAt(random: Random, prose: Prose, top: number, left: number): SheetCell[] {
  const formats = random.sample(FORMATS, random.int(2, 5));
  const grouped = formats.length % 2 === 0 && random.chance(0.4);
  const labelled = random.chance(0.25);
  const first = left + (labelled ? 2 : 1);
  const rows = random.sample(prose.words.rows, random.int(3, 8));
  const groups = random.sample(prose.words.places, formats.length / 2);
  const head = top + (grouped ? 1 : 0);
  const tall = grouped ? { rows: 2 } : {};
  const cells = [
    ...(labelled ? [text(top, left, 'Area', { bold: true, ...tall })] : []),
    text(top, first - 1, random.pick(['Item', 'Category', 'Parameter']), { bold: true, ...tall }),
    ...(grouped ? groups.map((name, at) => text(top, first + 2 * at, name, { bold: true, columns: 2 })) : []),
    ...formats.map(({ name }, at) => text(head, first + at, name, { bold: true })),
  ];
  rows.forEach((name, index) => {
    const row = head + 1 + index;
    if (labelled && index % 2 === 0) {
      const below = Math.min(2, rows.length - index);
      cells.push(text(row, left, prose.words.topics[index / 2] ?? '', below > 1 ? { rows: below } : {}));
    }
    cells.push(text(row, first - 1, name));
    formats.forEach((format, at) => {
      if (!random.chance(0.1)) cells.push(numberAt(random, format, row, first + at));
    });
  });
  return cells;
}

const numberAt = (random: Random, { code, make }: NumberFormat, row: number, column: number): SheetCell => {
  const [value, shown] = make(random);
  return { row, column, value, shown, ...(code ? { format: code } : {}) };
};

const bottomOf = (cells: readonly SheetCell[]): number => Math.max(...cells.map(({ row, rows = 1 }) => row + rows - 1));
const rightOf = (cells: readonly SheetCell[]): number =>
  Math.max(...cells.map(({ column, columns = 1 }) => column + columns - 1));

/** A title over a table, merged or in its first cell, right above or with a blank row between. */
function titledTable(random: Random, prose: Prose, top: number, left: number): Region[] {
  const titled = random.chance(0.6);
  const gap = random.chance(0.5) ? 1 : 0;
  const table = tableAt(random, prose, titled ? top + 1 + gap : top, left);
  const title = `${prose.topic()}, ${random.int(2015, 2025)}`;
  const wide = random.chance(0.6) ? { columns: rightOf(table) - left + 1 } : {};
  const note = random.chance(0.3) ? [text(bottomOf(table) + 1, left, `Source: ${prose.words.places[0]} office.`)] : [];
  return [
    ...(titled ? [{ kind: 'text' as const, cells: [text(top, left, title, { bold: true, ...wide })] }] : []),
    { kind: 'table', cells: table },
    ...note.map((cell) => ({ kind: 'text' as const, cells: [cell] })),
  ];
}

function sheetOf(random: Random, prose: Prose, name: string): SheetModel {
  const top = random.pick([0, 0, 1, 2]);
  const left = random.pick([0, 0, 0, 1]);
  const regions = titledTable(random, prose, top, left);
  const all = (): SheetCell[] => regions.flatMap(({ cells }) => cells);
  if (random.chance(0.3)) regions.push({ kind: 'table', cells: tableAt(random, prose, top, rightOf(all()) + 2) });
  else if (random.chance(0.5))
    regions.push(...titledTable(random, prose, bottomOf(all()) + 2 + random.int(0, 1), left));
  return { name, regions };
}

/** A workbook of one to three sheets, sometimes with a hidden one. */
export function workbookOf(name: string): SheetModel[] {
  const random = randomOf(name);
  const prose = proseOf(random, 'en');
  const names = random.sample(['Summary', 'Data 2024', 'Costs', 'Q1', 'Sites', 'Sheet1'], random.int(1, 3));
  return names.map((sheet, index) => ({
    ...sheetOf(random, prose, sheet),
    ...(index > 0 && random.chance(0.25) ? { hidden: true } : {}),
  }));
}

function tableTruth(cells: readonly SheetCell[]): string {
  const rows = [...new Set(cells.map(({ row }) => row))].sort((a, b) => a - b);
  const left = Math.min(...cells.map(({ column }) => column));
  const columns = Array.from({ length: rightOf(cells) - left + 1 }, (_, index) => left + index);
  const covers = (cell: SheetCell, row: number, column: number): boolean =>
    row >= cell.row &&
    row < cell.row + (cell.rows ?? 1) &&
    column >= cell.column &&
    column < cell.column + (cell.columns ?? 1);
  const lines = rows.map((row) =>
    columns.map((column) => `<td>${cells.find((cell) => covers(cell, row, column))?.shown ?? ''}</td>`).join(''),
  );
  return `<table>${lines.map((line) => `<tr>${line}</tr>`).join('')}</table>`;
}

/** What a reader sees of a workbook: names of sheets, texts and tables, without hidden sheets. */
export function workbookTruth(sheets: readonly SheetModel[]): string {
  const parts = sheets
    .filter(({ hidden }) => !hidden)
    .flatMap(({ name, regions }) => [
      `## ${name}`,
      ...regions.map(({ kind, cells }) =>
        kind === 'text' ? cells.map(({ shown }) => shown).join('\n\n') : tableTruth(cells),
      ),
    ]);
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}
