import { channel } from 'node:diagnostics_channel';
import { treesSum } from '../../model/trees.ts';
import { hasOneHighColumn } from '../model/high-column.ts';
import { isNumeric } from '../model/numeric.ts';
import { isBelowTitle, isEntry, isRuledOff, lineFacts, type TableLine, type TableLines } from './line-facts.ts';
import { DEPTH, TREES } from './row-trees.ts';

/** Lines that were asked about, for the script that grows the trees. */
export interface WeighedLines extends TableLines {
  readonly facts: readonly (readonly number[])[];
  readonly odds: readonly number[];
}

/** Weighed lines are published here. */
export const ROWS = 'scriptorium:table-rows';

const published = channel(ROWS);

/** Log odds by which a line in one of several ruled rows goes on; and from which on it does so surely. Set by hand. */
const RULED_ROW = 1;
const RULINGS = 3;
const SURE = 4;
/** Numbers go on in a further line at a dash alone: so many below others of the row are those of the next one. */
const NUMBERS = 2;
const GOES_ON = /\d[-–]$/;

/** The name of a section, alone below the sums of the one before, which are bold as it is, and above amounts. */
function isSectionBelowTotal(lines: readonly TableLine[], index: number): boolean {
  const [above, line, next] = [lines[index - 1]!, lines[index]!, lines[index + 1]];
  const [name, ...more] = line.cells;
  const isName = more.length === 0 && name!.column === 0 && name!.bold && /^\p{Lu}/u.test(name!.text);
  return isName && isEntry(above) && above.cells[0]!.bold && isEntry(next) && !next!.cells[0]!.bold;
}

/** A range of numbers or times that the line above broke at its dash. */
const endsRange = (above: TableLine, line: TableLine): boolean =>
  above.cells.some(({ column, text }) => {
    const below = GOES_ON.test(text) && line.cells.find((cell) => cell.column === column);
    return below && /^\d/.test(below.text);
  });

/**
 * Log odds that each line of text across a table goes on with the row above it. Where a row begins is decided here,
 * whatever shows the table: rulings part rows, titles and names do, and trees weigh what else the lines show.
 */
export function continuationOdds(given: TableLines): number[] {
  const { lines, rulings, isLattice } = given;
  const cells = lines.map((line) => line.cells);
  if (hasOneHighColumn(cells, given.columns)) return cells.map(({ length }) => (length === 1 ? Infinity : -Infinity));
  const factsOf = lineFacts(given);
  let numbers = new Set<number>();
  const odds = lines.map((line, index) => {
    const own = line.cells.filter(({ text }) => isNumeric(text) && !GOES_ON.test(text)).map(({ column }) => column);
    const repeated = own.filter((column) => numbers.has(column)).length;
    const isOther =
      index === 0 ||
      isRuledOff(lines[index - 1]!, line, rulings) ||
      isSectionBelowTotal(lines, index) ||
      (!isLattice && (isBelowTitle(lines, index) || repeated >= NUMBERS));
    const weighed = isOther
      ? -Infinity
      : treesSum(factsOf(index), TREES, DEPTH) + (isLattice && rulings.length >= RULINGS ? RULED_ROW : 0);
    const each = !isOther && endsRange(lines[index - 1]!, line) ? Math.max(SURE + 1, weighed) : weighed;
    numbers = new Set(each > 0 ? [...numbers, ...own] : own);
    return each;
  });
  if (published.hasSubscribers) {
    const facts = lines.map((_, index) => factsOf(index));
    published.publish({ ...given, facts, odds } satisfies WeighedLines);
  }
  return odds;
}

/** Which lines go on with the row above them. */
export const goOn = (odds: readonly number[]): boolean[] => odds.map((each) => each > 0);

/**
 * Which lines do so surely: whether lines are a table at all is asked before others are joined. Rulings make all
 * sure.
 */
export const goOnSurely = (odds: readonly number[], rulings: readonly number[]): boolean[] =>
  rulings.length > 1 ? goOn(odds) : odds.map((each) => each > SURE);
