import { expect, it } from 'vitest';
import { layoutPage } from '../../../src/convert/layout/page.ts';
import { isBrokenNumber } from '../../../src/convert/layout/tables/numeric.ts';
import { plain } from '../../../src/convert/layout/text/inlines.ts';
import { markdownOf } from '../../make/layout-part.ts';
import { makePage } from '../../make/raw-page.ts';

const LEADING = 12;

it('keeps the wrapped lines of a row together where no space parts it from the next one', () => {
  const page = makePage();
  const xs = [72, 100, 200, 300];
  const rows = [
    [
      ['1'],
      ['A roof of the', 'town lowers the', 'surplus of elec-', 'tricity.'],
      ['The market of', 'balances sets', 'limits to the', 'capacity.'],
      ['22 No-', 'vember', '2015'],
    ],
    [
      ['2'],
      ['The wind farm', 'stores carbon-', 'intensive gene-', 'ration.'],
      ['Battery storage', 'curtails the base', 'load at the', 'offshore zone.'],
      ['22 A-', 'pril', '2018'],
    ],
    [
      ['3'],
      ['The district', 'heating plant', 'stores surplus', 'electricity.'],
      ['Solar output', 'lowers losses in', 'Block C.'],
      ['5 Jan-', 'uary', '2020'],
    ],
    [
      ['4'],
      ['The output of', 'solar plants and', 'of wind farms is', 'curtailed.'],
      ['Solar output', 'lowers losses of', 'the grid in the', 'evening.'],
      ['11 Au-', 'gust', '2025'],
    ],
  ];
  let y = 112;
  page.horizontal(100, 70, 345);
  ['No.', 'Measure', 'Description', 'Due'].forEach((name, column) => page.text(xs[column]!, y, name));
  page.horizontal(116, 70, 345);
  y += LEADING + 4;
  for (const row of rows) {
    row.forEach((lines, column) => page.lines(xs[column]!, y, lines));
    y += LEADING * Math.max(...row.map((lines) => lines.length));
  }
  page.horizontal(y - 8, 70, 345);
  const [table] = layoutPage(page.page()).blocks;
  expect(table?.kind).toBe('table');
  if (table?.kind !== 'table') return;
  expect(table.rows.map((row) => plain(row[0]!.content))).toEqual(['No.', '1', '2', '3', '4']);
  expect(table.rows[4]!.map((cell) => plain(cell.content))).toEqual([
    '4',
    'The output of solar plants and of wind farms is curtailed.',
    'Solar output lowers losses of the grid in the evening.',
    '11 August 2025',
  ]);
});

it('joins the digits of a number that a narrow column broke', async () => {
  const page = makePage();
  for (const y of [100, 130, 172, 202]) page.horizontal(y, 72, 240);
  for (const x of [72, 160, 200, 240]) page.vertical(x, 100, 202);
  page.lines(76, 112, ['Name of', 'the plant']);
  page.text(165, 112, '2021');
  page.text(205, 112, '2022');
  page.text(76, 142, 'Sluice');
  page.lines(165, 142, ['18,484,', '375.76']);
  page.lines(205, 142, ['-', '479,16', '5.56']);
  page.text(76, 184, 'Gauge');
  page.lines(165, 184, ['1,200', '3,400']);
  page.lines(205, 184, ['9,027.1', '3']);
  const text = await markdownOf(page.page());
  expect(text).toContain('| Sluice | 18,484,375.76 | -479,165.56 |');
  expect(text).toContain('| Gauge | 1,200 3,400 | 9,027.13 |');
});

it('joins no numbers that may be whole', () => {
  const pairs = ['1,200 3,400', '12.5 3', '100 200', '1,200 -', '2021 2022', '123 4,567.00'].map((text) =>
    text.split(' '),
  );
  expect(pairs.filter(isBrokenNumber)).toEqual([]);
});
