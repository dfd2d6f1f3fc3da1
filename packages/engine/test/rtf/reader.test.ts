import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRtfPush } from '../../src/rtf/tokens.ts';
import { countPages, readDocument } from '../../../../test/make/read.ts';
import { makeSource } from '../../../../test/make/source.ts';

const rtf = (body: string, head = ''): Buffer =>
  Buffer.from(`{\\rtf1\\ansi\\ansicpg1252\\deff0${head}\n${body}}`, 'latin1');
const read = async (body: string, head = ''): Promise<string> =>
  (await readDocument(makeSource(rtf(body, head)))).markdown;

const FONTS =
  '{\\fonttbl{\\f0\\fcharset0 Times;}{\\f1\\fcharset204 Cyr;}{\\f2\\fcharset2 Symbol;}{\\f3\\fcharset128 Mincho;}{\\f4\\fcharset2 Wingdings;}}';
const STYLES =
  '{\\stylesheet{\\s0 Normal;}{\\s1\\outlinelevel0 heading 1;}{\\s2 Title;}{\\s3 HTML Preformatted;}{\\s4 Quote;}{\\s5\\outlinelevel2 Eigene;}{\\*\\cs6 heading 2;}}';

test.each([
  [
    'paragraphs, line breaks and characters with names',
    'a\\line b\\par\\par c \\emdash  \\ldblquote q\\rdblquote\\~x\\_y\\-z\\par',
    'a  \nb\n\nc — “q”\u00a0x‑yz\n',
  ],
  [
    'bold, italic, struck out, raised and lowered, undone by groups and by words',
    '{\\b a {\\i b}} \\b c\\b0  \\strike d\\plain  x{\\super 2} y{\\sub 1}\\par',
    '**a *b*** **c** ~~d~~ x<sup>2</sup> y<sub>1</sub>\n',
  ],
  ['half a surrogate pair is no letter', '\\u-10179? a \\u-8704? b\\par', '\ufffd a \ufffd b\n'],
  ['hidden and deleted text is left out', 'a{\\v b}{\\deleted c}d\\v e\\v0 f\\par', 'adf\n'],
  ['escaped signs are text', '\\{a\\\\b\\} *c*\\par', '{a\\b} \\*c\\*\n'],
  ['line ends of the file are none of the text', 'a\nb\r\nc\\\nd', 'abc\n\nd\n'],
  ['unknown words and destinations that may be skipped', 'a\\unknown12 b{\\*\\unknown c}{\\xe d}\\par', 'ab\n'],
  ['the mark of such a destination counts only at the beginning of a group', '{\\b0\\*\\cs7 a}\\par', 'a\n'],
])('%s', async (_, body, markdown) => {
  expect(await read(body)).toBe(markdown);
});

test.each([
  [
    'bytes in the encoding of their font, also of two bytes',
    "{\\f1 \\'cf\\'f0}\\f0 \\'e9{\\f3 \\'93\\'fa\\'96\\'7b \\'83J}\\par",
    'Прé日本 カ\n',
  ],
  [
    'Unicode with fallbacks of any length',
    "\\u8217'\\u-10179?\\u-8704?{\\uc0\\u233}{\\uc2\\u26085\\'93\\'fa}\\u8220\\ldblquote x\\par",
    '’😀é日“x\n',
  ],
  ['an alternative in Unicode instead of its own', '{\\upr{a}{\\*\\ud{b\\u233?}}}\\par', 'bé\n'],
  ['letters of symbol fonts', "{\\f2 a\\'b7}{\\f4 \\'fc}\\par", 'α•✓\n'],
])('%s', async (_, body, markdown) => {
  expect(await read(body, FONTS)).toBe(markdown);
});

test.each([
  [78, '82a893c782dd', 'お読み'],
  [79, 'c7d1b1db', '한글'],
  [80, 'd6d0cec4', '中文'],
  [81, 'a4a4a4e5', '中文'],
  [83, 'f9ece5ed', 'שלום'],
  [84, 'd3e4c7e5', 'سلام'],
  [85, 'a6c0e5e9', 'Πάει'],
  [86, 'dadddf', 'Ğış'],
  [87, 'a1d2', 'กา'],
  [88, 'fc976490', 'Łódź'],
  [89, '98f3ec', 'Шум'],
])('bytes of a font in character set %i, of the Macintosh, are its letters', async (charset, bytes, letters) => {
  const escaped = bytes.replaceAll(/../g, (byte) => `\\'${byte}`);
  const mac = `{\\rtf1\\mac\\ansicpg10000{\\fonttbl{\\f0\\fcharset${charset} X;}}\\f0 ${escaped}\\par}`;
  expect((await readDocument(makeSource(Buffer.from(mac, 'latin1')))).markdown).toBe(`${letters}\n`);
});

