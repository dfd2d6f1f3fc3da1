import { centerY, heightOf, rectOf } from '../model/geometry.ts';
import type { FigureBlock, LayoutBlock } from '../model/page-model.ts';
import type { RawImage, Canvas } from '../model/raw-page.ts';
import { plain } from '../text/inlines.ts';

/** A small image at the page's edge is a logo or an ornament. Shares of the page's height, set by hand. */
const ORNAMENT = { edge: 0.1, height: 0.5 };
/** Points: how far from its figure a caption may stand. */
const CAPTION_GAP_PT = 40;

/** Puts the images that are stored between the blocks, where they stand in the reading order. */
export function withFigures(blocks: readonly LayoutBlock[], page: Canvas): LayoutBlock[] {
  const placed = [...blocks];
  for (const image of page.images) {
    if (image.asset === undefined || isOrnament(image, page)) continue;
    placed.splice(placeOf(image, placed), 0, figureOf(image, image.asset, blocks));
  }
  return placed;
}

function isOrnament(image: RawImage, { height }: Canvas): boolean {
  const edge = ORNAMENT.edge * height;
  const isLow = heightOf(image) < ORNAMENT.height * ORNAMENT.edge * height;
  return isLow && (image.y1 < edge || image.y0 > (1 - ORNAMENT.edge) * height);
}

const isAboveOrBelow = ({ box }: LayoutBlock, image: RawImage): boolean => box[0] < image.x1 && box[2] > image.x0;

/** After the last block above it in the same column; before the first one below, when there is none above. */
function placeOf(image: RawImage, blocks: readonly LayoutBlock[]): number {
  const middle = centerY(image);
  const inColumn = blocks.flatMap((block, index) =>
    isAboveOrBelow(block, image) ? [{ index, y: centerY(rectOf(block.box)) }] : [],
  );
  const above = inColumn.filter(({ y }) => y <= middle);
  const below = inColumn.filter(({ y }) => y > middle);
  if (above.length > 0) return above.reduce((last, candidate) => (candidate.y >= last.y ? candidate : last)).index + 1;
  if (below.length > 0) return below.reduce((first, candidate) => (candidate.y < first.y ? candidate : first)).index;
  return blocks.length;
}

function figureOf(image: RawImage, asset: string, blocks: readonly LayoutBlock[]): FigureBlock {
  return {
    kind: 'figure',
    asset,
    alt: image.alt ?? captionOf(image, blocks),
    box: [image.x0, image.y0, image.x1, image.y1],
    column: [image.x0, image.x1],
  };
}

/** The text of the caption that stands nearest below or above. */
function captionOf(image: RawImage, blocks: readonly LayoutBlock[]): string {
  let found = '';
  let least = CAPTION_GAP_PT;
  for (const block of blocks) {
    if (block.kind !== 'text' || block.role !== 'caption' || block.box[0] > image.x1 || block.box[2] < image.x0)
      continue;
    const gap = Math.max(block.box[1] - image.y1, image.y0 - block.box[3], 0);
    if (gap >= least) continue;
    least = gap;
    found = plain(block.content);
  }
  return found;
}
