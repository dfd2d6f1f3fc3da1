import { expect, it } from 'vitest';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { endsAt, makePage, type PageMaker } from '../../../../test/make/raw-page.ts';

const BODY = { size: 9 };
const ENDS = [420, 520] as const;

/** A name and amounts that end below each other. */
function entry(page: PageMaker, y: number, [name, ...amounts]: readonly string[]): void {
  if (name) page.text(84, y, name, BODY);
  amounts.forEach((amount, index) => endsAt(page, [ENDS[index]!, y], amount, BODY));
}

const linesOf = async (page: PageMaker): Promise<string[]> =>
  (await markdownOf(page.page())).split('\n').filter((line) => line && !/^\| :?-/u.test(line));

it('ends a name of several lines at its numbers, which are too small to look like amounts', async () => {
  const page = makePage();
  for (const y of [88, 104, 202]) page.horizontal(y, 79, 529);
  entry(page, 100, ['', '2023', '2022']);
  entry(page, 118, ['Suppliers', '388', '276']);
  entry(page, 130, ['Interest on loans', '301', '153']);
  const name = [
    'Dividends of the partners in each of the companies, dividends of',
    'shares that are preferred, payments for notes which never',
    'end, other dividends that are due',
    'to shares',
  ];
  name.forEach((line, at) => page.text(at === 0 ? 84 : 92, 142 + 10 * at, line, BODY));
  entry(page, 172, ['', '58', '53']);
  entry(page, 184, ['Leases', '41', '33']);
  entry(page, 196, ['Taxes', '41', '78']);
  expect(await linesOf(page)).toContain(`| ${name.join(' ')} | 58 | 53 |`);
});
