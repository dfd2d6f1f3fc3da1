import { isSegment, segmentElement, segmentsOf, type Element } from '../model/element.ts';
import { isNear } from '../model/geometry.ts';
import type { GlyphRun } from '../model/glyph-run.ts';
import { makeLine, type Segment } from '../model/line.ts';
import { lineText } from '../text/inlines.ts';

/** Page numbers that stand apart from their titles. Set by hand on reports of audits that browsers print. */
const NUMBERS = {
  /** Fewest lines that end in numbers, their share of those that end there, and that of numbers alone with a title. */
  least: 5,
  numbered: 0.8,
  titled: 0.8,
  /** Fewest numbers at the middle of two lines, or beside letters of another size, and the ratio of the sizes. */
  centred: 1,
  ofOtherSize: 2,
  ratio: 1.15,
  /** Points by which their ends differ. */
  edgePt: 2.5,
  /** Em: distance of a number from its line, and from the middle of two lines; distance of these. */
  lineEm: 0.3,
  middleEm: 0.3,
  leadingEm: 1.6,
  /** Em: a space. */
  spaceEm: 0.3,
};

const isNumber = (segment: Segment): boolean => segment.runs.length === 1 && /^\d{1,3}$/u.test(lineText(segment));

/**
 * The numbers alone among those below each other that end at one place and do not fall, with nothing at their right;
 * other lines may end in theirs.
 */
function columnOf(segments: readonly Segment[]): Segment[] {
  const x1 = Math.max(...segments.map((segment) => segment.x1));
  const atEdge = segments
    .filter((segment) => isNear(segment.x1, x1, NUMBERS.edgePt))
    .sort((a, b) => a.baseline - b.baseline);
  const ends = atEdge.flatMap((segment) => {
    const number = /(?<!\d|\d[.,])(\d{1,3})$/u.exec(lineText(segment));
    return number ? [{ segment, value: Number(number[1]) }] : [];
  });
  const isRising = ends.every(({ value }, index) => index === 0 || value >= ends[index - 1]!.value);
  const areMany = ends.length >= Math.max(NUMBERS.least, NUMBERS.numbered * atEdge.length);
  return isRising && areMany ? ends.map(({ segment }) => segment).filter(isNumber) : [];
}

interface Entry {
  readonly number: Segment;
  /** The last line of the title. */
  readonly last: Segment;
  readonly isCentred: boolean;
}

const isOfOtherSize = ({ number, last: { size } }: Entry): boolean =>
  Math.max(number.size / size, size / number.size) > NUMBERS.ratio;

/** The title beside a number: a line, or two lines whose middle is there. */
function entryOf(number: Segment, others: readonly Segment[]): Entry | undefined {
  const em = number.size;
  const beside = others.filter(({ baseline }) => isNear(baseline, number.baseline, NUMBERS.leadingEm * em));
  const line = beside.find(({ baseline }) => isNear(baseline, number.baseline, NUMBERS.lineEm * em));
  if (line) return { number, last: line, isCentred: false };
  const last = beside.find(({ baseline }) => baseline > number.baseline);
  const first = beside.findLast(({ baseline }) => baseline < number.baseline);
  if (!first || !last || last.baseline - first.baseline > NUMBERS.leadingEm * last.size) return undefined;
  const middle = (first.baseline + last.baseline) / 2;
  return isNear(middle, number.baseline, NUMBERS.middleEm * em) ? { number, last, isCentred: true } : undefined;
}

/** The number as a word right behind the title: the space before it would part cells. */
function behind(run: GlyphRun, { baseline, x1, size }: Segment): GlyphRun {
  const [down, x0] = [baseline - run.baseline, x1 + NUMBERS.spaceEm * size];
  return { ...run, baseline, y0: run.y0 + down, y1: run.y1 + down, x0, x1: x0 + run.x1 - run.x0, space: true };
}

/**
 * Puts the page numbers of a table of contents behind their titles, where they stand in a column at the right, at the
 * middle of titles of two lines, so that no row of the page has both, or in letters of another size, as those of
 * chapters do.
 */
export function joinNumbersOfContents(elements: readonly Element[]): readonly Element[] {
  const segments = segmentsOf(elements);
  if (segments.length < NUMBERS.least) return elements;
  const column = new Set(columnOf(segments));
  if (column.size === 0) return elements;
  const others = segments.filter((segment) => !column.has(segment)).sort((a, b) => a.baseline - b.baseline);
  const entries = [...column].flatMap((number) => entryOf(number, others) ?? []);
  const lasts = new Map(entries.map(({ number, last }) => [last, number]));
  const isContents =
    (entries.filter(({ isCentred }) => isCentred).length >= NUMBERS.centred ||
      entries.filter(isOfOtherSize).length >= NUMBERS.ofOtherSize) &&
    entries.length >= NUMBERS.titled * column.size &&
    lasts.size === entries.length;
  if (!isContents) return elements;
  const joined = new Set(lasts.values());
  return elements.flatMap((element): Element[] => {
    if (!isSegment(element)) return [element];
    if (joined.has(element.segment)) return [];
    const number = lasts.get(element.segment);
    if (!number) return [element];
    const runs = number.runs.map((run) => behind(run, element.segment));
    return [segmentElement({ ...element.segment, ...makeLine([...element.segment.runs, ...runs]) })];
  });
}
