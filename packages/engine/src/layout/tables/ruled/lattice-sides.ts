import { isNear, middleOfLetters } from '../../model/geometry.ts';
import type { GlyphRun } from '../../model/glyph-run.ts';
import { isTableCaption } from '../../lexicon/captions.ts';
import { BASELINE_SLACK, baselineRows } from '../../text/segments.ts';
import { boundsOfLattice, withVerticals, type Lattice } from '../rulings/lattice.ts';
import { isNote } from '../model/notes.ts';
import { isNumeric } from '../model/numeric.ts';

/** Fewest rows and columns of a table within the rulings around its caption. */
const LEAST = { rows: 3, columns: 2 };
/** Share of a row's height that an upright ruling covers where it parts the row. */
const PARTED = 0.6;

/** Names of rows that rulings leave out. Set by hand on the tuning half of the corpus. */
const NAMES = {
  /**
   * Fewest rows, and share of them that have a name on the line of their first number; fewest rows of a single column,
   * each of which has a name.
   */
  rows: 4,
  share: 0.85,
  rowsOfOne: 2,
  /** Points: how far at the left they begin, how far before the ruling they end, and how far before them it is. */
  reachPt: 220,
  besidePt: 1,
  beforePt: 3,
  /** Em: by which baselines differ, and space that parts two columns. */
  baselineEm: 0.15,
  gapEm: 2,
};

const runsBetween = (runs: readonly GlyphRun[], { xs }: Lattice, top: number, bottom: number): GlyphRun[] =>
  runs.filter(
    (run) =>
      run.x0 > xs[0]! - 1 && run.x1 < xs.at(-1)! + 1 && middleOfLetters(run) > top && middleOfLetters(run) < bottom,
  );

/** The text of a row that no upright ruling parts. */
function wholeText(lattice: Lattice, row: number, runs: readonly GlyphRun[]): string {
  const [top, bottom] = [lattice.ys[row]!, lattice.ys[row + 1]!];
  const isParted = lattice.vertical.some(
    ({ at, from, to }) =>
      lattice.xs.slice(1, -1).some((x) => isNear(x, at, 1)) &&
      Math.min(to, bottom) - Math.max(from, top) > PARTED * (bottom - top),
  );
  if (isParted) return '';
  return baselineRows(runsBetween(runs, lattice, top, bottom), BASELINE_SLACK.cell)
    .flatMap((line) => line.map((run) => run.text))
    .join(' ');
}

/** The lattice without the caption and the notes that stand within its outer rulings, all across. */
export function withoutCaption(lattice: Lattice, runs: readonly GlyphRun[]): Lattice {
  const { xs, ys } = lattice;
  const rows = ys.length - 1;
  if (rows <= LEAST.rows || xs.length - 1 < LEAST.columns) return lattice;
  const from = isTableCaption(wholeText(lattice, 0, runs)) ? 1 : 0;
  const to = isNote(wholeText(lattice, rows - 1, runs)) ? rows : rows + 1;
  return from === 0 && to > rows ? lattice : { ...lattice, ys: ys.slice(from, to) };
}

/**
 * The lattice with the names of its rows, where these stand at its left without rulings, each on the line of a number
 * in the first ruled column.
 */
export function withNamesBeside(lattice: Lattice, runs: readonly GlyphRun[]): Lattice {
  const { xs, ys } = lattice;
  const { x0, y0, y1 } = boundsOfLattice(lattice);
  const rows = ys.length - 1;
  const isOneColumn = xs.length === 2;
  if (rows < (isOneColumn ? NAMES.rowsOfOne : NAMES.rows)) return lattice;
  const beside = runs.filter(
    (run) =>
      run.x1 < x0 + NAMES.besidePt &&
      run.x0 > x0 - NAMES.reachPt &&
      middleOfLetters(run) > y0 &&
      middleOfLetters(run) < y1,
  );
  const lines = baselineRows(beside, BASELINE_SLACK.cell);
  const isWhole = (line: readonly GlyphRun[]): boolean =>
    line.every((run, index) => index === 0 || run.x0 - line[index - 1]!.x1 < NAMES.gapEm * run.size);
  if (lines.length < NAMES.share * rows || lines.length > ys.length || !lines.every(isWhole)) return lattice;
  const numbers = runs.filter((run) => run.x0 > x0 - 1 && run.x1 < xs[1]! + 1 && isNumeric(run.text));
  const named = ys.slice(1).filter((bottom, row) =>
    lines.some(([first]) => {
      const { baseline, size } = first!;
      const isNamed = (run: GlyphRun): boolean => isNear(run.baseline, baseline, NAMES.baselineEm * size);
      return baseline > ys[row]! && baseline < bottom + 1 && numbers.some(isNamed);
    }),
  );
  if (named.length < (isOneColumn ? rows : NAMES.share * (rows - 1))) return lattice;
  const left = Math.min(...beside.map((run) => run.x0)) - NAMES.beforePt;
  const extended = ys.map((at) => ({ at, from: left, to: x0 }));
  return withVerticals({ ...lattice, xs: [left, ...xs], horizontal: [...lattice.horizontal, ...extended] }, [
    { at: x0, from: y0, to: y1 },
  ]);
}
