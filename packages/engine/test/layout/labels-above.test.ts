import { expect, it } from 'vitest';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { makePage, type PageMaker } from '../../../../test/make/raw-page.ts';

const paragraphs = async (page: PageMaker): Promise<string[]> => (await markdownOf(page.page())).trim().split('\n\n');

/** Rows of texts in columns, the first of them bold. */
function writeRows(page: PageMaker, y: number, rows: readonly (readonly string[])[]): void {
  rows.forEach((row, index) =>
    row.forEach((text, c) => page.text(72 + c * 150, y + index * 13, text, { bold: index === 0 })),
  );
}

it('reads each of a few bold labels beside each other together with what stands below it', async () => {
  const page = makePage();
  writeRows(page, 100, [
    ['Bank', 'Account'],
    ['First Bank', '00030340067212'],
  ]);
  writeRows(page, 132, [['Address', 'Code'], ['14 Canal Row,', 'FDRL0000003'], ['Leeds']]);
  expect(await paragraphs(page)).toEqual([
    '**Bank** First Bank',
    '**Account** 00030340067212',
    '**Address** 14 Canal Row, Leeds',
    '**Code** FDRL0000003',
  ]);
});

it('reads a bold name in the second line of addresses as a part of these', async () => {
  const page = makePage();
  page.text(72, 100, 'Bill to:');
  page.text(222, 100, 'Ship to:');
  writeRows(page, 113, [
    ['Taylor Riddel', 'The Store'],
    ['taylor@mail.example', 'store@mail.example'],
  ]);
  const text = (await paragraphs(page)).join(' ');
  expect(text.indexOf('taylor@mail')).toBeLessThan(text.indexOf('Ship to:'));
});

it('reads bold names of columns above more rows as the header of these', async () => {
  const page = makePage();
  writeRows(page, 100, [
    ['Part', 'Number'],
    ['Bolt', '12'],
    ['Bracket', '7'],
    ['Hinge', '30'],
  ]);
  expect(await markdownOf(page.page())).toContain('| Part | Number |');
});
