import { expect, test } from 'vitest';
import { readHtml } from '../../../../../test/make/read-html.ts';

const SPACE = `<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span>`;
const item = (level: number, label: string, text: string, name = 'p'): string =>
  `<${name} class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${label}${SPACE}</span></span><![endif]>${text}<o:p></o:p></${name}>`;
const filtered = (margin: string, label: string, text: string): string =>
  `<p class=MsoListParagraph style='margin-left:${margin};text-indent:-18.0pt'><span style='font-family:Symbol'>${label}${SPACE}</span>${text}</p>`;

test.each([
  [
    'bullets with their levels',
    item(1, '·', 'a') + item(2, 'o', 'b <b>c</b>') + item(3, '§', 'd') + item(1, '·', 'e'),
    '- a\n    - b **c**\n        - d\n- e\n',
  ],
  [
    'numbers, which go on behind a paragraph, and letters',
    `${item(1, '1.', 'a')}${item(2, 'a)', 'b')}${item(2, 'b)', 'c')}<p class=MsoNormal>text</p>${item(1, '2.', 'd')}`,
    '1. a\n    - a) b\n    - b) c\n\ntext\n\n2. d\n',
  ],
  [
    'a paragraph of an item',
    `${item(1, '1.', 'a')}<p class=MsoListParagraph>more</p>${item(1, '2.', 'b')}`,
    '1. a\n\n    more\n\n2. b\n',
  ],
  ['numbers of several levels as they are printed', item(1, '1.1', 'a') + item(1, '1.2', 'b'), '- 1.1 a\n- 1.2 b\n'],
  ['a list that begins at a deeper level', item(2, 'o', 'a') + item(1, '·', 'b'), '- a\n- b\n'],
  ['a numbered heading', item(1, '2.', 'Scope', 'h2') + item(1, '·', 'Bullet', 'h3'), '## 2. Scope\n\n### Bullet\n'],
  [
    'pages that Word has filtered, by their indents',
    filtered('36.0pt', '·', 'a') + filtered('1.0in', 'o', 'b') + filtered('1.27cm', '·', 'c'),
    '- a\n    - b\n- c\n',
  ],
  [
    'paragraphs with a hanging indent and no label',
    `<p class=MsoNormal style='text-indent:-18.0pt'>Smith, A. <i>Title</i></p>`,
    'Smith, A. *Title*\n',
  ],
])('lists of Word: %s', async (_, body, markdown) => {
  expect(await readHtml(body)).toBe(markdown);
});
