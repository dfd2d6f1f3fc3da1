import { isNear } from '../model/geometry.ts';
import type { UsualLook } from '../text/styles.ts';
import type { LineLook } from './line-look.ts';

/** Titles of several lines. Set by hand on the tuning half of the corpus. */
const TITLE = {
  lines: 4,
  /** Letters are larger than usual by this factor, or bold and hardly smaller. */
  larger: 1.05,
  boldLarger: 0.95,
  /** Em: distance of its lines, at least and at most; large letters, and very large ones, are often set wide. */
  leastGap: 0.8,
  gap: 1.42,
  large: 1.3,
  largeGap: 1.8,
  veryLarge: 1.8,
  veryLargeGap: 2.1,
  /** Space above it and below it, in the largest distance of its lines. */
  above: 1.15,
  below: 1.1,
  /** Points by which left edges may differ, and em by which the sums of both edges of centred lines may. */
  startPt: 1.5,
  centerEm: 0.25,
};

/**
 * Which lines go on with a title above: a few lines in a look that is not the page's usual one, closer to each other
 * than to what stands around them. Titles are broken where it suits them, however much room there was.
 */
export function titleLines(looks: readonly LineLook[], usual: UsualLook): boolean[] {
  const goesOn = looks.map(() => false);
  let from = 0;
  while (from < looks.length) {
    let to = from + 1;
    while (to < looks.length && isAlike(looks[to - 1]!, looks[to]!, usual)) to += 1;
    if (to - from > 1 && to - from <= TITLE.lines && isTitle(looks, from, to, usual)) goesOn.fill(true, from + 1, to);
    from = to;
  }
  return goesOn;
}

/** Lines of one look below each other, from one left edge or about one middle. */
function isAlike(above: LineLook, look: LineLook, usual: UsualLook): boolean {
  return hasSameLook(above, look) && isBelow(above, look, usual) && isAligned(above, look);
}

const hasSameLook = (above: LineLook, look: LineLook): boolean =>
  look.line.size === above.line.size &&
  above.bold === look.bold &&
  above.italic === look.italic &&
  look.line.runs[0]!.family === above.line.runs[0]!.family &&
  !look.mono &&
  !look.label;

function isBelow(above: LineLook, { line }: LineLook, usual: UsualLook): boolean {
  const gap = (line.baseline - above.line.baseline) / line.size;
  // a title in large letters goes on after a colon with what it is about
  const ends = line.size > TITLE.large * usual.size ? /[.!?;,]$/ : /[.!?:;,]$/;
  return gap >= TITLE.leastGap && gap <= mostGap(line.size, usual) && !ends.test(above.text);
}

function mostGap(size: number, usual: UsualLook): number {
  if (size > TITLE.veryLarge * usual.size) return TITLE.veryLargeGap;
  return size > TITLE.large * usual.size ? TITLE.largeGap : TITLE.gap;
}

const isAligned = (above: LineLook, { line }: LineLook): boolean =>
  isNear(line.x0, above.line.x0, TITLE.startPt) ||
  Math.abs(line.x0 + line.x1 - above.line.x0 - above.line.x1) < TITLE.centerEm * line.size ||
  (above.label !== undefined && isNear(line.x0, above.label.textX, TITLE.startPt));

function isTitle(looks: readonly LineLook[], from: number, to: number, usual: UsualLook): boolean {
  const { line, bold } = looks[from]!;
  const isProminent =
    line.size > usual.size * TITLE.larger || (bold && !usual.bold && line.size > usual.size * TITLE.boldLarger);
  if (!isProminent) return false;
  const gapBefore = (index: number): number => {
    const [above, look] = [looks[index - 1], looks[index]];
    return above && look ? look.line.baseline - above.line.baseline : Infinity;
  };
  const inner = Math.max(...Array.from({ length: to - from - 1 }, (_, index) => gapBefore(from + 1 + index)));
  const isApartBelow = gapBefore(to) > TITLE.below * inner || line.size > TITLE.veryLarge * usual.size;
  return gapBefore(from) > TITLE.above * inner && isApartBelow;
}
