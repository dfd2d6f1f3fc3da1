import { isAtom, segmentsOf, type Element } from '../model/element.ts';
import { boundsOf, heightOf, isNear, median, overlapY, shareOf, widthOf } from '../model/geometry.ts';
import { lazily } from '../model/lazily.ts';
import type { Rect } from '../model/raw-page.ts';
import { isRowOfNumbers } from '../tables/model/numeric.ts';
import { DATE } from '../lexicon/dates.ts';
import { isIndexEntry } from '../lexicon/index-entries.ts';
import { lineText } from '../text/inlines.ts';
import { followsLabel, lineLabel } from '../text/labels.ts';
import { isTypedRow, textRows, usualLetters, type TextRow } from '../text/text-rows.ts';
import type { Span } from '../whitespace/strips.ts';
import { isPicture } from './pictures.ts';

/** A table or figure that is higher (in points) counts as so many rows. Set by hand on the tuning half. */
const ATOM = { leastPt: 24, rows: 3 };

/** Em: baselines of rows of one grid differ by less. Set by hand on the tuning half of the corpus. */
export const LOCKED_EM = 0.15;

/** Entries of an index at a side of a gutter: fewest, and their share of the rows. Set by hand. */
const INDEX = { rows: 4, share: 0.6 };

/** A line of dots or strokes. */
const SIGN_HERE = /^(?:[._…] ?){8,}$/u;

function isEntry({ segments }: TextRow): boolean {
  const text = lineText(segments.at(-1)!);
  return /\p{L}/u.test(text) && isIndexEntry(text);
}

/** What stands at one side of a gutter. */
interface Side {
  readonly rows: readonly TextRow[];
  readonly baselines: readonly number[];
  /** Share of the rows that are numbers. */
  readonly numeric: () => number;
  /** Letters of a usual row, and their size. */
  readonly letters: () => number;
  readonly size: number;
  readonly bounds: Rect;
  /** Large tables and figures, and those that are pictures. */
  readonly atoms: number;
  readonly pictures: number;
  /** All its rows start with a label; some with bullets or numbers that go on; all with a capital or a digit. */
  readonly isLabelled: () => boolean;
  readonly isList: () => boolean;
  readonly isCapital: () => boolean;
  /** It has a line to sign on. */
  readonly isSigned: () => boolean;
  /** Most of its rows are entries of an index. */
  readonly isIndex: () => boolean;
  /** All its rows are dates. */
  readonly isDated: () => boolean;
}

function sideOf(elements: readonly Element[]): Side {
  const rows = textRows(segmentsOf(elements));
  const labelsOf = lazily(() => rows.flatMap(({ segments: [first] }) => lineLabel(first!) ?? []));
  return {
    rows,
    baselines: rows.map((row) => row.baseline),
    numeric: () => shareOf(rows, isRowOfNumbers),
    letters: lazily(() => usualLetters(rows)),
    size: median(rows.map((row) => row.size)),
    bounds: boundsOf(elements),
    atoms: elements.filter((element) => isAtom(element) && heightOf(element) > ATOM.leastPt).length,
    pictures: elements.filter(isPicture).length,
    isLabelled: () => labelsOf().length === rows.length,
    isList: () =>
      labelsOf().length > 1 && labelsOf().every((label, at, all) => at === 0 || followsLabel(label, all[at - 1]!)),
    isIndex: lazily(() => rows.length >= INDEX.rows && shareOf(rows, isEntry) > INDEX.share),
    isDated: () => rows.every(({ segments }) => segments.every((segment) => DATE.test(lineText(segment)))),
    isSigned: () => rows.some(({ segments }) => segments.some((segment) => SIGN_HERE.test(lineText(segment)))),
    isCapital: () => rows.every(({ segments: [first] }) => /^[\p{Lu}\d]/u.test(lineText(first!))),
  };
}

/** The two sides of a gutter. */
export interface Sides {
  readonly left: Side;
  readonly right: Side;
  readonly gutter: number;
  readonly size: number;
  /** Rows of the side that has fewer, and of the other. */
  readonly few: readonly number[];
  readonly many: readonly number[];
  /** Whether anything at one side is as high on the page as something at the other. */
  readonly areBeside: () => boolean;
  /** Whether the lines that go on at the other side are all monospaced. */
  readonly areCode: () => boolean;
}

export const countRows = ({ baselines, atoms }: Side): number => baselines.length + atoms * ATOM.rows;

/** Share of the rows of one side that stand on one line with a row of the other. */
export const lockedShare = ({ few, many, size }: Sides): number =>
  shareOf(few, (baseline) => many.some((other) => isNear(other, baseline, LOCKED_EM * size)));

export const lettersAtLeast = ({ left, right }: Sides, letters: number): boolean =>
  Math.min(left.letters(), right.letters()) >= letters;

/** The two sides of a gutter. */
export function sidesOf(
  elements: readonly [readonly Element[], readonly Element[]],
  gutter: Span,
  size: number,
): Sides {
  const [left, right] = [sideOf(elements[0]), sideOf(elements[1])];
  const isLeftFew = left.baselines.length <= right.baselines.length;
  const [few, many] = isLeftFew ? [left.baselines, right.baselines] : [right.baselines, left.baselines];
  const areBeside = lazily(() => elements[0].some((each) => elements[1].some((other) => overlapY(each, other) > 0)));
  const areCode = lazily(() => {
    const goOn = ({ rows }: Side, { baselines }: Side): TextRow[] =>
      rows.filter((row) => baselines.some((other) => isNear(other, row.baseline, LOCKED_EM * size)));
    const lines = [...goOn(left, right), ...goOn(right, left)];
    return lines.length > 0 && lines.every(isTypedRow);
  });
  return { left, right, gutter: widthOf(gutter), size, few, many, areBeside, areCode };
}
