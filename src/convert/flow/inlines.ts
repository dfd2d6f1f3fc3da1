import type { Block, Inline } from '../document.ts';

/** All inline content of a block in document order. */
export function* inlinesOf(block: Block): Generator<Inline> {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      yield* block.content;
      break;
    case 'list':
      for (const item of block.items) for (const inner of item.blocks) yield* inlinesOf(inner);
      break;
    case 'table':
      yield* block.caption ?? [];
      for (const row of block.rows) for (const cell of row) for (const inner of cell.blocks) yield* inlinesOf(inner);
      break;
    case 'quote':
    case 'footnote':
      for (const inner of block.blocks) yield* inlinesOf(inner);
      break;
    case 'figure':
      yield block.image;
      yield* block.caption ?? [];
      break;
    case 'code':
    case 'math':
    case 'thematic-break':
    case 'verbatim':
      break;
  }
}
