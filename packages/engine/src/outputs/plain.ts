import type { Block, Cell, Inline, List, Table } from '../document.ts';

/** The text of inlines without any marks. */
function plainInlines(content: readonly Inline[] = []): string {
  let text = '';
  for (const inline of content) {
    if (inline.kind === 'text') text += inline.text;
    else if (inline.kind === 'break') text += '\n';
    else if (inline.kind === 'math') text += inline.latex;
    else if (inline.kind === 'image') text += inline.alt;
  }
  return text.trim();
}

const joined = (texts: readonly string[], separator: string): string =>
  texts.filter((text) => text !== '').join(separator);

export const plainCell = (cell: Cell): string => plainBlocks(cell.blocks);

export const plainBlocks = (blocks: readonly Block[]): string => joined(blocks.map(plainBlock), '\n');

/** The text of a block without any marks: one line for a paragraph, an item or a row, whose cells are split by tabs. */
export function plainBlock(block: Block): string {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return plainInlines(block.content);
    case 'list':
      return plainList(block);
    case 'table':
      return plainTable(block);
    case 'code':
      return block.text;
    case 'quote':
    case 'footnote':
      return plainBlocks(block.blocks);
    case 'math':
      return block.latex.trim();
    case 'figure':
      return joined([plainInlines([block.image]), plainInlines(block.caption)], '\n');
    case 'thematic-break':
      return '';
    case 'verbatim':
      return block.markdown;
  }
}

const plainList = ({ items }: List): string =>
  joined(
    items.map(({ label = '', blocks }) => joined([label, plainBlocks(blocks)], ' ')),
    '\n',
  );

const plainTable = ({ caption, rows }: Table): string =>
  joined([plainInlines(caption), ...rows.map((row) => row.map(plainCell).join('\t'))], '\n');
