import { describe, expect, it } from 'vitest';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { makePage, PROSE } from '../../../../test/make/raw-page.ts';

const BODY = PROSE.map((line, index) => `${line} ${PROSE[(index + 1) % PROSE.length]}`);

/** The first lines of a page that begins with a bold line, a date and prose. */
async function firstLines(title: string, x: number): Promise<string[]> {
  const page = makePage();
  page.text(x, 80, title, { bold: true });
  page.text(244, 94, 'Adopted October 9, 2019');
  page.lines(72, 120, [...BODY, ...BODY]);
  return (await markdownOf(page.page())).split('\n\n').slice(0, 2);
}

describe('the title of a document', () => {
  it('is a heading of the first level where it is bold and centred, in letters of the body’s size', async () => {
    expect(await firstLines('Cheyenne County Market Bylaws', 229)).toEqual([
      '# Cheyenne County Market Bylaws',
      'Adopted October 9, 2019',
    ]);
  });

  it('is of the first level where headings below it are larger', async () => {
    const page = makePage();
    page.text(72, 80, 'Carbon film resistors', { bold: true, size: 13 });
    page.text(72, 110, 'Environment', { bold: true, size: 16 });
    page.lines(72, 130, [...BODY, ...BODY]);
    expect((await markdownOf(page.page())).split('\n\n').slice(0, 2)).toEqual([
      '# Carbon film resistors',
      '# Environment',
    ]);
  });

  it('goes on after a colon in large letters', async () => {
    const page = makePage();
    page.text(206, 80, 'Sediment in Harbours:', { size: 19, advance: 0.5 });
    page.text(246, 103, 'A Mixed Model', { size: 19, advance: 0.5 });
    page.lines(72, 140, [...BODY, ...BODY]);
    expect((await markdownOf(page.page())).split('\n\n')[0]).toBe('# Sediment in Harbours: A Mixed Model');
  });
});
