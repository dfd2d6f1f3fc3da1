import {
  isSegment,
  segmentElement,
  segmentsOf,
  type Atom,
  type Element,
  type SegmentElement,
} from '../model/element.ts';
import { explain } from '../model/decisions.ts';
import { betweenLines, boundsOf, isNear, median } from '../model/geometry.ts';
import { lettersOf } from '../model/glyph-run.ts';
import { lineText } from '../text/inlines.ts';
import { textRows, type TextRow } from '../text/text-rows.ts';
import { readAlignedTable } from './aligned-table.ts';
import { withRowsBeside } from './area-rows.ts';
import { areYears } from './column-names.ts';
import type { FilledRows } from './filled-rows.ts';
import { labelApart } from './label-cells.ts';
import { areAmountsBesideText, withNames } from './name-column.ts';
import { isNumeric } from './numeric.ts';
import { lengthOf, type Ruling, type Rulings } from './rulings.ts';
import { statementAreas, type StatementArea } from './statement-areas.ts';
import { tableAtom } from './table-atom.ts';
import { filledAreas, isBetweenSides, ruledAreas, sticksOut, withoutTitles, type Area } from './table-areas.ts';

/** Em: letters whose middle, this far above the baseline, lies in an area belong to it. Set by hand. */
const MIDDLE_EM = 0.35;
/** Em: the bottom of a row's letters below the baseline. */
const DEPTH_EM = 0.2;

/** Em: lines of one name of a column, above the area. */
const NAME_LINE_EM = 1.6;

/** Em from the left edge of the area: what stands there alone names a section. */
const SECTION_EM = 1;

/** Em above a table and from its left edge: text there may be of it. So may texts at its left of so many letters. */
const BESIDE_EM = 2.5;
const CELL_LETTERS = 20;

/** Fewest names in a filled row that is a header by itself, and in one with a ruling as wide as it right below. */
const HEADER_NAMES = { alone: 3, ruled: 2 };
/** Points: how far the ends of that ruling, and the ruling itself, may be from the edges of the row. */
const EDGE_PT = 3;
/** Points: the last coloured cell may end this far from the end of its rulings. */
const EDGE_OF_LAST_PT = 6;

/** Letters that are larger than others by this factor are the title of a page. Set by hand. */
const LARGE = 2;

/** Rulings that part columns. Set by hand on the tuning half of the corpus. */
const WALL = {
  /** Points from the sides of the area. */
  insidePt: 4,
  /** Share of the area's height. */
  height: 0.5,
};

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
      filled.map((rows) => withoutTitles(rows, elements)),
      rulings,
      elements,
    ).filter((area) => !hasLargeLetters(area, elements)),
    ...ruledAreas(elements, lines, height, new Set(edges.filter((_, index) => index % 2 === 0)))
      .filter(isRuled)
      .map((area) => withEdgesOfCells(area, filled)),
  ];
  let rest = elements;
  let tables: readonly FoundTable[] = [];
  for (const area of areas) {
    const found = readArea(rest, areaWithNames(rest, area, lines), lines);
    if (!found) continue;
    tables = [...tables, found];
    rest = [...rest.filter((element) => !found.taken.has(element)), found.table];
  }
  for (const statement of statementAreas(elements, lines)) tables = withStatement(tables, statement, elements, lines);
  const taken = takenBy(tables);
  return [...elements.filter((element) => !taken.has(element)), ...tables.map(({ table }) => table)];
}

/**
 * The tables with that of a statement, in place of those that have some of its entries. Where marks show all of them
 * in one table, or some that it would leave out, the tables stay.
 */
function withStatement(
  tables: readonly FoundTable[],
  { area, segments }: StatementArea,
  elements: readonly Element[],
  rulings: Rulings,
): readonly FoundTable[] {
  const own = new Set(segments);
  const countOwn = ({ taken }: FoundTable): number =>
    [...taken].filter((element) => isSegment(element) && own.has(element.segment)).length;
  const others = tables.filter((table) => countOwn(table) === 0);
  const shared = tables.filter((table) => countOwn(table) > 0);
  const decide = (found: FoundTable | undefined, reason: string): readonly FoundTable[] => {
    explain('statement', found ? 'yes' : 'no', reason, () => boundsOf(segments));
    return found ? [...others, found] : tables;
  };
  if (shared.some((table) => countOwn(table) === own.size)) return decide(undefined, 'marks show all of it');
  const gone = takenBy(others);
  const rest = [...elements.filter((element) => !gone.has(element)), ...others.map(({ table }) => table)];
  const found = readArea(rest, area, rulings);
  if (!found) return decide(undefined, 'no table');
  if (shared.length === 0 && leavesOutCells(found, area, rest)) return decide(undefined, 'leaves out cells');
  const isLarger = [...takenBy(shared)].every((element) => found.taken.has(element));
  return isLarger ? decide(found, 'names with amounts') : decide(undefined, 'marks show more of it');
}

/** Whether a table leaves out text right above its numbers, or short texts at its left, which may be its cells. */
function leavesOutCells({ table, taken }: FoundTable, area: Area, elements: readonly Element[]): boolean {
  const segments = segmentsOf(elements.filter((element) => !taken.has(element)));
  const above = segments.some(
    // a name of the last column may be longer than its numbers
    ({ x0, x1, baseline, size }) =>
      baseline > table.y0 - BESIDE_EM * size &&
      baseline < area.top &&
      x0 > area.x0 + BESIDE_EM * size &&
      (x0 + x1) / 2 < area.x1 + size,
  );
  const left = segments.filter(
    ({ x1, baseline, size }) =>
      baseline > area.top && baseline < area.bottom && x1 < area.x0 + 1 && x1 > area.x0 - 2 * BESIDE_EM * size,
  );
  return above || (left.length > 0 && median(left.map((segment) => lettersOf(segment.runs))) <= CELL_LETTERS);
}

