import { expect, test } from 'vitest';
import { textInFont } from '../../src/docx/symbols.ts';

test.each([
  ['in Symbol', 'Symbol', '\uf0b7\uf0a3', '•≤'],
  ['in Wingdings', 'Wingdings', '\uf0fc\uf072\uf0a8', '✓❒☐'],
  [
    'in a font that is not known: most often Wingdings, and the bullet of Symbol',
    undefined,
    '\uf0fc \uf0a7 \uf0b7',
    '✓ ▪ •',
  ],
  ['in Wingdings 2', 'Wingdings 2', '\uf0a3', '☐'],
  ['in Wingdings 3', 'Wingdings 3', '\uf075 \uf022', '▶ →'],
  ['or typed, in Windows-1252', 'Wingdings', '€‚', '⓪②'],
  ['in Webdings', 'Webdings', '\uf061', '✔'],
  ['in a font that stands in for it', 'Calibri', '\uf0d8', '➢'],
  ['that none shows', undefined, '\uf021', '\uf021'],
])('characters of the private use area %s', (_, font, text, shown) => {
  expect(textInFont(text, font)).toBe(shown);
});
