import { expect, test } from 'vitest';
import { makeArchive } from '../../../../test/make/archive.ts';
import { readDocument } from '../../../../test/make/read.ts';
import { makeSource } from '../../../../test/make/source.ts';

const NAMES =
  ['office', 'text', 'table', 'style', 'presentation']
    .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
    .join(' ') +
  ' xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink"';
const STYLES = `<style:style style:name="B" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>
  <style:style style:name="H" style:family="text"><style:text-properties text:display="none"/></style:style>
  <text:list-style style:name="L"><text:list-level-style-bullet text:level="1" text:bullet-char="•"/><text:list-level-style-number text:level="2" style:num-format="1" style:num-suffix="."/><text:list-level-style-number text:level="3" style:num-format="a" style:num-suffix=")"/></text:list-style>
  <text:list-style style:name="L2"><text:list-level-style-bullet text:level="1" text:bullet-char="•"/></text:list-style>
  <style:style style:name="hid" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>`;

const make = (
  kind: 'text' | 'presentation',
  body: string,
  entries: Record<string, string | Uint8Array> = {},
): Uint8Array =>
  makeArchive({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'content.xml': `<office:document-content ${NAMES}><office:automatic-styles>${STYLES}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    'styles.xml': `<office:document-styles ${NAMES}><office:styles/></office:document-styles>`,
    ...entries,
  });
/** The same in one XML file. */
const makeFlat = (kind: 'text' | 'presentation' | 'graphics', body: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<office:document ${NAMES} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.${kind}"><office:automatic-styles>${STYLES}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document>`;
const read = async (body: string): Promise<string> => (await readDocument(makeSource(make('text', body)))).markdown;
const li = (text: string, inner = ''): string => `<text:list-item><text:p>${text}</text:p>${inner}</text:list-item>`;

test.each([
  [
    'title, headings and emphasis',
    '<text:p text:style-name="Title">T</text:p><text:h text:outline-level="1">One</text:h><text:p>a <text:span text:style-name="B">b</text:span><text:s text:c="1"/>c<text:line-break/>d</text:p>',
    '# T\n\n## One\n\na **b** c  \nd\n',
  ],
  [
    'nested lists',
    `<text:list text:style-name="L">${li('a', `<text:list>${li('one', `<text:list>${li('x')}</text:list>`)}${li('two')}</text:list>`)}</text:list>`,
    '- a\n    1. one\n        - a) x\n    2. two\n',
  ],
  [
    'items that PowerPoint writes as a list with a style of its own each',
    `<text:list text:style-name="L">${li('a')}</text:list><text:list text:style-name="L2">${li('b')}</text:list>`,
    '- a\n- b\n',
  ],
  [
    'tables with spans and repeated cells',
    '<table:table><table:table-header-rows><table:table-row><table:table-cell table:number-columns-spanned="2"><text:p>h</text:p></table:table-cell><table:covered-table-cell/></table:table-row></table:table-header-rows><table:table-row><table:table-cell table:number-columns-repeated="2"><text:p>v</text:p></table:table-cell></table:table-row></table:table>',
    '| h | h |\n| - | - |\n| v | v |\n',
  ],
  [
    'footnotes; comments and deleted text stay out',
    '<text:tracked-changes><text:changed-region><text:deletion><text:p>gone</text:p></text:deletion></text:changed-region></text:tracked-changes><text:p>a<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>note</text:p></text:note-body></text:note><office:annotation><text:p>hm</text:p></office:annotation></text:p>',
    'a[^1]\n\n[^1]: note\n',
  ],
  [
    'deleted text that is still in its place, over two paragraphs',
    '<text:tracked-changes><text:changed-region text:id="d"><text:deletion/></text:changed-region><text:changed-region text:id="i"><text:insertion/></text:changed-region></text:tracked-changes><text:p>a<text:change-start text:change-id="d"/>gone<text:s/></text:p><text:p>gone <text:span>too<text:change-end text:change-id="d"/>b</text:span> <text:change-start text:change-id="i"/>new<text:change-end text:change-id="i"/></text:p>',
    'a\n\nb new\n',
  ],
  [
    'text in styles that hide it stays out, and a heading of a picture is none',
    '<text:p text:style-name="H">gone</text:p><text:p>a<text:span text:style-name="H"> gone</text:span>b</text:p><text:h text:outline-level="1"><draw:frame><draw:image/></draw:frame></text:h>',
    'ab\n\n<!-- image -->\n',
  ],
  [
    'a text box follows its paragraph',
    '<text:p>a<draw:frame><draw:text-box><text:p>boxed</text:p></draw:text-box></draw:frame></text:p>',
    'a\n\nboxed\n',
  ],
  ['links', '<text:p><text:a xlink:href="https://e.org">x</text:a></text:p>', '[x](https://e.org)\n'],
])('%s', async (_, body, markdown) => {
  expect(await read(body)).toBe(markdown);
  const { markdown: flat, summary } = await readDocument(makeSource(makeFlat('text', body)));
  expect([summary.format, flat]).toEqual(['odt', markdown]);
});

test('images are stored as they are', async () => {
  const body =
    '<text:p><draw:frame><draw:image xlink:href="Pictures/a.png"/><svg:desc>A dot</svg:desc></draw:frame></text:p>';
  const { markdown, assets } = await readDocument(
    makeSource(make('text', body, { 'Pictures/a.png': Uint8Array.from([137, 80]) })),
    { includeImages: true },
  );
  expect(markdown).toBe('![A dot](a.png)\n');
  expect(assets.map(({ name, bytes }) => [name, [...bytes]])).toEqual([['a.png', [137, 80]]]);
});

test('a presentation: a slide a page, titles first, hidden slides left out', async () => {
  const frame = (text: string, y: number, kind: string): string =>
    `<draw:frame presentation:class="${kind}" svg:x="1cm" svg:y="${y}cm"><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame>`;
  const slides = `<draw:page>${frame('below', 9, 'outline')}${frame('above', 5, 'outline')}${frame('Title', 1, 'title')}</draw:page><draw:page draw:style-name="hid">${frame('secret', 1, 'title')}</draw:page>`;
  const { markdown, summary } = await readDocument(makeSource(make('presentation', slides)));
  expect(markdown).toBe('# Title\n\nabove\n\nbelow\n');
  expect(summary).toMatchObject({ pages: 2, warnings: [{ kind: 'hidden-slide-left-out', page: 2 }] });
  const flat = await readDocument(makeSource(makeFlat('presentation', slides)));
  expect([flat.summary.format, flat.markdown]).toEqual(['odp', markdown]);
});

test('groups and lines of a slide stand where their parts do; a shape without a place follows the one before it', async () => {
  const shape = (text: string, place: string): string =>
    `<draw:custom-shape ${place}><text:p>${text}</text:p></draw:custom-shape>`;
  const slide = `<draw:page>${[
    shape('second', 'svg:x="1cm" svg:y="5cm"'),
    shape('turned', 'draw:transform="rotate (1.57) translate (1cm 1cm)"'),
    `<draw:g>${shape('fourth', 'svg:x="1cm" svg:y="9cm"')}${shape('fifth', 'svg:x="4cm" svg:y="9cm"')}</draw:g>`,
    '<draw:line svg:x1="1cm" svg:y1="8cm" svg:x2="5cm" svg:y2="7cm"><text:p>third</text:p></draw:line>',
    shape('First', 'svg:x="1cm" svg:y="2cm"'),
  ].join('')}</draw:page>`;
  const { markdown } = await readDocument(makeSource(make('presentation', slide)));
  expect(markdown).toBe('# First\n\nsecond\n\nturned\n\nthird\n\nfourth\n\nfifth\n');
});

test("rows at the end of a slide's table that hold nothing are left out; in a text they are there to be filled in", async () => {
  const table = (...texts: string[]): string =>
    `<table:table>${texts.map((text) => `<table:table-row><table:table-cell>${text && `<text:p>${text}</text:p>`}</table:table-cell><table:table-cell/></table:table-row>`).join('')}</table:table>`;
  const slide = (inner: string): string =>
    `<draw:page><draw:frame svg:x="1cm" svg:y="5cm">${inner}</draw:frame></draw:page>`;
  const slides = slide(table('a', '', 'b', '', '')) + slide(table('', ''));
  const { markdown } = await readDocument(makeSource(make('presentation', slides)));
  expect(markdown).toBe('| a |  |\n| - | - |\n|  |  |\n| b |  |\n');
  expect(await read(table('a', ''))).toBe('| a |  |\n| - | - |\n|  |  |\n');
});

test('a flat document has its pictures, formulas and charts in the text', async () => {
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]);
  const broken = png.toString('base64').replace(/^.{4}/, '$&\n   ');
  const picture = `<draw:frame><draw:image draw:mime-type="image/png"><office:binary-data>\n${broken}</office:binary-data></draw:image></draw:frame>`;
  const formula =
    '<draw:frame><draw:object><math:math xmlns:math="http://www.w3.org/1998/Math/MathML"><math:mi>x</math:mi></math:math></draw:object><draw:image><office:binary-data>AA==</office:binary-data></draw:image></draw:frame>';
  const table =
    '<table:table><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell><table:table-cell><text:p>1</text:p></table:table-cell></table:table-row></table:table>';
  const chart = `<draw:frame><draw:object><office:document office:mimetype="application/vnd.oasis.opendocument.chart"><office:body><office:chart><chart:chart xmlns:chart="urn:oasis:names:tc:opendocument:xmlns:chart:1.0"><chart:title><text:p>C</text:p></chart:title>${table}</chart:chart></office:chart></office:body></office:document></draw:object></draw:frame>`;
  const body = `<text:p>${picture}${formula}<draw:frame><draw:image/></draw:frame></text:p><text:p>${chart}</text:p><text:p>${picture}</text:p>`;
  const { markdown, assets, summary } = await readDocument(makeSource(makeFlat('text', body)), {
    includeImages: true,
  });
  expect(markdown).toBe(
    '![](image1.png)\n\n$x$\n\n<!-- image -->\n\n**C**\n\n| a | 1 |\n| - | - |\n\n![](image2.png)\n',
  );
  expect(assets.map(({ name, bytes }) => [name, Buffer.from(bytes)])).toEqual([
    ['image1.png', png],
    ['image2.png', png],
  ]);
  expect(summary.warnings).toMatchObject([{ kind: 'image-missing' }]);
});

