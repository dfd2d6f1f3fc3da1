import { describe, expect, it } from 'vitest';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { endsAt, makePage, PROSE, type PageMaker } from '../../../../test/make/raw-page.ts';

const BODY = { size: 9 };
const ENDS = [420, 480, 540] as const;

/** A name at `x` and amounts that end below each other; those of one amount less leave the last column free. */
function entry(page: PageMaker, y: number, [name, ...amounts]: readonly string[], x = 60): void {
  if (name) page.text(x, y, name, BODY);
  const ends = ENDS.slice(ENDS.length - Math.max(amounts.length, 2));
  amounts.forEach((amount, index) => endsAt(page, [ends[index]!, y], amount, BODY));
}

const years = (page: PageMaker, y: number): void => entry(page, y, ['', '2026', '2025']);

function rule(page: PageMaker, y: number): void {
  page.horizontal(y, ENDS[1] - 52, ENDS[1] + 2);
  page.horizontal(y, ENDS[2] - 52, ENDS[2] + 2);
}

const linesOf = async (page: PageMaker): Promise<string[]> =>
  (await markdownOf(page.page()))
    .replaceAll('*', '')
    .split('\n')
    .filter((line) => line && !/^\| :?-/u.test(line));

describe('a name of several lines, whose amounts stand on its last one', () => {
  it('goes on in small letters, at the distance of all lines', async () => {
    const page = makePage();
    years(page, 100);
    entry(page, 120, ['Profit of the owners']);
    entry(page, 132, ['(in thousands)', '37,159', '49,183'], 68);
    entry(page, 144, ['Average number of shares for']);
    entry(page, 156, ['basic earnings', '633,671', '617,909'], 68);
    entry(page, 168, ['Effect of options upon']);
    entry(page, 180, ['the exercise', '770', '1,249'], 68);
    entry(page, 192, ['Average number of all shares', '634,441', '619,158']);
    expect(await linesOf(page)).toEqual([
      '|  | 2026 | 2025 |',
      '| Profit of the owners (in thousands) | 37,159 | 49,183 |',
      '| Average number of shares for basic earnings | 633,671 | 617,909 |',
      '| Effect of options upon the exercise | 770 | 1,249 |',
      '| Average number of all shares | 634,441 | 619,158 |',
    ]);
  });

  it('goes on in capitals where its lines are indented and nearer to each other than entries are', async () => {
    const page = makePage();
    years(page, 100);
    entry(page, 120, ['Payable', '37,159', '49,183']);
    entry(page, 136, ['Shares of the']);
    entry(page, 146, ['Harbour Company', '633,671', '617,909'], 68);
    entry(page, 162, ['Loans of the']);
    entry(page, 172, ['Harbour Bank', '770', '1,249'], 68);
    entry(page, 188, ['Options', '634,441', '619,158']);
    expect(await linesOf(page)).toEqual([
      '|  | 2026 | 2025 |',
      '| Payable | 37,159 | 49,183 |',
      '| Shares of the Harbour Company | 633,671 | 617,909 |',
      '| Loans of the Harbour Bank | 770 | 1,249 |',
      '| Options | 634,441 | 619,158 |',
    ]);
  });

  it('is told from the name of a section, whose entries begin below each other', async () => {
    const page = makePage();
    years(page, 100);
    entry(page, 120, ['Held in the north', '1,797', '1,732']);
    entry(page, 132, ['Held in the south']);
    entry(page, 144, ['long leases', '8,163', '8,343'], 68);
    entry(page, 156, ['short leases', '1,960', '1,075'], 68);
    entry(page, 168, ['All', '11,920', '11,150']);
    expect(await linesOf(page)).toEqual([
      '|  | 2026 | 2025 |',
      '| Held in the north | 1,797 | 1,732 |',
      '| Held in the south |  |  |',
      '| long leases | 8,163 | 8,343 |',
      '| short leases | 1,960 | 1,075 |',
      '| All | 11,920 | 11,150 |',
    ]);
  });
});

