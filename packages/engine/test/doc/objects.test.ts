import { expect, test } from 'vitest';
import { CFB, utils } from 'xlsx';
import type { CompoundTree } from '../../../../test/make/compound.ts';
import { makeDoc, sprm, u32 } from '../../../../test/make/doc.ts';
import { makeDocx, p } from '../../../../test/make/docx.ts';
import { ole10Native } from '../../../../test/make/ole-package.ts';
import { readDocument } from '../../../../test/make/read.ts';
import type { Reading } from '../../../../test/make/read.ts';
import { makeSource } from '../../../../test/make/source.ts';
import { makeWorkbook } from '../../../../test/make/workbook.ts';

const WORKBOOK = makeWorkbook({ S: utils.aoa_to_sheet([['Fruit', 'Kg'], ['Apple', 3]]) }); // prettier-ignore
const NUMBER = 1_234_567_890;

const withObject = (object: CompoundTree, more: Uint8Array = Buffer.alloc(0)): Promise<Reading> =>
  readDocument(
    makeSource(
      makeDoc({
        body: [
          {
            runs: [
              'Sheet: ',
              '\u0013 EMBED Excel.Sheet.12 ',
              { text: '\u0014', sprms: Buffer.concat([sprm(0x6a03, ...u32(NUMBER)), more]) },
              '\u0015',
              'end',
            ],
          },
          { runs: ['after'] },
        ],
        objects: { [`_${NUMBER}`]: object },
      }),
    ),
  );

test('an embedded workbook stands behind its paragraph', async () => {
  const { markdown } = await withObject({ Package: WORKBOOK });
  expect(markdown).toBe('Sheet: end\n\n| Fruit | Kg |\n| - | - |\n| Apple | 3 |\n\nafter\n');
});

test('so do a workbook whose streams lie in the document, and a packed file', async () => {
  const xls = CFB.read(makeWorkbook({ S: utils.aoa_to_sheet([['Kg'], [3]]) }, 'xls'), { type: 'buffer' });
  const streams = await withObject({ Workbook: CFB.find(xls, '/Workbook')!.content as Uint8Array });
  expect(streams.markdown).toBe('Sheet: end\n\n| Kg |\n| - |\n| 3 |\n\nafter\n');
  const packed = await withObject({ '\u0001Ole10Native': ole10Native('a.txt', Buffer.from('Packed words.')) });
  expect(packed.markdown).toBe('Sheet: end\n\nPacked words.\n\nafter\n');
});

test('one that cannot be read is named, and one that was deleted is not shown', async () => {
  const { markdown, summary } = await withObject({ 'Equation Native': Buffer.from([1, 2, 3]) });
  expect(markdown).toBe('Sheet: end\n\nafter\n');
  expect(summary.warnings).toMatchObject([{ kind: 'embedded-document-left-out' }]);
  const deleted = await withObject({ Package: makeDocx({ body: p('inner') }) }, sprm(0x0800, 1));
  expect(deleted.markdown).toBe('Sheet: end\n\nafter\n');
});
