import type { Piece } from './piece.ts';
import type { RawPage } from './raw-page.ts';

/** A straight line in one direction: `at` is its y (or x), from `from` to `to` along the other axis. */
export interface Stroke {
  at: number;
  from: number;
  to: number;
}

export interface Rules {
  readonly level: Stroke[];
  readonly upright: Stroke[];
}

/** Lines of one direction, those that lie on each other or continue each other made one. */
export function joinStrokes(strokes: readonly Stroke[], snap = 2, reach = 3): Stroke[] {
  const sorted = [...strokes].sort((a, b) => a.at - b.at || a.from - b.from);
  const joined: Stroke[] = [];
  let group: Stroke[] = [];
  const flush = (): void => {
    group.sort((a, b) => a.from - b.from);
    let current: Stroke | undefined;
    for (const stroke of group) {
      if (current && stroke.from <= current.to + reach) {
        current.to = Math.max(current.to, stroke.to);
      } else {
        current = { ...stroke };
        joined.push(current);
      }
    }
    group = [];
  };
  for (const stroke of sorted) {
    if (group.length > 0 && stroke.at - group[0]!.at > snap) flush();
    group.push(stroke);
  }
  flush();
  return joined;
}

/**
 * The lines of the page that may belong to tables, as few strokes as possible. Underlines and lines struck through text are left out.
 */
export function readRules(page: RawPage, pieces: readonly Piece[]): Rules {
  const level: Stroke[] = [];
  const upright: Stroke[] = [];
  for (const rule of page.rules) {
    if (rule.kind === 'horizontal') level.push({ at: (rule.y0 + rule.y1) / 2, from: rule.x0, to: rule.x1 });
    else upright.push({ at: (rule.x0 + rule.x1) / 2, from: rule.y0, to: rule.y1 });
  }
  const joinedLevel = joinStrokes(level).filter((stroke) => stroke.to - stroke.from >= 3);
  const joinedUpright = joinStrokes(upright).filter((stroke) => stroke.to - stroke.from >= 3);
  return { level: withoutUnderlines(joinedLevel, joinedUpright, pieces), upright: joinedUpright };
}

function withoutUnderlines(level: readonly Stroke[], upright: readonly Stroke[], pieces: readonly Piece[]): Stroke[] {
  if (level.length === 0) return [];
  const sorted = [...pieces].sort((a, b) => a.base - b.base);
  const bases = sorted.map((piece) => piece.base);
  return level.filter((stroke) => {
    const met = upright.some(
      (other) =>
        other.at >= stroke.from - 3 &&
        other.at <= stroke.to + 3 &&
        other.from <= stroke.at + 3 &&
        other.to >= stroke.at - 3,
    );
    if (met) return true;
    let x0 = Infinity;
    let x1 = -Infinity;
    for (
      let index = lowerBound(bases, stroke.at - 8);
      index < sorted.length && bases[index]! <= stroke.at + 12;
      index += 1
    ) {
      const piece = sorted[index]!;
      const below = stroke.at - piece.base;
      if (
        below > -0.5 * piece.size &&
        below < 0.3 * piece.size &&
        piece.x1 > stroke.from - 1 &&
        piece.x0 < stroke.to + 1
      ) {
        x0 = Math.min(x0, piece.x0);
        x1 = Math.max(x1, piece.x1);
      }
    }
    // an underline is as long as its words
    return !(x0 <= stroke.from + 2 && x1 >= stroke.to - 2 && x0 >= stroke.from - 400 && x1 > x0);
  });
}

export function lowerBound(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
