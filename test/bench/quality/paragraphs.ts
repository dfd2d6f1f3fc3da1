import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CORPUS, findDocuments } from './documents.ts';
import { splitAndJoined, type Split } from './metrics/paragraphs.ts';

/**
 * Says how many paragraphs of real documents are in one piece, and how many neighbours are joined, in the Markdown that
 * the last run of `bench:quality` wrote: `node test/bench/quality/paragraphs.ts [--list]`. Scores over documents do not
 * see this: order and headings are the same wherever a paragraph ends. `--list` prints the places of the tuning half.
 */
const { values } = parseArgs({ options: { list: { type: 'boolean', default: false } } });

const EMPTY = { whole: 0, split: [], apart: 0, joined: [] } satisfies Split;
const sums: Record<'dev' | 'held', Split> = { dev: EMPTY, held: EMPTY };
const plus = (a: Split, b: Split): Split => ({
  whole: a.whole + b.whole,
  split: [...a.split, ...b.split],
  apart: a.apart + b.apart,
  joined: [...a.joined, ...b.joined],
});
const percent = (part: number, rest: number): string => `${((100 * part) / (part + rest)).toFixed(1)} %`;

for (const { name, set, truth, half } of await findDocuments()) {
  const output = join(CORPUS, 'output', 'scriptorium', `${name}.md`);
  if ((set !== 'real' && set !== 'tuning') || !existsSync(output)) continue;
  const found = splitAndJoined(readFileSync(truth, 'utf8'), readFileSync(output, 'utf8'));
  sums[half] = plus(sums[half], found);
  if (!values.list || half === 'held') continue;
  for (const place of found.split) console.log(`${name}: split: ${place}`);
  for (const place of found.joined) console.log(`${name}: joined: ${place}`);
}
for (const [half, { whole, split, apart, joined }] of Object.entries(sums))
  console.log(
    `${half}: ${split.length} of ${whole + split.length} paragraphs are split (${percent(split.length, whole)}), ` +
      `${joined.length} of ${apart + joined.length} neighbours are joined (${percent(joined.length, apart)})`,
  );
