import { expect, it } from 'vitest';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { HARBOUR } from '../../../../test/make/raw-page.ts';
import { LINES, page } from '../../../../test/make/running-page.ts';

const ENTRIES = [
  [72, '1 Tides and lamps', 2],
  [84, '1.1 The harbour wall', 2],
  [84, '1.2 Lamps of the pier', 5],
  [72, '2 Ships of the year', 9],
] as const;

const entry = ([x, title, number]: (typeof ENTRIES)[number], dots: number): [number, string] => [
  x,
  `${title} ${'.'.repeat(dots)} ${number}`,
];

it('writes contents as a list, nested as they are indented, with one sign for their dots', async () => {
  const text = await markdownOf(
    page(1, (made) => {
      made.text(72, 100, 'Contents', { size: 16, bold: true });
      ENTRIES.forEach((each, index) => made.text(...withY(entry(each, 40 - 5 * index), 140 + 16 * index)));
      made.text(...withY([72, `3 Costs ${'.'.repeat(50)} 11`], 204));
    }),
    page(2, (made) => {
      made.text(...withY([84, `3.1 Costs of the wall ${'.'.repeat(30)} 12`], 80));
      made.text(...withY([72, `4 Crews ${'.'.repeat(50)} 14`], 96));
      made.lines(72, 140, LINES);
    }),
  );
  expect(text).toContain(
    [
      '- 1 Tides and lamps … 2',
      '    - 1.1 The harbour wall … 2',
      '    - 1.2 Lamps of the pier … 5',
      '- 2 Ships of the year … 9',
      '- 3 Costs … 11',
      '    - 3.1 Costs of the wall … 12',
      '- 4 Crews … 14',
      '',
    ].join('\n'),
  );
});

const withY = ([x, text]: [number, string], y: number): [number, number, string] => [x, y, text];

it('leaves a line with dots and a number alone as it is', async () => {
  const text = await markdownOf(
    page(1, (made) => {
      made.lines(72, 100, HARBOUR);
      made.text(72, 220, `Number of berths ${'.'.repeat(30)} 12`);
      made.lines(72, 260, LINES);
    }),
  );
  expect(text).toMatch(/^Number of berths \.{5,} 12$/mu);
});

it('ends an entry with its page, whatever follows in small letters', async () => {
  const text = await markdownOf(
    page(1, (made) => {
      made.lines(72, 100, HARBOUR);
      ['Lamps', 'Tides', 'Crews'].forEach((title, index) =>
        made.text(72, 640 + 16 * index, `${title} ${'.'.repeat(70)} ${index + 2}`),
      );
    }),
    page(2, (made) => made.lines(72, 90, ['www.harbour.example has all lamps, and', 'the tides of the year.'])),
  );
  expect(text).toContain('- Crews … 4\n\n');
});
