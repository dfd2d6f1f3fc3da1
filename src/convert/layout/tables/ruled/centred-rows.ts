import { betweenLines, mean, middleOfLetters } from '../../model/geometry.ts';
import type { GlyphRun } from '../../model/glyph-run.ts';
import type { Line } from '../../model/line.ts';
import { lineText } from '../../text/inlines.ts';
import { cellLines } from '../model/draft-table.ts';
import { hasRulingAt, type Lattice } from '../rulings/lattice.ts';
import { isBrokenNumber, isNumeric } from '../model/numeric.ts';
import type { Ruling } from '../rulings/rulings.ts';

/** Rows in one ruled row. Set by hand on the tuning half of the corpus. */
const ROWS = {
  /** Fewest columns of numbers, and fewest rows; two rows are enough with so many columns of plain numbers. */
  numbers: 2,
  rows: 3,
  numbersOfTwo: 4,
};

/** In em. Set by hand on the tuning half of the corpus. */
const EM = {
  /** Numbers of one row stand this near to one height. */
  number: 0.25,
  /** The middle of a wrapped cell lies this near to that of its row. */
  middle: 0.7,
  /** The letters of the upper row end this far below their baseline. */
  depth: 0.22,
};

/** Parts of a date that is broken over lines are no numbers of rows. */
const isNumberOfRow = (line: Line): boolean => isNumeric(lineText(line)) && !/[年月日时時]$/u.test(lineText(line));

const isPlain = (line: Line): boolean => /^[-–—−－―△▲]?\s?[\d.,]*$/u.test(lineText(line));

/** The first column that is ruled off above and below: those before it hold names of several ruled rows. */
function firstColumn(lattice: Lattice, row: number): number {
  const { xs, ys } = lattice;
  const isRuled = (column: number): boolean =>
    [row, row + 1].every((line) => line === 0 || line === ys.length - 1 || hasRulingAt(lattice, line, column));
  let column = 0;
  while (column < xs.length - 2 && !isRuled(column)) column += 1;
  return column;
}

/** The lines of each column in a ruled row. */
function linesOf({ xs, ys }: Lattice, runs: readonly GlyphRun[], row: number, first: number): Line[][] {
  const held: GlyphRun[][] = xs.slice(first + 1).map(() => []);
  for (const run of runs) {
    const y = middleOfLetters(run);
    if (y <= ys[row]! || y >= ys[row + 1]! || run.x1 <= xs[first]!) continue;
    let column = first;
    while (column < xs.length - 2 && run.x0 >= xs[column + 1]! - 1) column += 1;
    held[column - first]!.push(run);
  }
  return held.map(cellLines);
}

/** The lines of the column of numbers that has most, where all columns of numbers tell the same rows. */
function numbersOf(columns: readonly (readonly Line[])[]): readonly Line[] | undefined {
  const numbers = columns.filter((lines) => lines.length > 1 && lines.every(isNumberOfRow));
  const [most] = numbers.toSorted((a, b) => b.length - a.length);
  if (!most || numbers.length < ROWS.numbers) return undefined;
  // two lines may as well be an amount and its share, or a measure in two units
  const isSure = most.length >= ROWS.rows || (numbers.length >= ROWS.numbersOfTwo && numbers.flat().every(isPlain));
  if (!isSure) return undefined;
  const isAtOne = (line: Line): boolean =>
    most.some((other) => Math.abs(other.baseline - line.baseline) < EM.number * line.size);
  const isSound = (lines: readonly Line[]): boolean => lines.every(isAtOne) && !isBrokenNumber(lines.map(lineText));
  return numbers.every(isSound) ? most : undefined;
}

/** Lines of one column by the number that each stands nearest to. */
function nearest(lines: readonly Line[], numbers: readonly Line[]): Line[][] {
  const rows: Line[][] = numbers.map(() => []);
  for (const line of lines) {
    const distances = numbers.map((number) => Math.abs(number.baseline - line.baseline));
    rows[distances.indexOf(Math.min(...distances))]!.push(line);
  }
  return rows;
}

/**
 * Rulings that are missing between rows in one ruled row. Columns of numbers tell the rows, and what is wrapped beside
 * them is set around the middle of its row: neither its first lines stand at one height nor its last ones.
 */
export function centredRows(lattice: Lattice, runs: readonly GlyphRun[]): Ruling[] {
  return lattice.ys.slice(1).flatMap((_, row) => {
    const first = firstColumn(lattice, row);
    const columns = linesOf(lattice, runs, row, first);
    const numbers = numbersOf(columns);
    if (!numbers) return [];
    const byColumn = columns.map((lines) => nearest(lines, numbers));
    const isCentred = (lines: readonly Line[], at: number): boolean =>
      lines.length === 0 ||
      Math.abs(mean(lines.map(({ baseline }) => baseline)) - numbers[at]!.baseline) < EM.middle * lines[0]!.size;
    if (byColumn[0]!.some((lines) => lines.length === 0) || !byColumn.every((rows) => rows.every(isCentred))) return [];
    const rows = numbers.map((_number, at) =>
      byColumn.flatMap((each) => each[at]!).toSorted((a, b) => a.baseline - b.baseline),
    );
    const pairs = rows.slice(1).map((below, at) => [rows[at]!.at(-1)!, below[0]!] as const);
    if (pairs.some(([above, below]) => above.baseline >= below.baseline)) return [];
    return pairs.map(([above, below]) => ({
      at: betweenLines(above, below, EM.depth),
      from: lattice.xs[first]!,
      to: lattice.xs.at(-1)!,
    }));
  });
}
