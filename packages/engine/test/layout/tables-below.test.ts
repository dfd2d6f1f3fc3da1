import { expect, it } from 'vitest';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { endsAt, makePage, type PageMaker } from '../../../../test/make/raw-page.ts';

const linesOf = async (page: PageMaker): Promise<string[]> =>
  (await markdownOf(page.page()))
    .replaceAll('*', '')
    .split('\n')
    .filter((line) => line && !/^\| :?-/u.test(line));

/** A name at the left and numbers that end below each other, in a row at `y`. */
function row(page: PageMaker, y: number, [name, ...numbers]: readonly string[], ends: readonly number[]): void {
  const options = { size: 9, bold: numbers.every((number) => /^\D|^20\d\d$/u.test(number)) };
  page.text(72, y, name!, options);
  numbers.forEach((number, index) => endsAt(page, [ends[index]!, y], number, options));
}

it('a bold row of names below more space than rows have begins another table', async () => {
  const page = makePage();
  const numbers = ['31.5', '4,210'];
  ['Harbour', 'Wharf', 'Market'].forEach((name, index) => row(page, 114 + 12 * index, [name, ...numbers], [210, 270]));
  row(page, 102, ['Place', 'Ships', 'Crew'], [210, 270]);
  row(page, 160, ['Item', '2025', '2026'], [230, 290]);
  ['Harbour', 'Wharf', 'Market'].forEach((name, index) => row(page, 172 + 12 * index, [name, ...numbers], [230, 290]));
  expect(await linesOf(page)).toEqual([
    '| Place | Ships | Crew |',
    '| Harbour | 31.5 | 4,210 |',
    '| Wharf | 31.5 | 4,210 |',
    '| Market | 31.5 | 4,210 |',
    '| Item | 2025 | 2026 |',
    '| Harbour | 31.5 | 4,210 |',
    '| Wharf | 31.5 | 4,210 |',
    '| Market | 31.5 | 4,210 |',
  ]);
});

it('keeps a column that few rows have, and the last line of a name above the first ruling', async () => {
  const page = makePage();
  const at = (y: number, texts: readonly (readonly [number, string])[]): void => {
    for (const [end, text] of texts) endsAt(page, [end, y], text, { size: 9 });
  };
  at(100, [
    [99, 'Day'],
    [230, 'Paid'],
    [280, 'Paid in'],
    [330, 'Balance'],
  ]);
  at(110, [[230, 'out']]);
  for (let day = 0; day < 24; day += 1) {
    const y = 132 + 16 * day;
    page.horizontal(y - 12, 72, 330);
    at(y, [
      [99, `${day + 10} May`],
      [day % 8 === 7 ? 280 : 230, '35.50'],
      [330, '4,210.25'],
    ]);
  }
  page.horizontal(132 + 16 * 24 - 12, 72, 330);
  const lines = await linesOf(page);
  expect(lines.slice(0, 2)).toEqual(['| Day | Paid out | Paid in | Balance |', '| 10 May | 35.50 |  | 4,210.25 |']);
  expect(lines[8]).toBe('| 17 May |  | 35.50 | 4,210.25 |');
});
