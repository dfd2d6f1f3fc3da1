import { expect, it } from 'vitest';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { HARBOUR, makePage, PROSE, type PageMaker } from '../../../../test/make/raw-page.ts';

const MONO = { mono: true, advance: 0.6, space: 6 };

it('begins code with a bracket that stands alone', async () => {
  const page = makePage();
  page.text(72, 100, PROSE[0]);
  page.text(72, 130, '{', MONO);
  page.text(84, 142, '"name": "Lamp",', MONO);
  page.text(84, 154, '"grams": 1250', MONO);
  page.text(72, 166, '}', MONO);
  expect(await markdownOf(page.page())).toContain('```\n{\n  "name": "Lamp",\n  "grams": 1250\n}\n```');
});

it('takes numbered text as large as the body for notes below a short rule', async () => {
  const page = makePage();
  page.lines(72, 100, PROSE);
  const end = page.text(72, 160, 'Lamps are costly');
  page.text(end, 156, '1', { size: 6 });
  const last = page.text(end + 10, 160, 'and heavy');
  page.text(last, 156, '2', { size: 6 });
  page.horizontal(690, 72, 200);
  for (const [index, note] of ['Archive of the town, bundle fourteen.', 'The same, bundle nine.'].entries()) {
    page.text(72, 699 + 13 * index, `${index + 1}`, { size: 6 });
    page.text(78, 703 + 13 * index, note);
  }
  const markdown = await markdownOf(page.page());
  expect(markdown).toContain('[^1]: Archive of the town, bundle fourteen.');
  expect(markdown).toContain('[^2]: The same, bundle nine.');
});

it('parts items that count on, whatever their words look like', async () => {
  const page = makePage();
  page.lines(72, 100, PROSE);
  const items = ['accounts of the salt office, complete from here', 'toll registers of five', 'letters and petitions'];
  for (const [index, item] of items.entries()) {
    page.text(76, 190 + 18 * index, `${index + 1}.`, { size: 12 });
    page.text(92, 190 + 18 * index, item, { size: 12 });
  }
  expect(await markdownOf(page.page())).toContain(items.map((item, index) => `${index + 1}. ${item}`).join('\n'));
});

interface Grid {
  readonly columns: readonly number[];
  readonly y: number;
  readonly leading: number;
}

/** Cells where the columns begin; empty ones are left out. */
function writeRows(page: PageMaker, rows: readonly (readonly string[])[], { columns, y, leading }: Grid): void {
  for (const [row, cells] of rows.entries())
    for (const [column, cell] of cells.entries()) if (cell !== '') page.text(columns[column]!, y + leading * row, cell);
}

const FIELDS = [
  ['Field', 'Type', 'Needed', 'Description'],
  ['reference', 'text', 'yes', 'Your own number of the shipment'],
  ['recipient', 'list', 'yes', 'Name and address of who gets it'],
  ['weight', 'integer', 'no', 'In grams, from one to a thousand'],
  ['size', 'list', 'no', 'Length, width and height'],
  ['service', 'text', 'no', 'One of three, which are said below'],
];

it('cuts columns where most rows begin a cell and others a word, as in columns that are as wide as their text', async () => {
  const page = makePage();
  page.lines(72, 100, PROSE);
  page.horizontal(180, 72, 360);
  page.horizontal(197, 72, 360);
  page.horizontal(270, 72, 360);
  writeRows(page, FIELDS, { columns: [72, 119, 156, 200], y: 192, leading: 14 });
  page.lines(72, 300, HARBOUR);
  const rows = (await markdownOf(page.page())).split('\n').filter((line) => line.startsWith('|'));
  expect(rows.map((row) => row.slice(2, -2).split(' | ')).filter((cells) => cells[0] !== '-')).toEqual(FIELDS);
});

