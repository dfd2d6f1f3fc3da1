import { centerX, isNear } from '../../model/geometry.ts';
import { isBold } from '../../model/glyph-run.ts';
import type { Segment } from '../../model/line.ts';
import { lineText } from '../../text/inlines.ts';
import type { TextRow } from '../../text/text-rows.ts';
import { hasAmounts, isNumeric } from '../model/numeric.ts';
import type { Ruling } from '../rulings/rulings.ts';

/** Names of columns. Set by hand on the tuning half of the checks. */
const NAMES = {
  /** Share of the columns that have a name, and most words of one. */
  share: 0.5,
  words: 6,
  /** Letters of names may be larger than the amounts by this factor. */
  larger: 1.06,
  /** Em from the left edge of the table: what stands there names rows. */
  insetEm: 3,
  /** Points by which right edges and middles differ. */
  endPt: 5,
  middlePt: 2,
};

/** A header in bold: share of the cells below that may be bold, and points by which its names differ from these. */
const BOLD = { share: 0.4, edgePt: 3 };

/** Em: how far below a ruling or other rows years stand that head a table of their own. */
const YEARS_EM = 2.5;

/** A row of nothing but years. */
export const areYears = ({ segments }: TextRow): boolean =>
  segments.length >= 2 && segments.every((segment) => /^(?:19|20)\d\d$/.test(lineText(segment)));

/**
 * Whether among rows below a ruling, at `top`, are years far below the others: they head another table, perhaps with a
 * title right above them.
 */
export const headAnother = (rows: readonly TextRow[], top: number): boolean =>
  rows.some((row, index) => {
    if (!areYears(row)) return false;
    const above = rows.slice(0, index).findLast(({ segments }) => segments.length > 1)?.baseline ?? top;
    return row.baseline - above > YEARS_EM * row.size;
  });

interface Columns {
  readonly rows: readonly TextRow[];
  /** Left edge of the table. */
  readonly x0: number;
  /** Edges of the columns, where something draws them. */
  readonly edges: readonly number[];
  /** Rulings that may stand below single names. */
  readonly rulings: readonly Ruling[];
  /** Names stand right below the row, so that it may hold only the first lines of some. */
  readonly areNamed: boolean;
}

/**
 * Whether a row above a table names its columns, such as by years: each name ends where the amounts below it do, or
 * stands in the middle of a column, of its amounts or above a ruling, and half of the columns have one. At most one
 * text stands left of the names, such as the unit of all amounts.
 */
export function areColumnNames({ segments, size, baseline }: TextRow, columns: Columns): boolean {
  const { rows, x0, edges, rulings, areNamed } = columns;
  const names = segments.filter((segment) => segment.x0 > x0 + NAMES.insetEm * size);
  const several = rows.filter((row) => row.segments.length >= 2);
  const amounts = several.flatMap((row) => row.segments.slice(1)).filter((cell) => isNumeric(lineText(cell)));
  const below = rulings.filter(({ at }) => at > baseline && at < rows[0]!.baseline);
  const middles = [
    ...edges.slice(1).map((edge, index) => (edge + edges[index]!) / 2),
    ...below.map(({ from, to }) => (from + to) / 2),
  ];
  const isAbove = (name: Segment): boolean =>
    amounts.some((cell) => isNear(cell.x1, name.x1, NAMES.endPt)) ||
    [...middles, ...amounts.map(centerX)].some((middle) => isNear(middle, centerX(name), NAMES.middlePt));
  const most = Math.max(...several.map((row) => row.segments.length));
  return (
    names.length > 0 &&
    segments.length - names.length <= 1 &&
    (areNamed || names.length >= NAMES.share * (most - 1)) &&
    size < NAMES.larger * rows[0]!.size &&
    names.every((name) => name.runs.length <= NAMES.words && isAbove(name))
  );
}

const areBold = (row: TextRow): boolean => row.segments.every((segment) => isBold(segment.runs));
const startsWithDigit = ({ runs }: { runs: readonly { text: string }[] }): boolean =>
  /\d|^[-–—]$/.test(runs[0]!.text) || (runs.length > 1 && /^[$€£¥]$/.test(runs[0]!.text));

/** Whether a row is a header: bold as not all rows are, or without the numbers that all rows have. */
export const isHeader = (row: TextRow, core: readonly TextRow[]): boolean =>
  (areBold(row) && !core.every(areBold) && !hasAmounts(row)) ||
  (!row.segments.some(startsWithDigit) && core.every((other) => other.segments.some(startsWithDigit)));

/** The first row is bold in all its cells, and what follows is not; or it is of years right of the names of rows. */
export function isHeaded([first, ...rest]: readonly TextRow[]): boolean {
  if (!first || first.segments.length < 2) return false;
  const left = Math.min(...rest.map(({ segments }) => segments[0]!.x0));
  const isOfYears = areYears(first) && first.segments[0]!.x0 > left + NAMES.insetEm * first.size;
  if (!isOfYears && !areBold(first)) return false;
  const below = rest.flatMap((row) => row.segments);
  const standsAbove = (cell: Segment): boolean =>
    below.some(
      ({ x0, x1 }) =>
        isNear(x0, cell.x0, BOLD.edgePt) ||
        isNear(x1, cell.x1, BOLD.edgePt) ||
        isNear(x0 + x1, cell.x0 + cell.x1, BOLD.edgePt),
    );
  return (
    (isOfYears || below.filter(({ runs }) => isBold(runs)).length < BOLD.share * below.length) &&
    first.segments.every(standsAbove)
  );
}
