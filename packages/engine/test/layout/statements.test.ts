import { expect, it } from 'vitest';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { endsAt, makePage, type PageMaker } from '../../../../test/make/raw-page.ts';

const ENDS = [360, 430, 500] as const;
const SMALL = { size: 6.5, bold: true };
const BODY = { size: 9 };

/** Rules below the name and the first year, and below each other year: spacers leave gaps between them. */
function ruleOff(page: PageMaker, y: number): void {
  page.horizontal(y, 48, ENDS[0]);
  for (const end of ENDS.slice(1)) page.horizontal(y, end - 58, end);
}

function writeRow(page: PageMaker, y: number, name: string, amounts: readonly string[]): void {
  page.text(50, y, name, BODY);
  amounts.forEach((amount, index) => {
    const end = ENDS[index]! - 4;
    if (amount.startsWith('$')) page.text(end - 54, y, '$', BODY);
    endsAt(page, [end, y], amount.replace(/^\$ |\)$/gu, ''), BODY);
    if (amount.endsWith(')')) page.text(end + 1.5, y, ')', BODY);
  });
}

it('reads a statement that is ruled below each of its columns, its names of years in small letters', async () => {
  const page = makePage();
  page.text(50, 100, '(In thousands)', SMALL);
  ['March 31,', 'June 30,', 'March 31,'].forEach((name, index) => endsAt(page, [ENDS[index]! - 4, 92], name, SMALL));
  ['2026', '2025', '2025'].forEach((name, index) => endsAt(page, [ENDS[index]! - 4, 100], name, SMALL));
  ruleOff(page, 104);
  page.text(50, 114, 'Designated', SMALL);
  writeRow(page, 126, 'Contracts', ['$ 1,492', '$ 635', '$ 580']);
  writeRow(page, 138, 'Loss on hedges', ['(198)', '(1,139)', '(77)']);
  ruleOff(page, 143);
  writeRow(page, 157, 'Gross', ['1,294', '(504)', '503']);
  ruleOff(page, 162);
  writeRow(page, 176, 'Total', ['$ 1,294', '$ (504)', '$ 503']);
  const rows = (await markdownOf(page.page())).replaceAll('*', '').trim().split('\n');
  expect(rows.filter((row) => !row.startsWith('| -'))).toEqual([
    '|  | March 31, | June 30, | March 31, |',
    '| (In thousands) | 2026 | 2025 | 2025 |',
    '| Designated |  |  |  |',
    '| Contracts | $ 1,492 | $ 635 | $ 580 |',
    '| Loss on hedges | (198) | (1,139) | (77) |',
    '| Gross | 1,294 | (504) | 503 |',
    '| Total | $ 1,294 | $ (504) | $ 503 |',
  ]);
});

it('leaves text of boxes beside each other alone, though their rules are pieces of one line', async () => {
  const page = makePage();
  const columns = [
    ['The first phase of an audit tells', 'what is looked at and which', 'offices take part in it.'],
    ['The second phase looks for the', 'facts, and both sides say what', 'they make of these.'],
  ];
  columns.forEach((lines, index) => {
    const x = 50 + index * 190;
    page.horizontal(90, x, x + 175);
    page.horizontal(150, x, x + 175);
    page.lines(x + 4, 105, lines);
  });
  const markdown = await markdownOf(page.page());
  expect(markdown).not.toContain('|');
  expect(markdown).toContain('The first phase of an audit tells what is looked at and which offices take part in it.');
});

it('joins units with the names of columns above them, where all columns have both', async () => {
  const page = makePage();
  const writeLine = (y: number, texts: readonly string[]): void =>
    texts.forEach((text, index) => endsAt(page, [130 + index * 77, y], text, { ...BODY, bold: y < 120 }));
  for (const y of [90, 120, 200]) page.horizontal(y, 60, 366);
  writeLine(102, ['Level 1', 'Level 2', 'Level 3', 'Total']);
  writeLine(113, ['$’000', '$’000', '$’000', '$’000']);
  for (const y of [132, 148, 164, 180]) writeLine(y, ['1,812', '308', '17', '2,137']);
  expect((await markdownOf(page.page())).trim().split('\n').slice(0, 3)).toEqual([
    '| Level 1 $’000 | Level 2 $’000 | Level 3 $’000 | Total $’000 |',
    '| - | -: | -: | - |',
    '| 1,812 | 308 | 17 | 2,137 |',
  ]);
});
