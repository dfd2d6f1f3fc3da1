import type { RawPage, RawRun, Rect } from '../../layout/model/raw-page.ts';
import { isMisread } from './misread.ts';

/** Lines that are looked at. */
const LINES = 7;
/** Em above and below the lines, so that no letter is cut. */
const MARGIN = 0.6;

/** How many letters each letter of a word counts for that looks misread. */
const MISREAD = 3;

const weightOf = ({ text }: RawRun): number => (isMisread(text) ? MISREAD : 1) * text.length;

/**
 * The part of the page with the most letters of these runs, those that look misread above all: a band of a few lines
 * across the page.
 */
export function bandOf({ width, height }: RawPage, runs: readonly RawRun[]): Rect | undefined {
  const level = runs.filter((run) => (run.angle ?? 0) === 0).toSorted((a, b) => a.baseline - b.baseline);
  const size = level.map((run) => run.size).toSorted((a, b) => a - b)[Math.floor(level.length / 2)];
  if (size === undefined) return undefined;
  const tall = LINES * 1.3 * size;
  let best = { letters: 0, first: 0, last: 0 };
  let letters = 0;
  for (let first = 0, last = 0; last < level.length; last++) {
    letters += weightOf(level[last]!);
    while (level[last]!.baseline - level[first]!.baseline > tall) letters -= weightOf(level[first++]!);
    if (letters > best.letters) best = { letters, first, last };
  }
  const y0 = level[best.first]!.baseline - (0.9 + MARGIN) * size;
  const y1 = level[best.last]!.baseline + (0.3 + MARGIN) * size;
  return { x0: 0, x1: width, y0: Math.max(0, y0), y1: Math.min(height, y1) };
}
