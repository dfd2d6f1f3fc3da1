import { isSegment, type Element } from '../model/element.ts';
import { boundsOf, isNear } from '../model/geometry.ts';
import { innerSpans, intersect, type Span, type Strip } from './strips.ts';

/** A line right above another one of its column. Set by hand on the tuning half of the corpus. */
const LINE = {
  /** Points by which it may start elsewhere than the one below; em where a paragraph begins. */
  startPt: 1,
  indentEm: 2.2,
  /** Points by which their sizes may differ. */
  sizePt: 1,
  /** Em: distance of their baselines. */
  leadingEm: 1.5,
};

function isAbove(line: Element, other: Element, start: number): boolean {
  return (
    isSegment(line) &&
    isSegment(other) &&
    isNear(other.x0, line.x0, start) &&
    isNear(other.segment.size, line.segment.size, LINE.sizePt) &&
    other.segment.baseline - line.segment.baseline < LINE.leadingEm * line.segment.size
  );
}

/** Whether one line of a column stands above the place where the other begins: right above another one. */
export const isLineAbove = (line: Element, { elements }: Strip): boolean =>
  elements.some((other) => isAbove(line, other, LINE.startPt));

/**
 * The lines of a paragraph that goes on beside the place where another column begins, such as a note in the margin:
 * those above this place. The gutters are those of the strip in which it begins.
 */
export function paragraphAbove(strips: readonly Strip[], strip: Strip, gutters: readonly Span[]): Strip[] {
  const crosses = ({ x0, x1 }: Element): boolean => gutters.some((gutter) => x0 < gutter.x0 && x1 > gutter.x1);
  const above: Strip[] = [];
  let below = strip;
  for (const each of strips.toReversed()) {
    const [line, ...more] = each.elements;
    const isIn =
      more.length === 0 &&
      !crosses(line!) &&
      below.elements.some((other) => isSegment(other) && isAbove(line!, other, LINE.indentEm * other.segment.size));
    if (!isIn) break;
    above.unshift(each);
    below = each;
  }
  return above;
}

/**
 * Strips at the end of a group that leave a gutter of the strip below them free and stand nearer to it than to what is
 * above them, as headings at the top of columns below authors do. What stands in the first column alone is read first
 * anyway, and may name a table.
 */
export function columnsAbove(strips: readonly Strip[], strip: Strip, width: number): Strip[] {
  let { free } = strip;
  let members = [...strip.elements];
  let widest = strip.y0 - strips.at(-1)!.y1;
  let above: readonly Strip[] = [];
  for (let index = strips.length - 1; index > 0; index -= 1) {
    const each = strips[index]!;
    free = intersect(free, each.free, width);
    members = [...members, ...each.elements];
    const gutter = innerSpans(free, boundsOf(members))[0];
    if (!gutter) break;
    const gap = each.y0 - strips[index - 1]!.y1;
    const found = strips.slice(index);
    if (gap > widest && found.some(({ elements }) => elements.some(({ x0 }) => x0 > gutter.x0))) above = found;
    widest = Math.max(widest, gap);
  }
  return [...above];
}
