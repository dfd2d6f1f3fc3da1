import { isNear } from '../model/geometry.ts';
import type { Line } from '../model/line.ts';
import { breaksOff } from '../lexicon/broken-off.ts';
import { lineText } from '../text/inlines.ts';
import { STOP, type LineLook } from './line-look.ts';

/** Distances of baselines, in em of the lines. Set by hand on the tuning half of the corpus. */
const LEADING = {
  /** Distances that can be those of lines of one paragraph. */
  least: 0.5,
  most: 2.6,
  /** Points: by how much the sizes of lines may differ. */
  sizePt: 0.6,
  /** Of all distances, sorted, this share is smaller: lines that belong together are the closer ones. */
  quantile: 0.4,
  /** The usual one is not above this. */
  cap: 2,
  /** Of text without any; lines that go on may be as far apart in any text. */
  default: 1.25,
  /** Of text in which no line goes on by its words, at most. */
  unproved: 1.7,
  /** Fewest distances that tell the usual one. */
  distances: 4,
  /** Fewest lines of one size that have a leading of their own. */
  lines: 8,
};

/**
 * Distances of baselines, in em, that can be those of lines of one paragraph, from small to large; of all lines, or of
 * those that go on for the reader.
 */
function leadingsOf(lines: readonly Line[], goesOn: (above: Line, line: Line) => boolean = () => true): number[] {
  const gaps: number[] = [];
  for (let index = 1; index < lines.length; index += 1) {
    const above = lines[index - 1]!;
    const line = lines[index]!;
    const gap = line.baseline - above.baseline;
    const isOneSize = Math.abs(above.size - line.size) < LEADING.sizePt;
    const isDistance = isOneSize && gap > LEADING.least * line.size && gap < LEADING.most * line.size;
    if (isDistance && goesOn(above, line)) gaps.push(gap / line.size);
  }
  return gaps.sort((a, b) => a - b);
}

const SMALL_WORD = /\p{Ll}{3}/u;

/** Whether the words say that a line goes on: a word in small letters below no stop, or any below `of the`. */
function goesOnByWords(above: Line, line: Line): boolean {
  const text = lineText(above);
  return (/^\p{Ll}/u.test(line.runs[0]!.text) && !STOP.test(text)) || breaksOff(text.toLowerCase());
}

const quantileOf = (leadings: readonly number[]): number =>
  leadings.length === 0
    ? LEADING.default
    : Math.min(leadings[Math.floor(leadings.length * LEADING.quantile)]!, LEADING.cap);

/** The usual distance of baselines among lines, in em; where they are few, at most that of all lines of their sizes. */
function usualLeading(lines: readonly Line[], stream: readonly Line[]): number {
  const own = leadingsOf(lines);
  if (own.length >= LEADING.distances) return quantileOf(own);
  const isAlike = ({ size }: Line): boolean => lines.some((line) => Math.abs(line.size - size) < LEADING.sizePt);
  const most = Math.max(quantileOf(leadingsOf(stream.filter(isAlike))), LEADING.default);
  return Math.min(quantileOf(own), most);
}

/**
 * No line of a paragraph is farther from the one above than the farthest that goes on by its words: where most
 * paragraphs have one line, the distances of paragraphs are the usual ones. Where no line of many goes on so, lines far
 * from each other are paragraphs.
 */
function farthestLeading(stream: readonly Line[]): number {
  const farthest = leadingsOf(stream, goesOnByWords).at(-1);
  if (farthest !== undefined) return Math.max(farthest, LEADING.default);
  const words = leadingsOf(stream, (above, line) => [above, line].every((each) => SMALL_WORD.test(lineText(each))));
  return words.length < LEADING.distances ? Infinity : LEADING.unproved;
}

/**
 * The usual leading among lines of one size, and that of all where one size has too few: notes are set closer than
 * text. Between two pictures may be a caption and the first line of a paragraph, so that the stream they are part of
 * tells how far lines of a paragraph are apart.
 */
