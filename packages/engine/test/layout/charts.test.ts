import { describe, expect, it } from 'vitest';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { endsAt, makePage, PROSE, type PageMaker } from '../../../../test/make/raw-page.ts';

const SMALL = { size: 8 };

/** A bar chart with five grid lines, 30 points apart. */
function chart(page: PageMaker, numbers: readonly string[]): void {
  page.lines(72, 100, PROSE);
  page.text(150, 190, 'Inflow by quarter');
  numbers.forEach((number, index) => {
    const y = 220 + 30 * index;
    page.horizontal(y - 3, 120, 400);
    endsAt(page, [112, y], number, SMALL);
  });
  [31, 78, 52].forEach((value, index) => {
    const [x, top] = [160 + 80 * index, 337 - 1.2 * value];
    page.box({ x0: x, y0: top, x1: x + 30, y1: 337 }, 0x2060a0);
    page.text(x + 10, top - 6, `${value}`, SMALL);
    page.text(x + 5, 352, `Quarter ${index + 1}`, SMALL);
  });
  page.lines(72, 400, PROSE);
}

/** A plot with grid lines, and numbers at the ends of these. */
function grid(page: PageMaker, atLeft: readonly string[], below: readonly string[]): void {
  atLeft.forEach((number, index) => {
    const y = 220 + 30 * index;
    page.horizontal(y - 3, 120, 400);
    endsAt(page, [112, y], number, SMALL);
  });
  for (let column = 0; column < 5; column += 1) page.vertical(120 + 70 * column, 217, 337);
  below.forEach((number, index) => page.text(120 + 70 * index - 2 * number.length, 349, number, SMALL));
}

describe('a chart', () => {
  it('is one paragraph: its scale, the values at its bars from left to right, and the names below', async () => {
    const page = makePage();
    chart(page, ['100', '75', '50', '25', '0']);
    expect((await markdownOf(page.page())).split('\n\n')).toEqual([
      expect.stringMatching(/^Each reservoir/),
      'Inflow by quarter',
      '100 75 50 25 0  \n31 78 52  \nQuarter 1 Quarter 2 Quarter 3',
      expect.stringMatching(/^Each reservoir/),
    ]);
  });

  it('has amounts, shares and numbers below zero at its axis', async () => {
    const page = makePage();
    chart(page, ['$1,500', '$1,000', '$500', '$0', '−500']);
    expect(await markdownOf(page.page())).toContain('$1,500 $1,000 $500 $0 −500  \n31 78 52');
  });

  it('is no table whose first column falls in equal steps', async () => {
    const page = makePage();
    page.lines(72, 100, PROSE);
    [
      ['Points', 'Mark', 'Meaning'],
      ['100', 'A', 'Very good'],
      ['80', 'B', 'Good'],
      ['60', 'C', 'Fair'],
      ['40', 'D', 'Poor'],
    ].forEach((cells, row) => {
      page.horizontal(190 + 20 * row, 72, 400);
      cells.forEach((cell, column) => page.text(80 + 110 * column, 204 + 20 * row, cell));
    });
    page.horizontal(290, 72, 400);
    expect(await markdownOf(page.page())).toContain('| 60 | C | Fair |');
  });

  it('with grid lines in both directions is no table, whose cells would stand between the lines', async () => {
    const page = makePage();
    page.lines(72, 100, PROSE);
    grid(page, ['40', '30', '20', '10', '0'], ['0', '100', '200', '300', '400']);
    page.text(180, 239, 'V = 5 V, R = 2.2 K, T = 25 C', SMALL);
    page.lines(72, 400, PROSE);
    const written = await markdownOf(page.page());
    expect(written).toContain('40 30 20 10 0  \nV = 5 V, R = 2.2 K, T = 25 C  \n0 100 200 300 400');
    expect(written).not.toContain('| -');
  });

  it('has the powers of ten along its axis', async () => {
    const page = makePage();
    page.lines(72, 100, PROSE);
    grid(page, ['100', '10', '1', '0.1', '0.01'], ['0', '100', '200', '300', '400']);
    page.text(180, 239, 'Fresh water', SMALL);
    page.lines(72, 400, PROSE);
    expect(await markdownOf(page.page())).toContain('100 10 1 0.1 0.01  \nFresh water  \n0 100');
  });

  it('stands above a table that begins at its axis', async () => {
    const page = makePage();
    page.lines(72, 100, PROSE);
    grid(page, ['40', '30', '20', '10', '0'], []);
    ['Spring', 'Summer', 'Autumn', 'Winter'].forEach((name, column) => {
      page.text(126 + 70 * column, 352, name, SMALL);
      page.text(126 + 70 * column, 372, `${12 + 7 * column}.5`, SMALL);
    });
    for (const y of [357, 377]) page.horizontal(y, 120, 400);
    for (let column = 0; column < 5; column += 1) page.vertical(120 + 70 * column, 337, 377);
    expect(await markdownOf(page.page())).toMatch(/\| Spring \| Summer \| Autumn \| Winter \|\n.*\n\| 12.5 \| 19.5/);
  });

  it('is no table in which years stand above the lines between their columns', async () => {
    const page = makePage();
    const years = ['2019', '2020', '2021', '2022'];
    page.horizontal(200, 72, 472);
    page.horizontal(220, 72, 472);
    page.horizontal(240, 72, 472);
    page.horizontal(260, 72, 472);
    for (let column = 0; column <= 8; column += 1) page.vertical(72 + 50 * column, column % 2 === 0 ? 200 : 220, 260);
    years.forEach((year, index) => {
      page.text(112 + 100 * index, 214, year);
      for (const [at, name] of ['Tons', 'Euro'].entries()) page.text(80 + 100 * index + 50 * at, 234, name);
      for (const at of [0, 1]) page.text(80 + 100 * index + 50 * at, 254, `${3 * index + at}.7`);
    });
    expect(await markdownOf(page.page())).toMatch(/0.7<\/td><td>1.7<\/td><td>3.7/);
  });

  it('beside columns of text does not reach to the rule below the title of the page', async () => {
    const page = makePage(1, 792);
    page.text(54, 90, 'Outlook', { size: 18, bold: true });
    page.horizontal(96, 54, 738);
    page.lines(54, 120, PROSE.slice(0, 4), { size: 8 });
    [60, 90, 45, 75].forEach((width, index) => {
      const y = 104 + 14 * index;
      page.text(300, y + 8, `Part ${index + 1}`, SMALL);
      page.box({ x0: 340, y0: y, x1: 340 + width, y1: y + 10 }, 0x2060a0);
    });
    page.text(300, 172, 'Figure 1: Costs', SMALL);
    page.lines(540, 120, PROSE.slice(0, 4), { size: 8 });
    const words = PROSE.slice(0, 4).join(' ');
    const written = await markdownOf(page.page());
    expect(written.split(words)).toHaveLength(3);
    expect(written).toContain('Outlook\n');
  });
});
