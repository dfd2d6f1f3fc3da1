import { channel } from 'node:diagnostics_channel';
import { treesSum } from '../../model/trees.ts';
import { areRowsRuled, isRuledOff, type GridRow } from './row-continuations.ts';
import { rowFacts, type RowLines } from './row-facts.ts';
import { DEPTH, START, TREES } from './row-trees.ts';
import { isFurtherEntry } from '../model/statements.ts';
import { partsOfNames } from './wrapped-names.ts';

/** Lines that were asked about, for the script that grows the trees. */
export interface WeighedRows {
  readonly rows: readonly GridRow[];
  readonly facts: readonly (readonly number[])[];
  readonly goesOn: readonly boolean[];
  /** The trees decide on this line. */
  readonly isOpen: readonly boolean[];
}

/** Weighed lines are published here. */
export const ROWS = 'scriptorium:table-rows';

const published = channel(ROWS);

/** A whole date, as entries of an account begin with. */
const DATE =
  /^(?:\d{1,2}[-./]\d{1,2}[-./]\d{2,4}|\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}\.? \p{L}{3,9}\.?(?: \d{2,4})?|\p{L}{3,9}\.? \d{1,2}(?:, \d{4})?)$/u;
/** Fewest lines that begin with a date in a list of entries. */
const DATED = 3;

/** Which lines are dated entries, each of which begins a row: all lines with text in the first column have a date. */
function datedEntries(rows: readonly GridRow[], body: number): readonly boolean[] {
  const firsts = rows.map(({ cells: [first] }) => (first?.column === 0 && first.span === 1 ? first.text : undefined));
  const isDate = firsts.map((text, index) => index >= body && text !== undefined && DATE.test(text));
  const last = isDate.lastIndexOf(true);
  const areDated = firsts.every((text, index) => index < body || index > last || text === undefined || isDate[index]);
  return areDated && isDate.filter(Boolean).length >= DATED ? isDate : [];
}

/**
 * Which lines of text below the header go on with the row above them: what rules say, corrected by trees. Rulings that
 * part the rows have the last word.
 */
export function weighContinuations(lines: RowLines, body: number): readonly boolean[] {
  const { rows, rulings, goesOn } = lines;
  if (areRowsRuled(rows, rulings)) return goesOn;
  const facts = rowFacts(lines);
  const parts = partsOfNames(rows);
  const entries = datedEntries(rows, body);
  const isOpen = rows.map(
    (row, index) =>
      index > body &&
      !isRuledOff(rows[index - 1]!, row, rulings) &&
      !isFurtherEntry(rows, index) &&
      !parts[index] &&
      !entries[index],
  );
  if (published.hasSubscribers) published.publish({ rows, facts, goesOn, isOpen } satisfies WeighedRows);
  return goesOn.map((own, index) =>
    isOpen[index] ? (own ? START : -START) + treesSum(facts[index]!, TREES, DEPTH) > 0 : own && !entries[index],
  );
}
