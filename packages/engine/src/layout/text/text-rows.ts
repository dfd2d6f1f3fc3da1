import { commonSizes } from '../model/common-sizes.ts';
import { median, stretchesOf } from '../model/geometry.ts';
import { isUnspacedRun, lettersOf } from '../model/glyph-run.ts';
import type { Segment } from '../model/line.ts';
import type { RawRun } from '../model/raw-page.ts';

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
  const segments = group.length > 1 ? group.sort((a, b) => a.x0 - b.x0) : group;
  return { segments, baseline, y0, y1, size };
}

/** Sorts segments into rows by baseline, from top to bottom. */
export const textRows = (segments: readonly Segment[]): TextRow[] =>
  stretchesOf(
    [...segments].sort((a, b) => a.baseline - b.baseline || a.x0 - b.x0),
    (row, { baseline, size }) => baseline - row[0]!.baseline <= SLACK_EM * Math.min(size, row[0]!.size),
  ).map(rowOf);

/** Distances between the baselines of neighbouring rows. */
export const leadings = (rows: readonly { readonly baseline: number }[]): number[] =>
  rows.slice(1).map((row, index) => row.baseline - rows[index]!.baseline);

/** Whether all letters of a row are monospaced. */
export const isTypedRow = ({ segments }: TextRow): boolean =>
  segments.every(({ runs }) => runs.every(({ mono }) => mono));

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
    const isUnspaced = isUnspacedRun(first!);
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

/** In em of the row. Set by hand on scans whose layers have a size and a baseline of its own for each word. */
const EM = {
  /** The middle of a word is no further above or below that of the word before it. */
  middle: 0.7,
  /** A word begins no further to the left of where the one before it ends. */
  back: 0.5,
  /** A row whose baselines differ by more is askew, and stays as it is. */
  level: 0.8,
  /** A script stands so near to the word before it, and its baseline further off. */
  script: 0.12,
};

/** Rows of fewer words do not tell whether words have sizes of their own; sizes that differ by less are the same. */
const LEAST_WORDS = 3;
const SAME_SIZE = 0.05;
/** A script is smaller than this share of the word before it. */
const SCRIPT_SIZE = 0.8;
/** Sizes of rows that differ by less than this share are one size. */
const ONE_SIZE = 0.2;

const middleOf = ({ y0, y1 }: RawRun): number => (y0 + y1) / 2;

function followsInRow(run: RawRun, before: RawRun): boolean {
  const size = Math.max(run.size, before.size);
  return run.x0 > before.x1 - EM.back * size && Math.abs(middleOf(run) - middleOf(before)) < EM.middle * size;
}

/** Words in the order of the layer, which is that of reading, row by row. */
const rowsOf = (runs: readonly RawRun[]): RawRun[][] => stretchesOf(runs, (row, run) => followsInRow(run, row.at(-1)!));

const lettersIn = (row: readonly RawRun[]): number => row.reduce((sum, { text }) => sum + text.length, 0);

/** The mean of its words' sizes, by letters. */
const sizeOf = (row: readonly RawRun[]): number =>
  row.reduce((sum, { size, text }) => sum + size * text.length, 0) / lettersIn(row);

/** Whether the layer states for each word what its own letters measure, and not the size of its line. */
function hasSizesOfWords(rows: readonly (readonly RawRun[])[]): boolean {
  const long = rows.filter((row) => row.length >= LEAST_WORDS);
  const varied = long.filter((row) => {
    const sizes = row.map(({ size }) => size);
    return Math.max(...sizes) > (1 + SAME_SIZE) * Math.min(...sizes);
  });
  return varied.length > long.length / 2;
}

/** A small word right behind another, raised or lowered: the mark of a note, or the end of an ordinal. */
const isScript = (run: RawRun, before: RawRun | undefined, size: number): boolean =>
  before !== undefined &&
  run.x0 - before.x1 < EM.script * size &&
  run.size < SCRIPT_SIZE * before.size &&
  Math.abs(run.baseline - before.baseline) > EM.script * size;

/** The words of a text layer, and whether it has a size for each of them. */
interface RecognizedWords {
  readonly runs: RawRun[];
  readonly isSizedByWord: boolean;
}

/**
 * The words of a text layer that was recognized, in rows: the words of a row have its baseline and, where the layer has
 * a size for each word, its size. Otherwise words of one line would seem to stand in several.
 */
export function levelRows(words: readonly RawRun[]): RecognizedWords {
  const rows = rowsOf(words);
  const isSizedByWord = hasSizesOfWords(rows);
  const sizes = isSizedByWord
    ? commonSizes(
        rows.map((row) => ({ size: sizeOf(row), letters: lettersIn(row) })),
        ONE_SIZE,
      )
    : undefined;
  const runs = rows.flatMap((row, index) => {
    const size = sizes?.[index];
    const height = size ?? sizeOf(row);
    const baselines = row.map(({ baseline }) => baseline);
    if (Math.max(...baselines) - Math.min(...baselines) > EM.level * height) return row;
    const baseline = median(baselines);
    return row.map((run, at) =>
      isScript(run, row[at - 1], height) ? run : { ...run, baseline, size: size ?? run.size },
    );
  });
  return { runs, isSizedByWord };
}
