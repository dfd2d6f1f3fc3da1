import { describe, expect, it } from 'vitest';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { endsAt, makePage, type PageMaker } from '../../../../test/make/raw-page.ts';

const BODY = { size: 9 };
const ENDS = [477, 536] as const;

/** Writes a text of the body that ends at `x`. */
const amountAt = (page: PageMaker, place: readonly [number, number], text: string): void =>
  endsAt(page, place, text, BODY);

/** Rules over the columns of amounts only. */
function ruleAmounts(page: PageMaker, y: number): void {
  page.horizontal(y, 426, 481);
  page.horizontal(y, 485, 539);
}

/** A name, leaders up to `reach` and amounts that end below each other, each sign at the left of its column. */
function row(page: PageMaker, y: number, [name, ...amounts]: readonly string[], reach = 423): void {
  const end = name ? page.text(75, y, name, BODY) : reach;
  // leaders are set in dots that are narrower than letters
  if (end < reach) page.text(end + 1, y, '.'.repeat(Math.floor((reach - end - 1) / 2.25)), { ...BODY, advance: 0.25 });
  amounts.forEach((amount, index) => {
    const sign = amount.startsWith('$ ');
    if (sign) page.text([428, 487][index]!, y, '$', BODY);
    amountAt(page, [ENDS[index]!, y], sign ? amount.slice(2) : amount);
  });
}

/** A statement whose leaders are painted with the names, in letters of one advance. */
function withPaintedLeaders(leaders: string, advance: number): PageMaker {
  const page = makePage();
  amountAt(page, [478, 119], '2023');
  amountAt(page, [537, 119], '2022');
  ruleAmounts(page, 123);
  ['States', 'Canada', 'Brazil', 'Wind'].forEach((name, index) => {
    const y = 134 + 14 * index;
    page.text(75, y, `${name}${leaders}`, { ...BODY, advance });
    amountAt(page, [477, y], `${index + 3},109`);
    amountAt(page, [536, y], `${index + 4},088`);
  });
  ruleAmounts(page, 180);
  return page;
}

const linesOf = async (page: PageMaker): Promise<string[]> =>
  (await markdownOf(page.page()))
    .replaceAll('*', '')
    .split('\n')
    .filter((line) => line && !/^\| :?-/u.test(line));