describe('a statement that its amounts alone show', () => {
  it('goes on past names of many lines and lines that are filled, and has its header', async () => {
    const page = makePage();
    const columns = [
      ['Parent', 'company'],
      ['Other', 'companies'],
      ['Whole', 'group'],
    ];
    columns.forEach((lines, index) =>
      lines.forEach((line, at) => endsAt(page, [ENDS[index]!, 90 + 10 * at], line, BODY)),
    );
    page.text(60, 113, 'At the end of 2026', { ...BODY, bold: true });
    entry(page, 127, ['Current assets', '65', '4,611', '4,676']);
    entry(page, 141, ['Other assets', '735', '71,435', '72,170']);
    const name = [
      'Interests of others',
      'that share in the result',
      'of all companies in which',
      'the group has the majority,',
    ];
    [...name, 'and of those that it'].forEach((line, index) =>
      entry(page, 155 + 10 * index, [line], index === 0 ? 60 : 68),
    );
    entry(page, 205, ['leads', '–', '18,863', '18,863'], 68);
    entry(page, 219, ['Shares of others', '583', '2,479', '3,062']);
    entry(page, 233, ['Loans', '–', '592', '592']);
    expect(await linesOf(page)).toEqual([
      '|  | Parent company | Other companies | Whole group |',
      '| At the end of 2026 |  |  |  |',
      '| Current assets | 65 | 4,611 | 4,676 |',
      '| Other assets | 735 | 71,435 | 72,170 |',
      `| ${[...name, 'and of those that it leads'].join(' ')} | – | 18,863 | 18,863 |`,
      '| Shares of others | 583 | 2,479 | 3,062 |',
      '| Loans | – | 592 | 592 |',
    ]);
  });

  it('is one table with what a filled row without text parts from the filled rows above', async () => {
    const page = makePage();
    years(page, 100);
    for (const y of [120, 144]) page.box({ x0: 56, x1: 544, y0: y - 9, y1: y + 3 }, 0xe8e8e8);
    entry(page, 120, ['At the start', '1,931', '2,505']);
    entry(page, 132, ['Amortization', '(502)', '(574)']);
    entry(page, 158, ['At the end', '1,429', '1,931']);
    expect(await linesOf(page)).toEqual([
      '|  | 2026 | 2025 |',
      '| At the start | 1,931 | 2,505 |',
      '| Amortization | (502) | (574) |',
      '| At the end | 1,429 | 1,931 |',
    ]);
  });

  it('has the columns of cells at both of its sides', async () => {
    const page = makePage();
    const rows = [
      ['4 May', 'Harbour dues', '1,250.00', '8,750.00', 'paid'],
      ['9 May', 'Rent of two cranes', '310.00', '8,440.00', 'open'],
      ['17 May', 'Lamp oil', '42.50', '8,397.50', 'paid'],
      ['23 May', 'Wages of the pilots', '2,900.00', '5,497.50', 'paid'],
    ];
    rows.forEach(([day, name, debit, balance, state], index) => {
      const y = 120 + 13 * index;
      page.text(60, y, day!, BODY);
      page.text(130, y, name!, BODY);
      endsAt(page, [330, y], debit!, BODY);
      endsAt(page, [410, y], balance!, BODY);
      page.text(470, y, state!, BODY);
    });
    expect(await linesOf(page)).toEqual(rows.map((cells) => `| ${cells.join(' | ')} |`));
  });

  it('stands in one of two columns of the page', async () => {
    const page = makePage();
    page.lines(40, 100, [...PROSE, ...PROSE, ...PROSE], { ...BODY, leading: 12 });
    page.lines(
      330,
      100,
      PROSE.slice(0, 3).map((line) => line.slice(0, 40)),
      { ...BODY, leading: 12 },
    );
    const rows = [
      ['Loan to the harbour', '8,780.17', '10,099.38'],
      ['Advance to a pilot', '898,200.00', '12.50'],
      ['Deposits', '1,310.00', '1,250.00'],
    ];
    rows.forEach(([name, ...amounts], index) => {
      const y = 148 + 12 * index;
      page.text(330, y, name!, BODY);
      amounts.forEach((amount, at) => endsAt(page, [[490, 560][at]!, y], amount, BODY));
    });
    page.lines(
      330,
      196,
      PROSE.map((line) => line.slice(0, 40)),
      { ...BODY, leading: 12 },
    );
    const lines = await linesOf(page);
    const table = ['|  |  |  |', ...rows.map((cells) => `| ${cells.join(' | ')} |`)];
    expect(lines.filter((line) => line.startsWith('|'))).toEqual(table);
  });

  it('ends where titles stand above entries with fewer amounts', async () => {
    const page = makePage();
    years(page, 100);
    entry(page, 120, ['Products', '1,492', '635']);
    entry(page, 133, ['Services', '2,229', '1,177']);
    entry(page, 146, ['Others', '3,721', '1,812']);
    page.text(60, 170, 'Changes of the reserves', BODY);
    page.text(60, 183, 'Three months that ended in May', BODY);
    const others = [
      ['At the start', '53,813'],
      ['Additions', '27,646'],
      ['At the end', '81,459'],
    ];
    others.forEach(([name, amount], index) => {
      page.text(60, 200 + 13 * index, name!, BODY);
      endsAt(page, [540, 200 + 13 * index], amount!, BODY);
    });
    const lines = await linesOf(page);
    expect(lines.slice(0, 4)).toEqual([
      '|  | 2026 | 2025 |',
      '| Products | 1,492 | 635 |',
      '| Services | 2,229 | 1,177 |',
      '| Others | 3,721 | 1,812 |',
    ]);
    expect(lines[4]).toBe('Changes of the reserves');
  });
});

