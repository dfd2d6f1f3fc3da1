import { isWhite } from '../../model/colors.ts';
import { isNear, overlapX } from '../../model/geometry.ts';
import { isBold } from '../../model/glyph-run.ts';
import type { Segment } from '../../model/line.ts';
import { leadings, type TextRow } from '../../text/text-rows.ts';
import { hasAmounts } from '../model/numeric.ts';
import type { FilledRows } from '../rulings/filled-rows.ts';
import { lengthOf, type Ruling } from '../rulings/rulings.ts';

/** Set by hand on unlisted documents. */
const HEADER = {
  /** Fewest names above rulings of their own, in filled cells, each in a cell of its own, and between two rulings. */
  ruled: 2,
  filled: 3,
  parted: 4,
  closed: 4,
  /** Points: how far the ends of these two may differ. */
  endPt: 3,
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

/** Points: text may reach over the edge of a filled cell by this. */
const INSIDE_PT = 1;

export interface Column {
  readonly x0: number;
  readonly x1: number;
}

/** The names of columns, and where they begin and end on the page. */
export interface Header {
  readonly columns: readonly Column[];
  readonly top: number;
  readonly bottom: number;
  /**
   * Where two rulings enclose it: y of the next one below them, which ends the table. The name of a section may stand
   * below such a header.
   */
  readonly end?: number;
}

/** Headers above rulings that lie beside each other. */
export function ruledHeaders(horizontal: readonly Ruling[], rows: readonly TextRow[]): Header[] {
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

/** Names of many columns between two rulings of one width, with nothing else between these. */
export function closedHeaders(horizontal: readonly Ruling[], rows: readonly TextRow[]): Header[] {
  const sorted = [...horizontal].sort((a, b) => a.at - b.at);
  return sorted.flatMap((top, index) => {
    const [bottom, next] = sorted
      .slice(index + 1)
      .filter(
        ({ at, from, to }) =>
          at > top.at + HEADER.heightPt && isNear(from, top.from, HEADER.endPt) && isNear(to, top.to, HEADER.endPt),
      );
    if (!bottom) return [];
    const lines = rows.filter(({ baseline }) => baseline > top.at && baseline < bottom.at);
    const isInside = ({ x0, x1 }: Segment): boolean => x0 > top.from - HEADER.endPt && x1 < top.to + HEADER.endPt;
    const [first] = lines;
    const isHeader =
      first !== undefined &&
      lines.length <= HEADER.lines &&
      leadings(lines).every((leading) => leading < HEADER.lineEm * first.size) &&
      lines.every((row) => !hasAmounts(row) && row.segments.every(isInside)) &&
      bottom.at - lines.at(-1)!.baseline < HEADER.aboveEm * first.size;
    const columns = isHeader ? columnsOfNames(lines) : [];
    return columns.length < HEADER.closed
      ? []
      : [{ columns, top: top.at + 1, bottom: bottom.at, end: next?.at ?? Infinity }];
  });
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

/** Headers whose cells are filled: nothing but names, in bold or white letters or each in a cell of its own. */
export function filledHeaders(filled: readonly FilledRows[], rows: readonly TextRow[]): Header[] {
  return filled.flatMap(({ x0, x1, rows: boxes, edges }) => {
    const [top, bottom] = [boxes[0]!.y0, boxes.at(-1)!.y1];
    const isWhole = boxes.slice(1).every(({ y0 }, index) => isNear(y0, boxes[index]!.y1, HEADER.heightPt));
    const lines = rows
      .filter(({ baseline }) => baseline > top && baseline < bottom)
      .map((row) => ({ ...row, segments: row.segments.filter((segment) => overlapX(segment, { x0, x1 }) > 0) }))
      .filter(({ segments }) => segments.length > 0);
    const ends = [x0, ...edges, x1];
    const cells = ends.slice(1).map((end, index) => ({ x0: ends[index]! + INSIDE_PT, x1: end - INSIDE_PT }));
    const areMarked = lines.every(areNames) || (boxes.length === 1 && areNamesOfCells(lines, cells));
    if (!isWhole || lines.length === 0 || lines.length > HEADER.lines || !areMarked) return [];
    const columns = edges.length > 0 ? cells : columnsOfNames(lines);
    return columns.length < HEADER.filled ? [] : [{ columns, top, bottom }];
  });
}

const areNames = (row: TextRow): boolean =>
  !hasAmounts(row) && row.segments.every(({ runs }) => isBold(runs) || isWhite(runs[0]!.color));

/** Whether nothing but names stands in filled cells beside each other, in each of these one. */
function areNamesOfCells(lines: readonly TextRow[], cells: readonly Column[]): boolean {
  const names = lines.flatMap(({ segments }) => segments);
  return (
    cells.length >= HEADER.parted &&
    !lines.some(hasAmounts) &&
    names.every((name) => cells.some(({ x0, x1 }) => name.x0 > x0 - INSIDE_PT && name.x1 < x1 + INSIDE_PT)) &&
    cells.every((cell) => names.some((name) => overlapX(name, cell) > 0))
  );
}

/** Columns that hold the cells of one more row; nothing where a cell lies in none of them, or in several. */
export function withCells(columns: readonly Column[], cells: readonly Segment[]): readonly Column[] | undefined {
  const grown = columns.map((column) => ({ ...column }));
  for (const { x0, x1 } of cells) {
    const [column, ...others] = grown.filter((each) => overlapX(each, { x0, x1 }) > 0);
    if (!column || others.length > 0) return undefined;
    column.x0 = Math.min(column.x0, x0);
    column.x1 = Math.max(column.x1, x1);
  }
  return grown.slice(1).every(({ x0 }, index) => x0 >= grown[index]!.x1) ? grown : undefined;
}
