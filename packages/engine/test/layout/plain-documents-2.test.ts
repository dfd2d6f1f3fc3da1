import { expect, it } from 'vitest';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { makePage } from '../../../../test/make/raw-page.ts';

it('reads a raised ring as the sign for degrees', async () => {
  const page = makePage();
  const end = page.text(72, 100, 'The lamps are dried at 105');
  const ring = page.text(end + 2, 96, '◦', { size: 7, advance: 0.4 });
  page.text(ring, 100, 'C and then weighed.');
  expect(await markdownOf(page.page())).toContain('105 °C and');
});

it('reads numbers in discs before items as those of a list', async () => {
  const page = makePage();
  const items = ['Start with the metadata', 'Ask the readers first', 'Keep the tapes until the end'];
  for (const [row, item] of items.entries()) {
    page.text(82, 118.3 + 17 * row, `${row + 1}`, { size: 6 });
    page.text(93, 120 + 17 * row, item, { size: 11 });
  }
  expect(await markdownOf(page.page())).toContain(items.map((item, index) => `${index + 1}. ${item}`).join('\n'));
});
