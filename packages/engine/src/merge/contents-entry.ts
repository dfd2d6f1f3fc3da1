import type { Inline } from '../document.ts';
import type { TextBlock } from '../layout/model/page-model.ts';
import type { Neighbours } from './placed-text.ts';
import { withLabel } from './open-paragraph.ts';

/** Rows of dots between a title and its page, and the white space around them. */
const LEADERS = /\s*(?:[.·_…]\s?){4,}\s*|\s*…+\s*/gu;

/** An entry of a table of contents, and not the only one. */
export const isOneOfEntries = (block: TextBlock, { before, after }: Neighbours): boolean =>
  block.role === 'toc' && [before, after].some((each) => each?.kind === 'text' && each.role === 'toc');

/** An entry of contents as an item of a list; how many dots lead to its page is the typesetter's accident. */
export const entryItem = (block: TextBlock): TextBlock => ({
  ...block,
  content: withShortLeaders(withLabel(block)),
  label: { kind: 'bullet', text: '•', textX: block.box[0] },
});

function withShortLeaders(content: readonly Inline[]): Inline[] {
  const short: Inline[] = [];
  for (const inline of content) {
    const before = short.at(-1);
    let text = inline.kind === 'text' ? inline.text.replaceAll(LEADERS, ' … ') : '';
    // Dots may change their look on the way.
    if (before?.kind === 'text' && before.text.endsWith(' … ')) text = text.replace(/^[\s.·_…]+/u, '');
    if (inline.kind !== 'text') short.push(inline);
    else if (text !== '') short.push({ ...inline, text });
  }
  return short;
}
