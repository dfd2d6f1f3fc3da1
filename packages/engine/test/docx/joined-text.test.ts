import { expect, test } from 'vitest';
import { cell, item, makeDocx, p, row } from '../../../../test/make/docx.ts';
import type { DocxParts } from '../../../../test/make/docx.ts';
import { readDocument } from '../../../../test/make/read.ts';
import { makeSource } from '../../../../test/make/source.ts';

const level = (ilvl: number, format: string, text: string, more = ''): string =>
  `<w:lvl w:ilvl="${ilvl}"><w:start w:val="1"/>${format === '' ? '' : `<w:numFmt w:val="${format}"/>`}${more}<w:lvlText w:val="${text}"/></w:lvl>`;
const list = (...levels: string[]): string =>
  `<w:abstractNum w:abstractNumId="0">${levels.join('')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`;

const read = async (body: string, parts: Partial<DocxParts> = {}): Promise<string> =>
  (await readDocument(makeSource(makeDocx({ body, ...parts })))).markdown;
const r = (inner: string, look = ''): string => `<w:r><w:rPr>${look}</w:rPr>${inner}</w:r>`;
const t = (text: string): string => `<w:t xml:space="preserve">${text}</w:t>`;
const para = (...runs: string[]): string => `<w:p>${runs.join('')}</w:p>`;
const mark = (type: string, inner = ''): string => r(`<w:fldChar w:fldCharType="${type}">${inner}</w:fldChar>`);
const field = (instruction: string, result?: string, data = ''): string =>
  mark('begin', data) +
  r(`<w:instrText xml:space="preserve">${instruction}</w:instrText>`) +
  (result === undefined ? '' : mark('separate') + r(t(result))) +
  mark('end');

const DELETED = '<w:rPr><w:del w:id="1"/></w:rPr>';
const MOVED = '<w:rPr><w:moveFrom w:id="1"/></w:rPr>';
const DROPPED = '<w:framePr w:dropCap="drop" w:lines="3"/>';

test('breaks of pages and columns part paragraphs, and no words are joined in lists', async () => {
  expect(await read(para(r(`${t('one')}<w:br w:type="page"/>${t('two')}<w:br w:type="column"/>${t('three')}`)))).toBe(
    'one\n\ntwo\n\nthree\n',
  );
  expect(await read(para(r('<w:br w:type="page"/>'), r(t('after'))))).toBe('after\n');
  expect(
    await read(`<w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr>${r(`<w:br w:type="page"/>${t('Head')}`)}</w:p>`),
  ).toBe('# Head\n');
  const numbered = `<w:p><w:pPr>${item(1, 0)}</w:pPr>${r(`${t('a')}<w:br w:type="page"/>${t('b')}`)}</w:p>`;
  expect(await read(numbered, { numbering: list(level(0, 'decimal', '%1.')) })).toBe('1. a  \n    b\n');
});

test('a paragraph whose mark is deleted or moved away goes on in the next one, also in cells', async () => {
  expect(await read(p('a ', { properties: DELETED }) + p('b ', { properties: MOVED }) + p('c') + p('d'))).toBe(
    'a b c\n\nd\n',
  );
  const inCell = `<w:tbl>${row(cell(p('x', { properties: DELETED }) + p('y')), cell(p('z')))}</w:tbl>`;
  expect(await read(inCell)).toContain('xy');
  expect(await read(p('last ', { properties: DELETED }))).toBe('last\n');
  const emptied = `<w:p><w:pPr>${DELETED}</w:pPr><w:del>${r('<w:delText>gone</w:delText>')}</w:del></w:p>`;
  expect(await read(p('a') + emptied + p('b'))).toBe('a\n\nb\n');
  expect(await read(p('a', { properties: DELETED }) + `<w:tbl>${row(cell(p('1')), cell(p('2')))}</w:tbl>`)).toMatch(
    /^a\n\n/,
  );
});

test('a dropped initial belongs to the paragraph beside it', async () => {
  expect(await read(p('T', { properties: DROPPED }) + p('he town') + p('Next'))).toBe('The town\n\nNext\n');
  const bookmark = '<w:bookmarkStart w:id="1" w:name="x"/>';
  expect(await read(p('“A', { properties: DROPPED }) + bookmark + p(' bird”'))).toBe('“A bird”\n');
});

