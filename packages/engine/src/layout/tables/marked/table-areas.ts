import { isSegment, segmentsOf, type Element } from '../../model/element.ts';
import { isNear, median } from '../../model/geometry.ts';
import type { Segment } from '../../model/line.ts';
import { isTableCaption } from '../../lexicon/captions.ts';
import { lineText } from '../../text/inlines.ts';
import type { FilledRows } from '../rulings/filled-rows.ts';
import { joinPieces } from '../rulings/ruling-pieces.ts';
import { lengthOf, type Ruling, type Rulings } from '../rulings/rulings.ts';
import { isBetweenSides, isTabular, reaches, SIDES_PT, type Sides } from './rows-between.ts';

/** A part of the page that rulings or filled rows mark as a table. */
export interface Area {
  readonly x0: number;
  readonly x1: number;
  readonly top: number;
  readonly bottom: number;
  /** Horizontal rulings in it, including those that leave some columns out. */
  readonly rulings: readonly Ruling[];
  readonly edges: readonly number[];
  /** Whether each row lies between two of the rulings. */
  readonly ruledRows?: true;
  /** Whether rows may go on above the top and below the bottom. */
  readonly openTop: boolean;
  readonly openBottom: boolean;
}

/** In points. Set by hand on the tuning half of the corpus. */
const PT = {
  /** Rulings: shortest of a table, nearest below each other, and how far the ends of those of one table may differ. */
  rulingLength: 50,
  rulingGap: 4,
  rulingEnd: 5,
  /** Sides of a frame: how far from the ends of the rulings, and how far they reach below the last one. */
  side: 3,
  sideBelow: 8,
  /** Edges of filled rows that are one. */
  sameEdge: 2,
};

/** Set by hand on the tuning half of the corpus. */
const SHARE = {
  /** Rulings further apart, as a share of the page's height, are not of one table. */
  height: 0.8,
  /** Letters of a title are larger than those of the rows by this factor. */
  title: 1.12,
  /** Height of the row between a filled one and a ruling, in heights of the tallest filled row. */
  bandBeside: 1.5,
};

/** Whether an element crosses a side of the area, or is something other than text that lies in it. */
export function sticksOut(element: Element, area: Area): boolean {
  if (!reaches(element, area)) return false;
  if (!isSegment(element)) return true;
  return (
    (element.x0 < area.x0 - SIDES_PT.stickOut && element.x1 > area.x0 + SIDES_PT.stickOut) ||
    (element.x1 > area.x1 + SIDES_PT.stickOut && element.x0 < area.x1 - SIDES_PT.stickOut)
  );
}

/** The text between the sides of filled rows, or of rulings. */
const textOf = (sides: Sides, segments: readonly Segment[]): Segment[] =>
  segments.filter((segment) => isBetweenSides(segment, sides));

const between = (segments: readonly Segment[], y0: number, y1: number): Segment[] =>
  segments.filter((segment) => segment.baseline > y0 && segment.baseline < y1);

/** Whether the only text between two heights is a title: the caption of a table, or in larger letters. */
function isTitleBetween(segments: readonly Segment[], y0: number, y1: number, usual: number): boolean {
  const [first, ...more] = between(segments, y0, y1);
  if (!first) return false;
  return isTableCaption(lineText(first)) || (more.length === 0 && first.size > SHARE.title * usual);
}

const usualSize = (segments: readonly Segment[], rows: FilledRows['rows']): number =>
  median(between(segments, rows[0]!.y0, rows.at(-1)!.y1).map((segment) => segment.size));

/**
 * A heading on a coloured background above or below filled rows is none of them: it stands alone, in larger letters.
 * Nor is the caption. A heading on white between them parts two tables where a ruling stands below it.
 */
