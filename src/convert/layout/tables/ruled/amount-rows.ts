import { betweenLines, middleOfLetters } from '../../model/geometry.ts';
import type { GlyphRun } from '../../model/glyph-run.ts';
import { withHorizontals, withVerticals, type Lattice } from '../rulings/lattice.ts';
import { DEPTH_EM, gridRows } from './missing-rows.ts';
import { isAmount, isBrokenNumber, isNumeric } from '../model/numeric.ts';
import type { GridCell, GridRow } from '../rows/row-continuations.ts';
import type { Ruling } from '../rulings/rulings.ts';

/** Lines in one ruled row that are rows by their amounts. Set by hand on invoices. */
const AMOUNTS = {
  /** Most ruled rows of the grid, and fewest columns. */
  ruledRows: 3,
  columns: 3,
  /** Fewest lines that end in amounts, and share of all. */
  lines: 3,
  share: 0.5,
};

/**
 * Which lines begin rows where an amount stands at their end, as those of an invoice do: each line with an amount, with
 * further lines of words below it.
 */
function startsOf(rows: readonly GridRow[], columns: number): readonly boolean[] | undefined {
  const isNumber = ({ text, column }: GridCell): boolean => column > 0 && isNumeric(text);
  const starts = rows.map(({ cells }) => cells.at(-1)!.column === columns - 1 && isNumber(cells.at(-1)!));
  const count = starts.filter(Boolean).length;
  const amounts = rows.filter(({ cells }, index) => starts[index] && isAmount(cells.at(-1)!.text)).length;
  const textsIn = (at: number): string[] =>
    rows.flatMap(({ cells }) => cells.filter(({ column }) => column === at).map(({ text }) => text));
  if (Array.from({ length: columns }, (_, at) => textsIn(at)).some(isBrokenNumber)) return undefined;
  const areOthersWords = rows.every(({ cells }, index) => starts[index] || !cells.some(isNumber));
  return starts[0] && amounts >= AMOUNTS.lines && count >= AMOUNTS.share * rows.length && areOthersWords
    ? starts
    : undefined;
}

/** The lattice of an invoice or the like with the rows that one tall ruled row holds, each with its columns. */
export function withRowsOfAmounts(lattice: Lattice, runs: readonly GlyphRun[]): Lattice {
  const { xs, ys } = lattice;
  const columns = xs.length - 1;
  if (ys.length - 1 > AMOUNTS.ruledRows || columns < AMOUNTS.columns) return lattice;
  const horizontal: Ruling[] = [];
  const vertical: Ruling[] = [];
  ys.slice(1).forEach((bottom, index) => {
    const top = ys[index]!;
    const inside = runs.filter((run) => middleOfLetters(run) > top && middleOfLetters(run) < bottom);
    const rows = gridRows(inside, xs);
    const starts = rows.length < AMOUNTS.lines ? undefined : startsOf(rows, columns);
    if (!starts) return;
    const ats = rows.flatMap((row, n) => (n > 0 && starts[n] ? [betweenLines(rows[n - 1]!, row, DEPTH_EM)] : []));
    horizontal.push(...ats.map((at) => ({ at, from: xs[0]!, to: xs.at(-1)! })));
    vertical.push(...xs.slice(1, -1).map((at) => ({ at, from: top, to: bottom })));
  });
  return withVerticals(withHorizontals(lattice, horizontal), vertical);
}
