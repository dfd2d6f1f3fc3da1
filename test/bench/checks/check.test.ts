import { expect, test } from 'vitest';
import { matchEnds } from './approximate.ts';
import { holds, readPage } from './check.ts';
import type { Check } from './check.ts';

const PAGE = readPage(`# Annual \\$ report

The board **met** in [May](https://example.org/may), and its members’ fees—see below—rose.

| (thousands) | 2022 | 2021 |
|---|---|---|
| Fees | 1,200 | 900 |
| Rent | 300 | – |

<table><tr><th rowspan="2">Item</th><th colspan="2">Cost</th></tr><tr><td>gross</td><td>net</td></tr>
<tr><td>Paper</td><td>12</td><td>10</td></tr></table>`);

const common = { pdf: '', id: '', max_diffs: 0 };
const text = (type: 'present' | 'absent', wanted: string, most = 0): boolean =>
  holds({ ...common, type, text: wanted, case_sensitive: true, max_diffs: most }, PAGE);
const order = (before: string, after: string): boolean => holds({ ...common, type: 'order', before, after }, PAGE);
const none = { up: null, down: null, left: null, right: null, top_heading: null, left_heading: null };
const cell = (wanted: Partial<Check & { type: 'table' }>): boolean =>
  holds({ ...common, ...none, type: 'table', cell: '', ...wanted }, PAGE);

test('texts are compared without marks and with simple quotation marks', () => {
  expect(text('present', 'Annual $ report')).toBe(true);
  expect(text('present', "The board met in May, and its members' fees-see below-rose.")).toBe(true);
  expect(text('absent', 'The board met')).toBe(false);
  expect(text('absent', 'Page 3')).toBe(true);
});

test('as many letters may differ as the check allows', () => {
  expect(text('present', 'The bard met', 1)).toBe(true);
  expect(text('present', 'The brd meet', 1)).toBe(false);
  expect(matchEnds('a bcd e', 'bxd', 1)).toEqual([5]);
});

test('the first text must come before the second', () => {
  expect(order('The board met', '1,200')).toBe(true);
  expect(order('1,200', 'The board met')).toBe(false);
  expect(order('The board met', 'nowhere')).toBe(false);
});

test('cells are known by their neighbours and headings, also across spans', () => {
  expect(cell({ cell: '1,200', left: 'Fees', right: '900', up: '2022', down: '300' })).toBe(true);
  expect(cell({ cell: '1,200', left: 'Rent' })).toBe(false);
  expect(cell({ cell: '300', top_heading: '2022', left_heading: 'Rent' })).toBe(true);
  expect(cell({ cell: '300', top_heading: '2021' })).toBe(false);
  expect(cell({ cell: '10', top_heading: 'Cost', left_heading: 'Paper', up: 'net' })).toBe(true);
});

test('spaces do not count in Chinese and Japanese, nor behind the comma of a number', () => {
  const page = readPage('本期 金额为12,998.56 万元。\n\n| 売上高（千円） | 9,064 |\n|---|---|\n| 合計 | 872 |');
  const find = (wanted: string): boolean =>
    holds({ ...common, type: 'present', text: wanted, case_sensitive: false }, page);
  expect(find('本期金额为 12,998.56 万元')).toBe(true);
  expect(find('売上高 (千円) 9, 064')).toBe(true);
  expect(find('本期金额为 12,998.57 万元')).toBe(false);
  expect(holds({ ...common, ...none, type: 'table', cell: '合 計', up: '売上高 (千円)' }, page)).toBe(true);
  expect(holds({ ...common, type: 'order', before: '万 元', after: '872' }, page)).toBe(true);
});

test('formulas are the same where a reader sees the same, and may be part of another', () => {
  const page = readPage('where $f(x_{i}) = \\mathbb{R}^{n+1}$ and\n\n$$\\frac{a}{b}, \\quad a \\leq b$$');
  const find = (math: string): boolean => holds({ ...common, type: 'math', math }, page);
  expect(find('f(x_i)=\\mathbf R^{n + 1}')).toBe(true);
  expect(find('x_i')).toBe(true);
  expect(find('a\\le b')).toBe(true);
  expect(find('f(x_i)=\\mathbb{R}^{n}')).toBe(false);
  expect(find('f(x^i)')).toBe(false);
  expect(find('\\frac{b}{a}')).toBe(false);
});
