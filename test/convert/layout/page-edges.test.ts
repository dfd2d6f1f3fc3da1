import { expect, it } from 'vitest';
import { markdownOf } from '../../make/layout-part.ts';
import { makePage, PROSE } from '../../make/raw-page.ts';

it('takes a number in a monospaced font for no code', async () => {
  const page = makePage();
  page.lines(72, 100, PROSE);
  page.text(300, 750, '168', { mono: true, advance: 0.6 });
  expect(await markdownOf(page.page())).not.toContain('```');
});

it('takes the page number of a print for no code, but the first line of code at the top of a page', async () => {
  const typed = { mono: true, advance: 0.6, space: 6 };
  const page = makePage();
  page.text(480, 30, 'Page 2 of 5', typed);
  page.lines(72, 150, PROSE);
  expect(await markdownOf(page.page())).not.toContain('```');
  const listing = makePage();
  listing.text(72, 60, 'the last call', typed);
  listing.lines(72, 96, ['stop();', 'if (x) {', '  go();', '}'], typed);
  listing.lines(72, 250, PROSE);
  expect(await markdownOf(listing.page())).toMatch(/^```\nthe last call/u);
});
