import { expect, it } from 'vitest';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { endsAt, HARBOUR, makePage, PROSE } from '../../../../test/make/raw-page.ts';

it('takes a dash before the name of who says it for no bullet', async () => {
  const page = makePage();
  page.lines(72, 100, PROSE);
  page.text(96, 180, 'Keep bees for the bees, and the honey will come.');
  page.text(96, 200, '— my grandmother');
  page.lines(72, 230, HARBOUR);
  expect(await markdownOf(page.page())).toContain('come.\n\n— my grandmother\n');
});

it('takes a line of dashes for no item of a list', async () => {
  const page = makePage();
  page.text(72, 100, 'Mrs Justice Thorne');
  page.text(72, 130, '- - - - - - - -');
  page.text(72, 160, 'Between: Per Olsen and the harbour');
  expect(await markdownOf(page.page())).not.toMatch(/^(?:- | {4})/mu);
});
