import { isSegment, type Element } from './element.ts';
import { findGutters } from './grid-columns.ts';
import { lineText } from './inlines.ts';
import { median, type Segment } from './piece.ts';
import { readStreamTable } from './stream-table.ts';
import { groupsOf, inner, intersect, stripsOf, type Group, type Span } from './strips.ts';
import { atomOf } from './table-zones.ts';
import { textRows, type TextRow } from './text-rows.ts';

/** Lines of text that belong to one row of a table: what stands above and below is parted from them by more space than they have among them. */
interface Band {
  readonly rows: readonly TextRow[];
  /** By column: the lines of its cell. */
  readonly cells: readonly (readonly Segment[])[];
}

/**
 * Tables that no rule shows and whose cells have several lines: their columns look like columns of prose, but the cells of a row start
 * together, and the space between two rows goes through all columns.
 */
export function wrappedTables(elements: readonly Element[], column: readonly [number, number]): Element[] {
  const segments = elements.filter(isSegment);
  if (segments.length < 8) return [...elements];
  const size = median(segments.map(({ segment }) => segment.size));
  const width = Math.max(4.5, 0.55 * size);
  const found: Element[] = [];
  const taken = new Set<Element>();
  for (const group of acrossHeads(groupsOf(stripsOf(elements, width), width, size, true), width)) {
    const members = group.strips.flatMap((strip) => strip.elements);
    if (members.length < 8 || !members.every(isSegment)) continue;
    const rows = textRows(members.map(({ segment }) => segment));
    const gutters = [
      ...inner(group.free, group.x0, group.x1).filter((span) => span.x1 - span.x0 >= width),
      ...narrowGutters(rows, size, width),
    ]
      .map((span) => (span.x0 + span.x1) / 2)
      .sort((a, b) => a - b);
    if (gutters.length === 0) continue;
    for (const bands of runsOf(bandsOf(rows, gutters))) {
      const table = readBands(bands, gutters, column);
      if (!table) continue;
      found.push(table);
      const inTable = new Set(bands.flatMap((band) => band.cells.flat()));
      for (const member of members) if (inTable.has(member.segment)) taken.add(member);
    }
  }
  return found.length === 0 ? [...elements] : [...elements.filter((element) => !taken.has(element)), ...found];
}

/** A line over several columns parts the rows above it from those below, but not the table. */
function acrossHeads(groups: readonly Group[], width: number): Group[] {
  const joined: Group[] = [];
  for (let index = 0; index < groups.length; index += 1) {
    const group = groups[index]!;
    const before = joined.at(-1);
    const after = groups[index + 1];
    const free = before && after && isHead(group) ? intersect(before.free, after.free, width) : [];
    const x0 = Math.min(before?.x0 ?? 0, after?.x0 ?? 0);
    const x1 = Math.max(before?.x1 ?? 0, after?.x1 ?? 0);
    if (
      before &&
      after &&
      inner(free, x0, x1).length > 0 &&
      inner(free, x0, x1).length === inner(after.free, after.x0, after.x1).length
    ) {
      joined[joined.length - 1] = { strips: [...before.strips, ...group.strips, ...after.strips], free, x0, x1 };
      index += 1;
    } else {
      joined.push(group);
    }
  }
  return joined;
}

const isHead = ({ strips }: Group): boolean =>
  strips.length === 1 && strips[0]!.elements.length === 1 && isSegment(strips[0]!.elements[0]!);

/** Gutters hardly wider than a space: no row crosses them, and what stands at their right starts at one x in nearly all rows. */
function narrowGutters(rows: readonly TextRow[], size: number, width: number): Span[] {
  const pieces = rows.map((row) => row.segments.flatMap((segment) => segment.pieces));
  return findGutters(pieces, 0.28 * size, 0).filter(({ x0, x1 }) => {
    if (x1 - x0 >= width) return false;
    const starts = pieces.flatMap((row) =>
      row.filter((piece, index) => piece.x0 >= x1 - 1 && (index === 0 || row[index - 1]!.x1 <= x0 + 1)),
    );
    return starts.length >= 4 && starts.filter((piece) => Math.abs(piece.x0 - x1) < 1).length >= 0.85 * starts.length;
  });
}

function readBands(
  bands: readonly Band[],
  gutters: readonly number[],
  column: readonly [number, number],
): Element | undefined {
  const edges = gutters.filter((_, index) =>
    [index, index + 1].every((each) => bands.some((band) => band.cells[each]!.length > 0)),
  );
  if (edges.length !== gutters.length || !isTable(bands)) return undefined;
  const rows = bands.flatMap((band) => band.rows);
  const segments = bands.flatMap((band) => band.cells.flat());
  const from = Math.min(...segments.map((segment) => segment.x0));
  const to = Math.max(...segments.map((segment) => segment.x1));
  const strokes = bands
    .slice(1)
    .map((band, index) => ({ at: (bands[index]!.rows.at(-1)!.base + band.rows[0]!.base) / 2, from, to }));
  const draft = readStreamTable(rows, { marked: true, banded: true, strokes, edges });
  return draft && atomOf(draft, segments, column);
}

