import { centerX, centerY, holdsPoint } from '../../model/geometry.ts';
import type { GlyphRun } from '../../model/glyph-run.ts';
import type { Canvas, RawRun, Rect } from '../../model/raw-page.ts';
import { makeGlyphRun } from '../../text/clean.ts';
import { QUARTER, THREE_QUARTERS, turnRun } from '../../text/rotation.ts';
import { BASELINE_SLACK, baselineRows } from '../../text/segments.ts';
import { boundsOfLattice, latticeCells, type Lattice, type LatticeCell } from '../rulings/lattice.ts';

export interface RotatedCells {
  /** The text as if it stood horizontally in its cells, smaller where it has to be. */
  readonly runs: readonly GlyphRun[];
  readonly used: ReadonlySet<RawRun>;
}

/** Where the text is put: it only has to stay in its cell, in its order, so the figures are those of usual text. */
const SET = {
  /** Points between the cell's side and the text. */
  paddingPt: 1,
  /** Em: distance of baselines, and the height that a line needs. */
  leadingEm: 1.2,
  heightEm: 1.3,
  /** Em: the box of a line above and below its baseline. */
  aboveEm: 0.8,
  belowEm: 0.2,
};

/** Text that is turned by a quarter within the cells of a grid: headers of narrow columns, names of groups of rows. */
export function rotatedCells(
  page: Canvas,
  rotated: ReadonlyMap<number, readonly RawRun[]>,
  lattice: Lattice,
): RotatedCells {
  const runs: GlyphRun[] = [];
  const used = new Set<RawRun>();
  for (const [angle, all] of rotated) {
    if (angle !== QUARTER && angle !== THREE_QUARTERS) continue;
    const inside = all.filter((run) => isIn(run, boundsOfLattice(lattice)));
    if (inside.length === 0) continue;
    for (const cell of latticeCells(lattice)) {
      const box = boxOf(cell, lattice);
      const own = inside.filter((run) => isIn(run, box));
      if (own.length === 0) continue;
      for (const run of own) used.add(run);
      const turned = own.map((run) => makeGlyphRun(page, turnRun(run, angle, page))).filter((run) => run.text !== '');
      runs.push(...setInto(box, turned));
    }
  }
  return { runs, used };
}

const isIn = (run: RawRun, box: Rect): boolean => holdsPoint(box, centerX(run), centerY(run));

const boxOf = ({ row, column, rowSpan, colSpan }: LatticeCell, { xs, ys }: Lattice): Rect => ({
  x0: xs[column]!,
  x1: xs[column + colSpan]!,
  y0: ys[row]!,
  y1: ys[row + rowSpan]!,
});

/** Sets lines of text into a cell, from its top, as large as it allows. */
function setInto({ x0, y0, x1, y1 }: Rect, runs: readonly GlyphRun[]): GlyphRun[] {
  if (runs.length === 0) return [];
  const left = Math.min(...runs.map((run) => run.x0));
  const right = Math.max(...runs.map((run) => run.x1));
  const rows = baselineRows(runs, BASELINE_SLACK.rotated);
  const scale = Math.min(
    1,
    Math.max(1, x1 - x0 - 2 * SET.paddingPt) / (right - left),
    (y1 - y0) / (SET.heightEm * rows.reduce((sum, row) => sum + row[0]!.size, 0)),
  );
  let baseline = y0;
  return rows.flatMap((row) => {
    baseline += SET.leadingEm * scale * row[0]!.size;
    return row.map((run) => {
      const size = scale * run.size;
      return {
        ...run,
        x0: x0 + SET.paddingPt + scale * (run.x0 - left),
        x1: x0 + SET.paddingPt + scale * (run.x1 - left),
        y0: baseline - SET.aboveEm * size,
        y1: baseline + SET.belowEm * size,
        baseline,
        size,
      };
    });
  });
}
