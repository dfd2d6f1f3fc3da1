import { isWhite } from '../../model/colors.ts';
import { isNear, overlapX } from '../../model/geometry.ts';
import { isBold } from '../../model/glyph-run.ts';
import type { Segment } from '../../model/line.ts';
import type { TextRow } from '../../text/text-rows.ts';
import { hasAmounts } from '../model/numeric.ts';
import type { FilledRows } from '../rulings/filled-rows.ts';

/** Set by hand on unlisted documents. */
const HEADER = {
  filled: 3,
  /** Points: rulings of one header lie at one height, this far apart at most, and none is shorter. */
  heightPt: 1,
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
    const areMarked = lines.every(areNames);
    if (!isWhole || lines.length === 0 || lines.length > HEADER.lines || !areMarked) return [];
    const columns = edges.length > 0 ? cells : columnsOfNames(lines);
    return columns.length < HEADER.filled ? [] : [{ columns, top, bottom }];
  });
}

const areNames = (row: TextRow): boolean =>
  !hasAmounts(row) && row.segments.every(({ runs }) => isBold(runs) || isWhite(runs[0]!.color));

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
