import { expect, it } from 'vitest';
import { layoutPage } from '../../src/layout/page.ts';
import { plain } from '../../src/layout/text/inlines.ts';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { makePage, type PageMaker } from '../../../../test/make/raw-page.ts';

const tablesOf = (page: PageMaker): string[][][] =>
  layoutPage(page.page()).blocks.flatMap((block) =>
    block.kind === 'table' ? [block.rows.map((row) => row.map((cell) => plain(cell.content)))] : [],
  );

/** Writes a text that ends at `x`. */
const ending = (page: PageMaker, x: number, y: number, text: string): void =>
  void page.text(x - 5 * text.length, y, text);

it('makes no column of a gutter in which a title ends', () => {
  const page = makePage();
  page.horizontal(90, 72, 540);
  page.horizontal(244, 72, 540);
  page.text(298, 104, 'Lamps');
  page.horizontal(107, 270, 400);
  page.text(270, 118, 'Number');
  page.text(316, 118, 'Per cent');
  page.text(430, 104, 'Ships');
  page.text(435, 118, 'All');
  page.horizontal(122, 72, 540);
  const rows = [
    ['Harbour of Marrow', '135', '100', '12'],
    ['Wall', '72', '53', '7'],
    ['Tower', '63', '47', '5'],
    ['Crane', '33', '24', '4'],
    ['Gate', '46', '34', '3'],
    ['Post', '38', '28', '2'],
    ['Bridge', '18', '13', '1'],
    ['Pier', '17', '12', '9'],
  ];
  rows.forEach(([name, number, share, ships], index) => {
    const y = 136 + 14 * index;
    page.text(72, y, name!);
    ending(page, 300, y, number!);
    ending(page, 358, y, share!);
    ending(page, 455, y, ships!);
  });
  const [table, ...more] = tablesOf(page);
  expect(more).toEqual([]);
  expect(table!.slice(-rows.length)).toEqual(rows);
});

it('reads the boxes of a diagram as no table', async () => {
  const page = makePage();
  const boxes: readonly (readonly [string, number, number, number, number])[] = [
    ['Lamp', 72, 100, 150, 140],
    ['Tower', 200, 110, 280, 165],
    ['Ship', 330, 92, 420, 150],
    ['Post', 110, 200, 240, 250],
    ['Crane', 300, 190, 390, 235],
    ['Gate', 180, 280, 270, 320],
  ];
  for (const [name, x0, y0, x1, y1] of boxes) {
    for (const y of [y0, y1]) page.horizontal(y, x0, x1);
    for (const x of [x0, x1]) page.vertical(x, y0, y1);
    page.text(x0 + 8, (y0 + y1) / 2 + 3, name);
  }
  page.horizontal(125, 150, 200);
  page.horizontal(130, 280, 330);
  page.vertical(220, 165, 200);
  page.vertical(360, 150, 190);
  page.horizontal(220, 240, 300);
  page.vertical(225, 250, 280);
  expect(tablesOf(page)).toEqual([]);
  expect(await markdownOf(page.page())).toMatch(/Lamp[^]*Tower/u);
});

it('leaves white rules on white paper out of account', () => {
  const page = makePage();
  const names = ['Harbour', 'Lamps', 'Ships', 'Cranes'];
  const rows = ['Marrow', 'Tallow', 'Hallow', 'Farrow', 'Barrow', 'Harrow'];
  page.horizontal(90, 72, 500);
  names.forEach((name, column) => page.text(76 + 110 * column, 104, name));
  page.horizontal(108, 72, 500);
  rows.forEach((name, row) => {
    const y = 122 + 14 * row;
    page.text(76, y, name);
    [1, 2, 3].forEach((column) => page.text(76 + 110 * column, y, `${10 + 7 * row + column}`));
  });
  page.horizontal(198, 72, 500);
  for (const x of [290, 400, 500]) page.vertical(x, 122, 198, 0xffffff);
  const [table, ...more] = tablesOf(page);
  expect(more).toEqual([]);
  expect(table).toEqual([names, ...rows.map((name, row) => [name, ...[11, 12, 13].map((n) => `${n + 7 * row}`)])]);
});

it('takes a caption and a note within the rulings of a table out of it', () => {
  const page = makePage();
  const ys = [100, 130, 150, 170, 190, 220];
  for (const y of ys) page.horizontal(y, 72, 500);
  for (const x of [72, 500]) page.vertical(x, 100, 220);
  for (const x of [220, 360]) page.vertical(x, 130, 190);
  page.text(120, 118, 'Exhibit 19. Lamps and ships of the harbours');
  [
    ['Harbour', 'Lamps', 'Ships'],
    ['Marrow', '34', '3'],
    ['Tallow', '11', '33'],
  ].forEach((row, index) => row.forEach((text, column) => page.text(76 + 146 * column, 144 + 20 * index, text)));
  page.text(76, 206, 'Note: Ships that stay for a night are counted once.');
  const { blocks } = layoutPage(page.page());
  expect(tablesOf(page)).toEqual([
    [
      ['Harbour', 'Lamps', 'Ships'],
      ['Marrow', '34', '3'],
      ['Tallow', '11', '33'],
    ],
  ]);
  expect(blocks.map(({ kind }) => kind)).toEqual(['text', 'table', 'text']);
});

it('makes no table of bullets in boxes', () => {
  const page = makePage();
  for (const y of [100, 130, 160, 190]) page.horizontal(y, 72, 120);
  for (const x of [72, 120]) page.vertical(x, 100, 190);
  for (const y of [118, 148, 178]) page.text(90, y, '•');
  page.lines(72, 220, ['The lamps of Marrow burn all night, and those of', 'Tallow until the last ship has come in.']);
  expect(tablesOf(page)).toEqual([]);
});

it('reads columns of numbers that stand no further apart than words do', async () => {
  const page = makePage();
  const rows = [
    ['Item', '2023', '2024', '2025', '2026'],
    ['Ring line', '5,871', '3,894', '30', '5,959'],
    ['Express', '367', '897', '5,285', '30.8'],
    ['School', '6,263', '1,138', '9,473', '64.4'],
    ['Ferry', '53.1', '85.9', '62.7', '4,818'],
    ['Night bus', '1,234', '6,905', '732', '1,050'],
  ];
  for (const y of [90, 104, 172]) page.horizontal(y, 72, 260);
  rows.forEach((cells, row) =>
    cells.forEach((text, column) => {
      const end = 140 + 28.5 * column;
      page.text(column === 0 ? 74 : end - 5 * text.length, 100 + 12 * row + (row > 0 ? 4 : 0), text);
    }),
  );
  expect(await markdownOf(page.page())).toContain('| School | 6,263 | 1,138 | 9,473 | 64.4 |');
});

it('reads names and centred cells that come as near to the next cell as words do', async () => {
  const page = makePage();
  for (const y of [90, 104, 158]) page.horizontal(y, 72, 250);
  const rows = [
    ['Item', 'Lit', 'Manned'],
    ['Old tower', 'yes', 'no'],
    ['Far beacon light', 'always', 'in winter'],
    ['Gate', 'no', 'yes'],
    ['Pier', 'yes', '–'],
  ];
  rows.forEach((cells, row) =>
    cells.forEach((text, column) => {
      const y = 100 + 12 * row + (row > 0 ? 4 : 0);
      let x = column === 0 ? 74 : [0, 171, 215][column]! - 2.5 * text.length;
      for (const word of text.split(' ')) {
        page.text(x, y, word);
        x += 5 * (word.length + 0.6);
      }
    }),
  );
  expect(await markdownOf(page.page())).toContain('| Far beacon light | always | in winter |');
});
