import { isNear } from '../../model/geometry.ts';
import type { Segment } from '../../model/line.ts';
import { lineText } from '../../text/inlines.ts';
import type { TextRow } from '../../text/text-rows.ts';
import { labelLook, looksLikeLabel } from './label-looks.ts';

/** A label and the lines of its value. */
export interface LabelValue {
  readonly label: Segment;
  /** The line of a wrapped label that stands above or below. */
  readonly further?: Segment;
  readonly values: Segment[];
  /** What else stands on the line of the label, at the right of the pair. */
  readonly right: Segment | undefined;
}

/** Pairs below each other. */
interface Chain {
  readonly pairs: LabelValue[];
  baseline: number;
}

/** Set by hand on the tuning half of the corpus. */
export const CHAIN = {
  /** Em: distance of two pairs, and of the lines of one value. */
  gapEm: 2.4,
  lineEm: 1.5,
  /** Points by which edges may differ. */
  edgePt: 2.2,
  /** Em: space between a label and a value that does not end at one place. */
  widestEm: 16,
  /** Em: by how much a label that is set to the right may be longer than another. */
  longerEm: 6,
};

/** Whether a pair stands below another in the same columns. */
function fits({ pairs }: Chain, { label, values: [value] }: LabelValue): boolean {
  const { label: above, values } = pairs.at(-1)!;
  const isInColumn = (a: Segment, b: Segment): boolean =>
    isNear(a.x0, b.x0, CHAIN.edgePt) || isNear(a.x1, b.x1, CHAIN.edgePt);
  return isInColumn(label, above) && isInColumn(value!, values[0]!);
}

/** Whether a segment is a further line of the last value of a chain: at its leading, or at that of the pairs. */
function goesOn({ pairs, baseline }: Chain, segment: Segment): boolean {
  const [before, last] = pairs.slice(-2);
  const pitch = last ? last.label.baseline - before!.label.baseline + 1 : 0;
  return (
    segment.baseline - baseline < Math.max(CHAIN.lineEm * segment.size, Math.min(pitch, CHAIN.gapEm * segment.size)) &&
    isNear(segment.x0, pairs.at(-1)!.values[0]!.x0, CHAIN.edgePt)
  );
}

const isInReach = ({ pairs }: Chain, segment: Segment): boolean => {
  const { label, values } = pairs.at(-1)!;
  return segment.x0 < values[0]!.x1 && segment.x1 > label.x0;
};

/** Pairs of a row that may be labels and values: each segment with its right neighbour. */
function pairsOf({ segments }: TextRow, wrapped: ReadonlyMap<Segment, Segment>): LabelValue[] {
  return segments.slice(1).flatMap((value, index) => {
    const label = segments[index]!;
    const further = wrapped.get(label);
    const lines = further ? [label, further].sort((a, b) => a.baseline - b.baseline) : [label];
    if (!looksLikeLabel(lines.map(lineText).join(' ')) || label.size > 1.3 * value.size) return [];
    const pair = { label, values: [value], right: segments[index + 2] };
    return [further ? { ...pair, further } : pair];
  });
}

/**
 * Labels of two lines, of which one has the value beside it: the second begins in lower case, in the letters of the
 * first. By the line with the value.
 */
function wrappedLabels(rows: readonly TextRow[]): Map<Segment, Segment> {
  const wrapped = new Map<Segment, Segment>();
  rows.slice(1).forEach(({ segments: [second, ...more] }, index) => {
    const [first, ...others] = rows[index]!.segments;
    if (!first || !second || (more.length === 0) === (others.length === 0)) return;
    const isNext =
      /^\p{Ll}/u.test(lineText(second)) &&
      isNear(first.x0, second.x0, CHAIN.edgePt) &&
      second.baseline - first.baseline < CHAIN.lineEm * first.size &&
      labelLook(first) === labelLook(second) &&
      [...more, ...others].every((value) => labelLook(value) !== labelLook(first));
    if (isNext && more.length > 0) wrapped.set(second, first);
    else if (isNext) wrapped.set(first, second);
  });
  return wrapped;
}

const lastBaseline = ({ label, further }: LabelValue): number =>
  Math.max(label.baseline, further?.baseline ?? label.baseline);

/** Adds the pairs of a row to the chains that they fit. Returns these, and what they took. */
function goOnWith(open: readonly Chain[], pairs: readonly LabelValue[]): { added: Set<Chain>; taken: Set<Segment> } {
  const added = new Set<Chain>();
  const taken = new Set<Segment>();
  for (const pair of pairs) {
    const chain = open.find((each) => !added.has(each) && fits(each, pair));
    if (!chain) continue;
    chain.pairs.push(pair);
    chain.baseline = lastBaseline(pair);
    added.add(chain);
    for (const segment of [pair.label, ...pair.values]) taken.add(segment);
  }
  return { added, taken };
}

/**
 * What a row without a pair of a chain does to it: a further line of its value or of its next label keeps it open,
 * anything else in its columns closes it. `labels`: lines of wrapped labels.
 */
function passRow(chain: Chain, { segments, baseline }: TextRow, labels: ReadonlySet<Segment>): void {
  const inReach = segments.filter((segment) => isInReach(chain, segment));
  const further = inReach.filter((segment) => !labels.has(segment));
  if (further.length < inReach.length) chain.baseline = baseline;
  if (further.length === 1 && goesOn(chain, further[0]!)) {
    chain.pairs.at(-1)!.values.push(further[0]!);
    chain.baseline = baseline;
  } else if (further.length > 0) {
    chain.baseline = -Infinity;
  }
}

/** Chains of pairs below each other; each segment is in one of them at most where they are read. */
export function chainsOf(rows: readonly TextRow[]): Chain[] {
  const chains: Chain[] = [];
  const wrapped = wrappedLabels(rows);
  const lines = new Set(wrapped.values());
  let open: Chain[] = [];
  for (const row of rows) {
    open = open.filter(({ baseline }) => row.baseline - baseline < CHAIN.gapEm * row.size);
    const pairs = pairsOf(row, wrapped);
    const { added, taken } = goOnWith(open, pairs);
    for (const chain of open) if (!added.has(chain)) passRow(chain, row, lines);
    for (const pair of pairs) {
      if (taken.has(pair.label) && pair.values.some((value) => taken.has(value))) continue;
      const chain = { pairs: [pair], baseline: lastBaseline(pair) };
      chains.push(chain);
      open.push(chain);
    }
  }
  return chains.filter(({ pairs }) => pairs.length >= 2);
}

/** A line that begins where labels do and ends where values do, next to their pairs: both, with a space between. */
export function withWholeLines({ pairs }: Chain, rows: readonly TextRow[]): LabelValue[] {
  const [{ label, values }, next] = pairs as [LabelValue, LabelValue];
  const isRight = isNear(label.x1, next.label.x1, CHAIN.edgePt) && !isNear(label.x0, next.label.x0, CHAIN.edgePt);
  const startsWithLabels = ({ x0 }: Segment): boolean =>
    isRight ? x0 < label.x1 && x0 > label.x0 - CHAIN.longerEm * label.size : isNear(x0, label.x0, CHAIN.edgePt);
  const isWhole = (segment: Segment): boolean =>
    startsWithLabels(segment) && isNear(segment.x1, values[0]!.x1, CHAIN.edgePt);
  const pairIn = (row: TextRow): LabelValue | undefined => {
    const whole = row.segments.find(isWhole);
    return whole && { label: whole, values: [], right: undefined };
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
