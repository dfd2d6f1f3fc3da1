import { isSegment, textBottom, type Element } from '../model/element.ts';
import { boundsOf, centerX, isNear, median, overlapX, widthOf } from '../model/geometry.ts';
import { isBold, lettersOf } from '../model/glyph-run.ts';
import { areCenteredBlocks } from './centered-blocks.ts';
import { beginsLetter } from './letter-start.ts';
import { columnsAbove, isLineAbove, paragraphAbove } from './lines-above.ts';
import { areShortBlocks } from './short-blocks.ts';
import { elementsOf, innerSpans, intersect, splitAt, type DrawnLine, type Span, type Strip } from './strips.ts';

/** Strips below each other that share their gutters, or have none. */
export interface StripGroup {
  strips: Strip[];
  free: readonly Span[];
  x0: number;
  x1: number;
}

/** What strips are grouped by. */
export interface Grouping {
  /** Least width of a gutter, in points. */
  readonly width: number;
  /** Size of the region's letters. */
  readonly size: number;
  /** Strips go together as soon as they have one gutter in common. */
  readonly loosely?: boolean;
  readonly rulings?: readonly DrawnLine[];
}

/** Distances between strips, in em of the region's letters. Set by hand on the tuning half of the corpus. */
const EM = {
  /** Strips this near go together although the lower one has more gutters. */
  joined: 0.8,
  /** Strips further apart that share only some of their gutters do not. */
  parted: 0.9,
  /** More space than a line's below balanced columns ends them; balanced means to a line or two. */
  balancedGap: 1.2,
  balanced: 3,
};

/** Lines of one column alone, above the place where the other begins: the column is the one below them. */
const COLUMN = {
  /** Fewest lines above, and fewest elements of the column below. */
  lines: 2,
  elements: 3,
  /** Points by which left edges may differ. */
  edgePt: 12,
  /** Width of the lines, and of full ones, as a share of the column's. */
  leastWidth: 0.75,
  fullWidth: 0.9,
  mostWidth: 1.3,
  /** Em: a usual line of text; labels and wide-spaced words are narrower. */
  textEm: 12,
};

/**
 * Short blocks side by side: em of the space below them, and how many times the widest within them it is. Where nothing
 * below goes across their gutters, it is wider.
 */
const BLOCKS = { gapEm: 1.7, gaps: 1.6, farEm: 8 };

/** Em: so much more space than between their lines is below blocks of centred lines. Set by hand. */
const BELOW_CENTERED_EM = 0.2;

/** Points: tables that begin beside each other. */
const TABLES_PT = 2;

/** Points: how far a ruling over all columns may end within them, or lie within the lines above and below. */
const RULING_PT = 3;

/** A heading under the first of several columns. */
const HEADING = {
  /** It is larger than the text by this factor, or bold. */
  larger: 1.08,
  /** The space above it is so many times that below it: more than above a last line, and than above a single letter. */
  apart: 0.75,
  letterApart: 1.2,
  /** Points; the columns above it keep the gutters that they have without it. */
  gutterPt: 0.1,
};

/** Whether the strips hold nothing but full lines of one of the next strip's columns, across none of its gutters. */
function isColumnOf({ group, strip: next, own, common }: Meeting): boolean {
  const gutter = common[0];
  const elements = elementsOf(group);
  const isAbove = elements.length === 1 && isLineAbove(elements[0]!, next);
  if (!gutter || (elements.length < COLUMN.lines && !isAbove)) return false;
  const bounds = boundsOf(elements);
  const x = centerX(gutter);
  if (bounds.x0 < x && bounds.x1 > x) return false;
  if (own.some((each) => bounds.x0 < each.x0 && bounds.x1 > each.x1)) return false;
  const side = next.elements.filter((element) => element.x0 < x === bounds.x0 < x);
  if (isAbove) return true;
  if (side.length < COLUMN.elements) return false;
  const column = boundsOf(side);
  return (
    isNear(column.x0, bounds.x0, COLUMN.edgePt) &&
    widthOf(bounds) > COLUMN.leastWidth * widthOf(column) &&
    widthOf(bounds) < COLUMN.mostWidth * widthOf(column)
  );
}

/**
 * Whether columns that end at the same height (a section set in balanced columns) are over: what follows, after more
 * than a line's space, stands in the first column alone, down to the end.
 */
