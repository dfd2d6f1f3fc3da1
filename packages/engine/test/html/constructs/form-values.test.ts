import { expect, test } from 'vitest';
import { readHtml } from '../../../../../test/make/read-html.ts';

test.each([
  [
    'inputs, but no buttons, secrets and files',
    '<label>Name</label><input value="Ann"> <input type=email value="a@b.c"> <input type=date value=2024-05-01> <input type=range value=7><input placeholder=no><input type=hidden value=no><input type=password value=no><input type=submit value=no><input type=reset value=no><input type=button value=no><input type=file value=no>',
    'Name Ann a@b.c 2024-05-01 7\n',
  ],
  ['boxes', '<input type=radio checked> yes <input type=radio> no <input type=checkbox checked>x', '☒ yes ☐ no ☒ x\n'],
  [
    'chosen options',
    '<select><option>a<option selected>b</select>, <select multiple><option selected>c<option>d<option selected>e</select> <select><optgroup label=no><option selected label=f></select>',
    'b , c, e f\n',
  ],
  [
    'the first option of a list of one line, unless it is a prompt',
    '<select><option disabled>no<option>a<option>b</select> <select><option value="">Choose<option>no</select> <select size=4><option>no</select> <select multiple><option>no</select>',
    'a\n',
  ],
  ['text of several lines', '<textarea>\nfirst\nsecond</textarea>', 'first  \nsecond\n'],
  [
    'results and shares',
    '<output>42</output> <meter min=0 max=10 value=6></meter> <meter value=.5></meter> <progress max=200 value=50></progress> <progress value=.3>30 percent</progress> <progress></progress>',
    '42 6/10 50% 25% 30 percent\n',
  ],
])('values of forms: %s', async (_, body, markdown) => {
  expect(await readHtml(`<form>${body}</form>`)).toBe(markdown);
});
