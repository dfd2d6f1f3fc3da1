import { median } from '../model/geometry.ts';
import { hasUnspaced, lettersOf } from '../model/glyph-run.ts';
import type { Segment } from '../model/line.ts';

/** Segments on one baseline, from left to right. */
export interface TextRow {
  readonly segments: Segment[];
  readonly baseline: number;
  readonly y0: number;
  readonly y1: number;
  readonly size: number;
}

/**
 * How far the baselines of one row may differ, in em of the smaller letters. Set by hand on the tuning half of the
 * corpus.
 */
const SLACK_EM = 0.3;

function rowOf(group: Segment[]): TextRow {
  let size = 0;
  let y0 = Infinity;
  let y1 = -Infinity;
  for (const segment of group) {
    size = Math.max(size, segment.size);
    y0 = Math.min(y0, segment.y0);
    y1 = Math.max(y1, segment.y1);
  }
  const baseline = group.reduce((sum, segment) => sum + segment.baseline, 0) / group.length;
  return { segments: group.sort((a, b) => a.x0 - b.x0), baseline, y0, y1, size };
}

/** Sorts segments into rows by baseline, from top to bottom. */
export function textRows(segments: readonly Segment[]): TextRow[] {
  const sorted = [...segments].sort((a, b) => a.baseline - b.baseline || a.x0 - b.x0);
  const rows: TextRow[] = [];
  let group: Segment[] = [];
  for (const segment of sorted) {
    const first = group[0];
    if (first && segment.baseline - first.baseline > SLACK_EM * Math.min(segment.size, first.size)) {
      rows.push(rowOf(group));
      group = [];
    }
    group.push(segment);
  }
  if (group.length > 0) rows.push(rowOf(group));
  return rows;
}

/** Distances between the baselines of neighbouring rows. */
export const leadings = (rows: readonly { readonly baseline: number }[]): number[] =>
  rows.slice(1).map((row, index) => row.baseline - rows[index]!.baseline);

/** Segments of each row. */
export const segmentsByRow = (rows: readonly TextRow[]): Segment[][] => rows.map((row) => row.segments);

/** Glyph runs of each row. */
export const runsByRow = (rows: readonly TextRow[]) =>
  rows.map((row) => row.segments.flatMap((segment) => segment.runs));

/** Names of columns and sections may be in letters that are smaller by this factor. Set by hand. */
const SMALL_NAMES = 0.65;

/** Whether a row is in the smaller letters that names of columns and sections of this other row may have. */
export const isInSmallLetters = ({ size }: TextRow, other: TextRow): boolean =>
  size < other.size && size > SMALL_NAMES * other.size;

/** Share of the lines of Chinese or Japanese prose that are full, and em that these may leave free. Set by hand. */
const FULL = { share: 0.5, em: 1.5 };

/**
 * Letters of a usual row. In Chinese and Japanese prose fills its column; where rows do not, they are names, of which
 * some letters make no line.
 */
export function usualLetters(rows: readonly TextRow[]): number {
  const counted = rows.map(({ segments, size }) => {
    const runs = segments.flatMap((segment) => segment.runs);
    const [first] = runs;
    const isUnspaced = hasUnspaced(first!.text);
    const isAmount = /^[△▲(（-]?\p{Nd}/u.test(first!.text);
    return { letters: lettersOf(runs), size, x1: segments.at(-1)!.x1, isUnspaced, isAmount };
  });
  const unspaced = counted.filter((row) => row.isUnspaced);
  const edge = Math.max(...unspaced.map(({ x1 }) => x1));
  const full = unspaced.filter(({ x1, size }) => x1 >= edge - FULL.em * size);
  // amounts with their units end at one place too
  const amounts = unspaced.filter((row) => row.isAmount);
  const isProse = full.length >= FULL.share * unspaced.length && amounts.length <= unspaced.length / 2;
  return median(counted.map(({ letters, isUnspaced }) => (isUnspaced && !isProse ? letters / 2 : letters)));
}
