import { expect, it } from 'vitest';
import { layoutPage } from '../../src/layout/page.ts';
import { mergePages as mergedPages } from '../../src/merge.ts';
import type { Warning } from '../../src/warning.ts';
import { markdownOf, partsOf } from '../../../../test/make/layout-part.ts';
import { makePage, PROSE } from '../../../../test/make/raw-page.ts';

const HEADER = 'NORTHERN WATER LIMITED';
const TITLE = 'Ownership of the Works';

/** A page of prose with a header, a title and the number that it bears. */
function pageOf(folio: string | undefined, number = 1): ReturnType<ReturnType<typeof makePage>['page']> {
  const page = makePage(number);
  page.text(400, 40, HEADER, { size: 8 });
  page.text(72, 110, TITLE, { size: 16, bold: true });
  for (let index = 0; index < 7; index += 1) page.lines(72, 150 + 80 * index, PROSE);
  if (folio !== undefined) page.text(300, 760, folio, { size: 8 });
  return page.page();
}

it('leaves the header and the number out of a page that was taken from a longer document', async () => {
  const markdown = await markdownOf(pageOf('Page 144'));
  expect(markdown).not.toContain(HEADER);
  expect(markdown).not.toContain('144');
  expect(markdown).toContain(TITLE);
  expect(markdown.match(/flow meter/gu)).toHaveLength(7);
});

it('leaves but the bare number out of a first page that may be all there is', async () => {
  const markdown = await markdownOf(pageOf('1'));
  expect(markdown).not.toMatch(/^1$/mu);
  expect(markdown).toContain(HEADER);
});

it.each([['Page 1 of 1'], ['2016'], [undefined]])(
  'leaves nothing out of a page that may be all there is (%s)',
  async (folio) => {
    const markdown = await markdownOf(pageOf(folio));
    for (const text of [HEADER, TITLE, ...(folio === undefined ? [] : [folio])]) expect(markdown).toContain(text);
  },
);

it('leaves a header out that stands low, above a small block of text', async () => {
  const page = makePage();
  page.text(72, 112, 'THE RIGHTS OF MILLERS');
  page.text(520, 112, '125');
  for (let index = 0; index < 6; index += 1) page.lines(72, 142 + 80 * index, PROSE);
  const markdown = await markdownOf(page.page());
  expect(markdown).not.toMatch(/MILLERS|125/u);
  expect(markdown.match(/flow meter/gu)).toHaveLength(6);
});

it('leaves a title in large letters out that says that it goes on from the page before', async () => {
  const page = makePage();
  page.text(72, 50, 'Notes to the Accounts (continued)', { size: 14 });
  page.text(72, 110, TITLE, { size: 12, bold: true });
  for (let index = 0; index < 7; index += 1) page.lines(72, 130 + 80 * index, PROSE);
  page.text(300, 760, '144', { size: 8 });
  const markdown = await markdownOf(page.page());
  expect(markdown).not.toContain('Notes to the Accounts');
  expect(markdown).toContain(TITLE);
});

it('keeps a page that says nothing but its header and its number', async () => {
  const page = makePage();
  page.text(400, 40, HEADER, { size: 8 });
  page.text(300, 760, '144', { size: 8 });
  expect(await markdownOf(page.page())).toContain(HEADER);
});

it('lets the other pages tell what runs where there are any', async () => {
  expect((await markdownOf(pageOf('144'), pageOf(undefined, 2))).split(HEADER)).toHaveLength(2);
  const other = makePage(2);
  for (let index = 0; index < 7; index += 1) other.lines(72, 150 + 80 * index, PROSE);
  expect(await markdownOf(pageOf('144'), other.page())).toContain(HEADER);
});

it('warns of what it leaves out', async () => {
  const warnings: Warning[] = [];
  for await (const _ of mergedPages(partsOf([layoutPage(pageOf('144'))]), warnings, true));
  expect(warnings).toEqual([{ kind: 'running-lines', page: 1, count: 2 }]);
});
