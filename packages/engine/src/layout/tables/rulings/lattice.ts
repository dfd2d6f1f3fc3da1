import { isWhite } from '../../model/colors.ts';
import { isNear, middleOfLetters } from '../../model/geometry.ts';
import type { GlyphRun } from '../../model/glyph-run.ts';
import type { RawBox, Rect } from '../../model/raw-page.ts';
import type { Ruling, Rulings } from './rulings.ts';

/** A grid that rulings draw: its lines, and the rulings that part its fields. */
export interface Lattice extends Rulings {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
}

/** What stands in each row, whatever its columns. */
export const bandsOf = ({ ys }: Pick<Lattice, 'ys'>, runs: readonly GlyphRun[]) =>
  ys.slice(1).map((to, row) => {
    const from = ys[row]!;
    return { from, to, runs: runs.filter((run) => middleOfLetters(run) > from && middleOfLetters(run) < to) };
  });

/** A cell of a lattice, which may span several of its fields. */
export interface LatticeCell {
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly colSpan: number;
}

/** In points. Set by hand on the tuning half of the corpus. */
const PT = {
  /** How far apart rulings that meet, or that draw one line of the grid, may be. */
  touch: 3,
  /** How far from a line of the grid the rulings that cover it may lie. */
  cover: 3.5,
  /** Rows are higher. */
  row: 6,
  /** A side is open where rulings end this far beyond the last line, all within the second figure. */
  open: 8,
  openEnd: 4,
};

/** Fewest lines of a lattice with several columns. */
const LEAST_XS = 3;

/** A field has a line where rulings cover this share of its side. Set by hand on the tuning half of the corpus. */
const COVER_SHARE = 0.6;
/** Larger grids are drawings or graph paper. */
const MAX_COLUMNS = 120;
const MAX_ROWS = 600;

interface RulingGroup {
  horizontal: Ruling[];
  vertical: Ruling[];
}

/** Sets of rulings that are connected by crossings. */
function connected({ horizontal, vertical }: Rulings): RulingGroup[] {
  const parents = Array.from({ length: horizontal.length + vertical.length }, (_, index) => index);
  const rootOf = (index: number): number => {
    let root = index;
    while (parents[root] !== root) root = parents[root]!;
    parents[index] = root;
    return root;
  };
  const byX = vertical.map((ruling, index) => ({ ruling, index })).sort((a, b) => a.ruling.at - b.ruling.at);
  horizontal.forEach((across, row) => {
    for (const { ruling: down, index } of byX) {
      if (down.at > across.to + PT.touch) break;
      if (down.at < across.from - PT.touch || down.from > across.at + PT.touch || down.to < across.at - PT.touch)
        continue;
      parents[rootOf(horizontal.length + index)] = rootOf(row);
    }
  });
  const groups = new Map<number, RulingGroup>();
  const groupOf = (index: number): RulingGroup => {
    const root = rootOf(index);
    const known = groups.get(root) ?? { horizontal: [], vertical: [] };
    groups.set(root, known);
    return known;
  };
  horizontal.forEach((ruling, index) => groupOf(index).horizontal.push(ruling));
  vertical.forEach((ruling, index) => groupOf(horizontal.length + index).vertical.push(ruling));
  return [...groups.values()].filter((each) => each.horizontal.length > 0 && each.vertical.length > 0);
}

/** Places of rulings; those that lie close together are one, at their mean. */
function positionsOf(rulings: readonly Ruling[]): number[] {
  const sorted = rulings.map((ruling) => ruling.at).sort((a, b) => a - b);
  const result: number[] = [];
  let sum = 0;
  let count = 0;
  for (const at of sorted) {
    if (count > 0 && at - sum / count > PT.touch) {
      result.push(sum / count);
      sum = 0;
      count = 0;
    }
    sum += at;
    count += 1;
  }
  if (count > 0) result.push(sum / count);
  return result;
}

/**
 * Adds the ends of the crossing rulings where a table is open at a side: all of them, or two or more, end at one place
 * beyond the last line.
 */
function withOpenSides(lines: readonly number[], crossing: readonly Ruling[]): number[] {
  const enough = Math.min(2, lines.length >= 2 ? crossing.length : 2);
  const ends = crossing.map((ruling) => ruling.to);
  const negated = crossing.map((ruling) => -ruling.from);
  const first = lines.length === 0 ? Math.max(...negated) : endBeyond(negated, -lines[0]!, enough);
  const result = first === undefined ? [...lines] : [-first, ...lines];
  const last = endBeyond(ends, result.at(-1)!, enough);
  return last === undefined ? result : [...result, last];
}

/** The furthest place beyond a line at which enough rulings end. */
function endBeyond(ends: readonly number[], line: number, enough: number): number | undefined {
  return ends
    .filter((end) => end > line + PT.open)
    .sort((a, b) => b - a)
    .find((end, _, all) => all.filter((other) => other <= end && other > end - PT.openEnd).length >= enough);
}

export const boundsOfLattice = ({ xs, ys }: Lattice): Rect => ({
  x0: xs[0]!,
  y0: ys[0]!,
  x1: xs.at(-1)!,
  y1: ys.at(-1)!,
});

