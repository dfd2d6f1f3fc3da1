import { expect, test } from 'vitest';
import { comparable } from './comparable.ts';

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
