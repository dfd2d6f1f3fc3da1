import type { LayoutBlock } from '../model/page-model.ts';
import type { RawRule } from '../model/raw-page.ts';

/** In heights of the line: how far the first line of a frame is from its top at most, and from its left side. */
const TITLE = { top: 1.5, left: 2 };

/** Marks lines that stand alone at the top of a frame with text below them. */
export function withFrameTitles(blocks: readonly LayoutBlock[], rules: readonly RawRule[]): LayoutBlock[] {
  const sides = rules.filter(({ kind }) => kind === 'vertical');
  if (sides.length < 2) return [...blocks];
  return blocks.map((block, index) => {
    const after = blocks[index + 1];
    if (block.kind !== 'text' || !block.candidate || block.lines > 1 || after?.kind !== 'text') return block;
    const [x0, y0, , y1] = block.box;
    const height = y1 - y0;
    const along = sides.filter((side) => side.y0 < y0 && y0 - side.y0 < TITLE.top * height && side.y1 > after.box[1]);
    const isLeft = along.some((side) => side.x0 < x0 && x0 - side.x0 < TITLE.left * height);
    return isLeft && along.some((side) => side.x0 > after.box[2]) ? { ...block, framed: true } : block;
  });
}
