import { upperMedian } from '../layout/model/geometry.ts';
import type { Rect } from '../layout/model/raw-page.ts';
import type { Components } from './components.ts';

/** A row of dots that leads the eye from a title to its page number, in pixels; ends exclusive. */
export interface Leader extends Rect {
  readonly dots: number;
}

/**
 * Dots of a leader at least, and how far their distances may differ: a share, or pixels. Those that stand far from each
 * other could be anything in a line, such as the dots of its letters.
 */
const NEAR = { dots: 6, differ: 0.3 };
const FAR = { dots: 8, differ: 0.12 };
const DIFFER = 1.6;
/** Size of a dot by the height of small letters, at most. */
const LARGEST = 0.42;
/** Distances of dots by the height of small letters: half of it in print, more where spaces are between them. */
const STEP = { least: 0.25, near: 1.6, most: 3 };
/** Distance of rows by the height of small letters that lines of text do not have. */
const CLOSE = 1.3;
/**
 * Share of their boxes that dots fill, less the corners of dots of three pixels; the share of them that have a common
 * size, and what sizes may differ by: a share, or pixels where dots are small.
 */
const ALIKE = { filled: 0.6, corners: 0.5, most: 0.75, size: 0.25, pixels: 1 };

/**
 * Finds rows of at least six equal dots at equal distances. `letter` is the height of a small letter. Tesseract reads
 * such rows as `eeee` or loses the line that they stand in.
 */
export function findLeaders(components: Components, letter: number): Leader[] {
  const largest = Math.max(2, LARGEST * letter);
  const rows = new Map<number, number[]>();
  const row = Math.max(2, Math.round(letter / 4));
  for (let i = 0; i < components.count; i++) {
    const width = components.x1[i]! - components.x0[i]!;
    const height = components.y1[i]! - components.y0[i]!;
    if (width > largest || height > largest) continue;
    const key = Math.floor((components.y0[i]! + components.y1[i]!) / 2 / row);
    rows.set(key, [...(rows.get(key) ?? []), i]);
  }
  const leaders: Leader[] = [];
  const used = new Set<number>();
  for (const key of [...rows.keys()].sort((a, b) => rows.get(b)!.length - rows.get(a)!.length)) {
    // Dots on the border of two rows are in either.
    const dots = [key - 1, key, key + 1].flatMap((k) => rows.get(k) ?? []).filter((dot) => !used.has(dot));
    for (const chain of chains(components, dots, letter)) {
      for (const dot of chain) used.add(dot);
      const own = leaderIn(components, chain, letter);
      if (own) leaders.push(boxOf(components, own));
    }
  }
  return leaders.filter((leader) => !leaders.some((other) => isTexture(leader, other, letter)));
}

/** The dots of a chain that are a leader, without the first one where this is part of a letter. */
function leaderIn(components: Components, chain: readonly number[], letter: number): readonly number[] | undefined {
  const rest = chain.slice(1);
  const isWhole = isLeader(components, chain, letter);
  const isRest = rest.length >= NEAR.dots && isLeader(components, rest, letter);
  // all pieces of the page are looked at, so that this comes last
  if ((isWhole || isRest) && isPartOfLetter(components, chain[0]!)) return isRest ? rest : undefined;
  return isWhole ? chain : undefined;
}

/** Whether a dot lies within the box of another piece, as the lower end of a broken `s` before the leader does. */
function isPartOfLetter({ count, x0, y0, x1, y1 }: Components, dot: number): boolean {
  for (let i = 0; i < count; i++) {
    const isAround = x0[i]! <= x0[dot]! && x1[i]! >= x1[dot]! && y0[i]! <= y0[dot]! && y1[i]! >= y1[dot]!;
    if (isAround && i !== dot) return true;
  }
  return false;
}

/** Rows that are closer to each other than lines of text are the dots of a screened picture, or of a dotted area. */
function isTexture(leader: Leader, other: Leader, letter: number): boolean {
  if (leader === other || other.x1 <= leader.x0 || leader.x1 <= other.x0) return false;
  return Math.abs(leader.y1 - other.y1) < CLOSE * letter;
}

/**
 * Spaced letters that are no larger than dots may be, such as small ones beside a large title, differ in size and do
 * not fill their boxes. A few dots that lost pixels, or touch dirt, make a row no other.
 */
function isLeader({ x0, y0, x1, y1, area }: Components, chain: readonly number[], letter: number): boolean {
  const sizes = chain.map((dot) => ({ width: x1[dot]! - x0[dot]!, height: y1[dot]! - y0[dot]! }));
  const step = (x0[chain.at(-1)!]! - x0[chain[0]!]!) / (chain.length - 1);
  if (step < STEP.least * letter || (step > STEP.near * letter && chain.length < FAR.dots)) return false;
  const boxes = sizes.reduce((sum, { width, height }) => sum + width * height - ALIKE.corners, 0);
  const ink = chain.reduce((sum, dot) => sum + area[dot]!, 0);
  const width = upperMedian(sizes.map((size) => size.width));
  const height = upperMedian(sizes.map((size) => size.height));
  const near = (size: number, usual: number): boolean =>
    Math.abs(size - usual) <= Math.max(ALIKE.pixels, ALIKE.size * usual);
  const alike = sizes.filter((size) => near(size.width, width) && near(size.height, height));
  return (
    ink >= ALIKE.filled * boxes && (width > height || near(height, width)) && alike.length >= ALIKE.most * chain.length
  );
}

function chains(components: Components, dots: readonly number[], letter: number): number[][] {
  const middle = (dot: number): number => (components.x0[dot]! + components.x1[dot]!) / 2;
  const height = (dot: number): number => (components.y0[dot]! + components.y1[dot]!) / 2;
  const found: number[][] = [];
  let chain: number[] = [];
  let step = 0;
  for (const dot of dots.toSorted((a, b) => middle(a) - middle(b))) {
    const last = chain.at(-1);
    const gap = last === undefined ? 0 : middle(dot) - middle(last);
    const follows =
      last !== undefined &&
      Math.abs(height(dot) - height(last)) <= Math.max(1.5, 0.2 * letter) &&
      gap <= STEP.most * letter;
    const { differ } = step <= STEP.near * letter ? NEAR : FAR;
    if (follows && (chain.length < 2 || Math.abs(gap - step) <= Math.max(DIFFER, differ * step))) {
      step = chain.length < 2 ? gap : (step * (chain.length - 1) + gap) / chain.length;
      chain.push(dot);
    } else {
      found.push(chain);
      // A point before the first dot is not part of the row.
      chain = follows && chain.length === 2 ? [last, dot] : [dot];
      step = gap;
    }
  }
  found.push(chain);
  return found.filter(({ length }) => length >= NEAR.dots);
}

function boxOf({ x0, y0, x1, y1 }: Components, dots: readonly number[]): Leader {
  return {
    x0: Math.min(...dots.map((dot) => x0[dot]!)),
    y0: Math.min(...dots.map((dot) => y0[dot]!)),
    x1: Math.max(...dots.map((dot) => x1[dot]!)),
    y1: Math.max(...dots.map((dot) => y1[dot]!)),
    dots: dots.length,
  };
}
