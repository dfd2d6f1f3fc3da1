import { expect, test } from 'vitest';
import { readDocument } from '../../../../test/make/read.ts';
import { makeSource } from '../../../../test/make/source.ts';

const NATIVE = { native: 'allow' } as const;
const SVG = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
const drawing = (content: string, attributes = 'viewBox="0 0 600 400"'): string =>
  `<svg ${SVG} ${attributes}>${content}</svg>`;
const read = async (svg: string): Promise<string> => {
  const { markdown, summary } = await readDocument(makeSource(svg), NATIVE);
  expect(summary.format).toBe('svg');
  expect(summary.ocrPages).toBe(0);
  expect(summary.warnings).toEqual([]);
  return markdown;
};

test('the text of a drawing is what it states, with its styles', async () => {
  const markdown = await read(
    drawing(
      `<style>.small { font-size: 9px }</style><style>.strong { font-weight: 700 }</style>
      <text x="20" y="40">Rain <tspan class="strong">falls</tspan> on 3.5 km³</text>
      <g transform="translate(0 100)"><text x="20" y="40">Rivers carry it<tspan x="20" dy="1.2em">to the sea</tspan></text></g>
      <text x="20" y="300" visibility="hidden">not this</text><defs><text>nor this</text></defs>`,
    ),
  );
  expect(markdown).toBe('Rain **falls** on 3.5 km³\n\nRivers carry it to the sea\n');
});

test('a text on a path is where the path begins', async () => {
  const markdown = await read(
    drawing(
      `<defs><path id="up" d="M20 200 Q 100 150 300 190"/></defs>
      <text x="20" y="40">First</text><text><textPath xlink:href="#up">up and <tspan>down</tspan></textPath></text>
      <text x="20" y="120">second</text>`,
    ),
  );
  expect(markdown).toBe('First\n\nsecond\n\nup and down\n');
});

test('texts in rows and columns are a table, whatever the units of the drawing', async () => {
  const rows = [
    ['Year', 'Sales', 'Costs'],
    ['2023', '120', '80'],
    ['2024', '180', '95'],
    ['2025', '210', '99'],
  ];
  for (const unit of [1, 0.02, 5]) {
    const cells = rows.flatMap((row, y) =>
      row.map(
        (text, x) =>
          `<text x="${(20 + x * 150) * unit}" y="${(40 + y * 24) * unit}" font-size="${12 * unit}">${text}</text>`,
      ),
    );
    const lines = (await read(drawing(cells.join(''), `viewBox="0 0 ${600 * unit} ${400 * unit}"`))).split('\n');
    expect(lines.filter((line) => !/^[|\s-]*$/.test(line))).toEqual(rows.map((row) => `| ${row.join(' | ')} |`));
  }
});

test.each([
  [
    'HTML in a drawing',
    '<foreignObject x="10" y="10" width="90" height="40"><div xmlns="http://www.w3.org/1999/xhtml">First<br/>second</div></foreignObject>',
    /First\s+second/,
  ],
  [
    'the first of alternatives',
    '<switch><text x="9" y="20">shown</text><text x="9" y="20">else</text></switch>',
    /^shown\n$/,
  ],
  ['a place for each letter', '<text x="10 18 26 60 68 76" y="20">abcdef</text>', /^abc def\n$/],
  ['anchors', '<text x="300" y="20" text-anchor="middle">middle</text>', /^middle\n$/],
  [
    'turned text',
    '<text transform="translate(30 200) rotate(-90)">Depth (m)</text><text x="60" y="40">Other words here</text>',
    /Depth \(m\)/,
  ],
  ['lengths in em and %', '<text y="2em" font-size="150%">large</text>', /large/],
  ['numbers that are none', '<text x="NaN" y="1e999" transform="matrix(a,b)" font-size="huge">kept</text>', /kept/],
])('reads %s', async (_, content, shown) => {
  expect(await read(drawing(content))).toMatch(shown);
});

test.each([
  ['without text', '<path d="M10 10h40v40z"/>'],
  [
    'that shows a picture',
    '<text x="9" y="20">a</text><image width="9" height="9" xlink:href="data:image/png;base64,AA=="/>',
  ],
  ['whose letters are outlines', '<text x="9" y="20">a</text><use xlink:href="#glyph0-1" x="9" y="9"/>'],
])('a drawing %s is looked at', { timeout: 30_000 }, async (_, content) => {
  const { summary } = await readDocument(makeSource(drawing(content, 'width="60" height="60"')), NATIVE);
  expect(summary.ocrPages).toBe(1);
});

test.each([
  ['a long line', `<text x="1" y="20">${'ab '.repeat(15_000)}</text>`],
  [
    'a place for each of many letters',
    `<text x="${Array.from({ length: 100_000 }, (_, n) => n * 9).join(' ')}">${'a'.repeat(100_000)}</text>`,
  ],
  ['many texts', Array.from({ length: 5000 }, (_, n) => `<text x="${n % 600}" y="${n % 400}">t${n}</text>`).join('')],
  ['many transforms', `<text transform="${'rotate(1)'.repeat(50_000)}">turned</text>`],
])('is read in time: %s', { timeout: 30_000 }, async (_, content) => {
  expect((await readDocument(makeSource(drawing(content)), NATIVE)).markdown.length).toBeGreaterThan(4);
});

test('a drawing of more words than any has is refused', async () => {
  const reading = readDocument(makeSource(drawing(`<text>${'ab '.repeat(20_001)}</text>`)), NATIVE);
  await expect(reading).rejects.toMatchObject({ code: 'limit_exceeded' });
});
