import { plain } from './inlines.ts';
import type { FigureBlock, LayoutBlock } from './page-model.ts';
import type { RawImage, RawPage } from './raw-page.ts';

/** Share of the page's height at its edges in which a small image is a logo or an ornament of the running lines. */
const EDGE = 0.1;
/** How far a caption may stand from its figure, in points. */
const NEAR = 40;

/** Puts the images that are stored between the blocks, where they stand in the reading order. The blocks themselves stay as they are. */
export function withFigures(blocks: readonly LayoutBlock[], raw: RawPage): LayoutBlock[] {
  const placed = [...blocks];
  for (const image of raw.images) {
    if (image.asset === undefined || isOrnament(image, raw)) continue;
    placed.splice(placeOf(image, placed), 0, figureOf(image, image.asset, blocks));
  }
  return placed;
}

function isOrnament(image: RawImage, { height }: RawPage): boolean {
  return image.y1 - image.y0 < 0.5 * EDGE * height && (image.y1 < EDGE * height || image.y0 > (1 - EDGE) * height);
}

/** After the last block above it in the same column; before the first one below, when there is none above. */
function placeOf(image: RawImage, blocks: readonly LayoutBlock[]): number {
  const middle = (image.y0 + image.y1) / 2;
  const beside = blocks.flatMap((block, index) =>
    block.box[0] < image.x1 && block.box[2] > image.x0 ? [{ index, y: (block.box[1] + block.box[3]) / 2 }] : [],
  );
  const above = beside.filter(({ y }) => y <= middle);
  const below = beside.filter(({ y }) => y > middle);
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
  let least = NEAR;
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
