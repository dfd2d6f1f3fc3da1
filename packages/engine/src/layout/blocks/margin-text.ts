import { centerX, centerY, holdsPoint, rectOf } from '../model/geometry.ts';
import type { Folio, LayoutBlock } from '../model/page-model.ts';
import type { Rect } from '../model/raw-page.ts';

/** The outer margins, in which short text may be repeated on each page too. Shares of the page; set by hand. */
const MARGIN = { left: 0.18, right: 0.82, top: 0.1, bottom: 0.85 };
/** Most lines and letters of such a text. */
const SHORT = { lines: 4, chars: 120 };

interface Size {
  readonly width: number;
  readonly height: number;
}

const isInMargin = ({ x0, y0, x1, y1 }: Rect, { width, height }: Size): boolean =>
  x1 < MARGIN.left * width || x0 > MARGIN.right * width || y1 < MARGIN.top * height || y0 > MARGIN.bottom * height;

/** Short texts in the outer margins may be running ones, as those at the top and bottom of the page. */
export function atSide(block: LayoutBlock, page: Size): LayoutBlock {
  if (block.kind !== 'text' || block.lines > SHORT.lines || block.chars > SHORT.chars) return block;
  const { x0, y0, x1, y1 } = rectOf(block.box);
  // a short heading at the left of a wide column is in no margin
  const [from, to] = block.candidate ? block.column : [x0, x1];
  return isInMargin({ x0: from, y0, x1: to, y1 }, page) ? { ...block, edge: 'side' } : block;
}

/** The number of the page stands at its edge, whatever is beside or below it. */
export function withFolioAtEdge(block: LayoutBlock, folio: Folio, { height }: Size): LayoutBlock {
  if (block.kind !== 'text' || block.edge !== 'side' || block.lines > 1) return block;
  const y = centerY(rectOf(block.box));
  const isFolio = holdsPoint(rectOf(folio.box), centerX(rectOf(block.box)), y);
  return isFolio ? { ...block, edge: y < height / 2 ? 'top' : 'bottom' } : block;
}
