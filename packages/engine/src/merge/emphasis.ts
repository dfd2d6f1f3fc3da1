import type { Block, Inline } from '../document.ts';
import type { DocumentStyle } from '../layout/headings/document-style.ts';

/** Says what becomes of bold and italic letters: a block as it is written. */
export type Emphasize = (block: Block) => Block;

type Mark = 'bold' | 'italic';

/**
 * Bold and italic are emphasis where the text around them is neither: not in headings, not where the whole document is
 * set so, and nowhere if it is not wanted.
 */
export function makeEmphasize({ body }: DocumentStyle, wanted: boolean): Emphasize {
  const all: readonly Mark[] = ['bold', 'italic'];
  const dropped = all.filter((mark) => !wanted || body[mark]);
  const emphasize: Emphasize = (block) => {
    if (block.kind === 'heading') return { ...block, content: without(block.content, all) };
    if (block.kind === 'paragraph')
      return dropped.length > 0 ? { ...block, content: without(block.content, dropped) } : block;
    if (block.kind === 'footnote') return { ...block, blocks: block.blocks.map(emphasize) };
    if (block.kind === 'list')
      return { ...block, items: block.items.map((item) => ({ ...item, blocks: item.blocks.map(emphasize) })) };
    return block;
  };
  return emphasize;
}

function without(content: readonly Inline[], marks: readonly Mark[]): readonly Inline[] {
  return content.map((inline) => {
    if (inline.kind !== 'text') return inline;
    const rest = { ...inline } as { -readonly [K in keyof typeof inline]: (typeof inline)[K] };
    for (const mark of marks) delete rest[mark];
    return rest;
  });
}
