import { expect, test } from 'vitest';
import { readEquation } from '../../src/docx/eq-field.ts';

test.each([
  [' EQ \\f(3,4) ', '\\frac{3}{4}'],
  ['EQ \\f(a+b;c)', '\\frac{a+b}{c}'],
  ['EQ \\f(\\r(2),(1+x))', '\\frac{\\sqrt{2}}{(1+x)}'],
  ['EQ \\r(3,x)', '\\sqrt[3]{x}'],
  ['EQ x\\s\\up8(2)', 'x^{2}'],
  ['EQ x\\s\\do4(i)', 'x_{i}'],
  ['EQ \\i\\su(i=1,n,i)', '\\sum_{i=1}^{n} i'],
  ['EQ \\i(0,1,x dx)', '\\int_{0}^{1} x dx'],
  ['EQ \\b\\bc\\[(\\a\\al\\co2(1,2,3,4))', '\\left[\\begin{matrix}1 & 2 \\\\ 3 & 4\\end{matrix}\\right]'],
  ['EQ \\b\\lc\\{(\\a(x=1,y=2))', '\\left\\{\\begin{matrix}x=1 \\\\ y=2\\end{matrix}\\right.'],
  ['EQ \\x(5)', '\\boxed{5}'],
  ['EQ \\f(Weight,Volume)', '\\frac{\\text{Weight}}{\\text{Volume}}'],
])('%s is the formula %s', (instruction, latex) => {
  expect(readEquation(instruction)).toEqual([{ kind: 'math', latex }]);
});

test.each([
  ['EQ \\* jc2 \\* "Font:MS Mincho" \\* hps10 \\o\\ad(\\s\\up 9(かんじ),漢字)', '漢字(かんじ)'],
  ['EQ \\o\\ac(○,7)', '⑦'],
  ['EQ \\o\\ac(□,A)', '(A)'],
])('%s is the text %s', (instruction, text) => {
  expect(readEquation(instruction)).toEqual([{ kind: 'text', text }]);
});

test('what is cut off or nested too deep still ends', () => {
  expect(readEquation('EQ \\f(1,')).toEqual([{ kind: 'math', latex: '\\frac{1}{}' }]);
  expect(readEquation(`EQ ${'\\r('.repeat(5000)}`)).toHaveLength(1);
  expect(readEquation('EQ ')).toEqual([]);
});
