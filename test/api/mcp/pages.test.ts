import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excerpt, splitPages } from '../../../src/api/mcp/pages.ts';

const MARKDOWN = `<!-- page 3 -->

# Report

First.

<!-- page 5 -->

## Part

\`\`\`
# no heading
\`\`\`

Second.
`;

describe('the pages of Markdown', () => {
  it('are parted by their markers, with the headings of each', () => {
    const { pages, headings } = splitPages(MARKDOWN, 1);
    expect(pages.map(({ number }) => number)).toEqual([3, 5]);
    expect(pages[0]!.text).toBe('# Report\n\nFirst.');
    expect(headings).toEqual([
      { page: 3, level: 1, text: 'Report' },
      { page: 5, level: 2, text: 'Part' },
    ]);
  });

  it('are one without markers, the first that was converted', () => {
    expect(splitPages('Text\n', 7).pages).toEqual([{ number: 7, text: 'Text' }]);
    expect(splitPages('', 1).pages).toEqual([]);
  });

  it('are all read, once each, in answers that are bounded', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '😀', 'ü'), maxLength: 60 });
    fc.assert(
      fc.property(fc.array(text, { maxLength: 6 }), fc.integer({ min: 2, max: 40 }), (texts, most) => {
        const pages = texts.map((each, i) => ({ number: 2 * i + 1, text: each }));
        const read = new Map<number, string>();
        let next: { page: number; offset: number } | undefined = { page: 1, offset: 0 };
        while (next) {
          const part = excerpt(
            { pages, headings: [] },
            { first: next.page, last: Infinity, offset: next.offset },
            most,
          );
          const size = part.pages.reduce((sum, page) => sum + page.text.length, 0);
          expect(size).toBeLessThanOrEqual(most);
          for (const page of part.pages) {
            expect(page.text.isWellFormed()).toBe(true);
            read.set(page.number, (read.get(page.number) ?? '') + page.text);
          }
          next = part.next;
        }
        expect([...read]).toEqual(pages.map((page) => [page.number, page.text]));
      }),
    );
  });
});
