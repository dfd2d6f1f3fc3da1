import {
  isSegment,
  segmentsOf,
  type Atom,
  type AtomContent,
  type Element,
  type SegmentElement,
} from '../model/element.ts';
import {
  areaOf,
  boundsOf,
  heightOf,
  isNear,
  isWithin,
  median,
  overlapX,
  overlapY,
  widthOf,
} from '../model/geometry.ts';
import type { RawBox, Canvas, Rect } from '../model/raw-page.ts';
import { explain } from '../model/decisions.ts';
import { isWhite } from '../model/colors.ts';
import { isRowOfNumbers } from '../tables/model/numeric.ts';
import { isFigureCaption } from '../lexicon/captions.ts';
import { lineText } from '../text/inlines.ts';
import { textRows, type TextRow } from '../text/text-rows.ts';
import { takeCharts } from './charts.ts';
import { drawingsOf } from './drawings.ts';

/** Frames and backgrounds. Set by hand on the tuning half of the corpus. */
const BOX = {
  /** Points: smaller ones hold a word. */
  leastWidth: 70,
  leastHeight: 36,
  /** One that covers more of the page is its design. */
  mostOfPage: 0.6,
  /** A page with more is a form or a map. */
  most: 80,
  /** Points: by how much the sides of boxes that are one differ together. */
  same: 8,
  /** Points: cells of a table are boxes of one height that touch. */
  cellHeight: 2,
  cellGap: 3,
  /** Points: rows of cells are this near. */
  cellRows: 8,
  /** Points by which elements may stick out. */
  stickOut: 3,
};

/** Captions of figures. Set by hand on the tuning half of the corpus. */
const CAPTION = {
  /** Points: how far from its figure it stands at most, and how far it may reach into it. */
  gap: 30,
  overlap: 3,
  /** Further lines: distance in em, by how much sizes, starts and the sums of both ends may differ in points. */
  lineEm: 1.35,
  size: 0.3,
  start: 3,
  center: 6,
};

/** What makes framed text stand by itself. Set by hand on the tuning half of the corpus. */
const FRAME = {
  /** Fewest rows. */
  rows: 3,
  /** Fewest segments beside it, and the share of its height that they cover. */
  beside: 3,
  besideShare: 0.3,
  /** Columns inside: fewest rows, segments of a row, and runs of a segment. */
  columnRows: 4,
  columns: 2,
  runs: 4,
};

/** Fewest cards of a row. */
const CARDS = 3;

/** Share of the rows of a column that are amounts, and of these that have text on their line. */
const AMOUNTS = { share: 0.6, baselineEm: 0.3 };

/** Prose inside: so many full lines below each other. */
const PROSE = { lines: 3, width: 0.6, runs: 4 };

/**
 * Text in a frame or on a background of its own, kept together: a sidebar whose lines stand beside other text or in
 * columns of their own, and the words of a figure that a caption names. What they hold is made into blocks later.
 */
export function takeFrames(elements: readonly Element[], page: Canvas): readonly Element[] {
  const boxes = boxesOf(page);
  let all = takeCharts(elements, page);
  // a caption names the outermost box of its figure
  for (const box of boxes.toReversed()) all = asFigure(all, box) ?? all;
  for (const box of drawingsOf(all, page)) all = asFigure(all, box, { inRows: true }) ?? all;
  for (const box of boxes) all = asFrame(all, box) ?? all;
  return all;
}

interface Parted {
  readonly inside: readonly Element[];
  readonly outside: readonly Element[];
  readonly rows: readonly TextRow[];
}

/** What lies in a box and what does not; nothing when no text does, or something crosses its edge. */
function partAt(elements: readonly Element[], box: Rect): Parted | undefined {
  const inside = elements.filter((element) => isWithin(element, box, BOX.stickOut));
  if (inside.length < 2 || !inside.some(isSegment) || elements.some((element) => crosses(element, box)))
    return undefined;
  const within = new Set(inside);
  return {
    inside,
    outside: elements.filter((element) => !within.has(element)),
    rows: textRows(segmentsOf(inside)),
  };
}

/** Elements that are read between the outermost of them. */
const regionOf = (elements: readonly Element[]) => {
  const { x0, x1 } = boundsOf(elements);
  return { kind: 'region', region: { elements, x0, x1 } } as const;
};

