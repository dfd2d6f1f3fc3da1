import { expect, test } from 'vitest';
import { makeArchive } from '../../../../test/make/archive.ts';
import { readDocument } from '../../../../test/make/read.ts';
import { makeSource } from '../../../../test/make/source.ts';

const NAMES = `${['office', 'text', 'table', 'style', 'presentation', 'draw:drawing']
  .map((each) => each.split(':'))
  .map(([prefix, name = prefix]) => `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ')} xmlns:xlink="http://www.w3.org/1999/xlink"`;
const PNG = Buffer.from('89504e470d0a1a0a00', 'hex');

const content = (kind: string, body: string, styles = ''): string =>
  `<office:document-content ${NAMES}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`;
const object = (href: string): string =>
  `<draw:frame><draw:object xlink:href="${href}"/><draw:image xlink:href="./preview.png"/></draw:frame>`;
const cell = (text: string): string => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`;
const sheet = (...texts: string[]): string =>
  `<table:table><table:table-row>${texts.map(cell).join('')}</table:table-row></table:table>`;

const read = (kind: 'text' | 'presentation', body: string, parts: Record<string, string | Uint8Array>) =>
  readDocument(
    makeSource(
      makeArchive({
        mimetype: `application/vnd.oasis.opendocument.${kind}`,
        'content.xml': content(kind, body),
        'styles.xml': '<office:document-styles/>',
        'preview.png': PNG,
        ...parts,
      }),
    ),
    { includeImages: true },
  );

test.each(['text', 'presentation'] as const)(
  'documents that are embedded in a %s are read in their place',
  async (kind) => {
    const frames = ['./Text', './Workbook', './Drawing'].map(object).join('');
    const body =
      kind === 'text'
        ? `<text:p>a</text:p><text:p>${frames}</text:p><text:p>z</text:p>`
        : `<draw:page><draw:frame><draw:text-box><text:p>a</text:p></draw:text-box></draw:frame>${frames}</draw:page>`;
    const { markdown, summary } = await read(kind, body, {
      'Text/content.xml': content('text', '<text:h text:outline-level="2">Head</text:h><text:p>words</text:p>'),
      'Workbook/content.xml': content('spreadsheet', sheet('one', 'two')),
      'Drawing/content.xml': content('drawing', '<draw:page><draw:rect><text:p>box</text:p></draw:rect></draw:page>'),
    });
    expect(markdown.replaceAll(/^#+ /gm, '# ')).toMatch(
      /a\n\n# Head\n\nwords\n\n\| one \| two \|\n\| - \| - \|\n\nbox\n/,
    );
    expect(summary.warnings).toEqual([]);
  },
);

test('an embedded document has its own styles, pictures and objects', async () => {
  const bold = (weight: string): string =>
    `<style:style style:name="T" style:family="text"><style:text-properties xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" fo:font-weight="${weight}"/></style:style>`;
  const { markdown, assets } = await read('text', `<text:p>${object('./Outer')}</text:p>`, {
    'Outer/content.xml': content(
      'text',
      `<text:p>x <text:span text:style-name="T">bold</text:span><draw:frame><draw:image xlink:href="Pictures/p.png"/></draw:frame></text:p><text:p>${object('./Inner')}</text:p>`,
      bold('bold'),
    ),
    'Outer/Pictures/p.png': PNG,
    'Outer/Inner/content.xml': content(
      'text',
      '<text:p><text:span text:style-name="T">plain</text:span></text:p>',
      bold('normal'),
    ),
  });
  expect(markdown).toBe('x **bold**\n\n![](p.png)\n\nplain\n');
  expect(assets).toHaveLength(1);
});

test('an object that shows itself, or is shown twice, is read once', async () => {
  const { markdown } = await read(
    'text',
    `<text:p>${object('./Object')}</text:p><text:p>${object('./Object')}</text:p>`,
    {
      'Object/content.xml': content('text', `<text:p>once${object('./')}${object('../Object')}</text:p>`),
    },
  );
  expect(markdown.match(/once/g)).toHaveLength(1);
});

test.each([
  [
    'bytes of another program',
    '<draw:frame><draw:object-ole xlink:href="./Ole"/><draw:image xlink:href="./preview.png"/></draw:frame>',
  ],
  ['a part that is missing', object('./Nothing')],
])('of an object that is %s, the picture is shown, with a warning', async (_, frame) => {
  const { markdown, summary } = await read('text', `<text:p>${frame}</text:p>`, { Ole: 'x' });
  expect(markdown).toBe('![](preview.png)\n');
  expect(summary.warnings).toMatchObject([{ kind: 'embedded-document-left-out' }]);
});

test('a chart has its titles, those of its axes, and its table', async () => {
  const title = (name: string, text: string): string => `<chart:${name}><text:p>${text}</text:p></chart:${name}>`;
  const axis = (dimension: string, inner: string): string =>
    `<chart:axis chart:dimension="${dimension}">${inner}</chart:axis>`;
  const body = `<chart:chart xmlns:chart="urn:oasis:names:tc:opendocument:xmlns:chart:1.0">${title('title', 'Tides<text:line-break/>of\nMay</text:p><text:p>2024')}${title('subtitle', 'at noon')}<chart:plot-area>${axis('x', title('title', 'Place'))}${axis('y', title('title', 'Depth in m'))}${axis('y', '')}</chart:plot-area>${sheet('Basin', '7.4')}</chart:chart>`;
  const { markdown } = await read('text', `<text:p>${object('./Chart')}</text:p>`, {
    'Chart/content.xml': content('chart', body),
  });
  const titles = '**Tides of May 2024**\n\nat noon\n\nPlace, Depth in m\n';
  expect(markdown).toBe(`${titles}\n| Basin | 7.4 |\n| - | - |\n`);
  const withoutTable = await read('text', `<text:p>${object('./Chart')}</text:p>`, {
    'Chart/content.xml': content('chart', body.replace(/<table:table>.*<\/table:table>/, '')),
  });
  expect(withoutTable).toMatchObject({ markdown: titles, summary: { warnings: [] } });
});
