import type { Rect } from '../layout/model/raw-page.ts';
import type { Components } from './components.ts';

/** A row of dots that leads the eye from a title to its page number, in pixels; ends exclusive. */
export interface Leader extends Rect {
  readonly dots: number;
}

const FEWEST = 6;

/**
 * Finds rows of at least six equal dots at equal distances. `letter` is the height of a small letter. Tesseract reads
 * such rows as `eeee` or loses the line that they stand in.
 */
export function leadersOf(components: Components, letter: number): Leader[] {
  const largest = Math.max(2, 0.42 * letter);
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
      leaders.push(boxOf(components, chain));
    }
  }
  return leaders;
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
    const isLevel = last !== undefined && Math.abs(height(dot) - height(last)) <= Math.max(1.5, 0.2 * letter);
    if (
      last !== undefined &&
      isLevel &&
      gap <= 1.6 * letter &&
      (chain.length < 2 || Math.abs(gap - step) <= Math.max(1.6, 0.3 * step))
    ) {
      step = chain.length < 2 ? gap : (step * (chain.length - 1) + gap) / chain.length;
      chain.push(dot);
    } else {
      if (chain.length >= FEWEST) found.push(chain);
      chain = [dot];
    }
  }
  if (chain.length >= FEWEST) found.push(chain);
  return found;
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
