import type { Rect } from '../layout/model/raw-page.ts';
import type { Bitmap } from './bitmap.ts';
import { paperAt } from './background.ts';
import type { Background } from './background.ts';
import type { Picture } from './picture.ts';
import type { RuledLine } from './ruled-lines.ts';

/**
 * Paints ruled lines over with paper, in place, so that they are not read as `|` and `_`. Where a letter touches a
 * line, both are left as they are.
 */
export function eraseLines(
  picture: Picture,
  bitmap: Bitmap,
  background: Background,
  lines: readonly RuledLine[],
): void {
  const { width, height } = picture;
  const crossings = lines.filter((line) => line.kind === 'vertical');
  const beams = lines.filter((line) => line.kind === 'horizontal');
  const paint = (x0: number, y0: number, x1: number, y1: number): void => {
    const paper = paperAt(background, x0, y0);
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

/** Pixels around a dark bar in which its border may lie. */
const BORDER = 4;

/** Lines around and within a dark bar stay: paper there would be as light as its letters. */
export function restoreBar(copy: Picture, { data, width, height }: Picture, { x0, y0, x1, y1 }: Rect): void {
  for (let y = Math.max(0, y0 - BORDER); y < Math.min(height, y1 + BORDER); y++) {
    const [from, to] = [y * width + Math.max(0, x0 - BORDER), y * width + Math.min(width, x1 + BORDER)];
    copy.data.set(data.subarray(from, to), from);
  }
}

/** Stretches of the line (along, across) at which nothing but another line touches it. */
function* thinStretches(
  bitmap: Bitmap,
  line: RuledLine,
  most: number,
  across: readonly RuledLine[],
): Generator<[number, number, number, number]> {
  const horizontal = line.kind === 'horizontal';
  const [a0, a1, b0, b1] = horizontal ? [line.x0, line.x1, line.y0, line.y1] : [line.y0, line.y1, line.x0, line.x1];
  const limit = horizontal ? bitmap.height : bitmap.width;
  const ink = (a: number, b: number): boolean =>
    (horizontal ? bitmap.bits[b * bitmap.width + a] : bitmap.bits[a * bitmap.width + b]) === 1;
  const crossed = crossings(line, across);
  for (let a = a0; a < a1; a++) {
    const inked = (b: number): boolean => ink(a, b);
    const [from, to] = trimmed(inked, b0, b1);
    if (from === to) continue;
    if (crossed(a)) {
      yield [a, a + 1, from, to];
      continue;
    }
    const [first, last] = grown(inked, from, to, { limit, most });
    if (last - first <= most) yield [a, a + 1, first, last];
  }
}

/** From the first ink between two places to the last. */
function trimmed(ink: (b: number) => boolean, from: number, to: number): [number, number] {
  while (from < to && !ink(from)) from++;
  while (to > from && !ink(to - 1)) to--;
  return [from, to];
}

/** With the ink that goes on to either side, as far as it is not more than `most` in all. */
function grown(
  ink: (b: number) => boolean,
  from: number,
  to: number,
  { limit, most }: { readonly limit: number; readonly most: number },
): [number, number] {
  while (from > 0 && to - from <= most && ink(from - 1)) from--;
  while (to < limit && to - from <= most && ink(to)) to++;
  return [from, to];
}

/** Whether one of the other lines crosses a line at a place along it. */
function crossings(line: RuledLine, across: readonly RuledLine[]): (a: number) => boolean {
  if (line.kind === 'horizontal') {
    const near = across.filter((other) => other.y0 <= line.y1 + 2 && line.y0 - 2 <= other.y1);
    return (x) => near.some((other) => x >= other.x0 - 1 && x <= other.x1);
  }
  const near = across.filter((other) => other.x0 <= line.x1 + 2 && line.x0 - 2 <= other.x1);
  return (y) => near.some((other) => y >= other.y0 - 1 && y <= other.y1);
}
