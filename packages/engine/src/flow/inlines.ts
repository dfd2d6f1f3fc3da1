import type { Block, Inline } from '../document.ts';

/** All inline content of a block in document order. */
export function* inlinesOf(block: Block): Generator<Inline> {
  yield* ownInlines(block);
  for (const inner of innerBlocks(block)) yield* inlinesOf(inner);
}

function ownInlines(block: Block): readonly Inline[] {
  if (block.kind === 'heading' || block.kind === 'paragraph') return block.content;
  if (block.kind === 'table') return block.caption ?? [];
  return block.kind === 'figure' ? [block.image, ...(block.caption ?? [])] : [];
}

function innerBlocks(block: Block): readonly Block[] {
  if (block.kind === 'list') return block.items.flatMap(({ blocks }) => blocks);
  if (block.kind === 'table') return block.rows.flat().flatMap(({ blocks }) => blocks);
  return block.kind === 'quote' || block.kind === 'footnote' ? block.blocks : [];
}

/** The text of inline content, a line for each break. */
export function plainText(inlines: Iterable<Inline>): string {
  let text = '';
  for (const inline of inlines) text += inline.kind === 'text' ? inline.text : inline.kind === 'break' ? '\n' : '';
  return text;
}
