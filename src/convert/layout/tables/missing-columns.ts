import { centerX, median } from '../model/geometry.ts';
import type { GlyphRun } from '../model/glyph-run.ts';
import { BASELINE_SLACK, baselineRows } from '../text/segments.ts';
import { findGutters, type Gutter } from '../whitespace/gutters.ts';
import { boundsOfLattice, type Lattice } from './lattice.ts';
import { isNumeric } from './numeric.ts';
import type { Ruling } from './rulings.ts';

/** A gutter between columns of numbers in one ruled column. Set by hand on the tuning half of the corpus. */
const GUTTER = {
  /** Em: more than the space between two words. */
  widthEm: 0.45,
  /** How many lines may cross it: this share, but at most so many. */
  crossed: 0.2,
  mostCrossed: 2,
  /**
   * Fewest lines with numbers at both sides; their share of the lines with text at both sides; share of those of all.
   */
  lines: 4,
  numeric: 0.7,
  both: 0.6,
  /** Points by which text may reach into it. */
  slackPt: 0.6,
};

/** Points: how far below the lattice's last line the last baseline may lie. */
const BELOW_PT = 2;
/** Em: a ruling up to this far below the top of the letters lies above them. */
const TOP_EM = 0.3;

const isValue = (row: readonly GlyphRun[]): boolean => isNumeric(row.map((run) => run.text).join(' '));

/** Where the gutter begins to part numbers, or nothing where it does not. */
function topOf(rows: readonly (readonly GlyphRun[])[], gutter: Gutter): number | undefined {
  const sides = rows.map(
    (row) =>
      [
        row.filter((run) => run.x1 <= gutter.x0 + GUTTER.slackPt),
        row.filter((run) => run.x0 >= gutter.x1 - GUTTER.slackPt),
      ] as const,
  );
  const both = sides.filter(([left, right]) => left.length > 0 && right.length > 0);
  const numeric = both.filter(([left, right]) => isValue(left) && isValue(right));
  if (numeric.length < GUTTER.lines || numeric.length < GUTTER.numeric * both.length) return undefined;
  if (both.length < GUTTER.both * rows.length) return undefined;
  return Math.min(...both[0]!.flat().map((run) => run.y0));
}

/**
 * Vertical lines that are missing in a lattice: between numbers that stand beside each other in one ruled column, on
 * line after line. They begin with the first line that has text at both sides, so that a title above stays whole.
 */
export function missingColumns(lattice: Lattice, runs: readonly GlyphRun[]): Ruling[] {
  const { xs, ys } = lattice;
  const { y0: top, y1: bottom } = boundsOfLattice(lattice);
  const found: Ruling[] = [];
  for (let column = 0; column < xs.length - 1; column += 1) {
    const inside = runs.filter(
      (run) =>
        run.x0 > xs[column]! - 1 &&
        run.x1 < xs[column + 1]! + 1 &&
        run.baseline > top &&
        run.baseline < bottom + BELOW_PT,
    );
    const rows = baselineRows(inside, BASELINE_SLACK.cell);
    if (rows.length < GUTTER.lines) continue;
    const size = median(inside.map((run) => run.size));
    const tolerance = Math.min(GUTTER.mostCrossed, Math.floor(GUTTER.crossed * rows.length));
    for (const gutter of findGutters(rows, GUTTER.widthEm * size, tolerance)) {
      const first = topOf(rows, gutter);
      if (first === undefined) continue;
      const from = Math.max(top, ...ys.filter((y) => y < first + TOP_EM * size));
      found.push({ at: centerX(gutter), from, to: bottom });
    }
  }
  return found;
}
