import { expect, test, vi } from 'vitest';
import { utils, write } from 'xlsx';
import type { BookType } from 'xlsx';
import { readDocument } from '../../../../test/make/read.ts';
import { makeSource } from '../../../../test/make/source.ts';

const ROWS = [
  ['Place', 'Depth'],
  ['Basin', 7.4],
  ['Channel', 12],
];

function workbook(bookType: BookType): Buffer {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(ROWS), 'Sheet1');
  return Buffer.from(write(book, { type: 'buffer', bookType }) as Uint8Array);
}

test.each([
  ['wk1', 'wk1'],
  ['wk3', 'wk1'],
  ['sylk', 'slk'],
  ['dif', 'dif'],
  ['fods', 'ods'],
  ['xlml', 'xls'],
] as const)('a sheet as %s is read as what it is, whatever it is called', async (bookType, format) => {
  const { markdown, summary } = await readDocument(makeSource(workbook(bookType as BookType), 'x.txt'));
  expect(summary.format).toBe(format);
  expect(markdown).toMatch(
    /^## \w+\n\n\| Place \| Depth \|\n\| - \| -:? \|\n\| Basin \| 7\.4 \|\n\| Channel \| 12 \|\n$/,
  );
});

test('what the library says of formats that it does not know is not printed', async () => {
  const style =
    '<office:automatic-styles><number:number-style style:name="N1"><number:number number:decimal-places="1"/><style:map style:condition="value()&lt;0" style:apply-style-name="N2"/></number:number-style>';
  const sheet = workbook('fods').toString().replace('<office:automatic-styles>', style);
  const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { markdown } = await readDocument(makeSource(sheet));
  expect(markdown).toContain('| Basin | 7.4 |');
  expect(printed).not.toHaveBeenCalled();
  printed.mockRestore();
});

test.each([
  [1251, 'cff0e8e2e5f2'],
  [10_007, '8ff0e8e2e5f2'],
])('texts of a workbook from before Excel 97 are in the code page that it names, such as %i', async (page, letters) => {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([['Name'], ['PRIVET']]), 'S');
  const bytes = Buffer.from(write(book, { type: 'buffer', bookType: 'biff5' }) as Uint8Array);
  bytes.write(letters, bytes.indexOf('PRIVET'), 'hex');
  // The record CodePage (MS-XLS 2.4.52) names another in place of Windows-1252.
  bytes.writeUInt16LE(page, bytes.indexOf(Buffer.from('42000200e404', 'hex')) + 4);
  expect((await readDocument(makeSource(bytes))).markdown).toContain('Привет');
});

test.each([
  ['its own version', [0x09, 0, 4, 0, 2, 0, 0x10, 0]],
  ['version 7', [0x09, 0, 4, 0, 7, 0, 0x10, 0]],
  ['the beginning of Excel 3', [0x09, 2, 4, 0, 0, 0, 0x10, 0]],
  ['the beginning of Excel 5 and no version', [0x09, 8, 8, 0, 0, 0, 0x10, 0, 0, 0, 0, 0]],
  ['a short beginning of Excel 5 and no version', [0x09, 8, 4, 0, 0, 0, 0x10, 0]],
])('a workbook with records of Excel 2 is known by %s', async (_, beginning) => {
  const record = (type: number, ...bytes: number[]): number[] => [type, 0, bytes.length, 0, ...bytes];
  const label = (column: number, text: string): number[] =>
    record(0x04, 0, 0, column, 0, 0, 0, 0, text.length, ...Buffer.from(text));
  const number = (column: number, value: number): number[] => record(0x02, 1, 0, column, 0, 0, 0, 0, value, 0);
  const bytes = [
    ...beginning,
    ...[label(0, 'Place'), label(1, 'Depth'), number(0, 3), number(1, 7)].flat(),
    ...record(0x0a),
  ];
  const { markdown, summary } = await readDocument(makeSource(Buffer.from(bytes)));
  expect(summary.format).toBe('xls');
  expect(markdown).toContain('| Place | Depth |\n| - | - |\n| 3 | 7 |');
});

test('a workbook that is one text is refused beyond a size', async () => {
  await expect(readDocument(makeSource(workbook('xlml')), { limits: { expandedBytes: 16_000 } })).rejects.toMatchObject(
    { code: 'limit_exceeded' },
  );
});

test('an XLS of which another stream is missing is read, and one that is cut off is named damaged', async () => {
  const bytes = workbook('xls');
  await expect(readDocument(makeSource(bytes.subarray(0, bytes.length - 1024)))).rejects.toThrow(/damaged/);
  // The directory entry of the library's own stream, of which the first sector is beyond the end of the file.
  const entry = bytes.indexOf(Buffer.from('\u0001Sh33tJ5', 'utf16le'));
  expect(entry).toBeGreaterThan(0);
  const patched = Buffer.from(bytes);
  patched.writeUInt32LE(9999, entry + 116);
  patched.writeUInt32LE(8192, entry + 120);
  const { markdown } = await readDocument(makeSource(patched));
  expect(markdown).toContain('| Basin | 7.4 |');
});

test('shared formulas and unknown records of SYLK do not make CSV of it', async () => {
  const records = [
    'ID;PWXL;N;E',
    'P;PGeneral',
    'P;P0.00',
    'NE;ESheet1!R1C1',
    'F;P0;DG0G8;M320;Q1',
    'C;Y1;X1;K"Place;; where"',
    'C;X2;K"Depth"',
    'C;Y2;X1;K"Bas\u001bNHain";Z9',
    'F;P1;FG0G;X2',
    'C;X2;K7.4;ER[-1]C+1',
    'C;Y3;X1;K"Channel"',
    'C;X2;K12;S;R2;C2',
    'C;Y4;X1;K"Total";S;R2;C1',
    'C;X2;K19.4;G',
    'C;Y5;X1;KTRUE',
    'C;X2;K#N/A',
    'E',
  ];
  const { markdown, summary } = await readDocument(makeSource(Buffer.from(records.join('\r\n'))));
  expect(summary.format).toBe('slk');
  expect(markdown).toContain(
    '| Place; where | Depth |\n| - | - |\n| Basäin | 7.40 |\n| Channel | 12 |\n| Total | 19.4 |\n| TRUE | #N/A |\n',
  );
});
