import { expect, it } from 'vitest';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { endsAt, makePage, type PageMaker } from '../../../../test/make/raw-page.ts';

const BODY = { size: 8 };
const ENDS = [440, 520] as const;

/** Names in two languages, the second one at the right of the first, and amounts that end below each other. */
function entry(page: PageMaker, y: number, [name, other, ...amounts]: readonly string[], indent = 0): void {
  if (name) page.text(70 + indent, y, name, BODY);
  if (other) page.text(230 + indent, y, other, BODY);
  amounts.forEach((amount, index) => endsAt(page, [ENDS[index]!, y], amount, BODY));
}

/** A statement between rulings, some of its names in two lines that have their amounts on the second one. */
function statement(): PageMaker {
  const page = makePage();
  for (const y of [90, 106, 216, 232]) page.horizontal(y, 70, 524);
  entry(page, 101, ['', '', '2016', '2015']);
  entry(page, 120, ['Property and equipment', '物業及設備', '57,521', '29,817']);
  entry(page, 132, ['Interests in leasehold land', '經營租賃下持作自用']);
  entry(page, 144, ['held for own use', '之租賃土地', '23,319', '–'], 8);
  entry(page, 157, ['Intangible assets', '無形資產', '34,848', '35,297']);
  entry(page, 170, ['Available-for-sale financial', '可供出售金融資產']);
  entry(page, 182, ['assets', '', '21,400', '10,000'], 8);
  entry(page, 195, ['Inventories', '存貨', '328,813', '266,765']);
  entry(page, 208, ['Deposits', '存款', '275,400', '288,622']);
  entry(page, 227, ['Net assets', '資產淨值', '741,301', '630,501']);
  return page;
}

const ROWS = [
  '|  |  | 2016 | 2015 |',
  '| Property and equipment | 物業及設備 | 57,521 | 29,817 |',
  '| Interests in leasehold land held for own use | 經營租賃下持作自用之租賃土地 | 23,319 | – |',
  '| Intangible assets | 無形資產 | 34,848 | 35,297 |',
  '| Available-for-sale financial assets | 可供出售金融資產 | 21,400 | 10,000 |',
  '| Inventories | 存貨 | 328,813 | 266,765 |',
  '| Deposits | 存款 | 275,400 | 288,622 |',
  '| Net assets | 資產淨值 | 741,301 | 630,501 |',
];

const linesOf = async (page: PageMaker): Promise<string[]> =>
  (await markdownOf(page.page())).split('\n').filter((line) => line && !/^\| :?-/u.test(line));

it('reads names of several lines in two languages, whose amounts stand on the last one', async () => {
  expect(await linesOf(statement())).toEqual(ROWS);
});
