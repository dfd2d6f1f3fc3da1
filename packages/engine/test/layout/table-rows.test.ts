import { expect, it } from 'vitest';
import { layoutPage } from '../../src/layout/page.ts';
import { plain } from '../../src/layout/text/inlines.ts';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { makePage, type PageMaker } from '../../../../test/make/raw-page.ts';

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

it('reads boxes of text below each other as text, not as a table of one column', async () => {
  const page = makePage();
  page.lines(72, 110, [
    'The harbour of Marrow is the oldest one of',
    'the coast, and was first named in letters of',
    'a monk who came there to see its lamps. It',
    'lies below a long wall of grey stones.',
  ]);
  for (const y of [100, 150, 200, 250]) page.horizontal(y, 360, 520);
  for (const x of [360, 520]) page.vertical(x, 100, 250);
  page.lines(366, 116, ['Who takes part', 'The ports of the north', 'The ports of the south']);
  page.lines(366, 166, ['Whom to ask', 'The keeper of the lamps']);
  page.lines(366, 216, ['Where it is kept', 'In the tower by the wall']);
  const { blocks } = layoutPage(page.page());
  expect(blocks.filter(({ kind }) => kind === 'table')).toEqual([]);
  expect(await markdownOf(page.page())).toMatch(/Who takes part[\s\S]*Whom to ask[\s\S]*Where it is kept/);
});

it('takes names of fields for cells, though they begin with a small letter', () => {
  const page = makePage();
  const rows = [
    ['id-marrow-gate', '::= {2 16 840 1}', 'id-marrow-post'],
    ['id-marrow-wall', '::= {2 16 840 2}', 'id-marrow-tower'],
    ['id-marrow-lamp', '::= {2 16 840 3}', 'id-marrow-light'],
    ['id-marrow-crane', '::= {2 16 840 4}', 'id-marrow-hook'],
    ['id-marrow-ship', '::= {2 16 840 5}', 'id-marrow-sail'],
  ];
  page.lines(72, 60, [
    'The following names are those of the places of the harbour, each with its number and with the one',
    'that took its place when the wall was built anew.',
  ]);
  rows.forEach((row, index) => row.forEach((text, column) => page.text(72 + 150 * column, 110 + 14 * index, text)));
  expect(tablesOf(page)).toEqual([rows]);
});

it('keeps the wrapped cells of the only row below a header in one row', () => {
  const page = makePage();
  for (const y of [100, 120, 180]) page.horizontal(y, 72, 440);
  for (const x of [72, 200, 280, 360, 440]) page.vertical(x, 100, 180);
  const lines = [
    ['Milestone', 'Measure', 'Report', 'Date'],
    ['1.1 Harbour walls', 'Completion', 'Progress', 'September'],
    ['Stones and lamps', '', 'Reporting', '15, 2021'],
    ['Plans and maps', '', 'Tool', ''],
  ];
  const xs = [76, 204, 284, 364];
  [114, 134, 148, 162].forEach((y, row) =>
    lines[row]!.forEach((text, column) => text && page.text(xs[column]!, y, text)),
  );
  expect(tablesOf(page)).toEqual([
    [
      ['Milestone', 'Measure', 'Report', 'Date'],
      [
        '1.1 Harbour walls Stones and lamps Plans and maps',
        'Completion',
        'Progress Reporting Tool',
        'September 15, 2021',
      ],
    ],
  ]);
});

/** A grid of three columns with a header and one or two ruled rows below it. */
function ruledPage(xs: readonly number[], ys: readonly number[]): PageMaker {
  const page = makePage();
  for (const y of ys) page.horizontal(y, xs[0]!, xs.at(-1)!);
  for (const x of xs) page.vertical(x, ys[0]!, ys.at(-1)!);
  ['Code', 'What it is', 'Since'].forEach((text, column) => page.text(xs[column]! + 4, ys[0]! + 13, text));
  return page;
}

it('keeps the lines of wrapped cells together where only some begin in the first column, whatever numbers they have', () => {
  const page = ruledPage([72, 140, 400, 470], [100, 118, 160, 190]);
  page.text(76, 130, 'H1');
  page.lines(
    144,
    130,
    ['Taken up by the council of all harbours of', 'Marrow in its third sitting (17 November', '2019).'],
    { leading: 12 },
  );
  page.lines(404, 130, ['20', 'November', '2019'], { leading: 12 });
  page.text(76, 172, 'H2');
  page.text(144, 172, 'Sent to all ports');
  page.text(404, 172, '30 August');
  expect(tablesOf(page)).toEqual([
    [
      ['Code', 'What it is', 'Since'],
      [
        'H1',
        'Taken up by the council of all harbours of Marrow in its third sitting (17 November 2019).',
        '20 November 2019',
      ],
      ['H2', 'Sent to all ports', '30 August'],
    ],
  ]);
});

it('keeps lists of different lengths in the cells of one ruled row', () => {
  const page = ruledPage([72, 200, 330, 460], [100, 118, 232]);
  const lists = [
    ['Grey Lamp', 'Red Lamp', 'Old Lamp', 'Long Wall', 'Low Wall', 'Stone Wall', 'Wide Gate', 'North Gate'],
    ['Little Ship', 'Round Ship', 'Heavy Ship'],
    ['Sand', 'Salt', 'Rope'],
  ];
  lists.forEach((list, column) => page.lines([76, 204, 334][column]!, 132, list, { leading: 12 }));
  expect(tablesOf(page)).toEqual([[['Code', 'What it is', 'Since'], lists.map((list) => list.join(' '))]]);
});

it('parts names from their amounts in one ruled column, beside another one', () => {
  const page = makePage();
  const rows = [
    ['One year', '$40', '$'],
    ['Three years', '$100', '$'],
    ['Pension, one year', '$30', '$'],
    ['Pension, three years', '$70', '$'],
    ['A donation of your own', '', '$'],
  ];
  for (let row = 0; row <= rows.length; row += 1) page.horizontal(100 + 20 * row, 72, 480);
  for (const x of [72, 400, 480]) page.vertical(x, 100, 100 + 20 * rows.length);
  rows.forEach((row, index) =>
    row.forEach((text, column) => {
      if (text) page.lines([76, 340, 410][column]!, 114 + 20 * index, [text]);
    }),
  );
  expect(tablesOf(page)).toEqual([rows]);
});
