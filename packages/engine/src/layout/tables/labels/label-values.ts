import { isSegment, segmentsOf, type Atom, type Element } from '../../model/element.ts';
import { boundsOf, isNear, shareOf } from '../../model/geometry.ts';
import { explain, objectionTo, type Objection } from '../../model/decisions.ts';
import { joinSegments, type Line, type Segment } from '../../model/line.ts';
import { countWords, lineText } from '../../text/inlines.ts';
import { textRows, type TextRow } from '../../text/text-rows.ts';
import { CHAIN, chainsOf, withWholeLines, type LabelValue } from './label-chains.ts';
import { labelApart } from './label-cells.ts';
import { labelLook } from './label-looks.ts';
import { pairsAbove } from './labels-above.ts';
import { isNumeric } from '../model/numeric.ts';

/** What tells labels and values from two columns of a table. Set by hand on the tuning half of the corpus. */
const TOLD = {
  /** Share of the labels with a colon, and of those whose letters look otherwise than those of all values. */
  colons: 0.7,
  looks: 0.8,
  /** Labels are at most so large as their values. */
  size: 1.05,
  /** Without colons: fewest pairs. Without these: share of the values with a digit, and of the labels. */
  pairs: 3,
  digits: 0.6,
  labelDigits: 0.25,
  /** Numbers alone: more pairs are a table. */
  numbers: 4,
  /** Words of values on average; those of labels that have colons and look otherwise may be sentences. */
  words: 9,
  sureWords: 30,
  /** Share of the pairs beside which something stands, nearer than so many times the space within the pair. */
  beside: 0.6,
  near: 1.5,
  /** Em: between a number and the label behind it, where the numbers are a column of their own. */
  numberEm: 2,
  /** Words of a line that goes on with labels that are none. */
  proseWords: 4,
  /** Em: a row of several cells right above. */
  aboveEm: 2.6,
};

/** A chain with what its checks ask of it. */
interface Examined {
  /** Those whose values stand apart. */
  readonly pairs: readonly LabelValue[];
  readonly labels: readonly string[];
  /** Of all pairs. */
  readonly values: readonly string[];
  /** The labels have colons, or look otherwise than the values; or both. */
  readonly told: boolean;
  readonly sure: boolean;
  readonly above: TextRow | undefined;
  /** The labels go on in lines above or below, as those of a paragraph do. */
  readonly isProse: boolean;
  /** They are monospaced, and other text of the page is not. */
  readonly isPrinted: boolean;
}

/**
 * Whether the letters of the labels are all alike, and set them apart from all values: bold, slanted, small or
 * coloured.
 */
function looksApart(pairs: readonly LabelValue[]): boolean {
  const first = pairs[0]!.label;
  const look = labelLook(first);
  const isLabel = (segment: Segment): boolean => labelLook(segment) === look;
  const [run] = first.runs;
  const isOther = (value: Segment): boolean =>
    !isLabel(value) && first.size <= TOLD.size * value.size && !(value.runs[0]!.bold && !run!.bold);
  return (
    (pairs.length >= TOLD.pairs || pairs.every(({ values }) => /\d/u.test(lineText(values[0]!)))) &&
    shareOf(pairs, ({ label }) => isLabel(label)) >= TOLD.looks &&
    shareOf(pairs, ({ values }) => values.every(isOther)) >= TOLD.looks
  );
}

const areTyped = (segments: readonly Segment[]): boolean =>
  segments.every(({ runs }) => runs.every(({ mono }) => mono));

function examine(all: readonly LabelValue[], rows: readonly TextRow[]): Examined {
  const pairs = all.filter(({ values }) => values.length > 0);
  const labels = pairs.map(({ label }) => lineText(label));
  const first = all[0]!.label;
  const index = rows.findIndex((row) => row.segments.includes(first));
  const above = rows[index - 1];
  const last = all.at(-1)!.label;
  const goOn =
    (label: Segment) =>
    (line: Segment): boolean =>
      Math.abs(line.baseline - label.baseline) < CHAIN.lineEm * label.size &&
      line.baseline !== label.baseline &&
      isNear(line.x0, label.x0, CHAIN.edgePt) &&
      labelLook(line) === labelLook(label) &&
      countWords(lineText(line)) >= TOLD.proseWords;
  const segments = rows.flatMap((row) => row.segments).filter((line) => !all.some(({ label }) => label === line));
  const isProse = segments.some(goOn(first)) || segments.some(goOn(last));
  const hasColons = shareOf(labels, (label) => label.endsWith(':')) >= TOLD.colons;
  return {
    pairs,
    isProse,
    isPrinted: areTyped(segmentsIn(all)) && !areTyped(segments),
    labels,
    values: all.map(({ label, values }) => (values.length === 0 ? lineText(label) : values.map(lineText).join(' '))),
    told: hasColons || looksApart(pairs),
    sure: hasColons && looksApart(pairs),
    above: above && first.baseline - above.baseline < TOLD.aboveEm * first.size ? above : undefined,
  };
}

/** Whether something stands as near behind most pairs as they stand apart: they are columns of a wider table. */
function isWithinTable({ pairs }: Examined): boolean {
  const isBeside = ({ label, values: [value], right }: LabelValue): boolean => {
    const [number, text] = labelApart(label);
    if (text && text.x0 - number!.x1 > TOLD.numberEm * label.size) return true;
    const inner = value!.x0 - label.x1;
    const most = TOLD.near * Math.max(inner, 2 * label.size);
    const isLabel =
      right !== undefined && labelLook(right) === labelLook(label) && labelLook(label) !== labelLook(value!);
    return right !== undefined && !isLabel && right.x0 - value!.x1 < most;
  };
  return shareOf(pairs, isBeside) >= TOLD.beside;
}

