import type { Stroke } from './rules.ts';

/** A grid that rules draw: its lines, and cells that may span several of its fields. */
export interface Lattice {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  readonly level: readonly Stroke[];
  readonly upright: readonly Stroke[];
}

export interface LatticeCell {
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly colSpan: number;
}

const TOUCH = 3;

/** Sets of strokes that are connected by crossings. */
function components(level: readonly Stroke[], upright: readonly Stroke[]): { level: Stroke[]; upright: Stroke[] }[] {
  const parents = Array.from({ length: level.length + upright.length }, (_, index) => index);
  const find = (index: number): number => {
    let root = index;
    while (parents[root] !== root) root = parents[root]!;
    parents[index] = root;
    return root;
  };
  const byX = upright.map((stroke, index) => ({ stroke, index })).sort((a, b) => a.stroke.at - b.stroke.at);
  level.forEach((across, row) => {
    for (const { stroke: down, index } of byX) {
      if (down.at > across.to + TOUCH) break;
      if (down.at < across.from - TOUCH || down.from > across.at + TOUCH || down.to < across.at - TOUCH) continue;
      parents[find(level.length + index)] = find(row);
    }
  });
  const groups = new Map<number, { level: Stroke[]; upright: Stroke[] }>();
  const group = (index: number): { level: Stroke[]; upright: Stroke[] } => {
    const root = find(index);
    const known = groups.get(root) ?? { level: [], upright: [] };
    groups.set(root, known);
    return known;
  };
  level.forEach((stroke, index) => group(index).level.push(stroke));
  upright.forEach((stroke, index) => group(level.length + index).upright.push(stroke));
  return [...groups.values()].filter((each) => each.level.length > 0 && each.upright.length > 0);
}

function positions(values: readonly number[], snap: number): number[] {
  const sorted = [...values].sort((a, b) => a - b);
  const result: number[] = [];
  let sum = 0;
  let count = 0;
  for (const value of sorted) {
    if (count > 0 && value - sum / count > snap) {
      result.push(sum / count);
      sum = 0;
      count = 0;
    }
    sum += value;
    count += 1;
  }
  if (count > 0) result.push(sum / count);
  return result;
}

/** Adds the ends of the crossing strokes where a table is open at a side: two or more of them end at the same place beyond the last line. */
function openSides(lines: number[], crossing: readonly Stroke[]): number[] {
  const starts = crossing.map((stroke) => stroke.from);
  const ends = crossing.map((stroke) => stroke.to);
  const first = Math.min(...starts);
  const last = Math.max(...ends);
  const result = [...lines];
  if (result.length === 0 || (first < result[0]! - 8 && starts.filter((start) => start < first + 4).length >= 2))
    result.unshift(first);
  if (last > result.at(-1)! + 8 && ends.filter((end) => end > last - 4).length >= 2) result.push(last);
  return result;
}

/** Whether strokes at `at` cover most of `from`…`to`. */
function covered(strokes: readonly Stroke[], at: number, from: number, to: number): boolean {
  let length = 0;
  for (const stroke of strokes) {
    if (Math.abs(stroke.at - at) > TOUCH + 0.5) continue;
    length += Math.max(0, Math.min(stroke.to, to) - Math.max(stroke.from, from));
  }
  return length >= 0.6 * (to - from);
}

/** The lattice with more level lines, which go all across. */
export function withLines(lattice: Lattice, lines: readonly number[]): Lattice {
  if (lines.length === 0) return lattice;
  const from = lattice.xs[0]!;
  const to = lattice.xs.at(-1)!;
  return {
    ...lattice,
    ys: [...lattice.ys, ...lines].sort((a, b) => a - b),
    level: [...lattice.level, ...lines.map((at) => ({ at, from, to }))],
  };
}

/** The lattice with more upright lines. */
export function withUprights(lattice: Lattice, uprights: readonly Stroke[]): Lattice {
  if (uprights.length === 0) return lattice;
  return {
    ...lattice,
    xs: [...lattice.xs, ...uprights.map((stroke) => stroke.at)].sort((a, b) => a - b),
    upright: [...lattice.upright, ...uprights],
  };
}

/** Grids that the strokes of one page draw, outermost places included. A single field is not a grid. */
export function findLattices(level: readonly Stroke[], upright: readonly Stroke[]): Lattice[] {
  const lattices: Lattice[] = [];
  for (const part of components(level, upright)) {
    const xs = openSides(
      positions(
        part.upright.map((stroke) => stroke.at),
        TOUCH,
      ),
      part.level,
    );
    const ys = openSides(
      positions(
        part.level.map((stroke) => stroke.at),
        TOUCH,
      ),
      part.upright,
    );
    if (xs.length < 2 || ys.length < 2 || (xs.length - 1) * (ys.length - 1) < 2) continue;
    if (xs.length > 120 || ys.length > 600) continue;
    lattices.push({ xs, ys, level: part.level, upright: part.upright });
  }
  return lattices;
}

/** Fields joined where the line between them is missing. A joined area that is no rectangle is cut into rows of rectangles. */
export function latticeCells({ xs, ys, level, upright }: Lattice): LatticeCell[] {
  const columns = xs.length - 1;
  const rows = ys.length - 1;
  const taken = new Uint8Array(columns * rows);
  // right[i]: a line stands at the right of field i; below[i]: under it
  const right = new Uint8Array(columns * rows);
  const below = new Uint8Array(columns * rows);
  for (let column = 0; column < columns; column += 1) {
    const strokes = upright.filter((stroke) => Math.abs(stroke.at - xs[column + 1]!) <= TOUCH + 0.5);
    for (let row = 0; row < rows; row += 1) {
      if (column === columns - 1 || covered(strokes, xs[column + 1]!, ys[row]!, ys[row + 1]!))
        right[row * columns + column] = 1;
    }
  }
  for (let row = 0; row < rows; row += 1) {
    const strokes = level.filter((stroke) => Math.abs(stroke.at - ys[row + 1]!) <= TOUCH + 0.5);
    for (let column = 0; column < columns; column += 1) {
      if (row === rows - 1 || covered(strokes, ys[row + 1]!, xs[column]!, xs[column + 1]!))
        below[row * columns + column] = 1;
    }
  }
  const cells: LatticeCell[] = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      if (taken[row * columns + column] === 1) continue;
      let colSpan = 1;
      while (right[row * columns + column + colSpan - 1] === 0 && taken[row * columns + column + colSpan] === 0)
        colSpan += 1;
      let rowSpan = 1;
      for (; row + rowSpan < rows; rowSpan += 1) {
        let open = true;
        for (let x = column; x < column + colSpan && open; x += 1) {
          const above = (row + rowSpan - 1) * columns + x;
          const under = (row + rowSpan) * columns + x;
          open =
            below[above] === 0 &&
            taken[under] === 0 &&
            (x === column + colSpan - 1 ? right[under] === 1 : right[under] === 0);
        }
        if (!open) break;
      }
      for (let y = row; y < row + rowSpan; y += 1)
        for (let x = column; x < column + colSpan; x += 1) taken[y * columns + x] = 1;
      cells.push({ row, column, rowSpan, colSpan });
    }
  }
  return cells;
}
