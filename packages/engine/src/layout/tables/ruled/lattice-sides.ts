import { isNear, middleOfLetters } from '../../model/geometry.ts';
import type { GlyphRun } from '../../model/glyph-run.ts';
import { isTableCaption } from '../../lexicon/captions.ts';
import { BASELINE_SLACK, baselineRows } from '../../text/segments.ts';
import type { Lattice } from '../rulings/lattice.ts';
import { isNote } from '../model/notes.ts';

/** Fewest rows and columns of a table within the rulings around its caption. */
const LEAST = { rows: 3, columns: 2 };
/** Share of a row's height that an upright ruling covers where it parts the row. */
const PARTED = 0.6;

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
