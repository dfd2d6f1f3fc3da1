import { centerX, isNear } from '../model/geometry.ts';
import { closingOf } from './delimiters.ts';
import { axisOf, baselineAt, byX, type Read } from './group.ts';
import type { MathSymbol } from './signs/symbols.ts';

/** Em of the letters of an array. */
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

/** Environments by the delimiters around them. */
const ENVIRONMENTS: Readonly<Record<string, string>> = {
  '()': 'pmatrix',
  '[]': 'bmatrix',
  '\\{\\}': 'Bmatrix',
  '||': 'vmatrix',
  '\\Vert\\Vert': 'Vmatrix',
};

const baselineOf = ({ axis, size, baseline }: MathSymbol): number =>
  axis === undefined ? baseline : baselineAt(axis, size);

/** The baselines on which letters stand, from above. */
function baselinesOf(symbols: readonly MathSymbol[]): readonly number[] {
  const letters = symbols.filter(({ hangs }) => !hangs);
  const size = Math.max(0, ...letters.map((symbol) => symbol.size));
  const found: number[] = [];
  for (const at of letters
    .filter((symbol) => symbol.size > EM.size * size)
    .map(baselineOf)
    .sort((a, b) => a - b))
    if (found.length === 0 || at - found.at(-1)! > EM.sameRow * size) found.push(at);
  return found.length > 1 && found.every((at, index) => index === 0 || at - found[index - 1]! > EM.rows * size)
    ? found
    : [];
}

/** Symbols by the nearest of the baselines. */
function rowsOf(symbols: readonly MathSymbol[], baselines: readonly number[]): MathSymbol[][] {
  const rows = baselines.map((): MathSymbol[] => []);
  for (const symbol of symbols) {
    const distances = baselines.map((at) => Math.abs(at - baselineOf(symbol)));
    rows[distances.indexOf(Math.min(...distances))]!.push(symbol);
  }
  return rows;
}

/** Where columns begin: after white space that goes through all rows. */
function columnStarts(symbols: readonly MathSymbol[], size: number): readonly number[] {
  const starts: number[] = [];
  let end = -Infinity;
  for (const { x0, x1 } of [...symbols].sort(byX)) {
    if (x0 - end > EM.columns * size) starts.push(x0);
    end = Math.max(end, x1);
  }
  return starts;
}

interface Grid {
  readonly cells: readonly (readonly MathSymbol[])[];
  readonly axis: number;
  readonly size: number;
}

/** Whether the cells of each column begin at one place, or have their middles there. */
const isAligned = (cells: Grid['cells'], size: number): boolean =>
  cells[0]!.every((_, column) => {
    const all = cells.map((row) => row[column]!);
    const [first] = all;
    return [centerX, ({ x0 }: MathSymbol) => x0, ({ x1 }: MathSymbol) => x1].some((of) =>
      all.every((cell) => isNear(of(cell), of(first!), EM.aligned * size)),
    );
  });

/** Reads rows and columns; undefined where there are none, or one of their cells cannot be read. */
function readCells(symbols: readonly MathSymbol[], read: Read): Grid | undefined {
  const baselines = baselinesOf(symbols);
  if (baselines.length === 0) return undefined;
  const size = Math.max(...symbols.filter(({ hangs }) => !hangs).map((symbol) => symbol.size));
  const starts = columnStarts(symbols, size);
  const cells: MathSymbol[][] = [];
  for (const row of rowsOf(symbols, baselines)) {
    const own: MathSymbol[] = [];
    for (const [index, start] of starts.entries()) {
      const within = row.filter(({ x0 }) => x0 >= start && x0 < (starts[index + 1] ?? Infinity));
      const cell = within.length > 0 ? read({ symbols: within, rules: [] }) : undefined;
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

/** A matrix between two delimiters; two rows in parentheses are a binomial coefficient. */
function matrixOf(open: MathSymbol, close: MathSymbol, { cells, axis, size }: Grid): MathSymbol | undefined {
  const environment = ENVIRONMENTS[open.latex + close.latex];
  if (environment === undefined) return undefined;
  const isBinomial = environment === 'pmatrix' && cells.length === 2 && cells[0]!.length === 1;
  const latex = isBinomial
    ? `\\binom{${cells[0]![0]!.latex}}{${cells[1]![0]!.latex}}`
    : `\\begin{${environment}}${rowsText(cells)}\\end{${environment}}`;
  return { kind: 'ord', latex, x0: open.x0, x1: close.x1, baseline: baselineAt(axis, size), size, axis, tall: true };
}

/** Cases go on to the end of the line, where the punctuation of the sentence may stand. */
function readCases(symbols: readonly MathSymbol[], index: number, read: Read): readonly MathSymbol[] | undefined {
  const open = symbols[index]!;
  const rest = symbols.slice(index + 1);
  const grid = readCells(rest, read) ?? readCells(rest.slice(0, -1), read);
  if (!grid) return undefined;
  const { cells, size } = grid;
  const axis = open.axis ?? grid.axis;
  const { x1 } = cells.flat().reduce((a, b) => (b.x1 > a.x1 ? b : a));
  const latex = `\\begin{cases}${rowsText(cells)}\\end{cases}`;
  const cases: MathSymbol = {
    kind: 'ord',
    latex,
    x0: open.x0,
    x1,
    baseline: baselineAt(axis, size),
    size,
    axis,
    tall: true,
  };
  return [...symbols.slice(0, index), cases, ...rest.filter((symbol) => symbol.x0 >= x1)];
}

/** Reads matrices and cases; what has one line only stays as it is. */
export function readGrids(all: readonly MathSymbol[], read: Read): readonly MathSymbol[] {
  let symbols = [...all].sort(byX);
  for (let index = 0; index < symbols.length; index += 1) {
    const open = symbols[index]!;
    if (open.kind !== 'open' && open.kind !== 'fence') continue;
    const end = closingOf(symbols, index);
    if (end < 0) {
      symbols = [...((open.latex === '\\{' ? readCases(symbols, index, read) : undefined) ?? symbols)];
      continue;
    }
    const grid = readCells(symbols.slice(index + 1, end), read);
    const matrix = grid && matrixOf(open, symbols[end]!, grid);
    if (matrix) symbols = [...symbols.slice(0, index), matrix, ...symbols.slice(end + 1)];
  }
  return symbols;
}
