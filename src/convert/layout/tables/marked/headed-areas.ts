import { isWhite } from '../../model/colors.ts';
import { isSegment, segmentsOf, type Element } from '../../model/element.ts';
import { betweenLines, isNear, overlapX } from '../../model/geometry.ts';
import { isBold } from '../../model/glyph-run.ts';
import type { Segment } from '../../model/line.ts';
import { leadings, textRows, type TextRow } from '../../text/text-rows.ts';
import { lineText } from '../../text/inlines.ts';
import { hasAmounts, isNumeric, isPrice } from '../model/numeric.ts';
import { cutAtEdges } from '../aligned/grid-cells.ts';
import type { FilledRows } from '../rulings/filled-rows.ts';
import { lengthOf, type Ruling } from '../rulings/rulings.ts';
import type { Area } from './table-areas.ts';

/** Set by hand on unlisted documents. */
const HEADER = {
  /** Fewest names above rulings of their own, and in filled cells. */
  ruled: 2,
  filled: 3,
  /** Points: rulings of one header lie at one height, this far apart at most, and none is shorter. */
  heightPt: 1,
  apartPt: 30,
  lengthPt: 12,
  /** The widest column is wider than the narrowest by this factor: titles of columns of text have equal rulings. */
  widths: 1.4,
  /** Em: how far above the ruling the last names stand, and how far apart the lines of names are. */
  aboveEm: 1.3,
  lineEm: 1.65,
  /** Most lines of names. */
  lines: 6,
};

/** Set by hand on unlisted documents. */
const BODY = {
  /** Em: distance of rows at most, and of lines of one cell. */
  rowEm: 3.6,
  lineEm: 1.6,
  /** How many times further apart rows are than the lines of their cells. */
  loose: 1.2,
  /** By how much the sizes of rows may differ, as a share. */
  size: 0.15,
  /** Fewest rows with several cells; of one with a number, fewest cells and share of the columns that have one. */
  several: 2,
  cells: 3,
  filled: 0.6,
};

/** Em: the bottom of a row's letters below the baseline. */
const DEPTH_EM = 0.2;

/** Points: text may reach over the edge of a filled cell by this. */
const INSIDE_PT = 1;

interface Column {
  readonly x0: number;
  readonly x1: number;
}

/** The names of columns, and where they begin and end on the page. */
interface Header {
  readonly columns: readonly Column[];
  readonly top: number;
  readonly bottom: number;
}

/**
 * Areas of tables of which nothing but the header is marked, by filled cells. Their rows go on below as far as they
 * keep the columns.
 */
export function areasBelowFilled(
  elements: readonly Element[],
  filled: readonly FilledRows[],
): { readonly header: number; readonly area: Area }[] {
  const rows = textRows(segmentsOf(elements));
  return filledHeaders(filled, rows).flatMap((header) => {
    const area = areaBelow(header, elements, rows);
    return area ? [{ header: header.bottom, area }] : [];
  });
}

/**
 * Areas of tables of which nothing but the header is marked, by rulings beside each other, each below the name of one
 * column.
 */
export function areasBelowNames(elements: readonly Element[], horizontal: readonly Ruling[]): Area[] {
  const rows = textRows(segmentsOf(elements));
  return ruledHeaders(horizontal, rows).flatMap((header) => {
    const area = areaBelow(header, elements, rows);
    return area ? [area] : [];
  });
}

/** Headers above rulings that lie beside each other. */
function ruledHeaders(horizontal: readonly Ruling[], rows: readonly TextRow[]): Header[] {
  const sorted = [...horizontal].sort((a, b) => a.at - b.at || a.from - b.from);
  const groups: Ruling[][] = [];
  for (const ruling of sorted) {
    const group = groups.findLast(([first]) => isNear(first!.at, ruling.at, HEADER.heightPt));
    if (group && ruling.from > group.at(-1)!.to && ruling.from - group.at(-1)!.to < HEADER.apartPt) group.push(ruling);
    else groups.push([ruling]);
  }
  return groups.flatMap((group) => {
    const header = group.length >= HEADER.ruled ? headerAbove(group, rows) : undefined;
    return header ? [header] : [];
  });
}

/** The names above rulings of their own: at least one above each, in lines right above each other. */
function headerAbove(pieces: readonly Ruling[], rows: readonly TextRow[]): Header | undefined {
  if (pieces.some((piece) => lengthOf(piece) < HEADER.lengthPt)) return undefined;
  const lengths = pieces.map(lengthOf);
  if (Math.max(...lengths) < HEADER.widths * Math.min(...lengths)) return undefined;
  const bottom = pieces[0]!.at;
  const [x0, x1] = [pieces[0]!.from, pieces.at(-1)!.to];
  let columns: readonly Column[] = pieces.map(({ from, to }) => ({ x0: from, x1: to }));
  const names: Segment[] = [];
  let below = bottom;
  let top = bottom;
  for (const row of rows.filter(({ baseline }) => baseline < bottom + 1).toReversed()) {
    const inside = row.segments.filter((segment) => overlapX(segment, { x0, x1 }) > 0);
    if (inside.length === 0) continue;
    const most = names.length > 0 ? HEADER.lineEm : HEADER.aboveEm;
    if (below - row.baseline > most * row.size) break;
    const grown = withCells(columns, inside);
    if (!grown) break;
    columns = grown;
    names.push(...inside);
    below = row.baseline;
    top = row.y0;
  }
  const isNamed = pieces.every(({ from, to }) => names.some((name) => overlapX(name, { x0: from, x1: to }) > 0));
  return isNamed ? { columns, top, bottom } : undefined;
}

