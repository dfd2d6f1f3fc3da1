import { segmentElement, segmentsOf, type Element } from '../../model/element.ts';
import { isNear } from '../../model/geometry.ts';
import { textRows } from '../../text/text-rows.ts';
import { areaWithNames, readArea, takenBy, type FoundTable } from './area-table.ts';
import { areasBelowFilled, areasBelowNames } from './headed-areas.ts';
import type { FilledRows } from '../rulings/filled-rows.ts';
import type { Ruling, Rulings } from '../rulings/rulings.ts';
import { statementAreas } from './statement-areas.ts';
import { withStatement } from './statement-tables.ts';
import { isBetweenSides } from './rows-between.ts';
import { filledAreas, ruledAreas, withoutTitles, type Area } from './table-areas.ts';

/** Fewest names in a filled row that is a header by itself, and in one with a ruling as wide as it right below. */
const HEADER_NAMES = { alone: 3, ruled: 2 };
/** Points: how far the ends of that ruling, and the ruling itself, may be from the edges of the row. */
const EDGE_PT = 3;
/** Points: the last coloured cell may end this far from the end of its rulings. */
const EDGE_OF_LAST_PT = 6;

/** Most rows of a table that may be the start of a longer one: its header, and the only row that is ruled below. */
const START_ROWS = 2;

/** Letters that are larger than others by this factor are the title of a page. Set by hand. */
const LARGE = 2;

/** Replaces the text of tables that horizontal rulings of one width (booktabs and its kin) or filled rows mark. */
export function takeMarkedTables(
  elements: readonly Element[],
  rulings: Rulings,
  filled: readonly FilledRows[],
  height: number,
): Element[] {
  const edges = edgesOfHeader(filled, elements, rulings.horizontal);
  const lines = { ...rulings, horizontal: [...rulings.horizontal, ...edges] };
  // a header alone is no table yet
  const isRuled = ({ bottom }: Area): boolean => !edges.some((edge) => isNear(edge.at, bottom, 1));
  const areas = [
    ...filledAreas(
      filled.flatMap((rows) => withoutTitles(rows, elements, rulings.horizontal)),
      rulings,
      elements,
    ).filter((area) => !hasLargeLetters(area, elements)),
    ...ruledAreas(
      elements,
      lines,
      height,
      edges.filter((_, index) => index % 2 === 0),
    )
      .filter(isRuled)
      .map((area) => withEdgesOfCells(area, filled)),
  ];
  let rest = elements;
  let tables: readonly FoundTable[] = [];
  const take = (area: Area | undefined): void => {
    const found = readArea(rest, area, lines);
    if (!found) return;
    tables = [...tables, found];
    rest = [...rest.filter((element) => !found.taken.has(element)), found.table];
  };
  for (const area of areas) take(areaWithNames(rest, area, lines));
  for (const area of areasBelowNames(rest, rulings.horizontal)) take(area);
  for (const { header, area } of areasBelowFilled(elements, filled)) {
    const starts = tables.filter((table) => isStartOf(area, header, table));
    const others = tables.filter((table) => !starts.includes(table));
    const found = readArea(withoutTables(elements, others), area, lines);
    if (found && [...takenBy(starts)].every((element) => found.taken.has(element))) tables = [...others, found];
  }
  const statements = statementAreas(elements, lines);
  for (const statement of statements)
    tables = withStatement(tables, statement, { statements, elements, rulings: lines });
  return withoutTables(elements, tables);
}

/** Whether a table is nothing but the header of an area, which ends at `header`, or this and the first row below it. */
function isStartOf(area: Area, header: number, { table, taken }: FoundTable): boolean {
  if ([...taken].some(({ y1 }) => y1 <= area.top)) return false;
  const rows = table.contents.flatMap((content) =>
    content.kind === 'blocks' ? content.blocks.map((block) => (block.kind === 'table' ? block.rows.length : 0)) : [],
  );
  return [...taken].every(({ y1 }) => y1 < header + EDGE_PT) || (rows[0]! <= START_ROWS && table.y1 < area.bottom);
}

/** Elements with tables in the place of what these take. */
function withoutTables(elements: readonly Element[], tables: readonly FoundTable[]): Element[] {
  const taken = takenBy(tables);
  return [...elements.filter((element) => !taken.has(element)), ...tables.map(({ table }) => table)];
}

/** Whether letters of very different sizes lie in an area: it is of backgrounds of a page, and no table. */
function hasLargeLetters(area: Area, elements: readonly Element[]): boolean {
  const inside = segmentsOf(elements).filter(
    (segment) => isBetweenSides(segment, area) && segment.baseline > area.top && segment.baseline < area.bottom,
  );
  const sizes = textRows(inside).map((row) => row.size);
  return Math.max(...sizes) > LARGE * Math.min(...sizes);
}

/** A ruled area with the edges of its columns, where the only row of coloured cells in it is its header. */
function withEdgesOfCells(area: Area, filled: readonly FilledRows[]): Area {
  const [header, ...more] = filled.filter(
    ({ rows, edges }) => edges.length > 0 && rows.some(({ y0, y1 }) => y1 > area.top && y0 < area.bottom),
  );
  const isHeader =
    header !== undefined &&
    more.length === 0 &&
    isNear(header.rows[0]!.y0, area.top, EDGE_PT) &&
    isNear(header.x0, area.x0, EDGE_PT) &&
    isNear(header.x1, area.x1, EDGE_OF_LAST_PT);
  return isHeader ? { ...area, edges: header.edges } : area;
}

/**
 * The edges of a single filled row with the names of some columns count as rulings: what is ruled below belongs to
 * it.
 */
function edgesOfHeader(
  filled: readonly FilledRows[],
  elements: readonly Element[],
  horizontal: readonly Ruling[],
): Ruling[] {
  return filled.flatMap(({ x0, x1, rows }) => {
    const [only, ...more] = rows;
    if (!only || more.length > 0) return [];
    const names = segmentsOf(elements).filter(
      (segment) =>
        isBetweenSides(segmentElement(segment), { x0, x1 }) && segment.baseline > only.y0 && segment.baseline < only.y1,
    );
    const isRuledBelow = horizontal.some(
      ({ at, from, to }) => isNear(at, only.y1, EDGE_PT) && isNear(from, x0, EDGE_PT) && isNear(to, x1, EDGE_PT),
    );
    return names.length < (isRuledBelow ? HEADER_NAMES.ruled : HEADER_NAMES.alone)
      ? []
      : [only.y0, only.y1].map((at) => ({ at, from: x0, to: x1 }));
  });
}
