import { isAtom, isSegment, segmentsOf, type Element } from '../model/element.ts';
import { boundsOf, isNear, median, overlapX, stretchesOf, widthOf } from '../model/geometry.ts';
import { isBold } from '../model/glyph-run.ts';
import { beginsInLowerCase, breaksOff } from '../lexicon/broken-off.ts';
import { lineText } from '../text/inlines.ts';
import { isStamp } from '../lexicon/stamps.ts';

export interface PageEdges {
  readonly top: readonly (readonly Element[])[];
  readonly body: readonly Element[];
  readonly bottom: readonly (readonly Element[])[];
}

/** Where running headers and footers stand. Set by hand on the tuning half of the corpus. */
const EDGE = {
  /** Share of the page's height at either end, those of a row with the number of the page and of one alone. */
  zone: 0.13,
  numbered: 0.16,
  alone: 0.2,
  /** Most rows. */
  rows: 3,
  /** Rows below that tell whether headings side by side head columns. */
  rowsBelow: 4,
};

/** What a row of the body looks like: a row that is as wide and as large may be the end of a paragraph. */
const BODY = { width: 0.6, size: 0.08 };

/**
 * Space that sets a row apart: em; em, and in usual distances of rows. Set by hand on the tuning half of the corpus.
 */
const CLEAR = { farEm: 1.8, nearEm: 0.75, usualGaps: 1.4 };

/** Headings of columns, and how many of them may as well stand at the right edges of these. */
const HEADING = { larger: 1.1, edgePt: 1.5, several: 3 };

/** Points by which the distances of even rows may differ. Set by hand on made documents. */
const EVEN_PT = 1.2;

/** Titles of several lines: em of their distance, and size beyond which it is no running head. */
const TITLE = { gapEm: 1.6, larger: 1.3 };

/** Points: size of what is no text. */
const DEFAULT_SIZE = 10;

/** Elements whose heights overlap. */
interface EdgeRow {
  readonly elements: Element[];
  readonly y0: number;
  y1: number;
  /** That of its largest letters. */
  size: number;
  /** That of all its elements together. */
  width: number;
  hasAtom: boolean;
  /** Some of its elements stand below others: lines of columns. */
  isStacked: boolean;
}

interface Usual {
  readonly gap: number;
  readonly width: number;
  readonly size: number;
}

/**
 * Sets apart the rows at the top and bottom of the page that stand clear of the rest, as running headers and footers
 * do. Whether they are is for the merge to say.
 */
export function splitEdges(all: readonly Element[], height: number): PageEdges {
  const stamps = all.filter((element) => isStampAtEdge(element, height));
  const rows = edgeRows(stamps.length > 0 ? all.filter((element) => !stamps.includes(element)) : all);
  const usual: Usual = {
    gap: median(rows.slice(1).map((row, index) => row.y0 - rows[index]!.y1)),
    width: Math.max(...rows.map(widthOfRow), 1),
    size: median(rows.map((row) => row.size)),
  };
  const first = countClear(rows, usual, {
    most: rows.length - 1,
    isInZone: (row) => row.y1 <= zoneOf(row) * height,
    isHeading: (row, index) => headsColumns(row, rows.slice(index + 1, index + 1 + EDGE.rowsBelow), usual.size),
    gapTo: (row, next) => next.y0 - row.y1,
  });
  const last = countClear(rows.toReversed(), usual, {
    most: rows.length - Math.max(1, first),
    isInZone: (row) => row.y0 >= (1 - zoneOf(row)) * height,
    isHeading: () => false,
    gapTo: (row, next) => row.y0 - next.y1,
  });
  const bottom = rows.length - last;
  const elementsOf = (row: EdgeRow): readonly Element[] => row.elements;
  return {
    top: [
      ...stamps.filter(({ y1 }) => y1 < height / 2).map((stamp) => [stamp]),
      ...titlesAmong(rows.slice(0, first), usual.size),
    ],
    body: rows.slice(first, bottom).flatMap(elementsOf),
    bottom: [
      ...rows.slice(bottom).map(elementsOf),
      ...stamps.filter(({ y0 }) => y0 > height / 2).map((stamp) => [stamp]),
    ],
  };
}

/** The elements of each row, and those of a title of several lines together. */
const titlesAmong = (rows: readonly EdgeRow[], usual: number): Element[][] =>
  stretchesOf(rows, (group, row) => goesOnWithTitle(group.at(-1)!, row, usual)).map((group) =>
    group.flatMap(({ elements }) => elements),
  );

/** Beside the words that always need another: elsewhere, these may be a unit or the letter of an item. */
const NEEDS_ANOTHER_IN_TITLES = / (?:in|on|at|by|a)$/;

/** Whether a line goes on with the one above, in the same letters: this breaks off, or that begins in lower case. */
function goesOnWithTitle(above: EdgeRow, row: EdgeRow, usual: number): boolean {
  const [[first, ...more], [second, ...others]] = [segmentsOf(above.elements), segmentsOf(row.elements)];
  if (!first || !second || more.length + others.length > 0) return false;
  const [text, next] = [lineText(first), lineText(second)];
  return (
    first.size === second.size &&
    isBold(first.runs) === isBold(second.runs) &&
    second.baseline - first.baseline < TITLE.gapEm * first.size &&
    (first.size > TITLE.larger * usual ||
      breaksOff(text) ||
      NEEDS_ANOTHER_IN_TITLES.test(text) ||
      (beginsInLowerCase(next) && !/[.:;!?]$/.test(text)))
  );
}