describe('two statements below each other', () => {
  it('are parted by prose between their rulings', async () => {
    const page = makePage();
    const write = (top: number): void => {
      years(page, top);
      rule(page, top + 4);
      entry(page, top + 16, ['Products', '1,492', '635']);
      entry(page, top + 29, ['Services', '2,229', '1,177']);
      rule(page, top + 33);
      entry(page, top + 43, ['', '3,721', '1,812']);
      rule(page, top + 47);
    };
    write(100);
    page.text(58, 166, 'The parts of the other result of the year, without what the owners have paid in, are as', {
      size: 9.5,
    });
    page.text(58, 178, 'follows, in thousands of pounds of the year in which the accounts were closed by them:', {
      size: 9.5,
    });
    write(200);
    const lines = await linesOf(page);
    const table = ['|  | 2026 | 2025 |', '| Products | 1,492 | 635 |', '| Services | 2,229 | 1,177 |'];
    expect(lines.filter((line) => line.startsWith('|'))).toEqual([
      ...table,
      '|  | 3,721 | 1,812 |',
      ...table,
      '|  | 3,721 | 1,812 |',
    ]);
    expect(lines.join('\n')).not.toContain('<td');
  });

  it('are parted by a title and years, where rulings are over sums only', async () => {
    const page = makePage();
    page.text(44, 90, '(a) Movements', { ...BODY, bold: true });
    years(page, 108);
    entry(page, 128, ['At the start', '10,075', '11,732']);
    entry(page, 139, ['Additions', '5', '699']);
    rule(page, 143);
    entry(page, 152, ['At the end', '10,080', '12,431']);
    rule(page, 155);
    entry(page, 174, ['Representing:']);
    entry(page, 185, ['value', '10,080', '12,431']);
    rule(page, 188);
    page.text(44, 206, '(b) Terms', { ...BODY, bold: true });
    years(page, 227);
    entry(page, 248, ['In the north:']);
    entry(page, 259, ['long leases', '1,797', '1,732']);
    entry(page, 270, ['short leases', '8,283', '8,343']);
    rule(page, 273);
    entry(page, 282, ['', '10,080', '10,075']);
    rule(page, 285);
    const lines = await linesOf(page);
    expect(lines.filter((line) => line.startsWith('|'))).toEqual([
      '|  | 2026 | 2025 |',
      '| At the start | 10,075 | 11,732 |',
      '| Additions | 5 | 699 |',
      '| At the end | 10,080 | 12,431 |',
      '| Representing: |  |  |',
      '| value | 10,080 | 12,431 |',
      '|  | 2026 | 2025 |',
      '| In the north: |  |  |',
      '| long leases | 1,797 | 1,732 |',
      '| short leases | 8,283 | 8,343 |',
      '|  | 10,080 | 10,075 |',
    ]);
  });
});

it('begins a row with a section that is indented below another one', async () => {
  const page = makePage();
  years(page, 100);
  entry(page, 112, ['Income']);
  entry(page, 124, ['Current income', '12,310', '9,182'], 70);
  entry(page, 136, ['Assets']);
  entry(page, 148, ['Current assets'], 70);
  entry(page, 160, ['Savings'], 80);
  entry(page, 172, ['Harbour Bank of the County', '37,159', '49,183'], 90);
  entry(page, 184, ['Pier Bank', '3,159', '4,183'], 90);
  entry(page, 196, ['Sum of savings', '40,318', '53,366'], 80);
  expect(await linesOf(page)).toEqual([
    '|  | 2026 | 2025 |',
    '| Income |  |  |',
    '| Current income | 12,310 | 9,182 |',
    '| Assets |  |  |',
    '| Current assets |  |  |',
    '| Savings |  |  |',
    '| Harbour Bank of the County | 37,159 | 49,183 |',
    '| Pier Bank | 3,159 | 4,183 |',
    '| Sum of savings | 40,318 | 53,366 |',
  ]);
});

it('reads a sheet with one amount a line, where lines are drawn above the sums', async () => {
  const page = makePage();
  const rows: (readonly [number, string, string?])[] = [
    [84, '1350 Account of the harbour', '17,532.29'],
    [84, '1355 Account of the lamps', '30,000.25'],
    [76, 'Sum of the accounts', '47,532.54'],
    [76, 'Claims'],
    [84, '1250 Claims on ships', '70,976.26'],
    [76, 'Sum of the claims', '70,976.26'],
    [68, 'Sum of the assets', '118,508.80'],
    [68, 'Walls and lamps'],
    [84, '1510 Walls', '190,106.80'],
    [84, '1530 Lamps', '226,887.51'],
    [68, 'Sum of walls and lamps', '416,994.31'],
  ];
  rows.forEach(([x, name, amount], index) => {
    page.text(x, 100 + 14 * index, name, BODY);
    if (amount) endsAt(page, [330, 100 + 14 * index], amount, BODY);
    if (name.startsWith('Sum')) page.horizontal(90 + 14 * index, 273, 334);
  });
  expect(await linesOf(page)).toEqual(['|  |  |', ...rows.map(([, name, amount = '']) => `| ${name} | ${amount} |`)]);
});
