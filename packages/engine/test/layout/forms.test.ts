import { describe, expect, it } from 'vitest';
import { layoutPage } from '../../src/layout/page.ts';
import { plain } from '../../src/layout/text/inlines.ts';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { makePage, type PageMaker } from '../../../../test/make/raw-page.ts';

const textsOf = (page: PageMaker): string[] =>
  layoutPage(page.page()).blocks.map((block) => (block.kind === 'text' ? plain(block.content) : block.kind));

/** Rulings around boxes for amounts at the right, below each other. */
function boxes(page: PageMaker, left: number, ys: readonly number[]): void {
  for (const y of ys) page.horizontal(y, left, 540);
  for (const x of [400, 424, 540]) page.vertical(x, ys[0]!, ys.at(-1)!);
}

/** Three lines, of which the second wraps, with the numbers of their boxes. */
function lines(page: PageMaker): void {
  page.text(76, 112, '1');
  page.text(100, 112, 'Wages from all employers');
  page.text(408, 112, '1');
  page.text(76, 132, '2');
  page.lines(100, 132, ['Interest of savings that you', 'held for the whole year']);
  page.text(408, 144, '2');
  page.text(76, 164, '3');
  page.text(100, 164, 'Add lines 1 and 2');
  page.text(408, 164, '3');
}

const READ = [
  '1 Wages from all employers 1',
  '2 Interest of savings that you held for the whole year 2',
  '3 Add lines 1 and 2 3',
];

describe('the lines of a form', () => {
  it('are paragraphs, though rulings around the boxes for their amounts go around them too', () => {
    const page = makePage();
    lines(page);
    page.horizontal(100, 72, 540);
    page.horizontal(172, 72, 540);
    boxes(page, 400, [100, 120, 150, 172]);
    expect(textsOf(page)).toEqual(READ);
  });

  it('keep the numbers of boxes that stand apart from them', () => {
    const page = makePage();
    lines(page);
    boxes(page, 400, [100, 120, 150, 172]);
    expect(textsOf(page)).toEqual(READ);
  });

  it('have letters that go on with the number of a line above', () => {
    const page = makePage();
    for (const [index, [start, text, box]] of [
      ['2a', 'Interest of savings', '2a'],
      ['b', 'Interest of loans', '2b'],
      ['c', 'Add lines 2a and 2b', '2c'],
    ].entries()) {
      page.text(76, 112 + 20 * index, start!);
      page.text(100, 112 + 20 * index, text!);
      page.text(408, 112 + 20 * index, box!);
    }
    page.horizontal(100, 72, 540);
    page.horizontal(160, 72, 540);
    boxes(page, 400, [100, 120, 140, 160]);
    expect(textsOf(page)).toEqual(['2a Interest of savings 2a', 'b Interest of loans 2b', 'c Add lines 2a and 2b 2c']);
  });

  it('are no numbered rows with small counts, which are numbers of other rows', () => {
    const page = makePage();
    ['Argentina', 'Australia', 'Austria', 'Bangladesh', 'Belgium'].forEach((name, row) => {
      const y = 112 + 20 * row;
      page.horizontal(y - 12, 72, 540);
      page.text(76, y, String(row));
      page.text(110, y, name);
      [2, 0, 1, 0].forEach((count, column) => page.text(208 + 80 * column, y, String((count + row) % 4)));
    });
    page.horizontal(200, 72, 540);
    for (const x of [72, 100, 200, 280, 360, 440, 540]) page.vertical(x, 100, 200);
    expect(textsOf(page)).toEqual(['table']);
  });

  it('are no ranks beside numbers', () => {
    const page = makePage();
    ['Rank', 'Points'].forEach((name, column) => page.text(76 + 100 * column, 112, name));
    for (const [row, points] of [9, 8, 3, 2].entries()) {
      page.text(76, 132 + 20 * row, String(row + 1));
      page.text(176, 132 + 20 * row, String(points));
    }
    for (let y = 100; y <= 200; y += 20) page.horizontal(y, 72, 272);
    for (const x of [72, 172, 272]) page.vertical(x, 100, 200);
    expect(textsOf(page)).toEqual(['table']);
  });
});

