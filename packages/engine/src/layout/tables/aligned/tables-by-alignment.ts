import { isAtom, isSegment, segmentsOf, type Atom, type Element, type Stream } from '../../model/element.ts';
import { boundsOf, isNear, median, shareOf, widthOf } from '../../model/geometry.ts';
import type { Segment } from '../../model/line.ts';
import { firstVerdict, type Check } from '../../model/decisions.ts';
import { lineText } from '../../text/inlines.ts';
import { isTypedRow, leadings, textRows, type TextRow } from '../../text/text-rows.ts';
import { countBeside, type StripRegion } from '../../whitespace/strips.ts';
import { readAlignedTable } from './aligned-table.ts';
import { tablesBeside } from '../grid/tables-beside.ts';
import { isHeaded, isHeader } from '../header/column-names.ts';
import { labelApart } from '../labels/label-cells.ts';
import { CELL_LINE_EM } from '../model/draft-table.ts';
import { isNumeric } from '../model/numeric.ts';
import type { Ruling } from '../rulings/rulings.ts';
import { tableAtom } from '../model/table-atom.ts';

/** Stretches of rows that may be tables. Set by hand on the tuning half of the corpus. */
const ZONE = {
  /** Fewest rows with several segments. */
  rows: 2,
  /** Share of monospaced rows in a region that was typed as a whole. */
  typed: 0.8,
  /** Em: distance of rows, below the first row (which may be a header) and below others. */
  headerGapEm: 3.4,
  gapEm: 2.6,
  /** The same in usual distances of rows, which are at most so many em. */
  usualGaps: 1.7,
  mostUsualEm: 3,
  /** How many times further below the last row than usual a second header stands. */
  apart: 1.3,
  /**
   * How many times larger the letters of a row may be than those of its neighbour: below the first row, and further
   * down.
   */
  headerSizes: 1.35,
  sizes: 1.06,
  /** Rows with this many cells, so many of them, are rows of a table whose totals may be larger. */
  sureCells: 3,
  sureRows: 4,
  sureSizes: 1.5,
  sureSingles: 5,
  /** Further lines of a cell may be in letters that are smaller by this factor. */
  smallPrint: 0.7,
  /** Rows of one segment in a row: further lines of a cell, and others; and their width, as a share of the zone's. */
  mostFurther: 9,
  mostSingles: 2,
  singleWidth: 0.75,
  /** Usual distances of rows between lines of one cell in a column other than the first. */
  lineGaps: 1.05,
};

/** In points: starts of cells in one column. Set by hand on the tuning half of the corpus. */
const PT = { sameStart: 1.5, joinedStart: 0.3, sameColumn: 2 };

/** How many rows above and below a zone its caption may stand, and how far below it in em. */
const CAPTION_ROWS = { above: 3, below: 2, farEm: 3.5 };

/** A ruling at the head: em above the first line, lines above it, how far it sticks out, share of the width. */
const RULED = { aboveEm: 2, rows: 3, endPt: 8, width: 0.8 };

interface Zone {
  readonly rows: readonly TextRow[];
  readonly start: number;
  readonly end: number;
}

/**
 * Replaces the text of tables that nothing but the alignment of their text shows, within one column of the page.
 * `captions`: segments of the page that name a table. `rulings`: the horizontal ones of the page.
 */
export function takeAlignedTables(
  region: StripRegion,
  captions: ReadonlySet<Segment>,
  rulings: readonly Ruling[],
): readonly Element[] {
  const { elements, x0, x1 } = region;
  if (countBeside(region.strips) < 2 * ZONE.rows) return elements;
  const joined = textRows(segmentsOf(elements));
  if (joined.filter((row) => row.segments.length >= 2).length < ZONE.rows) return elements;
  const rows = joined.map((row) =>
    row.segments.length < 2 ? row : { ...row, segments: row.segments.flatMap(labelApart) },
  );
  // among other text, these are code
  const isTyped = shareOf(joined, isTypedRow) > ZONE.typed;
  const found: Atom[] = [];
  const taken = new Set<Segment>();
  for (const zone of zonesOf(rows, elements.filter(isAtom))) {
    if (!isTyped && zone.rows.every(isTypedRow)) continue;
    const marked = hasCaption(rows, zone, captions) || isRuledAtHead(rows, zone, region, rulings);
    for (const part of tablesBeside(zone.rows)) {
      const content = readAlignedTable(part, { marked, headed: isHeaded(part), rulings: [] });
      if (!content) continue;
      const inZone = part.flatMap((row) => row.segments);
      for (const segment of inZone) taken.add(segment);
      const box = boundsOf(inZone);
      found.push(tableAtom(content, box, part === zone.rows ? [x0, x1] : [box.x0, box.x1]));
    }
  }
  if (found.length === 0) return elements;
  const isTaken = (segment: Segment): boolean =>
    taken.has(segment) || labelApart(segment).some((part) => taken.has(part));
  return [...elements.filter((element) => !isSegment(element) || !isTaken(element.segment)), ...found];
}

