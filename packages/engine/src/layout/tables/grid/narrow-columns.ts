import { centerX, isNear, median, stretchesOf } from '../../model/geometry.ts';
import type { Rect } from '../../model/raw-page.ts';
import type { GlyphRun } from '../../model/glyph-run.ts';
import { runsByRow, type TextRow } from '../../text/text-rows.ts';
import { findGutters, type Gutter } from '../../whitespace/gutters.ts';
import { cutAtEdges } from './grid-cells.ts';
import { isNumeric } from '../model/numeric.ts';

/** Points: numbers of one column end this near to each other. Em: least space between columns, in a row and in all. */
const END_PT = 1;
const GAP_EM = 0.25;
const GUTTER_EM = 0.2;
/** Rows in which two numbers stand beside each other, and those of them without a gutter between these. */
const LEAST_ROWS = 3;
const LEAST_JOINED = 2;
/** Share of the rows that leave a gutter between words, of those with words at both sides; and that may cross it. */
const LEAST_PARTED = 0.5;
const MOST_CROSSED = 0.2;
/** Points: cells of one column begin this near to each other; other edges are further from their start. */
const START_PT = 1;
const BESIDE_PT = 8;
/** Points within which edges are one. */
const SAME_PT = 2;
/** Points by which cells of one column are out of line, and share of them that are not. */
const ALIGNED_PT = 1.5;
const LEAST_ALIGNED = 0.7;

/** Two numbers beside each other. */
interface Pair {
  readonly left: GlyphRun;
  readonly right: GlyphRun;
  /** No gutter is between them. */
  readonly isJoined: boolean;
}

/** The groups of one large number, such as `12 345`, or a name with its number and another one, such as `Line 2 2`. */
const mayBeOne = ({ left, right }: Pair): boolean =>
  /^\d{1,2}$/u.test(left.text) || (/^\D?\d{1,3}$/u.test(left.text) && /^\d{3}\D*$/u.test(right.text));

function pairsOf({ segments, size }: TextRow): Pair[] {
  const starts = new Set(segments.map(({ runs }) => runs[0]));
  const runs = segments.flatMap((segment) => segment.runs);
  return runs.flatMap((right, index) => {
    const left = runs[index - 1];
    const isPair = left && isNumeric(left.text) && isNumeric(right.text) && right.x0 - left.x1 > GAP_EM * size;
    return isPair ? [{ left, right, isJoined: !starts.has(right) }] : [];
  });
}

/**
 * Where columns of numbers meet that stand no further apart than words do: the numbers of each end below each other,
 * and not all of them can be parts of something.
 */
function numberEdges(rows: readonly TextRow[]): number[] {
  const pairs = rows.flatMap(pairsOf).sort((a, b) => a.left.x1 - b.left.x1);
  return stretchesOf(pairs, ([first], pair) => isNear(first!.left.x1, pair.left.x1, END_PT))
    .filter(
      (column) =>
        column.length >= LEAST_ROWS &&
        column.filter(({ isJoined }) => isJoined).length >= LEAST_JOINED &&
        !column.every(mayBeOne),
    )
    .map((column) => {
      const end = Math.max(...column.map(({ left }) => left.x1));
      return (end + Math.min(...column.map(({ right }) => right.x0))) / 2;
    });
}

/** The part of a gutter in which words of rows leave a space too. */
function spaceIn(gutter: Gutter, rows: readonly TextRow[]): Gutter {
  return rows.reduce((space, { segments, size }) => {
    const words = segments.flatMap((segment) => segment.runs);
    const at = words.findLastIndex(({ x0 }, index) => {
      const end = words[index - 1]?.x1 ?? x0;
      return x0 - end > GAP_EM * size && x0 > space.x0 && end < space.x1;
    });
    return at < 0 ? space : { x0: Math.max(space.x0, words[at - 1]!.x1), x1: Math.min(space.x1, words[at]!.x0) };
  }, gutter);
}

/** Whether a segment reaches over an edge. */
const isJoined = ({ segments }: TextRow, x: number): boolean => segments.some(({ x0, x1 }) => x0 < x && x1 > x);

/** Where the words of rows leave a space, and most rows a gutter. */
function wordEdges(rows: readonly TextRow[]): number[] {
  const several = rows.filter(({ segments }) => segments.length > 1);
  if (several.length < LEAST_ROWS) return [];
  const size = median(several.map((row) => row.size));
  return findGutters(runsByRow(several), GUTTER_EM * size, Math.floor(MOST_CROSSED * several.length)).flatMap(
    (gutter) => {
      const middle = centerX(gutter);
      const both = several.filter(({ segments }) => segments[0]!.x0 < middle && segments.at(-1)!.x1 > middle);
      const parted = both.filter((row) => !isJoined(row, middle)).length;
      const joined = rows.filter((row) => isJoined(row, middle));
      const isParted = joined.length > 0 && parted >= LEAST_PARTED * (parted + joined.length);
      return isParted ? [centerX(spaceIn(gutter, joined))] : [];
    },
  );
}

