import type { Block, Inline } from '../document.ts';
import { isFormula } from '../layout/text/inlines.ts';

const asFormula = (inline: Inline): Inline => (isFormula(inline) ? { kind: 'math', latex: inline.latex } : inline);

const inContent = (content: readonly Inline[]): readonly Inline[] =>
  content.some(isFormula) ? content.map(asFormula) : content;

/** The formulas in a block as such; until a block is done, they are text. */
export function withFormulas(block: Block): Block {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return { ...block, content: inContent(block.content) };
    case 'list':
      return { ...block, items: block.items.map((item) => ({ ...item, blocks: item.blocks.map(withFormulas) })) };
    case 'table':
      return {
        ...block,
        rows: block.rows.map((row) => row.map((cell) => ({ ...cell, blocks: cell.blocks.map(withFormulas) }))),
      };
    case 'footnote':
      return { ...block, blocks: block.blocks.map(withFormulas) };
    case 'quote':
    case 'code':
    case 'math':
    case 'figure':
    case 'thematic-break':
    case 'verbatim':
      return block;
  }
}
