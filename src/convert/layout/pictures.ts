import type { Element } from './element.ts';
import type { Piece } from './piece.ts';
import type { RawPage } from './raw-page.ts';

/** The room that pictures take among the text, so that columns are seen beside them. Grounds, pictures under text and specks take none. */
export function pictures(page: RawPage, pieces: readonly Piece[]): Element[] {
  const elements: Element[] = [];
  for (const image of page.images) {
    const x0 = Math.max(0, image.x0);
    const y0 = Math.max(0, image.y0);
    const x1 = Math.min(page.width, image.x1);
    const y1 = Math.min(page.height, image.y1);
    if (x1 - x0 < 16 || y1 - y0 < 16 || (x1 - x0) * (y1 - y0) > 0.5 * page.width * page.height) continue;
    const isGround = pieces.some(
      (piece) =>
        (piece.x0 + piece.x1) / 2 > x0 &&
        (piece.x0 + piece.x1) / 2 < x1 &&
        piece.base > y0 + 1 &&
        piece.base - 0.5 * piece.size < y1 - 1,
    );
    if (!isGround) elements.push({ x0, y0, x1, y1, kind: 'figure', atom: [] });
  }
  return elements;
}
