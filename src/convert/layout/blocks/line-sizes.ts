import type { Line } from '../model/line.ts';

/**
 * By how much the sizes of lines of one paragraph may differ, in em of the larger one. Set by hand on the tuning half
 * of the corpus.
 */
export const SIZES = 0.09;
/** Names of another font are at least so large, as a share of the size of the text. Set by hand on unseen documents. */
const NAMES = 0.75;

/**
 * Whether two lines differ in size, and not only because one of them has names in a font of another size. `isWithin`:
 * the lower one seems to go on with the sentence.
 */
export function areOfOtherSizes(upper: Line, lower: Line, isWithin: () => boolean): boolean {
  const size = Math.max(upper.size, lower.size);
  const differ = (a: number, b: number): boolean => Math.abs(a - b) > SIZES * size;
  if (!differ(upper.size, lower.size)) return false;
  if (Math.min(upper.size, lower.size) < NAMES * size || !isWithin()) return true;
  const has = (line: Line, other: number): boolean =>
    line.runs.some((run) => run.text.length > 1 && !differ(run.size, other));
  return !has(lower, upper.size) && !has(upper, lower.size);
}
