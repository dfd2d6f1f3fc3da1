import { isSegment, type Element, type Stream } from '../model/element.ts';
import { boundsOf, centerX, centerY, median, widthOf } from '../model/geometry.ts';

/** A stretch of x. */
export interface Span {
  readonly x0: number;
  readonly x1: number;
}

/** A horizontal line that is drawn at a y. */
export interface DrawnLine {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** A horizontal strip of the page that nothing above or below reaches into. */
export interface Strip {
  readonly elements: Element[];
  /** Stretches of x that nothing in the strip covers, those at its sides too. */
  readonly free: readonly Span[];
  readonly y0: number;
  readonly y1: number;
}

export const elementsOf = ({ strips }: { readonly strips: readonly Strip[] }): Element[] =>
  strips.flatMap((strip) => strip.elements);

/** How many elements stand beside others. */
export const countBeside = (strips: readonly Strip[]): number =>
  strips.reduce((sum, { elements }) => sum + (elements.length > 1 ? elements.length : 0), 0);

/** Points: size of a region without text. */
const DEFAULT_SIZE = 10;
/** Beyond any page, in points. */
const FAR = 1e6;

/**
 * The narrowest space that can be a gutter between columns: points, and em. Set by hand on the tuning half of the
 * corpus.
 */
const GUTTER = { leastPt: 4.5, leastEm: 0.55 };

/** A high strip is cut at the few elements that cross its gutter. Set by hand on the tuning half of the corpus. */
const CROSSED = {
  /** Fewest elements of such a strip. */
  elements: 8,
  /** Points: widths between which strips are looked at. */
  leastWidth: 20,
  mostWidth: 5000,
  /** One in so many elements may cross, or one. */
  oneIn: 10,
  /** The gutter's middle lies within these shares of the width. */
  from: 0.15,
  to: 0.85,
  /** Points by which a crosser covers the gutter. */
  cover: 0.5,
};

/** The least width of a gutter between columns, for letters of a size. */
export const gutterWidth = (size: number): number => Math.max(GUTTER.leastPt, GUTTER.leastEm * size);

/** Elements that are read from top to bottom, the size of their letters, and their strips. */
export interface StripRegion extends Stream {
  readonly size: number;
  /** Least width of a gutter. */
  readonly width: number;
  readonly strips: readonly Strip[];
}

export function stripRegion(stream: Stream): StripRegion {
  const size = median(stream.elements.filter(isSegment).map(({ segment }) => segment.size)) || DEFAULT_SIZE;
  const width = gutterWidth(size);
  return { ...stream, size, width, strips: cutIntoStrips(stream.elements, width) };
}

function freeSpans(elements: readonly Element[]): Span[] {
  const sorted = [...elements].sort((a, b) => a.x0 - b.x0);
  const spans: Span[] = [];
  let reach = -FAR;
  for (const element of sorted) {
    if (element.x0 > reach) spans.push({ x0: reach, x1: element.x0 });
    reach = Math.max(reach, element.x1);
  }
  spans.push({ x0: reach, x1: FAR });
  return spans;
}

/** What two lists of free stretches have in common, where it is `width` wide. */
export function intersect(a: readonly Span[], b: readonly Span[], width: number): Span[] {
  const result: Span[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const x0 = Math.max(a[i]!.x0, b[j]!.x0);
    const x1 = Math.min(a[i]!.x1, b[j]!.x1);
    if (x1 - x0 >= width) result.push({ x0, x1 });
    if (a[i]!.x1 < b[j]!.x1) i += 1;
    else j += 1;
  }
  return result;
}

/** Free spans with something on both sides. */
export const innerSpans = (free: readonly Span[], { x0, x1 }: Span): Span[] =>
  free.filter((span) => span.x0 > x0 && span.x1 < x1);

/** The elements at the left and at the right of a gutter. */
export function splitAt(elements: readonly Element[], x: number): [Element[], Element[]] {
  const left: Element[] = [];
  const right: Element[] = [];
  for (const element of elements) (centerX(element) < x ? left : right).push(element);
  return [left, right];
}

/** The strips of a region, from top to bottom; a high one is cut at what crosses its gutter. */
export function cutIntoStrips(elements: readonly Element[], width: number): Strip[] {
  const sorted = [...elements].sort((a, b) => a.y0 - b.y0 || a.x0 - b.x0);
  const strips: Strip[] = [];
  let current: Element[] = [];
  let reach = -Infinity;
  const flush = (): void => {
    if (current.length > 0) strips.push(...cutAtCrossers(current, width));
    current = [];
  };
  for (const element of sorted) {
    if (element.y0 > reach) flush();
    current.push(element);
    reach = Math.max(reach, element.y1);
  }
  flush();
  return strips;
}

function stripOf(elements: Element[]): Strip {
  const { y0, y1 } = boundsOf(elements);
  return { elements, free: freeSpans(elements), y0, y1 };
}

/**
 * Cuts a high strip at the few elements that cross its gutter, as a heading over both columns right above them does.
 */
function cutAtCrossers(elements: Element[], width: number): Strip[] {
  const strip = stripOf(elements);
  if (elements.length < CROSSED.elements) return [strip];
  const bounds = boundsOf(elements);
  const hasGutter = innerSpans(strip.free, bounds).some((span) => widthOf(span) >= width);
  const gutter = hasGutter ? undefined : leastCrossed(elements, bounds, width);
  if (!gutter) return [strip];
  const { x0, x1 } = gutter;
  const crossers = elements
    .filter((element) => element.x0 < x1 - CROSSED.cover && element.x1 > x0 + CROSSED.cover)
    .sort((a, b) => a.y0 - b.y0);
  const strips: Strip[] = [];
  let left = elements.filter((element) => !crossers.includes(element));
  for (const crosser of crossers) {
    const center = centerY(crosser);
    const above = left.filter((element) => centerY(element) < center);
    left = left.filter((element) => centerY(element) >= center);
    if (above.length > 0) strips.push(stripOf(above));
    strips.push(stripOf([crosser]));
  }
  if (left.length > 0) strips.push(stripOf(left));
  return strips;
}

/** How many elements cover each point of the width. */
function coverage(elements: readonly Element[], left: number, bins: number): Int32Array {
  const change = new Int32Array(bins + 2);
  for (const element of elements) {
    change[Math.max(0, Math.floor(element.x0 - left))]! += 1;
    change[Math.min(bins, Math.ceil(element.x1 - left))]! -= 1;
  }
  return change;
}

/** The stretch that the fewest elements cross, but some do; away from the sides. */
function leastCrossed(elements: readonly Element[], bounds: Span, width: number): Span | undefined {
  const bins = Math.ceil(widthOf(bounds));
  if (!(bins > CROSSED.leastWidth) || bins > CROSSED.mostWidth) return undefined;
  const change = coverage(elements, bounds.x0, bins);
  const limit = Math.max(1, Math.floor(elements.length / CROSSED.oneIn));
  let best: { span: Span; count: number } | undefined;
  let count = 0;
  let start = -1;
  let most = 0;
  const close = (bin: number): void => {
    const middle = (start + bin) / 2;
    const isInside = middle > CROSSED.from * bins && middle < CROSSED.to * bins;
    if (bin - start >= width && isInside && (best === undefined || most < best.count))
      best = { span: { x0: bounds.x0 + start, x1: bounds.x0 + bin }, count: most };
    start = -1;
  };
  for (let bin = 0; bin <= bins; bin += 1) {
    count += change[bin]!;
    if (count <= limit && bin < bins) {
      if (start < 0) {
        start = bin;
        most = 0;
      }
      most = Math.max(most, count);
    } else if (start >= 0) {
      close(bin);
    }
  }
  return best && best.count > 0 ? best.span : undefined;
}
