import { isSegment, segmentsOf, type Element } from '../../model/element.ts';
import { betweenLines, isNear, overlapX } from '../../model/geometry.ts';
import type { Segment } from '../../model/line.ts';
import { leadings, textRows, type TextRow } from '../../text/text-rows.ts';
import { lineText } from '../../text/inlines.ts';
import { isNumeric, isPrice } from '../model/numeric.ts';
import { cutAtEdges } from '../grid/grid-cells.ts';
import type { FilledRows } from '../rulings/filled-rows.ts';
import { filledHeaders, withCells, type Column, type Header } from './marked-headers.ts';
import type { Area } from './table-areas.ts';
import { DEPTH_EM } from './rows-between.ts';

/** Set by hand on unlisted documents. */
const BODY = {
  /** Em: distance of rows at most, of items from what is above, and of lines of one cell. */
  rowEm: 3.6,
  itemEm: 6,
  lineEm: 1.6,
  /** How many times further apart rows are than the lines of their cells. */
  loose: 1.2,
  /** By how much the sizes of rows may differ, as a share. */
  size: 0.15,
  /** Fewest rows with several cells; of one with a number, fewest cells and share of the columns that have one. */
  several: 2,
  cells: 3,
  filled: 0.55,
  /** Points by which the lines of a cell may begin elsewhere. */
  startPt: 1,
};

/**
 * Areas of tables of which nothing but the header is marked, by filled cells. Their rows go on below as far as they
 * keep the columns.
 */
export function areasBelowFilled(elements: readonly Element[], filled: readonly FilledRows[]): Area[] {
  if (filled.length === 0) return [];
  const rows = textRows(segmentsOf(elements));
  return filledHeaders(filled, rows).flatMap((header) => areaBelow(header, elements, rows) ?? []);
}

/** The area of a header and of the rows below it that keep its columns. */
function areaBelow(header: Header, elements: readonly Element[], rows: readonly TextRow[]): Area | undefined {
  const { top, bottom } = header;
  const below = rowsBelow(header, elements, rows);
  if (!below) return undefined;
  const { columns } = below;
  const body = withoutRest(below.rows, columns);
  if (!areRows(body, columns)) return undefined;
  const [x0, x1] = [columns[0]!.x0, columns.at(-1)!.x1];
  const items = spacesAboveItems(body, columns);
  const spaces = items ?? spacesBetween(body, columns.length);
  return {
    x0,
    x1,
    top: top - 1,
    bottom: body.at(-1)!.y1,
    rulings: [bottom, ...spaces].map((at) => ({ at, from: x0, to: x1 })),
    ...(items ? { ruledRows: true as const } : {}),
    edges: edgesBetween(columns),
    openTop: false,
    openBottom: false,
  };
}

/** The rows below a header and its columns, as wide as their cells; nothing where it is a part of a wider header. */
function rowsBelow(
  { bottom, columns: names }: Header,
  elements: readonly Element[],
  all: readonly TextRow[],
): { readonly rows: readonly TextRow[]; readonly columns: readonly Column[] } | undefined {
  const others = elements.filter((element) => !isSegment(element) && element.y0 > bottom);
  const below = all.filter(({ baseline }) => baseline > bottom);
  let columns = names;
  const taken: TextRow[] = [];
  for (const row of cutAtEdges(below, edgesBetween(columns))) {
    const sides = { x0: columns[0]!.x0, x1: columns.at(-1)!.x1 };
    const cells = row.segments.filter((cell) => overlapX(cell, sides) > 0);
    if (cells.length === 0) continue;
    const inside = { ...row, segments: cells };
    const isApart = isFar(inside, taken.at(-1)?.baseline ?? bottom, columns) || isOtherSize(row, taken);
    const isBelowOther = others.some((other) => other.y0 < row.y1 && overlapX(other, sides) > 0);
    const own = cells.filter((cell) => !isWide(cell, columns, taken));
    const grown = isApart || isBelowOther ? undefined : withCells(columns, own);
    if (!grown) break;
    if (cells.length > 1 && cells.length < row.segments.length) return undefined;
    columns = grown;
    taken.push(inside);
  }
  return { rows: taken, columns };
}

const isFar = (row: TextRow, above: number, columns: readonly Column[]): boolean =>
  row.baseline - above > (isItem(row, columns) ? BODY.itemEm : BODY.rowEm) * row.size;

const isOtherSize = ({ size }: TextRow, [first]: readonly TextRow[]): boolean =>
  first !== undefined && Math.abs(first.size - size) > BODY.size * size;

/** Whether a further line of a cell, but of the first column, reaches over others: it begins where one above does. */
const isWide = (cell: Segment, columns: readonly Column[], above: readonly TextRow[]): boolean =>
  columns.filter((column) => overlapX(column, cell) > 0).length > 1 &&
  cell.x0 > columns[0]!.x1 &&
  above.some(({ segments }) =>
    segments.some(({ x0, x1 }) => isNear(x0, cell.x0, BODY.startPt) && columns.some((c) => x0 >= c.x0 && x1 <= c.x1)),
  );

