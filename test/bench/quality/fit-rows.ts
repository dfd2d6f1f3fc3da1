/**
 * Grows the trees that tell which lines of a table start a row (docs/decisions/012-heading-scores.md). The truth says
 * it where it has the text of nearly all lines of a table. Prints how many tables have wrong rows by rules alone and by
 * trees that were not grown on their repository, and writes the trees that are grown on all.
 */
import { subscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROWS, type WeighedRows } from '../../../src/convert/layout/tables/rows/row-odds.ts';
import { DEPTH, START, TREES } from '../../../src/convert/layout/tables/rows/row-trees.ts';
import { boost } from './boost.ts';
import { convertPages } from './convert-pages.ts';
import { findDocuments, type BenchDocument } from './documents.ts';
import { oddsOutOfFold, type GroupedSample } from './fold.ts';
import { squeeze } from './heading-truth.ts';
import { pipeTablesToHtml } from './metrics/pipe-tables.ts';
import { repositoriesByName } from './real/list.ts';

const OPTIONS = { trees: 120, depth: DEPTH, rate: 0.07, ridge: 10, least: 2 };
const FOLDS = 8;
/** How much a line counts, by its set; lines of long tables and of documents with many of them count less each. */
const WEIGHT: Partial<Record<BenchDocument['set'], number>> = { real: 2, tuning: 2, public: 1.5 };
const TABLE_EXPONENT = 0.5;
const DOCUMENT_EXPONENT = 0.3;
/** Share of a table's letters that the truth must have in the same rows. */
const KNOWN = 0.85;

/** Texts of the cells of one row. */
type TruthRow = readonly string[];

interface Row extends Omit<GroupedSample, 'weight'> {
  readonly set: BenchDocument['set'];
  readonly document: string;
  readonly table: number;
}

/** Letters and digits of a cell. */
const cellText = (html: string): string => squeeze(html.replaceAll(/&[a-z]+;/gu, ''));

function tablesOf(markdown: string): TruthRow[][] {
  const tables = pipeTablesToHtml(markdown).match(/<table\b[^>]*>[^]*?<\/table>/gu) ?? [];
  return tables.map((table) =>
    (table.match(/<tr\b[^>]*>[^]*?<\/tr>/gu) ?? []).map((row) =>
      (row.match(/<t[hd]\b[^>]*>[^]*?<\/t[hd]>/gu) ?? []).map(cellText),
    ),
  );
}

const lettersOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length, 0);

/** The row of a table of the truth that each line belongs to, in order, and how many letters are found there. */
function rowsOfLines(lines: readonly (readonly string[])[], table: readonly TruthRow[]): [number, number[]] {
  const found = (line: number, row: number): number =>
    lettersOf(lines[line]!.filter((text) => table[row]!.some((cell) => cell.includes(text))));
  let best: number[] = table.map(() => 0);
  const before: number[][] = [];
  for (const line of lines.keys()) {
    let from = 0;
    const next: number[] = [];
    before.push([]);
    for (const row of table.keys()) {
      if (best[row]! > best[from]!) from = row;
      next.push(best[from]! + found(line, row));
      before.at(-1)!.push(from);
    }
    best = next;
  }
  let row = best.indexOf(Math.max(...best));
  const letters = best[row] ?? 0;
  const rows: number[] = [];
  for (let line = lines.length - 1; line >= 0; line--) {
    rows.unshift(found(line, row) > 0 ? row : -1);
    row = before[line]![row]!;
  }
  return [letters, rows];
}

/** Rows of the table of the truth that has most of the text, -1 for lines that it lacks; nothing if it lacks more. */
function truthOf({ rows }: WeighedRows, tables: readonly (readonly TruthRow[])[]): readonly number[] | undefined {
  const lines = rows.map(({ cells }) => cells.map(({ text }) => cellText(text)).filter((text) => text !== ''));
  const [letters, best] = tables
    .filter((table) => table.length > 0)
    .map((table) => rowsOfLines(lines, table))
    .reduce<[number, number[]]>((most, next) => (next[0] > most[0] ? next : most), [0, []]);
  return letters > 0 && letters >= KNOWN * lettersOf(lines.flat()) ? best : undefined;
}

