import { expect, test } from 'vitest';
import { readMathml } from '../../src/math/mathml.ts';
import { readOmml } from '../../src/math/omml.ts';
import { parseXml } from '../../src/xml/parse.ts';

const omml = (inner: string): string =>
  readOmml(
    parseXml(
      Buffer.from(`<m:oMath xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math">${inner}</m:oMath>`),
      64,
    ),
  );
const mathml = (inner: string): string =>
  readMathml(parseXml(Buffer.from(`<math xmlns="http://www.w3.org/1998/Math/MathML">${inner}</math>`), 64));
const r = (text: string): string => `<m:r><m:t>${text}</m:t></m:r>`;
const e = (name: string, inner: string): string => `<m:${name}>${inner}</m:${name}>`;

test.each([
  ['a run with Greek before a letter', r('πr+α'), '\\pi r+\\alpha'],
  ['mathematical italic letters', r('𝑥+𝛼'), 'x+\\alpha'],
  ['a fraction', e('f', e('num', r('a')) + e('den', r('b'))), '\\frac{a}{b}'],
  [
    'a fraction as a base in braces',
    e('sSup', e('e', e('f', e('num', r('a')) + e('den', r('b')))) + e('sup', r('2'))),
    '{\\frac{a}{b}}^{2}',
  ],
  ['sub- and superscript', e('sSubSup', e('e', r('x')) + e('sub', r('i')) + e('sup', r('2'))), 'x_{i}^{2}'],
  ['a root with a degree', e('rad', e('deg', r('3')) + e('e', r('x'))), '\\sqrt[3]{x}'],
  [
    'a sum with limits',
    e('nary', '<m:naryPr><m:chr m:val="∑"/></m:naryPr>' + e('sub', r('i=1')) + e('sup', r('n')) + e('e', r('i'))),
    '\\sum_{i=1}^{n} i',
  ],
  [
    'brackets',
    e('d', '<m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr>' + e('e', r('x'))),
    '\\left[x\\right]',
  ],
  ['a function', e('func', e('fName', r('log')) + e('e', r('x'))), '\\log x'],
  ['a function typed as letters', r('sinθ=cos45+sinus'), '\\sin\\theta=\\cos45+sinus'],
  [
    'a matrix',
    e('m', e('mr', e('e', r('a')) + e('e', r('b'))) + e('mr', e('e', r('c')) + e('e', r('d')))),
    '\\begin{matrix}a & b \\\\ c & d\\end{matrix}',
  ],
  ['an accent', e('acc', '<m:accPr><m:chr m:val="⃗"/></m:accPr>' + e('e', r('v'))), '\\vec{v}'],
  ['symbols that LaTeX would read', r('50% &amp; {a}'), '50\\% \\& \\{a\\}'],
])('%s', (_, xml, latex) => {
  expect(omml(xml)).toBe(latex);
});

test.each([
  ['a fraction', '<mfrac><mi>a</mi><mn>2</mn></mfrac>', '\\frac{a}{2}'],
  ['a power of a group', '<msup><mrow><mo>(</mo><mi>x</mi><mo>)</mo></mrow><mn>2</mn></msup>', '{(x)}^{2}'],
  ['a sum', '<munderover><mo>∑</mo><mrow><mi>i</mi></mrow><mi>n</mi></munderover><mi>x</mi>', '\\sum_{i}^{n}x'],
  ['a function', '<mi>sin</mi><mi>x</mi>', '\\sin x'],
])('MathML: %s', (_, xml, latex) => {
  expect(mathml(xml)).toBe(latex);
});