test('a flat drawing is refused by name, and cut or endless XML by what is wrong with it', async () => {
  await expect(readDocument(makeSource(makeFlat('graphics', '')))).rejects.toThrow(
    'The file format is not supported: drawing, formula, chart or database of OpenDocument. Export it as PDF.',
  );
  await expect(readDocument(makeSource(makeFlat('text', '<text:p>a</text:p>').slice(0, -30)))).rejects.toMatchObject({
    code: 'corrupt_document',
  });
  await expect(readDocument(makeSource(makeFlat('text', '<text:section>'.repeat(100_000))))).rejects.toMatchObject({
    code: 'limit_exceeded',
  });
  await expect(
    readDocument(
      makeSource(makeFlat('text', '<text:p>&a;</text:p>').replace(/^.*\n/, '<!DOCTYPE d [<!ENTITY a "aaaa">]>\n')),
    ),
  ).rejects.toMatchObject({ code: 'corrupt_document' });
});

test('bullets that are typed before paragraphs make items', async () => {
  expect(await read('<text:p>Do:</text:p><text:p>• ask</text:p><text:p>• check</text:p>')).toBe(
    'Do:\n\n- ask\n- check\n',
  );
});

test('headings have the numbers that the outline of the document gives them', async () => {
  const level = (number: number, format: string, shown: number): string =>
    `<text:outline-level-style text:level="${number}" style:num-format="${format}" style:num-suffix="." text:display-levels="${shown}"/>`;
  const styles = `<office:document-styles ${NAMES}><office:styles><text:outline-style style:name="Outline">${level(1, '1', 1)}${level(2, 'a', 2)}${level(3, '', 1)}${level(4, '1', 2)}</text:outline-style><style:style style:name="Plain" style:family="paragraph" style:list-style-name=""/></office:styles></office:document-styles>`;
  const h = (outline: number, text: string, more = ''): string =>
    `<text:h text:outline-level="${outline}"${more}>${text}</text:h>`;
  const body =
    h(1, 'One') +
    h(2, 'Inner') +
    h(2, 'Next') +
    h(3, 'Deep') +
    h(4, 'Deeper') +
    h(1, 'Preface', ' text:style-name="Plain"') +
    h(1, 'Two', ' text:style-name="Other"') +
    h(1, 'Head', ' text:is-list-header="true"') +
    h(2, 'Again');
  const file = makeSource(make('text', body, { 'styles.xml': styles }));
  expect((await readDocument(file)).markdown).toBe(
    '# 1. One\n\n## 1.a. Inner\n\n## 1.b. Next\n\n### Deep\n\n#### 1. Deeper\n\n# Preface\n\n# 2. Two\n\n# Head\n\n## 2.a. Again\n',
  );
});