/**
 * Where columns begin whose text is, in some rows, as wide as the column: most rows begin a segment at one place, and
 * the others a run of letters.
 */
function startEdges(rows: readonly TextRow[]): number[] {
  const segments = rows.flatMap((row) => row.segments.slice(1));
  const starts = segments.map(({ x0 }) => x0).sort((a, b) => a - b);
  const places = starts.filter((x, index) => index === 0 || x - starts[index - 1]! > START_PT);
  return places.flatMap((place) => {
    const parted = segments.filter(({ x0 }) => isNear(x0, place, START_PT)).length;
    if (parted < LEAST_ROWS) return [];
    const crossing = rows.flatMap((row) =>
      row.segments.filter(({ x0, x1 }) => x0 < place - START_PT && x1 > place + START_PT),
    );
    const joined = crossing.flatMap(({ runs }) => {
      const at = runs.findIndex(({ x0 }, index) => index > 0 && isNear(x0, place, START_PT));
      return at < 0 ? [] : [{ end: runs[at - 1]!.x1, start: runs[at]!.x0 }];
    });
    const isColumn =
      joined.length > 0 &&
      parted >= LEAST_PARTED * (parted + joined.length) &&
      crossing.length - joined.length <= MOST_CROSSED * (parted + joined.length);
    return isColumn
      ? [(Math.max(...joined.map(({ end }) => end)) + Math.min(...joined.map(({ start }) => start))) / 2]
      : [];
  });
}

/** The cells at both sides of an edge. */
function cellsBeside({ segments }: TextRow, x: number): readonly [Rect, Rect] | undefined {
  const left = segments.findLast(({ x1 }) => x1 < x + 1);
  const right = segments.find(({ x0 }) => x0 > x - 1);
  return left && right && [left, right];
}

/** What most cells of a column have in one place, and where: their starts, their ends or their middles. */
function alignmentOf(cells: readonly Rect[]): (cell: Rect) => boolean {
  const tests = [(cell: Rect) => cell.x0, (cell: Rect) => cell.x1, centerX].map((placeOf) => {
    const place = median(cells.map(placeOf));
    return (cell: Rect): boolean => isNear(placeOf(cell), place, ALIGNED_PT);
  });
  const counts = tests.map((test) => cells.filter(test).length);
  const most = Math.max(...counts);
  return most >= LEAST_ALIGNED * cells.length ? tests[counts.indexOf(most)]! : () => false;
}

/**
 * Rows cut where columns meet that stand, in some rows, no further apart than words do, and where that is. What a cut
 * parts is aligned as the cells above and below.
 */
export function cutNarrowColumns(given: readonly TextRow[]): { rows: readonly TextRow[]; narrow: readonly number[] } {
  const starts = startEdges(given);
  const isOther = (x: number): boolean => !starts.some((edge) => isNear(x, edge, BESIDE_PT));
  const numbers = numberEdges(given).filter(isOther);
  const words = wordEdges(given).filter((x) => isOther(x) && !numbers.some((edge) => isNear(x, edge, SAME_PT)));
  const places = [...numbers, ...words, ...starts].sort((a, b) => a - b);
  const cutRows = (rows: readonly TextRow[], at: readonly number[]): readonly TextRow[] => {
    const [close, wide] = [true, false].map((isStart) => at.filter((x) => starts.includes(x) === isStart));
    return cutAtEdges(cutAtEdges(rows, wide!), close!, 0);
  };
  const cut = cutRows(given, places);
  const edges = given.map(() => [] as number[]);
  for (const x of places) {
    const beside = cut.map((row) => cellsBeside(row, x));
    const parted = beside.flatMap((cells, index) => (cells && !isJoined(given[index]!, x) ? [cells] : []));
    const [isLeft, isRight] = [0, 1].map((side) => alignmentOf(parted.map((cells) => cells[side]!)));
    beside.forEach((cells, index) => {
      if (numbers.includes(x) || (cells && isLeft!(cells[0]) && isRight!(cells[1]))) edges[index]!.push(x);
    });
  }
  return {
    rows: given.map((row, index) => cutRows([row], edges[index]!)[0]!),
    narrow: places.filter(
      (x) => numbers.includes(x) || given.some((row, index) => isJoined(row, x) && edges[index]!.includes(x)),
    ),
  };
}
