/**
 * What each condition and each function of the layout is worth: switches off one at a time, lays out again the
 * documents on which it had an effect, and prints those that no document needs; then all of these at once, bringing
 * back what a document needs of them, and prints what is left.
 *
 *     node test/bench/quality/ablate.ts --seed FACTORY-SEED … --set NAME … [--count N] [--room PART-OF-A-PATH]
 */
import { globSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { evaluate } from '../factory/evaluate.ts';
import { make, samplesOf } from '../factory/make.ts';
import { CORPUS, findDocuments } from './documents.ts';
import { mean } from './metrics/score.ts';
import { ocrOf } from './ours.ts';
import { scoreOf } from './score-document.ts';
import { installSwitches } from './switches.ts';
import type { Switch } from './switches.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', multiple: true, default: [] },
    set: { type: 'string', multiple: true, default: [] },
    count: { type: 'string', default: '190' },
    room: { type: 'string', default: 'layout' },
  },
});
const SOURCES = join(import.meta.dirname, '../../../packages/engine/src');
const switches = installSwitches(
  globSync(`${SOURCES}/{layout,merge}/**/*.ts`)
    .filter((file) => file.includes(values.room) && !/(?:trees|weights)\.ts$/u.test(file))
    .toSorted(),
);
const { readPages } = await import('./kept-pages.ts');

/** What a document may lose, of its score and of the share of its blocks that are found whole. */
const MOST_LOST = { score: 0.004, blocks: 0.03 };
/** A switch that changes this many documents for the worse is needed. */
const NEEDED = { documents: 12, loss: 0.3 };

interface Value {
  readonly score: number;
  readonly blocks: number;
}

interface Subject {
  readonly name: string;
  readonly markdown: () => Promise<string>;
  readonly judge: (markdown: string) => Value;
}

interface Known extends Subject {
  readonly before: string;
  readonly value: Value;
  readonly fired: Uint8Array;
}

/** Documents of the sets, of the half that may be looked at, and of seeds of the factory. */
async function findSubjects(): Promise<Subject[]> {
  const found = (await findDocuments()).filter(
    ({ set, half }) => values.set.includes(set) && (half === 'dev' || !['real', 'public'].includes(set)),
  );
  const subjects: Subject[] = [];
  for (const document of found)
    subjects.push({
      name: document.name,
      markdown: await readPages(document.path, ocrOf(document)),
      judge: (markdown) => ({ score: scoreOf(document, markdown).overall, blocks: 1 }),
    });
  for (const seed of values.seed) {
    const { made } = await make(samplesOf(seed, Number(values.count)).samples, join(CORPUS, 'factory', seed));
    for (const each of made)
      subjects.push({
        name: each.sample.name,
        markdown: await readPages(each.path, 'off'),
        judge: (markdown) => {
          const { score, units } = evaluate(each, markdown, 0);
          return { score: score.overall, blocks: mean(units.map(({ found }) => found)) ?? 1 };
        },
      });
  }
  return subjects;
}

/** What a document is worth now: an error of the layout, which a switch may cause, is no text. */
async function valueOf({ markdown, judge, before, value }: Known): Promise<Value> {
  const now = await markdown().catch(() => '');
  return now === before ? value : judge(now);
}

const loses = ({ value }: Known, now: Value): boolean =>
  now.score < value.score - MOST_LOST.score || now.blocks < value.blocks - MOST_LOST.blocks;

/** What documents gain in sum without a switch, or nothing where some of them need it. */
async function gainWithout({ id }: Switch, known: readonly Known[]): Promise<number | undefined> {
  let lost = 0;
  let losers = 0;
  switches.off[id] = 1;
  for (const document of known.filter(({ fired }) => fired[id])) {
    const now = await valueOf(document);
    lost += document.value.score - now.score;
    if (loses(document, now)) losers += 1;
    if (lost > NEEDED.loss || losers > NEEDED.documents) break;
  }
  switches.off[id] = 0;
  return losers === 0 || lost < 0 ? -lost : undefined;
}

/** Brings back the fewest of the switches that are off with which a document loses nothing. */
async function bringBack(document: Known): Promise<void> {
  let off = switches.all.map(({ id }) => id).filter((id) => switches.off[id]);
  const set = (ids: readonly number[], value: 0 | 1): void => {
    for (const id of ids) switches.off[id] = value;
  };
  while (loses(document, await valueOf(document))) {
    // the first of them are enough, the last of these is needed
    let [few, enough] = [0, off.length];
    while (enough - few > 1) {
      const middle = (few + enough) >> 1;
      const back = off.slice(0, middle);
      set(back, 0);
      if (loses(document, await valueOf(document))) few = middle;
      else enough = middle;
      set(back, 1);
    }
    set(off.slice(enough - 1, enough), 0);
    off = off.slice(0, enough - 1);
  }
}

const print = ({ file, line, within, text, off }: Switch, before = ''): void =>
  console.log(`${before}${relative(SOURCES, file)}:${line} ${within}: ${off} for ${text.split('\n')[0]}`);

const known: Known[] = [];
for (const subject of await findSubjects()) {
  switches.fired.fill(0);
  const before = await subject.markdown();
  known.push({ ...subject, before, value: subject.judge(before), fired: switches.fired.slice() });
}
console.log(`${known.length} documents, ${switches.all.length} conditions and functions`);
const worthless: Switch[] = [];
console.log('worth nothing alone, with the sum of what documents gain without it:');
for (const each of switches.all) {
  const gain = await gainWithout(each, known);
  if (gain === undefined) continue;
  worthless.push(each);
  print(each, `${gain.toFixed(3)} `);
}
for (const { id } of worthless) switches.off[id] = 1;
for (let lost = true; lost;) {
  lost = false;
  for (const document of known) {
    if (!loses(document, await valueOf(document))) continue;
    lost = true;
    await bringBack(document);
  }
}
const left = worthless.filter(({ id }) => switches.off[id]);
console.log(`${left.length} of ${worthless.length} are worth nothing together:`);
for (const each of left) print(each);
