import { expect, it } from 'vitest';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { HARBOUR, makePage } from '../../../../test/make/raw-page.ts';

it('takes two sentences for a heading in letters that nothing else has, and not in those of the text', async () => {
  const page = makePage();
  const sizes = [13, 13, 13, 10];
  const titles = [
    'What is the harbour?',
    'Who may come to the harbour?',
    'I have a ship already. Where may it lie?',
    'I have no ship. Where may I stand?',
  ];
  titles.forEach((title, index) => {
    page.text(72, 90 + 150 * index, title, { size: sizes[index]! });
    page.lines(72, 115 + 150 * index, HARBOUR);
  });
  const again = makePage(2);
  again.text(72, 90, 'Where can I learn more?', { size: 13 });
  again.lines(72, 115, HARBOUR);
  const text = await markdownOf(page.page(), again.page());
  expect(text.match(/^#+ .*/gmu)?.map((line) => line.replace(/^#+ /u, ''))).toEqual([
    ...titles.slice(0, 3),
    'Where can I learn more?',
  ]);
});

it('takes the name of a part for a heading though it is as long as a sentence', async () => {
  const page = makePage();
  const parts = [
    'Article I. Purpose and scope.',
    'Article II. Structure and duties of the Elections Board of the harbour.',
    'Article III. Meetings.',
  ];
  parts.forEach((part, index) => {
    page.text(72, 90 + 150 * index, part, { bold: true });
    page.lines(72, 112 + 150 * index, HARBOUR);
  });
  page.text(72, 560, 'Article II applies to all who are members of the Elections Board of it.', { bold: true });
  page.lines(72, 582, HARBOUR);
  const text = await markdownOf(page.page());
  expect(text.match(/^#+ .*/gmu)?.map((line) => line.replace(/^#+ /u, ''))).toEqual(parts);
});
