/**
 * Grows the trees that tell which lines go on with the paragraph above (docs/decisions/012-heading-scores.md). Where
 * the truth has a line in one paragraph with the one above and breaks it, it keeps the paragraph that it has. Prints
 * how many lines are wrong now, and by trees that were not grown on their repository or producer, and writes the trees
 * that are grown on all: `node test/bench/quality/fit-paragraphs.ts --seed S --count N`, with seeds of the factory.
 */
import { subscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DEPTH } from '../../../packages/engine/src/layout/blocks/paragraph-trees.ts';
import { PARAGRAPHS, type WeighedLine } from '../../../packages/engine/src/layout/blocks/paragraphs.ts';
import { readPages } from '../checks/pages.ts';
import { boost } from './boost.ts';
import { convertPages } from './convert-pages.ts';
import { findDocuments } from './documents.ts';
import { oddsOutOfFold, type GroupedSample } from './fold.ts';
import { madeDocuments } from './made-documents.ts';
import { answerOf, paragraphsOf } from './paragraph-truth.ts';
import { repositoriesByName } from './real/list.ts';

const OPTIONS = { trees: 150, depth: DEPTH, rate: 0.15, ridge: 4, least: 2 };
const FOLDS = 6;
/** How much a line counts, by its set and beside a heading; lines of long documents count less each. */
const WEIGHT: Readonly<Record<string, number>> = { real: 2, tuning: 2, public: 2, checks: 0.6 };
const HEADING = 5;
const DOCUMENT_EXPONENT = 0.3;

interface Document {
  readonly name: string;
  readonly set: string;
  /** Its repository or producer. */
  readonly group: string;
  readonly path: string;
  /** Without one, lines keep the paragraphs that they have. */
  readonly truth: string | undefined;
}

interface Sample extends GroupedSample {
  readonly set: string;
  readonly isWrong: boolean;
}

let listen: (line: WeighedLine) => void = () => {};

async function samplesIn({ name, set, group, path, truth }: Document): Promise<Sample[]> {
  const paragraphs = truth === undefined ? undefined : paragraphsOf(truth);
  const samples: Sample[] = [];
  listen = ({ group: lines, look, facts, goesOn: isOne }) => {
    const answer = paragraphs
      ? answerOf(paragraphs, lines.at(-1)!.text, look.text, look.label?.text)
      : { goesOn: undefined, isHeading: false };
    if (!answer) return;
    const goesOn = answer.goesOn ?? isOne;
    const weight = (WEIGHT[set] ?? 1) * (answer.isHeading ? HEADING : 1);
    samples.push({
      x: facts,
      y: goesOn ? 1 : 0,
      odds: 0,
      weight,
      group,
      set,
      isWrong: isOne !== goesOn,
    });
  };
  await convertPages(path, 'off', () => {}).catch((error: unknown) => console.error(name, error));
  return samples.map((sample) => ({ ...sample, weight: sample.weight / samples.length ** DOCUMENT_EXPONENT }));
}

function crossValidate(samples: readonly Sample[]): void {
  const byTrees = oddsOutOfFold(samples, FOLDS, OPTIONS);
  for (const [set, own] of Map.groupBy(samples, (sample) => sample.set)) {
    const now = own.filter(({ isWrong }) => isWrong);
    const next = own.filter((sample) => byTrees(sample) > 0 !== (sample.y === 1));
    console.log(`${set}: of ${own.length} lines wrong now ${now.length}, by other folds ${next.length}`);
  }
}

/** Documents for tuning, pages of the checks without a truth, and seeds of the factory. */
async function documentsOf(seeds: readonly string[], count: number): Promise<Document[]> {
  const repositories = repositoriesByName();
  const found = (await findDocuments())
    .filter(({ half, set }) => half === 'dev' && set !== 'office' && set !== 'office-made' && set !== 'faults')
    .map(({ name, set, path, truth }) => ({
      name,
      set,
      group: repositories.get(name) ?? set,
      path,
      truth: readFileSync(truth, 'utf8'),
    }));
  const made = (await madeDocuments(seeds, count)).map(({ sample, path, truth }) => ({
    name: sample.name,
    set: 'factory',
    group: sample.producer,
    path,
    truth,
  }));
  const checks = readPages()
    .filter(({ half }) => half === 'dev')
    .map(({ pdf, path }) => ({ name: pdf, set: 'checks', group: pdf, path, truth: undefined }));
  return [...found, ...checks, ...made];
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { seed: { type: 'string', multiple: true }, count: { type: 'string', default: '300' } },
  });
  subscribe(PARAGRAPHS, (message) => listen(message as WeighedLine));
  const samples: Sample[] = [];
  for (const document of await documentsOf(values.seed ?? [], Number(values.count)))
    samples.push(...(await samplesIn(document)));
  crossValidate(samples);
  await writeFile(
    join(import.meta.dirname, '../../../packages/engine/src/layout/blocks/paragraph-trees.ts'),
    `/** Splits on the way to a leaf. */
export const DEPTH = ${DEPTH};

/**
 * Trees that tell which lines go on with the paragraph above: fact and threshold of each split by level, then the
 * leaves. The facts are those of \`paragraph-facts.ts\`. \`node test/bench/quality/fit-paragraphs.ts\` writes them.
 */
export const TREES: readonly number[] = [${boost(samples, OPTIONS).join(', ')}];
`,
  );
}

await main();
