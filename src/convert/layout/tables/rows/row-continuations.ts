import { middleOfLetters, upperMedian, type Baseline } from '../../model/geometry.ts';
import { firstVerdict, objectionTo, type Check, type Objection } from '../../model/decisions.ts';
import { countWords } from '../../text/inlines.ts';
import { isMeasure, isNumeric } from '../model/numeric.ts';
import { isFurtherEntry } from '../model/statements.ts';
import { partsOfNames } from './wrapped-names.ts';

/** A line of text across a table, cut at its columns. */
export interface GridRow extends Baseline {
  readonly cells: readonly GridCell[];
}

export interface GridCell {
  readonly column: number;
  readonly span: number;
  readonly text: string;
  readonly x0: number;
  readonly x1: number;
}

/** Rulings between rows. Shares, set by hand on the tuning half of the corpus. */
const RULED = {
  /** Fewest rulings that can divide the rows. */
  lines: 2,
  /** With fewer rulings than this share of the lines, most lines have to be further lines of cells. */
  sparse: 0.3,
  thin: 0.75,
  /** With rulings between more than this share of the lines, no column tells where rows start. */
  many: 0.5,
};

/** A column with one line in each row. Shares, set by hand on the tuning half of the corpus. */
const BY_COLUMN = {
  /** Fewest lines of text; fewest rows, and the share of the lines that are the first ones of rows at most. */
  lines: 4,
  rows: 2,
  mostRows: 0.85,
  /** Cells of each first line, as a share of the columns, and how full other lines are in comparison. */
  cells: 0.6,
  otherFill: 0.8,
  /** Lines of single words that fill the first column: the rows of a matrix with empty fields. */
  matrixWords: 2,
  matrix: 0.15,
  /** A column is one of numbers when this share of the first lines has one; how many other lines may have one there. */
  numbers: 0.5,
  otherNumbers: 0.05,
  otherNumbersFrom: 4,
  /** Distance of the lines of one cell: in em, and in comparison with that of two rows. */
  gapEm: 1.5,
  gap: 1.05,
};

/** Distances of lines. Set by hand on the tuning half of the corpus. */
const RHYTHM = {
  /** Lines whose distance is so many times the smallest one start rows. */
  loose: 1.14,
  /** Two rhythms are told from this many distances, of which this share is loose. */
  gaps: 3,
  looseShare: 0.12,
  /** Em: the smallest distance, when it is that of lines of one cell. */
  tightEm: 1.65,
  /** Em: what is further below starts a row. */
  farEm: 2,
};

/**
 * Points: a ruling lies between two lines when it is this far below the first baseline or above the middle of the
 * second.
 */
const RULING_SLACK = 1;

/** A ruling parts two lines of text. */
export const isRuledOff = (above: Baseline, below: Baseline, rulings: readonly number[]): boolean =>
  rulings.some((y) => y > above.baseline - RULING_SLACK && y < middleOfLetters(below) + RULING_SLACK);

/** The lines of text between each two rulings. */
function bandsBetween(rows: readonly GridRow[], rulings: readonly number[]): GridRow[][] {
  let from = 0;
  return [...rulings, Infinity].map((ruling) => {
    const start = from;
    while (from < rows.length && middleOfLetters(rows[from]!) < ruling) from += 1;
    return rows.slice(start, from);
  });
}

/** Fills the first column, and has a number in another. */
const isWholeRow = ({ cells }: GridRow): boolean =>
  cells.length >= 2 && cells[0]!.column === 0 && cells.some((cell) => cell.column > 0 && isNumeric(cell.text));

/** Whether rulings divide the rows: what lies between two of them is one row. */
export function areRowsRuled(rows: readonly GridRow[], rulings: readonly number[]): boolean {
  if (rulings.length < RULED.lines) return false;
  const bands = bandsBetween(rows, rulings);
  if (bands.some((band) => band.filter(isWholeRow).length >= 2)) return false;
  if (!(rulings.length < RULED.sparse * (rows.length - 1))) return true;
  // many lines between two rulings are one row where most of them go on with a cell or two
  const further = bands.flatMap((band) => band.slice(1));
  const thin = further.filter((row) => row.cells.length === 1 || row.cells[0]!.column > 0);
  return thin.length >= RULED.thin * further.length;
}

/** A column whose text may start the rows, and the lines that it parts. */
interface StartColumn {
  readonly rows: readonly GridRow[];
  readonly columns: number;
  readonly starts: readonly boolean[];
  /** Lines with text in the column, and the others. */
  readonly first: readonly GridRow[];
  readonly rest: readonly GridRow[];
}

