import { isSegment, type Atom, type Element, type SegmentElement, type Stream } from '../../model/element.ts';
import { boundsOf, centerX, isNear, mean, stretchesOf } from '../../model/geometry.ts';
import { isBold } from '../../model/glyph-run.ts';
import type { Segment } from '../../model/line.ts';
import { explain, objectionTo, type Objection } from '../../model/decisions.ts';
import { countWords, lineText } from '../../text/inlines.ts';
import { lineLabel } from '../../text/labels.ts';
import { textRows, type TextRow } from '../../text/text-rows.ts';
import { groupStrips, type StripGroup } from '../../whitespace/strip-groups.ts';
import {
  countBeside,
  cutIntoStrips,
  elementsOf,
  innerSpans,
  intersect,
  type StripRegion,
} from '../../whitespace/strips.ts';
import { readAlignedTable } from './aligned-table.ts';
import { labelApart } from '../labels/label-cells.ts';
import { partNamedLabels } from '../labels/named-labels.ts';
import { tableAtom } from '../model/table-atom.ts';
import { guttersByPart } from './wrapped-gutters.ts';

/** A row of the table: lines of text that more space parts from those above and below than they have among them. */
interface WrappedRow {
  readonly lines: readonly TextRow[];
  /** By column: the lines of its cell. */
  readonly cells: readonly (readonly Segment[])[];
}

/** Fewest segments of a region and of a table. */
const LEAST_SEGMENTS = 8;

/** Distances of lines and rows, in em. Set by hand on the tuning half of the corpus. */
const EM = {
  /** Lines of one cell overlap at most by this. */
  overlap: 0.3,
  /** Space between rows exceeds the smallest space between lines of a cell by more than this. */
  rowGap: 0.17,
  /** What stands further below is no row of the same table. */
  tableGap: 3,
  /** By how much the sizes of rows may differ, and that of the names of columns from them. */
  sizes: 0.08,
  headerSizes: 0.35,
  /** By how much the first baselines (or the middles) of cells in one row may differ. */
  sameStart: 0.15,
};

/** Points: lines of one cell start at one place. */
const SAME_START_PT = 1.5;

/** What a table with cells of several lines has. Set by hand on the tuning half of the corpus. */
const TABLE = {
  /** Fewest rows; fewest with several cells, in tables of two columns and of more, and their share. */
  rows: 3,
  rowsOfTwo: 4,
  rowsOfMore: 3,
  rowShare: 0.7,
  /** Share of the rows that have several lines, and of those in which all cells start together. */
  high: 0.25,
  together: 0.75,
  /** Cells, in relation to the rows, in which something stands apart: a column was not found. */
  broken: 0.1,
  /** Words of the cells of a column on average: at most; in a column that names the rows; in the first of two. */
  words: 60,
  nameWords: 5,
  firstOfTwoWords: 3.5,
};

/**
 * Replaces the text of tables that no ruling shows and whose cells have several lines. Their columns look like columns
 * of prose, but the cells of a row start together, and the space between two rows goes through all columns.
 */
export function takeWrappedTables(region: StripRegion): readonly Element[] {
  const { elements, size, width } = region;
  if (elements.filter(isSegment).length < LEAST_SEGMENTS) return elements;
  const found: Atom[] = [];
  const taken = new Set<Segment>();
  const parted = partNamedLabels(elements);
  const strips = parted === elements ? region.strips : cutIntoStrips(parted, width);
  if (countBeside(strips) < 2 * TABLE.rows) return elements;
  for (const group of acrossTitles(groupStrips(strips, { width, size, loosely: true }), width)) {
    const members = elementsOf(group);
    if (members.length < LEAST_SEGMENTS || !members.every(isSegment)) continue;
    for (const { table, segments: inTable } of tablesIn(group, members, size, region)) {
      found.push(table);
      for (const segment of inTable) taken.add(segment);
    }
  }
  if (found.length === 0) return elements;
  const isTaken = (element: Element): boolean =>
    isSegment(element) && [element.segment, ...labelApart(element.segment)].some((part) => taken.has(part));
  return [...elements.filter((element) => !isTaken(element)), ...found];
}

interface FoundTable {
  readonly table: Atom;
  readonly segments: ReadonlySet<Segment>;
}

