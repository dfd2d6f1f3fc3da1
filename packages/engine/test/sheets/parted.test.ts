import { utils } from 'xlsx';
import { expect, test } from 'vitest';
import { readDocument } from '../../../../test/make/read.ts';
import { makeSource } from '../../../../test/make/source.ts';
import { makeWorkbook } from '../../../../test/make/workbook.ts';

type Rows = (string | number | null)[][];

const read = async (rows: Rows): Promise<string> =>
  (await readDocument(makeSource(makeWorkbook({ S: utils.aoa_to_sheet(rows) })))).markdown.replace('## S\n\n', '');

test.each<[string, Rows, string]>([
  [
    'amounts stand beside their labels over blank columns, and blank cells among them',
    [
      ['Assets', null, null, 2025, null, 2024],
      ['Cash', null, null, 10, null, 20],
      ['Stock', null, null, 30, null, null],
      ['Total', null, null, 40, null, 20],
    ],
    '| Assets | 2025 | 2024 |\n| - | - | - |\n| Cash | 10 | 20 |\n| Stock | 30 |  |\n| Total | 40 | 20 |\n',
  ],
  [
    'so do the values of a form',
    [
      ['Study:', null, null, null, null, 'A'],
      ['Custom datasets:', null, null, null, null, 'None'],
    ],
    '| Study: | A |\n| - | - |\n| Custom datasets: | None |\n',
  ],
  [
    'amounts of several columns belong to the labels on their left',
    [
      ['Team', 'Name', null, 'Vault', 'Bars'],
      ['A&M', 'Kim', null, 38.7, 35.9],
      ['UT', 'Lee', null, 38.6, 34],
    ],
    '| Team | Name | Vault | Bars |\n| - | - | - | - |\n| A&M | Kim | 38.7 | 35.9 |\n| UT | Lee | 38.6 | 34 |\n',
  ],
  [
    'a score beside one row of several is that of the row',
    [
      ['No.', 'Question', 'Answer'],
      [1, 'Are risks known?', 'Yes', null, 0.5],
      [2, 'Are they documented?', 'No', null],
    ],
    '| No. | Question | Answer |  |\n| - | - | - | - |\n| 1 | Are risks known? | Yes | 0.5 |\n| 2 | Are they documented? | No |  |\n',
  ],
  [
    'a table with labels of its own stays apart',
    [
      ['Code', 'Name', null, 'Code', 'Type'],
      ['a', 'First', null, 'x', 'Left'],
      ['b', 'Second', null, 'y', 'Right'],
    ],
    '| Code | Name |\n| - | - |\n| a | First |\n| b | Second |\n\n| Code | Type |\n| - | - |\n| x | Left |\n| y | Right |\n',
  ],
  [
    'sentences beside a table stay apart',
    [
      ['Code', 'Name'],
      ['a', 'First', null, `A note ${'that explains what the codes of this table mean '.repeat(2)}`],
      ['b', 'Second'],
      ['c', 'Third'],
    ],
    `| Code | Name |\n| - | - |\n| a | First |\n| b | Second |\n| c | Third |\n\nA note ${'that explains what the codes of this table mean '.repeat(2).trimEnd()}\n`,
  ],
])('%s', async (_, rows, markdown) => {
  expect(await read(rows)).toBe(markdown);
});

test('characters of the private use area are the symbols that they most often mean', async () => {
  expect(await read([['\uf0fc done']])).toBe('✓ done\n');
});

test.each<[string, Rows, string]>([
  [
    'a section without a header goes on with the table above it over a blank row',
    [['Item', 'Cost'], ['Rent', 10], [], ['Other'], ['Heat', 5], [], [], ['Total', 15]],
    '| Item | Cost |\n| - | - |\n| Rent | 10 |\n| Other |  |\n| Heat | 5 |\n| Total | 15 |\n',
  ],
  [
    'a table with a header of its own does not',
    [['Item', 'Cost'], ['Rent', 10], [], ['Year', 2025], ['Rent', 12]],
    '| Item | Cost |\n| - | - |\n| Rent | 10 |\n\n| Year | 2025 |\n| - | - |\n| Rent | 12 |\n',
  ],
  [
    'nor one with other columns, or further below',
    [
      ['Item', 'Cost'],
      ['Rent', 10],
      [],
      [null, 'Heat', 5],
      [],
      ['Item', 'Cost'],
      ['Rent', 10],
      [],
      [],
      [],
      ['Heat', 5],
    ],
    '| Item | Cost |\n| - | - |\n| Rent | 10 |\n\n| Heat | 5 |\n| - | - |\n\n| Item | Cost |\n| - | - |\n| Rent | 10 |\n\n| Heat | 5 |\n| - | - |\n',
  ],
])('%s', async (_, rows, markdown) => {
  expect(await read(rows)).toBe(markdown);
});
