import type { Block, Inline } from '../document.ts';

/** Characters of a block's text, the measure by which flowing documents are paged. */
export function countCharacters(block: Block): number {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return countInline(block.content);
    case 'list':
      return block.items.reduce((sum, item) => sum + (item.label?.length ?? 0) + countAll(item.blocks), 0);
    case 'table':
      return block.rows.reduce(
        (sum, row) => row.reduce((inRow, cell) => inRow + countAll(cell.blocks), sum),
        countInline(block.caption),
      );
    case 'code':
      return block.text.length;
    case 'quote':
    case 'footnote':
      return countAll(block.blocks);
    case 'math':
      return block.latex.length;
    case 'figure':
      return countInline(block.caption);
    case 'thematic-break':
      return 0;
    case 'verbatim':
      return block.markdown.length;
  }
}

/** Cells of a block's tables. */
export function countCells(block: Block): number {
  if (block.kind === 'table')
    return block.rows.reduce(
      (sum, row) =>
        row.reduce((inRow, cell) => inRow + 1 + cell.blocks.reduce((n, inner) => n + countCells(inner), 0), sum),
      0,
    );
  if (block.kind === 'list')
    return block.items.reduce((sum, item) => item.blocks.reduce((n, inner) => n + countCells(inner), sum), 0);
  return 0;
}

function countAll(blocks: readonly Block[]): number {
  return blocks.reduce((sum, block) => sum + countCharacters(block), 0);
}

function countInline(content: readonly Inline[] = []): number {
  return content.reduce(
    (sum, inline) =>
      sum + (inline.kind === 'text' ? inline.text.length : inline.kind === 'math' ? inline.latex.length : 0),
    0,
  );
}
