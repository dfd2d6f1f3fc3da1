import { isSegment, type Element, type Stream } from '../model/element.ts';
import { boundsOf, centerX, heightOf, widthOf } from '../model/geometry.ts';
import type { Segment } from '../model/line.ts';
import type { Ruling } from '../tables/rulings/rulings.ts';
import { takeAlignedTables } from '../tables/aligned/tables-by-alignment.ts';
import { takeWrappedTables } from '../tables/aligned/wrapped-tables.ts';
import { groupStrips } from '../whitespace/strip-groups.ts';
import {
  cutIntoStrips,
  elementsOf,
  innerSpans,
  splitAt,
  stripRegion,
  type Span,
  type StripRegion,
} from '../whitespace/strips.ts';
import { columnGutters, gutterOfTurns, proseGutter, ruledGutter } from './column-checks.ts';
import { drawnGutter } from './drawn-gutters.ts';
import { isPicture, isRoom } from './pictures.ts';

/** What columns are cut by, the same for all of a page. */
export interface PageFacts {
  /** Columns are read from the right. */
  readonly rtl: boolean;
  /** Segments that name a table. */
  readonly captions: ReadonlySet<Segment>;
  /** Those over all columns part what is above from what is below. */
  readonly rulings: readonly Ruling[];
  /** Upright ones, which may part columns. */
  readonly upright: readonly Ruling[];
}

/** A table that floats at the right: fewest lines at its left, and em between their tops. Set by hand. */
const FLOAT = { lines: 4, topEm: 2 };
/** A block beside a region's beginning: most lines, em from its top, share of the other width, heights of a gap. */
const BLOCK = { lines: 8, topEm: 2.5, width: 0.6, gap: 0.6 };
/** Fewest elements of a region with a column of prose. Set by hand on the tuning half of the corpus. */
const LEAST_ELEMENTS = 16;
/** Regions are cut into regions no deeper than this; the last ones only where that makes them smaller. */
const MAX_DEPTH = 12;
const LAST_DEPTHS = 10;

/** A part of the page that is to be cut into streams. */
interface Region extends StripRegion {
  readonly depth: number;
}

/** Whether some x lies within all elements: no gutter parts any of them. */
const areOneColumn = (elements: readonly Element[]): boolean =>
  Math.max(...elements.map(({ x0 }) => x0)) <= Math.min(...elements.map(({ x1 }) => x1));

/**
 * Where a column of prose stands beside something else, they are columns whatever else they look like, and so are
 * blocks of authors with their addresses; tables are looked for in each alone.
 */
function cutBesideProse(region: Region, facts: PageFacts): Stream[] | undefined {
  const { elements, strips, x0, x1, width, size } = region;
  if (elements.length < LEAST_ELEMENTS || areOneColumn(elements)) return undefined;
  const drawn = drawnGutter(region, facts.upright);
  if (drawn) return cutAtGutters(elements, [drawn], region, facts);
  const streams: Stream[] = [];
  let rest: Element[] = [];
  let found = false;
  const flush = (): void => {
    if (rest.length > 0) streams.push(...cutRegion({ elements: rest, x0, x1 }, facts, region.depth + 1));
    rest = [];
  };
  for (const group of groupStrips(strips, { width, size, loosely: true, rulings: facts.rulings })) {
    const members = elementsOf(group);
    const gutter = proseGutter(group, members, size) ?? ruledGutter(group, members, facts.rulings);
    if (!gutter) {
      rest.push(...members);
      continue;
    }
    flush();
    found = true;
    streams.push(...cutAtGutters(members, [gutter], region, facts));
  }
  if (!found) return undefined;
  flush();
  return streams;
}

const inReadingOrder = (columns: readonly Stream[][], { rtl }: PageFacts): Stream[] =>
  (rtl ? columns.toReversed() : columns).flat();

/** The columns of one group of strips, each cut further. */
function cutAtGutters(
  members: readonly Element[],
  gutters: readonly Span[],
  region: Region,
  facts: PageFacts,
): Stream[] {
  const depth = region.depth + 1;
  let rest = members;
  let from = region.x0;
  const columns: Stream[][] = [];
  for (const gutter of gutters) {
    const [left, right] = splitAt(rest, centerX(gutter));
    const x0 = Math.max(from, Math.min(...left.map((element) => element.x0)));
    columns.push(cutRegion({ elements: left, x0, x1: gutter.x0 }, facts, depth));
    rest = right;
    from = gutter.x1;
  }
  const x1 = Math.min(region.x1, Math.max(...rest.map((element) => element.x1)));
  columns.push(cutRegion({ elements: rest, x0: from, x1 }, facts, depth));
  const beside = members.filter((element) => !rest.includes(element));
  if (columns.length === 2 && isFloat(rest, beside, region.size)) return [...columns[1]!, ...columns[0]!];
  const below = columns.length === 2 && !facts.rtl ? belowBlock(rest, beside, region) : [];
  if (below.length === 0) return inReadingOrder(columns, facts);
  const [above, under] = [beside.filter((element) => !below.includes(element)), below].map((elements) =>
    cutRegion({ elements, x0: region.x0, x1: gutters[0]!.x0 }, facts, depth),
  );
  return [...above!, ...columns[1]!, ...under!];
}

