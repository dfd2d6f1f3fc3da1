import { boundsOf, isSegment, type Element } from './element.ts';
import { median } from './piece.ts';

/** A stretch of x. */
export interface Span {
  readonly x0: number;
  readonly x1: number;
}

/** A horizontal band of the page that nothing below or above reaches into. */
export interface Strip {
  readonly elements: Element[];
  readonly free: readonly Span[];
  readonly y0: number;
  readonly y1: number;
}

/** Strips that share their gutters. */
export interface Group {
  strips: Strip[];
  free: readonly Span[];
  x0: number;
  x1: number;
}

const EDGE = 1e6;

function freeSpans(elements: readonly Element[]): Span[] {
  const sorted = [...elements].sort((a, b) => a.x0 - b.x0);
  const spans: Span[] = [];
  let reach = -EDGE;
  for (const element of sorted) {
    if (element.x0 > reach) spans.push({ x0: reach, x1: element.x0 });
    reach = Math.max(reach, element.x1);
  }
  spans.push({ x0: reach, x1: EDGE });
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

/** Gutters: free spans with something on both sides. */
export const inner = (free: readonly Span[], x0: number, x1: number): Span[] =>
  free.filter((span) => span.x0 > x0 && span.x1 < x1);

/** The strips of a region, from top to bottom; a high one is cut at what crosses its gutter. */
export function stripsOf(elements: readonly Element[], width: number): Strip[] {
  const sorted = [...elements].sort((a, b) => a.y0 - b.y0 || a.x0 - b.x0);
  const strips: Strip[] = [];
  let current: Element[] = [];
  let reach = -Infinity;
  const flush = (): void => {
    if (current.length > 0) strips.push(...withoutCrossers(current, width));
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
  const bounds = boundsOf(elements);
  return { elements, free: freeSpans(elements), y0: bounds.y0, y1: bounds.y1 };
}

/** Cuts a high strip at the few elements that cross its gutter (a heading over both columns that stands close to them). */
function withoutCrossers(elements: Element[], width: number): Strip[] {
  const strip = stripOf(elements);
  const bounds = boundsOf(elements);
  if (elements.length < 8 || inner(strip.free, bounds.x0, bounds.x1).some((span) => span.x1 - span.x0 >= width))
    return [strip];
  const bins = Math.ceil(bounds.x1 - bounds.x0);
  if (!(bins > 20) || bins > 5000) return [strip];
  const change = new Int32Array(bins + 2);
  for (const element of elements) {
    change[Math.max(0, Math.floor(element.x0 - bounds.x0))]! += 1;
    change[Math.min(bins, Math.ceil(element.x1 - bounds.x0))]! -= 1;
  }
  const limit = Math.max(1, Math.floor(elements.length / 10));
  let best: { x0: number; x1: number; count: number } | undefined;
  let count = 0;
  let start = -1;
  let most = 0;
  for (let bin = 0; bin <= bins; bin += 1) {
    count += change[bin]!;
    if (count <= limit && bin < bins) {
      if (start < 0) {
        start = bin;
        most = 0;
      }
      most = Math.max(most, count);
    } else if (start >= 0) {
      const middle = (start + bin) / 2;
      if (
        bin - start >= width &&
        middle > 0.15 * bins &&
        middle < 0.85 * bins &&
        (best === undefined || most < best.count)
      )
        best = { x0: bounds.x0 + start, x1: bounds.x0 + bin, count: most };
      start = -1;
    }
  }
  if (!best || best.count === 0) return [strip];
  const { x0, x1 } = best;
  const crossers = elements
    .filter((element) => element.x0 < x1 - 0.5 && element.x1 > x0 + 0.5)
    .sort((a, b) => a.y0 - b.y0);
  const rest = elements.filter((element) => !crossers.includes(element));
  const strips: Strip[] = [];
  let left = rest;
  for (const crosser of crossers) {
    const center = (crosser.y0 + crosser.y1) / 2;
    const above = left.filter((element) => (element.y0 + element.y1) / 2 < center);
    left = left.filter((element) => (element.y0 + element.y1) / 2 >= center);
    if (above.length > 0) strips.push(stripOf(above));
    strips.push(stripOf([crosser]));
  }
  if (left.length > 0) strips.push(stripOf(left));
  return strips;
}

/** The elements at the left and at the right of a gutter. */
export function splitAt(elements: readonly Element[], x: number): [Element[], Element[]] {
  const left: Element[] = [];
  const right: Element[] = [];
  for (const element of elements) ((element.x0 + element.x1) / 2 < x ? left : right).push(element);
  return [left, right];
}

/** Whether the strips hold nothing but full lines of one of the next strip's columns. */
function isColumnOf(strips: readonly Strip[], next: Strip, gutters: readonly Span[]): boolean {
  const gutter = gutters[0];
  const elements = strips.flatMap((strip) => strip.elements);
  if (!gutter || elements.length < 2) return false;
  const bounds = boundsOf(elements);
  const x = (gutter.x0 + gutter.x1) / 2;
  if (bounds.x0 < x && bounds.x1 > x) return false;
  const side = next.elements.filter((element) => element.x0 < x === bounds.x0 < x);
  if (side.length < 3) return false;
  const column = boundsOf(side);
  return (
    Math.abs(column.x0 - bounds.x0) < 12 &&
    bounds.x1 - bounds.x0 > 0.75 * (column.x1 - column.x0) &&
    bounds.x1 - bounds.x0 < 1.3 * (column.x1 - column.x0)
  );
}

/** Whether blocks of centred lines side by side (authors above an article) end before a strip that is not centred like them. */
function endsCentered(strips: readonly Strip[], next: Strip, gutters: readonly Span[]): boolean {
  // between the next strip's edge and the centred lines there may be room, too
  const gutter = gutters.reduce<Span | undefined>(
    (widest, each) => (widest && widest.x1 - widest.x0 >= each.x1 - each.x0 ? widest : each),
    undefined,
  );
  if (!gutter || strips.length > 12) return false;
  const x = (gutter.x0 + gutter.x1) / 2;
  const elements = strips.flatMap((strip) => strip.elements);
  if (elements.length < 6 || elements.length > 60) return false;
  return splitAt(elements, x).every((side) => {
    const centers = side.map((element) => (element.x0 + element.x1) / 2);
    const center = median(centers);
    const starts = side.map((element) => element.x0);
    if (
      side.length < 3 ||
      centers.some((each) => Math.abs(each - center) > 4) ||
      Math.max(...starts) - Math.min(...starts) < 6
    )
      return false;
    const after = next.elements.filter((element) => (element.x0 + element.x1) / 2 < x === center < x);
    // a full line of prose has its middle there as well
    const widest = Math.max(...side.map((element) => element.x1 - element.x0));
    return (
      after.length === 0 ||
      after.some(
        (element) => Math.abs((element.x0 + element.x1) / 2 - center) > 6 || element.x1 - element.x0 > 1.15 * widest,
      )
    );
  });
}

/**
 * Whether columns that end at the same height (a section set in balanced columns) are over: what follows, after more than a line's space,
 * stands in the first column alone, down to the end.
 */
function endsBalanced(
  group: Group,
  following: readonly Strip[],
  gutters: readonly Span[],
  gap: number,
  size: number,
): boolean {
  const gutter = gutters[0];
  if (!gutter || gap < 1.2 * size) return false;
  const x = (gutter.x0 + gutter.x1) / 2;
  if (following.some((strip) => strip.elements.some((element) => element.x1 > x))) return false;
  const [left, right] = splitAt(
    group.strips.flatMap((strip) => strip.elements),
    x,
  );
  if (left.length < 3 || right.length < 3) return false;
  // Balanced means to a line or two.
  return Math.abs(boundsOf(left).y1 - boundsOf(right).y1) < 3 * size;
}

/** Strips that share their gutters (or have none), from top to bottom. */
export function groupsOf(strips: readonly Strip[], width: number, size: number, loosely = false): Group[] {
  const groups: Group[] = [];
  let group: Group | undefined;
  for (const [index, strip] of strips.entries()) {
    const bounds = boundsOf(strip.elements);
    const own = inner(strip.free, bounds.x0, bounds.x1).filter((span) => span.x1 - span.x0 >= width);
    if (group) {
      const x0 = Math.min(group.x0, bounds.x0);
      const x1 = Math.max(group.x1, bounds.x1);
      const before = inner(group.free, group.x0, group.x1);
      const free = intersect(group.free, strip.free, width);
      const common = inner(free, x0, x1);
      const gap = strip.y0 - group.strips.at(-1)!.y1;
      let joins: boolean;
      if (before.length === 0) joins = own.length === 0 && (common.length === 0 || group.strips.length + 1 < 2);
      else if (common.length === 0) joins = false;
      else joins = loosely || common.length >= before.length || own.length <= before.length || gap < 0.8 * size;
      // lines of one column alone, above where the other begins (beside a figure)
      if (before.length === 0 && own.length > 0 && isColumnOf(group.strips, strip, common)) joins = true;
      // one full line after another, however short
      if (before.length === 0 && own.length === 0) joins = true;
      if (
        !loosely &&
        before.length > 0 &&
        common.length > 0 &&
        common.length < before.length &&
        own.length > 0 &&
        own.length < before.length &&
        gap > 0.9 * size
      )
        joins = false;
      if (
        joins &&
        before.length > 0 &&
        (endsCentered(group.strips, strip, common) || endsBalanced(group, strips.slice(index), common, gap, size))
      )
        joins = false;
      if (joins) {
        group.strips.push(strip);
        group.free = free;
        group.x0 = x0;
        group.x1 = x1;
        continue;
      }
    }
    group = { strips: [strip], free: strip.free, x0: bounds.x0, x1: bounds.x1 };
    groups.push(group);
  }
  return groups.flatMap((each, index) => headingApart(each, groups[index + 1], size));
}

/** A heading under the first of several columns that stands nearer to what follows over their whole width belongs there. */
function headingApart(group: Group, next: Group | undefined, size: number): Group[] {
  const last = group.strips.at(-1)!;
  const before = group.strips.at(-2);
  const [only, ...more] = last.elements;
  if (!next || !before || more.length > 0 || !isSegment(only!)) return [group];
  const { segment } = only;
  if (!(segment.size > 1.08 * size || segment.pieces.every((piece) => piece.bold))) return [group];
  if (last.y0 - before.y1 < 1.2 * (next.strips[0]!.y0 - last.y1)) return [group];
  const strips = group.strips.slice(0, -1);
  const free = strips.map((strip) => strip.free).reduce((all, each) => intersect(all, each, 0.1));
  const bounds = boundsOf(strips.flatMap((strip) => strip.elements));
  return [
    { strips, free, x0: bounds.x0, x1: bounds.x1 },
    { strips: [last], free: last.free, x0: last.elements[0]!.x0, x1: last.elements[0]!.x1 },
  ];
}
