import { expect, test } from 'vitest';
import { comparable, comparableReal } from './comparable.ts';

const HEAD = '| Part | Price |\n| --- | --- |\n';

test('in real documents a table with text in one row or one column is text', () => {
  for (const frame of [
    '| First | Second |\n| --- | --- |',
    '| First | |\n| --- | --- |\n| Second | |',
    '<table><tr><th colspan="2">First</th></tr>\n<tr><td></td><td>Second</td></tr></table>',
  ])
    expect(comparableReal(`Before.\n\n${frame}\n\nAfter.`).replaceAll(/\n+/gu, ' ')).toBe(
      'Before. First Second After.',
    );
  expect(comparableReal(`${HEAD}| Nut | 1 |`)).toContain('<table>');
  expect(comparable('| First | Second |\n| --- | --- |')).toContain('| --- |');
});

test('in real documents rows and columns at which no cell with text begins are left out', () => {
  const spaced =
    '<table><tr><td></td><td colspan="3">Price</td></tr><tr><td></td><td></td><td></td><td></td></tr>' +
    '<tr><td>Nut</td><td colspan="2">1</td><td></td></tr><tr><td>Bolt</td><td colspan="2">2</td><td></td></tr></table>';
  expect(comparableReal(spaced)).toBe(
    '<table><tr><td></td><td>Price</td></tr><tr><td>Nut</td><td>1</td></tr><tr><td>Bolt</td><td>2</td></tr></table>\n\n',
  );
});

test('in real documents spans stay as far as they cover cells with text', () => {
  const spans =
    '<table><tr><th rowspan="3">Part</th><th colspan="3">Price</th></tr><tr><td></td><td></td><td></td></tr>' +
    '<tr><td>Old</td><td></td><td>New</td></tr><tr><td>Nut</td><td>1</td><td></td><td>2</td></tr></table>';
  expect(comparableReal(spans)).toBe(
    '<table><tr><th rowspan="2">Part</th><th colspan="2">Price</th></tr><tr><td>Old</td><td>New</td></tr>' +
      '<tr><td>Nut</td><td>1</td><td>2</td></tr></table>\n\n',
  );
});

test('in real documents a currency sign or a closing parenthesis in a cell of its own belongs to its amount', () => {
  const statement = (rows: readonly string[][]): string =>
    `<table>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>\n\n`;
  const apart = statement([
    ['Product', '$', '15,588', ''],
    ['Loss', '', '(174', ')'],
    ['Share', '', '12', '%'],
  ]);
  const together = statement([
    ['Product', '$ 15,588'],
    ['Loss', '(174)'],
    ['Share', '12%'],
  ]);
  expect(comparableReal(apart)).toBe(comparableReal(together));
  expect(
    comparableReal(
      statement([
        ['Currency', '$'],
        ['Sign', '(a)'],
      ]),
    ),
  ).toContain('<td>$</td>');
});