describe('a statement with leaders', () => {
  it('has no dots behind a long name, which leaves room for three of them', async () => {
    const page = makePage();
    const long = 'Interest accrued on deposits with harbours and other mutual societies of traders';
    amountAt(page, [478, 119], '2023');
    amountAt(page, [537, 119], '2022');
    ruleAmounts(page, 123);
    ['Receivables', 'Stock', long, 'Prepaid'].forEach((name, at) => row(page, 134 + 14 * at, [name, '111', '42']));
    ruleAmounts(page, 180);
    expect(await linesOf(page)).toContain(`| ${long} | 111 | 42 |`);
  });

  it('is one table without them, whose sum has no name', async () => {
    const page = makePage();
    page.text(75, 119, '(MILLIONS)', { size: 6 });
    amountAt(page, [478, 119], '2023');
    amountAt(page, [537, 119], '2022');
    ruleAmounts(page, 123);
    row(page, 133, ['Receivables', '$ 662', '$ 672']);
    row(page, 148, ['Stock', '111', '42']);
    row(page, 162, ['Deposits of others', '178', '609']);
    row(page, 176, ['Prepaid', '127', '86']);
    ruleAmounts(page, 180);
    row(page, 191, ['', '$ 1,078', '$ 1,409']);
    ruleAmounts(page, 194);
    expect(await linesOf(page)).toEqual([
      '| (MILLIONS) | 2023 | 2022 |',
      '| Receivables | $ 662 | $ 672 |',
      '| Stock | 111 | 42 |',
      '| Deposits of others | 178 | 609 |',
      '| Prepaid | 127 | 86 |',
      '|  | $ 1,078 | $ 1,409 |',
    ]);
  });

  it('is ruled above a column of notes where its sums are not', async () => {
    const page = makePage();
    page.text(75, 119, '(MILLIONS)', { size: 6 });
    page.text(399, 119, 'Note', BODY);
    amountAt(page, [478, 119], '2023');
    amountAt(page, [537, 119], '2022');
    page.horizontal(123, 393, 422);
    ruleAmounts(page, 123);
    row(page, 134, ['Contracts', '$ 314', '$ 341'], 388);
    row(page, 149, ['Related parties', '135', '128'], 388);
    page.text(404, 149, '28', BODY);
    row(page, 164, ['Restricted cash', '81', '52'], 388);
    page.text(404, 164, '21', BODY);
    row(page, 179, ['Other', '84', '86'], 388);
    ruleAmounts(page, 183);
    row(page, 194, ['', '$ 614', '$ 607']);
    ruleAmounts(page, 197);
    expect(await linesOf(page)).toEqual([
      '| (MILLIONS) | Note | 2023 | 2022 |',
      '| Contracts |  | $ 314 | $ 341 |',
      '| Related parties | 28 | 135 | 128 |',
      '| Restricted cash | 21 | 81 | 52 |',
      '| Other |  | 84 | 86 |',
      '|  |  | $ 614 | $ 607 |',
    ]);
  });

  it('parts a name from the leaders that are painted with it', async () => {
    const page = withPaintedLeaders('.'.repeat(60), 0.27);
    expect(await linesOf(page)).toEqual([
      '|  | 2023 | 2022 |',
      '| States | 3,109 | 4,088 |',
      '| Canada | 4,109 | 5,088 |',
      '| Brazil | 5,109 | 6,088 |',
      '| Wind | 6,109 | 7,088 |',
    ]);
  });

  it('parts leaders from the currency sign right behind them', async () => {
    const page = withPaintedLeaders(`${'.'.repeat(150)}$`, 0.25);
    expect(await linesOf(page)).toContain('| Brazil | $ 5,109 | 6,088 |');
  });

  it('has leaders of dots that are painted one by one, of which the shortest end where the others do', async () => {
    const page = makePage();
    amountAt(page, [478, 119], '2023');
    amountAt(page, [537, 119], '2022');
    ruleAmounts(page, 123);
    ['States', 'Canada', 'Receivables of all other provinces and of the many territories beside them', 'Wind'].forEach(
      (name, index) => {
        const y = 134 + 14 * index;
        const end = page.text(75, y, name, BODY);
        for (let x = 420 - 5 * Math.floor((418 - end) / 5); x <= 420; x += 5)
          page.text(x, y, '.', { ...BODY, advance: 0.25 });
        amountAt(page, [477, y], `${index + 3},109`);
        amountAt(page, [536, y], `${index + 4},088`);
      },
    );
    ruleAmounts(page, 180);
    expect(await linesOf(page)).toEqual([
      '|  | 2023 | 2022 |',
      '| States | 3,109 | 4,088 |',
      '| Canada | 4,109 | 5,088 |',
      '| Receivables of all other provinces and of the many territories beside them | 5,109 | 6,088 |',
      '| Wind | 6,109 | 7,088 |',
    ]);
  });

  it('is told from contents, whose leaders lead to one page number', async () => {
    const page = makePage();
    ['Harbours', 'Towers', 'Cranes', 'Lamps'].forEach((name, index) =>
      row(page, 134 + 14 * index, [`${index + 1}. ${name}`, '', String(3 * index + 4)], 528),
    );
    expect(await markdownOf(page.page())).not.toContain('|');
  });
});

