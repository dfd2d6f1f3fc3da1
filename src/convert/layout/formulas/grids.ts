import { centerX, isNear } from '../model/geometry.ts';
import { closingOf } from './brackets.ts';
import { axisOf, baselineAt, byX, type Read } from './group.ts';
import type { Sign } from './signs.ts';

/** Em of the letters of a matrix. */
const EM = {
  /** Letters of one size. */
  size: 0.95,
  /** Baselines of a row agree, and those of two rows are so far apart. */
  sameRow: 0.1,
  rows: 0.9,
  /** White space between columns: Typst sets half an em. */
  columns: 0.42,
  /** Columns are centred, or aligned at their left edges (cases). */
  aligned: 0.2,
};

/** Environments by the brackets around them. */
const ENVIRONMENTS: Readonly<Record<string, string>> = {
  '()': 'pmatrix',
  '[]': 'bmatrix',
  '\\{\\}': 'Bmatrix',
  '||': 'vmatrix',
  '\\Vert\\Vert': 'Vmatrix',
};

const baselineOf = ({ axis, size, baseline }: Sign): number => (axis === undefined ? baseline : baselineAt(axis, size));

/** The baselines on which letters stand, from above. */
function baselinesOf(signs: readonly Sign[]): readonly number[] {
  const letters = signs.filter(({ hangs }) => !hangs);
  const size = Math.max(0, ...letters.map((sign) => sign.size));
  const found: number[] = [];
  for (const at of letters
    .filter((sign) => sign.size > EM.size * size)
    .map(baselineOf)
    .sort((a, b) => a - b))
    if (found.length === 0 || at - found.at(-1)! > EM.sameRow * size) found.push(at);
  return found.length > 1 && found.every((at, index) => index === 0 || at - found[index - 1]! > EM.rows * size)
    ? found
    : [];
}

/** Signs by the nearest of the baselines. */
function rowsOf(signs: readonly Sign[], baselines: readonly number[]): Sign[][] {
  const rows = baselines.map((): Sign[] => []);
  for (const sign of signs) {
    const distances = baselines.map((at) => Math.abs(at - baselineOf(sign)));
    rows[distances.indexOf(Math.min(...distances))]!.push(sign);
  }
  return rows;
}

/** Where columns begin: after white space that goes through all rows. */
function columnStarts(signs: readonly Sign[], size: number): readonly number[] {
  const starts: number[] = [];
  let end = -Infinity;
  for (const { x0, x1 } of [...signs].sort(byX)) {
    if (x0 - end > EM.columns * size) starts.push(x0);
    end = Math.max(end, x1);
  }
  return starts;
}

interface Grid {
  readonly cells: readonly (readonly Sign[])[];
  readonly axis: number;
  readonly size: number;
}

/** Whether the cells of each column begin at one place, or have their middles there. */
const isAligned = (cells: Grid['cells'], size: number): boolean =>
  cells[0]!.every((_, column) => {
    const all = cells.map((row) => row[column]!);
    const [first] = all;
    return [centerX, ({ x0 }: Sign) => x0, ({ x1 }: Sign) => x1].some((of) =>
      all.every((cell) => isNear(of(cell), of(first!), EM.aligned * size)),
    );
  });

/** Reads rows and columns; undefined where there are none, or one of their cells cannot be read. */
function readCells(signs: readonly Sign[], read: Read): Grid | undefined {
  const baselines = baselinesOf(signs);
  if (baselines.length === 0) return undefined;
  const size = Math.max(...signs.filter(({ hangs }) => !hangs).map((sign) => sign.size));
  const starts = columnStarts(signs, size);
  const cells: Sign[][] = [];
  for (const row of rowsOf(signs, baselines)) {
    const own: Sign[] = [];
    for (const [index, start] of starts.entries()) {
      const within = row.filter(({ x0 }) => x0 >= start && x0 < (starts[index + 1] ?? Infinity));
      const cell = within.length > 0 ? read({ signs: within, rules: [] }) : undefined;
      if (!cell) return undefined;
      own.push(cell);
    }
    cells.push(own);
  }
  if (!isAligned(cells, size)) return undefined;
  return { cells, size, axis: (axisOf(baselines[0]!, size) + axisOf(baselines.at(-1)!, size)) / 2 };
}

const rowsText = (cells: Grid['cells']): string =>
  cells.map((row) => row.map(({ latex }) => latex).join(' & ')).join(' \\\\ ');

/** A matrix between two brackets; two rows in parentheses are a binomial coefficient. */
function matrixOf(open: Sign, close: Sign, { cells, axis, size }: Grid): Sign | undefined {
  const environment = ENVIRONMENTS[open.latex + close.latex];
  if (environment === undefined) return undefined;
  const isBinomial = environment === 'pmatrix' && cells.length === 2 && cells[0]!.length === 1;
  const latex = isBinomial
    ? `\\binom{${cells[0]![0]!.latex}}{${cells[1]![0]!.latex}}`
    : `\\begin{${environment}}${rowsText(cells)}\\end{${environment}}`;
  return { kind: 'ord', latex, x0: open.x0, x1: close.x1, baseline: baselineAt(axis, size), size, axis, tall: true };
}

/** Cases go on to the end of the line, where a stop may stand. */
function readCases(signs: readonly Sign[], index: number, read: Read): readonly Sign[] | undefined {
  const open = signs[index]!;
  const rest = signs.slice(index + 1);
  const grid = readCells(rest, read) ?? readCells(rest.slice(0, -1), read);
  if (!grid) return undefined;
  const { cells, size, axis } = grid;
  const { x1 } = cells.flat().reduce((a, b) => (b.x1 > a.x1 ? b : a));
  const latex = `\\begin{cases}${rowsText(cells)}\\end{cases}`;
  const cases: Sign = { kind: 'ord', latex, x0: open.x0, x1, baseline: baselineAt(axis, size), size, axis, tall: true };
  return [...signs.slice(0, index), cases, ...rest.filter((sign) => sign.x0 >= x1)];
}

/** Reads matrices and cases; what has one line only stays as it is. */
export function readGrids(all: readonly Sign[], read: Read): readonly Sign[] {
  let signs = [...all].sort(byX);
  for (let index = 0; index < signs.length; index += 1) {
    const open = signs[index]!;
    if (open.kind !== 'open' && open.kind !== 'fence') continue;
    const end = closingOf(signs, index);
    if (end < 0) {
      signs = [...((open.latex === '\\{' ? readCases(signs, index, read) : undefined) ?? signs)];
      continue;
    }
    const grid = readCells(signs.slice(index + 1, end), read);
    const matrix = grid && matrixOf(open, signs[end]!, grid);
    if (matrix) signs = [...signs.slice(0, index), matrix, ...signs.slice(end + 1)];
  }
  return signs;
}