test('the code page of the document counts where the font names none', async () => {
  const bytes = Buffer.from("{\\rtf1\\ansi\\ansicpg1250{\\fonttbl{\\f0 X;}}\\f0 \\'b3\\'f3d\\'9f\\par}", 'latin1');
  expect((await readDocument(makeSource(bytes))).markdown).toBe('łódź\n');
});

test('headings by style and outline, code and quotes by style; a title moves headings down', async () => {
  expect(
    await read(
      '\\pard\\s1\\b H\\par\\pard\\plain\\s5 D\\par\\pard\\outlinelevel1 E\\par\\pard\\plain\\s3 x\\par\\pard\\s3   y\\par\\pard\\s4 q\\par',
      STYLES,
    ),
  ).toBe('# H\n\n### D\n\n## E\n\n```\nx\n  y\n```\n\n> q\n');
  expect(await read('\\pard\\s2 T\\par\\pard\\s1{\\listtext 1.1\\tab}H\\par', STYLES)).toBe('# T\n\n## 1.1 H\n');
});

test.each([
  [
    'labels that items bring along',
    '\\pard{\\listtext 1.\\tab}\\ls1 a\\par{\\listtext 2.\\tab}b\\par\\pard{\\listtext i)\\tab}\\ls1\\ilvl1 c\\par\\pard{\\listtext 3.\\tab}\\ls1 d\\par',
    '1. a\n2. b\n    - i) c\n3. d\n',
  ],
  [
    'labels of old writers',
    "\\pard{\\pntext\\f2\\'b7\\tab}{\\*\\pn\\pnlvlblt}a\\par{\\pntext\\f2\\'b7\\tab}b\\par",
    '- a\n- b\n',
  ],
  [
    'definitions where there are no labels',
    '\\pard\\ls1\\ilvl0 a\\par\\ls1\\ilvl1 b\\par\\ls1\\ilvl0 c\\par\\pard x\\par',
    '3. a\n    - b\n4. c\n\nx\n',
  ],
  [
    'bullets and numbers that were typed',
    '\\pard\\li360\\fi-360 \\bullet\\tab a\\par\\pard\\li720\\fi-360 1.\\tab b\\par\\pard\\li360\\fi-360 \\bullet\\tab c\\par',
    '- a\n    1. b\n- c\n',
  ],
])('lists: %s', async (_, body, markdown) => {
  const lists =
    '{\\*\\listtable{\\list{\\listlevel\\levelnfc0\\levelstartat3{\\leveltext x;}}{\\listlevel\\levelnfc23{\\leveltext y;}}\\listid77}}{\\*\\listoverridetable{\\listoverride\\listid77\\ls1}}';
  expect(await read(body, FONTS + lists)).toBe(markdown);
});

const row = (cells: readonly string[], format: string): string =>
  `\\trowd${format}\\pard\\intbl ${cells.map((cell) => `${cell}\\cell `).join('')}\\row `;

test.each([
  [
    'a plain one',
    `${row(['a', 'b'], '\\cellx1000\\cellx2000')}${row(['1\\par 2', '{\\b 3}'], '\\cellx1000\\cellx2000')}\\pard after\\par`,
    '| a | b |\n| - | - |\n| 1<br>2 | **3** |\n\nafter\n',
  ],
  [
    'cells as wide as several of another row',
    `${row(['a', 'b', 'c'], '\\cellx1000\\cellx2000\\cellx3000')}${row(['wide', 'x'], '\\cellx2010\\cellx3000')}\\pard`,
    '| a | b | c |\n| - | - | - |\n| wide | wide | x |\n',
  ],
  [
    'cells merged across and down',
    `${row(['a', '', 'b'], '\\clmgf\\cellx1000\\clmrg\\cellx2000\\clvmgf\\cellx3000')}${row(['1', '2', ''], '\\cellx1000\\cellx2000\\clvmrg\\cellx3000')}\\pard`,
    '| a | a | b |\n| - | - | - |\n| 1 | 2 | b |\n',
  ],
  [
    'a table within a cell',
    '\\trowd\\cellx1000\\cellx3000\\pard\\intbl a\\cell\\pard\\intbl\\itap2 x\\nestcell y\\nestcell{\\*\\nesttableprops\\trowd\\cellx1500\\cellx2000\\nestrow}{\\nonesttables\\par}\\pard\\intbl end\\cell\\row\\pard',
    '| a | x y<br>end |\n| - | - |\n',
  ],
  ['a frame of one cell', `${row(['text'], '\\cellx1000')}\\pard`, 'text\n'],
  ['rows that are not ended', '\\pard\\intbl a\\cell b\\cell\\pard c\\par', '| a | b |\n| - | - |\n\nc\n'],
])('tables: %s', async (_, body, markdown) => {
  expect(await read(body)).toBe(markdown);
});

