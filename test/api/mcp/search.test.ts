import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitPages } from '../../../src/api/mcp/pages.ts';
import { searchPages } from '../../../src/api/mcp/search.ts';

const MARKDOWN = `<!-- page 3 -->

The western channel has lost half a metre.

<!-- page 4 -->

Channel pilots: a western wind. ${'Nothing else. '.repeat(40)}The WESTERN CHANNEL again.

<!-- page 9 -->

Basin, İstanbul.
`;

describe('a search in a document', () => {
  const find = (query: string, most = 10) => searchPages(splitPages(MARKDOWN, 1), query, most);

  it('lists pages with more of the words first, and those where they stand together', () => {
    expect(find('channel pilots').hits.map(({ page }) => page)).toEqual([4, 3]);
    const { hits, pages } = find('western  channel');
    expect([pages, hits.map(({ page }) => page)]).toEqual([2, expect.arrayContaining([3, 4])]);
    const phrase = find('western channel');
    expect(phrase.hits.map(({ page }) => page)).toEqual([3, 4]);
    expect(phrase.hits[1]!.excerpt).toMatch(/^…Nothing else\. .*The WESTERN CHANNEL again\.$/);
  });

  it('finds words whatever their case and accents, at their places', () => {
    expect(find('BASIN').hits).toEqual([{ page: 9, excerpt: 'Basin, İstanbul.' }]);
    expect(find('métre').hits[0]!.page).toBe(3);
    expect(find('?!').hits).toEqual([]);
    expect(find('western', 1)).toMatchObject({ hits: [{ page: 3 }], pages: 2 });
  });

  it('finds each word of a document in it, and never cuts a character in halves', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { minLength: 1 }), fc.nat(), (words, n) => {
        const text = splitPages(words.join(' '), 1);
        const word = /[\p{L}\p{N}]+/u.exec(words[n % words.length]!)?.[0];
        const { hits } = searchPages(text, word ?? '', 5);
        if (word !== undefined) expect(hits.length).toBeGreaterThan(0);
        for (const { excerpt } of hits) expect(excerpt.isWellFormed()).toBe(true);
      }),
    );
  });
});
