import { isNear } from '../../model/geometry.ts';
import type { RawBox } from '../../model/raw-page.ts';
import type { Segment } from '../../model/line.ts';
import { lineText } from '../../text/inlines.ts';
import { isNumeric } from '../model/numeric.ts';
import { lengthOf, type Ruling, type Rulings } from './rulings.ts';

/** Points: how far apart pieces of one line may be, and how near pieces always are one. Set by hand. */
const GAP_PT = 18;
const NEAR_PT = 6;

/** Points: how far a ruling may be from the edge of the box that it goes on from. */
const BOX_PT = 2;

/**
 * Rulings that go on from a corner of a filled cell in the first column, where other rulings begin: the filling hides
 * the rest of them.
 */
export function alongFilledCells({ horizontal, vertical }: Rulings, boxes: readonly RawBox[]): Rulings {
  const filled = boxes.filter(({ fill }) => fill !== undefined);
  const extended = horizontal.map((ruling) => {
    const { at, from, to } = ruling;
    const box = filled.find(
      ({ x0, x1, y0, y1 }) =>
        isNear(x1, from, BOX_PT) && x0 < from && (isNear(y0, at, BOX_PT) || isNear(y1, at, BOX_PT)),
    );
    const isWhole = (other: Ruling): boolean => isNear(other.from, box!.x0, BOX_PT) && isNear(other.to, to, BOX_PT);
    return box && horizontal.some(isWhole) ? { at, from: box.x0, to } : ruling;
  });
  return { horizontal: extended, vertical };
}

/**
 * Rulings right beside each other are one line of their table, and so are those further apart that stand above or below
 * amounts: a statement is ruled below each of its columns.
 */
export function joinPieces(horizontal: readonly Ruling[], segments: readonly Segment[]): Ruling[] {
  const sorted = [...horizontal].sort((a, b) => a.at - b.at || a.from - b.from);
  const joined: Ruling[] = [];
  for (const ruling of sorted) {
    const left = joined.findLast(
      ({ at, to }) => isNear(at, ruling.at, 1) && ruling.from > to && ruling.from < to + GAP_PT,
    );
    const isOne = (gap: number): boolean => gap < NEAR_PT || lengthOf(ruling) < GAP_PT || isAtAmount(ruling, segments);
    if (left && isOne(ruling.from - left.to)) left.to = ruling.to;
    else joined.push({ ...ruling });
  }
  return joined;
}

/** Whether an amount is the nearest text above a ruling, or below it. */
function isAtAmount({ at, from, to }: Ruling, segments: readonly Segment[]): boolean {
  const beside = segments.filter(({ x0, x1 }) => x1 > from && x0 < to);
  const distance = ({ baseline }: Segment): number => Math.abs(baseline - at);
  const nearest = (near: readonly Segment[]): Segment | undefined =>
    near.reduce<Segment | undefined>(
      (best, each) => (best && distance(best) <= distance(each) ? best : each),
      undefined,
    );
  const sides = [beside.filter(({ baseline }) => baseline < at), beside.filter(({ baseline }) => baseline >= at)];
  return sides.map(nearest).some((segment) => segment && isNumeric(lineText(segment)));
}
