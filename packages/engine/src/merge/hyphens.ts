import type { Block, Inline } from '../document.ts';
import type { LayoutSummary } from '../layout/model/page-model.ts';
import { mapContent } from './block-content.ts';

/**
 * Says of each word that a line end broke whether its hyphen stays: it does when the document writes the word so
 * elsewhere.
 */
export type Mend = (block: Block) => Block;

const BROKEN = /(?<![\p{L}-])((?:\p{L}+-)*\p{L}*)\u00AD(\p{L}+(?:-\p{L}+)*)/gu;

/** The same where the word has a hyphen already (`self-employ-` + `ment`, `state-of-` + `the`), which rather stays. */
const KEPT = /(?<![\p{L}-])((?:\p{L}+-)+\p{L}+)\u00AD-(\p{L}+(?:-\p{L}+)*)/gu;

export function makeMend(summaries: readonly LayoutSummary[]): Mend {
  const compounds = new Set<string>();
  for (const summary of summaries) for (const word of summary.compounds) compounds.add(word);
  const mendText = (text: string): string =>
    text
      .replaceAll(KEPT, (_, before: string, after: string) =>
        compounds.has(`${before}${after}`.toLowerCase()) ? before + after : `${before}-${after}`,
      )
      .replaceAll(BROKEN, (_, before: string, after: string) =>
        compounds.has(`${before}-${after}`.toLowerCase()) ? `${before}-${after}` : before + after,
      )
      .replaceAll('\u00AD', '');
  const mendInlines = (content: readonly Inline[]): readonly Inline[] =>
    content.some((inline) => inline.kind === 'text' && inline.text.includes('\u00AD'))
      ? content.map((inline) => (inline.kind === 'text' ? { ...inline, text: mendText(inline.text) } : inline))
      : content;
  return (block) => mapContent(block, mendInlines);
}
