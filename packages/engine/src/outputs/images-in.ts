import type { Block, Inline } from '../document.ts';

/** Names of the stored images that a block shows, each once. */
export const imagesIn = (block: Block): string[] => [...new Set(namesIn(block))];

function namesIn(block: Block): string[] {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return namesInInlines(block.content);
    case 'figure':
      return [...namesInInlines([block.image]), ...namesInInlines(block.caption)];
    case 'list':
      return block.items.flatMap(namesInBlocks);
    case 'table':
      return [...namesInInlines(block.caption), ...block.rows.flat().flatMap(namesInBlocks)];
    case 'quote':
    case 'footnote':
      return namesInBlocks(block);
    case 'code':
    case 'math':
    case 'thematic-break':
    case 'verbatim':
      return [];
  }
}

const namesInBlocks = ({ blocks }: { readonly blocks: readonly Block[] }): string[] => blocks.flatMap(namesIn);

const namesInInlines = (content: readonly Inline[] = []): string[] =>
  content.flatMap((inline) => (inline.kind === 'image' && inline.asset !== undefined ? [inline.asset] : []));
