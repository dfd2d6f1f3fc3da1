import { expect, test } from 'vitest';
import { makeArchive } from '../../make/archive.ts';
import { readDocument } from '../../make/read.ts';
import { makeSource } from '../../make/source.ts';

const NAMES =
  ['office', 'text', 'table', 'style', 'presentation']
    .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
    .join(' ') +
  ' xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink"';
const STYLES = `<style:style style:name="B" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>
  <text:list-style style:name="L"><text:list-level-style-bullet text:level="1" text:bullet-char="•"/><text:list-level-style-number text:level="2" style:num-format="1" style:num-suffix="."/><text:list-level-style-number text:level="3" style:num-format="a" style:num-suffix=")"/></text:list-style>
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
    'a text box follows its paragraph',
    '<text:p>a<draw:frame><draw:text-box><text:p>boxed</text:p></draw:text-box></draw:frame></text:p>',
    'a\n\nboxed\n',
  ],
  ['links', '<text:p><text:a xlink:href="https://e.org">x</text:a></text:p>', '[x](https://e.org)\n'],
])('%s', async (_, body, markdown) => {
  expect(await read(body)).toBe(markdown);
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
});
