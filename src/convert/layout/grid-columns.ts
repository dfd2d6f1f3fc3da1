import type { Rect } from './raw-page.ts';

/** A stretch of x that (nearly) no text crosses. */
export interface Gutter {
  readonly x0: number;
  readonly x1: number;
}

/**
 * Gutters inside of the rows' extent: stretches at least `width` wide that at most `tolerance` rows cross.
 */
export function findGutters(rows: readonly (readonly Rect[])[], width: number, tolerance: number): Gutter[] {
  let left = Infinity;
  let right = -Infinity;
  for (const row of rows) {
    for (const rect of row) {
      left = Math.min(left, rect.x0);
      right = Math.max(right, rect.x1);
    }
  }
  const bins = Math.ceil((right - left) * 2);
  if (!(bins > 0) || bins > 20_000) return [];
  const change = new Int32Array(bins + 2);
  for (const row of rows) {
    let reach = -1;
    for (const rect of row) {
      const from = Math.max(reach + 1, Math.floor((rect.x0 - left) * 2));
      const to = Math.min(bins - 1, Math.ceil((rect.x1 - left) * 2) - 1);
      if (to < from) continue;
      change[from]! += 1;
      change[to + 1]! -= 1;
      reach = to;
    }
  }
  const gutters: Gutter[] = [];
  let count = 0;
  let start = -1;
  for (let bin = 0; bin < bins; bin += 1) {
    count += change[bin]!;
    if (count <= tolerance) {
      if (start < 0) start = bin;
    } else if (start >= 0) {
      if (start > 0 && (bin - start) / 2 >= width) gutters.push({ x0: left + start / 2, x1: left + bin / 2 });
      start = -1;
    }
  }
  return gutters;
}
