import { isSegment, segmentsOf, type Element } from '../../model/element.ts';
import { isBold } from '../../model/glyph-run.ts';
import type { Segment } from '../../model/line.ts';
import { objectionTo, type Objection } from '../../model/decisions.ts';
import { isCaption } from '../../lexicon/captions.ts';
import { lineText } from '../../text/inlines.ts';
import { isInSmallLetters, segmentsByRow, textRows, type TextRow } from '../../text/text-rows.ts';
import { findGutters } from '../../whitespace/gutters.ts';
import { headAnother } from '../header/column-names.ts';
import { lengthOf, type Ruling } from '../rulings/rulings.ts';

/** Em: the bottom of a row's letters below the baseline. */
export const DEPTH_EM = 0.2;

/**
 * Points: text may stick out of the sides of an area by this; what reaches into it by less stands outside. Set by hand
 * on the tuning half of the corpus.
 */
export const SIDES_PT = { stickOut: 6, reach: 2 };

/** Set by hand on the tuning half of the corpus. */
const SHARE = {
  /** Letters of one area differ in size by less than this factor. */
  sizes: 1.3,
  /** Those of a heading below rows are larger by this one. */
  title: 1.1,
  /** Share of the rows with several cells. */
  several: 0.4,
  /** One cell with text, those before it empty: where it begins and how wide it is, as shares of the width. */
  cellStart: 0.12,
  cellWidth: 0.6,
};

export interface Sides {
  readonly x0: number;
  readonly x1: number;
}

/** Em: a gutter that all rows between two rulings keep. */
const GUTTER_EM = 0.8;

/** Whether an element lies in an area, beside its sides or across them. */
export const reaches = (element: Element, area: Sides & { top: number; bottom: number }): boolean =>
  element.y1 > area.top + SIDES_PT.reach &&
  element.y0 < area.bottom - SIDES_PT.reach &&
  element.x1 > area.x0 &&
  element.x0 < area.x1;

export const isBetweenSides = (element: Pick<Element, 'x0' | 'x1'>, { x0, x1 }: Sides): boolean =>
  element.x0 >= x0 - SIDES_PT.stickOut && element.x1 <= x1 + SIDES_PT.stickOut;

/** The text between two rulings; nothing where something crosses their ends, or is no text. */
function textBetween(elements: readonly Element[], top: Ruling, bottom: Ruling): Segment[] | undefined {
  const area = { x0: top.from, x1: top.to, top: top.at, bottom: bottom.at };
  const inside = elements.filter((element) => reaches(element, area));
  const isBeside = (element: Element): boolean =>
    element.x1 <= area.x0 + SIDES_PT.stickOut || element.x0 >= area.x1 - SIDES_PT.stickOut;
  if (inside.some((element) => !isSegment(element) || (!isBetweenSides(element, area) && !isBeside(element))))
    return undefined;
  return segmentsOf(inside.filter((element) => isBetweenSides(element, area)));
}

/** Rows without names of sections in small letters. */
const withoutSmallNames = (rows: readonly TextRow[]): readonly TextRow[] =>
  rows.filter((row) => row.segments.length > 1 || !isInSmallLetters(row, rows.at(-1)!));

const NO_ROWS_OF_CELLS: readonly Objection<readonly TextRow[]>[] = [
  ['no text', (rows) => rows.length === 0],
  ['a caption', (rows) => rows.some((row) => row.segments.length === 1 && isCaption(lineText(row.segments[0]!)))],
  [
    'letters of different sizes',
    (rows) => {
      const sizes = withoutSmallNames(rows).map((row) => row.size);
      return Math.max(...sizes) > SHARE.sizes * Math.min(...sizes);
    },
  ],
  [
    'a heading above its ruling',
    (rows) => {
      const [last, ...others] = [...rows].reverse();
      const isTitle = last!.segments.length === 1 && isBold(last!.segments[0]!.runs);
      return isTitle && others.length > 0 && others.every((row) => last!.size > SHARE.title * row.size);
    },
  ],
];

/** Whether what lies between two rulings is rows of cells: not prose, nothing that sticks out at the sides. */
export function isTabular(elements: readonly Element[], top: Ruling, bottom: Ruling): boolean {
  const segments = textBetween(elements, top, bottom);
  if (!segments) return false;
  const rows = textRows(segments);
  if (objectionTo(NO_ROWS_OF_CELLS, rows) || headAnother(rows, top.at)) return false;
  const several = rows.filter((row) => row.segments.length >= 2).length;
  if (rows.length === 1 || several >= SHARE.several * rows.length) return true;
  if (rows.every((row) => isLoneCell(row, top))) return true;
  const gutters = findGutters(segmentsByRow(rows), GUTTER_EM * rows[0]!.size, 0);
  return several >= 1 && gutters.length > 0;
}

/** One cell with text, those before it empty. */
function isLoneCell({ segments: [only, ...more] }: TextRow, ruling: Ruling): boolean {
  const width = lengthOf(ruling);
  return (
    more.length === 0 &&
    only!.x0 > ruling.from + SHARE.cellStart * width &&
    only!.x1 - only!.x0 < SHARE.cellWidth * width
  );
}
