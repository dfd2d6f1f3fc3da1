import { expect, test } from 'vitest';
import { scoreEitherWay, withJoinedTables } from './joined-tables.ts';

const HEAD = '| Part | Price |\n| --- | --- |\n';

test('a table over pages is the same as one or as a table for each page, with its header repeated or not', () => {
  const whole = `Before.\n\n${HEAD}| Nut | 1 |\n| Bolt | 2 |\n| Screw | 3 |\n\nAfter.`;
  for (const parts of [
    `Before.\n\n${HEAD}| Nut | 1 |\n\n${HEAD}| Bolt | 2 |\n| Screw | 3 |\n\nAfter.`,
    `Before.\n\n${HEAD}| Nut | 1 |\n\n| Bolt | 2 |\n| --- | --- |\n| Screw | 3 |\n\nAfter.`,
    `Before.\n\n<table>\n<tr><th>Part</th><th>Price</th></tr>\n<tr><td>Nut</td><td>1</td></tr>\n</table>\n\n<table><tr><td>Bolt</td><td>2</td></tr></table>\n\n| Screw | 3 |\n| --- | --- |\n\nAfter.`,
  ]) {
    expect(scoreEitherWay(whole, parts).overall).toBe(1);
    expect(scoreEitherWay(parts, whole).overall).toBe(1);
  }
});

test('tables with text between them and tables of other widths stay apart', () => {
  for (const markdown of [
    `${HEAD}| Nut | 1 |\n\nTable 2\n\n${HEAD}| Bolt | 2 |`,
    `${HEAD}| Nut | 1 |\n\n| A | B | C |\n| --- | --- | --- |\n| 1 | 2 | 3 |`,
    '<table><tr><td>A</td></tr></table>\n\n<table><tr><td colspan="2">B</td></tr></table>',
  ])
    expect(withJoinedTables(markdown)).toBe(markdown);
});

test('a caption that only one of both has between two tables costs no more than itself', () => {
  const tables = [`${HEAD}| Nut | 1 |`, `${HEAD}| Bolt | 2 |`];
  expect(scoreEitherWay(tables.join('\n\n(a)\n\n'), tables.join('\n\n')).tables).toBe(1);
});

test('tables within cells stay as they are', () => {
  const nested =
    '<table><tr><td><table><tr><td>A</td></tr></table></td></tr></table>\n\n<table><tr><td>B</td></tr></table>';
  expect(withJoinedTables(nested)).toBe(nested);
});
