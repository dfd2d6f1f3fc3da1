import { expect, test } from 'vitest';
import type { Block, Cell, Inline } from '../../src/document.ts';
import { createMarkdownWriter, writeBlocks } from '../../src/markdown/write.ts';

const text = (value: string, style: Partial<Inline> = {}): Inline =>
  ({ kind: 'text', text: value, ...style }) as Inline;
const paragraph = (...content: (string | Inline)[]): Block => ({
  kind: 'paragraph',
  content: content.map((item) => (typeof item === 'string' ? text(item) : item)),
});
const cell = (value: string, spans: Partial<Cell> = {}): Cell => ({ blocks: [paragraph(value)], ...spans });

test.each([
  ['plain prose with (round) and, commas.', 'plain prose with (round) and, commas.'],
  ['5 * 3 = 15', '5 * 3 = 15'],
  ['a lone 5*3 pairs with nothing', 'a lone 5*3 pairs with nothing'],
  ['*not emphasis*', '\\*not emphasis\\*'],
  ['snake_case_names stay', 'snake_case_names stay'],
  ['_not emphasis_', '\\_not emphasis\\_'],
  ['# no heading', '\\# no heading'],
  ['#hashtag', '#hashtag'],
  ['- no item', '\\- no item'],
  ['1. no item', '1\\. no item'],
  ['1.5 metres', '1.5 metres'],
  ['> no quote', '\\> no quote'],
  ['---', '\\---'],
  ['a < b and <b>', 'a < b and \\<b>'],
  ['AT&T &amp; co', 'AT&T \\&amp; co'],
  ['see [1] and [text](url)', 'see [1] and [text\\](url)'],
  ['costs $5 and $10', 'costs $5 and $10'],
  ['from $x$ to', 'from \\$x$ to'],
  ['C:\\temp and \\*', 'C:\\temp and \\\\*'],
  ['`code`', '\\`code\\`'],
  ['a | b', 'a | b'],
])('%s is written as %s', (input, output) => {
  expect(writeBlocks([paragraph(input)])).toBe(output);
});

test('emphasis leaves spaces outside and joins neighbouring runs', () => {
  expect(
    writeBlocks([paragraph('a', text(' bold ', { bold: true }), text('both', { bold: true, italic: true }), ' c')]),
  ).toBe('a **bold *both*** c');
  expect(writeBlocks([paragraph(text('one ', { bold: true }), text('word', { bold: true }))])).toBe('**one word**');
});

test('emphasis leaves punctuation outside where a letter follows, since it would not close there', () => {
  expect(writeBlocks([paragraph(text('Note:', { bold: true }), 'text')])).toBe('**Note**:text');
  // a space beside it makes it a delimiter
  expect(writeBlocks([paragraph(text('VAT 20% ', { bold: true }), '13.50')])).toBe('**VAT 20%** 13.50');
  expect(writeBlocks([paragraph(text('Note:', { bold: true }), ' text')])).toBe('**Note:** text');
});

test('a link keeps its text, escapes its destination and never runs a script', () => {
  expect(writeBlocks([paragraph(text('a [b]', { href: 'https://x.org/a b(c)' }))])).toBe(
    '[a \\[b\\]](https://x.org/a%20b%28c%29)',
  );
  expect(writeBlocks([paragraph(text('x', { href: 'java\nscript:alert(1)' }))])).toBe('x');
});

test('a link whose text is its address is written once', () => {
  const page = 'https://x.org/a?b=1#c';
  expect(writeBlocks([paragraph('See ', text(page, { href: page }), '.')])).toBe(`See <${page}>.`);
  expect(writeBlocks([paragraph(text('ann@x.org', { href: 'mailto:ann@x.org' }))])).toBe('<ann@x.org>');
  expect(writeBlocks([paragraph(text('https://y.org', { href: page }))])).toBe(`[https://y.org](${page})`);
  expect(writeBlocks([paragraph(text('ftp:x', { href: 'ftp:x' }))])).not.toContain('<');
});

test('code spans take a fence that their text does not hold', () => {
  expect(writeBlocks([paragraph(text('a`b', { code: true }))])).toBe('``a`b``');
});

test('hard breaks end the line and the next line is escaped as one', () => {
  expect(writeBlocks([paragraph('a', { kind: 'break' }, '- b')])).toBe('a  \n\\- b');
});

test('nested lists, task lists and printed labels', () => {
  const list: Block = {
    kind: 'list',
    ordered: true,
    start: 3,
    items: [
      { blocks: [paragraph('three'), { kind: 'list', ordered: false, items: [{ blocks: [paragraph('inner')] }] }] },
      { blocks: [paragraph('four')], checked: true },
      { blocks: [paragraph('five')], label: 'a)' },
    ],
  };
  expect(writeBlocks([list])).toBe('3. three\n    - inner\n- [x] four\n- a) five');
});

test('an item of several paragraphs stays one item', () => {
  expect(writeBlocks([{ kind: 'list', ordered: false, items: [{ blocks: [paragraph('a'), paragraph('b')] }] }])).toBe(
    '- a\n\n    b',
  );
});

test('a second list right after a first one takes another marker', () => {
  const list: Block = { kind: 'list', ordered: false, items: [{ blocks: [paragraph('a')] }] };
  expect(writeBlocks([list, list, list])).toBe('- a\n\n* a\n\n- a');
});