/** Rows of text, gathered where there is less space between them than the smallest between two rows of the table. */
function bandsOf(rows: readonly TextRow[], gutters: readonly number[]): Band[] {
  const gaps = rows.slice(1).map((row, index) => row.y0 - rows[index]!.y1);
  const within = gaps.filter((_, index) => goesOn(rows[index]!, rows[index + 1]!));
  const least = Math.min(...within);
  const bands: TextRow[][] = [];
  rows.forEach((row, index) => {
    if (index > 0 && gaps[index - 1]! <= least + 0.17 * row.size) bands.at(-1)!.push(row);
    else bands.push([row]);
  });
  return bands.map((band) => ({ rows: band, cells: cellsOf(band, gutters) }));
}

/** Two lines of one cell start at one x. */
function goesOn(above: TextRow, below: TextRow): boolean {
  return (
    below.y0 > above.y1 - 0.3 * above.size &&
    below.segments.some((segment) => above.segments.some((other) => Math.abs(other.x0 - segment.x0) < 1.5))
  );
}

function cellsOf(rows: readonly TextRow[], gutters: readonly number[]): Segment[][] {
  const cells: Segment[][] = Array.from({ length: gutters.length + 1 }, () => []);
  for (const row of rows)
    for (const segment of row.segments)
      cells[gutters.filter((x) => x < (segment.x0 + segment.x1) / 2).length]!.push(segment);
  return cells;
}

const filled = (band: Band): number => band.cells.filter((cell) => cell.length > 0).length;

/** Stretches of bands in letters of one size that begin and end with several columns, and that no wide space interrupts. */
function runsOf(bands: readonly Band[]): Band[][] {
  const runs: Band[][] = [];
  let run: Band[] = [];
  const flush = (): void => {
    while (run.length > 0 && filled(run.at(-1)!) < 2) run.pop();
    if (run.length >= 3) runs.push(run);
    run = [];
  };
  for (const [index, band] of bands.entries()) {
    const before = bands[index - 1]?.rows.at(-1);
    const { size, y0 } = band.rows[0]!;
    if (before && (y0 - before.y1 > 3 * size || Math.abs(size - before.size) > 0.08 * size)) flush();
    if (run.length > 0 || filled(band) >= 2) run.push(band);
  }
  flush();
  return runs;
}

const wordsOf = (cell: readonly Segment[]): number =>
  cell.reduce((sum, line) => sum + lineText(line).split(/\s+/u).length, 0);

/** All cells of a band start on one line, or have their middle at one height. */
function isLevel({ cells }: Band): boolean {
  const own = cells.filter((cell) => cell.length > 0);
  const isOne = (of: (cell: readonly Segment[]) => number): boolean =>
    Math.max(...own.map(of)) - Math.min(...own.map(of)) < 0.15 * own[0]![0]!.size;
  return isOne((cell) => cell[0]!.base) || isOne((cell) => (cell[0]!.base + cell.at(-1)!.base) / 2);
}

/** In most bands several cells, which start together; some of them of several lines; and one column that names, in few words, what the row is of. */
function isTable(bands: readonly Band[]): boolean {
  const columns = bands[0]!.cells.length;
  const several = bands.filter((band) => filled(band) >= 2);
  if (several.length < (columns > 2 ? 3 : 4) || several.length < 0.7 * bands.length) return false;
  const high = several.filter((band) => band.rows.length > 1);
  if (high.length < Math.max(1, 0.25 * bands.length)) return false;
  if (high.filter(isLevel).length < 0.75 * high.length) return false;
  // what stands apart within a cell is a column that was not found
  const broken = bands
    .flatMap(({ cells }) => cells)
    .filter((cell) => textRows(cell).some((row) => row.segments.length > 1));
  if (broken.length > 0.1 * bands.length) return false;
  const words = Array.from({ length: columns }, (_, column) => {
    const cells = bands.flatMap((band) => (band.cells[column]!.length > 0 ? [wordsOf(band.cells[column]!)] : []));
    return cells.reduce((sum, count) => sum + count, 0) / Math.max(1, cells.length);
  });
  if (words.some((count) => count > 60)) return false;
  return columns > 2 ? words.some((count) => count <= 5) : words[0]! <= 3.5 && words[1]! > words[0]!;
}
