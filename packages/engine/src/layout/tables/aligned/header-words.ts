import { isNear } from '../../model/geometry.ts';
import { makeLine, type Segment } from '../../model/line.ts';
import type { TextRow } from '../../text/text-rows.ts';
import { hasAmounts } from '../model/numeric.ts';
import { cellsOfRow } from './grid-cells.ts';
import type { Grid } from './grid.ts';

/** Words of a header that are aligned with their columns. Set by hand on pages of annual reports. */
const ALIGNED = {
  /** Points by which words may end or start elsewhere than the text of their column. */
  pt: 1.5,
  /** Fewest cells of a column, and the share of them that end or start at one place. */
  cells: 2,
  share: 0.5,
};

/** Where the text of a column ends and starts, as far as most of its cells agree. */
interface ColumnSides {
  readonly end: number | undefined;
  readonly start: number | undefined;
}

/** The place at which most of the cells end or start. */
function commonPlace(places: readonly number[]): number | undefined {
  if (places.length < ALIGNED.cells) return undefined;
  const near = (place: number): number => places.filter((other) => isNear(other, place, ALIGNED.pt)).length;
  const common = places.reduce((best, place) => (near(place) > near(best) ? place : best));
  return near(common) >= Math.max(ALIGNED.cells, ALIGNED.share * places.length) ? common : undefined;
}

function sidesOfColumns(body: readonly TextRow[], grid: Grid): ColumnSides[] {
  const cells = body.flatMap((row) => cellsOfRow(row, grid)).filter(({ span }) => span === 1);
  const byColumn = Map.groupBy(cells, ({ column }) => column);
  return Array.from({ length: grid.gutters.length + 1 }, (_, column) => {
    const lines = (byColumn.get(column) ?? []).map(({ line }) => line);
    return { end: commonPlace(lines.map(({ x1 }) => x1)), start: commonPlace(lines.map(({ x0 }) => x0)) };
  });
}

const isAt = (x: number, place: number | undefined): boolean => place !== undefined && isNear(x, place, ALIGNED.pt);

/**
 * Where a segment is cut so that each part ends or starts with the text of a column of its own; nothing where no cuts
 * do.
 */
function cutsOf({ runs }: Segment, columns: readonly ColumnSides[]): number[] | undefined {
  // each place is tried once for each column: without this, the ways to cut many words are beyond counting
  const failed = columns.map(() => new Set<number>());
  const search = (from: number, column: number): number[] | undefined => {
    if (from === runs.length) return [];
    if (column === columns.length || failed[column]!.has(from)) return undefined;
    for (let next = column; next < columns.length; next += 1)
      for (let to = runs.length - (from === 0 ? 1 : 0); to > from; to -= 1) {
        const { end, start } = columns[next]!;
        if (!isAt(runs[to - 1]!.x1, end) && !isAt(runs[from]!.x0, start)) continue;
        const rest = search(to, next + 1);
        if (rest) return to === runs.length ? rest : [to, ...rest];
      }
    failed[column]!.add(from);
    return undefined;
  };
  return search(0, 0);
}

function cutSegment(segment: Segment, columns: readonly ColumnSides[]): Segment[] {
  const cuts = cutsOf(segment, columns);
  if (!cuts) return [segment];
  return [0, ...cuts].map((from, index) => makeLine(segment.runs.slice(from, cuts[index])));
}

/**
 * Rows of which those above the first amounts are cut between words that leave no more than a space, where each word
 * ends or starts with the text of its column: names of narrow columns stand as close as words. A row with a title of
 * several columns stays as it is.
 */
export function cutHeaderWords(rows: readonly TextRow[], grid: Grid): readonly TextRow[] {
  const first = rows.findIndex(hasAmounts);
  if (first <= 0) return rows;
  const isCrossing = ({ x0, x1 }: Segment): boolean => grid.gutters.some((gutter) => x0 < gutter.x0 && x1 > gutter.x1);
  if (!rows.slice(0, first).some(({ segments }) => segments.some(isCrossing))) return rows;
  const columns = sidesOfColumns(rows.slice(first), grid);
  return rows.map((row, index) => {
    if (index >= first) return row;
    const cut = {
      ...row,
      segments: row.segments.flatMap((segment) => (isCrossing(segment) ? cutSegment(segment, columns) : [segment])),
    };
    return cellsOfRow(cut, grid).every(({ span }) => span === 1) ? cut : row;
  });
}