export function withoutTitles(
  filled: FilledRows,
  elements: readonly Element[],
  horizontal: readonly Ruling[],
): FilledRows[] {
  const segments = textOf(filled, segmentsOf(elements));
  const usual = usualSize(segments, filled.rows);
  const isTitle = ({ y0, y1 }: { y0: number; y1: number }): boolean => isTitleBetween(segments, y0, y1, usual);
  const rows = [...filled.rows];
  while (rows.length > 0 && isTitle(rows[0]!)) rows.shift();
  while (rows.length > 0 && isTitle(rows.at(-1)!)) rows.pop();
  const isRuled = (row: { y0: number }): boolean =>
    horizontal.some(
      ({ at, from, to }) =>
        isNear(at, row.y0, PT.rulingGap) &&
        isNear(from, filled.x0, PT.rulingEnd) &&
        isNear(to, filled.x1, PT.rulingEnd),
    );
  const starts = rows.flatMap((row, index) =>
    index === 0 || (isRuled(row) && isTitle({ y0: rows[index - 1]!.y1, y1: row.y0 })) ? [index] : [],
  );
  return starts.map((start, index) => ({ ...filled, rows: rows.slice(start, starts[index + 1]) }));
}

/** Areas of filled rows. What stands between two of them is a row too. */
export function filledAreas(
  groups: readonly FilledRows[],
  { horizontal }: Rulings,
  elements: readonly Element[],
): Area[] {
  return groups.flatMap((group) => {
    const { x0, x1, rows, edges } = group;
    if (rows.length < 2) return [];
    const top = rows[0]!.y0;
    const bottom = rows.at(-1)!.y1;
    const segments = textOf(group, segmentsOf(elements));
    const isRow = (above: Ruling, below: Ruling): boolean =>
      isTabular(elements, above, below) && !isTitleBetween(segments, above.at, below.at, usualSize(segments, rows));
    const ruled = horizontal
      .filter(
        ({ at, from, to }) => from < x0 + SIDES_PT.stickOut && to > x1 - SIDES_PT.stickOut && at > top && at < bottom,
      )
      .map((ruling) => ruling.at);
    const lines = rows.flatMap((row) => [row.y0, row.y1]);
    const most = SHARE.bandBeside * Math.max(...rows.map((row) => row.y1 - row.y0));
    const rulingAt = (at: number): Ruling => ({ at, from: x0, to: x1 });
    // every other row is filled, so the header and the last row may lie between a filled one and a ruling
    const ends = horizontal.filter(
      ({ at, from, to }) =>
        isNear(from, x0, PT.rulingEnd) && isNear(to, x1, PT.rulingEnd) && at > top - most && at < bottom + most,
    );
    const above = ends.findLast(({ at }) => at < top - PT.rulingGap);
    const below = ends.find(({ at }) => at > bottom + PT.rulingGap);
    return [
      {
        x0,
        x1,
        top: above && isRow(above, rulingAt(top)) ? above.at : top - 1,
        bottom: below && isRow(rulingAt(bottom), below) ? below.at : bottom + 1,
        rulings: unique([...lines, ...ruled]).map(rulingAt),
        edges,
        openTop: true,
        openBottom: true,
      },
    ];
  });
}

const unique = (values: readonly number[]): number[] => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.filter((value, index) => index === 0 || value - sorted[index - 1]! > PT.sameEdge);
};

/**
 * Areas between rulings of one width, where what lies between each two of them is rows of cells and no title. `tops`:
 * those with which a table begins.
 */
