import type { Bitmap } from './bitmap.ts';
import { paperAt } from './ground.ts';
import type { Ground } from './ground.ts';
import type { Picture } from './picture.ts';
import type { Line } from './rules.ts';

/**
 * Paints ruled lines over with paper, in place, so that they are not read as `|` and `_`. Where a letter touches a line, both are left as they are.
 */
export function eraseLines(picture: Picture, bitmap: Bitmap, ground: Ground, lines: readonly Line[]): void {
  const { width, height } = picture;
  const crossings = lines.filter((line) => line.kind === 'vertical');
  const beams = lines.filter((line) => line.kind === 'horizontal');
  const paint = (x0: number, y0: number, x1: number, y1: number): void => {
    const paper = paperAt(ground, x0, y0);
    for (let y = Math.max(0, y0); y < Math.min(height, y1); y++)
      picture.data.fill(paper, y * width + Math.max(0, x0), y * width + Math.min(width, x1));
  };
  for (const line of lines) {
    const across = line.kind === 'horizontal' ? crossings : beams;
    const most = line.thickness * 1.5 + 3;
    for (const [from, to, b0, b1] of thinStretches(bitmap, line, most, across)) {
      if (line.kind === 'horizontal') paint(from, b0 - 1, to, b1 + 1);
      else paint(b0 - 1, from, b1 + 1, to);
    }
  }
}

/** Stretches of the line (along, across) at which nothing but another line touches it. */
function* thinStretches(
  bitmap: Bitmap,
  line: Line,
  most: number,
  across: readonly Line[],
): Generator<[number, number, number, number]> {
  const level = line.kind === 'horizontal';
  const [a0, a1, b0, b1] = level ? [line.x0, line.x1, line.y0, line.y1] : [line.y0, line.y1, line.x0, line.x1];
  const limit = level ? bitmap.height : bitmap.width;
  const ink = (a: number, b: number): boolean =>
    (level ? bitmap.bits[b * bitmap.width + a] : bitmap.bits[a * bitmap.width + b]) === 1;
  const near = across.filter((other) =>
    level ? other.y0 <= b1 + 2 && b0 - 2 <= other.y1 : other.x0 <= b1 + 2 && b0 - 2 <= other.x1,
  );
  const crossed = (a: number): boolean =>
    near.some((other) => (level ? a >= other.x0 - 1 && a <= other.x1 : a >= other.y0 - 1 && a <= other.y1));
  for (let a = a0; a < a1; a++) {
    let from = b0;
    while (from < b1 && !ink(a, from)) from++;
    if (from === b1) continue;
    let to = b1;
    while (to > from && !ink(a, to - 1)) to--;
    if (crossed(a)) {
      yield [a, a + 1, from, to];
      continue;
    }
    while (from > 0 && to - from <= most && ink(a, from - 1)) from--;
    while (to < limit && to - from <= most && ink(a, to)) to++;
    if (to - from <= most) yield [a, a + 1, from, to];
  }
}
