import { expect, it } from 'vitest';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { makePage } from '../../../../test/make/raw-page.ts';

const ITEMS = [
  ['Bolt', '12.50', '0.00', '15.00%', '120.00'],
  ['Bracket', '7.25', '10.00', '15.00%', '80.50'],
  ['Hinge', '3.00', '0.00', '7.00%', '240.00'],
] as const;

it.each([
  ['a unit behind them', 'VAT', '%', (amount: string) => [`${amount} `, '%'] as const],
  ['one name of two words', 'Unit', 'price', (amount: string) => ['EUR ', amount] as const],
])('leaves names of columns whole: %s', async (_, left, right, parts) => {
  const page = makePage();
  page.text(72, 100, 'Item', { bold: true });
  page.text(200, 100, 'Packed in', { bold: true });
  page.text(400, 100, `${left} ${right}`, { bold: true });
  ITEMS.forEach(([name, price], row) => {
    const [before, after] = parts(price);
    page.text(72, 116 + row * 14, name);
    page.text(200, 116 + row * 14, 'A box');
    page.text(400, 116 + row * 14, before.trim());
    page.text(424, 116 + row * 14, after.trim());
  });
  const markdown = await markdownOf(page.page());
  expect(markdown).toContain(`${left} ${right}`);
  expect(markdown).not.toContain(`${left} | ${right}`);
});
