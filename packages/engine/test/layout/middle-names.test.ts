import { expect, it } from 'vitest';
import { layoutPage } from '../../src/layout/page.ts';
import { plain } from '../../src/layout/text/inlines.ts';
import { makePage, type PageMaker } from '../../../../test/make/raw-page.ts';

/** Cells with the rows that they span. */
const cellsOf = (page: PageMaker): string[][][] =>
  layoutPage(page.page()).blocks.flatMap((block) =>
    block.kind === 'table'
      ? [block.rows.map((row) => row.map(({ content, rowSpan = 1 }) => `${plain(content)} ${rowSpan}`))]
      : [],
  );

const AMOUNTS = ['12', '407', '88', '9,150', '33', '616'];

/** Rows of an index and two amounts, 12 points apart, below names of columns. */
function rowsFrom(page: PageMaker, names: readonly string[]): void {
  page.horizontal(90, 72, 420);
  [72, 172, 280, 350].forEach((x, at) => {
    page.text(x, 102, ['Area', 'Goods', 'Sold', 'Stored'][at]!);
  });
  names.forEach((name, index) => {
    const y = 114 + 12 * index;
    page.text(172, y, name);
    [AMOUNTS[index]!, AMOUNTS[5 - index]!].forEach((amount, at) => {
      page.text(300 + 80 * at - 5 * amount.length, y, amount);
    });
  });
  page.horizontal(120 + 12 * names.length, 72, 420);
}

it('lets names span the rows in whose middle they stand, between two lines', () => {
  const page = makePage();
  rowsFrom(page, ['Rope', 'Sails', 'Tar', 'Oars']);
  page.text(72, 120, 'Harbour');
  page.text(72, 144, 'Old wharf');
  expect(cellsOf(page)).toEqual([
    [
      ['Area 1', 'Goods 1', 'Sold 1', 'Stored 1'],
      ['Harbour 2', 'Rope 1', '12 1', '616 1'],
      ['Sails 1', '407 1', '33 1'],
      ['Old wharf 2', 'Tar 1', '88 1', '9,150 1'],
      ['Oars 1', '9,150 1', '88 1'],
    ],
  ]);
});

it('lets names span the rows in whose middle they stand, on the lines of rows and in several lines', () => {
  const page = makePage();
  rowsFrom(page, ['Rope', 'Sails', 'Tar', 'Oars', 'Nets', 'Hooks']);
  page.text(72, 126, 'Harbour');
  page.text(72, 156, 'Wharf of');
  page.text(72, 168, 'Marrow');
  expect(cellsOf(page)).toEqual([
    [
      ['Area 1', 'Goods 1', 'Sold 1', 'Stored 1'],
      ['Harbour 3', 'Rope 1', '12 1', '616 1'],
      ['Sails 1', '407 1', '33 1'],
      ['Tar 1', '88 1', '9,150 1'],
      ['Wharf of Marrow 3', 'Oars 1', '9,150 1', '88 1'],
      ['Nets 1', '33 1', '407 1'],
      ['Hooks 1', '616 1', '12 1'],
    ],
  ]);
});

it('leaves a name on the first line of its rows, and the lines of a cell beside its name', () => {
  const page = makePage();
  rowsFrom(page, ['Rope', 'Sails', 'Tar', 'Oars']);
  page.text(72, 114, 'Harbour');
  page.text(72, 138, 'Old wharf');
  expect(
    cellsOf(page)
      .flat(2)
      .filter((cell) => !cell.endsWith(' 1')),
  ).toEqual([]);
});

it('lets a name span titles and the names of columns below them, further apart for a ruling', () => {
  const page = makePage();
  page.horizontal(88, 200, 420);
  page.text(205, 105, 'Goods');
  page.text(272, 99, 'Harbour');
  page.horizontal(104, 250, 325);
  ['Sold', 'Kept', 'Lost', 'Left'].forEach((name, at) => void page.text(280 + 45 * at - 5 * name.length, 115, name));
  page.text(357, 99, 'Old wharf');
  page.horizontal(104, 340, 415);
  page.horizontal(119, 200, 420);
  ['Rope', 'Sails', 'Tar', 'Oars'].forEach((name, row) => {
    page.text(205, 131 + 12 * row, name);
    [0, 1, 2, 3].forEach((at) => {
      const amount = AMOUNTS[(row + at) % 6]!;
      page.text(280 + 45 * at - 5 * amount.length, 131 + 12 * row, amount);
    });
  });
  page.horizontal(172, 200, 420);
  expect(cellsOf(page)[0]!.slice(0, 3)).toEqual([
    ['Goods 2', 'Harbour 1', 'Old wharf 1'],
    ['Sold 1', 'Kept 1', 'Lost 1', 'Left 1'],
    ['Rope 1', '12 1', '407 1', '88 1', '9,150 1'],
  ]);
});

it('lets names span the rows in whose middle they stand in a ruled row that holds all of them', () => {
  const page = makePage();
  rowsFrom(page, ['Rope', 'Sails', 'Tar', 'Oars']);
  page.horizontal(106, 72, 420);
  for (const x of [70, 168, 276, 346, 420]) page.vertical(x, 90, 168);
  page.text(74, 120, 'Harbour');
  page.text(74, 144, 'Old wharf');
  expect(cellsOf(page)).toEqual([
    [
      ['Area 1', 'Goods 1', 'Sold 1', 'Stored 1'],
      ['Harbour 2', 'Rope 1', '12 1', '616 1'],
      ['Sails 1', '407 1', '33 1'],
      ['Old wharf 2', 'Tar 1', '88 1', '9,150 1'],
      ['Oars 1', '9,150 1', '88 1'],
    ],
  ]);
});