function hasCaption(rows: readonly TextRow[], { start, end }: Zone, captions: ReadonlySet<Segment>): boolean {
  const near = [
    ...rows.slice(Math.max(0, start - CAPTION_ROWS.above), start),
    ...rows.slice(end, end + CAPTION_ROWS.below),
  ];
  const last = rows[end - 1]!;
  return near.some(
    ({ segments, baseline }) => captions.has(segments[0]!) && baseline - last.baseline < CAPTION_ROWS.farEm * last.size,
  );
}

/** A ruling right above or below the names of columns is as wide as the rows, and narrower than the text. */
function isRuledAtHead(
  rows: readonly TextRow[],
  { start, rows: own }: Zone,
  { x0, x1 }: Stream,
  rulings: readonly Ruling[],
): boolean {
  const box = boundsOf(own.flatMap(({ segments }) => segments));
  const [above, first] = [rows[start - 1]?.baseline ?? 0, own[0]!];
  // below the names of three columns or more, it may be as wide as the text
  const isHead = first.segments.length >= ZONE.sureCells;
  const below = own[isHead ? Math.min(RULED.rows, own.length - 1) : 1]!;
  return rulings.some(
    ({ at, from, to }) =>
      at > above &&
      at < below.baseline &&
      at > first.baseline - RULED.aboveEm * first.size &&
      isNear(from, box.x0, RULED.endPt) &&
      isNear(to, box.x1, RULED.endPt) &&
      ((isHead && at > first.baseline) || to - from < RULED.width * (x1 - x0)),
  );
}

/** Where cells of rows begin, those of the first column aside. */
const startsOf = (rows: readonly TextRow[]): number[] =>
  rows.flatMap((row) => row.segments.slice(1).map((segment) => segment.x0));

/** A row below a zone that is still open. */
interface RowBelow {
  readonly zone: readonly TextRow[];
  readonly row: TextRow;
  readonly previous: TextRow;
  /** Usual distance of the region's rows. */
  readonly usual: number;
  /** Rows of one segment since the last one with several, this one included. */
  readonly singles: number;
  readonly atoms: readonly Atom[];
}

/** A further line of a cell in smaller letters, such as the details of an item. */
function isSmallPrint({ segments: [only, ...more], size, baseline }: TextRow, zone: readonly TextRow[]): boolean {
  const above = zone.findLast((row) => row.segments.length > 1 && row.baseline < baseline);
  return (
    above !== undefined &&
    more.length === 0 &&
    size < above.size &&
    size > ZONE.smallPrint * above.size &&
    startsOf([above]).some((x) => isNear(x, only!.x0, PT.sameColumn))
  );
}

/**
 * Whether a row keeps the columns of a zone that is surely a table: it has a number that ends where those above end, or
 * starts where all start.
 */
const keepsColumns = ({ segments }: TextRow, zone: readonly TextRow[]): boolean =>
  zone.filter((row) => row.segments.length >= ZONE.sureCells).length >= ZONE.sureRows &&
  (segments.some(
    (cell, index) =>
      index > 0 &&
      isNumeric(lineText(cell)) &&
      zone.some((row) => row.segments.some((other) => isNear(other.x1, cell.x1, PT.sameColumn))),
  ) ||
    zone.every((row) => isNear(row.segments[0]!.x0, segments[0]!.x0, PT.sameStart)));

/** What ends a zone above a row. */
const ENDS_ZONE: readonly Check<RowBelow, true>[] = [
  [
    'a wide space',
    ({ zone, row, previous, usual }) => {
      const gapEm = zone.length === 1 ? ZONE.headerGapEm : ZONE.gapEm;
      const most = Math.max(gapEm * row.size, ZONE.usualGaps * Math.min(usual, ZONE.mostUsualEm * row.size));
      return row.baseline - previous.baseline > most || undefined;
    },
  ],
  [
    'names of columns below more space, as above the first row',
    ({ zone, row, previous }) => {
      const [first, ...more] = zone;
      if (zone.length < ZONE.rows + 1) return undefined;
      const isApart = row.baseline - previous.baseline > ZONE.apart * median(leadings(zone));
      return (isApart && row.segments.length >= 2 && isHeader(row, more) && isHeader(first!, more)) || undefined;
    },
  ],
  [
    'letters of another size',
    ({ zone, row, previous }) => {
      if (isSmallPrint(row, zone)) return undefined;
      const before = isSmallPrint(previous, zone)
        ? (zone.findLast(({ segments }) => segments.length > 1) ?? previous)
        : previous;
      const ratio = Math.max(row.size, before.size) / Math.min(row.size, before.size);
      if (zone.length === 1 || ratio <= ZONE.sizes) return ratio > ZONE.headerSizes || undefined;
      return ratio > ZONE.sureSizes || !keepsColumns(row, zone) || undefined;
    },
  ],
  [
    'a table or figure between them',
    ({ row, previous, atoms }) => atoms.some((atom) => atom.y0 < row.y0 && atom.y1 > previous.y1) || undefined,
  ],
];

