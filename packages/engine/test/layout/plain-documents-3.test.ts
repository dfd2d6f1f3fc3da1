import { expect, it } from 'vitest';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { endsAt, HARBOUR, makePage, PROSE } from '../../../../test/make/raw-page.ts';

it('takes a dash before the name of who says it for no bullet', async () => {
  const page = makePage();
  page.lines(72, 100, PROSE);
  page.text(96, 180, 'Keep bees for the bees, and the honey will come.');
  page.text(96, 200, '— my grandmother');
  page.lines(72, 230, HARBOUR);
  expect(await markdownOf(page.page())).toContain('come.\n\n— my grandmother\n');
});

it('takes a hyphen before a line for a bullet, though no other item stands beside it', async () => {
  const page = makePage();
  page.lines(72, 100, PROSE);
  page.text(72, 180, '- None');
  page.lines(72, 230, HARBOUR);
  expect(await markdownOf(page.page())).toContain('\n- None\n');
});

it('takes a line of dashes for no item of a list', async () => {
  const page = makePage();
  page.text(72, 100, 'Mrs Justice Thorne');
  page.text(72, 130, '- - - - - - - -');
  page.text(72, 160, 'Between: Per Olsen and the harbour');
  expect(await markdownOf(page.page())).not.toMatch(/^(?:- | {4})/mu);
});

it('takes bold words with plain ones far at their right for no heading', async () => {
  const page = makePage();
  const posts = [
    ['Senior engineer', '2018 to now'],
    ['Junior engineer', '2013 to 2018'],
  ] as const;
  posts.forEach(([post, years], index) => {
    page.text(72, 100 + 120 * index, post, { bold: true });
    endsAt(page, [400, 100 + 120 * index], years);
    page.lines(72, 118 + 120 * index, HARBOUR);
  });
  expect(await markdownOf(page.page())).toContain('**Senior engineer** 2018 to now\n');
});

it('reads a heading with the text below it where a box beside the text above ends lower', async () => {
  const page = makePage();
  page.lines(72, 100, HARBOUR);
  page.box({ x0: 330, y0: 88, x1: 540, y1: 208 }, 0xee_ee_ee);
  page.text(340, 104, 'Next steps', { bold: true });
  page.lines(340, 120, ['Order forty child seats', 'Agree hours with the mill', 'Test the booking page'], {
    leading: 16,
  });
  page.text(72, 224, 'Stations', { size: 14, bold: true });
  const wide = 'the lake has four stations where bicycles are let by the hour and by the day to all who come there';
  page.lines(72, 258, [wide, wide, wide]);
  expect(await markdownOf(page.page())).toContain('Stations\n\nthe lake');
});

it('reads check boxes on one line as items of one list', async () => {
  const page = makePage();
  page.lines(72, 100, PROSE);
  [
    ['☐ April', '☒ May', '☐ June'],
    ['☒ July', '☐ August', '☐ September'],
  ].forEach((row, index) => row.forEach((text, column) => page.text(72 + 90 * column, 180 + 18 * index, text)));
  const items = ['- [ ] April', '- [x] May', '- [ ] June', '- [x] July', '- [ ] August', '- [ ] September'];
  expect(await markdownOf(page.page())).toContain(items.join('\n'));
});

it('reads boxes in rows and columns beside the questions that they answer', async () => {
  const page = makePage();
  const questions = ['The guided tour', 'The exhibition', 'Signs and directions'];
  const columns = [300, 360, 420];
  const answers = ['very', 'little', 'not'];
  page.text(72, 80, 'Tick one box in each row.');
  for (const [column, x] of columns.entries()) page.text(x, 100, answers[column]!, { size: 8 });
  const boxes = questions.flatMap((question, row) => {
    page.text(72, 120 + 18 * row, question);
    return columns.map((x) => ({ x0: x, x1: x + 9, y0: 112 + 18 * row, y1: 121 + 18 * row, stroke: 0 }));
  });
  const markdown = await markdownOf({ ...page.page(), boxes });
  for (const question of questions)
    expect(markdown).toMatch(new RegExp(`${question}(?: \\|)? ☐(?: \\|)? ☐(?: \\|)? ☐`));
});

it('reads cards beside each other one after the other', async () => {
  const page = makePage();
  page.lines(72, 80, PROSE);
  const cards = [
    ['Rides', '18204', '12 more'],
    ['Revenue', '96310', '8 more'],
    ['Repairs', '377', '5 fewer'],
  ];
  for (const [column, lines] of cards.entries()) page.lines(80 + 160 * column, 172, lines, { leading: 18 });
  const shapes = cards.map((_, column) => {
    const x0 = 72 + 160 * column;
    return { x0, x1: x0 + 150, y0: 156, y1: 222, stroke: 0xdd_dd_dd, rounded: true as const };
  });
  const markdown = await markdownOf({ ...page.page(), shapes });
  expect(markdown.replaceAll(/\s+/gu, ' ')).toContain('Rides 18204 12 more Revenue 96310 8 more Repairs');
});