async function rowsOf(document: BenchDocument, group: string, firstTable: number): Promise<Row[]> {
  const { name, set, path, truth } = document;
  const tables = tablesOf(readFileSync(truth, 'utf8'));
  if (tables.length === 0) return [];
  const found: Row[] = [];
  let table = firstTable;
  listen = (lines) => {
    const rows = truthOf(lines, tables);
    if (!rows) return;
    for (const [index, x] of lines.facts.entries()) {
      if (!lines.isOpen[index] || rows[index] === -1 || rows[index - 1] === -1) continue;
      const odds = lines.goesOn[index] ? START : -START;
      found.push({ x, y: rows[index] === rows[index - 1] ? 1 : 0, odds, set, document: name, group, table });
    }
    table += 1;
  };
  await convertPages(path, 'off', () => {});
  return found;
}

let listen: (lines: WeighedRows) => void = () => {};

function weigh(rows: readonly Row[]): (Row & GroupedSample)[] {
  const counts = new Map<string | number, number>();
  for (const key of rows.flatMap(({ table, document }) => [table, document]))
    counts.set(key, (counts.get(key) ?? 0) + 1);
  return rows.map((row) => ({
    ...row,
    weight:
      (WEIGHT[row.set] ?? 1) /
      counts.get(row.table)! ** TABLE_EXPONENT /
      counts.get(row.document)! ** DOCUMENT_EXPONENT,
  }));
}

const isWrong = ({ y }: Row, odds: number): boolean => odds > 0 !== (y === 1);

function crossValidate(rows: readonly (Row & GroupedSample)[]): void {
  const byTrees = oddsOutOfFold(rows, FOLDS, OPTIONS);
  for (const set of new Set(rows.map((row) => row.set))) {
    const own = rows.filter((row) => row.set === set);
    const counts = [(row: Row) => row.odds, byTrees].map((odds) => {
      const wrong = own.filter((row) => isWrong(row, odds(row)));
      return `${wrong.length} lines in ${new Set(wrong.map(({ table }) => table)).size} tables`;
    });
    const tables = new Set(own.map(({ table }) => table)).size;
    console.log(
      `${set}: of ${own.length} lines in ${tables} tables wrong by rules ${counts[0]}, by trees ${counts[1]}`,
    );
  }
}

async function main(): Promise<void> {
  (TREES as number[]).length = 0; // what rules say is wanted
  subscribe(ROWS, (message) => listen(message as WeighedRows));
  const repositories = repositoriesByName();
  const rows: Row[] = [];
  for (const document of await findDocuments()) {
    const { name, set, half, metrics } = document;
    if (half !== 'dev' || set === 'office' || !(metrics?.includes('tables') ?? true)) continue;
    rows.push(...(await rowsOf(document, repositories.get(name) ?? name, (rows.at(-1)?.table ?? 0) + 1)));
  }
  const weighed = weigh(rows);
  crossValidate(weighed);
  await writeFile(
    join(import.meta.dirname, '../../../src/convert/layout/tables/rows/row-trees.ts'),
    `/** Splits on the way to a leaf. */
export const DEPTH = ${DEPTH};

/** Log odds that a line goes on with the row above where rules say so; otherwise the opposite. */
export const START = ${START};

/**
 * Trees that tell which lines go on with the row above: fact and threshold of each split by level, then the leaves. The
 * facts are those of \`row-facts.ts\`. \`node test/bench/quality/fit-rows.ts\` writes them.
 */
export const TREES: readonly number[] = [${boost(weighed, OPTIONS).join(', ')}];
`,
  );
}

await main();
