import { expect, it } from 'vitest';
import { layoutPage } from '../../../src/convert/layout/page.ts';
import { plain } from '../../../src/convert/layout/text/inlines.ts';
import { makePage, type PageMaker } from '../../make/raw-page.ts';

const tablesOf = (page: PageMaker): string[][][] =>
  layoutPage(page.page()).blocks.flatMap((block) =>
    block.kind === 'table' ? [block.rows.map((row) => row.map((cell) => plain(cell.content)))] : [],
  );

it('keeps the totals of a statement in larger letters, and titles and empty rows with their numbers, in its table', () => {
  const page = makePage();
  const rows: readonly (readonly [string, string?, string?, boolean?])[] = [
    ['Levies from members', '14,260.00', '14,728.00'],
    ['Grant of the league', '1,427.55', '1,204.60'],
    ['Fees for seminars', '450.00', '698.00'],
    ['Entries of the cup', '1,250.00', '1,378.00'],
    ['Total Income', '17,387.55', '18,008.60', true],
    [''],
    ['Expenses', '', '', true],
    [''],
    ['Services', '', '', true],
    ['Meetings of captains', '5,500.00', '4,765.17'],
    ['Seminars and rules', '500.00', '489.15'],
    ['Pins', '400.00', '530.60'],
  ];
  rows.forEach(([name, first, second, isLarge], index) => {
    const y = 100 + 12 * index;
    const options = isLarge ? { size: 8.1, bold: true } : { size: 7.5 };
    page.text(48, y, `${index + 1}`, { size: 5.5 });
    if (name) page.text(62, y, name, options);
    for (const [value, end] of [
      [first, 455],
      [second, 540],
    ] as const)
      if (value) page.text(end - 0.5 * options.size * value.length, y, value, options);
  });
  const [table, ...more] = tablesOf(page);
  expect(more).toEqual([]);
  expect(table).toHaveLength(12);
  expect(table![4]).toEqual(['5', 'Total Income', '17,387.55', '18,008.60']);
});

it('finds the columns of ruled rows that no ruling parts', () => {
  const page = makePage();
  for (const y of [100, 120, 140, 172, 192]) page.horizontal(y, 72, 480);
  for (const x of [72, 480]) page.vertical(x, 100, 192);
  const xs = [76, 180, 270];
  const rows = [
    ['From', 'Can pass', 'Notes'],
    ['Harbour', 'yes', 'This goes on as it did'],
    ['Wall', 'yes', 'Ships may pass here, as long as'],
    ['Crane', 'no', 'Nothing passes'],
  ];
  [114, 134, 154, 186].forEach((y, row) => rows[row]!.forEach((text, column) => page.text(xs[column]!, y, text)));
  page.text(270, 166, 'they have a light on board');
  expect(tablesOf(page)).toEqual([
    [
      ['From', 'Can pass', 'Notes'],
      ['Harbour', 'yes', 'This goes on as it did'],
      ['Wall', 'yes', 'Ships may pass here, as long as they have a light on board'],
      ['Crane', 'no', 'Nothing passes'],
    ],
  ]);
});