function endsBalanced({ group, strip, strips, index, common, grouping: { size } }: Meeting): boolean {
  const gutter = common[0];
  if (!gutter || gapBefore(strip, group) < EM.balancedGap * size) return false;
  const x = centerX(gutter);
  const following = strips.slice(index);
  if (following.some((strip) => strip.elements.some((element) => element.x1 > x))) return false;
  const sides = splitAt(elementsOf(group), x);
  if (sides.some((side) => side.length < COLUMN.elements)) return false;
  const [left, right] = sides.map(boundsOf);
  return isNear(left!.y1, right!.y1, EM.balanced * size) && !goesOnInColumn(following, left!);
}

/** Whether lines as wide as the column follow: over the whole width they would be wider. */
const goesOnInColumn = (following: readonly Strip[], column: Span): boolean =>
  following.filter(({ elements }) => widthOf(boundsOf(elements)) > COLUMN.fullWidth * widthOf(column)).length >=
  COLUMN.elements;

/** Whether short blocks side by side, as those of a letterhead, are over: space beyond that within them goes across. */
function endsBlocks({ group, strip, strips: all, index, before, grouping: { size } }: Meeting): boolean {
  const gap = gapBefore(strip, group);
  const crosses = ({ x0, x1 }: Element): boolean => before.some((gutter) => x0 < gutter.x0 && x1 > gutter.x1);
  return (
    strip.elements.every(isSegment) &&
    gap > BLOCKS.gapEm * size &&
    (gap > BLOCKS.farEm * size || all.slice(index).some(({ elements }) => elements.some(crosses))) &&
    gap > BLOCKS.gaps * Math.max(0, ...gapsWithin(group)) &&
    areShortBlocks(elementsOf(group), before, size)
  );
}

/** Whether short blocks side by side are over since tables begin beside each other, at one height. */
function endsAboveTables({ group, strip, before, grouping: { size } }: Meeting): boolean {
  const tables = strip.elements.filter((element) => !isSegment(element) && element.kind === 'table');
  const [first, ...more] = tables.sort((a, b) => a.y0 - b.y0);
  return (
    more.length > 0 &&
    isNear(more[0]!.y0, first!.y0, TABLES_PT) &&
    overlapX(first!, more[0]!) < 0 &&
    areShortBlocks(elementsOf(group), before, size)
  );
}

/** Whether blocks of centred lines, as those of authors, are over: more space than within them parts them from more. */
const endsCenteredBlocks = ({ group, strip, before, grouping: { size } }: Meeting): boolean =>
  gapBefore(strip, group) > Math.max(...gapsWithin(group)) + BELOW_CENTERED_EM * size &&
  areCenteredBlocks(elementsOf(group), before);

/** Whether a ruling over all columns of a group lies between it and what follows. */
const hasRulingBelow = (group: StripGroup, { y0 }: Strip, rulings: readonly DrawnLine[] = []): boolean =>
  rulings.some(
    ({ at, from, to }) =>
      at > group.strips.at(-1)!.y1 - RULING_PT &&
      at < y0 + RULING_PT &&
      from < group.x0 + RULING_PT &&
      to > group.x1 - RULING_PT,
  );

/** Whether a ruling parts a group from what follows; below a single row, it is that of names. */
const isRuledOff = ({ group, strip, before, grouping: { rulings } }: Meeting): boolean =>
  hasRulingBelow(group, strip, rulings) && elementsOf(group).length > before.length + 1;

const gapsWithin = ({ strips }: StripGroup): number[] =>
  strips.slice(1).map((strip, index) => strip.y0 - strips[index]!.y1);

const gapBefore = (strip: Strip, group: StripGroup): number => strip.y0 - group.strips.at(-1)!.y1;

/** A strip beside the group that it may go on with. */
interface Meeting {
  readonly group: StripGroup;
  readonly strip: Strip;
  /** All strips, and the index of this one. */
  readonly strips: readonly Strip[];
  readonly index: number;
  /** Gutters of the group, of the strip, and those that they share. */
  readonly before: readonly Span[];
  readonly own: readonly Span[];
  readonly common: readonly Span[];
  readonly grouping: Grouping;
}

/**
 * Whether a strip crosses all gutters of columns of text, and only the space beside these is free in both, as beside a
 * picture that has a page number in the margin.
 */
function sharesOnlyMargin({ group, before, common, grouping: { size } }: Meeting): boolean {
  if (common.some((each) => before.some(({ x0, x1 }) => each.x0 < x1 && each.x1 > x0))) return false;
  return median(elementsOf(group).map(widthOf)) > COLUMN.textEm * size;
}

