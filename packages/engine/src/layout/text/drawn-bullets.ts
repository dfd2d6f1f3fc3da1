import { centerY, heightOf, isNear, widthOf, byHeight, type Heights } from '../model/geometry.ts';
import type { GlyphRun } from '../model/glyph-run.ts';
import type { RawPage, Rect } from '../model/raw-page.ts';

/**
 * Shapes that are drawn as bullets. In points, set by hand on the tuning half of the corpus (browsers draw bullets).
 */
const PT = {
  leastSide: 1,
  mostSide: 9,
  /** How far from the middle of the shape the baseline of its text is looked for. */
  reach: 24,
  /** How far the shape may reach into its text. */
  overlap: 0.5,
  /** Shapes at one place are one bullet. */
  sameBaseline: 1,
  sameX: 2,
};

/** In em of the text. Set by hand on the tuning half of the corpus. */
const EM = {
  /** How far the middle of the bullet lies above the baseline. */
  leastRise: 0.1,
  mostRise: 0.62,
  /** How far before the text it stands at most, and how wide it is. */
  gap: 2.2,
  width: 0.75,
  /** Text that ends this near at its left makes it a sign within a line, unless that is much further than its text. */
  textBefore: 3,
  /** Height of the box of the bullet's letter. */
  height: 0.7,
};

/** Text at the left that is so many times as far from a shape as its own text stands in another column. */
const FURTHER = 3;
/** A bullet is at most so many times as wide as high, or the other way round. */
const ELONGATION = 1.6;
/** A page with more small shapes is a drawing. */
const MAX_SHAPES = 400;

/** Small and about as wide as high. */
function isDot(rect: Rect): boolean {
  const width = widthOf(rect);
  const height = heightOf(rect);
  const isSmall = Math.min(width, height) >= PT.leastSide && Math.max(width, height) <= PT.mostSide;
  return isSmall && width < ELONGATION * height && height < ELONGATION * width;
}

/** Runs for bullets that are drawn instead of written: small shapes right before the first word of a line. */
export function drawnBullets(page: RawPage, runs: readonly GlyphRun[]): GlyphRun[] {
  const dots = [...page.shapes, ...page.boxes, ...page.images].filter(isDot);
  if (dots.length === 0 || dots.length > MAX_SHAPES) return [];
  const heights = byHeight(runs, ({ baseline }) => baseline);
  const bullets: GlyphRun[] = [];
  for (const dot of dots) {
    const first = firstWordAfter(dot, heights);
    if (!first || widthOf(dot) > EM.width * first.size) continue;
    const isKnown = bullets.some(
      (other) => isNear(other.baseline, first.baseline, PT.sameBaseline) && isNear(other.x0, dot.x0, PT.sameX),
    );
    if (isKnown) continue;
    bullets.push(bulletAt(dot, first));
    first.space = true;
  }
  return bullets;
}

/** The first word of the line that a dot stands before, when no text stands right at its left. */
function firstWordAfter(dot: Rect, heights: Heights<GlyphRun>): GlyphRun | undefined {
  const middle = centerY(dot);
  let first: GlyphRun | undefined;
  let before = -Infinity;
  for (const run of heights.near(middle, PT.reach)) {
    const rise = (run.baseline - middle) / run.size;
    if (rise < EM.leastRise || rise > EM.mostRise) continue;
    const gap = run.x0 - dot.x1;
    if (gap < -PT.overlap && run.x1 > dot.x0 - EM.textBefore * run.size) before = Math.max(before, run.x1);
    if (gap >= 0 && gap < EM.gap * run.size && (first === undefined || run.x0 < first.x0)) first = run;
  }
  return first && dot.x0 - before < FURTHER * (first.x0 - dot.x1) ? undefined : first;
}

const bulletAt = (dot: Rect, first: GlyphRun): GlyphRun => ({
  ...first,
  text: '•',
  x0: dot.x0,
  x1: dot.x1,
  y0: first.baseline - first.size * EM.height,
  y1: first.baseline,
  space: false,
  script: undefined,
  href: undefined,
  symbolic: true,
});
