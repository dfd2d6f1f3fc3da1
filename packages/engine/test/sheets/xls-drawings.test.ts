import { expect, test } from 'vitest';
import { CFB, utils, write } from 'xlsx';
import { record } from '../../../../test/make/art.ts';
import { makeCompound } from '../../../../test/make/compound.ts';
import { u16, u32 } from '../../../../test/make/doc.ts';
import { readDocument } from '../../../../test/make/read.ts';
import { makeSource } from '../../../../test/make/source.ts';

const CONTINUE = 0x3c;
const TABLE = '| a | b |\n| - | - |\n| 1 | 2 |\n';

const biff = (type: number, ...body: readonly Buffer[]): Buffer => {
  const bytes = Buffer.concat(body);
  return Buffer.concat([u16(type), u16(bytes.length), bytes]);
};

/** A workbook of two sheets, of which the second has these records at its end. */
async function readWith(...records: readonly Buffer[]): ReturnType<typeof readDocument> {
  const book = utils.book_new();
  for (const name of ['First', 'Second'])
    utils.book_append_sheet(
      book,
      utils.aoa_to_sheet([
        ['a', 'b'],
        [1, 2],
      ]),
      name,
    );
  const written = CFB.read(write(book, { type: 'buffer', bookType: 'biff8' }) as Buffer, { type: 'buffer' });
  const stream = Buffer.from(CFB.find(written, '/Workbook')!.content);
  const end = stream.lastIndexOf(biff(0x0a));
  const bytes = Buffer.concat([stream.subarray(0, end), ...records, biff(0x0a)]);
  return await readDocument(makeSource(makeCompound({ Workbook: bytes })));
}

const anchor = (row: number): Buffer => record(0xf010, Buffer.concat([0, 0, 0, row, 0, 0, 0, 0, 0].map(u16)));
const hidden = record(0xf00b, Buffer.concat([u16(0x03bf), u32(0x0002_0002)]), 1);
const follows = { object: record(0xf011, Buffer.alloc(0)), text: record(0xf00d, Buffer.alloc(0)) };

const object = (type: number, checked?: number): Buffer =>
  biff(
    0x5d,
    u16(0x15),
    u16(0x12),
    u16(type),
    Buffer.alloc(16),
    ...(checked === undefined ? [] : [u16(0x12), u16(8), u16(checked), Buffer.alloc(6)]),
    u32(0),
  );
/** A text in pieces, each of one or of two bytes a letter, with the runs of its fonts. */
const text = (...pieces: readonly (readonly [text: string, encoding: 'latin1' | 'utf16le'])[]): Buffer =>
  Buffer.concat([
    biff(0x1b6, Buffer.alloc(10), u16(pieces.reduce((sum, [{ length }]) => sum + length, 0)), u16(16), u32(0)),
    ...pieces.map(([each, encoding]) =>
      biff(CONTINUE, Buffer.of(encoding === 'latin1' ? 0 : 1), Buffer.from(each, encoding)),
    ),
    biff(CONTINUE, Buffer.alloc(16)),
  ]);

/** The records of shapes, cut where an object and a text follow, as Excel writes them. */
function drawing(...shapes: readonly { art: readonly Buffer[]; object: Buffer; text?: Buffer }[]): Buffer[] {
  const heads = shapes.map(({ art, text: own }) =>
    record(0xf004, [record(0xf00a, Buffer.alloc(8)), ...art, follows.object, ...(own ? [follows.text] : [])]),
  );
  const group = record(0xf003, [record(0xf004, [record(0xf00a, Buffer.alloc(8))]), ...heads]);
  const whole = record(0xf002, [group]);
  let from = 0;
  let to = whole.length - heads.reduce((sum, { length }) => sum + length, 0);
  const cut = (bytes: number): Buffer => {
    to += bytes;
    const piece = whole.subarray(from, to);
    from = to;
    return biff(0xec, piece);
  };
  return shapes.flatMap((shape, n) =>
    shape.text ? [cut(heads[n]!.length - 8), shape.object, cut(8), shape.text] : [cut(heads[n]!.length), shape.object],
  );
}

test('XLS: texts of boxes are paragraphs where they stand, whatever records they are cut into', async () => {
  const { markdown } = await readWith(
    ...drawing(
      { art: [anchor(9)], object: object(6), text: text(['Below.\nIts ', 'latin1'], ['second line: żółw', 'utf16le']) },
      { art: [anchor(0)], object: object(30), text: text(['Above', 'latin1']) },
      { art: [anchor(5)], object: object(8) },
      { art: [anchor(20)], object: object(6), text: text(['Last', 'latin1']) },
    ),
  );
  expect(markdown).toBe(
    `## First\n\n${TABLE}\n## Second\n\n${TABLE}\nAbove\n\nBelow.\n\nIts second line: żółw\n\nLast\n`,
  );
});

test('XLS: shapes that go on behind a text, where their record was full, are read', async () => {
  const [head, first, tail, firstText, ...rest] = drawing(
    { art: [anchor(3)], object: object(6), text: text(['One', 'latin1']) },
    { art: [anchor(4)], object: object(6), text: text(['Two', 'latin1']) },
  );
  const [next, ...others] = rest;
  const { markdown } = await readWith(head!, first!, tail!, firstText!, biff(CONTINUE, next!.subarray(4)), ...others);
  expect(markdown).toContain('One\n\nTwo\n');
});

test('XLS: check boxes stand before their texts, hidden shapes are left out, comments with a warning', async () => {
  const { markdown, summary } = await readWith(
    ...drawing(
      { art: [anchor(3)], object: object(0x0b, 1), text: text(['I agree', 'latin1']) },
      { art: [anchor(4)], object: object(0x0c, 0), text: text(['By post', 'latin1']) },
      { art: [hidden, anchor(4)], object: object(6), text: text(['Secret', 'latin1']) },
      { art: [anchor(5)], object: object(0x19), text: text(['Remark', 'latin1']) },
    ),
  );
  expect(markdown).toBe(`## First\n\n${TABLE}\n## Second\n\n${TABLE}\n☒ I agree\n\n☐ By post\n`);
  expect(summary.warnings).toMatchObject([{ kind: 'comment-left-out' }]);
});

test('XLS: the titles of a chart and of its axes stand where it does, without the names of its series', async () => {
  const named = (name: string, encoding: 'latin1' | 'utf16le'): Buffer =>
    biff(0x100d, u16(0), Buffer.of(name.length, encoding === 'latin1' ? 0 : 1), Buffer.from(name, encoding));
  const [series, label] = [biff(0x1003, Buffer.alloc(12)), biff(0x1025, Buffer.alloc(32))];
  const chart = [
    biff(0x0809, u16(0x0600), u16(0x0020), Buffer.alloc(12)),
    series,
    named('Series', 'latin1'),
    label,
    named('Tides\nat noon', 'latin1'),
    label,
    biff(0x1051, Buffer.alloc(8)),
    label,
    named('Głębia', 'utf16le'),
    biff(0x0a),
  ];
  const [head, first, ...rest] = drawing(
    { art: [anchor(9)], object: object(5) },
    { art: [anchor(20)], object: object(6), text: text(['Last', 'latin1']) },
  );
  const { markdown } = await readWith(head!, first!, ...chart, ...rest);
  expect(markdown).toBe(`## First\n\n${TABLE}\n## Second\n\n${TABLE}\nTides\n\nat noon\n\nGłębia\n\nLast\n`);
});