/** Whether the gutters of a group that has some go on in a strip. */
function keepsGutters(meeting: Meeting): boolean {
  const { group, strip, before, own, common, grouping } = meeting;
  if (common.length === 0 || sharesOnlyMargin(meeting)) return false;
  if (grouping.loosely) return true;
  const gap = gapBefore(strip, group);
  const isSome = common.length < before.length && own.length > 0 && own.length < before.length;
  if (isSome && gap > EM.parted * grouping.size) return false;
  return common.length >= before.length || own.length <= before.length || gap < EM.joined * grouping.size;
}

function joins(meeting: Meeting): boolean {
  const { group, strip, strips, index, before, own, grouping } = meeting;
  // one full line after another, however short; or lines of one column alone, above where the other begins
  if (before.length === 0) return own.length === 0 || isColumnOf(meeting);
  const isApart = (): boolean => gapBefore(strip, group) > Math.max(0, ...gapsWithin(group));
  if (!keepsGutters(meeting) || isRuledOff(meeting) || beginsLetter(strip, strips[index + 1], before, isApart))
    return false;
  if (endsCenteredBlocks(meeting) || endsAboveTables(meeting) || (!grouping.loosely && endsBlocks(meeting)))
    return false;
  return !endsBalanced(meeting);
}

/** Strips at the end of a group that belong to what begins below it. */
function aboveOf({ group, strip, before, own, grouping }: Meeting): Strip[] {
  const above = before.length === 0 ? paragraphAbove(group.strips, strip, own) : [];
  return above.length === 0 && (grouping.loosely || before.length === 0)
    ? columnsAbove(group.strips, strip, grouping.width)
    : above;
}

function groupOf(strips: Strip[], width: number): StripGroup {
  const { x0, x1 } = boundsOf(elementsOf({ strips }));
  const free = strips.map((strip) => strip.free).reduce((all, each) => intersect(all, each, width));
  return { strips, free, x0, x1 };
}

/** Strips that share their gutters (or have none), from top to bottom. */
export function groupStrips(strips: readonly Strip[], grouping: Grouping): StripGroup[] {
  const { width } = grouping;
  const groups: StripGroup[] = [];
  let group: StripGroup | undefined;
  for (const [index, strip] of strips.entries()) {
    const bounds = boundsOf(strip.elements);
    if (group) {
      const both = { x0: Math.min(group.x0, bounds.x0), x1: Math.max(group.x1, bounds.x1) };
      const free = intersect(group.free, strip.free, width);
      const meeting = {
        group,
        strip,
        strips,
        index,
        before: innerSpans(group.free, group),
        own: innerSpans(strip.free, bounds).filter((span) => widthOf(span) >= width),
        common: innerSpans(free, both),
        grouping,
      };
      if (joins(meeting)) {
        group.strips.push(strip);
        group.free = free;
        group.x0 = both.x0;
        group.x1 = both.x1;
        continue;
      }
      const above = aboveOf(meeting);
      const rest = group.strips.slice(0, group.strips.length - above.length);
      groups.pop();
      if (rest.length > 0) groups.push(above.length > 0 ? groupOf(rest, width) : group);
      group = groupOf([...above, strip], width);
    } else {
      group = groupOf([strip], width);
    }
    groups.push(group);
  }
  return groups.flatMap((each, index) => headingApart(each, groups[index + 1], grouping));
}

/**
 * A heading under the first of several columns that stands nearer to what follows over their whole width, or on a
 * ruling of this width, belongs there.
 */
function headingApart(
  group: StripGroup,
  next: StripGroup | undefined,
  { size, rulings }: Pick<Grouping, 'size' | 'rulings'>,
): StripGroup[] {
  const last = group.strips.at(-1)!;
  const [only, ...more] = last.elements;
  const above = elementsOf({ strips: group.strips.slice(0, -1) });
  if (!next || above.length === 0 || more.length > 0 || !isSegment(only!)) return [group];
  const { segment } = only;
  if (!(segment.size > HEADING.larger * size || isBold(segment.runs))) return [group];
  const own = above.filter((other) => overlapX(other, only) > 0);
  const bottom = Math.max(...(own.length > 0 ? own : above).map(textBottom));
  const apart = lettersOf(segment.runs) > 1 ? HEADING.apart : HEADING.letterApart;
  const isNearer = last.y0 - bottom >= apart * (next.strips[0]!.y0 - last.y1);
  if (!isNearer && !hasRulingBelow(group, next.strips[0]!, rulings)) return [group];
  return [groupOf(group.strips.slice(0, -1), HEADING.gutterPt), groupOf([last], HEADING.gutterPt)];
}
