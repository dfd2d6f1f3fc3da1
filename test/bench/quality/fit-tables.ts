/**
 * Grows the trees that tell tables from other things that look like some (docs/decisions/012-heading-scores.md).
 * Each table that we find in documents for tuning is written as text once: whether the document's score rises says what
 * it is, and by how much, how much it counts. Prints how trees do on repositories that they were not grown on, and
 * writes those that are grown on all.
 */
import { subscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  LayoutBlock,
  LayoutPage,
  TableBlock,
  TextBlock,
} from '../../../packages/engine/src/layout/model/page-model.ts';
import { SHAPES, type WeighedShape } from '../../../packages/engine/src/layout/tables/accept/table-odds.ts';
import { DEPTH, START, TREES } from '../../../packages/engine/src/layout/tables/accept/table-trees.ts';
import type { PageModel } from '../../../packages/engine/src/page-model.ts';
import { boost } from './boost.ts';
import { comparableReal } from './comparable.ts';
import { findDocuments, type BenchDocument } from './documents.ts';
import { convertPages, mergePages, type Converted } from './convert-pages.ts';
import { oddsOutOfFold, type GroupedSample } from './fold.ts';
import { scoreEitherWay } from './joined-tables.ts';
import type { Metric, Score } from './metrics/score.ts';
import { repositoriesByName } from './real/list.ts';

const OPTIONS = { trees: 120, depth: DEPTH, rate: 0.07, ridge: 5, least: 3 };
const FOLDS = 10;
/** How much a table counts: the root of what it changes, at most and at least so much. */
const CHANGE = { most: 0.3, least: 0.001 };
/** Tables of one repository count less each. */
const REPOSITORY_EXPONENT = 0.3;
/** What all tables of other sets count: our own are right. */
const OTHER_WEIGHT = 0.05;
/** With this score of tables, each of them is right. */
const RIGHT = 0.985;
/** Points: how far the box of a table may be from where it was decided. */
const NEAR = { x: 12, y: 8 };
const THRESHOLDS = [-1.5, -1.2, -1, -0.8, -0.6, -0.4, 0];

interface Row extends GroupedSample {
  readonly set: BenchDocument['set'];
  readonly name: string;
  /** By how much the document's score rises without the table. */
  readonly change: number;
}

interface Page {
  readonly model: PageModel;
  readonly shapes: readonly WeighedShape[];
}

async function pagesOf({ path }: BenchDocument): Promise<{ pages: Page[]; summary: Converted['summary'] }> {
  const pages: Page[] = [];
  let shapes: WeighedShape[] = [];
  listen = (shape) => void shapes.push(shape);
  const summary = await convertPages(path, 'off', (model) => {
    pages.push({ model, shapes });
    shapes = [];
  });
  return { pages, summary };
}

let listen: (shape: WeighedShape) => void = () => {};

async function scoreOf(
  document: BenchDocument,
  models: readonly PageModel[],
  summary: Converted['summary'],
): Promise<Score> {
  const { markdown } = await mergePages(models, summary);
  const truth = comparableReal(readFileSync(document.truth, 'utf8'));
  const metrics: Metric[] = ['order', 'tables'];
  return scoreEitherWay(
    truth,
    comparableReal(markdown),
    metrics.filter((metric) => document.metrics?.includes(metric) ?? true),
  );
}

/** Each row of a table as a paragraph. */
function asText({ rows, box, column }: TableBlock): TextBlock[] {
  return rows
    .map((row) => row.flatMap(({ content }) => (content.length > 0 ? [{ kind: 'text', text: ' ' }, ...content] : [])))
    .filter((content) => content.length > 0)
    .map((content) => ({
      kind: 'text',
      role: 'figure',
      box,
      column,
      content: content as TextBlock['content'],
      style: 0,
      lines: 1,
      chars: content.length,
    }));
}

const isLayout = (model: PageModel): model is LayoutPage => model.kind === 'layout';

const areaOf = ({ rows, grid }: TableBlock): number => rows.length * grid.length;

