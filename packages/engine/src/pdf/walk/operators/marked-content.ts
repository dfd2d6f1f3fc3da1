import { replaceText } from '../actual-text.ts';
import { MAX_NESTING } from '../content.ts';
import type { Content, OperatorGroup } from '../content.ts';
import { openMarked } from '../marked.ts';

/** Marked content (ISO 32000-1, 14.6). */
export const markedContent: OperatorGroup = {
  beginMarkedContent: begin,
  beginMarkedContentProps: begin,
  endMarkedContent(content) {
    const { page, mark, marks } = content;
    const closed = marks.pop();
    if (closed === undefined) return;
    if (mark.actualText !== undefined)
      page.text.runs.push(...replaceText(page.text.takeSince(closed.runsBefore), mark.actualText));
    content.mark = closed.mark;
  },
};

function begin(content: Content, operands: readonly unknown[]): void {
  const { page, mark, marks } = content;
  if (marks.length >= MAX_NESTING) return;
  // A replacement of the text within covers whole runs.
  page.text.flush();
  marks.push({ mark, runsBefore: page.text.runs.length });
  content.mark = openMarked(content, operands);
}
