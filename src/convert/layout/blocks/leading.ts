import type { LineLook } from './line-look.ts';

/** Distances of baselines, in em of the lines. Set by hand on the tuning half of the corpus. */
const LEADING = {
  /** Distances that can be those of lines of one paragraph. */
  least: 0.5,
  most: 2.6,
  /** Points: by how much the sizes of lines may differ. */
  sizePt: 0.6,
  /** Of all distances, sorted, this share is smaller: lines that belong together are the closer ones. */
  quantile: 0.4,
  /** The usual one is not above this. */
  cap: 2,
  /** Of text without any. */
  default: 1.25,
  /** Fewest lines of one size that have a leading of their own. */
  lines: 8,
};

/** The usual distance of baselines among lines, in em. */
function usualLeading(looks: readonly LineLook[]): number {
  const gaps: number[] = [];
  for (let index = 1; index < looks.length; index += 1) {
    const above = looks[index - 1]!.line;
    const { line } = looks[index]!;
    const gap = line.baseline - above.baseline;
    const isOneSize = Math.abs(above.size - line.size) < LEADING.sizePt;
    if (isOneSize && gap > LEADING.least * line.size && gap < LEADING.most * line.size) gaps.push(gap / line.size);
  }
  if (gaps.length === 0) return LEADING.default;
  gaps.sort((a, b) => a - b);
  return Math.min(gaps[Math.floor(gaps.length * LEADING.quantile)]!, LEADING.cap);
}

/**
 * The usual leading among lines of one size, and that of all where one size has too few: notes are set closer than
 * text.
 */
export function usualLeadings(looks: readonly LineLook[]): (size: number) => number {
  const all = usualLeading(looks);
  const known = new Map<number, number>();
  return (size) => {
    const before = known.get(size);
    if (before !== undefined) return before;
    const own = looks.filter((look) => Math.abs(look.line.size - size) < LEADING.sizePt);
    const hasOwn = own.length >= LEADING.lines && own.length < looks.length;
    const leading = hasOwn ? Math.max(all, usualLeading(own)) : all;
    known.set(size, leading);
    return leading;
  };
}
