import { segmentsOf, type Element } from '../../model/element.ts';
import type { Segment } from '../../model/line.ts';
import { isNear, median } from '../../model/geometry.ts';
import { beginsInLowerCase } from '../../lexicon/broken-off.ts';
import { countWords, lineText } from '../../text/inlines.ts';
import { areYears } from '../header/column-names.ts';
import { isRowOfNumbers } from '../model/numeric.ts';
import { withoutLeader } from '../../text/leaders.ts';
import { textRows, type TextRow } from '../../text/text-rows.ts';
import type { Area } from './table-areas.ts';

/** When what stands beside ruled numbers names their rows. Set by hand on the tuning half of the corpus. */
const NAMES = {
  /** Fewest rows with a name, and their share. */
  rows: 2,
  share: 0.6,
  /** Share of the lines beside the area that stand on no line of its own: titles of sections, and wrapped names. */
  others: 0.45,
  /** Em by which baselines differ, and space between a name and the numbers. */
  baselineEm: 0.3,
  nearEm: 45,
  /** Share of the rows of amounts that have text beside them. */
  besideShare: 0.5,
  /** Words of a line of prose, and share of the lines that go on with one: they are those of another column. */
  proseWords: 4,
  prose: 0.5,
  /** Words of a name, usually. */
  words: 8,
};

/** Points: what reaches less far into the area stands beside it. */
const BESIDE_PT = 2;

/** Whether a text at the left of an area stands on the line of a row, and near. */
const isBeside = ({ baseline, size, x1 }: Segment, row: TextRow, { x0 }: Area): boolean =>
  isNear(baseline, row.baseline, NAMES.baselineEm * size) && x0 - x1 < NAMES.nearEm * size;

/** Rows of a header, and em below it in which the first rows of its table stand. */
const HEADER = { rows: 2, bodyEm: 5 };

/** The bottom of an area, or that of the first rows below it, where only names of columns are in it. */
function bodyBelow(area: Area, segments: readonly Segment[]): number {
  const inside = textRows(
    segments.filter(
      ({ baseline, x0, x1 }) => baseline > area.top && baseline < area.bottom && x1 > area.x0 && x0 < area.x1,
    ),
  );
  const size = inside[0]?.size ?? 0;
  return area.openBottom && inside.length <= HEADER.rows ? area.bottom + HEADER.bodyEm * size : area.bottom;
}

/** Whether half of the lines go on in lower case with one of several words. */
function areProse(texts: readonly string[]): boolean {
  const next = texts.slice(1);
  const goOn = next.filter((text, above) => beginsInLowerCase(text) && countWords(texts[above]!) >= NAMES.proseWords);
  return next.length > 0 && goOn.length >= NAMES.prose * next.length;
}

/**
 * An area with the names of its rows at its left, where rulings leave them out: those above the totals of a statement
 * are as wide as its numbers.
 */
export function withNames(area: Area, elements: readonly Element[]): Area {
  const all = segmentsOf(elements);
  const bottom = bodyBelow(area, all);
  const segments = all.filter(({ baseline }) => baseline > area.top && baseline < bottom);
  const inside = textRows(
    segments.filter(({ x0, x1 }) => x0 >= area.x0 - BESIDE_PT && x1 <= area.x1 + BESIDE_PT),
  ).filter((row) => !areYears(row));
  const beside = segments.filter(({ x1 }) => x1 < area.x0 + BESIDE_PT);
  const isOn = (segment: Segment, row: TextRow): boolean => isBeside(segment, row, area);
  const right = segments.filter(({ x0 }) => x0 > area.x1 - BESIDE_PT);
  const isMiddle = right.some((segment) => inside.some((row) => isOn({ ...segment, x1: area.x0 }, row)));
  const names = beside.filter((segment) => inside.some((row) => isOn(segment, row)));
  const named = inside.filter((row) => names.some((segment) => isOn(segment, row)));
  const isNamed =
    !isMiddle &&
    named.length >= NAMES.rows &&
    named.length >= NAMES.share * inside.length &&
    names.length === named.length &&
    // lines of drafts have numbers in the margin
    names.some((name) => /\p{L}/u.test(lineText(name))) &&
    beside.length - names.length <= NAMES.others * beside.length &&
    !areProse(names.map(lineText)) &&
    median(names.map((name) => countWords(lineText(withoutLeader(name))))) <= NAMES.words;
  if (!isNamed) return area;
  const x0 = Math.min(...beside.map((segment) => segment.x0));
  return { ...area, x0, edges: area.edges.length > 0 ? [area.x0, ...area.edges] : [] };
}

/** Whether rows are nothing but amounts, most of them with text on their line at the left of the area. */
export function areAmountsBesideText(rows: readonly TextRow[], area: Area, elements: readonly Element[]): boolean {
  const texts = segmentsOf(elements).filter(({ x1 }) => x1 < area.x0 + BESIDE_PT);
  return (
    rows.every(isRowOfNumbers) &&
    rows.filter((row) => texts.some((text) => isBeside(text, row, area))).length >= NAMES.besideShare * rows.length
  );
}
