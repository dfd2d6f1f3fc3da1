import { expect, test } from 'vitest';
import { pictureRecord, record, shapeOptions } from '../../../../test/make/art.ts';
import { makeDoc, sprm, u16, u32 } from '../../../../test/make/doc.ts';
import type { DocParagraph, DocParts } from '../../../../test/make/doc.ts';
import { readDocument } from '../../../../test/make/read.ts';
import { makeSource } from '../../../../test/make/source.ts';

const read = (parts: DocParts, includeImages = false) => readDocument(makeSource(makeDoc(parts)), { includeImages });
const bold = sprm(0x0835, 1);
const PNG = Buffer.from('89504e470d0a1a0a0000', 'hex');

test('headings, looks, breaks and links are read', async () => {
  const { markdown, summary } = await read({
    body: [
      { runs: ['The title'], style: 10 },
      { runs: ['Über one'], style: 1 },
      {
        runs: [
          'plain ',
          { text: 'bold', sprms: bold },
          ' and ',
          { text: 'both', sprms: Buffer.concat([bold, sprm(0x0836, 1)]) },
          { text: '2', sprms: sprm(0x2a48, 1) },
          '\u000bnext\u001eline ',
          '\u0013 HYPERLINK "https://example.org/" \u0014a link\u0015 end',
        ],
      },
    ],
  });
  expect(summary.format).toBe('doc');
  expect(markdown).toBe(
    '# The title\n\n## Über one\n\nplain **bold** and ***both***<sup>2</sup>  \nnext‑line [a link](https://example.org/) end\n',
  );
});

test('hidden and deleted text and comments are left out, each with a warning', async () => {
  const { markdown, summary } = await read({
    body: [{ runs: ['a', { text: 'b', sprms: sprm(0x083c, 1) }, { text: 'c', sprms: sprm(0x0800, 1) }, '\u0005d'] }],
  });
  expect(markdown).toBe('ad\n');
  expect(summary.warnings.map(({ kind }) => kind)).toEqual([
    'hidden-text-left-out',
    'tracked-deletion-left-out',
    'comment-left-out',
  ]);
});

test('footnotes stand behind the paragraph that refers to them', async () => {
  const { markdown } = await read({
    body: [{ runs: ['One', '\u0002', ' and two', '\u0002', '.'] }, { runs: ['After'] }],
    notes: [{ runs: ['\u0002', ' First'] }, { runs: ['\u0002', ' Second'] }],
  });
  expect(markdown).toBe('One[^1] and two[^2].\n\n[^1]: First\n\n[^2]: Second\n\nAfter\n');
});

const inTable = sprm(0x2416, 1);
const cell = (text: string): DocParagraph => ({ runs: [text], end: '\u0007', sprms: inTable });
/** Ends a row of cells with these right edges and flags of merging. */
function row(edges: readonly number[], flags: readonly number[] = []): DocParagraph {
  const definition = Buffer.concat([
    Buffer.from([edges.length]),
    u16(0),
    ...edges.map(u16),
    ...edges.map((_, n) => Buffer.concat([u16(flags[n] ?? 0), Buffer.alloc(18)])),
  ]);
  return {
    runs: [],
    end: '\u0007',
    sprms: Buffer.concat([inTable, sprm(0x2417, 1), sprm(0xd608), u16(definition.length + 1), definition]),
  };
}

test.each([
  ['that only the first page has is kept', { odd: [{ runs: ['Odd'] }], first: [{ runs: ['First'] }] }, 'First\n\na\n'],
  ['that pages repeat is left out', { odd: [{ runs: ['Odd'] }] }, 'a\n'],
  ['that only the first page has, without words, is left out', { odd: [], first: [{ runs: ['1'] }] }, 'a\n'],
])('a header %s', async (_, headers, markdown) => {
  expect((await read({ body: [{ runs: ['a'] }], headers })).markdown).toBe(markdown);
});

test('the header above a table that the document begins with is its title', async () => {
  const body = [cell('a'), cell('b'), row([1000, 2000]), { runs: ['after'] }];
  expect((await read({ body, headers: { odd: [{ runs: ['Table 14'] }] } })).markdown).toBe(
    'Table 14\n\n| a | b |\n| - | - |\n\nafter\n',
  );
});

test('tables lie on the grid of their edges, with cells that are merged', async () => {
  const { markdown } = await read({
    body: [
      cell('Both'),
      cell('C'),
      row([2000, 3000]),
      cell('a'),
      cell('b'),
      cell('c'),
      row([1000, 2000, 3000], [0x60]),
      cell(''),
      cell('d'),
      cell('e'),
      row([1000, 2000, 3000], [0x20]),
      { runs: ['After'] },
    ],
  });
  expect(markdown).toBe('| Both | Both | C |\n| - | - | - |\n| a | b | c |\n| a | d | e |\n\nAfter\n');
});

