import { centerX, isNear, mean, median, shareOf } from '../../model/geometry.ts';
import { isBold } from '../../model/glyph-run.ts';
import type { Line } from '../../model/line.ts';
import { countWords } from '../../text/inlines.ts';
import { draftText, isFilled, type DraftCell } from '../model/draft-table.ts';
import { boundsOfLattice, type Lattice } from '../rulings/lattice.ts';
import { isNumeric } from '../model/numeric.ts';
import { lengthOf, type Ruling } from '../rulings/rulings.ts';

/** Cells that look like those of a table, however they were found. */
export interface TableShape {
  readonly cells: readonly DraftCell[];
  readonly rows: number;
  /** Left edges of the columns and the right edge of the last one. */
  readonly grid: readonly number[];
  /** Rulings that draw the cells. */
  readonly lattice?: Lattice;
  /** Nothing but the alignment of its text, and perhaps its header, shows it. */
  readonly isUnmarked: boolean;
}

/** A shape with what several facts ask of it: cells with text only, and their texts. */
interface Read extends TableShape {
  readonly filled: readonly DraftCell[];
  readonly texts: ReadonlyMap<DraftCell, string>;
  readonly byRow: readonly (readonly DraftCell[])[];
  /** Cells of one column only. */
  readonly byColumn: readonly (readonly DraftCell[])[];
  /** The first row of several cells. */
  readonly head: ReadonlySet<DraftCell>;
  /** Em: the usual size of the letters. */
  readonly em: number;
  /** Em: space between neighbours in a row. */
  readonly gaps: readonly number[];
}

/** Points: starts, ends and middles of cells that are aligned. */
const ALIGNED_PT = 2.5;
/** More words are a text, no name. */
const NAME_WORDS = 8;
/** Fewest cells of a column whose contents can be alike. */
const ALIKE_CELLS = 3;
/** No rulings draw it, and no cell has a neighbour. */
const NO_RULINGS = -1;
const NO_GAP = 9;

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

function read(shape: TableShape): Read {
  const { cells, rows, grid } = shape;
  const filled = cells.filter(isFilled);
  const em = median(filled.flatMap(({ lines }) => lines.map(({ size }) => size))) || 1;
  const byRow = Array.from({ length: rows }, (_, row) =>
    filled.filter((cell) => cell.row === row).sort((a, b) => a.column - b.column),
  );
  const gaps = byRow.flatMap((row) =>
    row.slice(1).map((cell, index) => {
      const end = Math.max(...row[index]!.lines.map(({ x1 }) => x1));
      return (Math.min(...cell.lines.map(({ x0 }) => x0)) - end) / em;
    }),
  );
  return {
    ...shape,
    filled,
    texts: new Map(filled.map((cell) => [cell, draftText(cell)])),
    byRow,
    byColumn: grid.slice(1).map((_, column) => filled.filter((cell) => cell.column === column && cell.colSpan === 1)),
    head: new Set(byRow.find((row) => row.length > 1)),
    em,
    gaps,
  };
}

/** What share of the lines of a grid rulings cover. */
const coverage = (rulings: readonly Ruling[], lines: number, length: number): number =>
  sumOf(rulings.map(lengthOf)) / (lines * length + 1);

/** How many of a column's cells stand at its usual place, by their starts, ends or middles, whichever is most. */
function alignment(column: readonly DraftCell[]): number {
  const places: readonly ((line: Line) => number)[] = [({ x0 }) => x0, ({ x1 }) => x1, centerX];
  return Math.max(
    ...places.map((placeOf) => {
      const own = column.map(({ lines }) => placeOf(lines[0]!));
      const usual = median(own);
      return shareOf(own, (place) => isNear(place, usual, ALIGNED_PT));
    }),
  );
}

/** Number, check box, running text, words with digits, words. */
function kindOf(text: string): string {
  if (isNumeric(text)) return 'number';
  if (/^[☐☑☒✓✔xX]/u.test(text)) return 'check';
  if (countWords(text) > NAME_WORDS) return 'text';
  return /\d/u.test(text) ? 'digits' : 'words';
}

