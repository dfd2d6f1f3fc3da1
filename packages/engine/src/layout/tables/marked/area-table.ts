import { isSegment, type Atom, type Element, type SegmentElement } from '../../model/element.ts';
import { betweenLines, boundsOf } from '../../model/geometry.ts';
import { lineText } from '../../text/inlines.ts';
import { textRows, type TextRow } from '../../text/text-rows.ts';
import { readAlignedTable } from '../aligned/aligned-table.ts';
import { withRowsBeside } from './area-rows.ts';
import { areYears } from '../header/column-names.ts';
import { labelApart } from '../labels/label-cells.ts';
import { areAmountsBesideText, withNames } from './name-column.ts';
import { isNumeric } from '../model/numeric.ts';
import { lengthOf, type Ruling, type Rulings } from '../rulings/rulings.ts';
import { tableAtom } from '../model/table-atom.ts';
import { DEPTH_EM, isBetweenSides } from './rows-between.ts';
import { sticksOut, type Area } from './table-areas.ts';

/** Em: letters whose middle, this far above the baseline, lies in an area belong to it. Set by hand. */
const MIDDLE_EM = 0.35;
/** Em: lines of one name of a column, above the area. */
const NAME_LINE_EM = 1.6;

/** Em from the left edge of the area: what stands there alone names a section. */
const SECTION_EM = 1;

/** Rulings that part columns. Set by hand on the tuning half of the corpus. */
const WALL = {
  /** Points from the sides of the area. */
  insidePt: 4,
  /** Share of the area's height. */
  height: 0.5,
};

/** A table that was read in an area, and what it takes from the page. */
export interface FoundTable {
  readonly table: Atom;
  readonly taken: ReadonlySet<Element>;
}

export const takenBy = (tables: readonly FoundTable[]): ReadonlySet<Element> =>
  new Set(tables.flatMap(({ taken }) => [...taken]));

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
export function areaWithNames(elements: readonly Element[], given: Area, rulings: Rulings): Area | undefined {
  const area = withNames(given, elements);
  if (area.x0 < given.x0) return area;
  const rows = rowsOfArea(elements, area, rulings)?.rows;
  if (!rows || !areAmountsBesideText(rows, area, elements)) return area;
  const whole = { ...given, top: rows[0]!.baseline - rows[0]!.size, bottom: rows.at(-1)!.baseline + 1 };
  const { x0, edges } = withNames(whole, elements);
  return x0 < given.x0 ? { ...given, x0, edges } : undefined;
}

/** The table of an area, or nothing where its text is none. */
export function readArea(
  elements: readonly Element[],
  area: Area | undefined,
  rulings: Rulings,
): FoundTable | undefined {
  const found = area && rowsOfArea(elements, area, rulings);
  if (!found) return undefined;
  const { core, rows, within } = found;
  const edges = area.edges.length > 0 ? area.edges : wallsOf(area, rulings);
  const content = readAlignedTable(rows, {
    marked: true,
    ...(area.ruledRows ? { ruledRows: true } : {}),
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

/** x of the vertical rulings that part columns of an area. The sides of a box around one of them part no others. */
function wallsOf(area: Area, { vertical }: Rulings): number[] {
  const walls = vertical.filter(
    (ruling) =>
      ruling.at > area.x0 + WALL.insidePt &&
      ruling.at < area.x1 - WALL.insidePt &&
      ruling.from < area.bottom &&
      ruling.to > area.top &&
      lengthOf(ruling) > WALL.height * (area.bottom - area.top),
  );
  return walls.map((ruling) => ruling.at);
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
  !next.segments.slice(1).some((segment) => isNumber(lineText(segment)));

/** A number that is no name such as `1 year`. */
const isNumber = (text: string): boolean => isNumeric(text) && !/\p{L}{2}/u.test(text);

/** The name of the first section, in a line of its own right below names of columns. */
function isSectionBelowNames(row: TextRow, next: TextRow, area: Area): boolean {
  const [name, ...more] = next.segments;
  return (
    row.segments.length > 1 &&
    row.baseline < area.top &&
    more.length === 0 &&
    name!.x0 - area.x0 < SECTION_EM * next.size &&
    next.baseline - row.baseline > next.size
  );
}

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