test('lists count as they are defined, with labels that Markdown cannot say', async () => {
  const level = (format: number, text: string): Buffer => {
    const head = Buffer.alloc(28);
    head.writeInt32LE(1, 0);
    head[4] = format;
    return Buffer.concat([head, u16(text.length), Buffer.from(text, 'utf16le')]);
  };
  const list = Buffer.alloc(28);
  list.writeUInt32LE(77, 0);
  const override = Buffer.alloc(16);
  override.writeUInt32LE(77, 0);
  const item = (text: string, ilvl: number): DocParagraph => ({
    runs: [text],
    sprms: Buffer.concat([sprm(0x260a, ilvl), sprm(0x460b, 1, 0)]),
  });
  const { markdown } = await read({
    body: [item('one', 0), item('inner', 1), item('inner two', 1), item('point', 2), item('two', 0)],
    structures: {
      73: Buffer.concat([u16(1), list]),
      74: Buffer.concat([u32(1), override, u32(0)]),
    },
    behind: {
      73: Buffer.concat([
        level(0, '\u0000.'),
        level(4, '\u0001)'),
        level(23, '\uf0b7'),
        ...Array.from({ length: 6 }, () => level(0, '')),
      ]),
    },
  });
  expect(markdown).toBe('1. one\n    - a) inner\n    - b) inner two\n        - point\n2. two\n');
});

test('pictures in the line are artifacts, with their description', async () => {
  const drawing = Buffer.concat([
    record(0xf004, [shapeOptions(1, 'A dot')]),
    record(0xf007, Buffer.concat([Buffer.alloc(36), pictureRecord(PNG)])),
  ]);
  const header = Buffer.alloc(68);
  header.writeUInt32LE(68 + drawing.length, 0);
  header.writeUInt16LE(68, 4);
  header.writeUInt16LE(0x64, 6);
  const { markdown, assets } = await read(
    {
      body: [{ runs: [{ text: '\u0001', sprms: Buffer.concat([sprm(0x6a03, 4, 0, 0, 0), sprm(0x0855, 1)]) }] }],
      data: Buffer.concat([Buffer.alloc(4), header, drawing]),
    },
    true,
  );
  expect(markdown).toBe('![A dot](image-1.png)\n');
  expect(assets.map(({ contentType, bytes }) => [contentType, Buffer.from(bytes)])).toEqual([['image/png', PNG]]);
});

test('what is protected, or older than Word 97, is named', async () => {
  await expect(read({ body: [{ runs: ['x'] }], flags: 0x0100 })).rejects.toMatchObject({ code: 'password_protected' });
  const old = Buffer.from(makeDoc({ body: [{ runs: ['x'] }] }));
  const at = old.indexOf(Buffer.from('eca5c100', 'hex'));
  old.writeUInt16LE(0x0068, at + 2);
  await expect(readDocument(makeSource(old))).rejects.toMatchObject({
    code: 'unsupported_format',
    message: expect.stringContaining('Word 95') as string,
  });
});

test('a document of rubbish in any place is read or refused, never more', { timeout: 240_000 }, async () => {
  const whole = Buffer.from(
    makeDoc({
      body: [{ runs: ['One', '\u0002'], style: 1 }, cell('a'), cell('b'), row([1000, 2000]), { runs: ['End'] }],
      notes: [{ runs: ['\u0002', ' First'] }],
    }),
  );
  for (let at = 512; at < whole.length; at += 47) {
    for (const value of [0xff, 0x00, 0x7f]) {
      const broken = Buffer.from(whole);
      broken.fill(value, at, at + 3);
      const result = await readDocument(makeSource(broken)).catch((error: unknown) => error);
      if (result instanceof Error) expect(result).toMatchObject({ name: 'Failure' });
    }
  }
});

test('pieces that repeat the text without end are refused', async () => {
  const pieces = Array.from({ length: 2000 }, (_, n) => u32(n * 1000));
  const descriptor = Buffer.alloc(8);
  descriptor.writeUInt32LE(1536, 2);
  const table = Buffer.concat([...pieces, u32(2_000_000), ...pieces.map(() => descriptor)]);
  await expect(
    read({
      body: [{ runs: ['x'.repeat(2000)] }],
      structures: { 33: Buffer.concat([Buffer.from([2]), u32(table.length), table]) },
    }),
  ).rejects.toMatchObject({ code: 'corrupt_document' });
});