/** What ends a zone with a row of one segment. */
const ENDS_WITH_SINGLE: readonly Check<RowBelow, true>[] = [
  [
    'many rows of one segment',
    ({ zone, row, previous, usual, singles }) => {
      if (singles <= ZONE.mostSingles) return undefined;
      const [only] = row.segments;
      const gap = row.baseline - previous.baseline;
      const columns = zone.filter(({ segments }) => segments.length >= 2).flatMap(({ segments }) => segments);
      const isInColumn = columns.some(({ x0 }) => isNear(x0, only!.x0, PT.sameColumn));
      const isInLater = startsOf(zone).some((x) => isNear(x, only!.x0, PT.sameStart));
      const isFurther = (isInColumn && gap < CELL_LINE_EM * row.size) || (isInLater && gap < ZONE.lineGaps * usual);
      if (isFurther && singles <= ZONE.mostFurther) return undefined;
      return isFurther || singles > ZONE.sureSingles || !keepsColumns(row, zone) || undefined;
    },
  ],
  [
    'a line as wide as the rows',
    ({ zone, row }) => {
      const extent = zone.reduce((widest, { segments }) => Math.max(widest, segments.at(-1)!.x1 - segments[0]!.x0), 0);
      if (widthOf(row.segments[0]!) <= ZONE.singleWidth * extent) return undefined;
      const starts = startsOf(zone);
      return !row.segments[0]!.runs.some(({ x0 }) => starts.some((x) => isNear(x, x0, PT.joinedStart))) || undefined;
    },
  ],
];

const isEnded = (checks: readonly Check<RowBelow, true>[], below: RowBelow): boolean =>
  firstVerdict<RowBelow, boolean>(checks, below, { answer: false, reason: '' }).answer;

/** Whether a cell of the first column breaks at a dash, and a line below goes on with it. */
const isBroken = (cell: Segment, { segments: [line] }: TextRow): boolean =>
  isNear(cell.x0, line!.x0, PT.sameStart) && /[\p{L}\d][-–]$/u.test(lineText(cell));

/** The part of rows that may be a table: it ends with a row of several segments, and the further lines of its cells. */
function trimZone(rows: readonly TextRow[], start: number, end: number, usual: number): Zone | undefined {
  let last = end;
  while (last > start && rows[last - 1]!.segments.length < 2) last -= 1;
  const starts = startsOf(rows.slice(start, last));
  const isFurtherLine = (row: TextRow, above: TextRow): boolean =>
    row.segments.length === 1 &&
    row.baseline - above.baseline < Math.max(CELL_LINE_EM * row.size, ZONE.lineGaps * usual) &&
    (starts.some((x) => isNear(x, row.segments[0]!.x0, PT.sameStart)) || isBroken(above.segments[0]!, row));
  while (last < end && isFurtherLine(rows[last]!, rows[last - 1]!)) last += 1;
  return last - start >= ZONE.rows ? { rows: rows.slice(start, last), start, end: last } : undefined;
}

/** Stretches of rows in which most have several cells, at an even distance. */
function zonesOf(rows: readonly TextRow[], atoms: readonly Atom[]): Zone[] {
  const zones: Zone[] = [];
  const usual = median(leadings(rows));
  let start = -1;
  let singles = 0;
  const close = (end: number): void => {
    const zone = start < 0 ? undefined : trimZone(rows, start, end, usual);
    if (zone) zones.push(zone);
    start = -1;
  };
  rows.forEach((row, index) => {
    const below = (): RowBelow => ({
      zone: rows.slice(start, index),
      row,
      previous: rows[index - 1]!,
      usual,
      singles,
      atoms,
    });
    if (start >= 0 && isEnded(ENDS_ZONE, below())) close(index);
    if (row.segments.length >= 2) {
      if (start < 0) start = index;
      singles = 0;
    } else if (start >= 0) {
      singles += 1;
      if (isEnded(ENDS_WITH_SINGLE, below())) close(index);
    }
  });
  close(rows.length);
  return zones;
}
