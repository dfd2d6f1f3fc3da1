import { expect, test } from 'vitest';
import { makePptx, shape } from '../../../../test/make/pptx.ts';
import { countPages, mergeParts, readDocument } from '../../../../test/make/read.ts';
import { makeSource } from '../../../../test/make/source.ts';

const read = async (...args: Parameters<typeof makePptx>): Promise<string> =>
  (await readDocument(makeSource(makePptx(...args)))).markdown;
const title = (text: string): string => shape({ placeholder: 'type="title"', text: [text], at: [0, 900_000] });

test('the title comes first, then shapes by rows and columns whatever their order in the file', async () => {
  const shapes =
    shape({ text: ['right'], at: [5_000_000, 2_010_000] }) +
    shape({ text: ['below'], at: [0, 4_000_000] }) +
    shape({ text: ['left'], at: [100, 2_100_000] }) +
    title('Top');
  expect(await read([{ shapes }])).toBe('# Top\n\nleft\n\nright\n\nbelow\n');
});

test('a shape without a place follows the one before it in the file', async () => {
  const shapes =
    title('Top') +
    shape({ text: ['above'], at: [0, 2_000_000] }) +
    shape({ text: ['between'] }) +
    shape({ text: ['below'], at: [0, 4_000_000] });
  expect(await read([{ shapes }])).toBe('# Top\n\nabove\n\nbetween\n\nbelow\n');
});

test('a body takes its bullets from the master, its place from the layout, and can switch bullets off', async () => {
  const layout = shape({ placeholder: 'type="body" idx="1"', text: [''], at: [0, 5_000_000] });
  const body = shape({
    placeholder: 'idx="1"',
    text: [
      'one',
      '<a:pPr lvl="1"/>two',
      '<a:pPr><a:buNone/></a:pPr>plain',
      '<a:pPr><a:buAutoNum type="arabicPeriod"/></a:pPr>first',
      '<a:pPr><a:buAutoNum type="arabicPeriod"/></a:pPr>second',
    ],
  });
  expect(await read([{ shapes: body + shape({ text: ['above'], at: [0, 10] }) }], { layout })).toBe(
    'above\n\n- one\n    - two\n\nplain\n\n1. first\n2. second\n',
  );
});

test('each item may repeat the start of its list, and another start or scheme begins a list', async () => {
  const item = (text: string, numbering: string, level = 0): string =>
    `<a:pPr lvl="${level}"><a:buAutoNum ${numbering}/></a:pPr>${text}`;
  const body = shape({
    text: [
      item('six', 'type="arabicPeriod" startAt="6"'),
      item('seven', 'type="arabicPeriod" startAt="6"'),
      item('nested', 'type="alphaLcParenR" startAt="3"', 1),
      item('eight', 'type="arabicPeriod" startAt="6"'),
      item('b', 'type="alphaUcPeriod" startAt="2"'),
      item('c', 'type="alphaUcPeriod" startAt="2"'),
      item('a', 'type="alphaUcPeriod"'),
    ],
  });
  expect(await read([{ shapes: body }])).toBe(
    '6. six\n7. seven\n    - c) nested\n8. eight\n\n- B. b\n- C. c\n- A. a\n',
  );
});

test('the number of a slide is kept within a line, and left out where it stands alone', async () => {
  const number = '<a:fld type="slidenum"><a:t>7</a:t></a:fld>';
  const paragraph = (content: string): string => `</a:t></a:r></a:p><a:p>${content}<a:r><a:t>`;
  const shapes = shape({
    text: [
      `first${paragraph(`<a:r><a:t>Page </a:t></a:r>${number}<a:r><a:t> of 9</a:t></a:r>`)}`,
      `x${paragraph(number)}`,
    ],
  });
  expect(await read([{ shapes }])).toBe('first\n\nPage 7 of 9\n\nx\n');
});

test("a group's transform places its shapes among the others", async () => {
  const group = `<p:grpSp><p:nvGrpSpPr><p:cNvPr id="1" name="g"/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="0" y="6000000"/><a:ext cx="1000000" cy="1000000"/><a:chOff x="0" y="0"/><a:chExt cx="100" cy="100"/></a:xfrm></p:grpSpPr>${shape({ text: ['grouped'], at: [0, 0] })}</p:grpSp>`;
  expect(await read([{ shapes: group + shape({ text: ['single'], at: [0, 3_000_000] }) }])).toBe('single\n\ngrouped\n');
});

test('tables, with what is merged repeated', async () => {
  const cell = (text: string, attributes = ''): string =>
    `<a:tc${attributes}><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`;
  const table = `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="1" name="t"/></p:nvGraphicFramePr><a:graphic><a:graphicData><a:tbl><a:tblPr firstRow="1"/>
    <a:tr>${cell('a', ' gridSpan="2"')}${cell('', ' hMerge="1"')}</a:tr><a:tr>${cell('b')}${cell('c')}</a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;
  expect(await read([{ shapes: table }])).toBe('| a | a |\n| - | - |\n| b | c |\n');
});

test('rows at the end of a table that hold nothing are left out, and so is a table of such rows', async () => {
  const row = (...texts: string[]): string =>
    `<a:tr>${texts.map((text) => `<a:tc><a:txBody><a:p>${text && `<a:r><a:t>${text}</a:t></a:r>`}</a:p></a:txBody></a:tc>`).join('')}</a:tr>`;
  const table = (...rows: string[]): string =>
    `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="1" name="t"/></p:nvGraphicFramePr><a:graphic><a:graphicData><a:tbl><a:tblPr firstRow="1"/>${rows.join('')}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;
  expect(await read([{ shapes: table(row('a', 'b'), row('', ''), row('c', ''), row('', ''), row('', '')) }])).toBe(
    '| a | b |\n| - | - |\n|  |  |\n| c |  |\n',
  );
  expect(await read([{ shapes: title('Plan') + table(row('', ''), row('', '')) }])).toBe('# Plan\n');
});

