import { expect, it } from 'vitest';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { makePage, PROSE } from '../../../../test/make/raw-page.ts';

const MONO = { mono: true, advance: 0.6, space: 6 };

it('reads a raised ring as the sign for degrees', async () => {
  const page = makePage();
  const end = page.text(72, 100, 'The lamps are dried at 105');
  const ring = page.text(end + 2, 96, '◦', { size: 7, advance: 0.4 });
  page.text(ring, 100, 'C and then weighed.');
  expect(await markdownOf(page.page())).toContain('105 °C and');
});

const LOG = [
  ['[02:00:01] INFO', 'starting the nightly copy of all files'],
  ['[02:00:02] INFO', 'mounting the disks of the north wing'],
  ['[02:00:02] WARN', 'the last one is two days old'],
  ['[02:19:30] INFO', 'done'],
] as const;

it('keeps the lines of a log together', async () => {
  const page = makePage();
  for (const [row, [time, message]] of LOG.entries()) {
    page.text(72, 100 + 12 * row, time, MONO);
    page.text(180, 100 + 12 * row, message, MONO);
  }
  expect(await markdownOf(page.page())).toContain(LOG.map(([time, message]) => `${time}   ${message}`).join('\n'));
});

it('reads what a program printed as code, also where a table stands below it', async () => {
  const page = makePage();
  page.lines(72, 100, PROSE);
  const rows = [
    '## species       n  mass',
    '## 1 Adelie    152 3701.',
    '## 2 Gentoo    124 5076.',
    '## 3 King       68 3733.',
  ];
  for (const [row, text] of rows.entries())
    for (const { 0: word, index } of text.matchAll(/\S+(?: \S+)?/g))
      page.text(72 + 6 * index, 180 + 12 * row, word, MONO);
  page.text(72, 240, 'Table 1: Coefficients');
  expect(await markdownOf(page.page())).toContain(`\`\`\`\n${rows.join('\n')}\n\`\`\``);
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
