import { explain } from '../../model/decisions.ts';
import { isSegment, segmentsOf, type Element } from '../../model/element.ts';
import { boundsOf, median } from '../../model/geometry.ts';
import { lettersOf } from '../../model/glyph-run.ts';
import { readArea, takenBy, type FoundTable } from './area-table.ts';
import { isNumber } from './entries.ts';
import type { Rulings } from '../rulings/rulings.ts';
import type { StatementArea } from './statement-areas.ts';
import type { Area } from './table-areas.ts';

/** Em above a table and from its left edge: text there may be of it. So may texts at its left of so many letters. */
const BESIDE_EM = 2.5;
const CELL_LETTERS = 20;

/** Points: rulings of a statement reach over its edges by less. */
const EDGE_PT = 3;

/** What is known of a page with statements. */
interface StatementPage {
  readonly statements: readonly StatementArea[];
  readonly elements: readonly Element[];
  readonly rulings: Rulings;
}

/**
 * The tables with that of a statement, in place of those that have some of its entries. Where marks show all of them
 * in one table, or some that it would leave out, the tables stay.
 */
export function withStatement(
  tables: readonly FoundTable[],
  statement: StatementArea,
  { statements, elements, rulings }: StatementPage,
): readonly FoundTable[] {
  const { area, segments } = statement;
  const others = tables.filter((table) => countOf(statement, table) === 0);
  const shared = tables.filter((table) => countOf(statement, table) > 0);
  const decide = (found: readonly FoundTable[], reason: string): readonly FoundTable[] => {
    explain('statement', found.length > 0 ? 'yes' : 'no', reason, () => boundsOf(segments));
    return found.length > 0 ? [...others, ...found] : tables;
  };
  if (shared.some((table) => countOf(statement, table) === segments.length)) return decide([], 'marks show all of it');
  const gone = takenBy(others);
  const rest = [...elements.filter((element) => !gone.has(element)), ...others.map(({ table }) => table)];
  const found = readArea(rest, area, rulings);
  if (shared.length === 0) {
    if (!found) return decide([], 'no table');
    return leavesOutCells(found, area, rest) ? decide([], 'leaves out cells') : decide([found], 'names with amounts');
  }
  const joined = statements.filter((other) => shared.some((table) => countOf(other, table) > 0));
  const marked = withoutTitlesBelow(takenBy(shared), Math.max(...joined.map((other) => other.area.bottom)));
  const haveAll = (parts: readonly FoundTable[]): boolean => {
    const taken = takenBy(parts);
    return parts.length > 0 && marked.every((element) => taken.has(element));
  };
  if (found && haveAll([found])) return decide([found], 'names with amounts');
  const whole = readArea(rest, withMarked(area, marked, rulings), rulings);
  return whole && haveAll([whole])
    ? decide([whole], 'names with amounts that marks show')
    : decide([], found ? 'marks show more of it' : 'no table');
}

/** What marks show, without lines below the last entry that have no numbers: they head what comes next. */
function withoutTitlesBelow(marked: ReadonlySet<Element>, bottom: number): readonly Element[] {
  const all = [...marked];
  const below = all.filter((element) => element.y0 > bottom);
  return segmentsOf(below).some(isNumber) ? all : all.filter((element) => element.y0 <= bottom);
}

/** How many segments of a statement are in a table. */
function countOf({ segments }: StatementArea, { taken }: FoundTable): number {
  const own = new Set(segments);
  return [...taken].filter((element) => isSegment(element) && own.has(element.segment)).length;
}

/** The area of a statement with all that marks show of it, such as its header. */
function withMarked(area: Area, marked: readonly Element[], { horizontal }: Rulings): Area {
  const { x0, x1, y0, y1 } = boundsOf(marked);
  const whole = { ...area, x0: Math.min(area.x0, x0), x1: Math.max(area.x1, x1) };
  const [top, bottom] = [Math.min(area.top, y0 - 1), Math.max(area.bottom, y1 + 1)];
  const rulings = horizontal.filter(
    ({ at, from, to }) => at > top && at < bottom + EDGE_PT && from > whole.x0 - EDGE_PT && to < whole.x1 + EDGE_PT,
  );
  return { ...whole, top, bottom, rulings };
}

/** Whether a table leaves out text right above its numbers, or short texts at its left, which may be its cells. */
function leavesOutCells({ table, taken }: FoundTable, area: Area, elements: readonly Element[]): boolean {
  const segments = segmentsOf(elements.filter((element) => !taken.has(element)));
  const above = segments.some(
    ({ x0, baseline, size }) =>
      baseline > table.y0 - BESIDE_EM * size && baseline < area.top && x0 > area.x0 + BESIDE_EM * size,
  );
  const left = segments.filter(
    ({ x1, baseline, size }) =>
      baseline > area.top && baseline < area.bottom && x1 < area.x0 + 1 && x1 > area.x0 - 2 * BESIDE_EM * size,
  );
  return above || (left.length > 0 && median(left.map((segment) => lettersOf(segment.runs))) <= CELL_LETTERS);
}
