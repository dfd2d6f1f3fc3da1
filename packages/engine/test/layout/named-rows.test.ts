import { describe, expect, it } from 'vitest';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { makePage, type PageMaker } from '../../../../test/make/raw-page.ts';

const PLACES = [150, 250, 310, 370, 460] as const;
const ROWS = [
  ['Feature', 'Basic', 'Plus', 'Pro'],
  ['Line 2', '', 'no', '16 passengers'],
  ['Replacement bus', 'no', '', 'optional'],
  ['Line 1', 'optional', '39 min', 'yes'],
  ['Airport shuttle', 'optional', '', '–'],
];

/** A name at the left of each row, and its other cells in the middle of their columns. */
function table(page: PageMaker, rows: readonly (readonly string[])[]): void {
  rows.forEach((cells, row) =>
    cells.forEach((cell, column) => {
      if (cell === '') return;
      const options = { size: 9, bold: row === 0 };
      const width = makePage().text(0, 0, cell, options);
      const x = column === 0 ? PLACES[0] + 4 : (PLACES[column]! + PLACES[column + 1]! - width) / 2;
      page.text(x, 112 + 12 * row, cell, options);
    }),
  );
}

const linesOf = async (page: PageMaker): Promise<string[]> =>
  (await markdownOf(page.page())).split('\n').filter((line) => line && !/^\| :?-/u.test(line));

const written = (rows: readonly (readonly string[])[]): string[] => rows.map((cells) => `| ${cells.join(' | ')} |`);

describe('rows that all begin with a short name, at one distance', () => {
  it('are rows of their own beside empty cells, in a frame around all of them', async () => {
    const page = makePage();
    table(page, ROWS);
    for (const y of [102, 115, 165]) page.horizontal(y, PLACES[0], PLACES[4]);
    for (const x of PLACES) page.vertical(x, 102, 165);
    expect(await linesOf(page)).toEqual(written(ROWS));
  });
});
