import { centerX } from '../../model/geometry.ts';
import { joinSegments, makeLine, type Line, type Segment } from '../../model/line.ts';
import { lineText } from '../../text/inlines.ts';
import { withoutLeader } from '../../text/leaders.ts';
import type { TextRow } from '../../text/text-rows.ts';
import type { Gutter } from '../../whitespace/gutters.ts';
import { lengthOf, type Ruling } from '../rulings/rulings.ts';
import { columnsOf, type Grid } from './grid.ts';

/** A cell's part of one line of text. */
export interface CellLine {
  readonly column: number;
  readonly span: number;
  readonly segments: readonly Segment[];
  readonly line: Line;
  readonly text: string;
}

/** White space at which a segment is cut into cells, in em. Set by hand on the tuning half of the corpus. */
const EM = {
  /** Where columns are known to meet; where names in the header say it. */
  atEdge: 0.3,
  atName: 0.1,
  /** In a gutter of most rows; the word before it may reach into the gutter by its width less the second figure. */
  inGutter: 0.28,
  reach: 0.2,
};

/** A ruling over some columns is shorter than this share of the table's width. */
const PARTIAL = 0.9;

/** Points by which words may reach over an edge. */
const OVER_PT = 1;

/** Cuts segments where columns are known to meet, where the words leave at least `space` em. */
function cutAt(segments: readonly Segment[], edges: readonly number[], space: number): Segment[] {
  return segments.flatMap((segment) => {
    const crossed = edges.filter((x) => x > segment.x0 + OVER_PT && x < segment.x1 - OVER_PT);
    if (crossed.length === 0) return [segment];
    const parts: Segment[] = [];
    let rest = segment.runs;
    for (const x of crossed) {
      const before = rest.filter((run) => centerX(run) < x);
      const after = rest.filter((run) => centerX(run) >= x);
      if (before.length === 0 || after.length === 0) continue;
      const end = Math.max(...before.map((run) => run.x1));
      const start = Math.min(...after.map((run) => run.x0));
      if (end > x + OVER_PT || start < x - OVER_PT || start - end <= space * segment.size) continue;
      parts.push(makeLine(before));
      rest = after;
    }
    return [...parts, makeLine(rest)];
  });
}

/** Cuts segments at gaps between words that lie in a gutter of most rows. */
function cutInGutters(segments: readonly Segment[], gutters: readonly Gutter[]): Segment[] {
  return segments.flatMap((segment) => {
    const { runs, size } = segment;
    const cells: Segment[] = [];
    let from = 0;
    for (const gutter of gutters) {
      if (segment.x0 > gutter.x0 || segment.x1 < gutter.x1) continue;
      const at = runs.findIndex(
        (run, index) =>
          index > from &&
          run.x0 >= gutter.x1 - OVER_PT &&
          runs[index - 1]!.x1 <= gutter.x1 - EM.reach * size &&
          runs[index - 1]!.x0 < gutter.x0,
      );
      if (at < 0 || runs[at]!.x0 - runs[at - 1]!.x1 < EM.inGutter * size) continue;
      cells.push(makeLine(runs.slice(from, at)));
      from = at;
    }
    return cells.length === 0 ? [segment] : [...cells, makeLine(runs.slice(from))];
  });
}

const mapSegments = (rows: readonly TextRow[], cut: (segments: readonly Segment[]) => Segment[]): TextRow[] =>
  rows.map((row) => ({ ...row, segments: cut(row.segments) }));

/** Rows cut where rulings or filled boxes show that columns meet. */
export const cutAtEdges = (rows: readonly TextRow[], edges: readonly number[]): readonly TextRow[] =>
  edges.length === 0 ? rows : mapSegments(rows, (segments) => cutAt(segments, edges, EM.atEdge));

/** Rows cut at the columns that names in the header or gutters show; titles above rulings over some columns stay. */
export function cutAtGrid(rows: readonly TextRow[], grid: Grid, rulings: readonly Ruling[]): readonly TextRow[] {
  if (grid.isNamed) return mapSegments(rows, (segments) => cutAt(segments, grid.edges.slice(1, -1), EM.atName));
  const partial = rulings.filter((ruling) => lengthOf(ruling) < PARTIAL * (grid.edges.at(-1)! - grid.edges[0]!));
  return rows.map((row, index) => {
    const below = rows[index + 1]?.baseline ?? row.baseline;
    const ruled = partial.filter(({ at }) => at > row.baseline && at < below);
    const isTitle = ({ x0, x1 }: Segment): boolean =>
      ruled.some(({ from, to }) => from <= x0 + OVER_PT && to >= x1 - OVER_PT);
    return {
      ...row,
      segments: row.segments.flatMap((segment) =>
        isTitle(segment) ? [segment] : cutInGutters([segment], grid.gutters),
      ),
    };
  });
}

/** The cells of one line of text; segments in one column are one cell. */
export function cellsOfRow(row: TextRow, grid: Grid): CellLine[] {
  const cells: { column: number; span: number; segments: Segment[] }[] = [];
  for (const segment of row.segments) {
    const [first, last] = columnsOf(segment, grid.gutters);
    const previous = cells.at(-1);
    if (previous && first <= previous.column + previous.span - 1) {
      previous.segments.push(segment);
      previous.span = Math.max(previous.span, last - previous.column + 1);
    } else {
      cells.push({ column: first, span: last - first + 1, segments: [segment] });
    }
  }
  return cells.map((cell) => {
    const line = withoutLeader(joinSegments(cell.segments));
    return { ...cell, line, text: lineText(line) };
  });
}