test('headings in lists have the numbers of these, which go on in the next list', async () => {
  const list = (inner: string, more = ''): string => `<text:list text:style-name="N"${more}>${inner}</text:list>`;
  const item = (inner: string): string => `<text:list-item>${inner}</text:list-item>`;
  const h = (outline: number, text: string): string => `<text:h text:outline-level="${outline}">${text}</text:h>`;
  const styles =
    '<text:list-style style:name="N"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix=")"/><text:list-level-style-number text:level="2" style:num-format="1" text:display-levels="2"/></text:list-style>';
  const goesOn = ' text:continue-numbering="true"';
  const inner = (text: string): string => list(item(`<text:list>${item(h(2, text))}</text:list>`), goesOn);
  const body =
    list(item(h(1, 'One'))) +
    inner('A') +
    inner('B') +
    list(item(h(1, 'Two')), goesOn) +
    inner('C') +
    list(item(h(1, 'New')));
  const content = `<office:document-content ${NAMES}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:text>${body}</office:text></office:body></office:document-content>`;
  const file = makeSource(make('text', '', { 'content.xml': content }));
  expect((await readDocument(file)).markdown).toBe(
    '# 1) One\n\n## 1.1 A\n\n## 1.2 B\n\n# 2) Two\n\n## 2.1 C\n\n# 1) New\n',
  );
});

test('characters of the private use area are the symbols that they most often mean', async () => {
  expect(await read('<text:p>a \uf0e0 b</text:p>')).toBe('a → b\n');
});

test('all texts of a notes page are notes, but for what every one repeats', async () => {
  const frame = (text: string, attributes = ''): string =>
    `<draw:frame ${attributes}><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame>`;
  const kind = (name: string): string => `presentation:class="${name}"`;
  const notes = `<presentation:notes><draw:page-thumbnail ${kind('page')}/>${frame('said', kind('notes'))}${frame('in a box')}${frame('click', `${kind('notes')} presentation:placeholder="true"`)}${frame('repeated', kind('header'))}${frame('repeated', kind('page-number'))}</presentation:notes>`;
  const body = `<draw:page>${frame('One', kind('title'))}${notes}</draw:page>`;
  const { markdown } = await readDocument(makeSource(make('presentation', body)));
  expect(markdown).toBe('# One\n\n**Notes:**\n\nsaid\n\nin a box\n');
});