const fillOf = (lines: readonly GridRow[]): number =>
  lines.reduce((sum, row) => sum + row.cells.length, 0) / lines.length;

const numbersIn = (line: GridRow): number[] =>
  line.cells.filter((cell) => isMeasure(cell.text)).map((cell) => cell.column);

/** The title of a section, alone in the first column. */
const isTitle = ({ cells: [first, ...more] }: GridRow): boolean =>
  more.length === 0 && first!.column === 0 && /^\p{Lu}.*:$/u.test(first!.text);

const NO_START_COLUMN: readonly Objection<StartColumn>[] = [
  ['the other lines are titles of sections', ({ rest }) => rest.some(isTitle)],
  [
    'some of the rows have few cells',
    ({ first, columns }) => first.some((row) => row.cells.length < Math.max(2, BY_COLUMN.cells * columns)),
  ],
  ['the other lines have as many cells', ({ first, rest }) => fillOf(rest) > BY_COLUMN.otherFill * fillOf(first)],
  [
    'the other lines are rows of a matrix',
    ({ rest }) =>
      upperMedian(rest.flatMap((row) => row.cells.map((cell) => countWords(cell.text)))) < BY_COLUMN.matrixWords &&
      rest.filter((row) => row.cells[0]!.column === 0).length > BY_COLUMN.matrix * rest.length,
  ],
  [
    'the other lines have numbers in columns of numbers',
    ({ first, rest, columns }) => {
      const ofNumbers = new Set(
        Array.from({ length: columns }, (_, index) => index).filter(
          (index) => first.filter((row) => numbersIn(row).includes(index)).length >= BY_COLUMN.numbers * first.length,
        ),
      );
      const wrong = rest.filter((row) => numbersIn(row).some((index) => ofNumbers.has(index))).length;
      return wrong > (rest.length > BY_COLUMN.otherNumbersFrom ? Math.max(1, BY_COLUMN.otherNumbers * rest.length) : 0);
    },
  ],
  [
    'one of the other lines is a row of numbers',
    ({ rest, columns }) =>
      rest.some(
        (row) =>
          row.cells.length >= BY_COLUMN.cells * columns &&
          numbersIn(row).length >= BY_COLUMN.numbers * row.cells.length,
      ),
  ],
  [
    'the other lines stand as far apart as the rows',
    ({ rows, starts }) => {
      const gaps = rows.map((row, index) => (index === 0 ? 0 : row.baseline - rows[index - 1]!.baseline));
      const restGap = upperMedian(gaps.filter((_, index) => index > 0 && !starts[index]));
      const startGap = upperMedian(gaps.filter((_, index) => index > 0 && starts[index]));
      return restGap > BY_COLUMN.gapEm * rows[0]!.size || restGap > BY_COLUMN.gap * startGap;
    },
  ],
];

/**
 * Where rows start, told by a column that has one line in each row (a number, a year, an arrow): wherever it has text.
 * Only when what lies between looks like further lines of cells.
 */
function startsByColumn(rows: readonly GridRow[], columns: number): boolean[] | undefined {
  if (rows.length < BY_COLUMN.lines || columns < 2) return undefined;
  let best: { starts: boolean[]; count: number } | undefined;
  for (let column = 0; column < columns; column += 1) {
    const starts = rows.map((row) => row.cells.some((cell) => cell.column === column && cell.span === 1));
    const count = starts.filter(Boolean).length;
    if (count < BY_COLUMN.rows || count > BY_COLUMN.mostRows * rows.length || !starts[0]) continue;
    if (best && count >= best.count) continue;
    const first = rows.filter((_, index) => starts[index]);
    const rest = rows.filter((_, index) => !starts[index]);
    if (objectionTo(NO_START_COLUMN, { rows, columns, starts, first, rest }) === undefined) best = { starts, count };
  }
  return best?.starts;
}

/** A line of text below another, which may go on with its row. */
interface LinePair {
  readonly above: GridRow;
  readonly row: GridRow;
  readonly gap: number;
  readonly columns: number;
  readonly rhythm: Rhythm;
  readonly rulings: readonly number[];
}

interface Rhythm {
  /** The smallest distance of two lines. */
  readonly tight: number;
  /** Lines of one row stand closer to each other than rows do. */
  readonly isDouble: boolean;
}

function rhythmOf(rows: readonly GridRow[], rulings: readonly number[]): Rhythm {
  const gaps = rows.slice(1).map((row, index) => row.baseline - rows[index]!.baseline);
  const tight = Math.min(...gaps);
  // distances that a ruling widens, and the one below the header, say nothing of the rows
  const free = gaps.filter((_, index) => index > 0 && !isRuledOff(rows[index]!, rows[index + 1]!, rulings));
  const loose = free.filter((gap) => gap > RHYTHM.loose * tight);
  const isDouble =
    gaps.length >= RHYTHM.gaps &&
    loose.length > 0 &&
    loose.length >= RHYTHM.looseShare * gaps.length &&
    tight < RHYTHM.tightEm * rows[0]!.size;
  return { tight, isDouble };
}