describe('names of columns', () => {
  it('stand in lines above a ruling, also with the name of a section between', async () => {
    const page = makePage();
    const columns = [360, 420, 480];
    page.horizontal(130, 56, 305);
    for (const x of columns) page.horizontal(130, x - 26, x + 26);
    const small = { size: 7 };
    const centred = (x: number, y: number, text: string): void =>
      void page.text(x - makePage().text(0, 0, text, small) / 2, y, text, small);
    columns.forEach((x, index) => {
      centred(x, 117, `Class ${'TDI'[index]}`);
      centred(x, 126.5, 'shares');
    });
    page.text(56, 126.5, '(in thousands)', small);
    page.text(56, 142, 'Sold:', BODY);
    const rows = [
      ['Primary', '73,534', '5,614', '33,790'],
      ['Plan', '4,234', '283', '387'],
      ['Grants', '(2,204)', '(114)', '(32)'],
      ['Balance', '75,564', '5,783', '34,145'],
    ];
    rows.forEach(([name, ...amounts], index) => {
      const y = 154 + 12 * index;
      page.text(56, y, name!, BODY);
      amounts.forEach((amount, column) => amountAt(page, [columns[column]! + 24, y], amount));
    });
    for (const x of columns) page.horizontal(182, x - 26, x + 26);
    for (const x of columns) page.horizontal(194, x - 26, x + 26);
    expect(await linesOf(page)).toEqual([
      '| (in thousands) | Class T shares | Class D shares | Class I shares |',
      '| Sold: |  |  |  |',
      '| Primary | 73,534 | 5,614 | 33,790 |',
      '| Plan | 4,234 | 283 | 387 |',
      '| Grants | (2,204) | (114) | (32) |',
      '| Balance | 75,564 | 5,783 | 34,145 |',
    ]);
  });

  it('stand above filled rows, whose columns have a space between them that is none', async () => {
    const page = makePage();
    const title = { size: 7, bold: true };
    page.text(358, 97, 'Year ended December', title);
    page.horizontal(99.3, 320, 465);
    page.text(347, 107, '2023', title);
    page.text(426, 107, '2022', title);
    page.horizontal(109.3, 320, 388);
    page.horizontal(109.3, 401, 465);
    const rows: readonly (readonly string[])[] = [['Products:'], ['Handheld', '402', '370'], ['Desktop', '66', '80']];
    rows.forEach(([name, first, second], index) => {
      const y = 119 + 12 * index;
      if (index % 2 === 0)
        for (const [x0, x1] of [
          [130, 319],
          [319, 388],
          [388, 401],
          [401, 465],
        ] as const)
          page.box({ x0, x1, y0: y - 9.5, y1: y + 2.5 }, 0xcceeff);
      page.text(130, y, name!, BODY);
      if (first) amountAt(page, [385, y], first);
      if (second) amountAt(page, [462, y], second);
    });
    expect((await markdownOf(page.page())).replaceAll('*', '').trim().split('\n')).toEqual([
      '<table>',
      '<tr><th></th><th colspan="2">Year ended December</th></tr>',
      '<tr><th></th><th>2023</th><th>2022</th></tr>',
      '<tr><td>Products:</td><td></td><td></td></tr>',
      '<tr><td>Handheld</td><td>402</td><td>370</td></tr>',
      '<tr><td>Desktop</td><td>66</td><td>80</td></tr>',
      '</table>',
    ]);
  });

  it('are all that is ruled, above rows with names at their left and signs behind the amounts', async () => {
    const page = makePage();
    const ends = [261, 317, 373] as const;
    for (const y of [95, 110]) for (const end of ends) page.horizontal(y, end - 51, end + 1);
    page.text(75, 106, '(EN MILLIONS)', BODY);
    ['2023', '2022', '2021'].forEach((year, index) => page.text(ends[index]! - 34, 106, year, BODY));
    const rows = [
      ['Augmentation', '(62) $', '(76) $', '(37) $'],
      ['Diminution', '62', '75', '40'],
    ];
    rows.forEach(([name, ...amounts], row) => {
      const y = 122.5 + 14.5 * row;
      const end = page.text(75, y - 1.5, name!, BODY);
      page.text(end + 1, y - 1.5, '.'.repeat(20), { ...BODY, advance: 0.25 });
      amounts.forEach((amount, index) => {
        const [number, sign] = amount.split(' ');
        amountAt(page, [ends[index]! - 11, y], number!);
        if (sign) page.text(ends[index]! - 5, y, sign, BODY);
      });
    });
    expect(await linesOf(page)).toEqual([
      '| (EN MILLIONS) | 2023 | 2022 | 2021 |',
      '| Augmentation | (62) $ | (76) $ | (37) $ |',
      '| Diminution | 62 | 75 | 40 |',
    ]);
  });
});

