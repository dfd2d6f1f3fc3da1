import { findGutters, type Gutter } from './grid-columns.ts';
import type { Lattice } from './lattice.ts';
import { rowsOf } from './lines.ts';
import { median, type Piece } from './piece.ts';
import { isNumeric } from './row-starts.ts';
import type { Stroke } from './rules.ts';

/** Fewest lines with numbers at both sides of a gutter, and least share of such among the lines with anything at both sides. */
const LINES = 4;
const NUMERIC = 0.7;

/** Least width of a gutter between numbers, in sizes of the letters: more than the space between two words. */
const WIDTH = 0.45;

const isValue = (row: readonly Piece[]): boolean => isNumeric(row.map((piece) => piece.text).join(' '));

/** Where the gutter begins to part numbers, or nothing where it does not. */
function topOf(rows: readonly (readonly Piece[])[], gutter: Gutter): number | undefined {
  const sides = rows.map(
    (row) =>
      [row.filter((piece) => piece.x1 <= gutter.x0 + 0.6), row.filter((piece) => piece.x0 >= gutter.x1 - 0.6)] as const,
  );
  const both = sides.filter(([left, right]) => left.length > 0 && right.length > 0);
  const numeric = both.filter(([left, right]) => isValue(left) && isValue(right));
  if (numeric.length < LINES || numeric.length < NUMERIC * both.length || both.length < 0.6 * rows.length)
    return undefined;
  return Math.min(...both[0]!.flat().map((piece) => piece.y0));
}

/**
 * Upright lines that are missing in a lattice: between numbers that stand beside each other in one ruled column, on line after line. They begin with the first line that
 * has something at both sides, so that a title above stays whole.
 */
export function missingColumns(lattice: Lattice, pieces: readonly Piece[]): Stroke[] {
  const { xs, ys } = lattice;
  const found: Stroke[] = [];
  for (let column = 0; column < xs.length - 1; column += 1) {
    const inside = pieces.filter(
      (piece) =>
        piece.x0 > xs[column]! - 1 &&
        piece.x1 < xs[column + 1]! + 1 &&
        piece.base > ys[0]! &&
        piece.base < ys.at(-1)! + 2,
    );
    const rows = rowsOf(inside, 0.25);
    if (rows.length < LINES) continue;
    const size = median(inside.map((piece) => piece.size));
    for (const gutter of findGutters(rows, WIDTH * size, Math.min(2, Math.floor(0.2 * rows.length)))) {
      const top = topOf(rows, gutter);
      if (top === undefined) continue;
      const from = Math.max(ys[0]!, ...ys.filter((y) => y < top + 0.3 * size));
      found.push({ at: (gutter.x0 + gutter.x1) / 2, from, to: ys.at(-1)! });
    }
  }
  return found;
}