test('ruby keeps its base, with the reading behind it', async () => {
  const ruby = (base: string, reading: string): string =>
    `<w:ruby><w:rubyPr/><w:rt>${r(t(reading))}</w:rt><w:rubyBase>${r(t(base), '<w:b/>')}</w:rubyBase></w:ruby>`;
  expect(await read(para(r(t('の')), r(ruby('漢字', 'かんじ')), r(t('で'))))).toBe('の**漢字**(かんじ)で\n');
  expect(await read(para(r(ruby('字', ''))))).toBe('**字**\n');
});

test('form fields without a result show their value', async () => {
  const choice = (state: string): string =>
    `<w:ffData><w:ddList>${state}<w:listEntry w:val="Low"/><w:listEntry w:val="High"/></w:ddList></w:ffData>`;
  const text = '<w:ffData><w:textInput><w:default w:val="name"/></w:textInput></w:ffData>';
  const forms = [
    field('FORMDROPDOWN', undefined, choice('<w:result w:val="1"/>')),
    field('FORMDROPDOWN', undefined, choice('<w:default w:val="1"/>')),
    field('FORMDROPDOWN', undefined, choice('')),
    field('FORMDROPDOWN', 'High', choice('')),
    field('FORMTEXT', undefined, text),
    field('FORMTEXT', '\u2002\u2002', text),
    field('FORMTEXT', 'Ann', text),
    field(
      'FORMCHECKBOX',
      undefined,
      '<w:ffData><w:checkBox><w:default w:val="0"/><w:checked/></w:checkBox></w:ffData>',
    ),
  ];
  expect(await read(forms.map((form) => para(r(t('= ')), form, r(t(' .')))).join(''))).toMatch(
    /^= High \.\n\n= High \.\n\n= Low \.\n\n= High \.\n\n= name \.\n\n= \s+ \.\n\n= Ann \.\n\n= ☒ \.\n$/,
  );
});

test('content controls without content show their value', async () => {
  const control = (properties: string, content = ''): string =>
    para(r(t('x ')), `<w:sdt><w:sdtPr>${properties}</w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`);
  const choices = '<w:listItem w:displayText="Red" w:value="1"/><w:listItem w:displayText="Blue" w:value="2"/>';
  expect(
    await read(
      control(`<w:dropDownList w:lastValue="2">${choices}</w:dropDownList>`) +
        control(`<w:comboBox w:lastValue="Pink">${choices}</w:comboBox>`) +
        control('<w:date w:fullDate="2024-05-01T00:00:00Z"/>') +
        control('<w:date w:fullDate="2024-05-01T00:00:00Z"/>', r(t('1 May'))),
    ),
  ).toBe('x Blue\n\nx Pink\n\nx 2024-05-01\n\nx 1 May\n');
});

test('fields of which Word stores no result are read from their instruction', async () => {
  expect(await read(para(r(t('a ')), field(' EQ \\f(1,2) '), r(t(' b'))))).toBe('a $\\frac{1}{2}$ b\n');
  expect(await read(para(r(t('a ')), field(' SYMBOL 183 \\f "Symbol" \\s 10 ')))).toBe('a •\n');
  expect(await read(para(field(' MACROBUTTON NoMacro [Type the name]')))).toBe('[Type the name]\n');
  expect(await read(para(r(t('a')), field(' XE "index entry" ')))).toBe('a\n');
});

test('numbers are those that Word prints, legal ones and custom ones too', async () => {
  const body = p('A', { properties: item(1, 0) }) + p('B', { properties: item(1, 1) });
  const printed = (first: string, second: string): Promise<string> => read(body, { numbering: list(first, second) });
  expect(await printed(level(0, 'chineseCounting', '第%1章'), level(1, 'chineseCounting', '%1.%2'))).toBe(
    '- 第一章 A\n    - 一.一 B\n',
  );
  expect(await printed(level(0, 'upperRoman', 'Art. %1'), level(1, 'lowerLetter', '%1.%2', '<w:isLgl/>'))).toBe(
    '- Art. I A\n    - 1.1 B\n',
  );
  expect(
    await printed(level(0, 'upperRoman', 'Art. %1'), level(1, 'decimalZero', '§ %1.%2', '<w:isLgl w:val="0"/>')),
  ).toBe('- Art. I A\n    - § I.01 B\n');
  const custom =
    '<mc:AlternateContent><mc:Choice Requires="w14"><w:numFmt w:val="custom" w:format="001, 002, 003, ..."/></mc:Choice><mc:Fallback><w:numFmt w:val="decimal"/></mc:Fallback></mc:AlternateContent>';
  expect(await printed(level(0, '', 'No. %1', custom), level(1, 'ordinal', '%2'))).toBe('- No. 001 A\n    - 1st B\n');
});
