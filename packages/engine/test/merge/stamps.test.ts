import { describe, expect, it } from 'vitest';
import { layoutPage } from '../../src/layout/page.ts';
import { RUN, type RawPage, type RawRun } from '../../src/layout/model/raw-page.ts';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { makePage, PROSE } from '../../../../test/make/raw-page.ts';

/** A page of prose with a text in its own row at a height. */
function pageWith(text: string, y: number, number = 1): RawPage {
  const page = makePage(number);
  page.lines(72, 150, PROSE);
  page.text(120, y, text);
  return page.page();
}

/** Text at the right edge of the page, which is read from top to bottom. */
function turned(words: readonly string[], number = 1): RawPage {
  const { runs, ...rest } = makePage(number).page();
  const page = makePage(number);
  page.lines(72, 150, PROSE);
  const font = page.page().fonts;
  const stamp = words.map((text, index): RawRun => {
    const y0 = 100 + 60 * index;
    const place = { x0: 588, x1: 598, y0, y1: y0 + 50, baseline: 590 };
    return {
      text,
      ...place,
      size: 10,
      font: 'Serif',
      color: 0,
      flags: RUN.serif,
      angle: 90,
      space: true,
    };
  });
  return { ...rest, fonts: font, runs: [...runs, ...page.page().runs, ...stamp] };
}

describe('what a site wrote on a page when it was downloaded', () => {
  it.each([
    ['Downloaded from http://library.example.org/ on April 29, 2017', 20],
    ['Downloaded by the University of Karsund at 03:12 on 12 May 2013', 20],
    ['Download date: 28 Dec 2018', 760],
    ['Authorized licensed use limited to: Karsund University. Downloaded on May 2, 2019.', 780],
    ['Published by Karsund ScholarsArchive, 1997', 760],
  ])('is left out of a file of one page: %s', async (text, y) => {
    expect((await markdownOf(pageWith(text, y))).trim()).toBe(PROSE.join(' '));
  });

  it('is left out in the margin too, where it is turned', async () => {
    const markdown = await markdownOf(turned(['Downloaded', 'from', 'library.example.org']));
    expect(markdown.trim()).toBe(PROSE.join(' '));
  });

  it('is kept in the text, without a place or a year, and where it is all that the page says', async () => {
    const kept = 'Downloaded from http://library.example.org/ on April 29, 2017';
    expect(await markdownOf(pageWith(kept, 400))).toContain(kept);
    expect(await markdownOf(pageWith('Downloaded from a phone', 20))).toContain('Downloaded from a phone');
    const page = makePage();
    page.text(120, 20, kept);
    expect(await markdownOf(page.page())).toContain(kept);
  });
});

describe('what a browser wrote on a page that it printed', () => {
  const [WHEN, FROM] = ['3/14/21, 9:03 AM Harbour office', 'https://harbour.example.org/lamps… 1/2'];
  const printed = (number: number, ...edges: readonly (readonly [string, number])[]): RawPage => {
    const page = makePage(number);
    page.lines(72, 150, PROSE);
    for (const [text, y] of edges) page.text(24, y, text, { size: 8 });
    return page.page();
  };

  it('is left out, of a file of one page too', async () => {
    expect((await markdownOf(printed(1, [WHEN, 20], [FROM, 776]))).trim()).toBe(PROSE.join(' '));
  });

  it('is kept where only the time or only the address stands there', async () => {
    expect(await markdownOf(printed(1, [WHEN, 20]))).toContain(WHEN);
    expect(await markdownOf(printed(1, [FROM, 776]))).toContain(FROM);
  });
});

describe('turned text in the margin', () => {
  it('has its place on the page', () => {
    const { blocks } = layoutPage(turned(['Volume', 'seven']));
    expect(blocks.at(-1)).toMatchObject({ edge: 'side', box: [588, 100, 597.2, 210] });
  });

  it('is said once where each page repeats it', async () => {
    const markdown = await markdownOf(turned(['Volume', 'seven'], 1), turned(['Volume', 'seven'], 2));
    expect(markdown.match(/Volume seven/gu)).toHaveLength(1);
  });
});