it('leaves names of parts at the left of the lines of a form out of them', () => {
  const page = makePage();
  const rows = [
    ['1', 'Wages from all employers'],
    ['2', 'Interest of savings'],
    ['3', 'Rents of land and houses'],
    ['4', 'Add lines 1 to 3'],
  ];
  for (const [index, [start, text]] of rows.entries()) {
    const y = 112 + 20 * index;
    page.text(136, y, start!);
    page.text(160, y, text!);
    page.text(408, y, start!);
  }
  page.text(76, 112, 'Income', { size: 12, bold: true });
  page.lines(76, 132, ['Attach the', 'slips of all', 'employers.'], { size: 7, leading: 20 });
  page.horizontal(100, 72, 540);
  page.horizontal(180, 72, 540);
  boxes(page, 400, [100, 120, 140, 160, 180]);
  const texts = textsOf(page);
  expect(texts).not.toContain('table');
  for (const [start, text] of rows) expect(texts).toContain(`${start} ${text} ${start}`);
});

describe('typed blanks', () => {
  it('end their lines, however close the next label stands', () => {
    const page = makePage();
    page.lines(72, 100, [
      `Name: ${'_'.repeat(40)}`,
      `Address: ${'_'.repeat(37)}`,
      `Phone: ${'_'.repeat(18)} Mail: ______`,
    ]);
    expect(textsOf(page)).toEqual([
      `Name: ${'_'.repeat(40)}`,
      `Address: ${'_'.repeat(37)}`,
      `Phone: ${'_'.repeat(18)} Mail: ______`,
    ]);
  });

  it('are part of a sentence that goes on below them', () => {
    const page = makePage();
    page.lines(72, 100, [
      `This agreement is made on the first day of ${'_'.repeat(20)}`,
      'between the tenant and the landlord, who is named below.',
    ]);
    expect(textsOf(page)).toHaveLength(1);
  });

  it('that are lines of their own, as typed rules are, stand alone', () => {
    const page = makePage();
    page.lines(72, 100, ['Tax of the whole order: $8,001.91', '-'.repeat(50), 'Total of the whole order: $46,248.78']);
    expect(textsOf(page)).toEqual([
      'Tax of the whole order: $8,001.91',
      '-'.repeat(50),
      'Total of the whole order: $46,248.78',
    ]);
  });
});

/** Rows of boxes between 72 and 540: texts, each with the place where its box begins. */
function boxedRows(page: PageMaker, rows: readonly (readonly (readonly [number, string])[])[]): void {
  for (const [index, row] of rows.entries()) {
    const y = 100 + 24 * index;
    for (const at of [y, y + 24]) page.horizontal(at, 72, 540);
    for (const [x, text] of row) {
      page.vertical(x, y, y + 24);
      page.text(x + 3, y + 9, text, { size: 7 });
    }
    page.vertical(540, y, y + 24);
  }
}

describe('boxes of a form, each row with edges of its own', () => {
  const FIELDS: readonly (readonly (readonly [number, string])[])[] = [
    [
      [72, 'First name'],
      [250, 'Last name'],
      [440, 'Number of person'],
    ],
    [
      [72, 'Street and number'],
      [380, 'Apartment'],
    ],
    [
      [72, 'Town'],
      [300, 'County'],
      [480, 'Code'],
    ],
    [
      [72, 'Telephone'],
      [220, 'Address of mail'],
    ],
  ];

  it('are fields, not a table', () => {
    const page = makePage();
    boxedRows(page, FIELDS);
    expect(textsOf(page)).toEqual(FIELDS.flat().map(([, text]) => text));
  });

  it('may have a table among them', () => {
    const page = makePage();
    const days = ['From', 'Monday', 'Tuesday', 'Friday'];
    const grid = [days, ['Eight', 'yes', 'yes', 'no'], ['Nine', 'no', 'yes', 'no'], ['Ten', 'no', 'no', 'yes']];
    const rows = grid.map((row) => row.map((text, column) => [72 + 117 * column, text] as const));
    boxedRows(page, [...FIELDS, ...rows]);
    expect(textsOf(page)).toEqual([...FIELDS.flat().map(([, text]) => text), 'table']);
  });
});

