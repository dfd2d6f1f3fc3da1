import { isNear, median } from '../../model/geometry.ts';
import type { Segment } from '../../model/line.ts';
import { lineText } from '../../text/inlines.ts';
import { leadings, type TextRow } from '../../text/text-rows.ts';
import { isNumeric } from '../model/numeric.ts';

/** Names of several rows, in the middle of these. Set by hand on documents of the factory. */
const NAME = {
  /** Cells of rows whose distance is the usual one; most cells of a line between two of them. */
  cells: 3,
  between: 2,
  /** Usual distances of the rows above and below a line between them. */
  pitches: 1.4,
  /** Em: how far the last row is from where the middle puts it; distance of lines of a name, and how many there are. */
  endEm: 0.4,
  lineEm: 1.35,
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
  const starts = rows.map(({ segments }) => segments[0]!.x0);
  const left = Math.min(...starts);
  const second = Math.min(...starts.filter((x) => x > left + START_PT));
  const isName = ({ x0, x1 }: Segment): boolean => x0 > second - START_PT || x1 < second;
  return second < Infinity && rows.every(({ segments }) => segments.every(isName)) ? second : undefined;
}

/** Parts rows from the lines of names. */
function partNames(given: readonly TextRow[], second: number): { rows: TextRow[]; lines: NameLine[] } {
  const pitch = median(leadings(given.filter(({ segments }) => segments.length >= NAME.cells)));
  const rows: TextRow[] = [];
  const lines: NameLine[] = [];
  given.forEach((row, index) => {
    const { segments, baseline } = row;
    const [above, below] = [given[index - 1], given[index + 1]];
    const names = segments.filter(({ x0 }) => x0 < second - START_PT);
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

/** Groups of all rows from one on whose names stand in their middle. */
function groupsFrom(rows: readonly TextRow[], lines: readonly NameLine[], first: number): Group[] | undefined {
  if (first === rows.length) return lines.length === 0 ? [] : undefined;
  const { size } = rows[first]!;
  for (let count = 1; count <= Math.min(NAME.lines, lines.length); count += 1) {
    const own = lines.slice(0, count);
    if (count > 1 && leadings(own).at(-1)! > NAME.lineEm * size) return undefined;
    const end = own[0]!.baseline + own.at(-1)!.baseline - rows[first]!.baseline;
    let last = rows.findIndex(
      (row, at) => at >= first && isCounted(row) && isNear(row.baseline, end, NAME.endEm * size),
    );
    if (last < 0) continue;
    while (last + 1 < rows.length && !isCounted(rows[last + 1]!)) last += 1;
    const more = groupsFrom(rows, lines.slice(count), last + 1);
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
  const groups = groupsFrom(rows, lines, 0);
  const several = groups?.filter(({ first, last }) => last > first) ?? [];
  const isBetween = ({ lines: own }: Group): boolean => own.some((line) => line.isBetween);
  const areMiddle = several.some(isBetween) || several.length >= NAME.groups;
  // the lines of a cell are no rows: these have numbers, save names of columns
  const areRows = several.every(
    (group) =>
      (group.first === 0 && isBetween(group)) ||
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