async function rowsOf(document: BenchDocument, group: string): Promise<Omit<Row, 'weight'>[]> {
  const { name, set } = document;
  const isReal = set === 'real' || set === 'tuning';
  const { pages, summary } = await pagesOf(document);
  const models = pages.map(({ model }) => model);
  const tables = pages.flatMap(({ model, shapes }) =>
    (isLayout(model) ? model.blocks : []).flatMap((block: LayoutBlock) => {
      if (block.kind !== 'table') return [];
      const shape = shapes.find(
        ({ box }) => Math.abs(box.x0 - block.box[0]) < NEAR.x && Math.abs(box.y0 - block.box[1]) < NEAR.y,
      );
      return [{ model, block, inputs: shape?.facts }];
    }),
  );
  if (!tables.some(({ inputs }) => inputs)) return [];
  const score = isReal ? await scoreOf(document, models, summary) : undefined;
  const whole = tables.reduce((sum, { block }) => sum + areaOf(block), 0);
  const metrics = Math.max(1, document.metrics?.length ?? 0);
  const rows: Omit<Row, 'weight'>[] = [];
  for (const { model, block, inputs } of tables) {
    if (!inputs) continue;
    let change = -areaOf(block) / whole / metrics;
    if (score && (score.tables ?? 0) < RIGHT) {
      const without = models.map((each) =>
        each === model && isLayout(each)
          ? { ...each, blocks: each.blocks.flatMap((own) => (own === block ? asText(block) : [own])) }
          : each,
      );
      const next = await scoreOf(document, without, summary);
      const parts = (['order', 'tables'] as const).map((metric) => (next[metric] ?? 0) - (score[metric] ?? 0));
      change = parts.reduce((sum, part) => sum + part, 0) / metrics;
    }
    rows.push({ x: inputs, y: change > 0 ? 0 : 1, odds: START, set, name, group, change });
  }
  return rows;
}

function weigh(rows: readonly Omit<Row, 'weight'>[]): Row[] {
  const counts = new Map<string, number>();
  for (const { group } of rows) counts.set(group, (counts.get(group) ?? 0) + 1);
  return rows.map((row) => {
    const isReal = row.set === 'real' || row.set === 'tuning';
    const size = Math.sqrt(Math.min(CHANGE.most, Math.abs(row.change)) + CHANGE.least);
    return { ...row, weight: isReal ? size / counts.get(row.group)! ** REPOSITORY_EXPONENT : OTHER_WEIGHT };
  });
}

/** What it gains, over all documents of a set, to leave out what trees that were grown on other folds find unlike. */
function crossValidate(rows: readonly Row[], counts: ReadonlyMap<BenchDocument['set'], number>): void {
  const byTrees = oddsOutOfFold(rows, FOLDS, OPTIONS);
  const odds = new Map(rows.map((row) => [row, byTrees(row)]));
  for (const set of new Set(rows.map((row) => row.set))) {
    const own = rows.filter((row) => row.set === set);
    console.log(`${set}: ${own.length} tables, ${own.filter(({ y }) => y === 0).length} better as text`);
    for (const threshold of THRESHOLDS) {
      const out = own.filter((row) => odds.get(row)! < threshold);
      const gain = out.reduce((sum, { change }) => sum + change, 0) / counts.get(set)!;
      const right = out.filter(({ y }) => y === 0).length;
      console.log(`  ${threshold}: ${right} rightly left out, ${out.length - right} wrongly, gain ${gain.toFixed(5)}`);
    }
  }
}

async function main(): Promise<void> {
  const grown = TREES as number[];
  grown.length = 0; // all candidates are wanted
  subscribe(SHAPES, (message) => listen(message as WeighedShape));
  const repositories = repositoriesByName();
  const rows: Omit<Row, 'weight'>[] = [];
  const counts = new Map<BenchDocument['set'], number>();
  for (const document of await findDocuments()) {
    const { name, set, half } = document;
    if (half !== 'dev' || set === 'office' || set === 'faults') continue;
    counts.set(set, (counts.get(set) ?? 0) + 1);
    rows.push(...(await rowsOf(document, repositories.get(name) ?? name)));
  }
  const weighed = weigh(rows);
  await writeFile(join(import.meta.dirname, '..', '.corpus', 'output', 'tables.json'), JSON.stringify(weighed));
  crossValidate(weighed, counts);
  await writeFile(
    join(import.meta.dirname, '../../../packages/engine/src/layout/tables/accept/table-trees.ts'),
    `/** Splits on the way to a leaf. */
export const DEPTH = ${DEPTH};

/** Log odds before the trees. */
export const START = ${START};

/**
 * Trees that tell tables from other things: fact and threshold of each split by level, then the leaves. The facts are
 * those of \`table-facts.ts\`. \`node test/bench/quality/fit-tables.ts\` writes them.
 */
export const TREES: readonly number[] = [${boost(weighed, OPTIONS).join(', ')}];
`,
  );
}

await main();
