import { isNear, median } from '../../model/geometry.ts';
import type { Segment } from '../../model/line.ts';
import { lineText } from '../../text/inlines.ts';
import { leadings, type TextRow } from '../../text/text-rows.ts';
import { CELL_LINE_EM } from '../model/draft-table.ts';
import { isNumeric } from '../model/numeric.ts';

/** Names of several rows, in the middle of these. Set by hand on documents of the factory. */
const NAME = {
  /** Cells of rows whose distance is the usual one; most cells of a line between two of them. */
  cells: 3,
  between: 2,
  /** Usual distances of the rows above and below a line between them. */
  pitches: 1.6,
  /** Em: how far the last row is from where the middle puts it. */
  endEm: 0.4,
  headerEndEm: 0.8,
  /** Most lines of a name. */
  lines: 4,
  /** Groups of several rows that names on the lines of rows show. */
  groups: 2,
};

/** Points by which starts of names differ. */
const START_PT = 2;

/** A name of some rows, by their places among the rows that are left. */
export interface MiddleName {
  readonly first: number;
  readonly last: number;
  /** Columns whose cells span the rows: the first one, or all that the line between two rows has. */
  readonly columns: number;
  /** Its further lines. */
  readonly further: readonly Segment[];
}

/** A line of a name: its cells, and whether it lies between two rows. */
interface NameLine {
  readonly cells: readonly Segment[];
  readonly baseline: number;
  readonly isBetween: boolean;
}

/** Rows with the lines of names, of which each names the rows from one to another. */
interface Group {
  readonly first: number;
  readonly last: number;
  readonly lines: readonly NameLine[];
}

/** Whether a line is more than the further one of a cell. */
const isCounted = ({ segments }: TextRow): boolean => segments.length > 1;
const hasNumber = ({ segments }: TextRow): boolean => segments.some((segment) => isNumeric(lineText(segment)));

/** Where the second column begins, when the first one has cells in some rows only. */
function secondColumn(rows: readonly TextRow[]): number | undefined {
  const cells = rows.flatMap(({ segments }) => segments);
  const left = Math.min(...cells.map(({ x0 }) => x0)) + START_PT;
  const start = Math.min(...rows.map(({ segments }) => segments[0]!.x0).filter((x) => x > left));
  const second = Math.min(...cells.filter(({ x0, x1 }) => x0 > left && x1 > start).map(({ x0 }) => x0));
  return start < Infinity && cells.every(({ x0, x1 }) => x0 >= second || x1 < second) ? second : undefined;
}

/** Parts rows from the lines of names. */
function partNames(given: readonly TextRow[], second: number): { rows: TextRow[]; lines: NameLine[] } {
  const pitch = median(leadings(given.filter(({ segments }) => segments.length >= NAME.cells)));
  const rows: TextRow[] = [];
  const lines: NameLine[] = [];
  given.forEach((row, index) => {
    const { segments, baseline } = row;
    const [above, below] = [given[index - 1], given[index + 1]];
    const names = segments.filter(({ x0 }) => x0 < second);
    const isBetween =
      above !== undefined &&
      below !== undefined &&
      segments.length <= NAME.between &&
      below.baseline - above.baseline < NAME.pitches * pitch;
    const cells = isBetween ? segments : names;
    if (names.length > 0) lines.push({ cells, baseline, isBetween });
    const rest = segments.filter((segment) => names.length === 0 || !cells.includes(segment));
    if (rest.length > 0) rows.push({ ...row, segments: rest });
  });
  return { rows, lines };
}

/** The last of the rows from one on that lines in their middle name, with further lines of its cells. */
function lastNamed(rows: readonly TextRow[], own: readonly NameLine[], first: number): number {
  const { size, baseline } = rows[first]!;
  // below titles over several columns, the first column is named on the last line of the head
  const at = first === 0 ? rows.findIndex((row) => row.baseline === own[0]!.baseline) : 0;
  if (at > 0 && !hasNumber(rows[at]!) && rows.slice(at + 1, at + 2).some(hasNumber)) return at;
  const end = own[0]!.baseline + own.at(-1)!.baseline - baseline;
  // rulings between the names of columns and their titles take space
  const isNamed = first === 0 && own.every((line) => line.isBetween);
  const tolerance = (isNamed ? NAME.headerEndEm : NAME.endEm) * size;
  let last = rows.findIndex((row, at) => at >= first && isCounted(row) && isNear(row.baseline, end, tolerance));
  while (last >= 0 && last + 1 < rows.length && !isCounted(rows[last + 1]!)) last += 1;
  return last;
}

/** Groups of all rows from one on whose names stand in their middle. `tried`: rows and lines that no groups part. */
function groupsFrom(
  rows: readonly TextRow[],
  lines: readonly NameLine[],
  first = 0,
  tried = new Set<string>(),
): Group[] | undefined {
  if (first === rows.length) return lines.length === 0 ? [] : undefined;
  const key = `${first} ${lines.length}`;
  if (tried.has(key)) return undefined;
  tried.add(key);
  for (let count = 1; count <= Math.min(NAME.lines, lines.length); count += 1) {
    const own = lines.slice(0, count);
    if (count > 1 && leadings(own).at(-1)! > CELL_LINE_EM * rows[first]!.size) return undefined;
    const last = lastNamed(rows, own, first);
    const more = last < 0 ? undefined : groupsFrom(rows, lines.slice(count), last + 1, tried);
    if (more) return [{ first, last, lines: own }, ...more];
  }
  return undefined;
}

/**
 * Rows with each name of several ones that stands in the middle of them moved to the first: between two rows, or on the
 * line of one. They are told by all rows being parted by such names.
 */
export function settleNames(given: readonly TextRow[]): { rows: readonly TextRow[]; names: readonly MiddleName[] } {
  const none = { rows: given, names: [] };
  const second = secondColumn(given);
  if (second === undefined) return none;
  const { rows, lines } = partNames(given, second);
  // a line of its own at the distance of rows is the name of a section
  const isSection = ({ isBetween, baseline }: NameLine): boolean =>
    !isBetween && rows.every((row) => row.baseline !== baseline);
  const groups = lines.some(isSection) ? undefined : groupsFrom(rows, lines);
  const several = groups?.filter(({ first, last }) => last > first) ?? [];
  const isBetween = ({ lines: own }: Group): boolean => own.some((line) => line.isBetween);
  const areMiddle = several.some(isBetween) || several.length >= NAME.groups;
  // the lines of a cell are no rows: these have numbers, save names of columns
  const areRows = several.every(
    (group) =>
      (group.first === 0 && (isBetween(group) || rows[group.last]!.baseline === group.lines[0]!.baseline)) ||
      rows
        .slice(group.first, group.last + 1)
        .filter(isCounted)
        .every(hasNumber),
  );
  if (!groups || several.length === 0 || !areMiddle || !areRows) return none;
  const settled = rows.map((row, index) => {
    const name = groups.find(({ first }) => first === index)?.lines[0];
    return name ? { ...row, segments: [...name.cells, ...row.segments].sort((a, b) => a.x0 - b.x0) } : row;
  });
  const names = groups.map(({ first, last, lines: [line, ...further] }) => ({
    first,
    last,
    columns: line!.cells.length,
    further: further.flatMap(({ cells }) => cells),
  }));
  return { rows: settled, names };
}
