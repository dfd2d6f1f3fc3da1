import type { LayoutSummary, StyleCount, TextStyle } from '../model/page-model.ts';
import { styleKey } from '../text/styles.ts';

/** What the whole document tells of its styles. */
export interface DocumentStyle {
  readonly body: TextStyle;
  /** Size of a style in relation to the body's. */
  ratio(style: TextStyle): number;
  count(style: TextStyle): StyleCount | undefined;
  /** The document is tagged, headings too: what is no heading by its tag is none. */
  readonly isTagged: boolean;
  /** Tags and the outline give larger headings the higher levels, where sizes differ. */
  readonly hasSoundLevels: boolean;
  /** An outline (bookmarks) leads to these pages. */
  readonly hasOutline: boolean;
  /** 1 for the most prominent style of headings, and so on. */
  rank(style: TextStyle): number;
}

/** Set by hand on the tuning half of the corpus. */
const BODY = {
  /** How much letters of tables and candidates for headings count for the body's style, beside those of prose. */
  otherLetters: 0.3,
};

/** Shares of the text blocks in a tagged document: that are tagged at least, and as headings at most. Set by hand. */
const TAGGED = { least: 0.85, headings: 0.6 };

/** The ladder of headings. Factors of sizes, set by hand on the tuning half of the corpus. */
const LADDER = {
  /** Share of a style's blocks that may be headings. */
  candidates: 0.5,
  /** Headings are larger than the body by this, or bold and at least so large. */
  larger: 1.06,
  boldLarger: 0.94,
  /** Sizes this close are one rung. */
  sameRung: 0.94,
  /** By how much a size may lie below or above its rung. */
  below: 0.97,
  above: 1.03,
  mostRungs: 5,
};

const DEFAULT_BODY: TextStyle = { size: 10, bold: false, italic: false, mono: false, family: '', color: 0 };

const plus = (a: readonly number[], b: readonly number[]): number[] => a.map((value, index) => value + (b[index] ?? 0));

/** Adds the statistics of all parts up. Order and cut of the parts make no difference. */
function addUp(summaries: readonly LayoutSummary[]): Map<string, StyleCount> {
  const sums = new Map<string, StyleCount>();
  for (const [key, count] of summaries.flatMap((summary) => Object.entries(summary.styles))) {
    const sum = sums.get(key);
    sums.set(key, sum ? addCounts(sum, count) : count);
  }
  return sums;
}

const addCounts = (a: StyleCount, b: StyleCount): StyleCount => ({
  style: a.style,
  chars: a.chars + b.chars,
  prose: a.prose + b.prose,
  blocks: a.blocks + b.blocks,
  candidates: a.candidates + b.candidates,
  known: plus(a.known, b.known),
  numbered: plus(a.numbered, b.numbered),
});

/** The most frequent style of the most frequent size and weight. */
function bodyOf(sums: ReadonlyMap<string, StyleCount>): TextStyle {
  const byLook = new Map<string, number>();
  const lookOf = (style: TextStyle): string => `${style.size}|${style.bold}`;
  for (const { style, chars, prose } of sums.values())
    byLook.set(lookOf(style), (byLook.get(lookOf(style)) ?? 0) + prose + BODY.otherLetters * chars);
  const weightOf = ({ style }: StyleCount): number => byLook.get(lookOf(style)) ?? 0;
  let best: StyleCount | undefined;
  const sorted = [...sums.entries()].sort((a, b) => (a[0] < b[0] ? -1 : 1)).map(([, count]) => count);
  for (const count of sorted) {
    const isBetter =
      !best ||
      weightOf(count) > weightOf(best) ||
      (lookOf(count.style) === lookOf(best.style) && count.chars > best.chars);
    if (isBetter) best = count;
  }
  return best?.style ?? DEFAULT_BODY;
}

export function readDocumentStyle(summaries: readonly LayoutSummary[]): DocumentStyle {
  const sums = addUp(summaries);
  const body = bodyOf(sums);
  const rungs = rungsOf([...sums.values()], body);
  const sum = (of: (summary: LayoutSummary) => number): number =>
    summaries.reduce((total, summary) => total + of(summary), 0);
  const blocks = sum((summary) => summary.blocks);
  const headings = sum((summary) => summary.taggedHeadings);
  return {
    body,
    isTagged:
      headings > 0 && headings <= TAGGED.headings * blocks && sum((summary) => summary.tagged) >= TAGGED.least * blocks,
    hasSoundLevels: levelsFollowSizes([...sums.values()]),
    hasOutline: sum((summary) => summary.outline) > 0,
    ratio: (style) => style.size / body.size,
    count: (style) => sums.get(styleKey(style)),
    rank: (style) => {
      const index = rungs.findIndex((rung) => isOn(rung, style));
      return index < 0 ? rungs.length + 1 : index + 1;
    },
  };
}

/** Whether more pairs of headings of two sizes and levels have the higher level in the larger letters than not. */
function levelsFollowSizes(all: readonly StyleCount[]): boolean {
  const counts = all.filter(({ known }) => known.some((count) => count > 0));
  let follow = 0;
  for (const larger of counts) {
    for (const smaller of counts.filter(({ style }) => larger.style.size > style.size * LADDER.larger))
      larger.known.forEach((count, level) =>
        smaller.known.forEach((other, below) => {
          follow += Math.sign(below - level) * count * other;
        }),
      );
  }
  return follow >= 0;
}

/**
 * One step of the ladder of headings: sizes from `least` to `most`; `bold` parts bold from light headings of the
 * smallest sizes.
 */
interface Rung {
  least: number;
  readonly most: number;
  readonly bold: boolean;
}

const isOn = (rung: Rung, style: TextStyle): boolean =>
  style.size >= rung.least * LADDER.below && (style.bold || !rung.bold || style.size > rung.most * LADDER.above);

const isHeadingStyle = ({ style, candidates, blocks }: StyleCount, body: TextStyle): boolean =>
  candidates > 0 &&
  candidates >= LADDER.candidates * blocks &&
  (style.size > body.size * LADDER.larger || (style.bold && !body.bold && style.size > body.size * LADDER.boldLarger));

/** The sizes of headings from large to small; close ones are one. */
function rungsOf(counts: readonly StyleCount[], body: TextStyle): Rung[] {
  const heads = counts
    .filter((count) => isHeadingStyle(count, body))
    .sort((a, b) => b.style.size - a.style.size || Number(b.style.bold) - Number(a.style.bold));
  const rungs: Rung[] = [];
  for (const { style } of heads) {
    const last = rungs.at(-1);
    if (last && style.size > last.least * LADDER.sameRung) last.least = Math.min(last.least, style.size);
    else rungs.push({ least: style.size, most: style.size, bold: style.bold });
  }
  while (rungs.length > LADDER.mostRungs) joinClosest(rungs);
  return rungs;
}

function joinClosest(rungs: Rung[]): void {
  const ratioAbove = (index: number): number => rungs[index - 1]!.least / rungs[index]!.most;
  let closest = 1;
  for (let index = 2; index < rungs.length; index += 1) if (ratioAbove(index) < ratioAbove(closest)) closest = index;
  rungs[closest - 1]!.least = rungs[closest]!.least;
  rungs.splice(closest, 1);
}
