import type { Block, Inline } from '../document.ts';

/** The block with all of its text changed, that of its cells, items and notes too. */
export function mapContent(block: Block, change: (content: readonly Inline[]) => readonly Inline[]): Block {
  const within = <T extends { readonly blocks: readonly Block[] }>(holder: T): T => ({
    ...holder,
    blocks: holder.blocks.map((each) => mapContent(each, change)),
  });
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return { ...block, content: change(block.content) };
    case 'list':
      return { ...block, items: block.items.map(within) };
    case 'table':
      return { ...block, rows: block.rows.map((row) => row.map(within)) };
    case 'quote':
    case 'footnote':
      return within(block);
    case 'code':
    case 'math':
    case 'figure':
    case 'thematic-break':
    case 'verbatim':
      return block;
  }
}
