import { mean, shareOf, upperMedian } from '../../model/geometry.ts';
import { countWords } from '../../text/inlines.ts';
import { isNumeric } from '../model/numeric.ts';
import { startsLower, type GridCell, type GridRow } from './row-continuations.ts';

/** Lines of text across a table, with what rules say of where its rows are. */
export interface RowLines {
  readonly rows: readonly GridRow[];
  readonly columns: number;
  /** y of horizontal rulings between the lines. */
  readonly rulings: readonly number[];
  /** By rules, the line goes on with the row above. */
  readonly goesOn: readonly boolean[];
}

/** A line of text below another, and cells that stand right below each other. */
interface LinePair {
  readonly row: GridRow;
  readonly above: GridRow;
  readonly gap: number;
  readonly pairs: readonly (readonly [above: GridCell, cell: GridCell])[];
}

/** What all lines show together. */
interface Whole {
  readonly usualGap: number;
  /** By column: the share of lines with text in it, where its widest cell ends, and the share of numbers. */
  readonly filled: readonly number[];
  readonly ends: readonly number[];
  readonly numbers: readonly number[];
  readonly fill: number;
  readonly words: number;
}

/** Share of a column's cells from which on it is one of numbers. */
const COLUMN_OF_NUMBERS = 0.5;
/** Em: a space between words; and how much of an em facts tell apart. */
const SPACE_EM = 0.25;
const MOST_EM = 20;

/** Ends with a hyphen, a comma or a word that never ends a phrase. */
const OPEN =
  /[\p{L}\d]-$|[,(/&]$|(?:^|\s)(?:and|or|of|for|in|the|to|by|on|with|from|at|a|an|und|der|die|das|et|de|la|le|y|el|del)$/iu;

const wordsOf = ({ text }: GridCell): number => countWords(text);

function wholeOf({ rows, columns }: RowLines): Whole {
  const cells = rows.flatMap((row) => row.cells);
  const byColumn = Array.from({ length: columns }, (_, column) =>
    cells.filter((cell) => cell.column === column && cell.span === 1),
  );
  return {
    usualGap: upperMedian(rows.slice(1).map((row, index) => row.baseline - rows[index]!.baseline)),
    filled: byColumn.map((own) => own.length / rows.length),
    ends: byColumn.map((own) => Math.max(...own.map(({ x1 }) => x1))),
    numbers: byColumn.map((own) => shareOf(own, ({ text }) => isNumeric(text))),
    fill: cells.length / rows.length / columns,
    words: mean(cells.map(wordsOf)),
  };
}

/** Em: space in the line above beyond the first word of a cell; below 0, the word did not fit there. */
function slackOf({ row, pairs }: LinePair, { ends }: Whole): number {
  const slacks = pairs.map(([above, cell]) => {
    const [word = ''] = cell.text.split(/\s/u, 1);
    const width = ((cell.x1 - cell.x0) * word.length) / Math.max(1, cell.text.length);
    return (ends[cell.column]! - above.x1 - width) / row.size - SPACE_EM;
  });
  return slacks.length === 0 ? 0 : Math.max(-MOST_EM, Math.min(MOST_EM, ...slacks));
}

/** The trees are grown over them, so a change asks for a new fit (`test/bench/quality/fit-rows.ts`). */
const MEASURES = {
  fill: (_pair, { fill }) => fill,
  words: (_pair, { words }) => words,
  ruled: (_pair, _whole, { rulings, rows }) => rulings.length / rows.length,
  goingOn: (_pair, _whole, { goesOn }) => shareOf(goesOn, Boolean),
  gapEm: ({ gap, row }) => gap / row.size,
  gapUsual: ({ gap }, { usualGap }) => gap / usualGap,
  inFirst: ({ row }) => Number(row.cells[0]!.column === 0),
  rarest: ({ row }, { filled }) => Math.min(...row.cells.map(({ column }) => filled[column] ?? 0)),
  cells: ({ row }, _whole, { columns }) => row.cells.length / columns,
  lower: ({ row }) => shareOf(row.cells, startsLower),
  upper: ({ row }) => shareOf(row.cells, ({ text }) => /^\p{Lu}/u.test(text)),
  open: ({ pairs }) => shareOf(pairs, ([above]) => OPEN.test(above.text)),
  wordsAbove: ({ above }) => mean(above.cells.map(wordsOf)),
  slack: slackOf,
  inNumbers: ({ row }, { numbers }) =>
    row.cells.filter(({ column, text }) => isNumeric(text) && numbers[column]! > COLUMN_OF_NUMBERS).length,
} satisfies Record<string, (pair: LinePair, whole: Whole, lines: RowLines) => number>;

const measures: readonly ((pair: LinePair, whole: Whole, lines: RowLines) => number)[] = Object.values(MEASURES);

/** What each line shows by which it starts a row or goes on with the one above; nothing of the first line. */
export function rowFacts(lines: RowLines): number[][] {
  const whole = wholeOf(lines);
  return lines.rows.map((row, index) => {
    const above = lines.rows[index - 1];
    if (!above) return [];
    const pairs = row.cells.flatMap((cell): LinePair['pairs'] => {
      const upper = above.cells.find(({ column, span }) => column === cell.column && span === 1 && cell.span === 1);
      return upper ? [[upper, cell]] : [];
    });
    const pair = { row, above, gap: row.baseline - above.baseline, pairs };
    return measures.map((measure) => measure(pair, whole, lines));
  });
}
