import { betweenLines } from '../../model/geometry.ts';
import { segmentsOf, type Element } from '../../model/element.ts';
import { lineText } from '../../text/inlines.ts';
import { textRows, type TextRow } from '../../text/text-rows.ts';
import { isPrice } from '../model/numeric.ts';
import type { Ruling } from '../rulings/rulings.ts';
import { DEPTH_EM, isBetweenSides } from './rows-between.ts';

/** Set by hand on invoices outside the corpus. */
const TOTALS = {
  /** Em: the ruling lies this near below the last item, and the first total this near below the ruling. */
  aboveEm: 2,
  belowEm: 2.5,
  /** Fewest cells of an item. */
  cells: 3,
};

/** Notes below the last total: fewest lines, each alone at the left edge, and words of one. */
const NOTES = { lines: 3, insetPt: 6, words: 5 };

/** Where notes begin below the last amount of a table; nothing where none stand there. */
export function notesBelowTotals(rows: readonly TextRow[], x0: number): number | undefined {
  const last = rows.findLastIndex(({ segments }) => segments.length > 1);
  const notes = rows.slice(last + 1);
  const isNote = ({ segments: [only] }: TextRow): boolean => only!.x0 - x0 < NOTES.insetPt;
  const total = rows[last];
  return total &&
    isPrice(lineText(total.segments.at(-1)!)) &&
    notes.length >= NOTES.lines &&
    notes.every(isNote) &&
    notes.some(({ segments: [only] }) => only!.runs.length >= NOTES.words)
    ? betweenLines(total, notes[0]!, DEPTH_EM)
    : undefined;
}

/**
 * Whether a ruling that leaves the first columns out, as `top` does not, parts the last item of a table from its
 * totals: right above it are cells at both sides of where it begins, right below it a name and its amount.
 */
export function areTotalsBelow(ruling: Ruling, top: Ruling, elements: readonly Element[]): boolean {
  const rows = textRows(
    segmentsOf(elements).filter((segment) => isBetweenSides(segment, { x0: top.from, x1: top.to })),
  );
  const item = rows.findLast(({ baseline }) => baseline < ruling.at && baseline > top.at);
  const total = rows.find(({ baseline }) => baseline > ruling.at);
  if (!item || !total) return false;
  const [name, amount, ...more] = total.segments;
  return (
    ruling.at - item.baseline < TOTALS.aboveEm * item.size &&
    total.baseline - ruling.at < TOTALS.belowEm * total.size &&
    item.segments.length >= TOTALS.cells &&
    item.segments[0]!.x1 < ruling.from &&
    isPrice(lineText(item.segments.at(-1)!)) &&
    more.length === 0 &&
    amount !== undefined &&
    name!.x0 > ruling.from &&
    /\p{L}/u.test(lineText(name!)) &&
    isPrice(lineText(amount))
  );
}