/** Words of a name that may go on, whatever it ends with. Set by hand on the tuning half of the corpus. */
const UNFINISHED_WORDS = 4;

export const startsLower = (cell: GridCell): boolean => /^[\p{Ll}(]/u.test(cell.text);

/** A name of some words, or one that ends with a comma or a word that never ends one. */
const isUnfinished = (text: string): boolean =>
  /(?:,|\b(?:and|or|of|for|in|the|to|by|on|with|from|at))$/u.test(text) ||
  (text.split(/[\s-]+/).length >= UNFINISHED_WORDS && /\p{L}$/u.test(text));

/** Whether a line goes on with the row above it. */
const GOES_ON: readonly Check<LinePair, boolean>[] = [
  ['a ruling parts them', ({ above, row, rulings }) => (isRuledOff(above, row, rulings) ? false : undefined)],
  ['it is the title of a section', ({ row }) => (isTitle(row) ? false : undefined)],
  ['it stands far below', ({ row, gap }) => (gap > RHYTHM.farEm * row.size ? false : undefined)],
  [
    'more space than between lines of a cell',
    ({ gap, rhythm }) => (rhythm.isDouble && gap > RHYTHM.loose * rhythm.tight ? false : undefined),
  ],
  [
    'the name of a row goes on, before its numbers',
    ({ above, row: { cells }, columns }) => {
      const [name, ...more] = above.cells;
      const isName = more.length === 0 && name!.column === 0 && name!.span < columns && isUnfinished(name!.text);
      return isName && cells[0]!.column === 0 && cells.length > 1 && /^\p{Ll}/u.test(cells[0]!.text) ? true : undefined;
    },
  ],
  ['it fills all columns', ({ row, columns }) => (row.cells.length === columns && columns > 2 ? false : undefined)],
  [
    'it has numbers',
    ({ row: { cells } }) => (cells.length >= 2 && cells.some((cell) => isNumeric(cell.text)) ? false : undefined),
  ],
  [
    'as close as lines of a cell',
    ({ row: { cells }, above, columns, rhythm }) => {
      if (!rhythm.isDouble) return undefined;
      const isLabelBelowLabel =
        cells[0]!.column === 0 && cells[0]!.span === 1 && cells.length === 1 && above.cells.length === 1;
      return cells.length < columns && !isLabelBelowLabel;
    },
  ],
  [
    'a number, or more cells than above',
    ({ row: { cells }, above }) =>
      cells.some((cell) => isNumeric(cell.text)) || cells.length > above.cells.length ? false : undefined,
  ],
  [
    'the first column is empty',
    ({ row: { cells }, above }) => {
      if (cells[0]!.column === 0) return undefined;
      const isBelow = cells.every((cell) => above.cells.some((other) => other.column === cell.column));
      return isBelow && (cells.length === 1 || cells.every(startsLower));
    },
  ],
  [
    'the first column goes on in mid-sentence',
    ({ row: { cells }, above }) =>
      cells.length === 1 &&
      cells[0]!.span === 1 &&
      /^\p{Ll}/u.test(cells[0]!.text) &&
      above.cells.some((cell) => cell.column === 0 && cell.span === 1),
  ],
];

/** Which lines of text go on with the row above them. `rulings`: y of those between the lines, from top to bottom. */
export function findContinuations(rows: readonly GridRow[], columns: number, rulings: readonly number[]): boolean[] {
  const isRuled = areRowsRuled(rows, rulings);
  const starts = isRuled || rulings.length > RULED.many * rows.length ? undefined : startsByColumn(rows, columns);
  const rhythm = rhythmOf(rows, rulings);
  const parts = partsOfNames(rows);
  return rows.map((row, index) => {
    const above = rows[index - 1];
    if (!above) return false;
    if (parts[index] === 'further') return !isRuledOff(above, row, rulings);
    if (parts[index] === 'first' || isFurtherEntry(rows, index)) return false;
    if (isTitle(row) && isWholeRow(above)) return false;
    if (isRuled || starts) return !starts?.[index] && !isRuledOff(above, row, rulings);
    const pair = { above, row, gap: row.baseline - above.baseline, columns, rhythm, rulings };
    return firstVerdict(GOES_ON, pair, { answer: false, reason: 'nothing says that it goes on' }).answer;
  });
}
