import { betweenLines, isNear, middleOfLetters } from '../../model/geometry.ts';
import type { GlyphRun } from '../../model/glyph-run.ts';
import type { Line } from '../../model/line.ts';
import { lineText } from '../../text/inlines.ts';
import { cellLines } from '../model/draft-table.ts';
import { hasRulingAt, type Lattice } from '../rulings/lattice.ts';
import { isNumeric } from '../model/numeric.ts';
import type { Ruling } from '../rulings/rulings.ts';

/** Names in one tall cell beside ruled numbers. Set by hand on the tuning half of the checks. */
const NAMES = {
  /** Fewest rows of numbers, and share of them that have a name on their line. */
  rows: 3,
  share: 0.8,
  /** Share of the lines beside the cell that are numbers. */
  numbers: 0.8,
  /** Names per row of numbers: more are those of sections, or text. */
  most: 2,
  /** Em by which baselines of one row differ. */
  baselineEm: 0.3,
  /** Em: the letters of the upper row end this far below their baseline. */
  depthEm: 0.22,
};

/** Stretches of at least two rows that no ruling parts in the first column. */
function openStretches(lattice: Lattice): { from: number; to: number }[] {
  const rows = lattice.ys.length - 1;
  const stretches: { from: number; to: number }[] = [];
  let from = 0;
  for (let line = 1; line <= rows; line += 1) {
    if (line < rows && !hasRulingAt(lattice, line, 0)) continue;
    if (line - from > 1) stretches.push({ from: lattice.ys[from]!, to: lattice.ys[line]! });
    from = line;
  }
  return stretches;
}

/** The lines of each column between two heights. */
function linesOf({ xs }: Lattice, runs: readonly GlyphRun[], from: number, to: number): Line[][] {
  const inside = runs.filter((run) => middleOfLetters(run) > from && middleOfLetters(run) < to);
  return xs
    .slice(1)
    .map((x1, column) => cellLines(inside.filter((run) => run.x0 >= xs[column]! - 1 && run.x0 < x1 - 1)));
}

/** The first line of each row. */
function rowsOf(lines: readonly Line[]): Line[] {
  const rows: Line[] = [];
  for (const line of lines.toSorted((a, b) => a.baseline - b.baseline)) {
    const last = rows.at(-1);
    if (!last || line.baseline - last.baseline > NAMES.baselineEm * line.size) rows.push(line);
  }
  return rows;
}

/** Whether a name goes on with the one on the line above it. */
const goesOn = (name: Line): boolean => /^[\p{Ll}(]/u.test(lineText(name));

/**
 * Rulings that are missing in a tall cell of names whose numbers are ruled beside it: each row of numbers has a name on
 * its line, and names of sections stand between them.
 */
export function tallNames(lattice: Lattice, runs: readonly GlyphRun[]): Ruling[] {
  return openStretches(lattice).flatMap(({ from, to }) => {
    const [names = [], ...columns] = linesOf(lattice, runs, from, to);
    const beside = columns.flat();
    const amounts = beside.filter((line) => isNumeric(lineText(line)));
    const numbers = rowsOf(amounts);
    const isOn = (name: Line, row: Line): boolean => isNear(name.baseline, row.baseline, NAMES.baselineEm * name.size);
    const named = numbers.filter((row) => names.some((name) => isOn(name, row)));
    if (
      numbers.length < NAMES.rows ||
      named.length < NAMES.share * numbers.length ||
      names.length > NAMES.most * numbers.length ||
      amounts.length < NAMES.numbers * beside.length
    )
      return [];
    const sums = numbers.filter((row) => !named.includes(row));
    const starts = names.filter((name) => !goesOn(name) || numbers.some((row) => isOn(name, row)));
    const rows = [...starts, ...sums].toSorted((a, b) => a.baseline - b.baseline);
    return rows.slice(1).map((row, index) => {
      const above = rows[index]!;
      const last = names.findLast((name) => name.baseline < row.baseline - NAMES.baselineEm * row.size) ?? above;
      const at = betweenLines(last.baseline > above.baseline ? last : above, row, NAMES.depthEm);
      const ruled = lattice.ys.find((y) => y > above.baseline && y < middleOfLetters(row));
      return { at: ruled ?? at, from: lattice.xs[0]!, to: lattice.xs.at(-1)! };
    });
  });
}
