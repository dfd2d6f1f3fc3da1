import { describe, expect, it } from 'vitest';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { endsAt, makePage, type PageMaker } from '../../../../test/make/raw-page.ts';

const BODY = { size: 9 };
const XS = [60, 250, 330, 410] as const;

const writeRow = (page: PageMaker, y: number, [name, ...amounts]: readonly string[]): void => {
  if (name) page.text(64, y, name, BODY);
  amounts.forEach((amount, index) => endsAt(page, [XS[index + 2]! - 4, y], amount, BODY));
};

const linesOf = async (page: PageMaker): Promise<string[]> =>
  (await markdownOf(page.page()))
    .replaceAll('*', '')
    .split('\n')
    .filter((line) => line && !/^\| :?-/u.test(line));

describe('names in one tall cell beside ruled amounts', () => {
  const write = (page: PageMaker, names: readonly string[]): void => {
    for (const y of [100, 118, 190]) page.horizontal(y, XS[0], XS[3]);
    for (const y of [145, 158, 176]) page.horizontal(y, XS[1], XS[3]);
    for (const x of XS) page.vertical(x, 100, 190);
    writeRow(page, 112, ['Group', '2026', '2025']);
    writeRow(page, 128, [names[0]!, '508,917', '304,173']);
    writeRow(page, 140, [names[1]!, '-', '374,706']);
    writeRow(page, 154, ['Sum of assets', '508,917', '678,879']);
    writeRow(page, 170, ['Liabilities', '(313,935)', '(239,686)']);
    writeRow(page, 186, ['Net assets', '194,982', '439,193']);
  };
  const rows = [
    '| Sum of assets | 508,917 | 678,879 |',
    '| Liabilities | (313,935) | (239,686) |',
    '| Net assets | 194,982 | 439,193 |',
  ];

  it('are those of the rows on whose lines they stand', async () => {
    const page = makePage();
    write(page, ['Cash', 'Receivables']);
    expect(await linesOf(page)).toEqual([
      '| Group | 2026 | 2025 |',
      '| Cash | 508,917 | 304,173 |',
      '| Receivables | - | 374,706 |',
      ...rows,
    ]);
  });

  it('stay together where they are a text of its own', async () => {
    const page = makePage();
    for (const y of [100, 118, 190]) page.horizontal(y, XS[0], XS[3]);
    for (const y of [142, 166]) page.horizontal(y, XS[1], XS[3]);
    for (const x of XS) page.vertical(x, 100, 190);
    writeRow(page, 112, ['Group', '2026', '2025']);
    ['What the harbour has', 'at the end of a year', 'by the books of it'].forEach((line, index) =>
      page.text(64, 136 + 11 * index, line, BODY),
    );
    writeRow(page, 133, ['', '508,917', '304,173']);
    writeRow(page, 157, ['', '12,310', '374,706']);
    writeRow(page, 181, ['', '521,227', '678,879']);
    const markdown = await markdownOf(page.page());
    expect(markdown).toContain('>What the harbour has at the end of a year by the books of it<');
  });
});

it('parts a name and some numbers in a row whose upright rulings are missing', async () => {
  const page = makePage();
  for (const y of [100, 116, 132, 148]) page.horizontal(y, XS[0], XS[3] + 80);
  const xs = [...XS, XS[3] + 80];
  for (const x of [xs[0]!, xs[4]!]) page.vertical(x, 100, 164);
  for (const x of xs.slice(1, 4)) page.vertical(x, 100, 148);
  page.horizontal(164, xs[0]!, xs[4]!);
  const rows = [
    ['Group', 'fixed', 'floating', 'none'],
    ['Cash', '508,917', '304,173', '12,310'],
    ['Loans', '313,935', '239,686', '1,195'],
    ['Usual rate', '0.75%', '2.81%', ''],
  ];
  rows.forEach(([name, ...amounts], row) => {
    const y = 112 + 16 * row;
    page.text(64, y, name!, BODY);
    amounts.forEach((amount, index) => {
      if (amount) endsAt(page, [xs[index + 2]! - 4, y], amount, BODY);
    });
  });
  expect(await linesOf(page)).toEqual(rows.map((cells) => `| ${cells.join(' | ')} |`));
});

it('parts rows in lower case that would have stood beside the text above, in a frame with upright rulings alone', async () => {
  const page = makePage();
  for (const y of [100, 176]) page.horizontal(y, XS[0], XS[3]);
  for (const x of XS) page.vertical(x, 100, 176);
  const rows = [
    ['Feature', 'Basic', 'Plus'],
    ['Upkeep', 'in part', '29 m²'],
    ['Journeys', 'no', 'no'],
    ['Staff', '', 'yes'],
    ['Training', 'no', '52 agents'],
  ];
  rows.forEach((cells, row) =>
    cells.forEach((text, column) => page.text(XS[column]! + 12, 112 + 14 * row, text, BODY)),
  );
  expect(await linesOf(page)).toEqual(rows.map((cells) => `| ${cells.join(' | ')} |`));
});