const takenBy = (tables: readonly FoundTable[]): ReadonlySet<Element> =>
  new Set(tables.flatMap(({ taken }) => [...taken]));

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

interface FoundTable {
  readonly table: Atom;
  readonly taken: ReadonlySet<Element>;
}

/** The rows of an area and those beside it that belong to its table; nothing where something else sticks out of it. */
function rowsOfArea(
  elements: readonly Element[],
  area: Area,
  rulings: Rulings,
): { core: readonly TextRow[]; rows: readonly TextRow[]; within: readonly SegmentElement[] } | undefined {
  const within = elements.filter(
    (element): element is SegmentElement => isSegment(element) && isBetweenSides(element, area),
  );
  const isIn = ({ segment }: SegmentElement): boolean =>
    segment.baseline > area.top && segment.baseline - MIDDLE_EM * segment.size < area.bottom;
  const inside = within.filter(isIn);
  if (inside.length < 2 || elements.some((element) => sticksOut(element, area))) return undefined;
  const core = rowsOfElements(inside);
  const others = rowsOfElements(within.filter((element) => !isIn(element)));
  return { core, rows: withRowsBeside(core, others, area, rulings.horizontal), within };
}

/** The area of a table with the names of its rows. Nothing where it is amounts whose names cannot be told. */
function areaWithNames(elements: readonly Element[], given: Area, rulings: Rulings): Area | undefined {
  const area = withNames(given, elements);
  if (area.x0 < given.x0) return area;
  const rows = rowsOfArea(elements, area, rulings)?.rows;
  if (!rows || !areAmountsBesideText(rows, area, elements)) return area;
  const whole = { ...given, top: rows[0]!.baseline - rows[0]!.size, bottom: rows.at(-1)!.baseline + 1 };
  const { x0, edges } = withNames(whole, elements);
  return x0 < given.x0 ? { ...given, x0, edges } : undefined;
}

function readArea(elements: readonly Element[], area: Area | undefined, rulings: Rulings): FoundTable | undefined {
  const found = area && rowsOfArea(elements, area, rulings);
  if (!found) return undefined;
  const { core, rows, within } = found;
  const edges = area.edges.length > 0 ? area.edges : wallsOf(area, rulings);
  const content = readAlignedTable(rows, {
    marked: true,
    rulings: [...area.rulings, ...linesBeside(rows, core, area), ...rulingsBeside(rows, area, rulings)].sort(
      (a, b) => a.at - b.at,
    ),
    ...(edges.length > 0 ? { edges } : {}),
  });
  if (!content) return undefined;
  const segments = new Set(rows.flatMap((row) => row.segments));
  const taken = within.filter(({ segment }) => labelApart(segment).some((part) => segments.has(part)));
  return { table: tableAtom(content, boundsOf([...segments]), [area.x0, area.x1]), taken: new Set(taken) };
}

const rowsOfElements = (elements: readonly SegmentElement[]): TextRow[] =>
  textRows(elements.flatMap(({ segment }) => labelApart(segment)));

/** x of the vertical rulings that part columns of an area. */
function wallsOf(area: Area, { vertical }: Rulings): number[] {
  return vertical
    .filter(
      (ruling) =>
        ruling.at > area.x0 + WALL.insidePt &&
        ruling.at < area.x1 - WALL.insidePt &&
        ruling.from < area.bottom &&
        ruling.to > area.top &&
        lengthOf(ruling) > WALL.height * (area.bottom - area.top),
    )
    .map((ruling) => ruling.at);
}

/** Rulings between the area and the first of the rows that were added above it. */
const rulingsBeside = ([first]: readonly TextRow[], area: Area, { horizontal }: Rulings): Ruling[] =>
  horizontal.filter(
    ({ at, from, to }) => at > first!.baseline && at <= area.top && from > area.x0 && to <= area.x1 + 1,
  );

/** Lines of names of columns that stand above an area, right below each other. */
const areLinesOfNames = (row: TextRow, next: TextRow, area: Area): boolean =>
  next.baseline < area.top &&
  next.baseline - row.baseline < NAME_LINE_EM * next.size &&
  !next.segments.slice(1).some((segment) => isNumeric(lineText(segment)));

/** The name of the first section, right below names of columns. */
const isSectionBelowNames = (row: TextRow, { segments: [name, ...more], size }: TextRow, area: Area): boolean =>
  row.segments.length > 1 && row.baseline < area.top && more.length === 0 && name!.x0 - area.x0 < SECTION_EM * size;

/** Lines between rows that were added above and below, which count as parted from each other. */
function linesBeside(rows: readonly TextRow[], core: readonly TextRow[], area: Area): Ruling[] {
  const lines: Ruling[] = [];
  rows.forEach((row, index) => {
    const next = rows[index + 1];
    if (!next || (core.includes(row) && core.includes(next))) return;
    const isTop = row.baseline < area.top && next.baseline > area.top;
    if (
      !isTop &&
      !areYears(row) &&
      !isSectionBelowNames(row, next, area) &&
      (next.segments.length < 2 || areLinesOfNames(row, next, area))
    )
      return;
    if (!area.rulings.some(({ at }) => at > row.baseline - 1 && at < next.baseline - 1))
      lines.push({ at: betweenLines(row, next, DEPTH_EM), from: area.x0, to: area.x1 });
  });
  return lines;
}
