import { describe, expect, it } from 'vitest';
import type { Label, TextBlock } from '../../src/layout/model/page-model.ts';
import { makeHeadingLevels } from '../../src/merge/heading-levels.ts';

const KINDS: readonly [RegExp, Label['kind'], (text: string) => readonly number[]][] = [
  [/^\d+\.$/, 'decimal', (text) => [Number.parseInt(text, 10)]],
  [/^\d+(?:\.\d+)+$/, 'section', (text) => text.split('.').map(Number)],
  [/^[IVX]+\.$/, 'roman', (text) => [['I.', 'II.', 'III.'].indexOf(text) + 1]],
  [/^\(?[a-zA-Z][.)]$/, 'alpha', (text) => [text.toLowerCase().replaceAll(/\W/g, '').charCodeAt(0) - 96]],
];

/** A heading whose number is a label where layout takes it for one. */
function heading(text: string): TextBlock {
  const [first, ...rest] = text.split(' ');
  const known = KINDS.find(([form]) => form.test(first!));
  const label: Label | undefined = known && { text: first!, kind: known[1], values: known[2](first!), textX: 0 };
  const content = [{ kind: 'text' as const, text: label ? rest.join(' ') : text }];
  return { kind: 'text', content, ...(label ? { label } : {}) } as unknown as TextBlock;
}

function levels(...headings: readonly (string | readonly [string, number])[]): number[] {
  const level = makeHeadingLevels();
  return headings.map((each) =>
    typeof each === 'string' ? level(heading(each), 1) : level(heading(each[0]), each[1]),
  );
}

describe('levels of headings that look alike', () => {
  it.each([
    [
      'by numbers right before their titles',
      ['1 Scope', '1.1 Aim', '1.2 Use', '2 Terms', '2.1 Data', '2.1.1 Survey'],
      [1, 2, 2, 1, 2, 3],
    ],
    [
      'by letters and numbers below them',
      ['A. Land', '1. Fields', '2. Woods', 'B. Water', '1. Lakes'],
      [1, 2, 2, 1, 2],
    ],
    [
      'by Roman numbers, letters and numbers',
      ['I. Land', 'A. Fields', '1. Rye', 'B. Woods', 'II. Water', 'A. Lakes'],
      [1, 2, 3, 2, 1, 2],
    ],
    ['by letters in parentheses', ['1. Land', '(a) Fields', '(b) Woods', '2. Water'], [1, 2, 2, 1]],
    ['of which a letter is no Roman number', ['G. Land', 'H. Fields', 'I. Woods', 'J. Water'], [1, 1, 1, 1]],
    ['that have no numbers', ['Land', 'Water'], [1, 1]],
    ['that begin with a count', ['3 ways to farm', 'Land', '2 lakes'], [1, 1, 1]],
  ])('are told %s', (_, headings, expected) => {
    expect(levels(...headings)).toEqual(expected);
  });

  it('are told by their styles where they have other ones', () => {
    expect(levels(['Report', 1], ['A. Land', 2], ['Fields', 3], ['B. Water', 2], ['Notes', 1])).toEqual([
      1, 2, 3, 2, 1,
    ]);
  });
});