/** What follows at the left, behind a wide space, below a small block that begins the region at the right. */
function belowBlock(right: readonly Element[], left: readonly Element[], { elements, size }: Region): Element[] {
  const { x0, x1, y0, y1 } = boundsOf(right);
  const isSmall = right.length <= BLOCK.lines && x1 - x0 < BLOCK.width * widthOf(boundsOf(left));
  if (!isSmall || !right.every(isSegment) || y0 - boundsOf(elements).y0 > BLOCK.topEm * size) return [];
  const sorted = left.toSorted((a, b) => a.y0 - b.y0);
  const isApart = (at: number): boolean => sorted[at]!.y0 - sorted[at - 1]!.y1 > BLOCK.gap * heightOf(sorted[at - 1]!);
  const first = sorted.findIndex((element, at) => at > 0 && element.y0 > y1 && isApart(at));
  return first < 0 ? [] : sorted.slice(first);
}

/**
 * What stands at either side of a gutter by turns, from top to bottom. Pictures only took room, but for their captions,
 * which are read when the text beside them ends.
 */
function inTurns(members: readonly Element[], gutter: Span, { x0, x1 }: Stream): Stream[] {
  const sideOf = (element: Element): Pick<Stream, 'x0' | 'x1'> =>
    centerX(element) < centerX(gutter) ? { x0, x1: gutter.x0 } : { x0: gutter.x1, x1 };
  const streams: (Stream & { readonly elements: Element[] })[] = [];
  for (const element of members.filter((each) => !isPicture(each)).sort((a, b) => a.y0 - b.y0)) {
    const side = sideOf(element);
    const last = streams.at(-1);
    if (last?.x0 === side.x0) last.elements.push(element);
    else streams.push({ elements: [element], ...side });
  }
  for (const picture of members.filter((each) => isPicture(each) && !isRoom(each)).sort((a, b) => b.y1 - a.y1)) {
    const beside = streams.findLastIndex(({ elements: [first] }) => first!.y0 < picture.y1);
    streams.splice(beside + 1, 0, { elements: [picture], ...sideOf(picture) });
  }
  return streams;
}

/** Whether the right side is but a table, perhaps with pictures, and the text at its left begins beside its top. */
function isFloat(right: readonly Element[], text: readonly Element[], size: number): boolean {
  const [table, ...more] = right.filter(
    (element) => isSegment(element) || !['figure', 'picture'].includes(element.kind),
  );
  if (!table || more.length > 0 || isSegment(table) || table.kind !== 'table') return false;
  const { x0, x1, y0 } = boundsOf(text);
  return (
    text.filter(isSegment).length >= FLOAT.lines &&
    widthOf(table) < x1 - x0 &&
    heightOf(table) > widthOf(table) &&
    Math.abs(table.y0 - y0) < FLOAT.topEm * size
  );
}

/** The columns of a group of strips in reading order; nothing where it has one. */
function readColumns(
  members: readonly Element[],
  inner: readonly Span[],
  region: Region,
  facts: PageFacts,
): Stream[] | undefined {
  const gutters = columnGutters(members, inner, region.size);
  if (gutters.length === 0) {
    const turns = gutterOfTurns(members, inner, region.size);
    return turns && inTurns(members, turns, region);
  }
  const isWhole = members.length === region.elements.length && region.depth > LAST_DEPTHS;
  return isWhole ? undefined : cutAtGutters(members, gutters, region, facts);
}

/**
 * Cuts a region into streams of text in reading order: groups of strips from top to bottom, the columns of each side by
 * side. Tables leave the text where they are found: those with wrapped cells before any column is looked for, those
 * that only their alignment shows where no column of prose stands beside.
 */
export function cutRegion(given: Stream, facts: PageFacts, depth = 0): Stream[] {
  if (given.elements.length === 0) return [];
  if (given.elements.length < 2 || depth > MAX_DEPTH) return [given];
  const { x0, x1 } = given;
  const whole = stripRegion(given);
  const unwrapped = takeWrappedTables(whole);
  const rest = unwrapped === whole.elements ? whole : stripRegion({ elements: unwrapped, x0, x1 });
  const beside = cutBesideProse({ ...rest, depth }, facts);
  if (beside) return beside;
  const { size, width } = rest;
  const elements = takeAlignedTables(rest, facts.captions, facts.rulings);
  const strips = elements === unwrapped ? rest.strips : cutIntoStrips(elements, width);
  if (areOneColumn(elements)) return [{ elements: elementsOf({ strips }), x0, x1 }];
  const region: Region = { elements, x0, x1, depth, size, width, strips };
  const streams: Stream[] = [];
  let flow: Element[] = [];
  const flush = (): void => {
    if (flow.length > 0) streams.push({ elements: flow, x0, x1 });
    flow = [];
  };
  for (const group of groupStrips(strips, { width, size, rulings: facts.rulings })) {
    const members = elementsOf(group);
    const columns = readColumns(members, innerSpans(group.free, group), region, facts);
    if (!columns) {
      flow.push(...members);
      continue;
    }
    flush();
    streams.push(...columns);
  }
  flush();
  return streams;
}
