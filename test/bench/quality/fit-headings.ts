/**
 * Fits what tells headings from other text to the tuning halves of the quality corpus, to the list for tuning and to
 * seeds of the factory (`--seed S --count N`; docs/decisions/012-heading-scores.md): grows the trees that correct the
 * weighted sum, prints how they do on documents that they were not grown on, and writes them. With --further it keeps
 * the trees in use and grows others that correct them, where few documents of the lists are at hand. With --weights it
 * fits the weights and prints them.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { LayoutPage, TextBlock } from '../../../packages/engine/src/layout/model/page-model.ts';
import { edgeLine } from '../../../packages/engine/src/layout/summary.ts';
import { CONTEXT_FEATURES, type Input } from '../../../packages/engine/src/layout/headings/context.ts';
import { readDocumentStyle } from '../../../packages/engine/src/layout/headings/document-style.ts';
import { FEATURES, headingFeatures } from '../../../packages/engine/src/layout/headings/features.ts';
import { inputsOf, weightedOdds } from '../../../packages/engine/src/layout/headings/odds.ts';
import * as inUse from '../../../packages/engine/src/layout/headings/trees.ts';
import { treesSum } from '../../../packages/engine/src/layout/model/trees.ts';
import { findRunningLines } from '../../../packages/engine/src/merge/running-lines.ts';
import type { PageModel } from '../../../packages/engine/src/page-model.ts';
import { boost } from './boost.ts';
import { findDocuments, type BenchDocument } from './documents.ts';
import { convertPages } from './convert-pages.ts';
import { oddsOutOfFold, type GroupedSample } from './fold.ts';
import { headingsAmong, lookingLikeHeadings, type Judged } from './heading-truth.ts';
import { fitLogistic } from './logistic.ts';
import { madeDocuments } from './made-documents.ts';
import { ocrOf } from './ours.ts';
import { repositoriesByName } from './real/list.ts';

const { DEPTH } = inUse;
const INPUTS: readonly Input[] = [...FEATURES, ...CONTEXT_FEATURES];
const inputsOfRow = inputsOf(INPUTS);
const OPTIONS = { trees: 100, depth: DEPTH, rate: 0.07, ridge: 10, least: 5 };
/** Trees that correct those in use. */
const FURTHER = 40;
const FOLDS = 5;
/** How much a document counts, by its set; one without headings counts a quarter of it. */
const WEIGHT: Partial<Record<BenchDocument['set'], number>> = { real: 3, tuning: 3, public: 3, factory: 1 };
const OTHER_WEIGHT = 2;
/** How much a document counts whose author left out headings. */
const INCOMPLETE_WEIGHT = 0.15;
/** Long documents count less a block. */
const BLOCKS_EXPONENT = 0.6;

interface Row extends GroupedSample {
  readonly set: BenchDocument['set'];
}

async function pagesOf({
  path,
  set,
}: BenchDocument): Promise<{ pages: LayoutPage[]; summary: Parameters<typeof readDocumentStyle>[0] }> {
  const models: PageModel[] = [];
  const { layout } = await convertPages(path, ocrOf({ set }), (model) => void models.push(model));
  return {
    pages: models.filter((model): model is LayoutPage => model.kind === 'layout'),
    summary: layout ? [layout] : [],
  };
}

const isCandidate = ({ candidate, role, label }: TextBlock): boolean =>
  candidate === true && role === undefined && label?.kind !== 'bullet' && label?.kind !== 'check';

/** Whether the truth is good for what it says and for what it does not say of headings. */
const isComplete = ({ metrics }: BenchDocument): boolean => metrics === undefined || metrics.includes('headings');

/**
 * Every block of a document that may be a heading, with what is known of it and whether the truth has it as one. Where
 * the truth leaves out headings, blocks that look like them are left out too.
 */
