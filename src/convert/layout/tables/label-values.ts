import { isSegment, segmentsOf, type Atom, type Element } from '../model/element.ts';
import { boundsOf, isNear } from '../model/geometry.ts';
import { explain, objectionTo, type Objection } from '../model/decisions.ts';
import { joinSegments, type Line, type Segment } from '../model/line.ts';
import { lineText } from '../text/inlines.ts';
import { textRows, type TextRow } from '../text/text-rows.ts';
import { labelLook, looksLikeLabel } from './label-looks.ts';
import { pairsAbove } from './labels-above.ts';
import { isNumeric } from './numeric.ts';

/** A label and the lines of its value. */
interface LabelValue {
  readonly label: Segment;
  readonly values: Segment[];
  /** What else stands on the line of the label, next to the pair. */
  readonly left: Segment | undefined;
  readonly right: Segment | undefined;
}

/** Pairs below each other. */
interface Chain {
  readonly pairs: LabelValue[];
  baseline: number;
}

/** Set by hand on the tuning half of the corpus. */
const CHAIN = {
  /** Em: distance of two pairs, and of the lines of one value. */
  gapEm: 2.4,
  lineEm: 1.5,
  /** Points by which edges may differ. */
  edgePt: 1.5,
  /** Em: space between a label and a value that does not end at one place. */
  widestEm: 16,
  /** Em: by how much a label that is set to the right may be longer than another. */
  longerEm: 6,
};

/** What tells labels and values from two columns of a table. Set by hand on the tuning half of the corpus. */
const TOLD = {
  /** Share of the labels with a colon, and of those whose letters look otherwise than those of all values. */
  colons: 0.7,
  looks: 0.8,
  /** Without these: fewest pairs, share of the values with a digit, and of the labels. */
  pairs: 3,
  digits: 0.6,
  labelDigits: 0.25,
  /** Numbers alone: more pairs are a table. */
  numbers: 4,
  /** Words of values on average. */
  words: 9,
  /** Share of the pairs beside which something stands, nearer than so many times the space within the pair. */
  beside: 0.6,
  near: 1.5,
  /** Em: a row of several cells right above. */
  aboveEm: 2.6,
};

/** Whether a pair stands below another in the same columns. */
function fits({ pairs }: Chain, { label, values: [value] }: LabelValue): boolean {
  const { label: above, values } = pairs.at(-1)!;
  const isInColumn = (a: Segment, b: Segment): boolean =>
    isNear(a.x0, b.x0, CHAIN.edgePt) || isNear(a.x1, b.x1, CHAIN.edgePt);
  return isInColumn(label, above) && isInColumn(value!, values[0]!);
}

/** Whether a segment is a further line of the last value of a chain. */
const goesOn = ({ pairs, baseline }: Chain, segment: Segment): boolean =>
  segment.baseline - baseline < CHAIN.lineEm * segment.size &&
  isNear(segment.x0, pairs.at(-1)!.values[0]!.x0, CHAIN.edgePt);

const isInReach = ({ pairs }: Chain, segment: Segment): boolean => {
  const { label, values } = pairs.at(-1)!;
  return segment.x0 < values[0]!.x1 && segment.x1 > label.x0;
};

/** Pairs of a row that may be labels and values: each segment with its right neighbour. */
function pairsOf({ segments }: TextRow): LabelValue[] {
  return segments.slice(1).flatMap((value, index) => {
    const label = segments[index]!;
    if (!looksLikeLabel(lineText(label)) || label.size > 1.3 * value.size) return [];
    return [{ label, values: [value], left: segments[index - 1], right: segments[index + 2] }];
  });
}

