import { centerX, isNear, median, widthOf } from '../../model/geometry.ts';
import type { GlyphRun } from '../../model/glyph-run.ts';
import { BASELINE_SLACK, baselineRows } from '../../text/segments.ts';
import { findGutters, type Gutter } from '../../whitespace/gutters.ts';
import { bandsOf, boundsOfLattice, type Lattice } from '../rulings/lattice.ts';
import { isNumeric } from '../model/numeric.ts';
import type { Ruling } from '../rulings/rulings.ts';

/** A gutter between columns of numbers in one ruled column. Set by hand on the tuning half of the corpus. */
const GUTTER = {
  /** Em: more than the space between two words. */
  widthEm: 0.45,
  /** Em: between names and their amounts. */
  wideEm: 2,
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

/** Labels before values in rows that go all across, as in the boxes of an encyclopedia. */
const LABELS = {
  /** Fewest rows with a label and a value, and their share of all. */
  rows: 4,
  share: 0.5,
  /** Em: space between them; points by which values start elsewhere. */
  gapEm: 0.4,
  startPt: 1.5,
};

/** Columns that no ruling parts in ruled rows. Set by hand on the tuning half of the corpus. */
const OPEN = {
  /** Fewest rows, share of them with text at both sides, most rows without text, and fewest with text in a column. */
  rows: 3,
  share: 0.7,
  empty: 1,
  filled: 2,
  /** Em of white space. */
  widthEm: 0.6,
  /** So many lines in the first ruled row are a block of text at the top of a form. */
  blockLines: 10,
};

/** Points: how far below the lattice's last line the last baseline may lie. */
const BELOW_PT = 2;
/** Em: a ruling up to this far below the top of the letters lies above them. */
const TOP_EM = 0.3;

const isValue = (row: readonly GlyphRun[]): boolean => isNumeric(row.map((run) => run.text).join(' '));

/** Where the gutter begins to part numbers, or names from amounts, or nothing where it does not. */
function topOf(rows: readonly (readonly GlyphRun[])[], gutter: Gutter, hasNames: boolean): number | undefined {
  const sides = rows.map(
    (row) =>
      [
        row.filter((run) => run.x1 <= gutter.x0 + GUTTER.slackPt),
        row.filter((run) => run.x0 >= gutter.x1 - GUTTER.slackPt),
      ] as const,
  );
  const both = sides.filter(([left, right]) => left.length > 0 && right.length > 0);
  const numeric = both.filter(([left, right]) => (hasNames || isValue(left)) && isValue(right));
  if (numeric.length < GUTTER.lines || numeric.length < GUTTER.numeric * both.length) return undefined;
  if (both.length < GUTTER.both * rows.length) return undefined;
  return Math.min(...both[0]!.flat().map((run) => run.y0));
}

/**
 * Vertical lines that are missing in a lattice: between numbers that stand beside each other in one ruled column, or
 * between names and their amounts, on line after line. They begin with the first line that has text at both sides, so
 * that a title above stays whole.
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
      const first = topOf(rows, gutter, xs.length > 2 && widthOf(gutter) > GUTTER.wideEm * size);
      if (first === undefined) continue;
      const from = Math.max(top, ...ys.filter((y) => y < first + TOP_EM * size));
      found.push({ at: centerX(gutter), from, to: bottom });
    }
  }
  return found;
}

/** A bold label in a ruled row, and where its value starts. */
interface LabelledRow {
  readonly from: number;
  readonly to: number;
  readonly labelEnd: number;
  readonly start: number;
}

/** Bold words at the start of a ruled row, with what is not bold set off at their right in all lines. */
function labelledRow({ runs, from, to }: ReturnType<typeof bandsOf>[number]): LabelledRow[] {
  const [first] = baselineRows(runs, BASELINE_SLACK.cell);
  const value = first?.find((run) => !run.bold);
  if (!first?.[0]?.bold || !value) return [];
  const labels = runs.filter((run) => run.x0 < value.x0 - LABELS.startPt);
  const labelEnd = Math.max(...labels.map((run) => run.x1));
  const isApart = labels.every((run) => run.bold) && value.x0 - labelEnd > LABELS.gapEm * value.size;
  return isApart ? [{ from, to, labelEnd, start: value.x0 }] : [];
}

/** Vertical lines that are missing in a lattice of one column: between bold labels and the values beside them. */
export function labelColumn(lattice: Lattice, runs: readonly GlyphRun[]): Ruling[] {
  const { xs, ys } = lattice;
  if (xs.length !== 2) return [];
  const rows = bandsOf(lattice, runs).flatMap(labelledRow);
  const start = median(rows.map((row) => row.start));
  const aligned = rows.filter((row) => isNear(row.start, start, LABELS.startPt) && row.labelEnd < start);
  if (aligned.length < LABELS.rows || aligned.length < LABELS.share * (ys.length - 1)) return [];
  const at = (Math.max(...aligned.map((row) => row.labelEnd)) + start) / 2;
  return aligned.map(({ from, to }) => ({ at, from, to }));
}

/** Gutters without columns in which only one row has text: this goes to the column at its left if it has none there. */
function withoutLoneColumns(gutters: readonly Gutter[], rows: readonly (readonly GlyphRun[])[]): Gutter[] {
  const rowsBetween = (x0: number, x1: number): (readonly GlyphRun[])[] =>
    rows.filter((row) => row.some((run) => run.x0 > x0 && run.x1 < x1));
  const kept: Gutter[] = [];
  for (const gutter of gutters) {
    const before = kept.at(-1);
    const filled = before ? rowsBetween(before.x0, gutter.x1) : rows;
    if (filled.length >= OPEN.filled) kept.push(gutter);
    else if (!rowsBetween(kept.at(-2)?.x0 ?? -Infinity, before!.x1).includes(filled[0]!))
      kept[kept.length - 1] = gutter;
  }
  return kept;
}

/**
 * Vertical lines that are missing in a lattice of one column whose rows are ruled: gutters that no row crosses, in
 * nearly all of them between text at both sides. A single one between bold labels and values parts their rows only.
 */
export function openColumns(lattice: Lattice, runs: readonly GlyphRun[]): Ruling[] {
  const { xs, ys } = lattice;
  if (xs.length !== 2) return [];
  const bands = bandsOf(lattice, runs).filter((band) => band.runs.length > 0);
  if (bands.length < OPEN.rows || ys.length - 1 > bands.length + OPEN.empty) return [];
  if (baselineRows(bands[0]!.runs, BASELINE_SLACK.cell).length >= OPEN.blockLines) return [];
  const width = OPEN.widthEm * median(runs.map((run) => run.size));
  // of several lines; gutters are found from left to right
  const rows = bands.map((band) => band.runs.toSorted((a, b) => a.x0 - b.x0));
  const gutters = findGutters(rows, width, 0).filter((gutter) => {
    const both = rows.filter(
      (row) => row.some((run) => run.x1 <= gutter.x0 + 1) && row.some((run) => run.x0 >= gutter.x1 - 1),
    );
    return both.length >= Math.max(OPEN.rows, OPEN.share * rows.length);
  });
  const found = withoutLoneColumns(gutters, rows).map((gutter) => ({
    at: centerX(gutter),
    from: ys[0]!,
    to: ys.at(-1)!,
  }));
  return found.length === 1 && labelColumn(lattice, runs).length > 0 ? [] : found;
}