/** The tables in one group of strips. */
function tablesIn(group: StripGroup, members: readonly SegmentElement[], size: number, region: Stream): FoundTable[] {
  return guttersByPart(textRows(members.map(({ segment }) => segment)), group, size).flatMap(({ lines, gutters }) =>
    gutters.length === 0
      ? []
      : fullStretches(wrappedRows(lines, gutters)).flatMap((rows) => {
          const table = readRows(rows, gutters, region);
          return table ? [{ table, segments: new Set(rows.flatMap((row) => row.cells.flat())) }] : [];
        }),
  );
}

/** A line over several columns parts the rows above it from those below, but not the table. */
function acrossTitles(groups: readonly StripGroup[], width: number): StripGroup[] {
  const joined: StripGroup[] = [];
  for (let index = 0; index < groups.length; index += 1) {
    const group = groups[index]!;
    const before = joined.at(-1);
    const after = groups[index + 1];
    const whole = before && after && isOneLine(group) ? joinGroups(before, group, after, width) : undefined;
    if (whole) {
      joined[joined.length - 1] = whole;
      index += 1;
    } else {
      joined.push(group);
    }
  }
  return joined;
}

const isOneLine = ({ strips }: StripGroup): boolean =>
  strips.length === 1 && strips[0]!.elements.length === 1 && isSegment(strips[0]!.elements[0]!);

/** One group of those before and after a title, when all gutters of the latter go on. */
function joinGroups(before: StripGroup, title: StripGroup, after: StripGroup, width: number): StripGroup | undefined {
  const free = intersect(before.free, after.free, width);
  const x0 = Math.min(before.x0, after.x0);
  const x1 = Math.max(before.x1, after.x1);
  const common = innerSpans(free, { x0, x1 }).length;
  if (common === 0 || common !== innerSpans(after.free, after).length) return undefined;
  return { strips: [...before.strips, ...title.strips, ...after.strips], free, x0, x1 };
}

function readRows(rows: readonly WrappedRow[], gutters: readonly number[], { x0, x1 }: Stream): Atom | undefined {
  const segments = rows.flatMap((row) => row.cells.flat());
  const box = boundsOf(segments);
  const objection = objectionTo(NO_TABLE, rows);
  explain('wrapped table', objection ? 'no' : 'yes', objection ?? 'cells of several lines start together', () => box);
  if (objection) return undefined;
  const rulings = rows.slice(1).map((row, index) => ({
    at: (rows[index]!.lines.at(-1)!.baseline + row.lines[0]!.baseline) / 2,
    from: box.x0,
    to: box.x1,
  }));
  const content = readAlignedTable(
    rows.flatMap((row) => row.lines),
    { marked: true, ruledRows: true, rulings, edges: gutters },
  );
  return content && tableAtom(content, box, [x0, x1]);
}

/** Lines of text, gathered where there is less space between them than the smallest between two rows of the table. */
function wrappedRows(lines: readonly TextRow[], gutters: readonly number[]): WrappedRow[] {
  const least = Math.min(...lines.map((line, index) => gapInCell(line, lines.slice(0, index))));
  const left = Math.min(...lines.filter(({ segments }) => segments.length > 1).map(({ segments }) => segments[0]!.x0));
  const isItemAround = ({ segments: [first], size }: TextRow): boolean =>
    first!.x0 < left - size && lineLabel(first!) !== undefined;
  const goesOn = (row: readonly TextRow[], line: TextRow): boolean =>
    line.y0 - row.at(-1)!.y1 <= least + EM.rowGap * line.size && !isItemAround(line);
  const rows = stretchesOf(lines, goesOn);
  return rows.map((own) => ({ lines: own, cells: cellsByColumn(own, gutters) }));
}

/**
 * Space between a line and the nearest above it in one of its columns, whose lines start at one place: between two
 * lines of a cell, a cell of a single line may stand at half their height.
 */
function gapInCell(line: TextRow, before: readonly TextRow[]): number {
  const isAbove = ({ segments }: TextRow): boolean =>
    segments.some((other) => line.segments.some((segment) => isNear(other.x0, segment.x0, SAME_START_PT)));
  const above = before.findLast(isAbove);
  return above && line.y0 > above.y1 - EM.overlap * above.size ? line.y0 - above.y1 : Infinity;
}

function cellsByColumn(lines: readonly TextRow[], gutters: readonly number[]): Segment[][] {
  const cells: Segment[][] = Array.from({ length: gutters.length + 1 }, () => []);
  for (const segment of lines.flatMap((line) => line.segments))
    cells[gutters.filter((x) => x < centerX(segment)).length]!.push(segment);
  return cells;
}

/** Size of the largest letters: further lines of a cell may be in small print. */
const sizeOf = ({ lines }: WrappedRow): number => Math.max(...lines.map((line) => line.size));

