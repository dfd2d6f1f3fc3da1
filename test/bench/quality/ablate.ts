/**
 * What each rule of the layout is worth: switches off each in turn, reads again the documents on which it had an
 * effect, and prints how the scores change, with their noise.
 *
 *     node test/bench/quality/ablate.ts [--seed FACTORY-SEED --count N] [--set NAME …] [--only PART-OF-A-RULE]
 *
 * A plus says that documents are read better without the rule.
 */
import { parseArgs } from 'node:util';
import { join } from 'node:path';
import { evaluate } from '../factory/evaluate.ts';
import { make, samplesOf } from '../factory/make.ts';
import { CORPUS, findDocuments } from './documents.ts';
import { mean } from './metrics/score.ts';
import { convertWhole, ocrOf } from './ours.ts';
import { scoreOf } from './score-document.ts';
import { installSwitches } from './switches.ts';
import type { Fallback } from './switches.ts';

/** Functions without the name of a check, with what they give where they do not apply. */
const FUNCTIONS: readonly (readonly [string, string, Fallback])[] = [
  ['tables/accept/schedules.ts', 'isSchedule', 'false'],
  ['tables/header/header-lines.ts', 'joinHeader', '0'],
  ['tables/header/header-lines.ts', 'joinBelowTitles', '0'],
  ['tables/header/column-names.ts', 'headAnother', 'false'],
  ['tables/header/column-names.ts', 'areColumnNames', 'false'],
  ['tables/header/header-rows.ts', 'areUnits', 'false'],
  ['tables/labels/named-labels.ts', 'partNamedLabels', 'first'],
  ['tables/labels/currency-signs.ts', 'joinSigns', 'first'],
  ['tables/labels/labels-above.ts', 'pairsAbove', '[]'],
  ['tables/labels/address-blocks.ts', 'takeAddressBlocks', 'first'],
  ['tables/labels/address-blocks.ts', 'joinAddresses', 'first'],
  ['tables/labels/label-values.ts', 'takeLabelValues', 'first'],
  ['tables/marked/headed-areas.ts', 'areasBelowFilled', '[]'],
  ['tables/marked/marked-headers.ts', 'filledHeaders', '[]'],
  ['tables/marked/name-column.ts', 'withNames', 'first'],
  ['tables/marked/name-column.ts', 'areAmountsBesideText', 'false'],
  ['tables/marked/statement-areas.ts', 'statementAreas', '[]'],
  ['tables/ruled/field-rows.ts', 'partsOfForm', '[]'],
  ['tables/ruled/lattice-sides.ts', 'withoutCaption', 'first'],
  ['tables/ruled/missing-columns.ts', 'missingColumns', '[]'],
  ['tables/ruled/missing-columns.ts', 'labelColumn', '[]'],
  ['tables/ruled/missing-columns.ts', 'openColumns', '[]'],
  ['order/numbers-of-contents.ts', 'joinNumbersOfContents', 'first'],
  ['lexicon/salutation.ts', 'isSalutation', 'false'],
  ['lexicon/stamps.ts', 'isStamp', 'false'],
  ['headings/part-names.ts', 'namesPart', 'false'],
  ['whitespace/letter-start.ts', 'beginsLetter', 'false'],
];

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    count: { type: 'string', default: '80' },
    set: { type: 'string', multiple: true },
    only: { type: 'string' },
  },
});
const switches = installSwitches(FUNCTIONS);

/** A document that is read, and how it is judged. */
interface Subject {
  readonly name: string;
  readonly set: string;
  readonly group: string;
  readonly read: () => Promise<string>;
  readonly judge: (markdown: string) => number;
}

/** Documents of the sets, of the half that may be looked at, and of a seed of the factory. */
async function subjects(): Promise<Subject[]> {
  const wanted = values.set ?? ['chromium', 'libreoffice', 'latex', 'faults', 'tuning', 'real'];
  const found = (await findDocuments()).filter(
    ({ set, half }) => wanted.includes(set) && (set !== 'real' || half === 'dev'),
  );
  const made = values.seed
    ? (await make(samplesOf(values.seed, Number(values.count)).samples, join(CORPUS, 'factory', values.seed))).made
    : [];
  return [
    ...found.map((document): Subject => ({
      name: document.name,
      set: document.set,
      group: document.set === 'faults' ? (document.genre ?? '') : '',
      read: async () => await convertWhole(document.path, ocrOf(document)).catch(() => ''),
      judge: (markdown) => scoreOf(document, markdown).overall,
    })),
    ...made.map((each): Subject => ({
      name: each.sample.name,
      set: 'factory',
      group: '',
      read: async () => await convertWhole(each.path, 'off').catch(() => ''),
      judge: (markdown) => evaluate(each, markdown, 0).score.overall,
    })),
  ];
}

interface Known {
  readonly subject: Subject;
  readonly markdown: string;
  readonly score: number;
  readonly fired: ReadonlySet<string>;
}

/** The change of a set's mean, and 1.96 standard errors of it. */
function changeOf(changes: readonly number[]): string {
  const middle = mean(changes) ?? 0;
  const variance = mean(changes.map((change) => (change - middle) ** 2)) ?? 0;
  return `${(1000 * middle).toFixed(2)} ± ${(1960 * Math.sqrt(variance / changes.length)).toFixed(2)}`;
}

async function changesWithout(rule: string, known: readonly Known[]): Promise<string> {
  const changes = new Map<string, number>();
  switches.off.clear();
  switches.off.add(rule);
  for (const { subject, markdown, score, fired } of known) {
    if (!fired.has(rule)) continue;
    const other = await subject.read();
    if (other !== markdown) changes.set(subject.name, subject.judge(other) - score);
  }
  switches.off.clear();
  const fired = known.filter((each) => each.fired.has(rule)).length;
  const grouped = (key: 'set' | 'group'): [string, number[]][] =>
    [...Map.groupBy(known, ({ subject }) => subject[key])]
      .filter(([name]) => name !== '')
      .map(([name, of]) => [name, of.map(({ subject }) => changes.get(subject.name) ?? 0)]);
  const sets = grouped('set')
    .filter(([, values]) => values.some((change) => change !== 0))
    .map(([name, values]) => `${name} ${changeOf(values)}`);
  const classes = grouped('group')
    .filter(([, values]) => Math.abs(mean(values) ?? 0) >= 0.005)
    .map(([name, values]) => `${name} ${(100 * (mean(values) ?? 0)).toFixed(1)}`);
  const worst = [...changes].sort(([, a], [, b]) => a - b).slice(0, 3);
  const named = worst.filter(([, change]) => change < 0).map(([name, change]) => `${name} ${change.toFixed(3)}`);
  return `| ${[rule, fired, changes.size, sets.join('; '), classes.join('; '), named.join('; ')].join(' | ')} |`;
}

const known: Known[] = [];
for (const subject of await subjects()) {
  switches.fired.clear();
  const markdown = await subject.read();
  known.push({ subject, markdown, score: subject.judge(markdown), fired: new Set(switches.fired) });
}
console.log(`${known.length} documents\n`);
console.log('| rule | had an effect on | changes | sets, in thousandths | classes of faults, in points | worst |');
console.log('|---|---|---|---|---|---|');
const rules = [...new Set([...FUNCTIONS.map(([, name]) => name), ...known.flatMap(({ fired }) => [...fired])])];
for (const rule of rules)
  if (!values.only || rule.includes(values.only)) console.log(await changesWithout(rule, known));
