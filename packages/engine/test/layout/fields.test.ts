import { describe, expect, it } from 'vitest';
import { layoutPage } from '../../src/layout/page.ts';
import { plain } from '../../src/layout/text/inlines.ts';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { makePage, type PageMaker } from '../../../../test/make/raw-page.ts';

/** The texts of the cells of each block that is a table, by row. */
const tablesOf = (page: PageMaker): string[][][] =>
  layoutPage(page.page()).blocks.flatMap((block) =>
    block.kind === 'table' ? [block.rows.map((row) => row.map((cell) => plain(cell.content)))] : [],
  );

function grid(page: PageMaker, xs: readonly number[], ys: readonly number[]): void {
  for (const y of ys) page.horizontal(y, xs[0]!, xs.at(-1)!);
  for (const x of xs) page.vertical(x, ys[0]!, ys.at(-1)!);
}

function row(page: PageMaker, xs: readonly number[], y: number, texts: readonly string[]): void {
  texts.forEach((text, column) => {
    if (text) page.text(xs[column]! + 4, y, text);
  });
}

describe('fields of a ruled table without text', () => {
  it('are kept as columns and rows where they are large enough for some', () => {
    const page = makePage();
    const xs = [72, 200, 260, 320];
    grid(page, xs, [100, 120, 140, 160, 180]);
    row(page, xs, 114, ['Object', 'Read', '']);
    row(page, xs, 134, ['Clock', 'yes', '']);
    row(page, xs, 154, ['Lamp', 'no', '']);
    expect(tablesOf(page)).toEqual([
      [
        ['Object', 'Read', ''],
        ['Clock', 'yes', ''],
        ['Lamp', 'no', ''],
        ['', '', ''],
      ],
    ]);
  });

  it('are left out between double lines', () => {
    const page = makePage();
    const xs = [72, 200, 204, 320];
    grid(page, xs, [100, 120, 124, 140]);
    row(page, xs, 114, ['Object', '', 'Read']);
    row(page, xs, 136, ['Clock', '', 'yes']);
    expect(tablesOf(page)).toEqual([
      [
        ['Object', 'Read'],
        ['Clock', 'yes'],
      ],
    ]);
  });
});

describe('a ruled table', () => {
  it('of one column has its bold labels in a column of their own', () => {
    const page = makePage();
    grid(page, [72, 320], [100, 120, 140, 160, 180, 200]);
    page.text(150, 114, 'The Long Lake');
    const pairs = [
      ['Length', '41 km'],
      ['Area', '93 km2'],
      ['Country', 'Norway'],
      ['Towns', 'Vik and Os'],
    ] as const;
    pairs.forEach(([label, value], index) => {
      page.text(76, 134 + 20 * index, label, { bold: true });
      page.text(150, 134 + 20 * index, value);
    });
    expect(tablesOf(page)).toEqual([[['The Long Lake'], ...pairs.map((pair) => [...pair])]]);
  });

  it('of one column has a column for each number beside its bold labels', () => {
    const page = makePage();
    const rows = [
      ['Boiling points', 'min', 'max', 'avg'],
      ['Noble gases', '-269', '-62', '-170.5'],
      ['Metalloids', '335', '3900', '741.5'],
      ['Metals', '357', '5555', '2755.9'],
    ];
    for (const index of [0, 1, 2, 3, 4]) page.horizontal(100 + 20 * index, 72, 400);
    for (const x of [72, 400]) page.vertical(x, 100, 180);
    rows.forEach(([label, ...numbers], row) => {
      page.text(76, 114 + 20 * row, label!, { bold: true });
      numbers.forEach((number, column) => page.text(190 + 70 * column, 114 + 20 * row, number));
    });
    expect(tablesOf(page)).toEqual([rows]);
  });
});

describe('borders of cells', () => {
  it('are no bars of fractions, though a name stands above and a sign below', async () => {
    const page = makePage();
    page.text(120, 100, 'L1');
    page.text(136, 100, 'Number');
    page.text(122.5, 117, 'a');
    page.text(136, 115, '284');
    page.horizontal(104, 119, 131);
    page.horizontal(104, 131, 170);
    expect(await markdownOf(page.page())).not.toContain('/');
  });
});

describe('numbered items with what belongs to each at their right', () => {
  it('are read across', () => {
    const page = makePage();
    const reports = ['Report of the chair', 'Report on the finances', 'Report of the juniors', 'Report on the rules'];
    const names = ['Ann Warren attached', 'Bert Osgood attached', 'Cleo Harding attached', 'Dora Whitman attached'];
    reports.forEach((report, index) => {
      page.text(90, 100 + 14 * index, `7.${index + 1}`);
      page.text(112, 100 + 14 * index, report);
      page.text(330, 100 + 14 * index, names[index]!);
    });
    const texts = layoutPage(page.page()).blocks.map((block) => (block.kind === 'text' ? plain(block.content) : ''));
    expect(texts).toEqual(reports.map((report, index) => `${report} ${names[index]}`));
  });
});