/** A number that is no year. */
const isNumber = (element: Element | undefined): boolean =>
  element !== undefined && isSegment(element) && /^(?!19|20)\d{1,4}$|^(?:19|20)\d?$/.test(lineText(element.segment));

/**
 * A number at either end of a row, apart from a text that stands in it too, is seldom anything but a page's; one that
 * stands alone may be that of a page that is larger than it was set for.
 */
function zoneOf({ elements }: EdgeRow): number {
  const [first, ...more] = elements.toSorted((a, b) => a.x0 - b.x0);
  if (more.length === 0 && isNumber(first)) return EDGE.alone;
  return more.length > 0 && isNumber(first) !== isNumber(more.at(-1)) ? EDGE.numbered : EDGE.zone;
}

const isStampAtEdge = (element: Element, height: number): boolean =>
  isSegment(element) &&
  (element.y1 <= EDGE.zone * height || element.y0 >= (1 - EDGE.zone) * height) &&
  isStamp(lineText(element.segment));

/** How the rows of one edge are looked at, from the edge inwards. */
interface EdgeSide {
  readonly most: number;
  isInZone(row: EdgeRow): boolean;
  isHeading(row: EdgeRow, index: number): boolean;
  gapTo(row: EdgeRow, next: EdgeRow): number;
}

/** How many rows, from the edge inwards, stand clear of the rest. Of several rows, none may look like the body. */
function countClear(rows: readonly EdgeRow[], usual: Usual, side: EdgeSide): number {
  let clear = 0;
  for (let count = 1; count <= Math.min(EDGE.rows, side.most); count += 1) {
    const row = rows[count - 1]!;
    if (!side.isInZone(row) || row.hasAtom || row.isStacked || side.isHeading(row, count - 1)) break;
    if (areRowsOfTable(rows.slice(count - 1, count + EDGE.rows))) break;
    if (count > 1 && isBody(row, usual)) break;
    const areBody = count > 1 && rows.slice(0, count).some((each) => isBody(each, usual));
    if (!areBody && isClear(row, side.gapTo(row, rows[count]!), usual)) clear = count;
  }
  return clear;
}

const isUsualSize = (row: EdgeRow, size: number): boolean => isNear(row.size, size, BODY.size * size);

const isBody = (row: EdgeRow, { width, size }: Usual): boolean =>
  row.width > BODY.width * width && isUsualSize(row, size);

const isClear = (row: EdgeRow, gap: number, usual: Usual): boolean =>
  gap > CLEAR.farEm * row.size ||
  (gap > CLEAR.nearEm * row.size && (gap > CLEAR.usualGaps * usual.gap || !isUsualSize(row, usual.size)));

/** Whether more rows than a running header has stand at one distance, each of several texts. */
function areRowsOfTable(rows: readonly EdgeRow[]): boolean {
  const distances = rows.slice(1).map((row, index) => Math.abs(row.y0 - rows[index]!.y0));
  return (
    rows.length > EDGE.rows &&
    rows.every(({ elements }) => elements.length > 1) &&
    distances.every((distance) => isNear(distance, distances[0]!, EVEN_PT))
  );
}

/** Headings side by side, each at the left edge of the column below it, or several that end as their columns do. */
function headsColumns(row: EdgeRow, below: readonly EdgeRow[], size: number): boolean {
  const heads = segmentsOf(row.elements);
  if (heads.length < 2) return false;
  if (!heads.every((segment) => segment.size > HEADING.larger * size || isBold(segment.runs))) return false;
  const cells = below.flatMap(({ elements }) => elements);
  return heads.every(({ x0, x1 }) =>
    cells.some(
      (cell) =>
        isNear(cell.x0, x0, HEADING.edgePt) || (heads.length >= HEADING.several && isNear(cell.x1, x1, HEADING.edgePt)),
    ),
  );
}

/** Of lines of columns, which stand below each other too, how far they reach. */
const widthOfRow = ({ elements, width, isStacked }: EdgeRow): number =>
  isStacked ? widthOf(boundsOf(elements)) : width;

/** Elements whose heights overlap are one row. */
function edgeRows(elements: readonly Element[]): EdgeRow[] {
  const sorted = [...elements].sort((a, b) => a.y0 - b.y0);
  const rows: EdgeRow[] = [];
  for (const element of sorted) {
    const size = isSegment(element) ? element.segment.size : DEFAULT_SIZE;
    const row = rows.at(-1);
    if (row && element.y0 < row.y1) {
      row.isStacked ||= row.elements.some((other) => overlapX(other, element) > 0);
      row.elements.push(element);
      row.y1 = Math.max(row.y1, element.y1);
      row.size = Math.max(row.size, size);
      row.width += widthOf(element);
      row.hasAtom ||= isAtom(element);
    } else {
      const { y0, y1 } = element;
      const width = widthOf(element);
      rows.push({ elements: [element], y0, y1, size, width, hasAtom: isAtom(element), isStacked: false });
    }
  }
  return rows;
}