it('reads large numbers beside paragraphs as those of a list', async () => {
  const page = makePage();
  for (const step of [0, 1, 2]) {
    page.text(72, 103 + 60 * step, `${step + 1}`, { size: 18, bold: true });
    page.lines(98, 100 + 60 * step, ['Warm the milk and let the fish stand in it for ten', 'minutes off the heat.']);
  }
  expect(await markdownOf(page.page())).toMatch(/^1\. Warm .*heat\.\n2\. Warm .*heat\.\n3\. Warm .*heat\.\n$/u);
});

it('takes the numbers below an axis for no note', async () => {
  const page = makePage();
  const end = page.text(72, 100, 'Iron comes from pyrite');
  page.text(end, 96, '1', { size: 6 });
  page.lines(72, 112, PROSE);
  for (const day of [1, 2, 3, 4]) page.text(100 + 30 * day, 500, `${day}`, { size: 6 });
  page.lines(72, 560, PROSE);
  expect(await markdownOf(page.page())).not.toContain('[^1]');
});

it('takes a note at the foot for one though it is as large as the body and far from the one above', async () => {
  const page = makePage();
  let y = 100;
  for (let part = 0; part < 5; part += 1) y = page.lines(72, y, PROSE) + 6;
  const end = page.text(72, y, 'Lamps are costly');
  page.text(end, y - 4, '1', { size: 6 });
  const last = page.text(end + 10, y, 'and heavy');
  page.text(last, y - 4, '2', { size: 6 });
  page.horizontal(660, 72, 190);
  for (const [index, at] of [672, 740].entries()) {
    page.text(72, at - 4, `${index + 1}`, { size: 6 });
    page.text(78, at, index === 0 ? 'Archive of the town, bundle fourteen.' : 'The same, bundle nine.');
  }
  expect(await markdownOf(page.page())).toContain('[^2]: The same, bundle nine.');
});

it('reads the lowered one of two parts above each other first', async () => {
  const page = makePage();
  const end = page.text(72, 100, 'Sulphate is SO');
  page.text(end, 96, '2', { size: 7 });
  page.text(end, 102, '4', { size: 7 });
  page.text(end + 3.5, 96, '-', { size: 7 });
  page.text(end + 10, 100, 'in water.');
  expect(await markdownOf(page.page())).toContain('SO<sub>4</sub><sup>2-</sup> in water.');
});

it('keeps the spaces between single letters of code', async () => {
  const page = makePage();
  page.lines(72, 100, PROSE);
  page.text(72, 180, '0 1 2 3 4 5 6 7 8 9', { mono: true, advance: 0.6, space: 6 });
  page.text(72, 192, '+-+-+-+-+-+-+-+-+-+', { mono: true, advance: 0.6, space: 6 });
  expect(await markdownOf(page.page())).toContain('\n0 1 2 3 4 5 6 7 8 9\n');
});

it('takes what a program printed for no labels with values', async () => {
  const page = makePage();
  page.lines(72, 100, PROSE);
  const months = ['Jan', 'Feb', 'Mar'];
  for (const [row, month] of months.entries()) {
    page.text(72, 190 + 12 * row, month, { mono: true, advance: 0.6, space: 6 });
    page.text(114, 190 + 12 * row, `${row + 3}1.2`, { mono: true, advance: 0.6, space: 6 });
  }
  expect(await markdownOf(page.page())).toContain('Jan    31.2\nFeb    41.2\nMar    51.2');
});

it('reads lines to sign on beside each other with the words below each', async () => {
  const page = makePage();
  page.lines(72, 100, PROSE);
  for (const [x, word] of [
    [72, 'Chair'],
    [300, 'Secretary'],
  ] as const)
    page.lines(x, 220, ['.'.repeat(30), word], { leading: 16 });
  expect((await markdownOf(page.page())).replaceAll(/\s+/gu, ' ')).toMatch(/\. Chair \.+ Secretary $/u);
});

it('takes a small date at the foot for no note', async () => {
  const page = makePage();
  page.lines(72, 100, [...HARBOUR, ...HARBOUR], { size: 14 });
  page.text(72, 560, '12 June 2021');
  page.text(72, 590, 'Anyone may ask for a copy of this paper.', { size: 14 });
  const markdown = await markdownOf(page.page());
  expect(markdown.indexOf('12 June')).toBeLessThan(markdown.indexOf('Anyone'));
});