/** Chains of pairs below each other; each segment is in one of them at most where they are read. */
function chainsOf(rows: readonly TextRow[]): Chain[] {
  const chains: Chain[] = [];
  let open: Chain[] = [];
  for (const row of rows) {
    const pairs = pairsOf(row);
    const added = new Set<Chain>();
    const taken = new Set<Segment>();
    for (const pair of pairs) {
      const chain = open.find((each) => !added.has(each) && fits(each, pair));
      if (chain) {
        chain.pairs.push(pair);
        chain.baseline = row.baseline;
        added.add(chain);
        for (const segment of [pair.label, ...pair.values]) taken.add(segment);
      }
    }
    for (const chain of open) {
      if (added.has(chain)) continue;
      const further = row.segments.filter((segment) => isInReach(chain, segment));
      if (further.length === 1 && goesOn(chain, further[0]!)) {
        chain.pairs.at(-1)!.values.push(further[0]!);
        chain.baseline = row.baseline;
        added.add(chain);
      } else if (further.length > 0) {
        chain.baseline = -Infinity;
      }
    }
    for (const pair of pairs) {
      if (taken.has(pair.label) && pair.values.some((value) => taken.has(value))) continue;
      const chain = { pairs: [pair], baseline: row.baseline };
      chains.push(chain);
      open.push(chain);
    }
    open = open.filter(({ baseline }) => row.baseline - baseline < CHAIN.gapEm * row.size);
  }
  return chains.filter(({ pairs }) => pairs.length >= 2);
}

/** A line that begins where labels do and ends where values do, next to their pairs: both, with a space between. */
function withWholeLines({ pairs }: Chain, rows: readonly TextRow[]): LabelValue[] {
  const [{ label, values }, next] = pairs as [LabelValue, LabelValue];
  const isRight = isNear(label.x1, next.label.x1, CHAIN.edgePt) && !isNear(label.x0, next.label.x0, CHAIN.edgePt);
  const startsWithLabels = ({ x0 }: Segment): boolean =>
    isRight ? x0 < label.x1 && x0 > label.x0 - CHAIN.longerEm * label.size : isNear(x0, label.x0, CHAIN.edgePt);
  const isWhole = (segment: Segment): boolean =>
    startsWithLabels(segment) && isNear(segment.x1, values[0]!.x1, CHAIN.edgePt);
  const pairIn = (row: TextRow): LabelValue | undefined => {
    const whole = row.segments.find(isWhole);
    return whole && { label: whole, values: [], left: undefined, right: undefined };
  };
  const all = [...pairs];
  const reach = (from: Segment, rest: readonly TextRow[], add: (pair: LabelValue) => void): void => {
    let last = from;
    for (const row of rest) {
      if (Math.abs(row.baseline - last.baseline) > CHAIN.gapEm * last.size) break;
      const pair = pairIn(row);
      if (!pair) continue;
      add(pair);
      last = pair.label;
    }
  };
  const first = pairs[0]!.label;
  const last = pairs.at(-1)!.label;
  const isAbove = (row: TextRow): boolean => row.baseline < first.baseline && !row.segments.includes(first);
  const isBelow = (row: TextRow): boolean => row.baseline > last.baseline && !row.segments.includes(last);
  reach(first, rows.filter(isAbove).toReversed(), (pair) => all.unshift(pair));
  reach(last, rows.filter(isBelow), (pair) => all.push(pair));
  return all;
}

/** A chain with what its checks ask of it. */
interface Examined {
  /** Those whose values stand apart. */
  readonly pairs: readonly LabelValue[];
  readonly labels: readonly string[];
  /** Of all pairs. */
  readonly values: readonly string[];
  /** The labels have colons, or look otherwise than the values. */
  readonly told: boolean;
  readonly above: TextRow | undefined;
  /** What other pairs have. */
  readonly taken: ReadonlySet<Segment>;
}

const shareOf = <T>(all: readonly T[], holds: (each: T) => boolean): number => all.filter(holds).length / all.length;

/** Whether the letters of the labels are all alike, and unlike those of all values. */
function looksApart(pairs: readonly LabelValue[]): boolean {
  const look = labelLook(pairs[0]!.label);
  const isLabel = (segment: Segment): boolean => labelLook(segment) === look;
  return (
    shareOf(pairs, ({ label }) => isLabel(label)) >= TOLD.looks &&
    shareOf(pairs, ({ values }) => !values.some(isLabel)) >= TOLD.looks
  );
}

