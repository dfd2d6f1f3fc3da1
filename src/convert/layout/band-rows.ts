import { lineText } from './inlines.ts';
import type { Lattice } from './lattice.ts';
import { joinSegments, rowsOf, segmentsOf } from './lines.ts';
import type { Piece } from './piece.ts';
import { findContinuations, isNumeric, type GridCell, type GridRow } from './row-starts.ts';

/** Lines of text across the lattice, each cut at its columns. */
function gridRows(pieces: readonly Piece[], xs: readonly number[]): GridRow[] {
  return rowsOf(pieces, 0.25).map((row) => {
    const barrier = (left: Piece, right: Piece): boolean => xs.some((x) => x > left.x1 - 1 && x < right.x0 + 1);
    const cells: GridCell[] = [];
    for (const segment of segmentsOf(row, barrier)) {
      const middle = (segment.x0 + Math.min(segment.x1, segment.x0 + 20)) / 2;
      let column = 0;
      while (column < xs.length - 2 && middle >= xs[column + 1]!) column += 1;
      let last = column;
      while (last < xs.length - 2 && segment.x1 > xs[last + 1]! + 2) last += 1;
      const previous = cells.at(-1);
      const text = lineText(joinSegments([segment]));
      if (previous && previous.column === column)
        cells[cells.length - 1] = {
          ...previous,
          text: `${previous.text} ${text}`,
          span: Math.max(previous.span, last - column + 1),
        };
      else cells.push({ column, span: last - column + 1, text });
    }
    return { base: row.reduce((sum, piece) => sum + piece.base, 0) / row.length, size: row[0]!.size, cells };
  });
}

/** True where lines of text between two level rules are rows of their own, which no rule divides. */
function areRows(rows: readonly GridRow[], starts: readonly boolean[], columns: number, bands: number): boolean {
  const logical = rows.filter((_, index) => starts[index]);
  if (logical.length < 2 || columns < 2) return false;
  const full = logical.filter((row) => row.cells.length >= Math.max(2, 0.6 * columns));
  const numeric = logical.filter((row) => row.cells.some((cell) => cell.column > 0 && isNumeric(cell.text)));
  if (bands <= 3)
    return (
      full.length >= 0.5 * logical.length &&
      logical.length >= 2 &&
      (logical.length >= 3 || numeric.length === logical.length)
    );
  // where most rows are ruled, one more without a rule needs strong evidence
  return (
    logical.length >= 3 &&
    logical.length === rows.length &&
    full.length >= 0.8 * logical.length &&
    numeric.length >= 0.6 * logical.length
  );
}

/** Level lines that are missing in a lattice: between rows of text that stand in one ruled row. */
export function missingLines(lattice: Pick<Lattice, 'xs' | 'ys'>, pieces: readonly Piece[]): number[] {
  const { xs, ys } = lattice;
  const lines: number[] = [];
  if (xs.length < 3) return lines;
  for (let band = 0; band < ys.length - 1; band += 1) {
    const inside = pieces.filter((piece) => {
      const y = piece.base - 0.3 * piece.size;
      return y > ys[band]! && y < ys[band + 1]!;
    });
    if (inside.length < 4) continue;
    const rows = gridRows(inside, xs);
    if (rows.length < 2) continue;
    const goesOn = findContinuations(rows, xs.length - 1, []);
    if (
      !areRows(
        rows,
        goesOn.map((on) => !on),
        xs.length - 1,
        ys.length - 1,
      )
    )
      continue;
    rows.forEach((row, index) => {
      if (index > 0 && !goesOn[index])
        lines.push((rows[index - 1]!.base + 0.22 * rows[index - 1]!.size + row.base - 0.75 * row.size) / 2);
    });
  }
  return lines;
}
