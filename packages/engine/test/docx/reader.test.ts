import { expect, test } from 'vitest';
import { cell, item, makeDocx, p, row, style } from '../../../../test/make/docx.ts';
import type { DocxParts } from '../../../../test/make/docx.ts';
import { countPages, mergeParts, readDocument } from '../../../../test/make/read.ts';
import { makeSource } from '../../../../test/make/source.ts';

const STYLES = ['Title', 'heading 1', 'heading 2', 'Source Code', 'Quote', 'toc 1', 'toc 2']
  .map(
    (name) => `<w:style w:type="paragraph" w:styleId="${name.replaceAll(' ', '')}"><w:name w:val="${name}"/></w:style>`,
  )
  .join('');
const level = (ilvl: number, format: string, text: string): string =>
  `<w:lvl w:ilvl="${ilvl}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;
const NUMBERING = `
  <w:abstractNum w:abstractNumId="0">${level(0, 'bullet', '•')}${level(1, 'bullet', 'o')}</w:abstractNum>
  <w:abstractNum w:abstractNumId="1">${level(0, 'decimal', '%1.')}${level(1, 'lowerLetter', '%2)')}${level(2, 'decimal', '%1.%2.%3')}</w:abstractNum>
  <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>`;

const read = async (parts: DocxParts, includeImages = false): Promise<string> =>
  (await readDocument(makeSource(makeDocx({ styles: STYLES, numbering: NUMBERING, ...parts })), { includeImages }))
    .markdown;

test('a title is the first level and headings follow below it', async () => {
  expect(
    await read({
      body:
        p('Report', { properties: style('Title') }) +
        p('One', { properties: style('heading1'), look: '<w:b/>' }) +
        p('Two', { properties: style('heading2') }),
    }),
  ).toBe('# Report\n\n## One\n\n### Two\n');
  expect(await read({ body: p('One', { properties: style('heading1') }) })).toBe('# One\n');
});

test('lists nest by level, keep printed labels and go on after a paragraph', async () => {
  const body =
    p('a', { properties: item(1, 0) }) +
    p('b', { properties: item(1, 1) }) +
    p('text') +
    p('one', { properties: item(2, 0) }) +
    p('letter', { properties: item(2, 1) }) +
    p('deep', { properties: item(2, 2) }) +
    p('between') +
    p('two', { properties: item(2, 0) });
  expect(await read({ body })).toBe(
    '- a\n    - b\n\ntext\n\n1. one\n    - a) letter\n        - 1.a.1 deep\n\nbetween\n\n2. two\n',
  );
});

test('a numbered heading shows its number', async () => {
  expect(await read({ body: p('Scope', { properties: style('heading1') + item(2, 0) }) })).toBe('# 1. Scope\n');
});

test('emphasis, sub- and superscripts, links and breaks', async () => {
  const body = `<w:p><w:r><w:t>a </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>bold</w:t></w:r><w:r><w:rPr><w:b w:val="0"/><w:i/></w:rPr><w:t> italic</w:t></w:r>
    <w:r><w:t xml:space="preserve"> H</w:t></w:r><w:r><w:rPr><w:vertAlign w:val="subscript"/></w:rPr><w:t>2</w:t></w:r><w:r><w:t>O</w:t><w:br/><w:t>next</w:t></w:r>
    <w:hyperlink r:id="l"><w:r><w:t xml:space="preserve"> link</w:t></w:r></w:hyperlink><w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r></w:p>`;
  expect(await read({ body, relationships: { l: ['hyperlink', 'https://example.org/a', true] } })).toBe(
    'a **bold** *italic* H<sub>2</sub>O  \nnext [link](https://example.org/a)\n',
  );
});

test('a field shows its result, a HYPERLINK field as a link', async () => {
  const body = `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> HYPERLINK "https://example.org" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>
    <w:r><w:t>here</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`;
  expect(await read({ body })).toBe('[here](https://example.org)\n');
});

test('insertions stay and deletions go, with warnings that say so', async () => {
  const body =
    '<w:p><w:r><w:t>a</w:t></w:r><w:ins><w:r><w:t>b</w:t></w:r></w:ins><w:del><w:r><w:delText>c</w:delText></w:r></w:del></w:p>';
  const { markdown, summary } = await readDocument(makeSource(makeDocx({ body })));
  expect(markdown).toBe('ab\n');
  expect(summary.warnings.map(({ kind }) => kind)).toEqual(['tracked-insertion-kept', 'tracked-deletion-left-out']);
});

test('merged cells repeat their text, also with a header row that says it is one', async () => {
  const body = `<w:tbl>${row(cell(p('a'), '<w:gridSpan w:val="2"/>'), cell(p('b'), '<w:vMerge w:val="restart"/>'))}${row(cell(p('c')), cell(p('d')), cell(p(''), '<w:vMerge/>'))}</w:tbl>`;
  expect(await read({ body })).toBe('| a | a | b |\n| - | - | - |\n| c | d | b |\n');
});

test('a nested table and a list stay in their cell; a table of one cell is a frame', async () => {
  const inner = `<w:tbl>${row(cell(p('x')), cell(p('y')))}</w:tbl>`;
  const body = `<w:tbl>${row(cell(p('h')), cell(p('i')))}${row(cell(inner + p('')), cell(p('one', { properties: item(1, 0) }) + p('two', { properties: item(1, 0) })))}</w:tbl><w:tbl>${row(cell(p('framed')))}</w:tbl>`;
  expect(await read({ body })).toBe('| h | i |\n| - | - |\n| x y | - one<br>- two |\n\nframed\n');
});

test('footnotes stand at their block with numbers in order of mention', async () => {
  const footnotes = `<w:footnote w:type="separator" w:id="0">${p('')}</w:footnote><w:footnote w:id="7">${p('second')}</w:footnote><w:footnote w:id="9">${p('first')}</w:footnote>`;
  const body =
    '<w:p><w:r><w:t>a</w:t><w:footnoteReference w:id="9"/></w:r><w:r><w:t>b</w:t><w:footnoteReference w:id="7"/></w:r></w:p>';
  expect(await read({ body, footnotes })).toBe('a[^1]b[^2]\n\n[^1]: first\n\n[^2]: second\n');
});

test('formulas become LaTeX, in a line or as a block', async () => {
  const math =
    '<m:oMath><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r></m:den></m:f></m:oMath>';
  expect(
    await read({
      body: `<w:p><w:r><w:t xml:space="preserve">so </w:t></w:r>${math}</w:p><w:p><m:oMathPara>${math}</m:oMathPara></w:p>`,
    }),
  ).toBe('so $\\frac{a}{b}$\n\n$$\\frac{a}{b}$$\n');
});

test('code, quotes, checkboxes and a table of contents', async () => {
  const box = (state: number, text: string): string =>
    `<w:p><w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="${state}"/></w14:checkbox></w:sdtPr><w:sdtContent><w:r><w:t>☐</w:t></w:r></w:sdtContent></w:sdt><w:r><w:t xml:space="preserve"> ${text}</w:t></w:r></w:p>`;
  const body =
    p('x = 1', { properties: style('SourceCode') }) +
    p('  y', { properties: style('SourceCode') }) +
    p('said', { properties: style('Quote') }) +
    box(1, 'done') +
    box(0, 'open') +
    p('Part', { properties: style('toc1') }) +
    p('Chapter', { properties: style('toc2') });
  expect(await read({ body })).toBe(
    '```\nx = 1\n  y\n```\n\n> said\n\n- [x] done\n- [ ] open\n\n* Part\n    - Chapter\n',
  );
});

test('a text box follows its paragraph once, though it is written twice for older programs', async () => {
  const box = (tag: string): string => `<w:txbxContent>${p(`in ${tag}`)}</w:txbxContent>`;
  const body = `<w:p><w:r><w:t>outside</w:t></w:r><w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><a:graphic><a:graphicData><wps:wsp><wps:txbx>${box('choice')}</wps:txbx></wps:wsp></a:graphicData></a:graphic></w:drawing></mc:Choice>
    <mc:Fallback><w:pict><v:shape><v:textbox>${box('fallback')}</v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>`;
  expect(await read({ body })).toBe('outside\n\nin choice\n');
});

const PICTURE = Uint8Array.from([137, 80, 78, 71, 13, 10, 26, 10, 1, 2, 3]);
const IMAGE =
  '<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="Picture 1" descr="A  cat"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="i"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>';
const IMAGE_PARTS = {
  relationships: { i: ['image', 'media/image1.png'] as const },
  entries: { 'word/media/image1.png': PICTURE },
};

test('images are stored as they are when asked for, and leave their text otherwise', async () => {
  const file = makeSource(makeDocx({ body: IMAGE + IMAGE, ...IMAGE_PARTS }));
  const { markdown, assets } = await readDocument(file, { includeImages: true });
  expect(markdown).toBe('![A cat](image1.png)\n\n![A cat](image1.png)\n');
  expect(assets.map(({ name, contentType, page }) => ({ name, contentType, page }))).toEqual([
    { name: 'image1.png', contentType: 'image/png', page: 1 },
  ]);
  expect(Buffer.from(assets[0]!.bytes).equals(Buffer.from(PICTURE))).toBe(true);
  const without = await readDocument(file);
  expect(without.markdown).toBe('<!-- image: A cat -->\n\n<!-- image: A cat -->\n');
  expect(without.assets).toEqual([]);
});

test("a chart's cached values are a table", async () => {
  const points = (...values: string[]): string =>
    values.map((value, n) => `<c:pt idx="${n}"><c:v>${value}</c:v></c:pt>`).join('');
  const chart = `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart><c:plotArea><c:barChart><c:ser><c:tx><c:strRef><c:strCache>${points('Sales')}</c:strCache></c:strRef></c:tx>
    <c:cat><c:strRef><c:strCache>${points('Q1', 'Q2')}</c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache>${points('1.5', '0.30000000000000004')}</c:numCache></c:numRef></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`;
  const body =
    '<w:p><w:r><w:drawing><wp:inline><a:graphic><a:graphicData><c:chart r:id="c"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>';
  expect(
    await read({
      body,
      relationships: { c: ['chart', 'charts/chart1.xml'] },
      entries: { 'word/charts/chart1.xml': chart },
    }),
  ).toBe('|  | Sales |\n| - | - |\n| Q1 | 1.5 |\n| Q2 | 0.3 |\n');
});

test('the strict variant and unusual prefixes read the same', async () => {
  const body =
    '<x:document xmlns:x="http://purl.oclc.org/ooxml/wordprocessingml/main"><x:body><x:p><x:r><x:t>strict</x:t></x:r></x:p></x:body></x:document>';
  expect(await read({ body: '', entries: { 'word/document.xml': body } })).toBe('strict\n');
});

test('pages are 3,000 characters, counted by probe and reading alike, and ranges together are the whole, byte for byte', async () => {
  const body = Array.from({ length: 40 }, (_, n) => p(`${n} `.padEnd(400, 'word '))).join('') + IMAGE;
  const file = makeSource(makeDocx({ body, ...IMAGE_PARTS }));
  const whole = await readDocument(file, { includeImages: true });
  expect(whole.summary.pages).toBe(6);
  expect(await countPages(file)).toBe(6);
  expect(whole.pages.map(({ page }) => page)).toEqual([1, 2, 3, 4, 5, 6]);
  const parts = await Promise.all(
    [
      [1, 2],
      [3, 3],
      [4, 6],
    ].map(([start, end]) => readDocument(file, { includeImages: true, range: { start: start!, end: end! } })),
  );
  expect(parts.flatMap(({ pages }) => pages)).toEqual(whole.pages);
  expect(parts.flatMap(({ assets }) => assets)).toEqual(whole.assets);
  expect(await mergeParts(parts.map(({ part }) => part))).toBe(whole.markdown);
  await expect(readDocument(file, { range: { start: 7, end: 9 } })).rejects.toMatchObject({
    code: 'start_page_out_of_range',
  });
});

test('text in a symbol font says what the font shows, unless words are set in it by mistake', async () => {
  const inFont = (font: string, text: string): string =>
    p(text, { look: `<w:rFonts w:ascii="${font}" w:hAnsi="${font}"/>` });
  const body = [
    inFont('Wingdings', '\u00fb'),
    inFont('Wingdings', '\uf0fc'),
    inFont('Wingdings 2', 'R'),
    inFont('Symbol', 'm'),
    inFont('Wingdings', 'all in words'),
    inFont('Arial', '\u00fb'),
  ].join('');
  expect(await read({ body })).toBe('✗\n\n✓\n\n☑\n\nμ\n\nall in words\n\nû\n');
});

test('paragraphs that begin with a typed bullet are items of a list', async () => {
  const body = p('Bring:') + p('\t• bread') + p('•', { look: '<w:b/>' }) + p('• wine • or water') + p('a • b');
  expect(await read({ body })).toBe('Bring:\n\n- bread\n\n**•**\n\n- wine • or water\n\na • b\n');
});

const HEADERS: Pick<DocxParts, 'relationships' | 'entries'> = {
  relationships: { h: ['header', 'header1.xml'], g: ['header', 'header2.xml'] },
  entries: Object.fromEntries(
    ['On every page', 'County court'].map((text, n) => [
      `word/header${n + 1}.xml`,
      `<w:hdr xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${p(text)}${p('7')}</w:hdr>`,
    ]),
  ),
};
const section = (more = ''): string =>
  `<w:sectPr><w:headerReference w:type="default" r:id="h"/><w:headerReference w:type="first" r:id="g"/>${more}</w:sectPr>`;

test('the header that only the first page has is read, and one that pages repeat is not', async () => {
  const readWith = (sections: string): Promise<string> => read({ body: p('text') + sections, ...HEADERS });
  expect(await readWith(section('<w:titlePg/>'))).toBe('County court\n\ntext\n');
  expect(await readWith(section('<w:titlePg w:val="0"/>'))).toBe('text\n');
  expect(await readWith(section())).toBe('text\n');
});

test('the header above a table that the document begins with is its title', async () => {
  const body = `<w:tbl>${row(cell(p('a')), cell(p('b')))}</w:tbl>${section()}`;
  expect(await read({ body, ...HEADERS })).toBe('On every page\n\n| a | b |\n| - | - |\n');
});

test('code shows itself in a typewriter face, also in that of a style, and with its comments', async () => {
  const styles = `<w:style w:type="paragraph" w:styleId="Plain"><w:name w:val="Plain Text"/><w:rPr><w:rFonts w:ascii="Courier New"/></w:rPr></w:style>`;
  const line = (text: string, look = ''): string => p(text, { properties: style('Plain'), look });
  const body =
    line('/* The chunks') +
    line(' * of a dataset') +
    line(' */') +
    line('size = 4;') +
    line('Times;', '<w:rFonts w:ascii="Times New Roman"/>') +
    line('Reading the data (of chunks) is the same for all applications that use the library.');
  expect(await read({ body, styles })).toBe(
    '```\n/* The chunks\n * of a dataset\n */\nsize = 4;\n```\n\nTimes;\n\nReading the data (of chunks) is the same for all applications that use the library.\n',
  );
});
