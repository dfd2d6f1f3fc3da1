import { expect, test } from 'vitest';
import { mergeParts, readDocument } from '../../../../test/make/read.ts';
import { makeSource } from '../../../../test/make/source.ts';

test('plain text keeps its lines and paragraphs and is not taken for markup', async () => {
  const { markdown } = await readDocument(makeSource('# one\r\n  two\r\n\r\n\r\nthree *four* five*\r\n', 'x.txt'));
  expect(markdown).toBe('\\# one  \ntwo\n\nthree \\*four\\* five\\*\n');
});

test('Markdown passes through as it is, however long it is', async () => {
  const text = `# T\n\n- [ ] a\n- b **c**\n\n\`\`\`\n\n\n# no heading\n\`\`\`\n\n${Array.from({ length: 200 }, (_, n) => `Paragraph ${n} with a few words of text.`).join('\n\n')}\n`;
  const file = makeSource(text, 'x.md');
  const whole = await readDocument(file);
  expect(whole.markdown).toBe(text);
  expect(whole.summary.pages).toBe(3);
  const parts = await Promise.all(
    [
      { start: 1, end: 1 },
      { start: 2, end: 3 },
    ].map((range) => readDocument(file, { range })),
  );
  expect(await mergeParts(parts.map(({ part }) => part))).toBe(text);
});
