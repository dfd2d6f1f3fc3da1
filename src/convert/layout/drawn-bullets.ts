import { lowerBound } from './rules.ts';
import type { Piece } from './piece.ts';
import type { RawPage, Rect } from './raw-page.ts';

/** Small and about as wide as high. */
function isDot(rect: Rect): boolean {
  const width = rect.x1 - rect.x0;
  const height = rect.y1 - rect.y0;
  return width >= 1 && height >= 1 && width <= 9 && height <= 9 && width < 1.6 * height && height < 1.6 * width;
}

/** Bullets that are drawn instead of written (browsers do so): pieces for small shapes right before the first word of a line. */
export function drawnBullets(page: RawPage, pieces: readonly Piece[]): Piece[] {
  const dots = [...page.shapes, ...page.boxes, ...page.images].filter(isDot);
  if (dots.length === 0 || dots.length > 400) return [];
  const sorted = [...pieces].sort((a, b) => a.base - b.base);
  const bases = sorted.map((piece) => piece.base);
  const bullets: Piece[] = [];
  for (const dot of dots) {
    const middle = (dot.y0 + dot.y1) / 2;
    let first: Piece | undefined;
    let blocked = false;
    for (let index = lowerBound(bases, middle - 4); index < sorted.length && bases[index]! < middle + 24; index += 1) {
      const piece = sorted[index]!;
      const rise = (piece.base - middle) / piece.size;
      if (rise < 0.1 || rise > 0.62) continue;
      const gap = piece.x0 - dot.x1;
      if (gap < -0.5 && piece.x1 > dot.x0 - 3 * piece.size) blocked = true;
      if (gap >= 0 && gap < 2.2 * piece.size && (first === undefined || piece.x0 < first.x0)) first = piece;
    }
    if (!first || blocked || dot.x1 - dot.x0 > 0.75 * first.size) continue;
    const { base, size } = first;
    if (bullets.some((other) => Math.abs(other.base - base) < 1 && Math.abs(other.x0 - dot.x0) < 2)) continue;
    bullets.push({
      ...first,
      text: '•',
      x0: dot.x0,
      x1: dot.x1,
      y0: base - size * 0.7,
      y1: base,
      base,
      size,
      bold: first.bold,
      space: false,
      script: undefined,
      href: undefined,
      symbolic: true,
    });
    first.space = true;
  }
  return bullets;
}