test('a plain table is compact GFM with pipes and breaks escaped', () => {
  const rows = [
    [cell('a|b'), cell('c')],
    [{ blocks: [paragraph('x'), paragraph('y')] }, cell('', { align: 'right' })],
  ];
  expect(writeBlocks([{ kind: 'table', rows, headerRows: 1 }])).toBe('| a\\|b | c |\n| - | -: |\n| x<br>y |  |');
});

test('merged cells make an HTML table, or repeat their text where that is asked', () => {
  const rows = [
    [cell('a', { colSpan: 2 }), cell('b', { rowSpan: 2 })],
    [cell('c'), cell('<d>')],
  ];
  expect(writeBlocks([{ kind: 'table', rows, headerRows: 1 }])).toBe(
    '<table>\n<tr><th colspan="2">a</th><th rowspan="2">b</th></tr>\n<tr><td>c</td><td>&lt;d&gt;</td></tr>\n</table>',
  );
  expect(
    writeBlocks([{ kind: 'table', rows, headerRows: 1 }], {
      spans: 'repeat',
      imagePlaceholders: true,
      imageFolder: '',
    }),
  ).toBe('| a | a | b |\n| - | - | - |\n| c | \\<d> | b |');
});

test('a cell over a whole row and a long text are written once in each row where merged cells are repeated', () => {
  const long = 'A sentence that heads no columns. '.repeat(3).trim();
  const rows = [
    [cell('a', { colSpan: 2 }), cell('b')],
    [cell('Section', { colSpan: 3 })],
    [cell(long, { colSpan: 2, rowSpan: 2 }), cell('c')],
    [cell('d')],
  ];
  const options = { spans: 'repeat', imagePlaceholders: true, imageFolder: '' } as const;
  expect(writeBlocks([{ kind: 'table', rows, headerRows: 1 }], options)).toBe(
    `| a | a | b |\n| - | - | - |\n| Section |  |  |\n| ${long} |  | c |\n| ${long} |  | d |`,
  );
});

test('a table goes on over pages without a second header, and stands alone in a piece that begins there', () => {
  const writer = createMarkdownWriter();
  const first: Block = { kind: 'table', headerRows: 1, rows: [[cell('h')], [cell('1')]] };
  const next: Block = { kind: 'table', headerRows: 0, rows: [[cell('2')]], continues: true };
  expect(
    [first, next, paragraph('end')]
      .map((block) => writer.write(block)!)
      .map(({ separator, pieces }) => separator + [...pieces].join(''))
      .join('') + writer.end(),
  ).toBe('| h |\n| - |\n| 1 |\n| 2 |\n\nend\n');
  expect(writeBlocks([next])).toBe('| 2 |\n| - |');
});

test('images link to their assets, or leave a comment with the alternative text', () => {
  expect(
    writeBlocks([
      { kind: 'figure', image: { kind: 'image', asset: 'image-1.png', alt: 'A cat' }, caption: [text('Figure 1')] },
    ]),
  ).toBe('![A cat](image-1.png)\n\nFigure 1');
  expect(writeBlocks([paragraph({ kind: 'image', alt: 'a -- b' }, 'after')])).toBe('<!-- image: a — b -->\nafter');
  expect(
    writeBlocks([paragraph({ kind: 'image', alt: '' })], { spans: 'html', imagePlaceholders: false, imageFolder: '' }),
  ).toBe('');
});

test('code fences outgrow the fences inside, quotes prefix each line, footnotes indent theirs, maths stands between dollars', () => {
  expect(writeBlocks([{ kind: 'code', text: '```\nx\n', language: 'md' }])).toBe('````md\n```\nx\n````');
  expect(writeBlocks([{ kind: 'quote', blocks: [paragraph('a'), paragraph('b')] }])).toBe('> a\n>\n> b');
  expect(
    writeBlocks([
      paragraph('x', { kind: 'footnote', label: '1' }),
      { kind: 'footnote', label: '1', blocks: [paragraph('a'), paragraph('b')] },
    ]),
  ).toBe('x[^1]\n\n[^1]: a\n\n    b');
  expect(writeBlocks([paragraph('so ', { kind: 'math', latex: 'x^2' }), { kind: 'math', latex: '\\frac{a}{b}' }])).toBe(
    'so $x^2$\n\n$$\\frac{a}{b}$$',
  );
});

test('empty blocks leave nothing behind', () => {
  expect(
    writeBlocks([
      paragraph(' '),
      { kind: 'heading', level: 1, content: [] },
      paragraph('a'),
      { kind: 'table', rows: [], headerRows: 0 },
    ]),
  ).toBe('a');
});

test('a fence with which a footnote begins stands below its mark, also after an empty line, a space or a bullet', () => {
  for (const markdown of ['~~~<img src=x>', '\n~~~<img src=x>', ' ~~~<img src=x>'])
    expect(writeBlocks([{ kind: 'footnote', label: '1', blocks: [{ kind: 'verbatim', markdown }] }])).toMatch(
      /^\[\^1\]:\n\n {4,5}~~~<img src=x>\n {4,5}~~~$/,
    );
  const item = { kind: 'verbatim', markdown: '- ~~~<img src=x>' } as const;
  expect(writeBlocks([{ kind: 'footnote', label: '1', blocks: [item] }])).toBe(
    '[^1]:\n\n    - ~~~<img src=x>\n      ~~~',
  );
});
