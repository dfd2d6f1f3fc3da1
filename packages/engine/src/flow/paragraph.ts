import type { Block, Inline } from '../document.ts';

/**
 * A paragraph of nothing but formulas or images becomes blocks of those; images at its ends stand apart from its text.
 */
export function splitParagraph(inlines: readonly Inline[]): Block[] {
  const filled = inlines.filter((inline) => inline.kind !== 'text' || inline.text.trim() !== '');
  if (filled.length > 0 && filled.every((inline) => inline.kind === 'math'))
    return filled.map((inline) => ({ kind: 'math', latex: inline.kind === 'math' ? inline.latex : '' }));
  const rest = [...inlines];
  const before: Block[] = [];
  const after: Block[] = [];
  const skippable = (inline: Inline): boolean =>
    inline.kind === 'break' || (inline.kind === 'text' && inline.text.trim() === '');
  while (rest[0] && (rest[0].kind === 'image' || skippable(rest[0]))) {
    const inline = rest.shift()!;
    if (inline.kind === 'image') before.push({ kind: 'figure', image: inline });
  }
  for (let last = rest.at(-1); last && (last.kind === 'image' || skippable(last)); last = rest.at(-1)) {
    rest.pop();
    if (last.kind === 'image') after.unshift({ kind: 'figure', image: last });
  }
  return [...before, ...(rest.length > 0 ? [{ kind: 'paragraph', content: rest } as const] : []), ...after];
}
