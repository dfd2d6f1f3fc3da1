import { isNear } from '../../model/geometry.ts';
import type { Segment } from '../../model/line.ts';
import type { Gutter } from '../../whitespace/gutters.ts';

/**
 * Em: how far the middles of cells centred in one row differ, and the baselines of cells aligned at their tops. Set by
 * hand, the second on unlisted documents.
 */
const CENTRED_EM = 0.2;
const TOPS_EM = 0.4;

/**
 * Cells at both sides of a gutter whose middles are at one height, or whose first lines are: those in letters of two
 * sizes may be aligned at their tops.
 */
export function areCellsOfRow(segments: readonly Segment[], gutter: Gutter): boolean {
  const sides = [
    segments.filter((segment) => segment.x1 <= gutter.x0 + 1),
    segments.filter((segment) => segment.x0 >= gutter.x1 - 1),
  ].map((side) => side.map((segment) => segment.baseline));
  if (sides.some((side) => side.length === 0)) return false;
  const [left, right] = sides.map((side) => (Math.min(...side) + Math.max(...side)) / 2);
  const [first, second] = sides.map((side) => Math.min(...side));
  const { size } = segments[0]!;
  return isNear(left!, right!, CENTRED_EM * size) || isNear(first!, second!, TOPS_EM * size);
}
