import { expect, test } from 'vitest';
import { utils } from 'xlsx';
import { makeCompound } from '../../../../test/make/compound.ts';
import { makeDocx, p } from '../../../../test/make/docx.ts';
import { ole10Native } from '../../../../test/make/ole-package.ts';
import { makePptx } from '../../../../test/make/pptx.ts';
import { readDocument } from '../../../../test/make/read.ts';
import type { Reading } from '../../../../test/make/read.ts';
import { makeSource } from '../../../../test/make/source.ts';
import { makeWorkbook } from '../../../../test/make/workbook.ts';

const WORKBOOK = makeWorkbook({ S: utils.aoa_to_sheet([['Fruit', 'Kg'], ['Apple', 3]]) }); // prettier-ignore
const TABLE = '| Fruit | Kg |\n| - | - |\n| Apple | 3 |\n';

const withChunk = (name: string, bytes: string | Uint8Array): Promise<Reading> =>
  readDocument(
    makeSource(
      makeDocx({
        body: `${p('before')}<w:altChunk r:id="a"/>${p('after')}`,
        relationships: { a: ['aFChunk', name] },
        entries: { [`word/${name}`]: bytes },
      }),
    ),
  );

test.each([
  [
    'c.html',
    '<html><body><h2>Terms</h2><p>Within <b>30 days</b>.</p></body></html>',
    '## Terms\n\nWithin **30 days**.',
  ],
  ['c.txt', 'Plain words here.', 'Plain words here.'],
  ['c.rtf', '{\\rtf1\\ansi Rich {\\b text}.\\par}', 'Rich **text**.'],
  [
    'c.mht',
    'MIME-Version: 1.0\nContent-Type: multipart/related; boundary="b"\n\n--b\nContent-Type: text/html\nContent-Location: file:///x.htm\n\n<html><body><p>Archived page.</p></body></html>\n--b--\n',
    'Archived page.',
  ],
  ['c.docx', makeDocx({ body: p('Inner document.') }), 'Inner document.'],
])('an imported part %s is read at its place', async (name, bytes, markdown) => {
  expect((await withChunk(name, bytes)).markdown).toBe(`before\n\n${markdown}\n\nafter\n`);
});

test('an imported part is read in a cell too, and what cannot be read is named', async () => {
  const { markdown, summary } = await withChunk('c.bin', new Uint8Array([1, 2, 3, 4]));
  expect(markdown).toBe('before\n\nafter\n');
  expect(summary.warnings).toMatchObject([{ kind: 'embedded-document-left-out' }]);
});

test('documents that hold each other end at a depth', async () => {
  let inner = makeDocx({ body: p('deepest') });
  for (let n = 0; n < 6; n++)
    inner = makeDocx({
      body: `${p(`level ${n}`)}<w:altChunk r:id="a"/>`,
      relationships: { a: ['aFChunk', 'c.docx'] },
      entries: { 'word/c.docx': inner },
    });
  const { markdown, summary } = await readDocument(makeSource(inner));
  expect(markdown).toContain('level 3');
  expect(markdown).not.toContain('deepest');
  expect(summary.warnings).toMatchObject([{ kind: 'embedded-document-left-out', detail: 'c.docx' }]);
});

const object = (type: string, name: string, bytes: Uint8Array): Promise<Reading> =>
  readDocument(
    makeSource(
      makeDocx({
        body: `${p('Sheet:')}<w:p><w:r><w:object><v:shape/><o:OLEObject xmlns:o="urn:schemas-microsoft-com:office:office" Type="Embed" r:id="o"/></w:object></w:r></w:p>`,
        relationships: { o: [type, `embeddings/${name}`] },
        entries: { [`word/embeddings/${name}`]: bytes },
      }),
    ),
  );

test('an embedded workbook is its table, also in an OLE object', async () => {
  expect((await object('package', 'Book1.xlsx', WORKBOOK)).markdown).toBe(`Sheet:\n\n${TABLE}`);
  const xls = makeWorkbook({ S: utils.aoa_to_sheet([['Fruit', 'Kg'], ['Apple', 3]]) }, 'xls'); // prettier-ignore
  expect((await object('oleObject', 'oleObject1.bin', xls)).markdown).toBe(`Sheet:\n\n${TABLE}`);
  expect((await object('oleObject', 'oleObject2.bin', WORKBOOK)).markdown).toBe(`Sheet:\n\n${TABLE}`);
  const packed = makeCompound({ Package: Buffer.from(WORKBOOK) });
  expect((await object('oleObject', 'oleObject1.bin', packed)).markdown).toBe(`Sheet:\n\n${TABLE}`);
});

test('a file that was packed with its name is read too', async () => {
  const native = ole10Native('note.txt', Buffer.from('Packed words.'));
  const packed = makeCompound({ '\u0001Ole10Native': native });
  expect((await object('oleObject', 'oleObject1.bin', packed)).markdown).toBe('Sheet:\n\nPacked words.\n');
});

test('an embedded workbook of a slide is its table', async () => {
  const frame = `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="4" name="o"/></p:nvGraphicFramePr><p:xfrm><a:off x="1" y="1"/><a:ext cx="9" cy="9"/></p:xfrm><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/presentationml/2006/ole"><p:oleObj r:id="o" progId="Excel.Sheet.12"><p:embed/></p:oleObj></a:graphicData></a:graphic></p:graphicFrame>`;
  const slides = makePptx([{ shapes: frame, relationships: { o: ['package', '../embeddings/b.xlsx'] } }], {
    entries: { 'ppt/embeddings/b.xlsx': WORKBOOK },
  });
  expect((await readDocument(makeSource(slides))).markdown).toBe(TABLE);
});
