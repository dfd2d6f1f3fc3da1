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

/** Names of columns of two lines, between rulings. */
function header(page: PageMaker, y: number): void {
  for (const at of [y - 12, y + 18]) page.horizontal(at, 79, 529);
  entry(page, y, ['', 'Previous year', 'Current year']);
  entry(page, y + 11, ['', '(31 Jan 2022)', '(31 Jan 2023)']);
}

const linesOf = async (page: PageMaker): Promise<string[]> =>
  (await markdownOf(page.page())).split('\n').filter((line) => line && !/^\| :?-/u.test(line));

const HEADER = '|  | Previous year (31 Jan 2022) | Current year (31 Jan 2023) |';

it('reads a single entry below ruled names of columns, which head one more table further below', async () => {
  const page = makePage();
  page.text(84, 80, 'Liabilities from guarantees of rents are as follows.', BODY);
  header(page, 100);
  entry(page, 130, ['Guarantees of rents', '89,097,443', '93,776,863']);
  page.text(84, 158, 'Guarantees for loans of other companies are as follows.', BODY);
  header(page, 180);
  entry(page, 210, ['Harbour Company', '57,000', '–']);
  page.text(84, 240, 'Agreements about overdrafts are made with two banks.', BODY);
  expect(await linesOf(page)).toEqual([
    'Liabilities from guarantees of rents are as follows.',
    HEADER,
    '| Guarantees of rents | 89,097,443 | 93,776,863 |',
    'Guarantees for loans of other companies are as follows.',
    HEADER,
    '| Harbour Company | 57,000 | – |',
    'Agreements about overdrafts are made with two banks.',
  ]);
});

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
