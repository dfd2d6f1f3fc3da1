import type { Rect } from '../layout/model/raw-page.ts';
import type { Bitmap } from './bitmap.ts';

/** A ruled line in the picture, in pixels; ends exclusive. */
export interface RuledLine extends Rect {
  readonly kind: 'horizontal' | 'vertical';
  readonly thickness: number;
}

interface Stroke {
  /** Along the line. */
  a0: number;
  a1: number;
  /** Across the line. */
  b0: number;
  b1: number;
  area: number;
}

/**
 * Finds ruled lines as chains of long runs of ink that are thin and have paper on both sides. The picture's lines of
 * text must be horizontal to about half a degree. `letter` is the height of a small letter in pixels; all measures
 * follow from it.
 */
export function findRuledLines(bitmap: Bitmap, letter: number): RuledLine[] {
  const shortest = Math.max(16, 3 * letter);
  const thickest = Math.max(3, 0.6 * letter);
  const find = (runs: Run[], kind: RuledLine['kind']): RuledLine[] => {
    const strokes = chain(runs).filter((stroke) => isThin(stroke, thickest) && isApart(bitmap, stroke, kind));
    return join(strokes, letter).map((stroke) => lineOf(stroke, kind));
  };
  const horizontal = find(horizontalRuns(bitmap, shortest), 'horizontal').filter(
    (line) => line.x1 - line.x0 >= 4.5 * letter,
  );
  const vertical = find(verticalRuns(bitmap, shortest), 'vertical').filter(
    (line) => line.y1 - line.y0 >= 12 * letter || horizontal.some((other) => meet(line, other, letter)),
  );
  return [...horizontal, ...vertical];
}

/** A run of ink: from `a0` to `a1` (exclusive) along the line, at `b` across it. */
interface Run {
  readonly a0: number;
  readonly a1: number;
  readonly b: number;
}

function horizontalRuns({ bits, width, height }: Bitmap, shortest: number): Run[] {
  const runs: Run[] = [];
  const step = Math.floor(shortest);
  for (let y = 0; y < height; y++) {
    const row = y * width;
    // A run of this length covers one of the places that are looked at.
    for (let x = step - 1; x < width; x += step) {
      if (bits[row + x] === 0) continue;
      let a0 = x;
      while (a0 > 0 && bits[row + a0 - 1] === 1) a0--;
      let a1 = x + 1;
      while (a1 < width && bits[row + a1] === 1) a1++;
      if (a1 - a0 >= shortest) runs.push({ a0, a1, b: y });
      x += Math.floor((a1 - 1 - x) / step) * step;
    }
  }
  return runs;
}

function verticalRuns({ bits, width, height }: Bitmap, shortest: number): Run[] {
  const runs: Run[] = [];
  const step = Math.floor(shortest);
  const seenTo = new Int32Array(width);
  for (let y = step - 1; y < height; y += step) {
    for (let x = 0; x < width; x++) {
      if (bits[y * width + x] === 0 || seenTo[x]! > y) continue;
      let a0 = y;
      while (a0 > 0 && bits[(a0 - 1) * width + x] === 1) a0--;
      let a1 = y + 1;
      while (a1 < height && bits[a1 * width + x] === 1) a1++;
      seenTo[x] = a1;
      if (a1 - a0 >= shortest) runs.push({ a0, a1, b: x });
    }
  }
  return runs.sort((a, b) => a.b - b.b || a.a0 - b.a0);
}

/** Joins runs that lie side by side into strokes of lines. Runs come ordered by `b`. */
function chain(runs: readonly Run[]): Stroke[] {
  const done: Stroke[] = [];
  let open: Stroke[] = [];
  for (const { a0, a1, b } of runs) {
    const still: Stroke[] = [];
    let own: Stroke = { a0, a1, b0: b, b1: b + 1, area: a1 - a0 };
    for (const stroke of open) {
      if (stroke.b1 < b) done.push(stroke);
      else if (stroke.a0 <= a1 && a0 <= stroke.a1) own = merge(stroke, own);
      else still.push(stroke);
    }
    still.push(own);
    open = still;
  }
  return [...done, ...open];
}

function merge(p: Stroke, q: Stroke): Stroke {
  return {
    a0: Math.min(p.a0, q.a0),
    a1: Math.max(p.a1, q.a1),
    b0: Math.min(p.b0, q.b0),
    b1: Math.max(p.b1, q.b1),
    area: p.area + q.area,
  };
}

function isThin(stroke: Stroke, thickest: number): boolean {
  const length = stroke.a1 - stroke.a0;
  const thickness = stroke.area / length;
  return (
    thickness <= thickest && thickness * 8 <= length && stroke.b1 - stroke.b0 <= thickness * 2 + 2 + 0.012 * length
  );
}

/** True when most of the line has paper on both sides; feet of letters that touch each other have stems above them. */
function isApart(bitmap: Bitmap, stroke: Stroke, kind: RuledLine['kind']): boolean {
  const end = kind === 'horizontal' ? bitmap.height : bitmap.width;
  const inkAt = (b: number): number => {
    if (b < 0 || b >= end) return 0;
    let ink = 0;
    for (let a = stroke.a0; a < stroke.a1; a++)
      ink += kind === 'horizontal' ? bitmap.bits[b * bitmap.width + a]! : bitmap.bits[a * bitmap.width + b]!;
    return ink;
  };
  const most = 0.3 * (stroke.a1 - stroke.a0);
  return inkAt(stroke.b0 - 2) <= most && inkAt(stroke.b1 + 1) <= most;
}

/** Joins strokes of one broken line. */
function join(strokes: readonly Stroke[], gap: number): Stroke[] {
  const joined: Stroke[] = [];
  for (const stroke of strokes.toSorted((p, q) => p.a0 - q.a0)) {
    const index = joined.findIndex(
      (other) => stroke.a0 - other.a1 <= gap && stroke.b0 <= other.b1 + 2 && other.b0 <= stroke.b1 + 2,
    );
    if (index < 0) joined.push(stroke);
    else joined[index] = merge(joined[index]!, stroke);
  }
  return joined;
}

function lineOf({ a0, a1, b0, b1, area }: Stroke, kind: RuledLine['kind']): RuledLine {
  const thickness = Math.max(1, area / (a1 - a0));
  return kind === 'horizontal'
    ? { kind, x0: a0, x1: a1, y0: b0, y1: b1, thickness }
    : { kind, x0: b0, x1: b1, y0: a0, y1: a1, thickness };
}

function meet(p: RuledLine, q: RuledLine, near: number): boolean {
  return p.x0 - near <= q.x1 && q.x0 - near <= p.x1 && p.y0 - near <= q.y1 && q.y0 - near <= p.y1;
}
