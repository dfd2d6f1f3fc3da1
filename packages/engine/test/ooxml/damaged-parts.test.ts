import { expect, test } from 'vitest';
import { makeArchive } from '../../../../test/make/archive.ts';
import { makeDocx, p, relationshipPart } from '../../../../test/make/docx.ts';
import { makePptx, shape } from '../../../../test/make/pptx.ts';
import { readDocument } from '../../../../test/make/read.ts';
import { makeSource } from '../../../../test/make/source.ts';

const BROKEN = '<a><b<c/></a>';
const MAIN =
  'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';

/** A workbook with one text, whose parts may be called otherwise than its relationships say. */
const workbook = (entries: Record<string, string>): Uint8Array =>
  makeArchive({
    '[Content_Types].xml':
      '<Types><Override ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
    '_rels/.rels': relationshipPart({ d: ['officeDocument', 'xl/workbook.xml'] }),
    'xl/workbook.xml': `<workbook ${MAIN}><sheets><sheet name="S" r:id="a"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationshipPart({
      a: ['worksheet', 'worksheets/sheet1.xml'],
      t: ['sharedStrings', 'sharedStrings.xml'],
      s: ['styles', 'styles.xml'],
    }),
    ...entries,
  });
const SHEET = `<worksheet ${MAIN}><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1"><v>2</v></c></row></sheetData></worksheet>`;
const STRINGS = `<sst ${MAIN}><si><t>words</t></si></sst>`;

test.each([
  [
    'the master of slides',
    makePptx([{ shapes: shape({ text: ['words'] }) }], { entries: { 'ppt/slideMasters/master.xml': BROKEN } }),
  ],
  ['the notes of a document', makeDocx({ body: p('words'), entries: { 'word/footnotes.xml': BROKEN } })],
  ['the styles of a document', makeDocx({ body: p('words'), entries: { 'word/styles.xml': BROKEN } })],
  [
    'the styles of a workbook',
    workbook({ 'xl/worksheets/sheet1.xml': SHEET, 'xl/sharedStrings.xml': STRINGS, 'xl/styles.xml': BROKEN }),
  ],
])('where %s are no XML, the rest is read with a warning', async (_, bytes) => {
  const { markdown, summary } = await readDocument(makeSource(bytes));
  expect(markdown).toContain('words');
  expect(summary.warnings).toMatchObject([{ kind: 'document-repaired', count: 1 }]);
});

test('a slide that is no XML keeps its place', async () => {
  const slides = ['one', 'two', 'three'].map((text) => ({ shapes: shape({ text: [text] }) }));
  const { summary, markdown } = await readDocument(makeSource(makePptx([slides[0]!, { shapes: '<p:sp' }, slides[2]!])));
  expect(markdown).toBe('one\n\nthree\n');
  expect(summary).toMatchObject({ pages: 3, warnings: [{ kind: 'document-repaired', page: 2 }] });
});

test('a document whose main part is no XML is damaged', async () => {
  const bytes = workbook({ 'xl/workbook.xml': BROKEN });
  await expect(readDocument(makeSource(bytes))).rejects.toMatchObject({ code: 'corrupt_document' });
});

test('parts are found whatever the case of their names', async () => {
  const bytes = workbook({
    'xl/Worksheets/Sheet1.xml': SHEET,
    'xl/SharedStrings.xml': STRINGS,
    'xl/Styles.XML': '<styleSheet/>',
  });
  const { markdown, summary } = await readDocument(makeSource(bytes));
  expect(markdown).toContain('| words | 2 |');
  expect(summary.warnings).toEqual([]);
});