it('leaves out the numbers of lines between the two columns of a patent', async () => {
  const page = makePage();
  for (const x of [60, 326]) page.lines(x, 100, Array.from({ length: 8 }, () => PROSE).flat());
  for (const number of [5, 10, 15, 20, 25, 30, 35, 40])
    page.text(308, 100 + 12 * (number - 1), `${number}`, { size: 8 });
  expect(await markdownOf(page.page())).not.toMatch(/\d/u);
});

it('takes the name of the first section for no row of the header', async () => {
  const page = makePage();
  page.lines(72, 80, PROSE);
  const rows = [
    ['Test', 'Result', '', 'Unit'],
    ['Blood', '', '', ''],
    ['Haemoglobin', '11.2', 'L', 'g/dl'],
    ['Platelets', '412', 'H', 'per litre'],
    ['Chemistry', '', '', ''],
    ['Sodium', '139', '', 'mmol/l'],
    ['Potassium', '4.1', '', 'mmol/l'],
  ];
  for (const row of [0, 1, 2, 3, 4, 5, 6, 7]) page.horizontal(160 + 18 * row, 68, 400);
  for (const x of [68, 196, 276, 400]) page.vertical(x, 160, 286);
  page.vertical(236, 178, 286);
  for (const [row, cells] of rows.entries())
    for (const [column, cell] of cells.entries())
      if (cell !== '') page.text([72, 200, 240, 280][column]!, 172 + 18 * row, cell, { bold: cells[1] === '' });
  expect(await markdownOf(page.page())).not.toMatch(/<th[^>]*>Blood/u);
});

it('takes a box with a note below a striped table for no row of it', async () => {
  const page = makePage();
  const columns = [72, 200, 300, 400];
  const rows = [
    ['Station', 'Bikes', 'Rides'],
    ['Harbour', '140', '7120'],
    ['Old mill', '72', '3905'],
    ['Railway', '120', '5018'],
    ['Camp', '80', '2161'],
  ];
  page.horizontal(118, 72, 400);
  for (const [row, cells] of rows.entries()) {
    if (row % 2 === 1)
      for (const column of [0, 1, 2])
        page.box(
          { x0: columns[column]!, y0: 100 + 20 * row, x1: columns[column + 1]!, y1: 120 + 20 * row },
          0xf6_f6_f6,
        );
    for (const [column, cell] of cells.entries()) page.text(columns[column]! + 4, 114 + 20 * row, cell);
  }
  page.box({ x0: 72, y0: 214, x1: 400, y1: 256 }, 0xff_f8_ec);
  page.lines(80, 230, ['Note. Rides are shown for the whole quarter, and those of', 'members are counted twice.']);
  expect(await markdownOf(page.page())).toContain('| Camp | 80 | 2161 |\n\nNote. Rides');
});

it('reads a heading as far from the columns above as from the text below with what is below', async () => {
  const page = makePage();
  page.lines(72, 100, HARBOUR);
  page.lines(320, 106, PROSE, { leading: 13 });
  page.text(72, 204, 'Stations', { size: 14, bold: true });
  const wide = 'the lake has four stations where bicycles are let by the hour and by the day to all who come there';
  page.lines(72, 231, [wide, wide, wide]);
  expect(await markdownOf(page.page())).toContain('Stations\n\nthe lake');
});

it('takes boxes with lines right above each other for cells and not for cards', async () => {
  const page = makePage();
  page.lines(72, 80, PROSE);
  const subjects = ['Maths', 'English', 'Physics'];
  for (const [column, subject] of subjects.entries()) {
    const x0 = 72 + 160 * column;
    for (const row of [0, 1]) {
      page.box({ x0, x1: x0 + 155, y0: 156 + 45 * row, y1: 196 + 45 * row }, 0xee_ee_ff);
      page.lines(x0 + 10, 172 + 45 * row, [subject, `Room ${column}${row}`], { leading: 14 });
    }
  }
  expect((await markdownOf(page.page())).replaceAll(/[\s|]+/gu, ' ')).toContain('Maths English Physics');
});

it('takes a numbered text in the margin for the note of the text beside it', async () => {
  const page = makePage();
  const end = page.text(72, 100, 'The moon pulls at the water of the sea.');
  page.text(end, 96, '1', { size: 6 });
  page.lines(72, 112, [...HARBOUR, ...PROSE, ...HARBOUR, ...PROSE]);
  page.text(420, 117, '1', { size: 5 });
  page.lines(424, 120, ['The sun does so too, but', 'less than half as much.'], { size: 8 });
  expect(await markdownOf(page.page())).toContain('[^1]: The sun does so too, but less than half as much.');
});

it('takes a large bold line in quotes for a heading', async () => {
  const page = makePage();
  page.text(72, 90, '“I count snails, and I am never bored”', { size: 18, bold: true });
  page.lines(72, 130, [...HARBOUR, ...PROSE]);
  expect(await markdownOf(page.page())).toMatch(/^# “I count/u);
});