/** Share of a column's cells below the header that are of the kind which most are of. */
function likeness(column: readonly DraftCell[], { head, texts }: Read): number {
  const counts = new Map<string, number>();
  const own = column.filter((cell) => !head.has(cell)).map((cell) => kindOf(texts.get(cell)!));
  for (const kind of own) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return own.length === 0 ? 0 : Math.max(...counts.values()) / own.length;
}

/** How much the distances of rows differ, in relation to their mean. */
function unevenness(byRow: readonly (readonly DraftCell[])[]): number {
  const starts = byRow
    .filter((row) => row.length > 0)
    .map((row) => Math.min(...row.map(({ lines }) => lines[0]!.baseline)));
  const steps = starts.slice(1).map((start, index) => start - starts[index]!);
  const usual = mean(steps);
  return usual === 0 ? 0 : Math.sqrt(mean(steps.map((step) => (step - usual) ** 2))) / usual;
}

const FACTS = {
  upright: ({ lattice }) => {
    if (!lattice) return NO_RULINGS;
    const { y0, y1 } = boundsOfLattice(lattice);
    return coverage(lattice.vertical, lattice.xs.length, y1 - y0);
  },
  level: ({ lattice }) => {
    if (!lattice) return NO_RULINGS;
    const { x0, x1 } = boundsOfLattice(lattice);
    return coverage(lattice.horizontal, lattice.ys.length, x1 - x0);
  },
  unmarked: ({ isUnmarked }) => Number(isUnmarked),
  cells: ({ filled }) => filled.length,
  severalInRow: ({ byRow }) => shareOf(byRow, (row) => row.length > 1),
  usualGap: ({ gaps }) => median(gaps),
  leastGap: ({ gaps }) => Math.min(NO_GAP, ...gaps),
  columnWidths: ({ grid }) => {
    const widths = grid.slice(1).map((x, column) => x - grid[column]!);
    return Math.max(...widths) / Math.max(1, Math.min(...widths));
  },
  sizes: ({ filled }) => {
    const sizes = filled.flatMap(({ lines }) => lines.map(({ size }) => size));
    return sizes.length === 0 ? 1 : Math.max(...sizes) / Math.max(1, Math.min(...sizes));
  },
  repeated: ({ byColumn, texts }) =>
    mean(
      byColumn
        .filter((column) => column.length >= ALIKE_CELLS)
        .map((column) => 1 - new Set(column.map((cell) => texts.get(cell))).size / column.length),
    ),
  alike: (shape) =>
    mean(shape.byColumn.filter((column) => column.length >= ALIKE_CELLS).map((column) => likeness(column, shape))),
  aligned: ({ byColumn }) => mean(byColumn.filter((column) => column.length > 1).map(alignment)),
  uneven: ({ byRow }) => unevenness(byRow),
  wide: ({ byColumn, grid }) =>
    mean(
      byColumn.flatMap((column, index) => {
        const width = Math.max(1, grid[index + 1]! - grid[index]!);
        return column.map(({ lines }) => Math.max(...lines.map(({ x0, x1 }) => x1 - x0)) / width);
      }),
    ),
  digits: ({ filled, texts }) => shareOf(filled, (cell) => /\d/u.test(texts.get(cell)!)),
  checks: ({ filled, texts }) => shareOf(filled, (cell) => /[☐☑☒]/u.test(texts.get(cell)!)),
  headWords: ({ head, texts }) => mean([...head].map((cell) => countWords(texts.get(cell)!))),
  firstFilled: ({ byColumn: [first], rows }) => first!.length / rows,
  firstBold: ({ byColumn: [first] }) => shareOf(first!, ({ lines }) => lines.every(({ runs }) => isBold(runs))),
  lastWords: ({ byColumn, texts }) => mean(byColumn.at(-1)!.map((cell) => countWords(texts.get(cell)!))),
} satisfies Record<string, (shape: Read) => number>;

/** What the trees look at: a split names its fact by its place among these. */
export function factsOf(shape: TableShape): number[] {
  const known = read(shape);
  return Object.values<(shape: Read) => number>(FACTS).map((fact) => fact(known));
}
