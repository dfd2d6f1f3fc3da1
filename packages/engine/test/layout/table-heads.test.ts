import { describe, expect, it } from 'vitest';
import { layoutPage } from '../../src/layout/page.ts';
import { plain } from '../../src/layout/text/inlines.ts';
import { makePage, type PageMaker } from '../../../../test/make/raw-page.ts';

/** The texts of the cells of the page's only table, by row; a cell over several fields says over how many. */
function tableOf(page: PageMaker): string[][] {
  const tables = layoutPage(page.page()).blocks.flatMap((block) => (block.kind === 'table' ? [block] : []));
  expect(tables).toHaveLength(1);
  return tables[0]!.rows.map((row) =>
    row.map(({ content, colSpan = 1, rowSpan = 1 }) => {
      const span = colSpan > 1 || rowSpan > 1 ? ` [${colSpan}x${rowSpan}]` : '';
      return plain(content) + span;
    }),
  );
}

type Place = readonly [x: number, y: number, leading: number];

function column(page: PageMaker, [x, y, leading]: Place, texts: readonly string[]): void {
  texts.forEach((text, row) => {
    if (text) page.text(x, y + row * leading, text);
  });
}

describe('names of columns in several lines', () => {
  it('are one row of a ruled table whose other rows have one line each', () => {
    const page = makePage();
    const xs = [72, 200, 290, 380];
    const ys = [100, 144, 160, 176, 192];
    for (const y of ys) page.horizontal(y, 72, 380);
    for (const x of xs) page.vertical(x, 100, 192);
    column(page, [76, 112, 12], ['Kind of', 'Harbour', 'Light']);
    column(page, [204, 112, 12], ['Ships', 'Seen by', 'Day']);
    column(page, [294, 112, 12], ['Ships', 'Seen by', 'Night']);
    column(page, [76, 156, 16], ['Fixed', 'Flashing', 'Leading']);
    column(page, [204, 156, 16], ['14', '22', '7']);
    column(page, [294, 156, 16], ['3', '9', '1']);
    expect(tableOf(page)).toEqual([
      ['Kind of Harbour Light', 'Ships Seen by Day', 'Ships Seen by Night'],
      ['Fixed', '14', '3'],
      ['Flashing', '22', '9'],
      ['Leading', '7', '1'],
    ]);
  });

  it('are one row above a rule, though the first column has its name in the last line', () => {
    const page = makePage();
    for (const y of [100, 140, 210]) page.horizontal(y, 72, 420);
    column(page, [76, 134, 12], ['Harbour']);
    column(page, [200, 122, 12], ['Ships seen', 'by day']);
    column(page, [310, 122, 12], ['Ships seen', 'by night']);
    column(page, [76, 156, 16], ['Marrow', 'Cold Bay', 'Stane', 'Easter']);
    column(page, [200, 156, 16], ['14', '22', '7', '31']);
    column(page, [310, 156, 16], ['3', '9', '1', '12']);
    expect(tableOf(page).slice(0, 2)).toEqual([
      ['Harbour', 'Ships seen by day', 'Ships seen by night'],
      ['Marrow', '14', '3'],
    ]);
  });

  it('stand below a title whose words are as far apart as its columns, where a rule over both is below it', () => {
    const page = makePage();
    for (const y of [100, 136, 190]) page.horizontal(y, 72, 240);
    page.horizontal(117, 124, 186);
    page.text(130, 112, 'Depth (mm)');
    column(page, [76, 130, 17], ['Place', 'West', 'East', 'Basin']);
    column(page, [128, 130, 17], ['2021', '6.2', '5.9', '7.4']);
    column(page, [160, 130, 17], ['2026', '5.7', '5.8', '7.4']);
    column(page, [200, 130, 17], ['Change', '0.5', '0.1', '0.0']);
    expect(tableOf(page)[0]).toContain('Depth (mm) [2x1]');
  });

  it('are one row below titles over several columns, and names without a title span both', () => {
    const page = makePage();
    page.horizontal(100, 72, 480);
    page.horizontal(118, 196, 318);
    page.horizontal(118, 340, 462);
    page.horizontal(160, 72, 480);
    page.horizontal(250, 72, 480);
    page.text(230, 112, 'First year');
    page.text(370, 112, 'Second year');
    column(page, [76, 154, 12], ['Harbour']);
    for (const x of [200, 344]) {
      column(page, [x, 130, 12], ['Ships', 'that', 'came']);
      column(page, [x + 66, 130, 12], ['Ships', 'that', 'went']);
    }
    column(page, [76, 176, 16], ['Marrow', 'Cold Bay', 'Stane', 'Easter', 'Ness']);
    for (const x of [200, 266, 344, 410]) column(page, [x, 176, 16], ['14', '22', '17', '31', '20']);
    expect(tableOf(page).slice(0, 3)).toEqual([
      ['Harbour [1x2]', 'First year [2x1]', 'Second year [2x1]'],
      ['Ships that came', 'Ships that went', 'Ships that came', 'Ships that went'],
      ['Marrow', '14', '14', '14', '14'],
    ]);
  });
});

