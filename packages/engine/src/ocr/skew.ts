import type { Components } from './components.ts';
import type { Letters } from './letters.ts';

/** Tangents tried at most: about 12 degrees to either side. */
const MAX_SLOPE = 0.21;
const POINTS = 3000;

/** How the lines of writing lie. */
export interface Direction {
  /** Slope of the lines, down to the right positive: the tangent of the angle. */
  readonly slope: number;
  /** How clearly lines stand out: 1 is not at all. */
  readonly clarity: number;
}

/**
 * Finds the slope at which the feet of the letters fall into the fewest rows: each slope's rows are counted, and the
 * sum of the squares is largest where lines are. `vertical` reads the picture as if it were turned by 90 degrees.
 */
export function measureDirection(components: Components, letters: Letters, vertical = false): Direction {
  const every = Math.max(1, Math.floor(letters.index.length / POINTS));
  const along: number[] = [];
  const across: number[] = [];
  for (let i = 0; i < letters.index.length; i += every) {
    const c = letters.index[i]!;
    along.push(vertical ? (components.y0[c]! + components.y1[c]!) / 2 : (components.x0[c]! + components.x1[c]!) / 2);
    across.push(vertical ? components.x1[c]! : components.y1[c]!);
  }
  const row = Math.max(2, letters.height / 4);
  const score = scorer(along, across, row);
  const length = Math.max(...along) - Math.min(...along) || 1;
  let best = { slope: 0, sum: score(0) };
  const search = (from: number, to: number, step: number): void => {
    for (let slope = from; slope <= to; slope += step) {
      const sum = score(slope);
      if (sum > best.sum * 1.005) best = { slope, sum };
    }
  };
  const fine = row / length;
  search(-MAX_SLOPE, MAX_SLOPE, Math.max(fine, 0.002));
  search(best.slope - 2 * fine, best.slope + 2 * fine, fine / 4);
  const spread = Math.max(...across) - Math.min(...across) || 1;
  const even = (along.length * along.length) / Math.max(1, spread / row);
  return { slope: best.slope, clarity: best.sum / even };
}

/**
 * True when the upper edges of the letters fall into rows better than the lower ones: in most scripts it is the feet
 * that stand in line.
 */
export function headsAlign(components: Components, letters: Letters): boolean {
  const row = Math.max(2, letters.height / 6);
  const along = letters.index.map((c) => (components.x0[c]! + components.x1[c]!) / 2);
  const feet = scorer(
    along,
    letters.index.map((c) => components.y1[c]!),
    row,
  )(0);
  const heads = scorer(
    along,
    letters.index.map((c) => components.y0[c]!),
    row,
  )(0);
  return heads > feet;
}

function scorer(along: readonly number[], across: readonly number[], row: number): (slope: number) => number {
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < along.length; i++) {
    low = Math.min(low, across[i]! - MAX_SLOPE * 2 * along[i]!, across[i]!);
    high = Math.max(high, across[i]! + MAX_SLOPE * 2 * along[i]!, across[i]!);
  }
  const rows = new Uint32Array(Math.ceil((high - low) / row) + 2);
  return (slope) => {
    rows.fill(0);
    for (let i = 0; i < along.length; i++) rows[Math.floor((across[i]! - slope * along[i]! - low) / row)]!++;
    let sum = 0;
    for (const count of rows) sum += count * count;
    return sum;
  };
}
