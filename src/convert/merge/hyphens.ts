import type { Block, Cell, Inline } from '../document.ts';
import type { LayoutSummary } from '../layout/model/page-model.ts';

/**
 * Says of each word that a line end broke whether its hyphen stays: it does when the document writes the word so
 * elsewhere.
 */
export type Mend = (block: Block) => Block;

const BROKEN = /(?<![\p{L}-])((?:\p{L}+-)*\p{L}*)\u00AD(\p{L}+(?:-\p{L}+)*)/gu;

export function makeMend(summaries: readonly LayoutSummary[]): Mend {
  const compounds = new Set<string>();
  for (const summary of summaries) for (const word of summary.compounds) compounds.add(word);
  const mendText = (text: string): string =>
    text
      .replaceAll(BROKEN, (_, before: string, after: string) =>
        compounds.has(`${before}-${after}`.toLowerCase()) ? `${before}-${after}` : before + after,
      )
      .replaceAll('\u00AD', '');
  const mendInlines = (content: readonly Inline[]): readonly Inline[] =>
    content.some((inline) => inline.kind === 'text' && inline.text.includes('\u00AD'))
      ? content.map((inline) => (inline.kind === 'text' ? { ...inline, text: mendText(inline.text) } : inline))
      : content;
  const mendCell = (cell: Cell): Cell => ({ ...cell, blocks: cell.blocks.map(mend) });
  const mend = (block: Block): Block => {
    switch (block.kind) {
      case 'heading':
      case 'paragraph':
        return { ...block, content: mendInlines(block.content) };
      case 'list':
        return { ...block, items: block.items.map((item) => ({ ...item, blocks: item.blocks.map(mend) })) };
      case 'table':
        return { ...block, rows: block.rows.map((row) => row.map(mendCell)) };
      case 'quote':
      case 'footnote':
        return { ...block, blocks: block.blocks.map(mend) };
      case 'code':
      case 'math':
      case 'figure':
      case 'thematic-break':
      case 'verbatim':
        return block;
    }
  };
  return mend;
}
