import type { Segment } from './piece.ts';

/** Segments on one baseline, from left to right. */
export interface TextRow {
  readonly segments: Segment[];
  readonly base: number;
  readonly y0: number;
  readonly y1: number;
  readonly size: number;
}

/** Sorts segments into rows by baseline, from top to bottom. */
export function textRows(segments: readonly Segment[]): TextRow[] {
  const sorted = [...segments].sort((a, b) => a.base - b.base || a.x0 - b.x0);
  const rows: TextRow[] = [];
  let group: Segment[] = [];
  const flush = (): void => {
    if (group.length === 0) return;
    let size = 0;
    let y0 = Infinity;
    let y1 = -Infinity;
    for (const segment of group) {
      size = Math.max(size, segment.size);
      y0 = Math.min(y0, segment.y0);
      y1 = Math.max(y1, segment.y1);
    }
    const base = group.reduce((sum, segment) => sum + segment.base, 0) / group.length;
    rows.push({ segments: group.sort((a, b) => a.x0 - b.x0), base, y0, y1, size });
    group = [];
  };
  for (const segment of sorted) {
    const first = group[0];
    if (first && segment.base - first.base > 0.3 * Math.min(segment.size, first.size)) flush();
    group.push(segment);
  }
  flush();
  return rows;
}
