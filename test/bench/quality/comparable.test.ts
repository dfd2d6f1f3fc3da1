import { expect, test } from 'vitest';
import { comparable, comparableReal } from './comparable.ts';
import { ocrOf } from './ours.ts';

test('emphasis is taken away, as it is written by any engine', () => {
  expect(comparable('A **bold** word, an _italic_ and *another* one, ***both***, <b>tags</b>, ~~gone~~.')).toBe(
    'A bold word, an italic and another one, both, tags, gone.',
  );
});

test('what only looks like emphasis stays', () => {
  for (const line of ['* an item', '2 * 3 * 4', 'snake_case_name', '`**code**`', '\\*starred\\*', 'a_1 and b_2'])
    expect(comparable(line)).toBe(line);
});

test('a fenced block stays as it is', () => {
  expect(comparable('```\n**kwargs\n```')).toBe('```\n**kwargs\n```');
});

test('raised and lowered letters are compared only where they are looked at, however they are written', () => {
  expect(comparable('t<sup>3</sup> and H<sub>2</sub>O')).toBe('t3 and H2O');
  for (const line of ['t<sup>3</sup>, H<sub>2</sub>O', 't³, H₂O', 't^3^, H~2~O', 't^{3}, H_{2}O'])
    expect(comparable(line, true)).toBe('t<sup>3</sup>, H<sub>2</sub>O');
});

test('comments are left out, and breaks in cells are spaces', () => {
  expect(comparable('<!-- image: A duck --> below')).toBe(' below');
  expect(comparable('| one<br>two | three<br />four |')).toBe('| one two | three four |');
  expect(comparable('```\n<!-- kept --><br>\n```')).toBe('```\n<!-- kept --><br>\n```');
});

test('links and images are their text', () => {
  expect(comparable('See [the *plan*](https://example.com/a_(b)?c=1 "title") and ![a duck](duck.png).')).toBe(
    'See the plan and a duck.',
  );
  expect(comparable('At <https://example.com> or <mailto:a@example.com>')).toBe(
    'At https://example.com or mailto:a@example.com',
  );
  for (const line of ['\\[not](a link)', 'a note[^1]', '[x] (y)', 'f(x)[1](2 3)']) expect(comparable(line)).toBe(line);
});

test('links in the cells of HTML tables are their text', () => {
  expect(comparable('<td>the <a href="https://example.com/?a=1&amp;b">report</a></td>')).toBe('<td>the report</td>');
});

test('in real documents escapes and references to characters are what they stand for', () => {
  expect(comparableReal('snake\\_case \\<a@example.com> \\[1\\] Q&amp;A')).toBe('snake_case <a@example.com> [1] Q&A');
  expect(comparableReal('Name: \\_\\_\\_\\_\\_\\_')).toBe(comparableReal('Name: ________'));
  expect(comparableReal("| Part | Maker |\n| --- | --- |\n| Nut | O'Neil & Co |")).toContain("<td>O'Neil & Co</td>");
  for (const line of ['\\# no heading', 'one \\| cell', '`\\_`']) expect(comparableReal(line)).toBe(line);
});

test('in real documents items have one sign, and rows of letters without a map are rows of dots', () => {
  for (const sign of ['•', '- •', '-', '- \uF0B7', '- o', '- ●', '❖'])
    expect(comparableReal(`  ${sign} first item`)).toBe('  - first item');
  expect(comparableReal('o no item')).toBe('o no item');
  expect(comparableReal(`Preface ${'\uFFFD '.repeat(9)}4`)).toBe(comparableReal('Preface ......... 4'));
});

test('entries of contents are compared without the sign of an item', () => {
  expect(comparable('- 1 Tides … 4\n    - Lamps … xii\n')).toBe(comparable('1 Tides ........ 4\nLamps ..... xii\n'));
  expect(comparable('- 4 lamps')).toBe('- 4 lamps');
});

test('pictures of real documents are not read by OCR, since their truths and the peers leave them out', () => {
  expect(ocrOf({ set: 'real' })).toBe('off');
  expect(ocrOf({ set: 'tuning' })).toBe('off');
  expect(ocrOf({ set: 'faults' })).toBe('auto');
});
