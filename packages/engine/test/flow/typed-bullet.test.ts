import { expect, test } from 'vitest';
import { createAssembler } from '../../src/flow/assemble.ts';
import { splitParagraph } from '../../src/flow/paragraph.ts';
import { typedItem } from '../../src/flow/typed-bullet.ts';
import { writeBlocks } from '../../src/markdown/write.ts';

function read(...paragraphs: string[]): string {
  const assembler = createAssembler();
  const blocks = paragraphs.flatMap((text) => {
    const inlines = [{ kind: 'text', text } as const];
    const typed = typedItem(inlines);
    return typed
      ? assembler.add(typed)
      : splitParagraph(inlines).flatMap((block) => assembler.add({ kind: 'block', block }));
  });
  return writeBlocks([...blocks, ...assembler.end()]);
}

test.each([
  ['a typed bullet makes an item, also alone', ['text', '• one', 'text'], 'text\n\n- one\n\ntext'],
  ['typed dashes make items beside each other', ['– one', '– two', 'text'], '- one\n- two\n\ntext'],
  ['one dash alone makes none', ['text', '- aside', 'text'], 'text\n\n\\- aside\n\ntext'],
  ['nor does one beside items of another list', ['• one', '- aside', '• two'], '- one\n\n\\- aside\n\n- two'],
  ['a dash before nothing, or before an amount, is text', ['-', '-5'], '\\-\n\n-5'],
])('%s', (_, paragraphs, markdown) => {
  expect(read(...paragraphs)).toBe(markdown);
});
