import { isNear } from '../../model/geometry.ts';
import { lineText } from '../../text/inlines.ts';
import { isInSmallLetters, segmentsByRow, type TextRow } from '../../text/text-rows.ts';
import { findGutters } from '../../whitespace/gutters.ts';
import { areYears } from '../aligned/column-names.ts';
import { isNumeric } from '../model/numeric.ts';
import type { Area } from './table-areas.ts';

/** When rows beyond the header and the last ruling are of the table's body. Set by hand on the tuning half. */
export const BODY = {
  /** Distance to the next row, in usual distances of rows, of which one is at least so many em; and in em. */
  gap: 2.3,
  leastPitchEm: 1.3,
  gapEm: 3,
  /** By how much the size of the letters may differ, as a share. */
  size: 0.15,
  /** Rows of one cell in a row, and how far from the left edge (in em) the name of a section stands at most. */
  singles: 2,
  insetEm: 3,
  /** Share of the table's width that it takes. */
  sectionWidth: 0.75,
  /** Fewest rows with several cells that are worth it. A total may stand alone below the last ruling. */
  rows: 2,
  /** Em: the gutters that they keep, and how many at least. */
  gutterEm: 0.4,
  gutters: 2,
  /** Points: cells begin at one place; numbers in parentheses end this far beyond others. */
  startPt: 2,
  endPt: 5,
};

/** What is known of the table that rows may go on with. */
export interface Body {
  readonly area: Area;
  readonly core: readonly TextRow[];
  /** Usual distance of baselines. */
  readonly pitch: number;
}

/** Whether all cells of a row, those of the first column aside, begin or end where those of other rows do. */
function isAligned({ segments, size }: TextRow, others: readonly TextRow[], left: number): boolean {
  const known = others.flatMap((row) => row.segments);
  return segments.every(
    ({ x0, x1 }) =>
      x0 < left + BODY.insetEm * size ||
      known.some((other) => isNear(x0, other.x0, BODY.startPt) || isNear(x1, other.x1, BODY.endPt)),
  );
}

/** A row of a name and of amounts. */
const isTotal = ({ segments: [, ...amounts] }: TextRow): boolean =>
  amounts.length >= 2 && amounts.every((cell) => isNumeric(lineText(cell)));

const isSameSize = (row: TextRow, other: TextRow): boolean => Math.abs(row.size - other.size) <= BODY.size * row.size;

/** The name of a section, in letters as large as those of the rows or smaller. Prose is wider. */
const isSection = (row: TextRow, other: TextRow, { x0, x1 }: Area): boolean =>
  row.segments[0]!.x0 - x0 <= BODY.insetEm * row.size &&
  row.segments[0]!.x1 - x0 <= BODY.sectionWidth * (x1 - x0) &&
  (isSameSize(row, other) || isInSmallLetters(row, other));

function isNearBody({ baseline, size }: TextRow, last: TextRow, pitch: number): boolean {
  const gap = Math.abs(baseline - last.baseline);
  return gap <= BODY.gap * Math.max(pitch, BODY.leastPitchEm * size) && gap <= BODY.gapEm * size;
}

/** Rows up to years below the edge, which head another table. */
function beforeYearsBelow(edge: TextRow, rows: readonly TextRow[]): readonly TextRow[] {
  const years = rows.findIndex((row) => row.baseline > edge.baseline && areYears(row));
  return years < 0 ? rows : rows.slice(0, years);
}

/**
 * Rows that go on with a table of many columns beyond its marks, the nearest first: a total in the middle of a
 * statement is ruled as the header and the end of other tables are. They keep its gutters at its distance of rows.
 * `edge`: the row of the table beside which they begin.
 */
export function bodyRows({ area, core, pitch }: Body, edge: TextRow, others: readonly TextRow[]): TextRow[] {
  const guttersOf = (rows: readonly TextRow[]): number =>
    findGutters(segmentsByRow(rows), BODY.gutterEm * core[0]!.size, 0).length;
  const several = core.filter((row) => row.segments.length >= 2);
  const before = guttersOf(several);
  if (before < BODY.gutters) return [];
  const taken: TextRow[] = [];
  let waiting: TextRow[] = [];
  let last = edge;
  for (const row of beforeYearsBelow(edge, others)) {
    if (!isNearBody(row, last, pitch)) break;
    const beside = taken.at(-1) ?? edge;
    if (row.segments.length === 1) {
      if (waiting.length === BODY.singles || !isSection(row, beside, area)) break;
      waiting.push(row);
    } else {
      const whole = [...several, ...taken.filter(({ segments }) => segments.length >= 2)];
      if (!isSameSize(row, beside) || !isAligned(row, whole, area.x0) || guttersOf([...whole, row]) < before) break;
      taken.push(...waiting, row);
      waiting = [];
    }
    last = row;
  }
  const [only, ...more] = taken.filter(({ segments }) => segments.length >= 2);
  return more.length + 1 >= BODY.rows || (only && isTotal(only)) ? taken : [];
}