/** `inRows`: its words are read in rows, as the labels of a chart's axes stand. */
function asFigure(
  elements: readonly Element[],
  box: Rect,
  { inRows = false }: { inRows?: boolean } = {},
): readonly Element[] | undefined {
  const parted = partAt(elements, box);
  if (!parted) return undefined;
  const { inside, outside, rows } = parted;
  if (hasProse(rows, box)) return undefined;
  const caption = captionOf(outside, box);
  if (!caption) return undefined;
  explain('figure', 'yes', 'a caption names what lies in the frame', () => box);
  const words: AtomContent =
    inRows && inside.every(isSegment)
      ? { kind: 'words', segments: segmentsOf(inside), x0: box.x0, x1: box.x1 }
      : { ...regionOf(inside), words: true };
  if (!caption.isClear) return [...outside, { ...pick(box), kind: 'figure', contents: [words] }];
  const { lines } = caption;
  const named = regionOf(lines);
  const figure: Atom = {
    ...boundsOf([box, ...lines]),
    kind: 'figure',
    contents: boundsOf(lines).y0 < box.y0 ? [named, words] : [words, named],
  };
  return [...outside.filter((element) => !isSegment(element) || !lines.includes(element)), figure];
}

function asFrame(elements: readonly Element[], box: Rect): readonly Element[] | undefined {
  const parted = partAt(elements, box);
  if (!parted) return undefined;
  const { inside, outside, rows } = parted;
  if (rows.length < FRAME.rows || isColumnOfAmounts(rows, outside)) return undefined;
  const reason = isBeside(outside, box) ? 'text stands beside it' : hasColumns(rows) ? 'it has columns' : undefined;
  if (!reason) return undefined;
  explain('frame', 'yes', reason, () => box);
  return [...outside, { ...pick(box), kind: 'frame', contents: [regionOf(inside)] }];
}

/** The background of one column of a table, as that of the current year: amounts on the lines of text beside it. */
function isColumnOfAmounts(rows: readonly TextRow[], outside: readonly Element[]): boolean {
  const beside = segmentsOf(outside);
  const amounts = rows.filter(isRowOfNumbers);
  const named = amounts.filter(({ baseline, size }) =>
    beside.some((segment) => isNear(segment.baseline, baseline, AMOUNTS.baselineEm * size)),
  );
  return amounts.length >= AMOUNTS.share * rows.length && named.length >= AMOUNTS.share * amounts.length;
}

const pick = ({ x0, y0, x1, y1 }: Rect): Rect => ({ x0, y0, x1, y1 });

/**
 * Boxes of one size in a row, each with lines of its own: cards, whose lines beside each other look like rows of a
 * table, or labels above their values.
 */
export function takeCards(elements: readonly Element[], page: Canvas): readonly Element[] {
  const cards = boxesOf(page).flatMap((box) => {
    const inside = partAt(elements, box)?.inside;
    const hasLines = inside?.every(isSegment) && textRows(segmentsOf(inside)).length > 1;
    return hasLines && !hasCellNear(box, page) ? [{ box, inside }] : [];
  });
  const inRow = cards.filter(({ box }) => cards.filter((other) => isCardBeside(other.box, box)).length >= CARDS);
  if (inRow.length === 0) return elements;
  const taken = new Set<Element>(inRow.flatMap(({ inside }) => inside));
  const atoms = inRow.map(({ box, inside }): Atom => ({ ...pick(box), kind: 'frame', contents: [regionOf(inside)] }));
  return [...elements.filter((element) => !taken.has(element)), ...atoms];
}

/** Whether a box of the same width stands right above or below, as those of a table do. */
const hasCellNear = (box: Rect, page: Canvas): boolean =>
  [...page.boxes, ...page.shapes].some((other) => {
    const gap = -overlapY(other, box);
    const isInColumn = isNear(other.x0, box.x0, BOX.cellHeight) && isNear(other.x1, box.x1, BOX.cellHeight);
    return isInColumn && gap > 0 && gap < BOX.cellRows;
  });

const isCardBeside = (a: Rect, b: Rect): boolean =>
  isNear(a.y0, b.y0, BOX.cellHeight) &&
  isNear(a.y1, b.y1, BOX.cellHeight) &&
  isNear(widthOf(a), widthOf(b), BOX.cellHeight);

