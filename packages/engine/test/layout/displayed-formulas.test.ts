import { expect, it } from 'vitest';
import {
  ABOVE,
  BELOW,
  digit,
  fraction,
  letter,
  operation,
  relation,
  root,
  row,
} from '../../../../test/make/formula.ts';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { makePage, type PageMaker } from '../../../../test/make/raw-page.ts';

const equals = relation('=');

/** A page that begins with a line of text, and where that ends. */
function begin(): { readonly page: PageMaker; readonly right: number } {
  const page = makePage();
  return { page, right: page.text(72, 100, ABOVE, { advance: 0.4 }) };
}

it('reads a root as the lower limit of an integral, below its upper one', async () => {
  const { page, right } = begin();
  const x = (72 + right) / 2 - 20;
  page.text(x, 121, '∫', { size: 10, advance: 0.55, font: 'CMEX10' });
  page.text(x + 10, 124, '1', { size: 7, font: 'CMR7' });
  page.text(x + 5.5, 139.8, '√', { size: 7, advance: 0.85, font: 'CMSY7' });
  page.horizontal(139.7, x + 11.4, x + 15.2);
  page.text(x + 11.4, 144, 'y', { size: 7, font: 'CMMI7' });
  row(letter('f'), letter('d'), letter('x'))(10).paint(page, x + 19, 134.5);
  page.text(72, 170, BELOW, { advance: 0.4 });
  expect(await markdownOf(page.page())).toContain('$$\\int_{\\sqrt{y}}^{1}fdx$$');
});

it('reads formulas of different heights beside each other on one line as one', async () => {
  const { page, right } = begin();
  const [low, high] = [
    row(letter('a'), equals, letter('b')),
    row(letter('x'), equals, fraction(digit('1'), digit('2'))),
  ];
  const middle = (72 + right) / 2;
  low(10).paint(page, middle - 60, 130);
  high(10).paint(page, middle + 5, 130);
  page.text(72, 160, BELOW, { advance: 0.4 });
  expect(await markdownOf(page.page())).toContain('$$a = b \\qquad x = \\frac{1}{2}$$');
});

it('gives each of two formulas below each other its own number, though one reaches up to the line of the other', async () => {
  const { page, right } = begin();
  const middle = (72 + right) / 2;
  row(letter('a'), equals, letter('b'))(10).paint(page, middle - 20, 126);
  row(letter('x'), equals, root(letter('y')))(10).paint(page, middle - 20, 142);
  for (const [index, y] of [126, 142].entries()) page.text(right - 12, y, `(${index + 1})`, { advance: 0.4 });
  page.text(72, 175, BELOW, { advance: 0.4 });
  const markdown = await markdownOf(page.page());
  expect(markdown).toContain('a = b \\tag{1}');
  expect(markdown).toContain('x = \\sqrt{y} \\tag{2}');
});

it('reads a condition in parentheses behind a relation', async () => {
  const { page, right } = begin();
  const middle = (72 + right) / 2;
  const [statement, condition] = [row(letter('f'), equals, letter('g')), row(letter('n'), relation('>'), digit('0'))];
  statement(10).paint(page, middle - 50, 126);
  page.text(middle - 8, 126, '(', { font: 'CMR10', advance: 0.39 });
  condition(10).paint(page, middle - 4, 126);
  page.text(middle + 22.5, 126, ')', { font: 'CMR10', advance: 0.39 });
  page.text(72, 152, BELOW, { advance: 0.4 });
  expect(await markdownOf(page.page())).toContain('$$f = g \\quad (n > 0)$$');
});

it('reads a binomial whose lower line is much shorter than its upper one', async () => {
  const { page, right } = begin();
  const x = (72 + right) / 2;
  row(letter('b'), equals)(10).paint(page, x - 19, 132);
  page.text(x, 117.9, '(', { font: 'CMEX10', advance: 0.73 });
  row(letter('n'), operation('−', '-'), digit('1'))(10).paint(page, x + 7.3, 125.2);
  page.text(x + 16.5, 138.8, 'j', { font: 'CMMI10', advance: 0.41 });
  page.text(x + 30.4, 117.9, ')', { font: 'CMEX10', advance: 0.73 });
  page.text(72, 170, BELOW, { advance: 0.4 });
  expect(await markdownOf(page.page())).toContain('$$b = \\binom{n - 1}{j}$$');
});

it('ends a vertical bar of several pieces above the next line of a formula', async () => {
  const { page, right } = begin();
  const x = (72 + right) / 2;
  for (const at of [x - 5, x + 9])
    for (const piece of [0, 6, 12, 18]) page.text(at, 117.5 + piece, '|', { font: 'CMEX10', advance: 0.33 });
  fraction(letter('a'), letter('b'))(10).paint(page, x, 132);
  row(equals, letter('c'))(10).paint(page, x + 15, 132);
  row(relation('<'), letter('d'), operation('+', '+'), letter('e'))(10).paint(page, x + 15, 154);
  page.text(72, 184, BELOW, { advance: 0.4 });
  expect(await markdownOf(page.page())).toContain('$$\\left|\\frac{a}{b}\\right| = c$$\n\n$$< d + e$$');
});