describe('a ruled table', () => {
  it('keeps lines in one cell that go on in mid-sentence, though those of the next cells stand beside them', () => {
    const page = makePage();
    for (const y of [100, 144, 188]) page.horizontal(y, 72, 380);
    for (const x of [72, 200, 290, 380]) page.vertical(x, 100, 188);
    column(page, [204, 112, 12], ['Ships from', 'value of', 'profit']);
    column(page, [294, 112, 12], ['Ships from', 'sale of', 'goods']);
    column(page, [76, 156, 12], ['Number of', 'harbours that', 'were open']);
    column(page, [204, 156, 12], ['27']);
    column(page, [294, 156, 12], ['16']);
    expect(tableOf(page)).toEqual([
      ['', 'Ships from value of profit', 'Ships from sale of goods'],
      ['Number of harbours that were open', '27', '16'],
    ]);
  });

  it('has a last column without a ruling at its right, though one of its rulings ends further out', () => {
    const page = makePage();
    page.horizontal(100, 72, 386);
    for (const y of [120, 140, 160]) page.horizontal(y, 72, 380);
    for (const x of [72, 200, 290]) page.vertical(x, 100, 160);
    column(page, [76, 114, 20], ['Harbour', 'Marrow', 'Stane']);
    column(page, [204, 114, 20], ['Came', 'ten ships', 'two ships']);
    column(page, [294, 114, 20], ['Went', 'nine ships', 'no ship']);
    expect(tableOf(page)[1]).toEqual(['Marrow', 'ten ships', 'nine ships']);
  });
});

it('reads a filled header as one row, although the margins in its cells are filled once more', () => {
  const page = makePage();
  const xs = [72, 200, 290, 480];
  for (const [index, x] of xs.slice(1).entries()) {
    page.box({ x0: xs[index]!, x1: x, y0: 100, y1: 124 }, 0x102040);
    if (index > 0) page.box({ x0: xs[index]!, x1: x, y0: 100.1, y1: 105 }, 0x102040);
  }
  for (const y of [100, 124, 148, 172]) page.horizontal(y, 72, 480);
  for (const x of xs) page.vertical(x, 100, 172);
  column(page, [76, 116, 24], ['Harbour', 'Marrow', 'Stane']);
  column(page, [204, 116, 24], ['Ships', 'ten', 'two']);
  column(page, [294, 116, 24], ['What the light says', 'Sail in', 'Keep away from it']);
  expect(tableOf(page)).toEqual([
    ['Harbour', 'Ships', 'What the light says'],
    ['Marrow', 'ten', 'Sail in'],
    ['Stane', 'two', 'Keep away from it'],
  ]);
});

it('reads a header above the first filled row and a row below the last one, between rulings of their width', () => {
  const page = makePage();
  const xs = [72, 160, 260, 370, 480];
  const rows = [
    ['', 'Light', 'Keeper', 'Maker'],
    ['North', 'white', 'Ada of, Vik', 'Brand'],
    ['West', 'red', 'Jon of, Vik', 'Lund'],
    ['South', 'white', 'Mia of, Vik', 'Brand'],
    ['East', 'green', 'Per of, Vik', 'Holm'],
    ['Mole', 'red', 'Eva of, Vik', 'Lund'],
    ['Isle', 'white', 'Tor of, Vik', 'Holm'],
  ];
  const y = (row: number): number => 100 + 30 * row;
  for (const row of [1, 3, 5])
    for (const [column, x0] of xs.slice(0, -1).entries())
      page.box({ x0, y0: y(row), x1: xs[column + 1]!, y1: y(row + 1) }, 0xcfe8f6);
  for (const row of [0, 1, rows.length]) page.horizontal(y(row), 72, 480);
  rows.forEach((row, index) =>
    row.forEach((text, column) => {
      const lines = text.split(', ');
      if (text) page.lines(xs[column]! + 20, y(index) + (lines.length > 1 ? 13 : 18), lines, { bold: index === 0 });
    }),
  );
  expect(tableOf(page)).toEqual(rows.map((row) => row.map((text) => text.replace(', ', ' '))));
});
