import type { Rect } from './raw-page.ts';

/** The formulas of a page's geometry. Coordinates are points, y grows downwards. */

export const widthOf = ({ x0, x1 }: Pick<Rect, 'x0' | 'x1'>): number => x1 - x0;
export const heightOf = ({ y0, y1 }: Pick<Rect, 'y0' | 'y1'>): number => y1 - y0;
export const areaOf = (rect: Rect): number => widthOf(rect) * heightOf(rect);
export const centerX = ({ x0, x1 }: Pick<Rect, 'x0' | 'x1'>): number => (x0 + x1) / 2;
export const centerY = ({ y0, y1 }: Pick<Rect, 'y0' | 'y1'>): number => (y0 + y1) / 2;

/** How much of the x axis two boxes share; below zero, how far apart they are. */
export const overlapX = (a: Pick<Rect, 'x0' | 'x1'>, b: Pick<Rect, 'x0' | 'x1'>): number =>
  Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0);

/** How much of the y axis two boxes share; below zero, how far apart they are. */
export const overlapY = (a: Pick<Rect, 'y0' | 'y1'>, b: Pick<Rect, 'y0' | 'y1'>): number =>
  Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0);

export const rectOf = ([x0, y0, x1, y1]: readonly [number, number, number, number]): Rect => ({ x0, y0, x1, y1 });

export const isNear = (a: number, b: number, tolerance: number): boolean => Math.abs(a - b) < tolerance;

/** Whether a point lies inside a box, or outside of it by less than `margin`. */
export const holdsPoint = (box: Rect, x: number, y: number, margin = 0): boolean =>
  x > box.x0 - margin && x < box.x1 + margin && y > box.y0 - margin && y < box.y1 + margin;

/** Whether a rectangle lies in another one, or sticks out by less than the margin. */
export const isWithin = (inner: Rect, outer: Rect, margin: number): boolean =>
  inner.x0 > outer.x0 - margin &&
  inner.x1 < outer.x1 + margin &&
  inner.y0 > outer.y0 - margin &&
  inner.y1 < outer.y1 + margin;

/** Where letters stand: on a baseline, `size` points (1 em) large. */
export interface Baseline {
  readonly baseline: number;
  readonly size: number;
}

/**
 * Heights of letters above the baseline and below it, in em; near those of common text faces, whose small letters are
 * about 0.45 to 0.52 em high and whose capitals 0.66 to 0.72 em (Times and Helvetica).
 */
const LETTER_EM = {
  /** Between half the height of small letters and half that of capitals. */
  middle: 0.3,
  /**
   * The box of a line reaches from the top of its capitals to below its baseline: boxes of lines set solid do not
   * meet.
   */
  capHeight: 0.72,
  depth: 0.2,
  /** Capitals with a little space above them. */
  ascent: 0.75,
};

/** The height at which a ruling would strike the letters through: it says in which row or box they stand. */
export const middleOfLetters = ({ baseline, size }: Baseline): number => baseline - LETTER_EM.middle * size;

/** Top and bottom of the box of a line. */
export const topOfLine = ({ baseline, size }: Baseline): number => baseline - LETTER_EM.capHeight * size;
export const bottomOfLine = ({ baseline, size }: Baseline): number => baseline + LETTER_EM.depth * size;

/** Half-way between the bottom of a line, which lies `depth` em below its baseline, and the top of the next. */
export const betweenLines = (above: Baseline, below: Baseline, depth: number): number =>
  (above.baseline + depth * above.size + below.baseline - LETTER_EM.ascent * below.size) / 2;

export function boundsOf(rects: readonly Rect[]): Rect {
  let x0 = Infinity;
  let y0 = Infinity;
  let x1 = -Infinity;
  let y1 = -Infinity;
  for (const rect of rects) {
    x0 = Math.min(x0, rect.x0);
    y0 = Math.min(y0, rect.y0);
    x1 = Math.max(x1, rect.x1);
    y1 = Math.max(y1, rect.y1);
  }
  return { x0, y0, x1, y1 };
}

/** The precision of all coordinates. */
const STEPS_PER_PT = 100;
export const hundredths = (value: number): number => Math.round(value * STEPS_PER_PT) / STEPS_PER_PT;

/** 0 of nothing. */
export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

/** 0 of nothing. */
export const shareOf = <T>(all: readonly T[], holds: (each: T) => boolean): number =>
  all.length === 0 ? 0 : all.filter(holds).length / all.length;

/** Items in stretches: each goes on with the one before it, or begins another. */
export function stretchesOf<Item>(
  items: readonly Item[],
  goesOn: (stretch: readonly Item[], item: Item) => boolean,
): Item[][] {
  const stretches: Item[][] = [];
  for (const item of items) {
    const last = stretches.at(-1);
    if (last && goesOn(last, item)) last.push(item);
    else stretches.push([item]);
  }
  return stretches;
}

/** Numbers up to which an array of their own and its sorting take longer than sorting them here. */
const FEW = 32;

function sortedFew(values: readonly number[]): number[] {
  const sorted = [...values];
  for (let next = 1; next < sorted.length; next += 1) {
    const value = sorted[next]!;
    let at = next;
    for (; at > 0 && sorted[at - 1]! > value; at -= 1) sorted[at] = sorted[at - 1]!;
    sorted[at] = value;
  }
  return sorted;
}

/** 0 of nothing. */
export function median(values: readonly number[]): number {
  if (values.length === 0) return 0;
  const sorted = values.length <= FEW ? sortedFew(values) : new Float64Array(values).sort();
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

/** The greater one of the two values in the middle, where there are two. */
export const upperMedian = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

/** Points: what is sorted into one band of the page. */
const BAND = 16;

/** Items of a page by how far down they are. */
export interface Heights<T> {
  /** The items no further than `reach` above or below `y`, and some more. */
  near(y: number, reach: number): readonly T[];
}

/** Sorts items into bands, so that neighbours are found without a look at all others. */
export function byHeight<T>(items: readonly T[], heightOf: (item: T) => number): Heights<T> {
  const bands = Map.groupBy(items, (item) => Math.floor(heightOf(item) / BAND));
  return {
    near(y, reach) {
      const found: T[] = [];
      for (let band = Math.floor((y - reach) / BAND); band <= Math.floor((y + reach) / BAND); band += 1)
        found.push(...(bands.get(band) ?? []));
      return found;
    },
  };
}