/** Frames and backgrounds from small to large, each once. */
function boxesOf(page: Canvas): Rect[] {
  const isLarge = (box: RawBox): boolean =>
    widthOf(box) >= BOX.leastWidth &&
    heightOf(box) >= BOX.leastHeight &&
    areaOf(box) < BOX.mostOfPage * page.width * page.height &&
    (box.stroke !== undefined || !isWhite(box.fill!));
  const large = [...page.boxes, ...page.shapes.filter(({ rounded }) => rounded)].filter(isLarge);
  if (large.length > BOX.most) return [];
  const boxes: Rect[] = [];
  for (const box of large.sort((a, b) => areaOf(a) - areaOf(b)))
    if (!boxes.some((other) => isSame(other, box)) && !page.boxes.some((other) => isNextCell(other, box)))
      boxes.push(box);
  return boxes;
}

const isSame = (a: Rect, b: Rect): boolean =>
  Math.abs(a.x0 - b.x0) + Math.abs(a.x1 - b.x1) + Math.abs(a.y0 - b.y0) + Math.abs(a.y1 - b.y1) < BOX.same;

/** Boxes of one height that touch are cells. */
const isNextCell = (a: Rect, b: Rect): boolean =>
  isNear(a.y0, b.y0, BOX.cellHeight) &&
  isNear(a.y1, b.y1, BOX.cellHeight) &&
  (isNear(a.x1, b.x0, BOX.cellGap) || isNear(a.x0, b.x1, BOX.cellGap));

const crosses = (rect: Rect, box: Rect): boolean =>
  !isWithin(rect, box, BOX.stickOut) && overlapX(rect, box) > BOX.stickOut && overlapY(rect, box) > BOX.stickOut;

/** Full lines below each other. */
function hasProse(rows: readonly TextRow[], box: Rect): boolean {
  let full = 0;
  for (const { segments } of rows) {
    const [only, ...more] = segments;
    const isFull =
      only && more.length === 0 && widthOf(only) > PROSE.width * widthOf(box) && only.runs.length >= PROSE.runs;
    full = isFull ? full + 1 : 0;
    if (full === PROSE.lines) return true;
  }
  return false;
}

interface Caption {
  readonly lines: readonly SegmentElement[];
  /** False when other text stands beside it: then it is not known what belongs to it. */
  readonly isClear: boolean;
}

/** The lines of the caption right below a figure, or right above. */
function captionOf(outside: readonly Element[], box: Rect): Caption | undefined {
  const near = outside
    .filter((element): element is SegmentElement => isSegment(element) && element.x1 > box.x0 && element.x0 < box.x1)
    .sort((a, b) => a.y0 - b.y0);
  const start = near.findIndex((element) => {
    const gap = Math.max(element.y0 - box.y1, box.y0 - element.y1);
    return gap > -CAPTION.overlap && gap < CAPTION.gap && isFigureCaption(lineText(element.segment));
  });
  if (start < 0) return undefined;
  const lines = [
    near[start]!,
    ...furtherLines(near[start]!, near.slice(start + 1)),
    ...furtherLines(near[start]!, near.slice(0, start).reverse()),
  ];
  const { y0, y1 } = boundsOf(lines);
  return { lines, isClear: !near.some((other) => !lines.includes(other) && other.y1 > y0 && other.y0 < y1) };
}

/** The lines that go on with a caption in one direction. */
function furtherLines(start: SegmentElement, others: readonly SegmentElement[]): SegmentElement[] {
  const lines: SegmentElement[] = [];
  let last = start;
  for (const next of others) {
    const gap = Math.abs(next.segment.baseline - last.segment.baseline);
    const isAligned =
      isNear(next.x0, last.x0, CAPTION.start) || Math.abs(next.x0 + next.x1 - last.x0 - last.x1) < CAPTION.center;
    if (gap > CAPTION.lineEm * last.segment.size || !isAligned) break;
    if (Math.abs(next.segment.size - last.segment.size) > CAPTION.size) break;
    lines.push(next);
    last = next;
  }
  return lines;
}

/** Text at its left or right over a good part of its height. */
function isBeside(outside: readonly Element[], box: Rect): boolean {
  const beside = outside.filter((element) => isSegment(element) && element.y1 > box.y0 && element.y0 < box.y1);
  return beside.length >= FRAME.beside && overlapY(boundsOf(beside), box) > FRAME.besideShare * heightOf(box);
}

/** Columns of prose: lines of some words beside each other in most rows. */
function hasColumns(rows: readonly TextRow[]): boolean {
  return (
    rows.length >= FRAME.columnRows &&
    median(rows.map(({ segments }) => segments.length)) >= FRAME.columns &&
    median(rows.flatMap(({ segments }) => segments.map(({ runs }) => runs.length))) >= FRAME.runs
  );
}