test('a slide is a page; a hidden one keeps its number but not its content; notes follow their slide', async () => {
  const file = makeSource(
    makePptx([
      { shapes: title('One'), notes: 'say this' },
      { shapes: title('Two'), hidden: true },
      { shapes: title('Three') },
    ]),
  );
  const { markdown, summary, pages } = await readDocument(file);
  expect(markdown).toBe('# One\n\n**Notes:**\n\nsay this\n\n# Three\n');
  expect(summary.pages).toBe(3);
  expect(await countPages(file)).toBe(3);
  expect(pages.map(({ page }) => page)).toEqual([1, 2, 3]);
  expect(summary.warnings).toEqual([{ kind: 'hidden-slide-left-out', page: 2, count: 1 }]);
  const parts = await Promise.all(
    [
      { start: 1, end: 1 },
      { start: 2, end: 3 },
    ].map((range) => readDocument(file, { range })),
  );
  expect(await mergeParts(parts.map(({ part }) => part))).toBe(markdown);
});

test('footers and slide numbers that every slide repeats are left out', async () => {
  expect(
    await read([
      {
        shapes:
          title('T') +
          shape({ placeholder: 'type="ftr" idx="11"', text: ['Company'] }) +
          shape({ placeholder: 'type="sldNum" idx="12"', text: ['7'] }),
      },
    ]),
  ).toBe('# T\n');
});

test('pictures are stored as they are, without the names that programs give as alternative text', async () => {
  const bytes = Uint8Array.from([255, 216, 255, 1]);
  const picture =
    '<p:pic><p:nvPicPr><p:cNvPr id="4" name="Picture 3" descr="photo.jpg"/></p:nvPicPr><p:blipFill><a:blip r:embed="i"/></p:blipFill><p:spPr/></p:pic>';
  const file = makeSource(
    makePptx([{ shapes: picture, relationships: { i: ['image', '../media/image 1.jpg'] } }], {
      entries: { 'ppt/media/image 1.jpg': bytes },
    }),
  );
  const { markdown, assets } = await readDocument(file, { includeImages: true });
  expect(markdown).toBe('![](image-1.jpg)\n');
  expect(assets.map(({ name, contentType }) => [name, contentType])).toEqual([['image-1.jpg', 'image/jpeg']]);
  expect([...assets[0]!.bytes]).toEqual([...bytes]);
});

test('only characters of the private use area are in the font for symbols', async () => {
  const run = (text: string): string => `<a:r><a:rPr><a:sym typeface="Wingdings"/></a:rPr><a:t>${text}</a:t></a:r>`;
  const shapes = `<p:sp><p:txBody><a:p>${run('a \uf0e8 b')}${run(' 3')}</a:p></p:txBody></p:sp>`;
  expect(await read([{ shapes }])).toBe('a ➔ b 3\n');
});

test('a text box above all other text and clearly larger is the title where no placeholder is', async () => {
  const box = (text: string, y: number, size: number): string =>
    `<p:sp><p:nvSpPr><p:cNvPr id="2" name="x"/></p:nvSpPr><p:spPr><a:xfrm><a:off x="0" y="${y}"/></a:xfrm></p:spPr><p:txBody><a:p><a:r><a:rPr sz="${size}" b="1"/><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;
  const slides = [
    box('Next steps', 300_000, 4000) + box('Write it', 2_000_000, 2000),
    box('As large', 300_000, 4000) + box('as this', 2_000_000, 4000),
    box('Low', 3_000_000, 4000) + box('text', 4_000_000, 2000),
    title('Top') + box('Large', 300_000, 4000),
    box('75 %', 300_000, 4000),
  ];
  expect(await read(slides.map((shapes) => ({ shapes })))).toBe(
    '# Next steps\n\n**Write it**\n\n**As large**\n\n**as this**\n\n**Low**\n\n**text**\n\n# Top\n\n**Large**\n\n**75 %**\n',
  );
});

test('bullets and dashes that are typed before paragraphs make items', async () => {
  const paragraphs = ['Do:', '- ask', '- check', 'Done'].map((text) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`);
  expect(await read([{ shapes: `<p:sp><p:txBody>${paragraphs.join('')}</p:txBody></p:sp>` }])).toBe(
    'Do:\n\n- ask\n- check\n\nDone\n',
  );
});

test('all texts of a notes page are notes, but for what every one repeats', async () => {
  const box = shape({ text: ['in a box'] });
  const repeated = ['hdr', 'ftr', 'dt', 'sldNum', 'sldImg']
    .map((type) => shape({ placeholder: `type="${type}"`, text: ['repeated'] }))
    .join('');
  const notes = `<p:notes xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><p:cSld><p:spTree>${shape({ placeholder: 'type="body"', text: ['said'] })}${box}${repeated}</p:spTree></p:cSld></p:notes>`;
  const slide = {
    shapes: title('One'),
    relationships: { n: ['notesSlide', '../notesSlides/own.xml'] },
  } as const;
  expect(await read([slide], { entries: { 'ppt/notesSlides/own.xml': notes } })).toBe(
    '# One\n\n**Notes:**\n\nsaid\n\nin a box\n',
  );
});
