import type { Piece } from './piece.ts';
import type { RawLink } from './raw-page.ts';

/** Gives pieces below a link's rectangle its target. Links within the document are left out: Markdown has no pages. */
export function linkPieces(pieces: readonly Piece[], links: readonly RawLink[]): void {
  for (const link of links) {
    if (!/^(?:https?:|mailto:|ftp:)/i.test(link.href)) continue;
    for (const piece of pieces) {
      const x = (piece.x0 + piece.x1) / 2;
      const y = piece.base - 0.3 * piece.size;
      if (x >= link.x0 && x <= link.x1 && y >= link.y0 && y <= link.y1) piece.href = link.href;
    }
  }
}
