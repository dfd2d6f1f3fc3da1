import { styleKey } from '../layout/looks.ts';
import type { LayoutSummary, StyleCount, TextStyle } from '../layout/page-model.ts';

/** What the whole document tells of its styles. */
export interface DocumentStyle {
  readonly body: TextStyle;
  /** Sizes of one piece of text in relation to the body's. */
  ratio(style: TextStyle): number;
  count(style: TextStyle): StyleCount | undefined;
  /** The document is tagged, headings too: what is no heading by its tag is none. */
  readonly isTagged: boolean;
  /** 1 for the most prominent style of headings, and so on. */
  rank(style: TextStyle): number;
}

/** Adds the statistics of all parts up. Order and cut of the parts make no difference. */
function addUp(summaries: readonly LayoutSummary[]): Map<string, StyleCount> {
  const sums = new Map<string, StyleCount>();
  const plus = (a: readonly number[], b: readonly number[]): number[] =>
    a.map((value, index) => value + (b[index] ?? 0));
  for (const summary of summaries) {
    for (const [key, count] of Object.entries(summary.styles)) {
      const sum = sums.get(key);
      sums.set(
        key,
        sum
          ? {
              style: sum.style,
              chars: sum.chars + count.chars,
              prose: sum.prose + count.prose,
              blocks: sum.blocks + count.blocks,
              candidates: sum.candidates + count.candidates,
              known: plus(sum.known, count.known),
              numbered: plus(sum.numbered, count.numbered),
            }
          : count,
      );
    }
  }
  return sums;
}

function bodyOf(sums: ReadonlyMap<string, StyleCount>): TextStyle {
  const bySize = new Map<string, number>();
  const look = (style: TextStyle): string => `${style.size}|${style.bold}`;
  // text of tables says less of what the body is
  for (const { style, chars, prose } of sums.values())
    bySize.set(look(style), (bySize.get(look(style)) ?? 0) + prose + 0.3 * chars);
  let best: StyleCount | undefined;
  const sorted = [...sums.entries()].sort((a, b) => (a[0] < b[0] ? -1 : 1)).map(([, count]) => count);
  for (const count of sorted) {
    if (
      !best ||
      (bySize.get(look(count.style)) ?? 0) > (bySize.get(look(best.style)) ?? 0) ||
      (look(count.style) === look(best.style) && count.chars > best.chars)
    )
      best = count;
  }
  return best?.style ?? { size: 10, bold: false, italic: false, mono: false, family: '', color: 0 };
}

export function readDocumentStyle(summaries: readonly LayoutSummary[]): DocumentStyle {
  const sums = addUp(summaries);
  const body = bodyOf(sums);
  const rungs = rungsOf([...sums.values()], body);
  const sum = (of: (summary: LayoutSummary) => number): number =>
    summaries.reduce((total, summary) => total + of(summary), 0);
  return {
    body,
    isTagged:
      sum((summary) => summary.taggedHeadings) > 0 &&
      sum((summary) => summary.tagged) >= 0.85 * sum((summary) => summary.blocks),
    ratio: (style) => style.size / body.size,
    count: (style) => sums.get(styleKey(style)),
    rank: (style) => {
      const index = rungs.findIndex((rung) => isOn(rung, style));
      return index < 0 ? rungs.length + 1 : index + 1;
    },
  };
}

/** One step of the ladder of headings: sizes from `least` upwards; `bold` parts bold from light headings of the smallest sizes. */
interface Rung {
  least: number;
  most: number;
  readonly bold: boolean;
}

const MOST_RUNGS = 5;

const isOn = (rung: Rung, style: TextStyle): boolean =>
  style.size >= rung.least * 0.97 && (style.bold || !rung.bold || style.size > rung.most * 1.03);

/** The sizes of headings from large to small, close ones made one. */
function rungsOf(counts: readonly StyleCount[], body: TextStyle): Rung[] {
  const heads = counts.filter(
    ({ style, candidates, blocks }) =>
      candidates > 0 &&
      candidates >= 0.5 * blocks &&
      (style.size > body.size * 1.06 || (style.bold && !body.bold && style.size > body.size * 0.94)),
  );
  heads.sort((a, b) => b.style.size - a.style.size || Number(b.style.bold) - Number(a.style.bold));
  const rungs: Rung[] = [];
  for (const { style } of heads) {
    const last = rungs.at(-1);
    if (last && style.size > last.least * 0.94) {
      last.least = Math.min(last.least, style.size);
      continue;
    }
    rungs.push({ least: style.size, most: style.size, bold: style.bold });
  }
  while (rungs.length > MOST_RUNGS) {
    let closest = 1;
    for (let index = 2; index < rungs.length; index += 1) {
      if (rungs[index - 1]!.least / rungs[index]!.most < rungs[closest - 1]!.least / rungs[closest]!.most)
        closest = index;
    }
    rungs[closest - 1]!.least = rungs[closest]!.least;
    rungs.splice(closest, 1);
  }
  return rungs;
}
