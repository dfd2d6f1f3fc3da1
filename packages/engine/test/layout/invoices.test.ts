import { expect, it } from 'vitest';
import { layoutPage } from '../../src/layout/page.ts';
import { continuationOdds, goOn } from '../../src/layout/tables/rows/row-starts.ts';
import { plain } from '../../src/layout/text/inlines.ts';
import { endsAt, makePage, type PageMaker } from '../../../../test/make/raw-page.ts';

const tablesOf = (page: PageMaker): string[][][] =>
  layoutPage(page.page()).blocks.flatMap((block) =>
    block.kind === 'table' ? [block.rows.map((row) => row.map((cell) => plain(cell.content)))] : [],
  );

it('reads each line with an amount in one tall ruled row as a row of its columns', () => {
  const page = makePage();
  for (const y of [100, 124, 290]) page.horizontal(y, 60, 540);
  for (const x of [60, 540]) page.vertical(x, 100, 290);
  for (const x of [290, 360, 430]) page.vertical(x, 100, 124);
  ['Item', 'Number', 'Price', 'Amount'].forEach((name, column) => page.text([64, 294, 364, 434][column]!, 116, name));
  const rows = [
    ['Notice in the paper', '', '', '45.93'],
    ['Proof by mail', '1', '0.75', '0.75'],
    ['Proof on paper', '2', '3.50', '7.00'],
    ['', '', 'Net total:', '53.68'],
    ['', '', 'Tax 20%:', '10.74'],
    ['', '', 'Total:', '64.42'],
  ];
  rows.forEach(([item, number, price, amount], row) => {
    const y = 142 + 24 * row;
    if (item) page.text(64, y, item);
    if (number) page.text(294, y, number);
    if (price && row < 3) endsAt(page, [426, y], price);
    else if (price) page.text(364, y, price);
    endsAt(page, [534, y], amount!);
  });
  expect(tablesOf(page)).toEqual([[['Item', 'Number', 'Price', 'Amount'], ...rows]]);
});

it('begins a row with each date of a list of entries, whatever their distance says', () => {
  const lines = [
    ['Date', 'Description', 'Charges'],
    ['15-08-25', 'Deposit transfer at check-in', '4.64'],
    ['15-08-25', 'Room Charge', ''],
    ['16-08-25', 'Breakfast Food', '76.00'],
    ['', 'Room E0706', ''],
    ['16-08-25', 'Visa Card', ''],
  ];
  const rows = lines.map((texts, row) => ({
    baseline: 100 + 10 * row,
    size: 9,
    cells: texts.flatMap((text, column) => {
      const x0 = 40 + 150 * column;
      return text ? [{ column, span: 1, text, x0, x1: x0 + 5 * text.length, bold: row === 0 }] : [];
    }),
  }));
  const found = goOn(continuationOdds({ lines: rows, columns: 3, rulings: [], isLattice: false }));
  expect(found).toEqual([false, false, false, false, true, false]);
});

it('reads each item and each total as a row where only a frame and a line below the header are ruled', () => {
  const page = makePage();
  for (const y of [100, 124, 216, 290]) page.horizontal(y, 60, 540);
  for (const x of [60, 540]) page.vertical(x, 100, 290);
  const right = [330, 400, 460, 530];
  const names = ['Number', 'Price', 'Tax', 'Amount'];
  page.text(64, 116, 'Item');
  names.forEach((name, column) => endsAt(page, [right[column]!, 116], name));
  const items = [
    ['TB100A4 Dividers for binders', '20', '9.90', '', '198.00'],
    ['AR42 Banana yoghurt in cups', '50', '5.50', '', '275.00'],
  ];
  const totals = [
    ['Net amount of this invoice', '', '', '', '473.00'],
    ['Tax of 7% for food', '', '', '275.00', '19.25'],
    ['Tax of 19% for the rest', '', '', '198.00', '37.62'],
    ['Gross amount', '', '', '', '529.87'],
  ];
  const put = ([name, ...numbers]: string[], y: number): void => {
    page.text(64, y, name!);
    numbers.forEach((number, column) => number && endsAt(page, [right[column]!, y], number));
  };
  items.forEach((item, index) => {
    put(item, 140 + 40 * index);
    page.text(64, 152 + 40 * index, `Article 400001234500${index}`);
  });
  totals.forEach((total, index) => put(total, 232 + 16 * index));
  const whole = items.map(([name, ...numbers], index) => [`${name} Article 400001234500${index}`, ...numbers]);
  expect(tablesOf(page)).toEqual([[['Item', ...names], ...whole, ...totals]]);
});

it('reads the names at the left of boxes with amounts as their column', () => {
  const page = makePage();
  const rows = [
    ['Subtotal', '$10,375'],
    ['Sales Tax', '3%'],
    ['Amount Due', '$10,686.25'],
  ];
  for (const x of [480, 570]) page.vertical(x, 440, 500);
  for (const [row, [name, amount]] of rows.entries()) {
    page.horizontal(440 + 20 * row, 480, 570);
    endsAt(page, [450, 454 + 20 * row], name!);
    page.text(500, 454 + 20 * row, amount!);
  }
  page.horizontal(500, 480, 570);
  expect(tablesOf(page)).toEqual([rows]);
});
