import { isNear, mean, shareOf, upperMedian, type Baseline } from '../../model/geometry.ts';
import { lazily } from '../../model/lazily.ts';
import { countWords } from '../../text/inlines.ts';
import { leadings } from '../../text/text-rows.ts';
import { isAmount, isNumeric } from '../model/numeric.ts';

/** A line of text across a table, cut at its columns. */
export interface TableLine extends Baseline {
  readonly cells: readonly LineCell[];
}

export interface LineCell {
  readonly column: number;
  readonly span: number;
  readonly text: string;
  readonly x0: number;
  readonly x1: number;
  readonly bold: boolean;
}

/** Lines of text across a table, with the y of the rulings between them. */
export interface TableLines {
  readonly lines: readonly TableLine[];
  readonly columns: number;
  readonly rulings: readonly number[];
  /** Rulings part its columns, too. */
  readonly isLattice: boolean;
}

/** Points: letters of a line may reach over a ruling by this. */
const RULING_SLACK = 1;
const MIDDLE_EM = 0.3;

/** A ruling parts two lines of text. */
export const isRuledOff = (above: Baseline, below: Baseline, rulings: readonly number[]): boolean =>
  rulings.some((y) => y > above.baseline - RULING_SLACK && y < below.baseline - MIDDLE_EM * below.size + RULING_SLACK);

/** How facts are measured. The trees are grown over them, so a change asks for a new fit. */
const MEASURE = {
  /** Share of a column's cells from which on it is one of numbers. */
  ofNumbers: 0.5,
  /** Em: a space between words; points by which edges of one place differ. */
  spaceEm: 0.25,
  edgePt: 1.5,
  /** Distances of lines beyond these factors of the smallest tell no more; a looser one parts rows. */
  loose: 1.14,
  mostEm: 20,
  mostRatio: 4,
  mostLines: 10,
};

/** Ends with a hyphen, a comma or a word that never ends a phrase. */
const OPEN =
  /[\p{L}\d]-$|[,(/&]$|(?:^|\s)(?:and|or|of|for|in|the|to|by|on|with|from|at|a|an|und|der|die|das|et|de|la|le|y|el|del)$/iu;
const DATE =
  /^(?:\d{1,2}[-./]\d{1,2}[-./]\d{2,4}|\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}\.? \p{L}{3,9}\.?(?: \d{2,4})?|\p{L}{3,9}\.? \d{1,2}(?:, \d{4})?)$/u;
const LABEL = /^(?:[•·●▪■–*-]|\(?(?:\d{1,3}|\p{L})[.)])(?:\s|$)/u;

/** What all lines show together. */
interface Whole extends TableLines {
  readonly usual: number;
  readonly tight: number;
  readonly looseShare: number;
  /** By column: the share of lines with text in it, where its widest cell ends, and the share of numbers. */
  readonly filled: readonly number[];
  readonly ends: readonly number[];
  readonly numbers: readonly number[];
  readonly fill: number;
  readonly words: number;
  readonly full: number;
  readonly entries: number;
  /** Whether a ruling parts each line from the one above. */
  readonly ruled: readonly boolean[];
  readonly singleBands: number;
  /** The first line with a number in a column of numbers. */
  readonly firstNumbers: number;
}

const wordsOf = ({ text }: LineCell): number => countWords(text);

/** A name, and nothing but numbers beside it. */
export const isEntry = (line: TableLine | undefined): boolean => {
  const [name, ...numbers] = line?.cells ?? [];
  return name?.column === 0 && numbers.length > 0 && numbers.every(({ text }) => isNumeric(text));
};

function wholeOf(given: TableLines): Whole {
  const { lines, columns, rulings } = given;
  const cells = lines.flatMap((line) => line.cells);
  const byColumn = Array.from({ length: columns }, (_, column) =>
    cells.filter((cell) => cell.column === column && cell.span === 1),
  );
  const gaps = leadings(lines);
  const ruled = lines.map((line, index) => index > 0 && isRuledOff(lines[index - 1]!, line, rulings));
  const free = gaps.filter((_, index) => !ruled[index + 1]);
  const tight = Math.min(...(free.length > 0 ? free : gaps));
  const numbers = byColumn.map((own) => shareOf(own, ({ text }) => isNumeric(text)));
  const bands = [0, ...ruled.flatMap((is, index) => (is ? [index] : [])), lines.length];
  const heights = bands.slice(1).map((end, index) => end - bands[index]!);
  return {
    ...given,
    usual: upperMedian(gaps),
    tight,
    looseShare: shareOf(free, (gap) => gap > MEASURE.loose * tight),
    filled: byColumn.map((own) => own.length / lines.length),
    ends: byColumn.map((own) => Math.max(...own.map(({ x1 }) => x1))),
    numbers,
    fill: cells.length / lines.length / columns,
    words: mean(cells.map(wordsOf)),
    full: shareOf(lines, (line) => line.cells.length === columns),
    entries: shareOf(lines, isEntry),
    ruled,
    singleBands: shareOf(heights, (height) => height === 1),
    firstNumbers: lines.findIndex((line) =>
      line.cells.some((cell) => cell.column > 0 && isNumeric(cell.text) && numbers[cell.column]! > MEASURE.ofNumbers),
    ),
  };
}