const countFilled = (row: WrappedRow): number => row.cells.filter((cell) => cell.length > 0).length;

/** Whether nothing but a line with a bold name for each column stands above the next row. */
const isHeader = ([row, ...more]: readonly WrappedRow[]): boolean =>
  row !== undefined &&
  more.length === 0 &&
  row.lines.length === 1 &&
  row.cells.every(([name]) => name && isBold(name.runs));

/**
 * Stretches of rows in letters of one size that begin and end with several cells, and that no wide space interrupts.
 */
function fullStretches(rows: readonly WrappedRow[]): WrappedRow[][] {
  const stretches: WrappedRow[][] = [];
  let stretch: WrappedRow[] = [];
  const flush = (): void => {
    while (stretch.length > 0 && countFilled(stretch.at(-1)!) < 2) stretch.pop();
    if (stretch.length >= TABLE.rows) stretches.push(stretch);
    stretch = [];
  };
  for (const [index, row] of rows.entries()) {
    const before = rows[index - 1];
    const size = sizeOf(row);
    const isResized =
      before && Math.abs(size - sizeOf(before)) > (isHeader(stretch) ? EM.headerSizes : EM.sizes) * size;
    if (before && (row.lines[0]!.y0 - before.lines.at(-1)!.y1 > EM.tableGap * size || isResized)) flush();
    if (stretch.length > 0 || countFilled(row) >= 2) stretch.push(row);
  }
  flush();
  return stretches;
}

const wordsOf = (cell: readonly Segment[]): number => cell.reduce((sum, line) => sum + countWords(lineText(line)), 0);

/** Words of the cells of each column, on average. */
const wordsByColumn = (rows: readonly WrappedRow[]): number[] =>
  rows[0]!.cells.map((_, column) => {
    const cells = rows.map((row) => row.cells[column]!);
    return mean(cells.filter((cell) => cell.length > 0).map(wordsOf));
  });

/** All cells of a row start or end on one line, or have their middle at one height. */
function isLevel({ cells }: WrappedRow): boolean {
  const filled = cells.filter((cell) => cell.length > 0);
  const agree = (heightOf: (cell: readonly Segment[]) => number): boolean => {
    const heights = filled.map(heightOf);
    return Math.max(...heights) - Math.min(...heights) < EM.sameStart * filled[0]![0]!.size;
  };
  const [start, end] = [
    (cell: readonly Segment[]) => cell[0]!.baseline,
    (cell: readonly Segment[]) => cell.at(-1)!.baseline,
  ];
  return agree(start) || agree(end) || agree((cell) => (start(cell) + end(cell)) / 2);
}

const severalOf = (rows: readonly WrappedRow[]): WrappedRow[] => rows.filter((row) => countFilled(row) >= 2);
const highOf = (rows: readonly WrappedRow[]): WrappedRow[] => severalOf(rows).filter((row) => row.lines.length > 1);

const NO_TABLE: readonly Objection<readonly WrappedRow[]>[] = [
  [
    'a column is empty',
    (rows) => rows[0]!.cells.some((_, column) => rows.every((row) => row.cells[column]!.length === 0)),
  ],
  [
    'few rows have several cells',
    (rows) => {
      const several = severalOf(rows).length;
      const least = rows[0]!.cells.length > 2 ? TABLE.rowsOfMore : TABLE.rowsOfTwo;
      return several < least || several < TABLE.rowShare * rows.length;
    },
  ],
  ['few rows have several lines', (rows) => highOf(rows).length < Math.max(1, TABLE.high * rows.length)],
  [
    'cells of a row start at different heights',
    (rows) => {
      const high = highOf(rows);
      return high.filter(isLevel).length < TABLE.together * high.length;
    },
  ],
  [
    'what stands apart within cells is another column',
    (rows) => {
      const isBroken = (cell: readonly Segment[]): boolean => textRows(cell).some((row) => row.segments.length > 1);
      return rows.flatMap((row) => row.cells).filter(isBroken).length > TABLE.broken * rows.length;
    },
  ],
  ['long cells', (rows) => wordsByColumn(rows).some((words) => words > TABLE.words)],
  [
    'no column names the rows',
    (rows) => {
      const words = wordsByColumn(rows);
      return words.length > 2
        ? !words.some((count) => count <= TABLE.nameWords)
        : words[0]! > TABLE.firstOfTwoWords || words[1]! <= words[0]!;
    },
  ],
];
