import type { Components } from './components.ts';

/** Pieces of ink that may be letters, by index into the components, and how high most of them are. */
export interface Letters {
  readonly index: readonly number[];
  /** Pixels: about the x-height of the body text (half of the font size). */
  readonly height: number;
}

/** Picks what may be letters: not specks, not lines, not figures. Undefined when there are too few to say anything. */
export function findLetters(components: Components, width: number, height: number): Letters | undefined {
  const largest = Math.min(width, height) / 6;
  const index: number[] = [];
  for (let i = 0; i < components.count; i++) {
    const w = components.x1[i]! - components.x0[i]!;
    const h = components.y1[i]! - components.y0[i]!;
    if (h < 4 || w < 2 || h > largest || w > largest) continue;
    if (w > 4 * h || h > 8 * w) continue;
    if (components.area[i]! < 0.08 * w * h) continue;
    index.push(i);
  }
  const heightOf = (i: number): number => components.y1[i]! - components.y0[i]!;
  const large = middle(index, heightOf, (i) => heightOf(i) ** 2);
  const letters = index.filter((i) => !isDot(components, i, 0.45 * large));
  if (letters.length < 12) return undefined;
  // Noise is many small pieces: the middle by ink, not by number, is a letter's height.
  return { index: letters, height: middle(letters, heightOf, heightOf) };
}

/** A full stop, or one of the hundreds of dots of leaders. */
function isDot({ x0, y0, x1, y1, area }: Components, i: number, largest: number): boolean {
  const width = x1[i]! - x0[i]!;
  const height = y1[i]! - y0[i]!;
  return height <= largest && width <= 1.4 * height && height <= 1.4 * width && area[i]! >= 0.6 * width * height;
}

/** The value at half of all weight. */
function middle(index: readonly number[], value: (i: number) => number, weight: (i: number) => number): number {
  const sorted = index.toSorted((a, b) => value(a) - value(b));
  const half = sorted.reduce((sum, i) => sum + weight(i), 0) / 2;
  let sum = 0;
  for (const i of sorted) {
    sum += weight(i);
    if (sum >= half) return value(i);
  }
  return 0;
}
