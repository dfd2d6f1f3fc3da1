import { expect, test } from 'vitest';
import { utils } from 'xlsx';
import { withCompound } from '../../src/compound/open-compound.ts';
import { DEFAULT_LIMITS } from '../../src/limits.ts';
import { pictureRecord, record, shapeOptions } from '../../../../test/make/art.ts';
import { makeCompound } from '../../../../test/make/compound.ts';
import { u16, u32 } from '../../../../test/make/doc.ts';
import { makePpt, shape, text } from '../../../../test/make/ppt.ts';
import type { PptParts } from '../../../../test/make/ppt.ts';
import { countPages, readDocument } from '../../../../test/make/read.ts';
import { makeSource } from '../../../../test/make/source.ts';
import { makeWorkbook } from '../../../../test/make/workbook.ts';

const read = (parts: PptParts, includeImages = false) => readDocument(makeSource(makePpt(parts)), { includeImages });
const PNG = Buffer.from('89504e470d0a1a0a0000', 'hex');

test('slides are pages: their title, then their shapes in reading order, then their notes', async () => {
  const parts: PptParts = {
    slides: [
      {
        shapes: [
          shape([3000, 1000, 5000, 2000], text(4, 'Right')),
          shape([100, 1010, 2000, 2000], text(1, 'One\rTwo')),
          shape([100, 100, 5000, 500], text(0, 'The\vtitle')),
        ],
        notes: 'Say this.',
      },
      { shapes: [shape([0, 0, 100, 100], text(0, 'Hidden'))], hidden: true },
      {
        shapes: [shape([0, 0, 100, 100], [record(3998, u32(1))])],
        outline: [...text(0, 'No'), ...text(1, 'Outlined')],
      },
    ],
  };
  const { markdown, summary, pages } = await read(parts);
  expect(summary.format).toBe('ppt');
  expect(markdown).toBe('# The title\n\n- One\n- Two\n\nRight\n\n**Notes:**\n\nSay this.\n\n- Outlined\n');
  expect(pages).toHaveLength(3);
  expect(summary.warnings).toMatchObject([{ kind: 'hidden-slide-left-out', page: 2 }]);
  expect(await countPages(makeSource(makePpt(parts)))).toBe(3);
});

test('numbers of slides and dates that stand in a text of their own are left out', async () => {
  const mark = (type: number, place: number): Buffer => record(type, Buffer.concat([u32(place), u32(0)]));
  const shapes = [
    shape([0, 0, 100, 100], [...text(4, '*'), mark(4056, 0)]),
    shape([0, 200, 100, 300], [...text(4, 'Page * of 5 * stars'), mark(4056, 5)]),
  ];
  expect((await read({ slides: [{ shapes }] })).markdown).toBe('Page  of 5 * stars\n');
});

test('levels, bullets, looks and links of a text are read', async () => {
  const characters = 'a\rb\rno bullet';
  const paragraph = (count: number, level: number, bullet: number): Buffer =>
    Buffer.concat([u32(count), u16(level), u32(1), u16(bullet)]);
  const styles = Buffer.concat([
    paragraph(2, 0, 1),
    paragraph(2, 1, 1),
    paragraph(10, 0, 0),
    u32(7),
    u32(0),
    u32(7),
    u32(1),
    u16(1),
  ]);
  const link = [
    record(4082, [record(4083, Buffer.concat([u32(0), u32(9), u32(0), u32(0)]))]),
    record(4063, Buffer.concat([u32(4), u32(6)])),
  ];
  const { markdown } = await read({
    slides: [{ shapes: [shape([0, 0, 100, 100], [...text(1, characters), record(4001, styles), ...link])] }],
    document: [
      record(1033, [
        record(4055, [record(4051, u32(9)), record(4026, Buffer.from('https://example.org/', 'utf16le'), 1)]),
      ]),
    ],
  });
  expect(markdown).toBe('- a\n    - b\n\n[no](https://example.org/) **bullet**\n');
});

test('the looks of a text with tab stops are read', async () => {
  const tabStops = Buffer.concat([u16(1), u16(576), u16(0)]);
  const paragraph = Buffer.concat([u32(5), u16(0), u32(0x100000), tabStops]);
  const looks = Buffer.concat([u32(2), u32(0), u32(3), u32(1), u16(1)]);
  const styles = Buffer.concat([paragraph, looks]);
  const { markdown } = await read({
    slides: [{ shapes: [shape([0, 0, 100, 100], [...text(4, 'a bc'), record(4001, styles)])] }],
  });
  expect(markdown).toBe('a **bc**\n');
});

test('characters of symbol fonts are what they show', async () => {
  const styles = Buffer.concat([u32(4), u16(0), u32(0), u32(1), u32(0x10000), u16(1), u32(3), u32(0x10000), u16(0)]);
  const font = (name: string, n: number): Buffer =>
    record(4023, Buffer.concat([Buffer.from(name.padEnd(32, '\0'), 'utf16le'), Buffer.alloc(4)]), n);
  const { markdown } = await read({
    slides: [{ shapes: [shape([0, 0, 100, 100], [...text(4, 'üüe'), record(4001, styles)])] }],
    document: [record(1010, [record(2005, [font('Arial', 0), font('Wingdings', 1)])])],
  });
  expect(markdown).toBe('✓üe\n');
});