it('reads a few rows below a ruled head as a table', async () => {
  const page = makePage();
  page.lines(90, 100, [`${PROSE[0]} and of its deep lakes, where all of`, `${PROSE[1]} and that of the lakes of it`]);
  const rows = [
    ['Place', '1540', '1560', '1580', 'Change'],
    ['Hallbach', '2,410', '3,122', '3,980', '+65 %'],
    ['Oberau', '1,876', '2,044', '1,911', '+2 %'],
    ['St. Veit', '512', '498', '1,204', '+135 %'],
  ];
  for (const [row, [name, ...amounts]] of rows.entries()) {
    page.text(90, 190 + 12 * row, name!);
    for (const [column, amount] of amounts.entries())
      page.text([168, 206, 243, 293][column]! - 5 * amount.length, 190 + 12 * row, amount);
  }
  page.horizontal(194.5, 90, 293);
  expect(await markdownOf(page.page())).toContain('| Place | 1540 | 1560 | 1580 | Change |');
});

it('goes on with a list behind items in two columns', async () => {
  const page = makePage();
  page.text(72, 100, '1. Which of these fields are conservative? Circle all that you think are, and say why it is so.');
  for (const [index, name] of ['north', 'south', 'east', 'west'].entries())
    page.text(index < 2 ? 92 : 330, 124 + 16 * (index % 2), `(${'abcd'[index]}) the ${name} one`);
  page.text(72, 164, '2. What is said of the river in the second book, and which of the others say the same of it?');
  expect(await markdownOf(page.page())).toMatch(
    /^1\. Which .*\n {4}- \(a\) the north one\n.*\n.*\n {4}- \(d\) the west one\n2\. What /,
  );
});

/** Headings of a column on rulings of its width, each above lines. */
function column(page: PageMaker, x: number, right: number, parts: readonly (readonly [string, ...string[]])[]): void {
  let y = 100;
  for (const [heading, ...lines] of parts) {
    page.text(x, y, heading, { size: 12, bold: true });
    page.horizontal(y + 5, x, right);
    y = page.lines(x, y + 20, lines) + 20;
  }
}