it('reads the background of the current year as a column of its table, and no frame', async () => {
  const page = makePage();
  page.text(63, 100, 'Report of the directors', { size: 14 });
  page.box({ x0: 384, y0: 140, x1: 468, y1: 310 }, 0xd0d0d0);
  endsAt(page, [462, 155], 'Year 2010', { ...BODY, bold: true });
  endsAt(page, [548, 155], 'Year 2009', { ...BODY, bold: true });
  const rows = [
    ['Deferred tax', '(17.90)', '(25.09)'],
    ['Fringe benefit', '–', '11.42'],
    ['Wealth tax', '0.19', '0.26'],
    ['Tax for the prior year', '3.92', '(4.68)'],
    ['Profit after tax', '1,744.21', '934.31'],
    ['Minority interest', '(39.74)', '(38.35)'],
    ['Balance', '1,704.47', '895.96'],
  ];
  rows.forEach(([name, first, second], index) => {
    const y = 180 + 18 * index;
    page.text(63, y, name!, BODY);
    amountAt(page, [462, y], first!);
    amountAt(page, [548, y], second!);
  });
  expect((await linesOf(page)).slice(1)).toEqual([
    '|  | Year 2010 | Year 2009 |',
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
  ]);
});

it('finds the names of rows far left of ruled amounts, and parts two tables at the years that head the second', async () => {
  const page = makePage();
  const ruleFar = (y: number): void => {
    page.horizontal(y, 417, 469);
    page.horizontal(y, 478, 527);
  };
  const entry = (y: number, [name, first, second]: readonly string[]): void => {
    page.text(99, y, name!, BODY);
    if (first) amountAt(page, [465, y], first);
    if (second) amountAt(page, [523, y], second);
  };
  const years = (y: number): void => entry(y, ['', '2016', '2015']);
  page.text(83, 110, 'The movements of the year are as follows:', BODY);
  years(138);
  entry(159, ['At the start', '10,075', '11,732']);
  entry(170, ['Additions', '-', '699']);
  entry(181, ['Surplus on revaluation', '1,205', '417']);
  ruleFar(194);
  entry(202, ['At the end', '11,280', '12,848']);
  ruleFar(205);
  entry(216, ['Represented by:']);
  entry(227, ['value', '11,280', '12,848']);
  ruleFar(230);
  years(270);
  entry(291, ['Long leases', '1,797', '1,732']);
  entry(302, ['Medium leases', '8,163', '8,343']);
  ruleFar(306);
  entry(315, ['', '9,960', '10,075']);
  ruleFar(318);
  const lines = await linesOf(page);
  expect(lines.slice(1)).toEqual([
    '|  | 2016 | 2015 |',
    '| At the start | 10,075 | 11,732 |',
    '| Additions | - | 699 |',
    '| Surplus on revaluation | 1,205 | 417 |',
    '| At the end | 11,280 | 12,848 |',
    '| Represented by: |  |  |',
    '| value | 11,280 | 12,848 |',
    '|  | 2016 | 2015 |',
    '| Long leases | 1,797 | 1,732 |',
    '| Medium leases | 8,163 | 8,343 |',
    '|  | 9,960 | 10,075 |',
  ]);
});