describe('the head of a form', () => {
  it('is read field by field, with its title as a heading', async () => {
    const page = makePage();
    page.text(72, 66, 'Form', { size: 7 });
    page.text(90, 66, '8100', { size: 20, bold: true });
    page.lines(72, 80, ['Office of Revenue'], { size: 7 });
    page.text(190, 60, 'Tax on Land and Houses', { size: 14, bold: true });
    page.lines(190, 74, ['Send it with your return of income.'], { size: 7 });
    page.text(480, 60, 'No. 15-74', { size: 7 });
    page.text(480, 80, '2031', { size: 14 });
    for (const y of [40, 90]) page.horizontal(y, 66, 540);
    for (const x of [160, 470]) page.vertical(x, 40, 90);
    page.lines(72, 120, [
      'Everyone who owns a house or land on the first day of the year',
      'sends this form to the office of the place where it stands by',
      'the end of the month of May, with the papers that it names.',
    ]);
    expect(await markdownOf(page.page())).toMatch(
      /^# Form \*{0,2}8100\*{0,2}\n\nOffice of Revenue\n\n#+ Tax on Land and Houses\n\nSend it with your return of income\.\n\nNo\. 15-74\n\n2031\n\nEveryone/u,
    );
  });
});

describe('a line of small print beside large letters', () => {
  it('is no superscript of them', () => {
    const page = makePage();
    page.text(72, 100, '1040', { size: 24 });
    page.text(124, 100 - 13, 'Department of Revenue and Taxes', { size: 7 });
    page.text(124, 100 - 1, 'Return of Income', { size: 14 });
    const text = textsOf(page).join(' ');
    expect(text).toContain('Department of Revenue and Taxes');
    expect(text).toContain('Return of Income');
  });
});

describe('check boxes right below the fields of a form', () => {
  it('are read with the text beside them, not as a row of the form', () => {
    const page = makePage();
    for (const y of [60, 84, 108]) page.horizontal(y, 72, 540);
    for (const x of [72, 240, 540]) page.vertical(x, 60, 108);
    page.text(74, 70, 'First name', { size: 7 });
    page.text(242, 70, 'Last name', { size: 7 });
    page.text(74, 94, 'City', { size: 7 });
    page.text(242, 94, 'State', { size: 7 });
    const options = [
      [130, 'Single'],
      [200, 'Married and both of us file'],
    ] as const;
    page.lines(72, 120, ['Filing', 'Status'], { size: 12, bold: true });
    const widgets = options.map(
      ([x]) => ({ name: `box${x}`, kind: 'checkbox', x0: x, y0: 110, x1: x + 8, y1: 118 }) as const,
    );
    for (const [x, text] of options) {
      for (const y of [110, 118]) page.horizontal(y, x, x + 8);
      for (const at of [x, x + 8]) page.vertical(at, 110, 118);
      page.text(x + 12, 117, text);
    }
    page.lines(130, 129, ['Head of household', 'If you are married, enter the name here']);
    const texts = layoutPage({ ...page.page(), widgets }).blocks.map((block) =>
      block.kind === 'text' ? plain(block.content) : block.kind,
    );
    expect(texts).toContain('Filing Status');
  });
});

describe('the head of a form', () => {
  it('is read field by field, though many fields for names stand below its title', () => {
    const page = makePage();
    const rows = [60, 110, 134, 158, 182];
    for (const y of rows) page.horizontal(y, 72, 540);
    for (const x of [72, 540]) page.vertical(x, 60, 182);
    for (const x of [150, 430]) page.vertical(x, 60, 110);
    for (const x of [170, 300, 420]) page.vertical(x, 110, 182);
    page.text(76, 80, 'Form', { size: 7 });
    page.text(160, 80, 'Certificate of work', { size: 16, bold: true });
    page.lines(160, 96, ['Give this page to your employer.'], { size: 7 });
    page.text(434, 80, 'No. 12', { size: 7 });
    const names = ['First name', 'Last name', 'Born on', 'Sex', 'Street', 'City', 'State', 'Code', 'Phone', 'Mail'];
    names.forEach((name, index) =>
      page.text([74, 172, 302, 422][index % 4]!, 120 + 24 * Math.floor(index / 4), name, { size: 7 }),
    );
    const texts = textsOf(page);
    expect(texts).toContain('Certificate of work');
    expect(texts).not.toContain('table');
  });
});

it('reads labels along the lines of a form where blanks that are drawn stand between them', () => {
  const page = makePage();
  const rows = [
    ['Name', 'Number of the card'],
    ['Street', 'Town'],
    ['Telephone', 'Hours'],
    ['Guardian', 'Doctor'],
  ] as const;
  rows.forEach(([left, right], index) => {
    const y = 120 + 24 * index;
    const end = page.text(72, y, left);
    page.text(330, y, right);
    page.horizontal(y + 1, end + 2, 327);
  });
  expect(textsOf(page)).toEqual(rows.map(([left, right]) => `${left} ${right}`));
});