it('reads columns one after the other where their headings stand on rulings', async () => {
  const page = makePage();
  column(page, 51, 180, [
    ['Contact', 'Mill Lane 14', 'Northfield'],
    ['Skills', 'Steel', 'Timber', 'Glass'],
    ['Languages', 'English', 'German'],
  ]);
  column(page, 190, 500, [
    [
      'Profile',
      'An engineer with many years of bridges and halls,',
      'from concept to site, and leader of teams',
      'in all of them.',
    ],
    ['Work', 'Senior engineer of a bridge in the north', 'and of several halls', 'in the south', 'and the east'],
    ['School', 'Master of a college'],
  ]);
  const markdown = await markdownOf(page.page());
  const order = ['Contact', 'Skills', 'Languages', 'Profile', 'Work', 'School'];
  expect(markdown.match(/^#+ .*$/gm)?.map((heading) => heading.replace(/^#+ /, ''))).toEqual(order);
  expect(markdown).not.toContain('|');
});

/** A table of two columns with a lattice. */
function lattice(page: PageMaker, x: number, y: number, rows: readonly (readonly [string, string])[]): void {
  const bottom = y + 16 * rows.length;
  for (let line = 0; line <= rows.length; line += 1) page.horizontal(y + 16 * line, x, x + 160);
  for (const at of [x, x + 90, x + 160]) page.vertical(at, y, bottom);
  for (const [row, [name, amount]] of rows.entries()) {
    page.text(x + 4, y + 12 + 16 * row, name);
    page.text(x + 100, y + 12 + 16 * row, amount);
  }
}

it('reads short blocks beside each other before tables that begin beside each other below them', async () => {
  const page = makePage();
  page.lines(72, 100, ['Harbour Works', 'Mill Lane 14', 'Northfield']);
  page.lines(320, 100, ['Daniel Ferreira', 'Warehouse three', 'Number 4417']);
  lattice(page, 72, 150, [
    ['Payments', 'Amount'],
    ['Basic pay', '2,272.00'],
    ['Overtime', '170.40'],
    ['Nights', '60.00'],
  ]);
  lattice(page, 320, 150, [
    ['Deductions', 'Amount'],
    ['Tax', '290.80'],
    ['Pension', '125.12'],
  ]);
  page.lines(72, 250, HARBOUR);
  const markdown = await markdownOf(page.page());
  const places = ['Northfield', 'Number 4417', 'Payments', 'Deductions'].map((word) => markdown.indexOf(word));
  expect(places).toEqual([...places].sort((a, b) => a - b));
});

it('keeps the hyphen of a number that breaks at the end of a line', async () => {
  const page = makePage();
  page.lines(72, 100, ['The ambulance of the quay then needs twenty-', 'five minutes for a way that should take six.']);
  expect(await markdownOf(page.page())).toContain('twenty-five minutes');
});

/** Rows of cells, each with its lines; the names stand at the bottom of their row. */
function wrappedTable(page: PageMaker, columns: readonly number[], rows: readonly (readonly (readonly string[])[])[]) {
  let y = 190;
  for (const [row, cells] of rows.entries()) {
    const height = Math.max(...cells.map((lines) => lines.length));
    for (const [column, lines] of cells.entries())
      page.lines(columns[column]!, y + (row === 0 ? 12 * (height - lines.length) : 0), lines);
    y += 12 * height + 5;
  }
  return y;
}

const WRAPPED = [
  [['Field'], ['Type'], ['Needed', 'where'], ['Description']],
  [['refer-', 'ence'], ['string'], ['yes'], ['Your own number of the shipment, at most', 'forty letters and digits.']],
  [['recip-', 'ient'], ['object'], ['no'], ['Name and address of the one who gets it', 'and how to reach them.']],
];

it('reads a table whose names stand at the bottom of their row', async () => {
  const page = makePage();
  page.lines(72, 100, PROSE);
  wrappedTable(page, [72, 122, 172, 222], WRAPPED);
  expect(await markdownOf(page.page())).toContain('| Field | Type | Needed where | Description |');
});

it('reads rows of broken words below a ruled head that is as wide as the text as a table', async () => {
  const page = makePage();
  page.lines(72, 100, [`${PROSE[0]} and of its deep lakes, all`, `${PROSE[1]} and of the lakes, too`]);
  const rows = [
    ['Field', 'Type', 'Re-', 'Description'],
    ['', '', 'quired', ''],
    ['refer-', 'string', 'yes', 'Your own number of the shipment, at most forty'],
    ['ence', '', '', 'It must be unique within ninety days.'],
    ['recip-', 'ob-', 'yes', 'Name and address of the one who gets it'],
    ['ient', 'ject', '', ''],
    ['ser-', 'string', 'no', 'One of three, which are said below'],
    ['vice', '', '', ''],
  ];
  writeRows(page, rows, { columns: [72, 112, 152, 192], y: 190, leading: 12 });
  page.horizontal(206.5, 72, 408);
  const markdown = await markdownOf(page.page());
  expect(markdown).toContain('| Field | Type | Required | Description |');
  expect(markdown).toContain('| recipient | object | yes | Name and address of the one who gets it |');
});

it('reads a heading on a ruling over the whole width below the blocks that stand beside each other above it', async () => {
  const page = makePage();
  const blocks = [
    ['Instructor:', 'Helen Brandt', 'Office:', 'Carver Hall 214'],
    ['E-mail:', 'hbrandt@college.example', 'Office hours:', 'Tuesday'],
    ['Meets:', 'Monday 10:00', 'Room:', 'Library 3'],
  ];
  for (const [row, cells] of blocks.entries())
    for (const [column, cell] of cells.entries())
      page.text([83, 150, 334, 408][column]!, 100 + 17 * row, cell, { bold: column % 2 === 0 });
  page.text(78, 161, 'Description', { size: 12, bold: true });
  page.horizontal(164.5, 78, 534);
  page.text(
    78,
    192,
    'This course follows ships and the people on them for three hundred years, and asks who paid for it.',
  );
  page.text(78, 204, 'It is about the ships and the people and not about those who paid for all of them.');
  const markdown = await markdownOf(page.page());
  expect(markdown.indexOf('Description')).toBeGreaterThan(markdown.indexOf('Library'));
});