export function ruledAreas(
  elements: readonly Element[],
  rulings: Rulings,
  height: number,
  tops: readonly Ruling[],
): Area[] {
  const isTop = (ruling: Ruling): boolean =>
    tops.some(
      ({ at, from, to }) => isNear(at, ruling.at, 1) && isNear(from, ruling.from, 1) && isNear(to, ruling.to, 1),
    );
  const segments = segmentsOf(elements);
  const usual = median(segments.map(({ size }) => size));
  const long = joinPieces(rulings.horizontal, segments)
    .filter((ruling) => lengthOf(ruling) >= PT.rulingLength)
    .sort((a, b) => a.at - b.at);
  const frames = aroundLines(long, rulings, segments);
  const wide = long.filter((ruling) => !frames.has(ruling));
  const used = new Set<Ruling>();
  const areas: Area[] = [];
  for (const top of wide) {
    if (used.has(top)) continue;
    const chain = chainFrom(
      top,
      wide.filter((ruling) => !used.has(ruling)),
      rulings.horizontal,
      (above, below) =>
        !isTop(below) &&
        below.at - above.at <= SHARE.height * height &&
        isTabular(elements, above, below) &&
        !isTitleBetween(textOf({ x0: top.from, x1: top.to }, segments), above.at, below.at, usual),
    );
    if (chain.length < 2) continue;
    for (const ruling of chain) used.add(ruling);
    const area = areaOf(chain, rulings);
    areas.push({ ...area, openTop: area.openTop && !isTop(top) });
  }
  return areas;
}

/** The upper and lower edges of frames around one line, as that of a heading. */
function aroundLines(long: readonly Ruling[], { vertical }: Rulings, segments: readonly Segment[]): Set<Ruling> {
  const isSide = (x: number, top: Ruling, bottom: Ruling): boolean =>
    vertical.some(
      ({ at, from, to }) => isNear(at, x, PT.side) && isNear(from, top.at, PT.side) && isNear(to, bottom.at, PT.side),
    );
  const frames = new Set<Ruling>();
  for (const [index, bottom] of long.entries()) {
    const top = long[index - 1];
    if (!top || !isSide(top.from, top, bottom) || !isSide(top.to, top, bottom)) continue;
    if (between(segments, top.at, bottom.at).length === 1) frames.add(top).add(bottom);
  }
  return frames;
}

/**
 * Rulings below one, as wide as it or as some of its pieces at the right, for as long as rows of cells lie between
 * them: the names of columns may be ruled where totals are not, as that of a column of notes is.
 */
function chainFrom(
  top: Ruling,
  wide: readonly Ruling[],
  pieces: readonly Ruling[],
  areRowsBetween: (above: Ruling, below: Ruling) => boolean,
): Ruling[] {
  const chain = [top];
  // a ruling at the left of the first one is of another column
  const beside = pieces.filter(({ at, from }) => isNear(at, top.at, 1) && from > top.from);
  const starts = [top, ...beside].map(({ from }) => from);
  for (const ruling of wide) {
    const last = chain.at(-1)!;
    if (ruling.at <= last.at + PT.rulingGap) continue;
    if (!isNear(ruling.to, top.to, PT.rulingEnd)) continue;
    if (!starts.some((from) => isNear(ruling.from, from, PT.rulingEnd))) {
      if (ruling.from < top.from) break;
      continue;
    }
    if (!areRowsBetween(last, ruling)) break;
    chain.push(ruling);
  }
  return chain;
}

function areaOf(chain: readonly Ruling[], { horizontal, vertical }: Rulings): Area {
  const top = chain[0]!;
  const bottom = chain.at(-1)!;
  // the sides of a frame that is left open below, as at the end of a page
  const sides = vertical.filter(
    ({ at, from, to }) =>
      (isNear(at, top.from, PT.side) || isNear(at, top.to, PT.side)) &&
      from < bottom.at + PT.side &&
      to > bottom.at + PT.sideBelow,
  );
  const foot = sides.length >= 2 ? Math.min(...sides.map((ruling) => ruling.to)) : bottom.at;
  const inside = horizontal.filter(
    ({ at, from, to }) =>
      from >= top.from - PT.rulingEnd &&
      to <= top.to + PT.rulingEnd &&
      at > top.at + SIDES_PT.reach &&
      at < bottom.at - SIDES_PT.reach,
  );
  return {
    x0: top.from,
    x1: top.to,
    top: top.at,
    bottom: foot,
    rulings: foot > bottom.at ? [...inside, bottom] : inside,
    edges: [],
    openTop: true,
    openBottom: foot === bottom.at,
  };
}
