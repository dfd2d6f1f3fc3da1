import { isSegment, segmentsOf, type Element } from '../../model/element.ts';
import { betweenLines, isNear, overlapX } from '../../model/geometry.ts';
import { leadings, textRows, type TextRow } from '../../text/text-rows.ts';
import { lineText } from '../../text/inlines.ts';
import { isNumeric, isPrice } from '../model/numeric.ts';
import { cutAtEdges } from '../aligned/grid-cells.ts';
import type { FilledRows } from '../rulings/filled-rows.ts';
import type { Ruling } from '../rulings/rulings.ts';
import { closedHeaders, filledHeaders, ruledHeaders, withCells, type Column, type Header } from './marked-headers.ts';
import type { Area } from './table-areas.ts';
import { DEPTH_EM } from './rows-between.ts';

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
  /** Points by which further lines of one column of items begin elsewhere. */
  furtherPt: 12,
};

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
 * column, or by one ruling above all names and one below them, as where the table goes on at the next page.
 */
export function areasBelowNames(elements: readonly Element[], horizontal: readonly Ruling[]): Area[] {
  const rows = textRows(segmentsOf(elements));
  return [...ruledHeaders(horizontal, rows), ...closedHeaders(horizontal, rows)].flatMap((header) => {
    const area = areaBelow(header, elements, rows);
    return area ? [area] : [];
  });
}

/** The area of a header and of the rows below it that keep its columns. */
function areaBelow(header: Header, elements: readonly Element[], rows: readonly TextRow[]): Area | undefined {
  const { top, bottom } = header;
  const others = elements.filter((element) => !isSegment(element) && element.y0 > bottom);
  const below = rows.filter(({ baseline }) => baseline > bottom && baseline < (header.end ?? Infinity));
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
  if (!areRows(body, columns.length, header.end !== undefined)) return undefined;
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
function areRows(body: readonly TextRow[], columns: number, hasSection: boolean): boolean {
  const [first, ...more] = body.filter(({ segments }) => segments.length > 1);
  return (
    first !== undefined &&
    body.indexOf(first) <= Number(hasSection) &&
    (more.length + 1 >= BODY.several || isItem(first, columns))
  );
}

/** The only row of a table, such as the item of an invoice: most of its columns have a cell, one of them a number. */
const isItem = ({ segments: [first, ...more] }: TextRow, columns: number): boolean =>
  more.length + 1 >= Math.max(BODY.cells, BODY.filled * columns) &&
  first !== undefined &&
  more.some((cell) => isPrice(lineText(cell)) || isNumeric(lineText(cell)));

const edgesBetween = (columns: readonly Column[]): number[] =>
  columns.slice(1).map((column, index) => (columns[index]!.x1 + column.x0) / 2);

/** y of the spaces above items, where what stands between these is further lines of one of their columns. */
function spacesAboveItems(lines: readonly TextRow[], columns: number): number[] {
  const isStart = lines.map((line) => isItem(line, columns));
  const further = lines.filter((_, index) => !isStart[index]).flatMap(({ segments }) => segments);
  const [one] = further;
  const isColumn = further.every(({ x0 }) => isNear(x0, one!.x0, BODY.furtherPt));
  const alone = lines.filter(({ segments }, index) => isStart[index] || segments.length === 1);
  if (!one || !isColumn || alone.length < lines.length || isStart.filter(Boolean).length < BODY.several) return [];
  return lines.flatMap((line, index) =>
    index > 0 && isStart[index] ? [betweenLines(lines[index - 1]!, line, DEPTH_EM)] : [],
  );
}

/** y of the spaces between rows, where more space parts them than the lines of their cells. */
function spacesBetween(lines: readonly TextRow[], columns: number): number[] {
  const items = spacesAboveItems(lines, columns);
  if (items.length > 0) return items;
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
  const gaps = leadings(rows);
  const lone = rows
    .slice(0, end)
    .flatMap(({ segments: [only, ...more] }, index) =>
      more.length > 0 ? [] : [{ x0: only!.x0, gap: gaps[index - 1] ?? 0 }],
    );
  // as far below as further lines of other rows stand
  const goesOn = ({ segments: [only], size }: TextRow, gap: number): boolean =>
    gap < BODY.lineEm * size || lone.some((line) => isNear(line.x0, only!.x0, 1) && gap < line.gap + 1);
  while (end > 0 && rows[end] && goesOn(rows[end]!, gaps[end - 1]!)) end += 1;
  return rows.slice(0, end);
}
