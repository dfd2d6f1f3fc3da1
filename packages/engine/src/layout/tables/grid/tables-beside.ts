import { centerX, median, shareOf, widthOf } from '../../model/geometry.ts';
import type { Segment } from '../../model/line.ts';
import { lineText } from '../../text/inlines.ts';
import { segmentsByRow, textRows, type TextRow } from '../../text/text-rows.ts';
import { findGutters, type Gutter } from '../../whitespace/gutters.ts';
import { isNumeric } from '../model/numeric.ts';

/** Two tables beside each other. Set by hand on documents of the factory. */
const BESIDE = {
  /** Em: gutters between their columns. */
  gutterEm: 0.4,
  /** Fewest names of rows of each; shares of words among them, and of numbers in the other columns. */
  rows: 3,
  words: 0.7,
  numbers: 0.7,
  /** Share of the names of the one that the other has too. */
  same: 0.5,
  /** Where names differ: em between them, and how many times further apart they stand than columns. */
  apartEm: 3,
  wider: 2,
};

/** The rows of a part of some rows: its names, and whether its other columns are those of numbers. */
interface Side {
  readonly names: readonly string[];
  readonly isTable: boolean;
}

function sideOf(cells: readonly Segment[], [first]: readonly Gutter[]): Side {
  const rows = textRows(cells);
  const isName = ({ x1 }: Segment): boolean => x1 < first!.x0 + 1;
  const names = rows.flatMap(({ segments }) => segments.filter(isName)).map(lineText);
  const numbers = rows.slice(1).flatMap(({ segments }) => segments.filter((cell) => !isName(cell)));
  const words = names.filter((name) => /\p{L}{2}|\p{Lo}/u.test(name) && !isNumeric(name));
  return {
    names: words,
    isTable:
      words.length >= BESIDE.rows &&
      words.length >= BESIDE.words * rows.length &&
      shareOf(numbers, (cell) => isNumeric(lineText(cell))) >= BESIDE.numbers,
  };
}

/** Whether half of the names of the shorter one of two tables are those of the other. */
function haveSameNames(left: readonly string[], right: readonly string[]): boolean {
  const common = left.filter((name) => right.includes(name)).length;
  return common >= BESIDE.same * Math.min(left.length, right.length);
}

/**
 * Where two tables meet that stand beside each other: each has names of rows at its left and numbers beside them, and
 * the names are the same, or much more space parts the two than columns.
 */
export function whereTablesMeet(rows: readonly TextRow[]): number | undefined {
  const size = median(rows.map((row) => row.size));
  const gutters = findGutters(segmentsByRow(rows), BESIDE.gutterEm * size, 0);
  const cells = rows.flatMap(({ segments }) => segments);
  const place = gutters.findIndex((gutter, index) => {
    const [before, after] = [gutters.slice(0, index), gutters.slice(index + 1)];
    if (before.length === 0 || after.length === 0) return false;
    const x = centerX(gutter);
    const left = sideOf(
      cells.filter((cell) => cell.x1 < x),
      before,
    );
    const right = sideOf(
      cells.filter((cell) => cell.x0 > x),
      after,
    );
    const widest = Math.max(...[...before, ...after].map(widthOf));
    const isApart = widthOf(gutter) > Math.max(BESIDE.apartEm * size, BESIDE.wider * widest);
    return left.isTable && right.isTable && (isApart || haveSameNames(left.names, right.names));
  });
  return place < 0 ? undefined : centerX(gutters[place]!);
}

/** Rows with those of each table apart. */
export function tablesBeside(rows: readonly TextRow[]): readonly (readonly TextRow[])[] {
  const x = whereTablesMeet(rows);
  if (x === undefined) return [rows];
  const cells = rows.flatMap(({ segments }) => segments);
  return [
    textRows(cells.filter((cell) => cell.x1 < x)),
    ...tablesBeside(textRows(cells.filter((cell) => cell.x0 > x))),
  ];
}