async function rowsOf(source: BenchDocument, group: string): Promise<Row[]> {
  const { truth, set } = source;
  const { pages, summary } = await pagesOf(source);
  const document = readDocumentStyle(summary);
  if (summary.length === 0 || document.isTagged) return [];
  const running = findRunningLines(summary);
  const markdown = await readFile(truth, 'utf8');
  const texts = pages.flatMap(({ blocks }) => blocks.filter((block) => block.kind === 'text'));
  const headings = headingsAmong(texts, markdown);
  const found: (Omit<Row, 'weight'> & Judged)[] = [];
  for (const page of pages) {
    const blocks = page.blocks.filter((block) => {
      const line = edgeLine(block, page);
      return !(line && running(page.page, line));
    });
    for (const [index, block] of blocks.entries()) {
      if (block.kind !== 'text' || !isCandidate(block)) continue;
      const placed = { block, before: blocks[index - 1], after: blocks[index + 1], page, document };
      const features = headingFeatures(placed);
      const { size, bold } = page.styles[block.style]!;
      const isHeading = headings.has(block);
      const x = inputsOfRow(placed, features);
      found.push({ x, y: isHeading ? 1 : 0, odds: weightedOdds(features), set, group, size, bold, isHeading });
    }
  }
  if (!isComplete(source) && !found.some(({ isHeading }) => isHeading)) return [];
  const doubtful = isComplete(source) ? new Set() : lookingLikeHeadings(found, document.body.size);
  const known = found.filter((row) => !doubtful.has(row));
  const weight =
    ((/^#{1,6} /mu.test(markdown) ? 1 : 0.25) *
      (WEIGHT[set] ?? OTHER_WEIGHT) *
      (isComplete(source) ? 1 : INCOMPLETE_WEIGHT)) /
    Math.max(1, known.length) ** BLOCKS_EXPONENT;
  return known.map((row) => ({ ...row, weight }));
}

/** Loss and the harmonic mean of precision and recall, over documents as they are weighed. */
function quality(rows: readonly Row[], odds: (row: Row) => number): string {
  let [right, said, there, loss, all] = [0, 0, 0, 0, 0];
  for (const row of rows) {
    const value = odds(row);
    const yes = value >= -0.2;
    said += yes ? row.weight : 0;
    there += row.y * row.weight;
    right += yes ? row.y * row.weight : 0;
    loss += row.weight * Math.log(1 + Math.exp(row.y === 1 ? -value : value));
    all += row.weight;
  }
  return `F ${((2 * right) / (said + there)).toFixed(3)} loss ${(loss / all).toFixed(4)}`;
}

/** How trees that were grown on the other folds do, beside the weights alone. */
function crossValidate(rows: readonly Row[]): void {
  const byTrees = oddsOutOfFold(rows, FOLDS, OPTIONS);
  for (const set of new Set(rows.map((row) => row.set))) {
    const own = rows.filter((row) => row.set === set);
    const corrected = quality(own, byTrees);
    console.log(`${set}: weights ${quality(own, ({ odds }) => odds)}; with trees ${corrected}`);
  }
}

const isInput = (index: number): boolean => {
  const splits = 2 ** DEPTH - 1;
  const place = index % (3 * splits + 1);
  return place < 2 * splits && place % 2 === 0;
};

/** The trees in use, over all inputs. */
const treesInUse = (): number[] =>
  inUse.TREES.map((value, index) => (isInput(index) ? INPUTS.indexOf(inUse.INPUTS[value]!) : value));

/** The trees over the inputs that they use, as source. */
function sourceOf(trees: readonly number[]): string {
  const used = [...new Set(trees.filter((_, index) => isInput(index)))].sort((a, b) => a - b);
  const numbers = trees.map((value, index) => (isInput(index) ? used.indexOf(value) : value));
  return `import type { Input } from './context.ts';

/** Splits on the way to a leaf. */
export const DEPTH = ${DEPTH};

/** What the trees look at: a split names its input by the place in this list. */
export const INPUTS: readonly Input[] = [${used.map((index) => `'${INPUTS[index]}'`).join(', ')}];

/**
 * Trees that correct the weighted sum, one after the other: input and threshold of each split by level, then the
 * leaves. \`node test/bench/quality/fit-headings.ts\` writes them (docs/decisions/012-heading-scores.md).
 */
export const TREES: readonly number[] = [${numbers.join(', ')}];
`;
}

function printWeights(rows: readonly Row[]): void {
  const weights = fitLogistic(
    rows.map((row) => ({ ...row, x: row.x.slice(0, FEATURES.length) })),
    5,
  );
  console.log(FEATURES.map((name, index) => `${name}: ${Number((weights[index] ?? 0).toFixed(2))}`).join(', '));
  console.log(`\nBIAS ${(weights.at(-1) ?? 0).toFixed(2)}`);
}

/** Documents of the factory, with their truths written beside them; the genre is the producer. */
async function factoryDocuments(seeds: readonly string[], count: number): Promise<BenchDocument[]> {
  const documents: BenchDocument[] = [];
  for (const { sample, path, truth } of await madeDocuments(seeds, count)) {
    const { name, producer } = sample;
    const written = path.replace(/\.pdf$/u, '.md');
    await writeFile(written, truth);
    documents.push({ name, set: 'factory', path, truth: written, half: 'dev', genre: producer });
  }
  return documents;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      weights: { type: 'boolean' },
      further: { type: 'boolean' },
      seed: { type: 'string', multiple: true, default: [] },
      count: { type: 'string', default: '300' },
    },
  });
  const repositories = repositoriesByName();
  const rows: Row[] = [];
  for (const document of await findDocuments()) {
    const { name, set, half } = document;
    if (half !== 'dev' || set === 'office' || set === 'faults') continue;
    rows.push(...(await rowsOf(document, repositories.get(name) ?? name)));
  }
  for (const document of await factoryDocuments(values.seed, Number(values.count)))
    rows.push(...(await rowsOf(document, document.genre!)));
  if (values.weights) return printWeights(rows);
  const kept = values.further ? treesInUse() : [];
  const weighed = rows.map((row) => ({ ...row, odds: row.odds + treesSum(row.x, kept, DEPTH) }));
  crossValidate(weighed);
  await writeFile(
    join(import.meta.dirname, '../../../packages/engine/src/layout/headings/trees.ts'),
    sourceOf([...kept, ...boost(weighed, { ...OPTIONS, trees: values.further ? FURTHER : OPTIONS.trees })]),
  );
}

await main();
