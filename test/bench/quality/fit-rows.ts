/**
 * Grows the trees that tell which lines of a table go on with the row above (docs/decisions/012-heading-scores.md).
 * The truth says it where it has the text of nearly all lines of a table; other tables keep the rows that they have.
 * Prints how many tables have wrong rows now and by trees that were not grown on their repository or document, and
 * writes the trees that are grown on all.
 */
import { subscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { goOn, ROWS, type WeighedLines } from '../../../packages/engine/src/layout/tables/rows/row-starts.ts';
import { DEPTH } from '../../../packages/engine/src/layout/tables/rows/row-trees.ts';
import { readPages } from '../checks/pages.ts';
import { make, samplesOf } from '../factory/make.ts';
import { boost } from './boost.ts';
import { convertPages } from './convert-pages.ts';
import { CORPUS, findDocuments } from './documents.ts';
import { oddsOutOfFold, type GroupedSample } from './fold.ts';
import { squeeze } from './heading-truth.ts';
import { pipeTablesToHtml } from './metrics/pipe-tables.ts';
import { repositoriesByName } from './real/list.ts';

const OPTIONS = { trees: 160, depth: DEPTH, rate: 0.1, ridge: 4, least: 2 };
const FOLDS = 6;
/** How much a line counts, by its set; lines of long tables and of documents with many of them count less each. */
const WEIGHT: Readonly<Record<string, number>> = { real: 2.5, tuning: 2, public: 2, checks: 0.6 };
const TABLE_EXPONENT = 0.5;
const DOCUMENT_EXPONENT = 0.3;
/** Share of a table's letters that the truth must have in the same rows. */
const KNOWN = 0.85;

/** Texts of the cells of one row. */
type TruthRow = readonly string[];

/** A document with its truth, where there is one. */
interface Page {
  readonly name: string;
  readonly set: string;
  readonly path: string;
  readonly truth: string | undefined;
}

interface Row extends Omit<GroupedSample, 'weight'> {
  readonly set: string;
  readonly document: string;
  readonly table: number;
  readonly isWrong: boolean;
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
function truthOf({ lines }: WeighedLines, tables: readonly (readonly TruthRow[])[]): readonly number[] | undefined {
  const texts = lines.map(({ cells }) => cells.map(({ text }) => cellText(text)).filter((text) => text !== ''));
  const [letters, best] = tables
    .filter((table) => table.length > 0)
    .map((table) => rowsOfLines(texts, table))
    .reduce<[number, number[]]>((most, next) => (next[0] > most[0] ? next : most), [0, []]);
  return letters > 0 && letters >= KNOWN * lettersOf(texts.flat()) ? best : undefined;
}

let listen: (lines: WeighedLines) => void = () => {};

async function rowsOf({ name, set, path, truth }: Page, group: string, firstTable: number): Promise<Row[]> {
  const tables = truth === undefined ? [] : tablesOf(truth);
  if (truth !== undefined && tables.length === 0) return [];
  const found: Row[] = [];
  let table = firstTable;
  listen = (weighed) => {
    const rows = truthOf(weighed, tables);
    if (!rows && truth !== undefined) return;
    const { lines, facts, odds } = weighed;
    const goesOn = goOn(odds);
    table += 1;
    for (let index = 1; index < lines.length; index++) {
      if (odds[index] === -Infinity) continue;
      if (rows?.[index] === -1 || rows?.[index - 1] === -1) continue;
      const isOne = rows ? rows[index] === rows[index - 1] : goesOn[index]!;
      const isWrong = isOne !== goesOn[index];
      found.push({ x: facts[index]!, y: isOne ? 1 : 0, odds: 0, set, document: name, group, table, isWrong });
    }
  };
  await convertPages(path, 'off', () => {});
  return found;
}

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

function crossValidate(rows: readonly (Row & GroupedSample)[]): void {
  const byTrees = oddsOutOfFold(rows, FOLDS, OPTIONS);
  const counted = (wrong: readonly Row[]): string =>
    `${wrong.length} lines in ${new Set(wrong.map(({ table }) => table)).size} tables`;
  for (const [set, own] of Map.groupBy(rows, (row) => row.set)) {
    const now = own.filter(({ isWrong }) => isWrong);
    const next = own.filter((row) => byTrees(row) > 0 !== (row.y === 1));
    console.log(`${set}: of ${counted(own)} wrong now ${counted(now)}, by other folds ${counted(next)}`);
  }
}

/** Documents for tuning, pages of the checks without a truth, and a seed of the factory. */
async function pagesOf(seed: string | undefined, count: number): Promise<Page[]> {
  const documents = (await findDocuments())
    .filter(({ half, set, metrics }) => half === 'dev' && set !== 'office' && (metrics?.includes('tables') ?? true))
    .map(({ name, set, path, truth }) => ({ name, set, path, truth: readFileSync(truth, 'utf8') }));
  const checks = readPages()
    .filter(({ half }) => half === 'dev')
    .map(({ pdf, path }) => ({ name: pdf, set: 'checks', path, truth: undefined }));
  const made = seed ? (await make(samplesOf(seed, count).samples, join(CORPUS, 'factory', seed))).made : [];
  return [
    ...documents,
    ...checks,
    ...made.map(({ sample, path, truth }) => ({
      name: sample.name,
      set: 'factory',
      path,
      truth: [truth.text, ...truth.floating].join('\n\n'),
    })),
  ];
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { seed: { type: 'string' }, count: { type: 'string', default: '200' } } });
  subscribe(ROWS, (message) => listen(message as WeighedLines));
  const repositories = repositoriesByName();
  const rows: Row[] = [];
  for (const page of await pagesOf(values.seed, Number(values.count)))
    rows.push(...(await rowsOf(page, repositories.get(page.name) ?? page.name, rows.at(-1)?.table ?? 0)));
  const weighed = weigh(rows);
  crossValidate(weighed);
  await writeFile(
    join(import.meta.dirname, '../../../packages/engine/src/layout/tables/rows/row-trees.ts'),
    `/** Splits on the way to a leaf. */
export const DEPTH = ${DEPTH};

/**
 * Trees that tell which lines go on with the row above: fact and threshold of each split by level, then the leaves. The
 * facts are those of \`line-facts.ts\`. \`node test/bench/quality/fit-rows.ts\` writes them.
 */
export const TREES: readonly number[] = [${boost(weighed, OPTIONS).join(', ')}];
`,
  );
}

await main();
