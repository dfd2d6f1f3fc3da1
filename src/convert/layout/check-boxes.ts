import type { Piece } from './piece.ts';
import type { RawPage } from './raw-page.ts';

/** Signs for the check boxes and radio buttons of a form, which are no text: empty or checked. */
export function checkBoxes(page: RawPage, pieces: readonly Piece[]): Piece[] {
  const signs: Piece[] = [];
  for (const widget of page.widgets) {
    if (widget.kind !== 'checkbox' && widget.kind !== 'radio') continue;
    const { x0, y0, x1, y1 } = widget;
    const height = y1 - y0;
    if (height < 3 || height > 40 || x1 - x0 > 60 || x1 < 0 || x0 > page.width) continue;
    // the sign that the document itself shows in the box gives way
    const inside = pieces.some(
      (piece) => piece.x0 >= x0 - 1 && piece.x1 <= x1 + 1 && piece.base > y0 && piece.base < y1 + 2,
    );
    if (inside) continue;
    const middle = (y0 + y1) / 2;
    let near: Piece | undefined;
    for (const piece of pieces) {
      if (Math.abs(piece.base - 0.33 * piece.size - middle) > 0.6 * piece.size) continue;
      const gap = Math.max(piece.x0 - x1, x0 - piece.x1);
      if (gap > -1 && gap < 60 && (!near || gap < Math.max(near.x0 - x1, x0 - near.x1))) near = piece;
    }
    if (!near) continue;
    signs.push({
      ...near,
      text: widget.checked === true ? '☒' : '☐',
      x0,
      x1,
      y0,
      y1,
      space: true,
      script: undefined,
      href: undefined,
      mcid: undefined,
      bold: false,
      symbolic: true,
    });
  }
  return signs;
}
