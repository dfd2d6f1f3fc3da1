import { expect, test } from 'vitest';
import { comparableOffice } from './comparable-office.ts';

test.each([
  ['a &lt;p&gt; &amp; b_c', 'a \\<p> & b\\_c'],
  ['- 1. First', '* 1\\. First'],
  ['    3. Third', '    3) Third'],
  ['See [it](x.html) (or *that* ), “now” – please .', 'See it ( or that), "now" - please.'],
  ['| Ducks by year |\n| - |\n\n| a | b |\n| - | - |', 'Ducks by year\n\n| a | b |\n| - | - |'],
])('%j and %j are the same', (one, other) => {
  expect(comparableOffice(one)).toBe(comparableOffice(other));
});

test('bars in cells, names of tags of tables and code stay as they are written', () => {
  for (const text of ['| a \\| b | c |', '&lt;table&gt;', '\\</td>', '```\n* &lt; “x” \\_\n```', '| a |\n| - |\n| b |'])
    expect(comparableOffice(text)).toBe(text === '&lt;table&gt;' ? '&lt;table>' : text);
});
