import type { Block, Inline } from '../document.ts';

/** Names of the stored images that a block shows, each once. */
export function imagesIn(block: Block): string[] {
  const names = new Set<string>();
  addImages(block, names);
  return [...names];
}

function addImages(block: Block, names: Set<string>): void {
  const inlines = (content: readonly Inline[] = []): void => {
    for (const inline of content) if (inline.kind === 'image' && inline.asset !== undefined) names.add(inline.asset);
  };
  const blocks = (inner: readonly Block[]): void => inner.forEach((each) => addImages(each, names));
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return inlines(block.content);
    case 'figure':
      return inlines([block.image, ...(block.caption ?? [])]);
    case 'list':
      return block.items.forEach((item) => blocks(item.blocks));
    case 'table':
      inlines(block.caption);
      return block.rows.forEach((row) => row.forEach((cell) => blocks(cell.blocks)));
    case 'quote':
    case 'footnote':
      return blocks(block.blocks);
    case 'code':
    case 'math':
    case 'thematic-break':
    case 'verbatim':
  }
}
