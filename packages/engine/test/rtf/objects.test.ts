import { expect, test } from 'vitest';
import { utils } from 'xlsx';
import { makeCompound } from '../../../../test/make/compound.ts';
import { packFile } from '../../../../test/make/ole-package.ts';
import { readDocument } from '../../../../test/make/read.ts';
import type { Reading } from '../../../../test/make/read.ts';
import { makeSource } from '../../../../test/make/source.ts';
import { makeWorkbook } from '../../../../test/make/workbook.ts';

const WORKBOOK = makeWorkbook({ S: utils.aoa_to_sheet([['Fruit', 'Kg'], ['Apple', 3]]) }); // prettier-ignore
const TABLE = '| Fruit | Kg |\n| - | - |\n| Apple | 3 |\n';

const size = (value: number): Buffer => Buffer.from(new Uint32Array([value]).buffer);
const sized = (bytes: Uint8Array): Buffer => Buffer.concat([size(bytes.length), bytes]);
/** An object of OLE 1.0 (MS-OLEDS 2.2.5). */
const objectOf = (kind: string, bytes: Uint8Array, format = 2): Buffer =>
  Buffer.concat([size(0x501), size(format), sized(Buffer.from(`${kind}\0`)), size(0), size(0), sized(bytes)]);
const inHex = (bytes: Buffer): string => `{\\*\\objdata ${bytes.toString('hex').replaceAll(/.{64}/g, '$&\r\n')}}`;
const withObject = (data: string, before = ''): Promise<Reading> =>
  readDocument(
    makeSource(
      Buffer.from(
        `{\\rtf1\\ansi ${before}Sheet:{\\object\\objemb{\\*\\objclass Excel.Sheet.12}${data}{\\result shown}}\\par after\\par}`,
        'latin1',
      ),
    ),
  );

test('an embedded workbook stands behind its paragraph, in hexadecimal and in binary', async () => {
  const object = objectOf('Excel.Sheet.12', makeCompound({ Package: WORKBOOK }));
  const expected = `Sheet:shown\n\n${TABLE}\nafter\n`;
  expect((await withObject(inHex(object))).markdown).toBe(expected);
  const binary = `{\\*\\objdata\\bin${object.length} ${object.toString('latin1')}}`;
  expect((await withObject(binary)).markdown).toBe(expected);
});

test('a packed file is read, behind an object that is not shown', async () => {
  const packed = inHex(objectOf('Package', packFile('note.txt', Buffer.from('Packed words.'))));
  const other = inHex(objectOf('Package', packFile('other.txt', Buffer.from('Other words.'))));
  const { markdown } = await withObject(packed, `{\\deleted {\\object${other}}}{\\*\\unknown ${other}}`);
  expect(markdown).toBe('Sheet:shown\n\nPacked words.\n\nafter\n');
});

test('an object that cannot be read is named, and a linked one holds nothing', async () => {
  const unreadable = await withObject(inHex(objectOf('Equation.3', Buffer.from([1, 2, 3]))));
  expect(unreadable.markdown).toBe('Sheet:shown\n\nafter\n');
  expect(unreadable.summary.warnings).toMatchObject([{ kind: 'embedded-document-left-out' }]);
  const linked = await withObject(inHex(objectOf('Excel.Sheet.12', Buffer.alloc(0), 1)));
  expect(linked.markdown).toBe('Sheet:shown\n\nafter\n');
  expect(linked.summary.warnings).toEqual([]);
});

test('an object whose end is missing does no harm', async () => {
  const cut = objectOf('Package', packFile('note.txt', Buffer.from('Packed words.'))).subarray(0, 30);
  const { markdown } = await withObject(inHex(cut));
  expect(markdown).toBe('Sheet:shown\n\nafter\n');
});
