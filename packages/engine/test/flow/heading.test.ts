import { expect, test } from 'vitest';
import type { Inline } from '../../src/document.ts';
import { headingBlocks, slideTitle } from '../../src/flow/heading.ts';

const text = (content: string): Inline => ({ kind: 'text', text: content });
const kindsOf = (content: string): string[] =>
  headingBlocks(2, undefined, [text(content)], { titled: false }).map(({ kind }) => kind);
const LONG = 'The Society has all powers that may be exercised by or on behalf of an association without legal form';

test.each([
  ['a title', 'Powers of the Society', 'heading'],
  ['a question', 'What are the powers of the Society?', 'heading'],
  ['a short title with a full stop', 'Scope.', 'heading'],
  ['a long title', LONG, 'heading'],
  ['a long sentence', `${LONG}.`, 'paragraph'],
  ['more than any title says', `${LONG} ${LONG}`, 'paragraph'],
  ['a clause before others', '(a) the Secretary; and', 'paragraph'],
  ['the end of a sentence', 'is admitted as a mature student.', 'paragraph'],
])('%s in the style of a heading', (_, content, kind) => {
  expect(kindsOf(content)).toEqual([kind]);
});

test('running text in the style of a heading keeps its number and its emphasis, and makes no title', () => {
  const state = { titled: false };
  const bold: Inline = { kind: 'text', text: `${LONG}.`, bold: true };
  expect(headingBlocks(0, '1.3', [bold], state)).toEqual([{ kind: 'paragraph', content: [text('1.3 '), bold] }]);
  expect(state.titled).toBe(false);
});

test('images at the ends of a heading stand apart from it', () => {
  const image: Inline = { kind: 'image', alt: 'a' };
  expect(headingBlocks(1, '1', [image, text('Scope'), image], { titled: false })).toEqual([
    { kind: 'figure', image },
    { kind: 'heading', level: 1, content: [text('1 '), text('Scope')] },
    { kind: 'figure', image },
  ]);
});

test('the title of a slide may be a sentence, and is a paragraph where it is a text', () => {
  expect(slideTitle([text(`${LONG}.`)])[0]?.kind).toBe('heading');
  expect(slideTitle([text(`${LONG}. ${LONG}.`)])[0]?.kind).toBe('paragraph');
  expect(slideTitle([text(' ')])).toEqual([]);
});
