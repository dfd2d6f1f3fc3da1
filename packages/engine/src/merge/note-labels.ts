import type { Block, Inline } from '../document.ts';
import type { TextBlock } from '../layout/model/page-model.ts';
import { isMark } from '../layout/text/inlines.ts';

/** Labels of the document's notes: their numbers, with the page where another page had the number before. */
export interface NoteLabels {
  /** The label of a note of a page. */
  of(page: number, number: string): string;
  /** The block with its marks labelled; they stay raised text until the block is done. */
  label(block: TextBlock, page: number): TextBlock;
}

export function makeNoteLabels(): NoteLabels {
  /** The page that had a number first. */
  const first = new Map<string, number>();
  const of = (page: number, number: string): string => {
    if (!first.has(number)) first.set(number, page);
    return first.get(number) === page ? number : `${number}-${page}`;
  };
  return {
    of,
    label: (block, page) =>
      block.content.some(isMark)
        ? {
            ...block,
            content: block.content.map((inline) =>
              isMark(inline) ? { ...inline, text: of(page, inline.text) } : inline,
            ),
          }
        : block,
  };
}

const referTo = (content: readonly Inline[]): readonly Inline[] =>
  content.some(isMark)
    ? content.map((inline) => (isMark(inline) ? { kind: 'footnote', label: inline.text } : inline))
    : content;

/** Makes references of the marks in a block. */
export function withReferences(block: Block): Block {
  if (block.kind === 'paragraph' || block.kind === 'heading') return { ...block, content: referTo(block.content) };
  if (block.kind === 'list')
    return { ...block, items: block.items.map((item) => ({ ...item, blocks: item.blocks.map(withReferences) })) };
  return block;
}
