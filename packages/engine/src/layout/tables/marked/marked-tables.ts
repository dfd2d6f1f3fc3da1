import { segmentElement, segmentsOf, type Element } from '../../model/element.ts';
import { isNear } from '../../model/geometry.ts';
import { areaWithNames, readArea, takenBy, type FoundTable } from './area-table.ts';
import { areasBelowFilled } from './headed-areas.ts';
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
    ),
    ...ruledAreas(
      elements,
      lines,
      height,
      edges.filter((_, index) => index % 2 === 0),
    ).filter(isRuled),
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
  for (const area of areasBelowFilled(elements, filled)) {
    const found = readArea(withoutTables(elements, tables), area, lines);
    if (found) tables = [...tables, found];
  }
  const statements = statementAreas(elements, lines);
  for (const statement of statements)
    tables = withStatement(tables, statement, { statements, elements, rulings: lines });
  return withoutTables(elements, tables);
}

/** Elements with tables in the place of what these take. */
function withoutTables(elements: readonly Element[], tables: readonly FoundTable[]): Element[] {
  const taken = takenBy(tables);
  return [...elements.filter((element) => !taken.has(element)), ...tables.map(({ table }) => table)];
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
