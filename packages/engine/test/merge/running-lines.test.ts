import { describe, expect, it } from 'vitest';
import type { EdgeLine, LayoutSummary, PageEdges } from '../../src/layout/model/page-model.ts';
import { findRunningLines } from '../../src/merge/running-lines.ts';

const line = (text: string, ...numbers: number[]): EdgeLine => ({ edge: 'top', text, numbers, y: 40 });
const summaryOf = (edges: readonly PageEdges[]): LayoutSummary => ({ edges }) as unknown as LayoutSummary;

describe('a line at the edge of a page', () => {
  it('is a running one when a page nearby has the same, and one of the two says something besides', () => {
    const header = line('annual report');
    const running = findRunningLines([
      summaryOf([
        { page: 1, height: 792, body: true, lines: [header] },
        { page: 2, height: 792, body: false, lines: [header] },
      ]),
    ]);
    expect([running(1, header)?.place, running(2, header)?.place]).toEqual(['first', 'again']);
  });

  it('is the text of the document when the pages have nothing else, but for their numbers', () => {
    const pages = [1, 2, 3].map((page) => ({
      page,
      height: 792,
      body: false,
      lines: [line('marker #', page), line('page #', page)],
    }));
    const running = findRunningLines([summaryOf(pages)]);
    expect(pages.map(({ page, lines }) => lines.map((each) => running(page, each)?.place))).toEqual([
      [undefined, 'first'],
      [undefined, 'again'],
      [undefined, 'again'],
    ]);
  });

  it('begins again where of more than two pages only the one before has it', () => {
    const placesOn = (texts: readonly string[]): (string | undefined)[] => {
      const pages = texts.map((text, index) => ({ page: index + 1, height: 792, body: true, lines: [line(text)] }));
      const running = findRunningLines([summaryOf(pages)]);
      return pages.map(({ page, lines }) => running(page, lines[0]!)?.place);
    };
    expect(placesOn(['intake', 'results', 'results', 'costs'])).toEqual([undefined, 'first', 'first', undefined]);
    expect(placesOn(['results', 'results', 'results'])).toEqual(['first', 'again', 'again']);
    expect(placesOn(['results', 'results'])).toEqual(['first', 'again']);
  });

  it('is the number of its page in Roman numerals', () => {
    const pages = ['i', 'ii', 'iii'].map((text, index) => ({
      page: index + 1,
      height: 792,
      body: true,
      lines: [line(text)],
    }));
    const running = findRunningLines([summaryOf(pages)]);
    expect(pages.map(({ page, lines }) => running(page, lines[0]!)?.counts)).toEqual([true, true, true]);
  });

  it('is the number of its page at the foot of a first page, when the next one has its own in a header', () => {
    const foot: EdgeLine = { edge: 'bottom', text: '#', numbers: [1], y: 740 };
    const running = findRunningLines([
      summaryOf([
        { page: 1, height: 792, body: true, lines: [foot] },
        { page: 2, height: 792, body: true, lines: [line('# the authors', 2)] },
      ]),
    ]);
    expect(running(1, foot)?.counts).toBe(true);
  });

  it('is left out of a page that is blank but for it', () => {
    const header = line('annual report');
    const running = findRunningLines([
      summaryOf([
        { page: 1, height: 792, body: true, lines: [header] },
        { page: 2, height: 792, body: true, lines: [header] },
        { page: 3, height: 792, body: false, lines: [header] },
      ]),
    ]);
    expect(running(3, header)?.place).toBe('again');
  });

  it.each([
    ['report 2026, page #', true],
    ['# the reservoirs', true],
    ['this is page # of the document.', false],
    ['marker # here', false],
  ])('that differs by its number, %j: %s', (text, expected) => {
    const pages = [1, 2, 3].map((page) => ({ page, height: 792, body: true, lines: [line(text, page)] }));
    expect(findRunningLines([summaryOf(pages)])(2, pages[1]!.lines[0]!) !== undefined).toBe(expected);
  });

  it('has the numbers of its page and of all pages beside other words', () => {
    const placesOf = (texts: readonly string[], total: number): (string | undefined)[] => {
      const pages = texts.map((text, index) => ({
        page: index + 1,
        height: 792,
        body: true,
        lines: [line(text, index + 1, total)],
      }));
      const running = findRunningLines([summaryOf(pages)]);
      return pages.map(({ page, lines }) => running(page, lines[0]!)?.place);
    };
    expect(placesOf(['lamps page # of #', 'tides of the bay page # of #'], 2)).toEqual(['first', 'again']);
    expect(placesOf(['page # of #', 'page # of # heron'], 2)).toEqual(['first', 'again']);
    expect(placesOf(['see page # of #'], 2)).toEqual([undefined]);
    expect(placesOf(['lamps # of #', 'tides # of #'], 2)).toEqual([undefined, undefined]);
  });

  it('is the number of its page wherever it stands, and text when it is another number', () => {
    const pages = [1, 2, 3].map((page) => ({
      page,
      height: 540,
      body: true,
      lines: [
        { ...line('#', page), edge: page === 2 ? ('bottom' as const) : ('side' as const), y: 300 + 50 * page },
        { ...line('#', page + 6), y: 50 * page },
      ],
    }));
    const running = findRunningLines([summaryOf(pages)]);
    expect(pages.map(({ page, lines }) => lines.map((each) => running(page, each)?.place))).toEqual([
      ['first', undefined],
      ['again', undefined],
      ['again', undefined],
    ]);
  });

  it('is a word of a chart where a page repeats many at its sides', () => {
    const pagesOf = (count: number) =>
      [1, 2].map((page) => ({
        page,
        height: 540,
        body: true,
        lines: Array.from({ length: count }, (_, index) => ({
          ...line(`word ${'i'.repeat(index)}`, page),
          edge: 'side' as const,
          y: 10 * index,
          numbers: [],
        })),
      }));
    const runningOf = (count: number) => {
      const [page] = pagesOf(count);
      const running = findRunningLines([summaryOf(pagesOf(count))]);
      return page!.lines.filter((each) => running(1, each) !== undefined).length;
    };
    expect([10, 36].map(runningOf)).toEqual([10, 0]);
  });

  it('is text when its number does not count the pages', () => {
    const pages = [1, 2, 3].map((page) => ({
      page,
      height: 792,
      body: true,
      lines: [line('section #', page * page * 10)],
    }));
    expect(findRunningLines([summaryOf(pages)])(2, pages[1]!.lines[0]!)).toBeUndefined();
  });

  it.each([
    ['invoice no. fv #/#', [17, 2024], [18, 2024]],
    ['invoice no. #', [17], [18]],
    ['rechnung nr. #', [204], [205]],
    ['issued on # may #', [5, 2024], [6, 2024]],
    ['account #, balance #', [1, 5], [2, 6]],
  ])('is text where %j tells one document of the file from the next', (text, one, two) => {
    const pages = [one, two].map((numbers, index) => ({
      page: index + 1,
      height: 792,
      body: true,
      lines: [line(text, ...numbers)],
    }));
    expect(findRunningLines([summaryOf(pages)])(2, pages[1]!.lines[0]!)).toBeUndefined();
  });

  it.each([
    ['the reservoirs #', [57], [58], true],
    ['page # of #, printed at #', [1, 3, 9], [2, 3, 9], true],
    ['query planning june # # / #', [2024, 2, 5], [2024, 3, 5], true],
    ['report #', [2024], [2024], false],
  ])('counts the pages where its number does: %j', (text, one, two, counts) => {
    const pages = [one, two].map((numbers, index) => ({
      page: index + 1,
      height: 792,
      body: true,
      lines: [line(text, ...numbers)],
    }));
    expect(findRunningLines([summaryOf(pages)])(2, pages[1]!.lines[0]!)?.counts).toBe(counts);
  });

  it.each([
    ['page # of #', true],
    ['pág. #', true],
    ['# of #', false],
  ])('that begins again in each of the documents bound into one, %j: %s', (text, expected) => {
    const pages = [1, 2, 3].map((page) => ({ page, height: 792, body: true, lines: [line(text, 1, 1)] }));
    expect(findRunningLines([summaryOf(pages)])(2, pages[1]!.lines[0]!) !== undefined).toBe(expected);
  });
});
