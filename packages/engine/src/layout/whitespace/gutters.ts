import { centerX } from '../model/geometry.ts';
import type { Rect } from '../model/raw-page.ts';

/** A stretch of x that (nearly) no text crosses. */
export interface Gutter {
  readonly x0: number;
  readonly x1: number;
}

/** The page is looked at in bins of half a point; more bins than this would be no page. */
const BINS_PER_PT = 2;
const MAX_BINS = 20_000;

/** How many rows cover each bin. */
function coverage(rows: readonly (readonly Rect[])[], left: number, bins: number): Int32Array {
  const change = new Int32Array(bins + 2);
  for (const row of rows) {
    let reach = -1;
    for (const rect of row) {
      const from = Math.max(reach + 1, Math.floor((rect.x0 - left) * BINS_PER_PT));
      const to = Math.min(bins - 1, Math.ceil((rect.x1 - left) * BINS_PER_PT) - 1);
      if (to < from) continue;
      change[from]! += 1;
      change[to + 1]! -= 1;
      reach = to;
    }
  }
  return change;
}

function extentOf(rows: readonly (readonly Rect[])[]): { readonly left: number; readonly right: number } {
  let left = Infinity;
  let right = -Infinity;
  for (const row of rows) {
    for (const rect of row) {
      left = Math.min(left, rect.x0);
      right = Math.max(right, rect.x1);
    }
  }
  return { left, right };
}

/** Gutters within the extent of the rows: stretches at least `width` wide that at most `tolerance` rows cross. */
export function findGutters(rows: readonly (readonly Rect[])[], width: number, tolerance: number): Gutter[] {
  const { left, right } = extentOf(rows);
  const bins = Math.ceil((right - left) * BINS_PER_PT);
  if (!(bins > 0) || bins > MAX_BINS) return [];
  const change = coverage(rows, left, bins);
  const gutters: Gutter[] = [];
  let count = 0;
  let start = -1;
  for (let bin = 0; bin < bins; bin += 1) {
    count += change[bin]!;
    if (count <= tolerance) {
      if (start < 0) start = bin;
    } else if (start >= 0) {
      if (start > 0 && (bin - start) / BINS_PER_PT >= width)
        gutters.push({ x0: left + start / BINS_PER_PT, x1: left + bin / BINS_PER_PT });
      start = -1;
    }
  }
  return tolerance > 0 && gutters.length > 1 ? withoutEmptyColumns(gutters, rows) : gutters;
}

/**
 * Gutters without the narrower one of two between which nothing stands: what ends in the middle of a gutter, such as a
 * title above it, would make two of it.
 */
function withoutEmptyColumns(gutters: readonly Gutter[], rows: readonly (readonly Rect[])[]): Gutter[] {
  const centers = rows.flatMap((row) => row.map(centerX));
  const kept: Gutter[] = [];
  for (const gutter of gutters) {
    const before = kept.at(-1);
    if (!before || centers.some((x) => x >= before.x1 && x <= gutter.x0)) kept.push(gutter);
    else if (gutter.x1 - gutter.x0 > before.x1 - before.x0) kept[kept.length - 1] = gutter;
  }
  return kept;
}
