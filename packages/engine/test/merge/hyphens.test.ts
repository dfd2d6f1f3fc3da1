import { describe, expect, it } from 'vitest';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { makePage } from '../../../../test/make/raw-page.ts';

/** A paragraph of which a line ends within a word, after others of the document. */
const broken = (end: string, begin: string, elsewhere = 'Nothing of it is said here.') => {
  const page = makePage();
  page.lines(72, 100, [
    `${elsewhere} The members of the council spoke of ${end}`,
    `${begin} at length, and of the bridge, which has been closed since the floods.`,
  ]);
  return markdownOf(page.page());
};

describe('a word that a line end breaks', () => {
  it.each([
    ['loses a hyphen', ['employ-', 'ment'] as const, undefined, 'of employment at'],
    [
      'keeps one that the document writes elsewhere',
      ['south-', 'west'] as const,
      'The south-west is wet.',
      'of south-west at',
    ],
    ['keeps one after a word that has one', ['state-of-', 'the-art'] as const, undefined, 'of state-of-the-art at'],
    [
      'loses the second one where the document writes it so',
      ['self-employ-', 'ment'] as const,
      'It is self-employment here.',
      'of self-employment at',
    ],
    [
      'loses the sign of a typesetter behind an author’s hyphen',
      ['self-employ‐', 'ment'] as const,
      undefined,
      'of self-employment at',
    ],
    ['keeps the sign that the author writes too', ['state‐of‐', 'the‐art'] as const, undefined, 'the‐art at'],
  ])('%s', async (_, [end, begin], elsewhere, expected) => {
    expect(await broken(end, begin, elsewhere)).toContain(expected);
  });
});
