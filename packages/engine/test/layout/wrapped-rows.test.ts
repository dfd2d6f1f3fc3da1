import { expect, it } from 'vitest';
import { layoutPage } from '../../src/layout/page.ts';
import { isBrokenNumber } from '../../src/layout/tables/model/numeric.ts';
import { plain } from '../../src/layout/text/inlines.ts';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { makePage } from '../../../../test/make/raw-page.ts';

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

it('parts rows in one ruled row by columns of numbers, around which wrapped names are centred', async () => {
  const page = makePage();
  const xs = [72, 120, 200, 260, 320];
  for (const y of [100, 118, 236]) page.horizontal(y, 72, 320);
  page.horizontal(218, 120, 320);
  for (const x of xs) page.vertical(x, 100, 236);
  ['Kind', 'Asset', '2021', '2022'].forEach((name, column) => page.text(xs[column]! + 4, 112, name));
  page.lines(76, 165, ['Fixed', 'assets']);
  const rows: [number, string[], string, string][] = [
    [136, ['Sluices'], '18,484', '17,020'],
    [160, ['Gauges', 'and pipes', 'of iron'], '2,401', '2,335'],
    [184, ['Buildings', 'and land'], '963', '–'],
    [206, ['Tools'], '75', '71'],
    [230, ['Total'], '21,923', '19,426'],
  ];
  for (const [y, name, before, now] of rows) {
    page.lines(124, y - 4.5 * (name.length - 1), name, { leading: 9 });
    page.text(225, y, before);
    page.text(285, y, now);
  }
  const text = await markdownOf(page.page());
  expect(text).toContain('<td>Sluices</td><td>18,484</td><td>17,020</td>');
  expect(text).toContain('<td>Gauges and pipes of iron</td><td>2,401</td><td>2,335</td>');
  expect(text).toContain('<td rowspan="5">Fixed assets</td>');
});

it('keeps a measure in two units in one cell', async () => {
  const page = makePage();
  const xs = [72, 160, 200, 240, 280, 320];
  for (const y of [100, 118, 150, 182, 214, 246]) page.horizontal(y, 72, 320);
  for (const x of xs) page.vertical(x, 100, 246);
  ['Month', '1', '2', '3', '4'].forEach((name, column) => page.text(xs[column]! + 4, 112, name));
  for (const y of [131, 163, 195, 227]) {
    page.lines(76, y, ['Mean high °F', '(°C)']);
    for (const x of xs.slice(1, -1)) page.lines(x + 4, y, ['92.1', '(33.4)']);
  }
  expect(await markdownOf(page.page())).toContain('| Mean high °F (°C) | 92.1 (33.4) |');
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

it('reads a range that its cell breaks at the dash in one row', async () => {
  const page = makePage();
  page.lines(
    72,
    100,
    Array.from({ length: 6 }, () => 'The committee meets in the hall of the harbour on both days of May.'),
  );
  const rows = [
    [['Time'], ['Item'], ['Speaker']],
    [['9:00–', '9:45'], ['Opening'], ['Caleb', 'Lindqvist']],
    [['10:00–', '10:30'], ['Break'], ['Piotr', 'Brandt']],
    [['11:00–', '11:45'], ['Break'], []],
    [
      ['12:00–', '12:30'],
      ['Solar output lowers', 'losses of the grid'],
      ['Henrik', 'Moreau'],
    ],
  ];
  let y = 190;
  for (const row of rows) {
    row.forEach((lines, column) => page.lines([72, 130, 260][column]!, y, lines));
    y += LEADING * Math.max(...row.map((lines) => lines.length));
  }
  const markdown = await markdownOf(page.page());
  expect(markdown).toContain('Lindqvist');
  expect(markdown).toMatch(/\| 10:00– ?10:30 \| Break \| Piotr Brandt \|\n\| 11:00– ?11:45 \| Break \|  \|/);
});

it('reads rows whose cells go on in several lines at the loose distance of all lines', async () => {
  const page = makePage();
  const texts = [
    [
      'Rope',
      'Ann',
      ['All that is left of it', 'will be sold before', 'the first ships of', 'the year come in'],
      'open',
    ],
    [
      'Sails',
      'Ben',
      ['The old ones are sent', 'to the harbour, where', 'they are mended by', 'the night watch'],
      'done',
    ],
    ['Tar', 'Carl', ['Nobody has asked for', 'any of it this year,', 'so it is kept'], 'done'],
  ] as const;
  ['Goods', 'Owner', 'Decision', 'Status'].forEach((name, at) => {
    page.text(72 + 110 * at, 80, name, { bold: true });
  });
  let y = 80 + 15.6;
  for (const [goods, owner, lines, status] of texts) {
    page.text(72, y, goods);
    page.text(182, y, owner);
    page.text(402, y, status);
    page.lines(292, y, lines, { leading: 15.6 });
    y += 15.6 * lines.length;
  }
  const markdown = await markdownOf(page.page());
  for (const [goods, owner, lines, status] of texts)
    expect(markdown).toContain(`| ${goods} | ${owner} | ${lines.join(' ')} | ${status} |`);
});
