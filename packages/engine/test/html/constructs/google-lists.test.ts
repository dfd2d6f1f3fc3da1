import { expect, test } from 'vitest';
import { readHtml } from '../../../../../test/make/read-html.ts';

const list = (name: string, level: number, items: readonly string[], more = ''): string =>
  `<${name} class="c1 lst-kix_abc-${level}"${more}>${items.map((item) => `<li class="c2"><span>${item}</span></li>`).join('')}</${name}>`;

test.each([
  [
    'levels that stand beside each other are in each other, and go on',
    list('ul', 0, ['a']) + list('ul', 1, ['b', 'c']) + list('ul', 2, ['d']) + list('ul', 0, ['e']),
    '- a\n    - b\n    - c\n        - d\n- e\n',
  ],
  [
    'numbers go on as they are stated',
    `${list('ol', 0, ['a'], ' start="1"')}${list('ul', 1, ['b'])}${list('ol', 0, ['c'], ' start="2"')}<p>text</p>${list('ol', 0, ['d'], ' start="3"')}`,
    '1. a\n    - b\n2. c\n\ntext\n\n3. d\n',
  ],
  ['a deeper level without one above', list('ul', 1, ['a']) + list('ul', 0, ['b']), '- a\n- b\n'],
])('lists of Google Docs: %s', async (_, body, markdown) => {
  expect(await readHtml(body)).toBe(markdown);
});