/** Whether rows are enough for a table: several with several cells, or one that can be an item. */
function areRows(body: readonly TextRow[], columns: readonly Column[]): boolean {
  const [first, ...more] = body.filter(({ segments }) => segments.length > 1);
  return first !== undefined && first === body[0] && (more.length + 1 >= BODY.several || isItem(first, columns));
}

/** How many columns have a cell in a row. */
const filledIn = ({ segments }: TextRow, columns: readonly Column[]): number =>
  columns.filter((column) => segments.some((cell) => overlapX(cell, column) > 0)).length;

/** The only row of a table, such as the item of an invoice: most of its columns have a cell, one of them a number. */
function isItem(row: TextRow, columns: readonly Column[]): boolean {
  return (
    filledIn(row, columns) >= Math.max(BODY.cells, BODY.filled * columns.length) &&
    row.segments.slice(1).some((cell) => isPrice(lineText(cell)) || isNumeric(lineText(cell)))
  );
}

const edgesBetween = (columns: readonly Column[]): number[] =>
  columns.slice(1).map((column, index) => (columns[index]!.x1 + column.x0) / 2);

/** The first line of an item: lines right above its own that are further from those before, as cells in the middle. */
function firstLineOf(lines: readonly TextRow[], items: readonly boolean[], index: number): number {
  let first = index;
  while (first > 0 && !items[first - 1]) {
    const [before, above, line] = [lines[first - 2], lines[first - 1]!, lines[first]!];
    const gap = line.baseline - above.baseline;
    if (gap > BODY.lineEm * line.size || (before && above.baseline - before.baseline < BODY.loose * gap)) break;
    first -= 1;
  }
  return first;
}

/** The first of some lines that has a number where one above it has one: they are two rows. */
function secondRow(lines: readonly TextRow[], columns: readonly Column[]): number {
  const numbers = new Set<number>();
  return lines.findIndex(({ segments }) => {
    const own = segments
      .filter((cell) => isNumeric(lineText(cell)))
      .map((cell) => columns.findIndex((column) => overlapX(column, cell) > 0));
    if (own.some((column) => numbers.has(column))) return true;
    for (const column of own) numbers.add(column);
    return false;
  });
}

/**
 * y of the spaces above items, where what stands between these is further lines of their cells; or nothing. A line with
 * a cell in each column is a row of its own beside items.
 */
function spacesAboveItems(lines: readonly TextRow[], columns: readonly Column[]): number[] | undefined {
  const areItems = lines.map((line) => isItem(line, columns));
  if (!areItems.some(Boolean) || areItems.every(Boolean)) return undefined;
  const items = lines.map((line, index) => areItems[index]! || filledIn(line, columns) === columns.length);
  const starts = lines.flatMap((_, index) => (items[index] ? [firstLineOf(lines, items, index)] : []));
  const last = starts.at(-1)!;
  const second = secondRow(lines.slice(last), columns);
  const totals = second < 0 ? [] : lines.flatMap((_, index) => (index >= last + second ? [index] : []));
  if (starts.slice(0, -1).some((start, index) => secondRow(lines.slice(start, starts[index + 1]), columns) >= 0))
    return undefined;
  return [...starts, ...totals].flatMap((start) =>
    start > 0 ? [betweenLines(lines[start - 1]!, lines[start]!, DEPTH_EM)] : [],
  );
}

/** y of the spaces between rows, where more space parts them than the lines of their cells. */
function spacesBetween(lines: readonly TextRow[], columns: number): number[] {
  const gaps = leadings(lines);
  const tight = Math.min(...gaps);
  const isStart = lines.map((_, index) => index === 0 || gaps[index - 1]! > BODY.loose * tight);
  const isPart = lines.every(({ segments }, index) =>
    isStart[index] ? segments.length > 1 : segments.length < columns,
  );
  if (!isPart || isStart.every(Boolean) || tight > BODY.lineEm * lines[0]!.size) return [];
  return lines.flatMap((line, index) =>
    index > 0 && isStart[index] ? [betweenLines(lines[index - 1]!, line, DEPTH_EM)] : [],
  );
}

/** Rows without what stands alone below the last one that has several cells, save further lines of its cells. */
function withoutRest(rows: readonly TextRow[], columns: readonly Column[]): readonly TextRow[] {
  let end = rows.findLastIndex(({ segments }) => segments.length > 1) + 1;
  const gaps = leadings(rows);
  const lone = rows
    .slice(0, end)
    .flatMap(({ segments: [only, ...more] }, index) =>
      more.length > 0 ? [] : [{ x0: only!.x0, gap: gaps[index - 1] ?? 0 }],
    );
  const last = rows.findLast((row) => isItem(row, columns));
  const isInItem = (cell: Segment): boolean =>
    last?.segments.slice(1).some(({ x0 }) => isNear(x0, cell.x0, BODY.startPt)) === true;
  // as far below as further lines of other rows stand
  const goesOn = ({ segments: [only], size }: TextRow, gap: number): boolean =>
    gap < BODY.lineEm * size ||
    isInItem(only!) ||
    lone.some((line) => isNear(line.x0, only!.x0, 1) && gap < line.gap + 1);
  while (end > 0 && rows[end] && goesOn(rows[end]!, gaps[end - 1]!)) end += 1;
  return rows.slice(0, end);
}