/** The lattice with more horizontal lines. */
export function withHorizontals(lattice: Lattice, horizontals: readonly Ruling[]): Lattice {
  if (horizontals.length === 0) return lattice;
  return {
    ...lattice,
    ys: [...new Set([...lattice.ys, ...horizontals.map(({ at }) => at)])].sort((a, b) => a - b),
    horizontal: [...lattice.horizontal, ...horizontals],
  };
}

/**
 * The lattice with lines at the edges of filled rows that go all across it, as a header does above which and below
 * which no ruling is drawn.
 */
export function withFilledRows(lattice: Lattice, boxes: readonly RawBox[]): Lattice {
  const { xs, ys } = lattice;
  const [from, to] = [xs[0]!, xs.at(-1)!];
  if (xs.length < LEAST_XS) return lattice;
  const edges = boxes
    .filter(
      ({ x0, x1, fill }) =>
        fill !== undefined && !isWhite(fill) && isNear(x0, from, PT.touch) && isNear(x1, to, PT.touch),
    )
    .flatMap(({ y0, y1 }) => [y0, y1])
    .filter((at) => at > ys[0]! && at < ys.at(-1)! && !ys.some((y) => isNear(y, at, PT.row)));
  return withHorizontals(
    lattice,
    edges.map((at) => ({ at, from, to })),
  );
}

/** The lattice with more vertical lines. */
export function withVerticals(lattice: Lattice, verticals: readonly Ruling[]): Lattice {
  if (verticals.length === 0) return lattice;
  return {
    ...lattice,
    xs: [...new Set([...lattice.xs, ...verticals.map((ruling) => ruling.at)])].sort((a, b) => a - b),
    vertical: [...lattice.vertical, ...verticals],
  };
}

/** The grids that the rulings of a page draw, their outer lines included. A single field is not a grid. */
export function findLattices(rulings: Rulings): Lattice[] {
  const lattices: Lattice[] = [];
  for (const { horizontal, vertical } of connected(rulings)) {
    const xs = withOpenSides(positionsOf(vertical), horizontal);
    const ys = withOpenSides(positionsOf(horizontal), vertical);
    if (xs.length < 2 || ys.length < 2 || (xs.length - 1) * (ys.length - 1) < 2) continue;
    if (xs.length > MAX_COLUMNS || ys.length > MAX_ROWS) continue;
    lattices.push({ xs, ys, horizontal, vertical });
  }
  return lattices;
}

/** Whether rulings cover most of a stretch. */
function cover(rulings: readonly Ruling[], from: number, to: number): boolean {
  let length = 0;
  for (const ruling of rulings) length += Math.max(0, Math.min(ruling.to, to) - Math.max(ruling.from, from));
  return length >= COVER_SHARE * (to - from);
}

const rulingsAt = (rulings: readonly Ruling[], at: number): Ruling[] =>
  rulings.filter((ruling) => Math.abs(ruling.at - at) <= PT.cover);

/** Which fields have a line at their right and below them; the outer sides always have one. */
interface Walls {
  readonly right: Uint8Array;
  readonly below: Uint8Array;
}

function wallsOf({ xs, ys, horizontal, vertical }: Lattice): Walls {
  const columns = xs.length - 1;
  const rows = ys.length - 1;
  const right = new Uint8Array(columns * rows);
  const below = new Uint8Array(columns * rows);
  for (let column = 0; column < columns; column += 1) {
    const rulings = rulingsAt(vertical, xs[column + 1]!);
    for (let row = 0; row < rows; row += 1) {
      if (column === columns - 1 || cover(rulings, ys[row]!, ys[row + 1]!)) right[row * columns + column] = 1;
    }
  }
  for (let row = 0; row < rows; row += 1) {
    const rulings = rulingsAt(horizontal, ys[row + 1]!);
    for (let column = 0; column < columns; column += 1) {
      if (row === rows - 1 || cover(rulings, xs[column]!, xs[column + 1]!)) below[row * columns + column] = 1;
    }
  }
  return { right, below };
}

/**
 * Cells: fields joined where the line between them is missing. A joined area that is no rectangle is cut into
 * rectangles.
 */
export function latticeCells(lattice: Lattice): LatticeCell[] {
  const columns = lattice.xs.length - 1;
  const rows = lattice.ys.length - 1;
  const { right, below } = wallsOf(lattice);
  const taken = new Uint8Array(columns * rows);
  const colSpanAt = (row: number, column: number): number => {
    const field = row * columns + column;
    let span = 1;
    while (right[field + span - 1] === 0 && taken[field + span] === 0) span += 1;
    return span;
  };
  /** Whether the fields below a stretch of a row belong to the same cell. */
  const goesOn = (row: number, column: number, colSpan: number): boolean => {
    for (let x = column; x < column + colSpan; x += 1) {
      const above = (row - 1) * columns + x;
      const under = row * columns + x;
      const isLast = x === column + colSpan - 1;
      if (below[above] === 1 || taken[under] === 1 || (right[under] === 1) !== isLast) return false;
    }
    return true;
  };
  const cells: LatticeCell[] = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      if (taken[row * columns + column] === 1) continue;
      const colSpan = colSpanAt(row, column);
      let rowSpan = 1;
      while (row + rowSpan < rows && goesOn(row + rowSpan, column, colSpan)) rowSpan += 1;
      for (let y = row; y < row + rowSpan; y += 1)
        for (let x = column; x < column + colSpan; x += 1) taken[y * columns + x] = 1;
      cells.push({ row, column, rowSpan, colSpan });
    }
  }
  return cells;
}