function examine(all: readonly LabelValue[], rows: readonly TextRow[], taken: ReadonlySet<Segment>): Examined {
  const pairs = all.filter(({ values }) => values.length > 0);
  const labels = pairs.map(({ label }) => lineText(label));
  const first = all[0]!.label;
  const index = rows.findIndex((row) => row.segments.includes(first));
  const above = rows[index - 1];
  return {
    pairs,
    taken,
    labels,
    values: all.map(({ label, values }) => (values.length === 0 ? lineText(label) : values.map(lineText).join(' '))),
    told: shareOf(labels, (label) => label.endsWith(':')) >= TOLD.colons || looksApart(pairs),
    above: above && first.baseline - above.baseline < TOLD.aboveEm * first.size ? above : undefined,
  };
}

/** Whether something stands as near beside most pairs as they stand apart: they are columns of a wider table. */
function isWithinTable({ pairs, taken }: Examined): boolean {
  const isBeside = ({ label, values: [value], left, right }: LabelValue): boolean => {
    const inner = value!.x0 - label.x1;
    const most = TOLD.near * Math.max(inner, 2 * label.size);
    const isLabel =
      right !== undefined && labelLook(right) === labelLook(label) && labelLook(label) !== labelLook(value!);
    return (
      (right !== undefined && !isLabel && right.x0 - value!.x1 < most) ||
      (left !== undefined && !taken.has(left) && label.x0 - left.x1 < most)
    );
  };
  return shareOf(pairs, isBeside) >= TOLD.beside;
}

const NO_PAIRS: readonly Objection<Examined>[] = [
  ['columns of a wider table', isWithinTable],
  [
    'long values',
    ({ values }) => values.reduce((sum, text) => sum + text.split(/\s+/u).length, 0) > TOLD.words * values.length,
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
      values.every(isNumeric) && (pairs.length > TOLD.numbers || (above !== undefined && above.segments.length > 1)),
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

/** The labels and values of a page that stand beside each other. */
function pairsBeside(rows: readonly TextRow[]): LabelValue[][] {
  const taken = new Set<Segment>();
  const found: LabelValue[][] = [];
  // what a row begins with is a label, where the value of one pair looks like the label of the next
  const chains = chainsOf(rows).sort((a, b) => a.pairs[0]!.label.x0 - b.pairs[0]!.label.x0);
  for (const chain of chains) {
    const pairs = withWholeLines(chain, rows);
    const examined = examine(pairs, rows, taken);
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
export function takeLabelValues(elements: readonly Element[]): Element[] {
  const rows = textRows(segmentsOf(elements));
  const beside = pairsBeside(rows);
  const above = pairsAbove(rows, new Set(beside.flatMap(segmentsIn)));
  const found = [...beside, ...above];
  if (found.length === 0) return [...elements];
  const taken = new Set(found.flatMap(segmentsIn));
  return [...elements.filter((element) => !isSegment(element) || !taken.has(element.segment)), ...found.map(atomOf)];
}

type Pairs = readonly { readonly label: Segment; readonly values: readonly Segment[] }[];

const segmentsIn = (pairs: Pairs): Segment[] => pairs.flatMap(({ label, values }) => [label, ...values]);

const atomOf = (pairs: Pairs): Atom => ({
  ...boundsOf(segmentsIn(pairs)),
  kind: 'frame',
  contents: [{ kind: 'pairs', pairs: pairs.map(linesOf) }],
});

/** A label and its value as lines of one paragraph. */
function linesOf({ label, values }: Pairs[number]): Line[] {
  const [first, ...rest] = values;
  const isBeside = first !== undefined && first.x0 > label.x1;
  return isBeside ? [joinSegments([label, first]), ...rest] : [label, ...values];
}