/** A line below another, with what stands around them. */
interface Pair {
  readonly whole: Whole;
  readonly index: number;
  readonly line: TableLine;
  readonly above: TableLine;
  readonly next: TableLine | undefined;
  readonly gap: number;
  /** What these show, each by itself. */
  readonly own: OwnFacts;
  readonly ofAbove: OwnFacts;
  readonly ofNext: OwnFacts;
  /** Cells that stand below each other in one column. */
  readonly cells: readonly (readonly [above: LineCell, cell: LineCell])[];
}

/** Em: space in the line above beyond the first word of each cell; below 0, the word did not fit there. */
function slacksOf({ line, cells, whole: { ends } }: Pair): number[] {
  return cells.map(([above, cell]) => {
    const [word = ''] = cell.text.split(/\s/u, 1);
    const width = ((cell.x1 - cell.x0) * word.length) / Math.max(1, cell.text.length);
    const slack = (ends[cell.column]! - above.x1 - width) / line.size - MEASURE.spaceEm;
    return Math.max(-MEASURE.mostEm, Math.min(MEASURE.mostEm, slack));
  });
}

const ratio = (a: number, b: number): number => Math.min(MEASURE.mostRatio, b > 0 ? a / b : MEASURE.mostRatio);
const few = (count: number): number => Math.min(MEASURE.mostLines, count);
const hasColumn = ({ cells }: TableLine, column: number): boolean =>
  cells.some((cell) => cell.column <= column && column < cell.column + cell.span);

/** What one line shows, by itself. */
const ownFacts = (line: TableLine, { columns, filled, numbers }: Pick<Whole, 'columns' | 'filled' | 'numbers'>) => ({
  cells: line.cells.length / columns,
  inFirst: Number(line.cells[0]?.column === 0),
  alone: Number(line.cells.length === 1),
  numbers: line.cells.filter(({ column, text }) => isNumeric(text) && numbers[column]! > MEASURE.ofNumbers).length,
  /** How usual the columns are that it leaves out. */
  lacks: Math.max(0, ...filled.map((share, column) => (hasColumn(line, column) ? 0 : share))),
  words: mean(line.cells.map(wordsOf)),
  bold: shareOf(line.cells, ({ bold }) => bold),
  span: Math.max(...line.cells.map(({ span }) => span)) / columns,
  entry: Number(isEntry(line)),
});
type OwnFacts = ReturnType<typeof ownFacts>;
const NOTHING = ownFacts({ baseline: 0, size: 0, cells: [] }, { columns: 1, filled: [], numbers: [] });

/** How many cells of a line stand below one cell of another at most, names below a title. */
const below = ({ cells }: TableLine, { cells: titles }: TableLine): number =>
  Math.max(
    ...titles.map(
      ({ column, span }) =>
        cells.filter((cell) => cell.column >= column && cell.column + cell.span <= column + span).length,
    ),
  );

