import { makePiece } from './clean.ts';
import { latticeCells, type Lattice } from './lattice.ts';
import { rowsOf } from './lines.ts';
import type { Piece } from './piece.ts';
import type { RawPage, RawRun, Rect } from './raw-page.ts';
import { turnRun } from './turned.ts';

export interface TurnedCells {
  /** The turned text as if it stood level in its cells, smaller where it has to be. */
  readonly pieces: readonly Piece[];
  readonly runs: ReadonlySet<RawRun>;
}

/** Text that is turned by a quarter within the cells of a grid: heads of narrow columns, names of groups of rows. */
export function turnedCells(
  page: RawPage,
  groups: ReadonlyMap<number, readonly RawRun[]>,
  lattice: Lattice,
): TurnedCells {
  const { xs, ys } = lattice;
  const pieces: Piece[] = [];
  const used = new Set<RawRun>();
  for (const [angle, runs] of groups) {
    if (angle !== 90 && angle !== 270) continue;
    const inside = runs.filter(
      (run) =>
        (run.x0 + run.x1) / 2 > xs[0]! &&
        (run.x0 + run.x1) / 2 < xs.at(-1)! &&
        (run.y0 + run.y1) / 2 > ys[0]! &&
        (run.y0 + run.y1) / 2 < ys.at(-1)!,
    );
    if (inside.length === 0) continue;
    for (const cell of latticeCells(lattice)) {
      const [x0, x1, y0, y1] = [
        xs[cell.column]!,
        xs[cell.column + cell.colSpan]!,
        ys[cell.row]!,
        ys[cell.row + cell.rowSpan]!,
      ];
      const own = inside.filter(
        (run) =>
          (run.x0 + run.x1) / 2 > x0 &&
          (run.x0 + run.x1) / 2 < x1 &&
          (run.y0 + run.y1) / 2 > y0 &&
          (run.y0 + run.y1) / 2 < y1,
      );
      if (own.length === 0) continue;
      for (const run of own) used.add(run);
      pieces.push(
        ...levelled(
          own.map((run) => makePiece(page, turnRun(run, angle, page))).filter((piece) => piece.text !== ''),
          { x0, y0, x1, y1 },
        ),
      );
    }
  }
  return { pieces, runs: used };
}

/** Puts lines of text into a field, from its top, as large as it lets them be. */
function levelled(given: readonly Piece[], { x0, y0, x1, y1 }: Rect): Piece[] {
  if (given.length === 0) return [];
  const left = Math.min(...given.map((piece) => piece.x0));
  const right = Math.max(...given.map((piece) => piece.x1));
  const rows = rowsOf(given, 0.15);
  const scale = Math.min(
    1,
    Math.max(1, x1 - x0 - 2) / (right - left),
    (y1 - y0) / (1.3 * rows.reduce((sum, row) => sum + row[0]!.size, 0)),
  );
  const levelledPieces: Piece[] = [];
  let base = y0;
  for (const row of rows) {
    base += 1.2 * scale * row[0]!.size;
    for (const piece of row) {
      const size = scale * piece.size;
      levelledPieces.push({
        ...piece,
        x0: x0 + 1 + scale * (piece.x0 - left),
        x1: x0 + 1 + scale * (piece.x1 - left),
        y0: base - 0.8 * size,
        y1: base + 0.2 * size,
        base,
        size,
      });
    }
  }
  return levelledPieces;
}