/** What the lines of each name cover. */
function columnsOfNames(lines: readonly TextRow[]): Column[] {
  const columns: { x0: number; x1: number }[] = [];
  for (const { x0, x1 } of lines.flatMap(({ segments }) => segments).toSorted((a, b) => a.x0 - b.x0)) {
    const last = columns.at(-1);
    if (last && x0 < last.x1) last.x1 = Math.max(last.x1, x1);
    else columns.push({ x0, x1 });
  }
  return columns;
}

/** Headers whose cells are filled: nothing but names, in bold or white letters. */
function filledHeaders(filled: readonly FilledRows[], rows: readonly TextRow[]): Header[] {
  return filled.flatMap(({ x0, x1, rows: boxes, edges }) => {
    const [top, bottom] = [boxes[0]!.y0, boxes.at(-1)!.y1];
    const isWhole = boxes.slice(1).every(({ y0 }, index) => isNear(y0, boxes[index]!.y1, HEADER.heightPt));
    const lines = rows
      .filter(({ baseline }) => baseline > top && baseline < bottom)
      .map((row) => ({ ...row, segments: row.segments.filter((segment) => overlapX(segment, { x0, x1 }) > 0) }))
      .filter(({ segments }) => segments.length > 0);
    if (!isWhole || lines.length === 0 || lines.length > HEADER.lines || !lines.every(areNames)) return [];
    const ends = [x0, ...edges, x1];
    const columns =
      edges.length > 0
        ? ends.slice(1).map((end, index) => ({ x0: ends[index]! + INSIDE_PT, x1: end - INSIDE_PT }))
        : columnsOfNames(lines);
    return columns.length < HEADER.filled ? [] : [{ columns, top, bottom }];
  });
}

const areNames = (row: TextRow): boolean =>
  !hasAmounts(row) && row.segments.every(({ runs }) => isBold(runs) || isWhite(runs[0]!.color));

/** Columns that hold the cells of one more row; nothing where a cell lies in none of them, or in several. */
function withCells(columns: readonly Column[], cells: readonly Segment[]): readonly Column[] | undefined {
  const grown = columns.map((column) => ({ ...column }));
  for (const { x0, x1 } of cells) {
    const [column, ...others] = grown.filter((each) => overlapX(each, { x0, x1 }) > 0);
    if (!column || others.length > 0) return undefined;
    column.x0 = Math.min(column.x0, x0);
    column.x1 = Math.max(column.x1, x1);
  }
  return grown.slice(1).every(({ x0 }, index) => x0 >= grown[index]!.x1) ? grown : undefined;
}

/** The area of a header and of the rows below it that keep its columns. */
function areaBelow(header: Header, elements: readonly Element[], rows: readonly TextRow[]): Area | undefined {
  const { top, bottom } = header;
  const others = elements.filter((element) => !isSegment(element) && element.y0 > bottom);
  const below = rows.filter(({ baseline }) => baseline > bottom);
  let { columns } = header;
  const taken: TextRow[] = [];
  for (const row of cutAtEdges(below, edgesBetween(columns))) {
    const sides = { x0: columns[0]!.x0, x1: columns.at(-1)!.x1 };
    const cells = row.segments.filter((cell) => overlapX(cell, sides) > 0);
    if (cells.length === 0) continue;
    const isFar = row.baseline - (taken.at(-1)?.baseline ?? bottom) > BODY.rowEm * row.size;
    const isOtherSize = taken.length > 0 && Math.abs(taken[0]!.size - row.size) > BODY.size * row.size;
    const isBelowOther = others.some((other) => other.y0 < row.y1 && overlapX(other, sides) > 0);
    const grown = isFar || isOtherSize || isBelowOther ? undefined : withCells(columns, cells);
    if (!grown) break;
    // the header is a part of one that is wider
    if (cells.length > 1 && cells.length < row.segments.length) return undefined;
    columns = grown;
    taken.push({ ...row, segments: cells });
  }
  const body = withoutRest(taken);
  if (!areRows(body, columns.length)) return undefined;
  const [x0, x1] = [columns[0]!.x0, columns.at(-1)!.x1];
  return {
    x0,
    x1,
    top: top - 1,
    bottom: body.at(-1)!.y1,
    rulings: [bottom, ...spacesBetween(body, columns.length)].map((at) => ({ at, from: x0, to: x1 })),
    edges: edgesBetween(columns),
    openTop: false,
    openBottom: false,
  };
}

/** Whether rows are enough for a table: several with several cells, or one that can be an item. */
function areRows(body: readonly TextRow[], columns: number): boolean {
  const [first, ...more] = body.filter(({ segments }) => segments.length > 1);
  return first !== undefined && first === body[0] && (more.length + 1 >= BODY.several || isItem(first, columns));
}

/** The only row of a table, such as the item of an invoice: most of its columns have a cell, one of them a number. */
const isItem = ({ segments: [first, ...more] }: TextRow, columns: number): boolean =>
  more.length + 1 >= Math.max(BODY.cells, BODY.filled * columns) &&
  first !== undefined &&
  more.some((cell) => isPrice(lineText(cell)) || isNumeric(lineText(cell)));

const edgesBetween = (columns: readonly Column[]): number[] =>
  columns.slice(1).map((column, index) => (columns[index]!.x1 + column.x0) / 2);

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
function withoutRest(rows: readonly TextRow[]): readonly TextRow[] {
  let end = rows.findLastIndex(({ segments }) => segments.length > 1) + 1;
  while (end > 0 && rows[end] && rows[end]!.baseline - rows[end - 1]!.baseline < BODY.lineEm * rows[end]!.size)
    end += 1;
  return rows.slice(0, end);
}
