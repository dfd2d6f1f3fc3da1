import { isNear } from '../../model/geometry.ts';
import type { GlyphRun } from '../../model/glyph-run.ts';
import type { TextRow } from '../../text/text-rows.ts';
import { isNumeric } from '../model/numeric.ts';

/** Points: numbers of one column end this near to each other. Em: least space between two columns. */
const END_PT = 1;
const GAP_EM = 0.25;
/** Rows in which two numbers stand beside each other, and those of them without a gutter between these. */
const LEAST_ROWS = 3;
const LEAST_JOINED = 2;

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
export function numberEdges(rows: readonly TextRow[]): number[] {
  const pairs = rows.flatMap(pairsOf).sort((a, b) => a.left.x1 - b.left.x1);
  const columns: Pair[][] = [];
  for (const pair of pairs) {
    const last = columns.at(-1);
    if (last && isNear(last[0]!.left.x1, pair.left.x1, END_PT)) last.push(pair);
    else columns.push([pair]);
  }
  return columns
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