/** Whether values stand in a column of a row of several cells above them. */
const areBelow = (pairs: readonly LabelValue[], { segments }: TextRow): boolean =>
  pairs.some(({ values: [value] }) =>
    segments.slice(1).some(({ x0, x1 }) => isNear(x0, value!.x0, CHAIN.edgePt) || isNear(x1, value!.x1, CHAIN.edgePt)),
  );

const NO_PAIRS: readonly Objection<Examined>[] = [
  ['labels are lines of a paragraph', ({ isProse }) => isProse],
  ['what a program printed', ({ isPrinted }) => isPrinted],
  ['columns of a wider table', isWithinTable],
  [
    'long values',
    ({ values, sure }) =>
      values.reduce((sum, text) => sum + countWords(text), 0) > (sure ? TOLD.sureWords : TOLD.words) * values.length,
  ],
  [
    'values far from their labels',
    ({ pairs }) =>
      pairs.every(({ label, values: [value] }) => value!.x0 - label.x1 > CHAIN.widestEm * label.size) &&
      !pairs.every(({ values: [value] }) => isNear(value!.x1, pairs[0]!.values[0]!.x1, CHAIN.edgePt)),
  ],
  [
    'the first row is a header',
    ({ pairs: [first, ...rest] }) =>
      labelLook(first!.label) === labelLook(first!.values[0]!) &&
      rest.every(({ label }) => labelLook(first!.label) !== labelLook(label)),
  ],
  [
    'numbers of a table',
    ({ pairs, values, above }) =>
      values.every(isNumeric) && (pairs.length > TOLD.numbers || (above !== undefined && areBelow(pairs, above))),
  ],
  [
    'nothing tells labels from values',
    ({ told, labels, values }) =>
      !told &&
      (values.length < TOLD.pairs ||
        shareOf(values, (text) => /\d/u.test(text)) < TOLD.digits ||
        shareOf(labels, (text) => /\d/u.test(text)) > (values.every(isNumeric) ? TOLD.digits : TOLD.labelDigits)),
  ],
];

/** Whether pairs stand on the lines of others that look alike, as the second column of a form's head does. */
function isColumnBeside(pairs: readonly LabelValue[], others: readonly LabelValue[]): boolean {
  const lookOf = ({ label, values: [value] }: LabelValue): string => `${labelLook(label)} ${value && labelLook(value)}`;
  const isOnLineOf = (pair: LabelValue): boolean =>
    others.some(
      (other) =>
        isNear(other.label.baseline, pair.label.baseline, CHAIN.edgePt) &&
        other.values.some((value) => value.x1 < pair.label.x0) &&
        lookOf(other) === lookOf(pair),
    );
  return pairs.length >= TOLD.pairs && pairs.every(isOnLineOf);
}

/** The labels and values of a page that stand beside each other. */
function pairsBeside(rows: readonly TextRow[]): LabelValue[][] {
  const taken = new Set<Segment>();
  const found: LabelValue[][] = [];
  // what a row begins with is a label, where the value of one pair looks like the label of the next
  const chains = chainsOf(rows).sort((a, b) => a.pairs[0]!.label.x0 - b.pairs[0]!.label.x0);
  for (const chain of chains) {
    const pairs = withWholeLines(chain, rows);
    const alone = examine(pairs, rows);
    const isBeside = found.some((others) => isColumnBeside(pairs, others));
    const examined = isBeside ? { ...alone, told: true } : alone;
    const segments = segmentsIn(pairs);
    const objection = segments.some((segment) => taken.has(segment))
      ? 'part of other pairs'
      : objectionTo(NO_PAIRS, examined);
    explain('labels and values', objection ? 'no' : 'yes', objection ?? 'beside each other', () => boundsOf(segments));
    if (objection) continue;
    for (const segment of segments) taken.add(segment);
    found.push(pairs);
  }
  return found;
}

/** Replaces labels and their values, beside or below them, so that each pair is read together. */
export function takeLabelValues(elements: readonly Element[]): readonly Element[] {
  const rows = textRows(segmentsOf(elements));
  if (!rows.some(({ segments }) => segments.length > 1)) return elements;
  const beside = pairsBeside(rows);
  const above = pairsAbove(rows, new Set(beside.flatMap(segmentsIn)));
  const found = [...beside, ...above];
  if (found.length === 0) return elements;
  const taken = new Set(found.flatMap(segmentsIn));
  return [...elements.filter((element) => !isSegment(element) || !taken.has(element.segment)), ...found.map(atomOf)];
}

type Pairs = readonly { readonly label: Segment; readonly further?: Segment; readonly values: readonly Segment[] }[];

const segmentsIn = (pairs: Pairs): Segment[] =>
  pairs.flatMap(({ label, further, values }) => [label, ...(further ? [further] : []), ...values]);

const atomOf = (pairs: Pairs): Atom => ({
  ...boundsOf(segmentsIn(pairs)),
  kind: 'frame',
  contents: [{ kind: 'pairs', pairs: pairs.map(linesOf) }],
});

/** A label and its value as lines of one paragraph. */
function linesOf({ label, further, values }: Pairs[number]): Line[] {
  const [first, ...rest] = values;
  if (further && further.baseline > label.baseline) return [label, further, ...values];
  if (further) return [further, ...linesOf({ label, values })];
  const isBeside = first !== undefined && first.x0 > label.x1;
  return isBeside ? [joinSegments([label, first]), ...rest] : [label, ...values];
}
