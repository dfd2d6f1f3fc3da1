import type { Inline, TextInline } from '../../document.ts';
import type { LayoutBlock, TextBlock } from '../model/page-model.ts';
import { isMark } from '../text/inlines.ts';

/** The number that a note at the foot of the page starts with. */
function numberOf(block: TextBlock): string | undefined {
  if (block.role !== 'footnote') return undefined;
  if (block.label) return /^\d{1,3}$/.test(block.label.text) ? block.label.text : undefined;
  const first = block.content[0];
  return first?.kind === 'text' && first.href === undefined ? /^(\d{1,3})(?=\s)/.exec(first.text)?.[1] : undefined;
}

/**
 * Matches raised numbers with the notes of the page (docs/decisions/016-notes-and-emphasis.md): those that have one
 * keep `mark` and their note gets `note`; all others are raised text.
 */
export function matchNotes(blocks: readonly LayoutBlock[]): LayoutBlock[] {
  const notes = new Set<string>();
  const used = new Set<string>();
  for (const block of blocks) if (block.kind === 'text') notes.add(numberOf(block) ?? '');
  const isUsed = (inline: TextInline): boolean => {
    if (!notes.has(inline.text)) return false;
    used.add(inline.text);
    return true;
  };
  const marked = blocks.map((block) => {
    if (block.kind !== 'text' || !block.content.some(isMark)) return block;
    return { ...block, content: settleMarks(block.content, block.role === 'footnote' ? () => false : isUsed) };
  });
  if (used.size === 0) return marked;
  return marked.map((block) => {
    const number = block.kind === 'text' ? numberOf(block) : undefined;
    if (block.kind !== 'text' || number === undefined || !used.delete(number)) return block;
    return { ...block, note: number };
  });
}

/** Raised numbers that mark no note are raised text as any other. */
function settleMarks(content: readonly Inline[], isNote: (inline: TextInline) => boolean): Inline[] {
  return content.map((inline) => {
    if (!isMark(inline) || isNote(inline)) return inline;
    const { mark: _mark, ...raised } = inline;
    return raised;
  });
}
