import { expect, test } from 'vitest';
import { readDocument } from '../../../../test/make/read.ts';
import { makeSource } from '../../../../test/make/source.ts';

interface Column {
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
}

/** A table of dBase III, or of another version and code page; records are given as their bytes. */
function makeDbf(
  columns: readonly Column[],
  records: readonly (Buffer | string)[],
  { version = 3, driver = 3, count = records.length } = {},
): Buffer {
  const header = Buffer.alloc(32 + columns.length * 32 + 1);
  header[0] = version;
  header.set([26, 3, 2], 1);
  header.writeUInt32LE(count, 4);
  header.writeUInt16LE(header.length, 8);
  header.writeUInt16LE(1 + columns.reduce((sum, { bytes }) => sum + bytes, 0), 10);
  header[29] = driver;
  for (const [n, { name, type, bytes }] of columns.entries()) {
    header.write(name, 32 + n * 32, 'latin1');
    header.write(type, 32 + n * 32 + 11, 'latin1');
    header[32 + n * 32 + 16] = bytes;
  }
  header[header.length - 1] = 0x0d;
  return Buffer.concat([
    header,
    ...records.map((record) => (typeof record === 'string' ? Buffer.from(record, 'latin1') : record)),
    Buffer.from([0x1a]),
  ]);
}

const COLUMNS = [
  { name: 'NAME', type: 'C', bytes: 5 },
  { name: 'SIZE', type: 'N', bytes: 4 },
  { name: 'DAY', type: 'D', bytes: 8 },
];

test('a table is a table, without its deleted records', async () => {
  const { markdown, summary } = await readDocument(
    makeSource(makeDbf(COLUMNS, [' one   1.520260302', '*gone     20260302', ' two  ****        '])),
  );
  expect(summary.format).toBe('dbf');
  expect(markdown).toBe('| NAME | SIZE | DAY |\n| - | - | - |\n| one | 1.5 | 2026-03-02 |\n| two |  |  |\n');
});

test('texts are in the code page that the header names', async () => {
  const columns = [
    { name: 'A', type: 'C', bytes: 2 },
    { name: 'B', type: 'C', bytes: 1 },
  ];
  const russian = makeDbf(columns, [Buffer.from([0x20, 0x84, 0xa0, 0x21])], { driver: 0x65 });
  expect((await readDocument(makeSource(russian))).markdown).toContain('| Да | ! |');
});

test('texts are in UTF-8 where they can be and the header names no code page, even if a field cuts a letter', async () => {
  const columns = [
    { name: 'A', type: 'C', bytes: 6 },
    { name: 'B', type: 'I', bytes: 4 },
  ];
  const records = [Buffer.from(' 港口\xff', 'utf8').subarray(0, 7), Buffer.from(' åéß', 'utf8')].map((text) =>
    Buffer.concat([text, Buffer.from([0xe9, 0x80, 0, 0])]),
  );
  const { markdown } = await readDocument(makeSource(makeDbf(columns, records, { driver: 0 })));
  expect(markdown).toBe('| A | B |\n| - | - |\n| 港口 | 33001 |\n| åéß | 33001 |\n');
  const cut = Buffer.concat([Buffer.from(' 港口', 'utf8').subarray(0, 6), Buffer.from([0x20, 1, 0, 0, 0])]);
  expect((await readDocument(makeSource(makeDbf(columns, [cut], { driver: 0 })))).markdown).toContain('| 港');
});

test('numbers, money and times of FoxPro are read, memos are left out with a warning', async () => {
  const columns = [
    { name: 'I', type: 'I', bytes: 4 },
    { name: 'Y', type: 'Y', bytes: 8 },
    { name: 'T', type: 'T', bytes: 8 },
    { name: 'M', type: 'M', bytes: 4 },
  ];
  const record = Buffer.alloc(25, 0x20);
  record.writeInt32LE(-7, 1);
  record.writeBigInt64LE(123_400n, 5);
  record.writeUInt32LE(2_440_589, 13);
  record.writeUInt32LE(3_600_000, 17);
  const { markdown, summary } = await readDocument(makeSource(makeDbf(columns, [record], { version: 0x30 })));
  expect(markdown).toContain('| -7 | 12.3400 | 1970-01-02 01:00:00 |  |');
  expect(summary.warnings).toMatchObject([{ kind: 'memo-left-out' }]);
});

test('a header that lies is refused, a number of records that lies is not believed', async () => {
  const { markdown } = await readDocument(
    makeSource(makeDbf(COLUMNS, [' one   1.520260302'], { count: 4_000_000_000 })),
  );
  expect(markdown.match(/\n/g)).toHaveLength(3);
  const broken = makeDbf(COLUMNS, [' one   1.520260302']);
  broken.writeUInt16LE(3, 10);
  await expect(readDocument(makeSource(broken))).rejects.toMatchObject({ code: 'corrupt_document' });
});
