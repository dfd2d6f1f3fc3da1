import { areaOf, isNear } from '../../model/geometry.ts';
import type { RawBox, Rect } from '../../model/raw-page.ts';
import type { Ruling, Rulings } from './rulings.ts';

/** Set by hand on the tuning half of the corpus. */
const BAR = {
  /** Points: how far apart what meets may be. */
  touch: 3,
  /** Sum of the channels of a colour that is dark. */
  dark: 384,
  /** Fewest rulings between the rows below a header. */
  rulings: 2,
  /** A page with more dark boxes shows a map or a chart. */
  mostBoxes: 1000,
};

const [RED_SHIFT, GREEN_SHIFT, CHANNEL] = [16, 8, 0xff];

const isDark = (fill: number): boolean =>
  ((fill >> RED_SHIFT) & CHANNEL) + ((fill >> GREEN_SHIFT) & CHANNEL) + (fill & CHANNEL) < BAR.dark;

/** A row of dark boxes, with the edges between them. */
interface Bar extends Rect {
  readonly edges: readonly number[];
}

const holds = (outer: Rect, { x0, y0, x1, y1 }: Rect): boolean =>
  outer.x0 < x0 + 1 && outer.x1 > x1 - 1 && outer.y0 < y0 + 1 && outer.y1 > y1 - 1;

/** Dark boxes that are in no larger one: lines and margins of a filled cell may be filled once more. */
function darkBoxes(boxes: readonly RawBox[]): readonly RawBox[] {
  const dark = boxes.filter(({ fill }) => fill !== undefined && isDark(fill));
  if (dark.length > BAR.mostBoxes) return [];
  return dark.filter((box) => !dark.some((other) => areaOf(other) > areaOf(box) && holds(other, box)));
}

/**
 * Dark boxes beside each other, and those right below them of the same width, since lines of one cell may be filled one
 * by one.
 */
function barsOf(boxes: readonly RawBox[]): Bar[] {
  const bars: Bar[] = [];
  for (const { x0, y0, x1, y1 } of [...darkBoxes(boxes)].sort((a, b) => a.y0 - b.y0 || a.x0 - b.x0)) {
    const last = bars.at(-1);
    const isBeside = last && isNear(last.y0, y0, 1) && isNear(last.y1, y1, 1) && isNear(last.x1, x0, BAR.touch);
    if (isBeside) bars[bars.length - 1] = { ...last, x1, edges: [...last.edges, x0] };
    else bars.push({ x0, y0, x1, y1, edges: [] });
  }
  return bars.reduce<Bar[]>((joined, bar) => {
    const above = joined.at(-1);
    const goesOn = above && isNear(above.y1, bar.y0, 1) && isNear(above.x0, bar.x0, 1) && isNear(above.x1, bar.x1, 1);
    if (goesOn) joined[joined.length - 1] = { ...above, y1: bar.y1 };
    else joined.push(bar);
    return joined;
  }, []);
}

const areNear = (places: readonly number[], others: readonly number[]): boolean =>
  places.every((place) => others.some((other) => isNear(place, other, BAR.touch)));

/** Upright rulings that end at a bar or cross it. */
const uprightsAt = ({ x0, y0, x1, y1 }: Bar, vertical: readonly Ruling[]): Ruling[] =>
  vertical.filter(({ at, from, to }) => {
    const isBeyond = from < y0 - BAR.touch || to > y1 + BAR.touch;
    return isBeyond && at > x0 - BAR.touch && at < x1 + BAR.touch && from < y1 + BAR.touch && to > y0 - BAR.touch;
  });

/** A filled header: the rulings between the columns go on from the edges between its cells, and others part rows. */
function isHeader(bar: Bar, { horizontal, vertical }: Rulings): boolean {
  const uprights = uprightsAt(bar, vertical);
  const places = uprights.map(({ at }) => at);
  if (bar.edges.length === 0 || !areNear(bar.edges, places)) return false;
  if (!areNear(places, [...bar.edges, bar.x0, bar.x1])) return false;
  const bottom = Math.max(...uprights.map(({ to }) => to));
  const below = horizontal.filter(
    ({ at, from, to }) => at > bar.y1 - BAR.touch && at < bottom && to > bar.x0 && from < bar.x1,
  );
  return below.length >= BAR.rulings && !below.some(({ at }) => isNear(at, bar.y1, BAR.touch));
}

/**
 * The rulings with the edges of filled headers, which nothing else parts from their rows, and of bars between the
 * groups of rows below them.
 */
export function withBars(rulings: Rulings, boxes: readonly RawBox[]): Rulings {
  const bars = barsOf(boxes);
  const headers = bars.filter((bar) => isHeader(bar, rulings));
  if (headers.length === 0) return rulings;
  const isBelow = (bar: Bar): boolean =>
    headers.some(({ x0, x1, y1 }) => bar.y0 >= y1 && isNear(bar.x0, x0, BAR.touch) && isNear(bar.x1, x1, BAR.touch));
  const horizontal = [...rulings.horizontal];
  const vertical = [...rulings.vertical];
  for (const bar of bars.filter((each) => headers.includes(each) || isBelow(each))) {
    const { x0, y0, x1, y1, edges } = bar;
    horizontal.push({ at: y0, from: x0, to: x1 }, { at: y1, from: x0, to: x1 });
    for (const at of [x0, ...edges, x1]) vertical.push({ at, from: y0, to: y1 });
  }
  return { horizontal, vertical };
}
