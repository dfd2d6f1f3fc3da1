import { expect, test } from 'vitest';
import { countPages, readDocument } from '../../../../test/make/read.ts';
import { makeSource } from '../../../../test/make/source.ts';

const TEXT = 'Words that people come for. '.repeat(10).trim();
const LINKS = '<ul><li><a href="/a">Home</a></li><li><a href="/b">About</a></li></ul>';
const page = (body: string): string => `<!DOCTYPE html><html><body>${body}</body></html>`;
const read = (body: string, wholePage = false) =>
  readDocument({ ...makeSource(page(body)), ...(wholePage ? { wholePage } : {}) });

test.each([
  ['what the page calls its content', `<header>Shop</header>${LINKS}<main><h1>T</h1><p>${TEXT}</p></main><p>ads</p>`],
  ['the only article', `<div>${LINKS}</div><article><h1>T</h1><p>${TEXT}</p></article><div>other</div>`],
  [
    'what is left without navigation, banners, footers and notices',
    `<header>Shop</header><nav>${LINKS}</nav><div role="search">Find</div><h1>T</h1><p>${TEXT}</p><div id="cookie-notice">We use cookies.</div><div class="site-menu">${LINKS}</div><footer>(c)</footer>`,
  ],
  ['a title that stands above the content', `<header><h1>T</h1>${LINKS}</header><main><p>${TEXT}</p></main>`],
])('of a page, %s is read', async (_, body) => {
  const { markdown, summary } = await read(body);
  expect(markdown).toBe(`# T\n\n${TEXT}\n`);
  expect(summary.warnings.map(({ kind }) => kind)).toContain('navigation-left-out');
});

test('all of the page is read on request, with as many pages as are counted for it', async () => {
  const body = `<nav>${LINKS.repeat(200)}</nav><main><h1>T</h1><p>${TEXT}</p></main>`;
  const { markdown, summary } = await read(body, true);
  expect(markdown).toContain('Home');
  expect(summary.warnings).toEqual([]);
  expect(summary.pages).toBe(await countPages({ ...makeSource(page(body)), wholePage: true }));
  expect(await countPages(makeSource(page(body)))).toBe(1);
});

test.each([
  [
    'headers and footers within an article',
    `<article><header>By Ada</header><p>${TEXT}</p><footer>Sources</footer></article>`,
  ],
  ['a header with the title', `<header><h1>T</h1><p>Sub</p></header><p>${TEXT}</p>`],
  ['several articles', `<article><p>${TEXT}</p></article><article><p>Second</p></article>`],
  ['a page of nothing but links', `<nav>${LINKS}</nav>`],
  ['a main part that is empty', `<main></main><p>${TEXT}</p>`],
  ['a table with a telling name', `<p>${TEXT}</p><table class="menu"><tr><td><a href="/a">Soup</a></td></tr></table>`],
  ['a menu of dishes', `<p>${TEXT}</p><div class="menu"><p>Soup, bread and wine</p></div>`],
])('%s stay', async (_, body) => {
  const [some, all] = [await read(body), await read(body, true)];
  expect(some.markdown).toBe(all.markdown);
  expect(some.summary.warnings).toEqual([]);
});

test.each([
  ['hidden text', '<p style="color:red; display: none">Kept back.</p>', 'hidden-text-left-out'],
  ['text in a dialog that is closed', '<dialog><p>Kept back.</p></dialog>', 'hidden-text-left-out'],
  ['a cell with the attribute hidden', '<table><tr><td>A</td><td hidden>B</td></tr></table>', 'hidden-text-left-out'],
  ['options beyond the chosen one', '<select><option>One<option selected>Two</select>', 'option-left-out'],
  ['options of a list without a choice', '<select multiple><option>One<option>Two</select>', 'option-left-out'],
])('of a page, a note says that %s is left out', async (_, body, kind) => {
  const { markdown, summary } = await read(`<p>${TEXT}</p>${body}`);
  expect(summary.warnings.map((warning) => warning.kind)).toEqual([kind]);
  expect(markdown).not.toMatch(/Kept back|One|B/);
});

test.each([
  ['an empty element that is hidden', '<p hidden> </p><div style="visibility:hidden"><img src="x.png"></div>'],
  ['a menu whose only option is chosen', '<select><option selected>Two</option></select>'],
  [
    'the second form of a formula',
    '<span class="katex"><span class="katex-mathml"><math><mi>x</mi></math></span></span>',
  ],
])('%s is nothing to note', async (_, body) => {
  const { summary } = await read(`<p>${TEXT}</p>${body}`);
  expect(summary.warnings).toEqual([]);
});

test.each([
  ['of a program', '<object data="x.xml" type="application/x-gallery"><p>Instead</p></object>'],
  ['of a plug-in', '<object classid="clsid:D27C"><param name="a" value="b"><embed src="x.swf"><p>Instead</p></object>'],
  ['in a line', 'see <object data="x.swf" type="application/x-shockwave-flash">Instead</object>'],
])('the content of an object %s, which no browser shows, stands for it', async (_, body) => {
  expect((await read(`<p>${TEXT}</p>${body}`)).markdown).toMatch(/(?:see )?Instead\n$/);
});

test.each([
  'data="x.svg"',
  'data="x.svg" type="image/svg+xml"',
  'data="a.pdf?x=1"',
  'data="data:image/png;base64,AA=="',
])('the content of <object %s> is left out, as browsers show the object', async (attributes) => {
  const { markdown } = await read(`<p>${TEXT}</p><object ${attributes}>Your browser is old.</object>`);
  expect(markdown).toBe(`${TEXT}\n`);
});
