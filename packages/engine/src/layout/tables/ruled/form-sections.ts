import { centerX, middleOfLetters } from '../../model/geometry.ts';
import { lettersOf, type GlyphRun } from '../../model/glyph-run.ts';
import { BASELINE_SLACK, baselineRows, cutIntoSegments } from '../../text/segments.ts';
import type { Lattice } from '../rulings/lattice.ts';
import { edgesOfRows } from './field-rows.ts';

/** Rows that go all across and hold several lines, as the sections of a form do. Set by hand on forms of no list. */
const SECTION = {
  /** Fewest lines of one, fewest letters of a line on average, and fewest rows of a table below. */
  lines: 3,
  lineLetters: 12,
  rowsBelow: 3,
  /** A form without a table: fewest sections, and share of the letters that are in them. */
  sections: 3,
  letters: 0.7,
};

/** A row of a lattice. */
interface Row {
  readonly isWhole: boolean;
  readonly isSection: boolean;
  readonly letters: number;
}

function rowsOf(lattice: Lattice, runs: readonly GlyphRun[]): Row[] {
  const { xs, ys } = lattice;
  const edges = edgesOfRows(lattice);
  const columnOf = (segment: { readonly x0: number; readonly x1: number }): number =>
    xs.findLastIndex((x) => x < centerX(segment));
  return ys.slice(1).map((bottom, row) => {
    const inside = runs.filter(
      (run) =>
        centerX(run) > xs[0]! &&
        centerX(run) < xs.at(-1)! &&
        middleOfLetters(run) > ys[row]! &&
        middleOfLetters(run) < bottom,
    );
    const lines = baselineRows(inside, BASELINE_SLACK.cell);
    const isWhole = edges[row]!.length === 0;
    // names of columns stand in all of these, whether a ruling parts them or not
    const columns = new Set(lines.flatMap((line) => cutIntoSegments(line)).map(columnOf)).size;
    const letters = lettersOf(inside);
    const isText = lines.length >= SECTION.lines && letters >= SECTION.lineLetters * lines.length;
    return { isWhole, isSection: isWhole && isText && columns < xs.length - 1, letters };
  });
}

const lettersIn = (rows: readonly Row[]): number => rows.reduce((sum, { letters }) => sum + letters, 0);

/** Whether sections hold most of the text. */
function areMostly(rows: readonly Row[]): boolean {
  const sections = rows.filter(({ isSection }) => isSection);
  return sections.length >= SECTION.sections && lettersIn(sections) > SECTION.letters * lettersIn(rows);
}

/** Whether a lattice draws the sections of a form, which hold most of its text. */
export const areSections = (lattice: Lattice, runs: readonly GlyphRun[]): boolean => areMostly(rowsOf(lattice, runs));

/** How many of the first rows of a lattice are sections above its table, with their titles. */
export function sectionsAbove(lattice: Lattice, runs: readonly GlyphRun[]): number {
  const rows = rowsOf(lattice, runs);
  const body = rows.findIndex(({ isWhole }) => !isWhole);
  const above = rows.slice(0, Math.max(0, body)).findLastIndex(({ isSection }) => isSection) + 1;
  return rows.length - above < SECTION.rowsBelow || areMostly(rows) ? 0 : above;
}