it('takes a dash on a line of its own within a cell for no bullet, as between the courses of a menu', async () => {
  const page = makePage();
  const edges = [60, 160, 360] as const;
  for (const y of [100, 118, 200, 282]) page.horizontal(y, edges[0], edges[2]);
  for (const x of edges) page.vertical(x, 100, 282);
  const centred = (left: number, right: number, y: number, text: string): void => {
    page.text((left + right - 4.5 * text.length) / 2, y, text, BODY);
  };
  centred(60, 160, 112, 'Date');
  centred(160, 360, 112, 'Menu');
  ['Friday', 'Thursday'].forEach((day, row) => {
    centred(60, 160, 132 + row * 82, day);
    ['Lamb and Chickpeas', '-', 'Salmon with Carrots', '-', 'Coffee'].forEach((line, index) =>
      centred(160, 360, 132 + row * 82 + index * 13, line),
    );
  });
  expect(await linesOf(page)).toEqual([
    '| Date | Menu |',
    '| Friday | Lamb and Chickpeas<br>-<br>Salmon with Carrots<br>-<br>Coffee |',
    '| Thursday | Lamb and Chickpeas<br>-<br>Salmon with Carrots<br>-<br>Coffee |',
  ]);
});

describe('lines of several cells in one ruled row', () => {
  const xs = [60, 150, 280, 350, 430] as const;
  const write = (page: PageMaker, bottom: number, columns: readonly (readonly string[])[]): void => {
    for (const y of [82, 100, 118, 136, bottom]) page.horizontal(y, xs[0], xs[4]);
    for (const x of xs) page.vertical(x, 82, bottom);
    ['Symbol', 'Parameter', 'Value', 'Voltage'].forEach((name, at) => page.text(xs[at]! + 4, 94, name, BODY));
    for (const y of [112, 130]) ['CIN', 'Input', '7', '5'].forEach((text, at) => page.text(xs[at]! + 4, y, text, BODY));
    columns.forEach((lines, at) => page.lines(xs[at]! + 4, 148, lines, { ...BODY, leading: 11 }));
  };
  const markdown = (page: PageMaker): Promise<string> => markdownOf(page.page());

  it('are rows, which a name beside them spans', async () => {
    const page = makePage();
    write(page, 178, [['FCLK'], ['Clock frequency', 'of the counter'], ['3.1', '2.2', '1.8'], ['4.5', '2.5', '1.9']]);
    expect(await markdown(page)).toContain(
      [
        '<tr><td rowspan="3">FCLK</td><td rowspan="3">Clock frequency of the counter</td><td>3.1</td><td>4.5</td></tr>',
        '<tr><td>2.2</td><td>2.5</td></tr>',
        '<tr><td>1.8</td><td>1.9</td></tr>',
      ].join('\n'),
    );
  });

  it('are one row where a name beside them has more lines', async () => {
    const page = makePage();
    write(page, 190, [
      ['Counters', 'Slow', 'Fast', 'Spare'],
      ['Clock frequency'],
      ['3.1', '2.2', '1.8'],
      ['4.5', '2.5', '1.9'],
    ]);
    expect(await markdown(page)).not.toContain('rowspan');
  });

  it('are one row where a value and its error stand below each other', async () => {
    const page = makePage();
    write(page, 178, [['Growth'], ['Rate'], ['0.31', '(0.02)'], ['0.45', '(0.03)']]);
    expect(await markdown(page)).not.toContain('rowspan');
  });
});

it('takes lines in a frame for rows where the amount of a year is missing before some names', async () => {
  const page = makePage();
  const xs = [60, 120, 280, 340] as const;
  const rows = [
    ['134.00', 'Dues', '140.00'],
    ['50.00', 'Audit', '50.00'],
    ['', 'Seats', '234.00'],
    ['488.82', 'Insurance', '547.51'],
    ['', 'Petrol for generator', '69.60'],
    ['144.00', 'Festival', '0.00'],
    ['40.00', 'Fee', '52.00'],
  ];
  for (const y of [100, 190, 204]) page.horizontal(y, xs[0], xs[3]);
  for (const x of xs) page.vertical(x, 100, 204);
  [...rows, ['856.82', 'Total', '1,093.11']].forEach(([before, name, now], index) => {
    const y = 112 + index * 12.5;
    if (before) endsAt(page, [xs[1] - 4, y], before, BODY);
    page.text(xs[1] + 4, y, name!, BODY);
    endsAt(page, [xs[3] - 4, y], now!, BODY);
  });
  expect(await linesOf(page)).toContain('|  | Petrol for generator | 69.60 |');
});
