import { expect, it } from 'vitest';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { makePage, type PageMaker } from '../../../../test/make/raw-page.ts';

/** Two columns with rulings around them, in rows 20 points apart. */
function grid(page: PageMaker, x: number, y: number, rows: readonly (readonly string[])[]): void {
  rows.forEach((row, r) => row.forEach((text, c) => page.text(x + 4 + c * 100, y + 14 + r * 20, text)));
  for (let r = 0; r <= rows.length; r += 1) page.horizontal(y + r * 20, x, x + 200);
  for (const at of [x, x + 100, x + 200]) page.vertical(at, y, y + rows.length * 20);
}

const LINES = Array.from({ length: 12 }, (_, line) => `The costs of the office grew in year ${line + 1}.`);
const HEAD = ['Item', 'Words'];

it('goes on with a table at the top of the next column, without its header and with the row that was cut', async () => {
  const page = makePage();
  page.lines(72, 100, LINES);
  grid(page, 72, 640, [HEAD, ['Crane', 'All of it.'], ['Wharf', 'Not all']]);
  grid(page, 320, 90, [HEAD, ['', 'of a cell.'], ['Ferry', 'More.']]);
  page.lines(320, 180, LINES);
  expect(await markdownOf(page.page())).toContain(
    '| Item | Words |\n| - | - |\n| Crane | All of it. |\n| Wharf | Not all of a cell. |\n| Ferry | More. |\n',
  );
});

it('leaves tables beside each other two, whatever their headers', async () => {
  const page = makePage();
  page.lines(72, 100, LINES);
  grid(page, 72, 300, [HEAD, ['Crane', 'All of it.']]);
  grid(page, 320, 300, [HEAD, ['Ferry', 'More.']]);
  expect((await markdownOf(page.page())).match(/Item/gu)).toHaveLength(2);
});

it('goes on with names of columns alone at the end of a page, wherever the columns of the next page are', async () => {
  const [first, second] = [makePage(1), makePage(2)];
  first.lines(72, 100, LINES);
  grid(first, 72, 680, [HEAD]);
  grid(second, 90, 60, [
    ['Crane', 'All of it.'],
    ['Ferry', 'More.'],
  ]);
  second.lines(72, 150, LINES);
  expect(await markdownOf(first.page(), second.page())).toContain(
    '| Item | Words |\n| - | - |\n| Crane | All of it. |\n| Ferry | More. |\n',
  );
});