test('tables are read on the grid of their cells, up to the last row that says something', async () => {
  const isTable = record(0xf122, Buffer.concat([u16(0x039f), u32(1)]), 1);
  const rect = (box: readonly number[]): Buffer => Buffer.concat(box.map(u32));
  const cell = (box: readonly number[], content: string): Buffer =>
    record(0xf004, [record(0xf00f, rect(box)), record(0xf00d, text(4, content))]);
  const table = record(0xf003, [
    record(0xf004, [
      record(0xf009, rect([0, 0, 200, 200])),
      isTable,
      record(0xf010, Buffer.concat([0, 0, 2000, 2000].map(u16))),
    ]),
    cell([0, 100, 100, 200], 'c'),
    cell([0, 0, 200, 100], 'ab'),
    cell([100, 100, 200, 200], 'd'),
    cell([0, 200, 100, 300], ''),
    cell([100, 200, 200, 300], '\r'),
  ]);
  const { markdown } = await read({ slides: [{ shapes: [table] }] });
  expect(markdown).toBe('| ab | ab |\n| - | - |\n| c | d |\n');
});

test('pictures of the store are artifacts, with their description', async () => {
  const picture = pictureRecord(PNG);
  const entry = Buffer.alloc(36);
  const { markdown, assets } = await read(
    {
      slides: [{ shapes: [shape([0, 0, 100, 100], [], [shapeOptions(1, 'A dot')])] }],
      document: [record(1035, [record(0xf000, [record(0xf001, [record(0xf007, entry)])])])],
      pictures: picture,
    },
    true,
  );
  expect(markdown).toBe('![A dot](image-1.png)\n');
  expect(assets.map(({ bytes }) => Buffer.from(bytes))).toEqual([PNG]);
});

test('a presentation of rubbish in any place is read or refused, never more', { timeout: 240_000 }, async () => {
  const whole = Buffer.from(
    makePpt({ slides: [{ shapes: [shape([0, 0, 100, 100], text(1, 'One\rTwo'))], notes: 'x' }, { shapes: [] }] }),
  );
  for (let at = 512; at < whole.length; at += 13) {
    for (const value of [0xff, 0x00]) {
      const broken = Buffer.from(whole);
      broken.fill(value, at, at + 3);
      const result = await readDocument(makeSource(broken)).catch((error: unknown) => error);
      if (result instanceof Error) expect(result).toMatchObject({ name: 'Failure' });
    }
  }
});

test('an embedded workbook stands in place of the picture of it, and what cannot be read is named', async () => {
  const book = makeWorkbook({ S: utils.aoa_to_sheet([['Region', 'Sales'], ['North', 412]]) }, 'xls'); // prettier-ignore
  const shown = (number: number, top: number): Buffer =>
    shape([0, top, 100, top + 100], [], [record(0xf011, [record(3009, Buffer.from([number, 0, 0, 0]))])]);
  const { markdown, summary } = await read({
    slides: [{ shapes: [shape([0, 0, 100, 100], text(0, 'Sales')), shown(1, 200), shown(2, 400), shown(3, 600)] }],
    objects: [book, makeCompound({ Graph: Buffer.alloc(64) })],
  });
  expect(markdown).toBe('# Sales\n\n| Region | Sales |\n| - | - |\n| North | 412 |\n');
  expect(summary.warnings).toMatchObject([{ kind: 'embedded-document-left-out' }]);
});

test('groups within groups beyond all measure end at a depth', async () => {
  let group = shape([0, 0, 100, 100], text(4, 'Deep'));
  for (let n = 0; n < 1000; n++) group = record(0xf003, [group]);
  const { markdown } = await read({ slides: [{ shapes: [group, shape([0, 0, 9, 9], text(4, 'Flat'))] }] });
  expect(markdown).toBe('Flat\n');
});

test('PowerPoint 95 is refused by name, and a file of both versions is read as the newer one', async () => {
  const whole = makePpt({ slides: [{ shapes: [shape([0, 0, 100, 100], text(4, 'Of both'))] }] });
  const newer = await withCompound(makeSource(whole), DEFAULT_LIMITS, async (compound) => ({
    'PowerPoint Document': await compound.read(compound.root.entries.get('powerpoint document')!),
    'Current User': await compound.read(compound.root.entries.get('current user')!),
  }));
  const older = { 'PowerPoint Document': Buffer.alloc(64), Header: Buffer.alloc(8), Text_Content: Buffer.alloc(8) };
  await expect(readDocument(makeSource(makeCompound(older)))).rejects.toMatchObject({
    code: 'unsupported_format',
    message: 'The file format is not supported: presentation of PowerPoint 95. Save it as PPTX.',
  });
  await expect(readDocument(makeSource(makeCompound({ PP40: Buffer.alloc(64) })))).rejects.toThrow(
    'The file format is not supported: presentation of PowerPoint 4 or 95. Save it as PPTX.',
  );
  const both = makeCompound({ ...older, PP97_DUALSTORAGE: newer });
  expect((await readDocument(makeSource(both))).markdown).toBe('Of both\n');
});
