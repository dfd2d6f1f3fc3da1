import { centerX } from '../../model/geometry.ts';
import { joinSegments, makeLine, type Line, type Segment } from '../../model/line.ts';
import { lineText } from '../../text/inlines.ts';
import { withoutLeader } from '../../text/leaders.ts';
import type { TextRow } from '../../text/text-rows.ts';
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
};

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

const mapSegments = (rows: readonly TextRow[], cut: (segments: readonly Segment[]) => Segment[]): TextRow[] =>
  rows.map((row) => ({ ...row, segments: cut(row.segments) }));

/** Rows cut where rulings, filled boxes or other rows show that columns meet, at `space` em or more. */
export const cutAtEdges = (rows: readonly TextRow[], edges: readonly number[], space = EM.atEdge): readonly TextRow[] =>
  edges.length === 0 ? rows : mapSegments(rows, (segments) => cutAt(segments, edges, space));

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

/** Share of the runs of a line that are monospaced: of code all, of prose none. */
export function monoShare(line: readonly CellLine[]): number {
  const runs = line.flatMap((cell) => cell.segments.flatMap((segment) => segment.runs));
  return runs.filter((run) => run.mono).length / Math.max(1, runs.length);
}
