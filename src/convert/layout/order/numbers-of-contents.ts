import { isSegment, segmentElement, segmentsOf, type Element } from '../model/element.ts';
import { isNear } from '../model/geometry.ts';
import type { GlyphRun } from '../model/glyph-run.ts';
import { makeLine, type Segment } from '../model/line.ts';
import { lineText } from '../text/inlines.ts';

/** Page numbers at the middle of titles of several lines. Set by hand on reports of audits that browsers print. */
const NUMBERS = {
  /** Fewest numbers, fewest of them at the middle of two lines, and the share that have a title. */
  least: 5,
  centred: 1,
  titled: 0.8,
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

/** Numbers below each other that end at one place and do not fall, with nothing at their right. */
function columnOf(segments: readonly Segment[]): Segment[] {
  const x1 = Math.max(...segments.map((segment) => segment.x1));
  const column = segments
    .filter((segment) => isNumber(segment) && isNear(segment.x1, x1, NUMBERS.edgePt))
    .sort((a, b) => a.baseline - b.baseline);
  const values = column.map((segment) => Number(lineText(segment)));
  return values.every((value, index) => index === 0 || value >= values[index - 1]!) ? column : [];
}

interface Entry {
  readonly number: Segment;
  /** The last line of the title. */
  readonly last: Segment;
  readonly isCentred: boolean;
}

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
 * middle of titles of two lines: no row of the page has both.
 */
export function joinNumbersOfContents(elements: readonly Element[]): readonly Element[] {
  const segments = segmentsOf(elements);
  if (segments.length < 2 * NUMBERS.least) return elements;
  const column = new Set(columnOf(segments));
  if (column.size < NUMBERS.least) return elements;
  const others = segments.filter((segment) => !column.has(segment)).sort((a, b) => a.baseline - b.baseline);
  const entries = [...column].flatMap((number) => entryOf(number, others) ?? []);
  const lasts = new Map(entries.map(({ number, last }) => [last, number]));
  const isContents =
    entries.filter(({ isCentred }) => isCentred).length >= NUMBERS.centred &&
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
