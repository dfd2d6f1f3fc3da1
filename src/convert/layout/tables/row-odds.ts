import { channel } from 'node:diagnostics_channel';
import { treesSum } from '../model/trees.ts';
import { areRowsRuled, isRuledOff, type GridRow } from './row-continuations.ts';
import { rowFacts, type RowLines } from './row-facts.ts';
import { DEPTH, START, TREES } from './row-trees.ts';
import { isFurtherEntry } from './statements.ts';
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

/**
 * Which lines of text below the header go on with the row above them: what rules say, corrected by trees. Rulings that
 * part the rows have the last word.
 */
export function weighContinuations(lines: RowLines, body: number): readonly boolean[] {
  const { rows, rulings, goesOn } = lines;
  if (areRowsRuled(rows, rulings)) return goesOn;
  const facts = rowFacts(lines);
  const parts = partsOfNames(rows);
  const isOpen = rows.map(
    (row, index) =>
      index > body && !isRuledOff(rows[index - 1]!, row, rulings) && !isFurtherEntry(rows, index) && !parts[index],
  );
  if (published.hasSubscribers) published.publish({ rows, facts, goesOn, isOpen } satisfies WeighedRows);
  return goesOn.map((own, index) =>
    isOpen[index] ? (own ? START : -START) + treesSum(facts[index]!, TREES, DEPTH) > 0 : own,
  );
}
