import type { Components } from './components.ts';

/** Pieces of ink that may be letters, by index into the components, and how high most of them are. */
export interface Letters {
  readonly index: readonly number[];
  /** Pixels: about the x-height of the body text (half of the font size). */
  readonly height: number;
}

/** Picks what may be letters: not specks, not lines, not figures. Undefined when there are too few to say anything. */
export function lettersOf(components: Components, width: number, height: number): Letters | undefined {
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
  if (index.length < 12) return undefined;
  const heights = index.map((i) => components.y1[i]! - components.y0[i]!).sort((a, b) => a - b);
  // Noise is many small pieces: the middle by ink, not by number, is a letter's height.
  const half = heights.reduce((sum, h) => sum + h, 0) / 2;
  let sum = 0;
  for (const h of heights) {
    sum += h;
    if (sum >= half) return { index, height: h };
  }
  return undefined;
}
