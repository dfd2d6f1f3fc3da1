import { isSegment, segmentsOf, type Element } from '../../model/element.ts';
import type { Segment } from '../../model/line.ts';
import { objectionTo, type Objection } from '../../model/decisions.ts';
import { isCaption } from '../../lexicon/captions.ts';
import { lineText } from '../../text/inlines.ts';
import { isInSmallLetters, segmentsByRow, textRows, type TextRow } from '../../text/text-rows.ts';
import { findGutters } from '../../whitespace/gutters.ts';
import { endAndHead, headAnother } from '../aligned/column-names.ts';
import { hasAmounts } from '../model/numeric.ts';
import { lengthOf, type Ruling } from '../rulings/rulings.ts';
import { areCellsOfRow } from './cells-of-row.ts';
import { isJustified } from './justified-lines.ts';

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
  /** Share of the rows with several cells. */
  several: 0.4,
  /** One cell with text, those before it empty: where it begins and how wide it is, as shares of the width. */
  cellStart: 0.12,
  cellWidth: 0.6,
};

interface Sides {
  readonly x0: number;
  readonly x1: number;
}

/** Em: an entry stands this near below the ruling of a header. */
const ENTRY_EM = 3;

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

const rowsBetween = (elements: readonly Element[], top: Ruling, bottom: Ruling): TextRow[] =>
  textRows(textBetween(elements, top, bottom) ?? []);

/** Rows without names of columns, which stand first, and of sections in small letters. */
function withoutSmallNames(rows: readonly TextRow[]): readonly TextRow[] {
  const last = rows.at(-1)!;
  const isSmall = (row: TextRow): boolean => isInSmallLetters(row, last);
  const body = rows.findIndex((row) => !isSmall(row));
  return rows.filter((row, index) => index >= body && !(isSmall(row) && row.segments.length === 1));
}

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
];

/** Whether what lies between two rulings is rows of cells: not prose, nothing that sticks out at the sides. */
export function isTabular(elements: readonly Element[], top: Ruling, bottom: Ruling): boolean {
  const segments = textBetween(elements, top, bottom);
  if (!segments) return false;
  const rows = textRows(segments);
  if (objectionTo(NO_ROWS_OF_CELLS, rows) || headAnother(rows, top.at)) return false;
  const several = rows.filter((row) => row.segments.length >= 2).length;
  if (rows.length === 1 || (several >= SHARE.several * rows.length && !isJustified(rows))) return true;
  if (rows.every((row) => isLoneCell(row, top))) return true;
  const gutters = findGutters(segmentsByRow(rows), GUTTER_EM * rows[0]!.size, 0);
  return several >= 1 ? gutters.length > 0 : gutters.some((gutter) => areCellsOfRow(segments, gutter));
}

/** Whether the rows below a chain of rulings, above the last of which are amounts, end one table and head another. */
export function isEndAndHead(elements: readonly Element[], chain: readonly Ruling[], bottom: Ruling): boolean {
  const [above, last] = chain.slice(-2);
  if (!last) return false;
  const entries = rowsBetween(elements, above!, last);
  return entries.filter(hasAmounts).length > entries.length / 2 && endAndHead(rowsBetween(elements, last, bottom));
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

/**
 * A chain of rulings parted where the names of columns between its first two stand between two others: they head
 * another table. Right below each of them are entries.
 */
export function partsByNames(chain: readonly Ruling[], elements: readonly Element[]): readonly (readonly Ruling[])[] {
  const namesBelow = (index: number): string => {
    const [top, bottom] = [chain[index], chain[index + 1]];
    const rows = top && bottom ? rowsBetween(elements, top, bottom) : [];
    const [first] = rows;
    return first && first.segments.length > 1 && !rows.some(hasAmounts) ? rows.map(textOfRow).join() : '';
  };
  const names = namesBelow(0);
  const starts = chain.flatMap((_, index) => (index === 0 || (names && namesBelow(index) === names) ? [index] : []));
  return starts.length > 1 && starts.every((start) => isEntryBelow(chain[start + 1]!, elements))
    ? starts.map((start, index) => chain.slice(start, starts[index + 1] ?? chain.length))
    : [chain];
}

const textOfRow = ({ segments }: TextRow): string => segments.map(lineText).join();

/** Whether the first row below a ruling has amounts beside a name. */
function isEntryBelow({ at, from, to }: Ruling, elements: readonly Element[]): boolean {
  const below = segmentsOf(elements).filter(
    (segment) =>
      segment.baseline > at &&
      segment.baseline < at + ENTRY_EM * segment.size &&
      isBetweenSides(segment, { x0: from, x1: to }),
  );
  const [row] = textRows(below);
  return row !== undefined && row.segments.length > 1 && hasAmounts(row);
}
