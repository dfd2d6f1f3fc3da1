import { middleOfLetters } from '../../model/geometry.ts';
import type { GlyphRun } from '../../model/glyph-run.ts';
import { boundsOfLattice, withVerticals, type Lattice } from '../rulings/lattice.ts';
import type { Rulings } from '../rulings/rulings.ts';

/** Points: how far above a lattice the ruling above its header lies, and by how much their ends differ. Set by hand. */
const HEAD = { least: 8, most: 60, ends: 6, over: 1 };

/**
 * The lattice with the header above it, where a ruling as wide lies above names of all columns but perhaps the first,
 * and no upright ruling parts these.
 */
export function withOpenHead(lattice: Lattice, { horizontal }: Rulings, runs: readonly GlyphRun[]): Lattice {
  const { x0, x1, y0 } = boundsOfLattice(lattice);
  const above = horizontal.filter(
    ({ at, from, to }) =>
      at < y0 - HEAD.least && at > y0 - HEAD.most && Math.abs(from - x0) < HEAD.ends && Math.abs(to - x1) < HEAD.ends,
  );
  if (above.length === 0 || lattice.xs.length < 3) return lattice;
  const top = Math.max(...above.map(({ at }) => at));
  const names = runs.filter(
    (run) => run.x1 > x0 && run.x0 < x1 && middleOfLetters(run) > top && middleOfLetters(run) < y0,
  );
  const inner = lattice.xs.slice(1, -1);
  const isCrossed = inner.some((x) => names.some((run) => run.x0 < x - HEAD.over && run.x1 > x + HEAD.over));
  const areNamed = inner.every((x, index) =>
    names.some((run) => run.x0 > x - HEAD.over && run.x1 < lattice.xs[index + 2]! + HEAD.over),
  );
  if (isCrossed || !areNamed) return lattice;
  const headed = { ...lattice, ys: [top, ...lattice.ys], horizontal: [...lattice.horizontal, ...above] };
  return withVerticals(
    headed,
    inner.map((at) => ({ at, from: top, to: y0 })),
  );
}
