import { expect, test } from 'vitest';
import { makeCompound } from '../../../../test/make/compound.ts';
import { readDocument } from '../../../../test/make/read.ts';
import type { Reading } from '../../../../test/make/read.ts';
import { makeSource } from '../../../../test/make/source.ts';

const u8 = (...values: number[]): Buffer => Buffer.from(values);
const u16 = (...values: number[]): Buffer => Buffer.from(Uint16Array.from(values).buffer);
const double = (value: number): Buffer => Buffer.from(Float64Array.of(value).buffer);
const text = (characters: string): Buffer =>
  Buffer.concat([u16(characters.length), u8(0), Buffer.from(characters, 'latin1')]);

function record(type: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([u16(type, body.length), body]);
}

const begin = (kind: number): Buffer => record(0x0809, u16(0x0600, kind, 0x0dbb, 0x07cc, 0, 0, 6, 0));
const END = record(0x000a);
const label = (row: number, column: number, characters: string): Buffer =>
  record(0x0204, u16(row, column, 0), text(characters));
const number = (row: number, column: number, value: number, look = 0): Buffer =>
  record(0x0203, u16(row, column, look), double(value));
/** Results: a number, or none. */
const BLANK = u8(3, 0, 0, 0, 0, 0, 0xff, 0xff);
const formula = ([row, column]: readonly [number, number], result: Buffer, tokens: Buffer, look = 0): Buffer =>
  record(0x0006, u16(row, column, look), result, u16(0, 0, 0, tokens.length), tokens);
/** Tokens of B2*2, of B2-2, of B2>1 and of TODAY() (MS-XLS 2.5.198). */
const B2 = Buffer.concat([u8(0x44), u16(1, 0xc001)]);
const TWICE = Buffer.concat([B2, u8(0x1e), u16(2), u8(0x05)]);
const LESS = Buffer.concat([B2, u8(0x1e), u16(2), u8(0x04)]);
const MORE = Buffer.concat([B2, u8(0x1e), u16(1), u8(0x0d)]);
const TODAY = u8(0x21, 221, 0);

/** A workbook of Excel 97 with a sheet; the second look of its cells has a format. */
function read(cells: readonly Buffer[], globals: readonly Buffer[] = []): Promise<Reading> {
  const looks = [
    record(0x041e, u16(170), text('0.00 "EUR"')),
    ...[0, 170].map((format) => record(0x00e0, u16(0, format, 0, 0x20), Buffer.alloc(12))),
  ];
  const name = Buffer.concat([u16(0), u8(1, 0), Buffer.from('S')]);
  const head = Buffer.concat([begin(5), ...looks, ...globals]);
  const place = Buffer.alloc(4);
  place.writeUInt32LE(head.length + 8 + name.length + END.length);
  const stream = Buffer.concat([head, record(0x0085, place, name), END, begin(0x10), ...cells, END]);
  return readDocument(makeSource(makeCompound({ Workbook: stream })));
}

const HEAD = [label(0, 0, 'Item'), label(0, 1, 'Qty'), label(0, 2, 'Result'), label(1, 0, 'pen'), number(1, 1, 3)];

test.each([
  ['nothing', BLANK],
  ['0', double(0)],
])('formulas of an XLS that no program computed are computed where all have %s as their result', async (_, result) => {
  const { markdown, summary } = await read([
    ...HEAD,
    formula([1, 2], result, TWICE, 1),
    label(2, 0, 'more'),
    number(2, 1, 4),
    formula([2, 2], result, MORE),
    label(3, 0, 'less'),
    number(3, 1, 5),
    formula([3, 2], result, LESS),
  ]);
  expect(markdown).toContain('| pen | 3 | 6.00 EUR |\n| more | 4 | TRUE |\n| less | 5 | 1 |');
  expect(summary.warnings).toEqual([]);
});

test('a formula that cannot be computed is named', async () => {
  const { markdown, summary } = await read([...HEAD, formula([1, 2], BLANK, TODAY)]);
  expect(markdown).toContain('| pen | 3 | =TODAY() |');
  expect(summary.warnings).toMatchObject([{ kind: 'formula-without-value', detail: 'S!C2' }]);
});

test('results are taken as they are where one tells of a computation, or its version is stated', async () => {
  const cells = [...HEAD, formula([1, 2], double(0), TWICE)];
  const second = [label(2, 0, 'ink'), number(2, 1, 4), formula([2, 2], double(7), LESS)];
  expect((await read([...cells, ...second])).markdown).toContain('| pen | 3 | 0 |\n| ink | 4 | 7 |');
  expect((await read(cells, [record(0x01c1, u16(0x01c1, 0, 1, 0))])).markdown).toContain('| pen | 3 | 0 |');
});
