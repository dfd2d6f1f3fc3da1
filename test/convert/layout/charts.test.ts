import { describe, expect, it } from 'vitest';
import { markdownOf } from '../../make/layout-part.ts';
import { endsAt, makePage, PROSE, type PageMaker } from '../../make/raw-page.ts';

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
});
