import type { Components } from '../components.ts';
import type { Letters } from '../letters.ts';

/** The feet of the letters of a line of text, from left to right. */
export type TextLine = readonly { readonly x: number; readonly y: number }[];

/** Widest gap between two letters of a line, by the height of a small letter. */
const GAP = 2.5;
/** Steepest rise from a letter to the next. */
const RISE = 0.3;
/** Fewest letters of a line that shows how it bends. */
const LETTERS = 8;

/** Chains letters to lines, each with its nearest neighbour to the right, so that a line may bend. */
export function findTextLines(components: Components, { index, height }: Letters): TextLine[] {
  const { x0, x1, y0, y1 } = components;
  const small = index.filter((c) => y1[c]! - y0[c]! < 3 * height).sort((a, b) => x0[a]! - x0[b]!);
  const rights = new Map<number, number>();
  const lefts = new Map<number, { readonly from: number; readonly gap: number }>();
  for (const [i, a] of small.entries()) {
    const nearest = findNeighbour(components, small, i, height);
    const known = nearest && lefts.get(nearest.to);
    if (!nearest || (known && known.gap <= nearest.gap)) continue;
    if (known) rights.delete(known.from);
    rights.set(a, nearest.to);
    lefts.set(nearest.to, { from: a, gap: nearest.gap });
  }
  return small
    .filter((c) => !lefts.has(c))
    .map((first) => {
      const line = [];
      for (let c: number | undefined = first; c !== undefined; c = rights.get(c))
        line.push({ x: (x0[c]! + x1[c]!) / 2, y: y1[c]! });
      return line;
    })
    .filter((line) => line.length >= LETTERS);
}

/** The nearest letter to the right of a letter on the same line. `letters` are sorted by their left edges. */
function findNeighbour(
  { x0, x1, y0, y1 }: Components,
  letters: readonly number[],
  index: number,
  height: number,
): { readonly to: number; readonly gap: number } | undefined {
  const a = letters[index]!;
  let nearest: { readonly to: number; readonly gap: number } | undefined;
  for (let j = index + 1; j < letters.length && x0[letters[j]!]! - x1[a]! < GAP * height; j++) {
    const b = letters[j]!;
    const gap = x0[b]! - x1[a]!;
    const rise = Math.abs(y1[b]! - y1[a]!);
    const overlap = Math.min(y1[a]!, y1[b]!) - Math.max(y0[a]!, y0[b]!);
    if (gap < -0.3 * height || overlap < 0.3 * height) continue;
    if (rise > 0.5 * height + RISE * (x0[b]! - x0[a]!)) continue;
    if (!nearest || gap < nearest.gap) nearest = { to: b, gap };
  }
  return nearest;
}