test('a long table is cut and goes on, with one header', async () => {
  const rows = Array.from({ length: 4500 }, (_, n) => row([`a${n}`, 'b'], '\\cellx1000\\cellx2000'));
  const { markdown } = await readDocument(makeSource(rtf(`${rows.join('')}\\pard x\\par`)));
  expect(markdown).toBe(
    `${['| a0 | b |', '| - | - |', ...Array.from({ length: 4499 }, (_, n) => `| a${n + 1} | b |`)].join('\n')}\n\nx\n`,
  );
});

test('footnotes stand behind the paragraph that refers to them', async () => {
  expect(
    await read(
      'a{\\super\\chftn}{\\footnote\\pard\\plain{\\super\\chftn} one\\par two} b{\\footnote\\ftnalt three}.\\par c\\par',
    ),
  ).toBe('a[^1] b[^2].\n\n[^1]: one\n\n    two\n\n[^2]: three\n\nc\n');
});

test('links lead where their field says, internal ones nowhere', async () => {
  expect(
    await read(
      '{\\field{\\*\\fldinst{HYPERLINK "https://e.org/a?b=1" \\\\t "_blank"}}{\\fldrslt{\\ul x \\b y}}} {\\field{\\*\\fldinst HYPERLINK \\\\l "mark"}{\\fldrslt z}} {\\field{\\*\\fldinst HYPERLINK "javascript:alert(1)"}{\\fldrslt w}} {\\field{\\*\\fldinst PAGE}{\\fldrslt 7}}\\par',
    ),
  ).toBe('[x **y**](https://e.org/a?b=1) z w 7\n');
});

test('pictures are artifacts with their description, once; metafiles too, bitmaps of Windows are a warning', async () => {
  const png = '89504e470d0a1a0a';
  const file = makeSource(
    rtf(
      `{\\*\\shppict{\\pict{\\*\\picprop{\\sp{\\sn wzDescription}{\\sv A dot}}}\\pngblip\\picw1 ${png.slice(0, 5)}\n${png.slice(5)}}}{\\nonshppict{\\pict\\wmetafile8 00}}\\par{\\pict\\wmetafile8\\bin4 \x01{}\\}\\par{\\pict\\dibitmap0 00}\\par`,
    ),
  );
  const { markdown, assets, summary } = await readDocument(file, { includeImages: true });
  expect(markdown).toBe('![A dot](image-1.png)\n\n![](image-2.wmf)\n\n<!-- image -->\n');
  expect(assets.map(({ name, contentType, bytes }) => [name, contentType, Buffer.from(bytes).toString('hex')])).toEqual(
    [
      ['image-1.png', 'image/png', png],
      ['image-2.wmf', 'image/wmf', '017b7d5c'],
    ],
  );
  expect(summary.warnings).toMatchObject([{ kind: 'image-skipped' }]);
  expect((await readDocument(file)).markdown).toContain('<!-- image: A dot -->');
});

test('text boxes follow their paragraph, comments are a warning, headers and footers are left out', async () => {
  const { markdown, summary } = await readDocument(
    makeSource(
      rtf(
        '{\\header H\\par}a{\\shp{\\*\\shpinst{\\sp{\\sn x}{\\sv y}}{\\shptxt\\pard box\\par}}{\\shprslt old}}{\\*\\annotation no}b\\par c\\par',
      ),
    ),
  );
  expect(markdown).toBe('ab\n\nbox\n\nc\n');
  expect(summary.warnings).toMatchObject([{ kind: 'comment-left-out' }]);
});

