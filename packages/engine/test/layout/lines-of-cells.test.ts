import { expect, it } from 'vitest';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { makePage } from '../../../../test/make/raw-page.ts';

const XS = [60, 160, 420];

async function cellOf(lines: readonly string[]): Promise<string> {
  const page = makePage();
  const bottom = 160 + 12 * lines.length;
  for (const y of [100, 120, 140, bottom]) page.horizontal(y, XS[0]!, XS[2]!);
  for (const x of XS) page.vertical(x, 100, bottom);
  page.text(64, 114, 'Evening');
  page.text(164, 114, 'Served');
  page.text(64, 134, 'Monday');
  page.text(164, 134, 'Soup of white beans with a spoon of sour cream');
  page.text(64, 154, 'Friday');
  page.lines(164, 154, lines);
  return /\| Friday \| (.*) \|/u.exec(await markdownOf(page.page()))![1]!;
}

it('keeps lines of a cell that their author broke', async () => {
  expect(await cellOf(['Fish of the bay', 'Potatoes with dill', '-', 'Plum cake (milk, eggs)'])).toBe(
    'Fish of the bay<br>Potatoes with dill<br>-<br>Plum cake (milk, eggs)',
  );
});

it('joins lines that ended where the next word had no room, or with a part of a sentence', async () => {
  expect(await cellOf(['Fish of the bay with potatoes and a good spoon of', 'Dill cream'])).toBe(
    'Fish of the bay with potatoes and a good spoon of Dill cream',
  );
  expect(await cellOf(['Fish of the bay', 'and potatoes with dill'])).toBe('Fish of the bay and potatoes with dill');
});