const FACTS = {
  columns: ({ whole }) => whole.columns,
  fill: ({ whole }) => whole.fill,
  words: ({ whole }) => whole.words,
  full: ({ whole }) => whole.full,
  entries: ({ whole }) => whole.entries,
  ruled: ({ whole: { ruled } }) => shareOf(ruled, Boolean),
  lattice: ({ whole }) => Number(whole.isLattice),
  singleBands: ({ whole }) => whole.singleBands,
  looseShare: ({ whole }) => whole.looseShare,
  tightEm: ({ whole, line }) => whole.tight / line.size,
  firstFilled: ({ whole }) => whole.filled[0]!,
  gapEm: ({ gap, line }) => gap / line.size,
  gapUsual: ({ gap, whole }) => ratio(gap, whole.usual),
  gapTight: ({ gap, whole }) => ratio(gap, whole.tight),
  gapAbove: ({ gap, above, whole, index }) =>
    index > 1 ? ratio(gap, above.baseline - whole.lines[index - 2]!.baseline) : 1,
  gapNext: ({ gap, line, next }) => (next ? ratio(gap, next.baseline - line.baseline) : 1),
  index: ({ index }) => few(index),
  left: ({ index, whole }) => few(whole.lines.length - 1 - index),
  sinceRuling: ({ index, whole: { ruled } }) => few(index - Math.max(0, ruled.lastIndexOf(true, index))),
  toRuling: ({ index, whole: { ruled, lines } }) => {
    const next = ruled.indexOf(true, index + 1);
    return few((next < 0 ? lines.length : next) - index);
  },
  afterNumbers: ({ index, whole }) =>
    whole.firstNumbers < 0 ? 0 : Math.max(-3, Math.min(3, index - whole.firstNumbers)),
  cells: ({ own }) => own.cells,
  cellsAbove: ({ ofAbove }) => ofAbove.cells,
  cellsNext: ({ ofNext }) => ofNext.cells,
  inFirst: ({ own }) => own.inFirst,
  inFirstAbove: ({ ofAbove }) => ofAbove.inFirst,
  inFirstNext: ({ ofNext }) => ofNext.inFirst,
  rarest: ({ line, whole }) => Math.min(...line.cells.map(({ column }) => whole.filled[column] ?? 0)),
  lacks: ({ own }) => own.lacks,
  lacksAbove: ({ ofAbove }) => ofAbove.lacks,
  lacksNext: ({ ofNext }) => ofNext.lacks,
  belowShare: ({ line, cells }) => cells.length / line.cells.length,
  aboveShare: ({ above, cells }) => cells.length / above.cells.length,
  numbers: ({ own }) => own.numbers,
  numbersAbove: ({ ofAbove }) => ofAbove.numbers,
  numbersNext: ({ ofNext }) => ofNext.numbers,
  numbersBelow: ({ cells }) => cells.filter(([upper, cell]) => isNumeric(upper.text) && isNumeric(cell.text)).length,
  amountsBelow: ({ cells }) => cells.filter(([upper, cell]) => isAmount(upper.text) && isAmount(cell.text)).length,
  lower: ({ line }) => shareOf(line.cells, ({ text }) => /^[\p{Ll}(]/u.test(text)),
  upper: ({ line }) => shareOf(line.cells, ({ text }) => /^\p{Lu}/u.test(text)),
  firstLower: ({ line }) => Number(/^[\p{Ll}(]/u.test(line.cells[0]!.text)),
  open: ({ cells }) => shareOf(cells, ([upper]) => OPEN.test(upper.text)),
  wordsHere: ({ own }) => own.words,
  wordsAbove: ({ ofAbove }) => ofAbove.words,
  slack: (pair) => Math.min(MEASURE.mostEm, ...slacksOf(pair)),
  mostSlack: (pair) => Math.max(-MEASURE.mostEm, ...slacksOf(pair)),
  indent: ({ line, above, own, ofAbove }) =>
    own.inFirst && ofAbove.inFirst ? (line.cells[0]!.x0 - above.cells[0]!.x0) / line.size : 0,
  indentNext: ({ line, next, own, ofNext }) =>
    next && own.inFirst && ofNext.inFirst ? (next.cells[0]!.x0 - line.cells[0]!.x0) / line.size : 0,
  aligned: ({ cells }) => shareOf(cells, ([upper, cell]) => isNear(upper.x0, cell.x0, MEASURE.edgePt)),
  centred: ({ cells }) =>
    shareOf(cells, ([upper, cell]) => isNear(upper.x0 + upper.x1, cell.x0 + cell.x1, 2 * MEASURE.edgePt)),
  span: ({ own }) => own.span,
  spanAbove: ({ ofAbove }) => ofAbove.span,
  underTitle: ({ line, above }) => few(below(line, above)),
  overTitle: ({ line, above }) => few(below(above, line)),
  colonAbove: ({ above }) => Number(/[:：]$/u.test(above.cells.at(-1)!.text)),
  colon: ({ line }) => Number(/[:：]$/u.test(line.cells.at(-1)!.text)),
  label: ({ line }) => Number(LABEL.test(line.cells[0]!.text)),
  date: ({ line }) => Number(DATE.test(line.cells[0]!.text)),
  bold: ({ own }) => own.bold,
  boldAbove: ({ ofAbove }) => ofAbove.bold,
  size: ({ line, above }) => line.size / above.size,
  alone: ({ own }) => own.alone,
  aloneAbove: ({ ofAbove }) => ofAbove.alone,
  aloneNext: ({ ofNext }) => ofNext.alone,
  entry: ({ own }) => own.entry,
  entryAbove: ({ ofAbove }) => ofAbove.entry,
  entryNext: ({ ofNext }) => ofNext.entry,
} satisfies Record<string, (pair: Pair) => number>;

const measures: readonly ((pair: Pair) => number)[] = Object.values(FACTS);

/** A title over names of several columns and these are two rows. */
export const isBelowTitle = (lines: readonly TableLine[], index: number): boolean => {
  const [above, line] = [lines[index - 1]!, lines[index]!];
  return Math.max(below(line, above), below(above, line)) > 1;
};

/** What a line shows by which it begins a row or goes on with the one above; nothing of the first line. */
export function lineFacts(given: TableLines): (index: number) => number[] {
  const { lines } = given;
  const all = lazily(() => {
    const whole = wholeOf(given);
    return { whole, facts: lines.map((line) => ownFacts(line, whole)) };
  });
  return (index) => {
    const [line, above] = [lines[index]!, lines[index - 1]];
    if (!above) return [];
    const { whole, facts } = all();
    const [own, ofAbove, ofNext = NOTHING] = [facts[index]!, facts[index - 1]!, facts[index + 1]];
    const cells = line.cells.flatMap((cell): Pair['cells'] => {
      const upper = above.cells.find(({ column, span }) => column === cell.column && span === 1 && cell.span === 1);
      return upper ? [[upper, cell]] : [];
    });
    const gap = line.baseline - above.baseline;
    const pair = { whole, index, line, above, next: lines[index + 1], gap, own, ofAbove, ofNext, cells };
    return measures.map((measure) => measure(pair));
  };
}