test('formulas become LaTeX', async () => {
  expect(
    await read(
      'a {\\mmath{\\*\\moMath{\\mf{\\mfPr{\\mtype bar}}{\\mnum{\\mr x}}{\\mden{\\mr 2}}}{\\msSup{\\me{\\mr y}}{\\msup{\\mr n}}}}{\\mmathPict old}} b\\par',
    ),
  ).toBe('a $\\frac{x}{2}y^{n}$ b\n');
});

test('pages are counted by characters', async () => {
  const file = makeSource(rtf(`${'a'.repeat(2999)}b\\par c\\par`));
  expect(await countPages(file)).toBe(2);
  expect((await readDocument(file, { range: { start: 2, end: 2 } })).markdown).toBe('c\n');
});

test('hostile documents end by name, or in what there is of them', async () => {
  await expect(read('{'.repeat(50_000))).rejects.toMatchObject({ code: 'limit_exceeded' });
  expect(await read('a\\bin2000000000 rest')).toBe('a\n');
  expect(await read('}}}} after')).toBe('');
  expect(await read(`a\\par{\\*\\listtable${'{\\list'.repeat(100)}`)).toBe('a\n');
  expect(await read('\\itap2000000000\\intbl a\\nestcell\\nestrow\\pard b\\par')).toContain('b');
  expect(await read("\\u99999999999x\\'z\\'4")).toBeTypeOf('string');
  expect(await read(`\\trowd${'\\cellx5'.repeat(100_000)}\\intbl a\\cell b\\cell\\row`)).toContain('| a | b |');
});

test('a document gives the same tokens in any pieces', () => {
  const tokens = (pieces: readonly Buffer[]): string => {
    let said = '';
    const push = createRtfPush({
      open: () => void (said += '{'),
      close: () => void (said += '}'),
      word: (name, parameter) => void (said += `\\${name}${parameter ?? ''} `),
      symbol: (char) => void (said += `\\${char}`),
      text: (text) => void (said += text),
      binary: (bytes) => void (said += bytes.toString('hex')),
    });
    for (const piece of pieces) push.write(piece);
    push.end();
    return said;
  };
  const parts = fc.constantFrom(
    '{',
    '}',
    '\\',
    '\\b',
    '\\u-10 ',
    "\\'",
    "\\'e9",
    '\\bin3 ',
    'ab',
    '\n',
    '\\*',
    '-1',
    'f',
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 60 }), fc.nat(200), fc.nat(200), (words, a, b) => {
      const bytes = Buffer.from(words.join(''), 'latin1');
      const [from, to] = a < b ? [a, b] : [b, a];
      expect(tokens([bytes.subarray(0, from), bytes.subarray(from, to), bytes.subarray(to)])).toBe(tokens([bytes]));
    }),
  );
});

test.each([
  [
    'the header of the first page alone is read',
    '\\titlepg{\\header h}{\\headerf f\\par ab}{\\footerf x}text\\par',
    'ab\n\ntext\n',
  ],
  ['a header that pages repeat is left out', '{\\header head}{\\headerf first}text\\par', 'text\n'],
  [
    'the header above a table that the document begins with is its title',
    '{\\header Table 14\\par}\\trowd\\cellx1\\cellx2\\intbl a\\cell b\\cell\\row\\pard{\\header Table 15\\par}\\par',
    'Table 14\n\n| a | b |\n| - | - |\n',
  ],
])('%s', async (_, body, markdown) => {
  expect(await read(body)).toBe(markdown);
});

test('a document whose end is missing is read with a warning', async () => {
  const { markdown, summary } = await readDocument(makeSource('{\\rtf1 a\\par {\\b b'));
  expect(markdown).toBe('a\n\n**b**\n');
  expect(summary.warnings).toMatchObject([{ kind: 'document-repaired' }]);
});

test.each([
  ['{\\v b}', ['hidden-text-left-out']],
  ['{\\deleted b}', ['tracked-deletion-left-out']],
  ['{\\deleted\\v0 b}', ['tracked-deletion-left-out']],
  ['{\\v\\v0 b}', []],
])('%s is left out with a word about it', async (group, kinds) => {
  const { markdown, summary } = await readDocument(makeSource(rtf(`a${group}\\par`)));
  expect(markdown).toBe(kinds.length === 0 ? 'ab\n' : 'a\n');
  expect(summary.warnings.map(({ kind }) => kind)).toEqual(kinds);
});