export function usualLeadings(lines: readonly Line[], stream: readonly Line[]): (size: number) => number {
  const farthest = farthestLeading(stream);
  const all = Math.min(usualLeading(lines, stream), farthest);
  const known = new Map<number, number>();
  return (size) => {
    const before = known.get(size);
    if (before !== undefined) return before;
    const own = lines.filter((line) => Math.abs(line.size - size) < LEADING.sizePt);
    const hasOwn = own.length >= LEADING.lines && own.length < lines.length;
    const leading = hasOwn ? Math.max(all, Math.min(usualLeading(own, stream), farthest)) : all;
    known.set(size, leading);
    return leading;
  };
}

/** Em: room that a line may leave which breaks a word. */
const BROKEN_ROOM = 0.45;

/** Whether the line above is full and breaks a word, which goes on however far this line is. */
export const breaksWord = ({ above, look, gap, x1 }: Pick<DoubleSpaced, 'above' | 'look' | 'gap' | 'x1'>): boolean =>
  /\p{Ll}[-\u2010]$/u.test(above.text) &&
  /^\p{Ll}/u.test(look.text) &&
  x1 - above.line.x1 < BROKEN_ROOM * look.line.size &&
  gap > 0 &&
  gap < LEADING.most;

/** Double spacing of a part of the text. Set by hand on scanned contracts and resolutions. */
const DOUBLE = {
  /** Em: distances of baselines that can be double spacing, and by how much those of one text may differ. */
  least: 1.6,
  most: 2.6,
  slack: 0.12,
  /** Em: room that a full line may leave beside the first word of the next. */
  room: 0.6,
  /** Em: indent of a first line, at least; a line that starts further to the right of the one above is another one. */
  indent: 0.8,
  outdent: 0.5,
  /** Fewest lines that go on in small letters at that distance, and their share of all that may go on. */
  lines: 2,
  share: 0.4,
};

/** Whether a line is full and ends no sentence, so that the next one goes on whatever the distance. */
const isOpenAndFull = (above: LineLook, look: LineLook, x1: number): boolean =>
  !STOP.test(above.text) && x1 - above.line.x1 < look.firstWord + DOUBLE.room * look.line.size;

/**
 * The distance of baselines, in em, of text that is set with double spacing beside text that is not: lines go on at
 * this distance in small letters. Undefined where there is none.
 */
export function doubleLeading(looks: readonly LineLook[], x1: number): number | undefined {
  const gaps = looks.slice(1).flatMap((look, index) => {
    const above = looks[index]!;
    const gap = (look.line.baseline - above.line.baseline) / look.line.size;
    const isOneSize = Math.abs(above.line.size - look.line.size) < LEADING.sizePt;
    const isDouble = isOneSize && gap > DOUBLE.least && gap < DOUBLE.most && look.label === undefined;
    return isDouble && isOpenAndFull(above, look, x1) ? [{ gap, isSmall: /^\p{Ll}/u.test(look.text) }] : [];
  });
  const small = gaps.filter(({ isSmall }) => isSmall).map(({ gap }) => gap);
  if (small.length < DOUBLE.lines || small.length < DOUBLE.share * gaps.length) return undefined;
  const usual = small.toSorted((a, b) => a - b)[Math.floor(small.length / 2)]!;
  return small.filter((gap) => isNear(gap, usual, DOUBLE.slack)).length < DOUBLE.lines ? undefined : usual;
}

/** A line below another one, the first line of the paragraph of that, and the edge of the column. */
interface DoubleSpaced {
  readonly first: LineLook;
  readonly above: LineLook;
  readonly look: LineLook;
  /** Em: the distance of the lines, and that of double spacing. */
  readonly gap: number;
  readonly double: number | undefined;
  readonly x1: number;
}

/**
 * Whether a line goes on at the distance of double spacing: below a full line that ends no sentence, or at the margin
 * below lines of a paragraph whose first one is indented.
 */
export function goesOnDouble({ first, above, look, gap, double, x1 }: DoubleSpaced): boolean {
  const { x0, size } = look.line;
  if (double === undefined || look.label !== undefined || !isNear(gap, double, DOUBLE.slack)) return false;
  if (x0 - above.line.x0 > DOUBLE.outdent * size) return false;
  return isOpenAndFull(above, look, x1) || (first.label === undefined && first.line.x0 > x0 + DOUBLE.indent * size);
}
