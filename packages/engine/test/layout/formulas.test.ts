import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayedFormulas } from '../../src/layout/formulas/displayed.ts';
import { RUN } from '../../src/layout/model/raw-page.ts';
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
  scripts,
  sum,
  type Part,
} from '../../../../test/make/formula.ts';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { makePage, type PageMaker } from '../../../../test/make/raw-page.ts';

/** A page with a formula in the middle between two lines of text. */
function pageWith(part: Part): PageMaker {
  const page = makePage();
  const formula = part(10);
  const right = page.text(72, 100, ABOVE, { advance: 0.4 });
  const y = 112 + formula.height;
  formula.paint(page, (72 + right - formula.width) / 2, y);
  page.text(72, y + formula.depth + 18, BELOW, { advance: 0.4 });
  return page;
}

const latexOf = (part: Part): readonly string[] => displayedFormulas(pageWith(part).page()).map(({ latex }) => latex);

const RUNS = 300;
/** Deeply nested ones are left alone. */
const LEAST_READ = 0.93;

const equals = relation('=');
const plus = operation('+');

/** Formulas of letters, scripts, fractions, roots and sums, within each other. */
const { part } = fc.letrec<{ atom: Part; scripted: Part; part: Part }>((tie) => ({
  atom: fc.oneof(
    fc.constantFrom('a', 'b', 'k', 'n', 'x', 'y').map((name) => letter(name)),
    fc.constantFrom<[string, string]>(['α', '\\alpha'], ['π', '\\pi']).map(([char, latex]) => letter(char, latex)),
    fc.constantFrom('1', '2', '7').map(digit),
  ),
  scripted: fc
    .tuple(
      fc.constantFrom('a', 'x', 'y').map((name) => letter(name)),
      fc.record({ sub: tie('atom'), sup: tie('atom') }, { requiredKeys: [] }),
    )
    .map(([base, own]) => scripts(base, own)),
  part: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    tie('atom'),
    tie('scripted'),
    fc.tuple(tie('part'), tie('part')).map(([above, below]) => fraction(above, below)),
    tie('part').map(root),
    fc.tuple(tie('part'), tie('part')).map(([left, right]) => row(left, plus, right)),
    fc
      .tuple(tie('atom'), tie('scripted'))
      .map(([to, body]) => row(sum(row(letter('i'), equals, digit('1')), to), body)),
  ),
}));

describe('formulas in lines of their own', () => {
  it('are written as the LaTeX that they were set from, or left alone: most of them written', () => {
    let read = 0;
    fc.assert(
      fc.property(part, (right) => {
        const formula = row(letter('y'), equals, right);
        const found = latexOf(formula);
        read += found.length;
        if (found.length > 0) expect(found).toEqual([formula(10).latex]);
      }),
      { numRuns: RUNS },
    );
    expect(read).toBeGreaterThan(LEAST_READ * RUNS);
  });

  it('may have limits as high as the short last line of the paragraph above', () => {
    const page = makePage();
    page.text(72, 88, ABOVE, { advance: 0.4 });
    const end = page.text(72, 100, 'The sum of them all is this', { advance: 0.4 });
    const body = row(letter('i'), equals, fraction(letter('a'), digit('2')));
    const formula = row(sum(row(letter('i'), equals, digit('1')), letter('n')), body)(10);
    formula.paint(page, end + 24, 99.5 + formula.height);
    page.text(72, 99.5 + formula.height + formula.depth + 18, BELOW, { advance: 0.4 });
    const [only, ...more] = displayedFormulas(page.page());
    expect(more).toEqual([]);
    expect(only?.latex).toBe(formula.latex);
  });

  it('are blocks between the paragraphs around them', async () => {
    const formula = row(letter('c'), equals, root(row(scripts(letter('a'), { sup: digit('2') }), plus, digit('1'))));
    expect(await markdownOf(pageWith(formula).page())).toBe(`${ABOVE}\n\n$$c = \\sqrt{a^{2} + 1}$$\n\n${BELOW}\n`);
  });

  it('may have brackets of several pieces around their rows', () => {
    const page = makePage();
    page.text(72, 100, ABOVE, { advance: 0.4 });
    const y = 150;
    const large = { font: 'CMEX10', advance: 0.6 };
    row(letter('S'), equals)(10).paint(page, 250, y);
    const bracket = (x: number, [top, more, bottom]: readonly [string, string, string]): void => {
      const start = y - 2.5 - 20.6;
      page.text(x, start, top, large);
      page.text(x, start + 17.6, more, large);
      page.text(x, start + 23.6, bottom, large);
    };
    bracket(272, ['⎛', '⎜', '⎝']);
    for (const [index, [left, right]] of [
      ['a', 'b'],
      ['c', 'd'],
      ['x', 'y'],
    ].entries()) {
      letter(left!)(10).paint(page, 280, y + 14 * (index - 1));
      letter(right!)(10).paint(page, 296, y + 14 * (index - 1));
    }
    bracket(304, ['⎞', '⎟', '⎠']);
    page.text(72, 200, BELOW, { advance: 0.4 });
    expect(displayedFormulas(page.page()).map(({ latex }) => latex)).toEqual([
      'S = \\begin{pmatrix}a & b \\\\ c & d \\\\ x & y\\end{pmatrix}',
    ]);
  });

  /** What stands on a line of its own between two lines of text. */
  const displayed = (paint: (page: PageMaker, y: number, right: number) => void): readonly string[] => {
    const page = makePage();
    const right = page.text(72, 100, ABOVE, { advance: 0.4 });
    paint(page, 150, right);
    page.text(72, 200, BELOW, { advance: 0.4 });
    return displayedFormulas(page.page()).map(({ latex }) => latex);
  };
  const equation = row(letter('y'), equals, letter('x'));

  it('have their number as a tag, though its point is of a math font', () => {
    const [formula] = displayed((page, y, right) => {
      equation(10).paint(page, 250, y);
      const at = page.text(right - 20.8, y, '(1', { advance: 0.45 });
      page.text(at, y, '.', { font: 'CMMI10', advance: 0.28 });
      page.text(at + 2.8, y, '2)', { advance: 0.45 });
    });
    expect(formula).toBe('y = x \\tag{1.2}');
  });

  it('are left alone where their number stands too near', () => {
    const found = displayed((page, y) => {
      equation(10).paint(page, 250, y);
      page.text(250 + equation(10).width + 5, y, '(9)', { advance: 0.4 });
    });
    expect(found).toEqual([]);
  });

  it('may have words in their scripts and before their relation', () => {
    const [scripted] = displayed((page, y) => {
      letter('V')(10).paint(page, 250, y);
      page.text(255.6, y + 1.5, 'emf', { size: 7 });
      row(equals, letter('x'))(10).paint(page, 272, y);
    });
    expect(scripted).toBe('V_{\\mathrm{emf}} = x');
    const [named] = displayed((page, y) => {
      const end = page.text(250, y, 'TSS');
      row(equals, letter('x'))(10).paint(page, end + 2.8, y);
    });
    expect(named).toBe('\\mathrm{TSS} = x');
  });

  it('may be cases, whose conditions begin with a word far from a short value', () => {
    const long = row(letter('a'), plus, letter('b'), plus, letter('k'));
    const [cases] = displayed((page, y) => {
      row(letter('y'), equals)(10).paint(page, 200, y);
      page.text(222, y - 14.5, '{', { font: 'CMEX10', advance: 0.8 });
      for (const [value, at] of [
        [letter('a'), y - 6],
        [long, y + 6],
      ] as const) {
        value(10).paint(page, 231, at);
        page.text(280, at, 'if');
        row(letter('x'), equals, digit('1'))(10).paint(page, 293, at);
      }
    });
    expect(cases).toBe('y = \\begin{cases}a & \\text{if }x = 1 \\\\ a + b + k & \\text{if }x = 1\\end{cases}');
  });

  it('may have a root below a bar, on which longer letters stand', () => {
    const [formula] = displayed((page, y) => {
      const above = row(digit('7'), letter('x'), letter('k'));
      row(letter('y'), equals, fraction(above, root(letter('a'))))(10).paint(page, 250, y);
    });
    expect(formula).toBe('y = \\frac{7xk}{\\sqrt{a}}');
  });

  it('may have radical signs of several pieces, and such as stand on the line', () => {
    const rootOf = (...baselines: readonly number[]): readonly string[] =>
      displayed((page, y) => {
        row(letter('y'), equals)(10).paint(page, 250, y);
        for (const above of baselines) page.text(270, y - above, '√', { font: 'CMEX10', advance: 0.9 });
        page.horizontal(y - 12, 279, 290);
        letter('a')(10).paint(page, 280, y);
      });
    expect(rootOf(12, 6, 0)).toEqual(['y = \\sqrt{a}']);
    expect(rootOf(1)).toEqual(['y = \\sqrt{a}']);
  });

  it('have bars of norms where they touch what is between them, and else a relation', () => {
    const bars = (...gaps: readonly [number, number]): string | undefined =>
      displayed((page, y) => {
        row(letter('y'), equals)(10).paint(page, 250, y);
        let x = page.text(271, y, '∥', { font: 'CMSY10', advance: 0.5 }) + gaps[0];
        letter('a')(10).paint(page, x, y);
        x += 5.5 + gaps[1];
        page.text(x, y, '∥', { font: 'CMSY10', advance: 0.5 });
        letter('b')(10).paint(page, x + 5 + gaps[1], y);
      })[0];
    expect(bars(0, 0)).toBe('y = \\|a\\|b');
    expect(bars(0, 2.8)).toBe('y = \\|a \\parallel b');
  });

  it('may have names of functions of any length before brackets, and words in fractions', () => {
    const [called] = displayed((page, y) => {
      const end = page.text(230, y, 'Attention(', { advance: 0.5 });
      row(letter('x'))(10).paint(page, end, y);
      const close = page.text(end + 5.5, y, ')', { advance: 0.39 });
      row(equals, letter('y'))(10).paint(page, close + 2.8, y);
    });
    expect(called).toBe('\\mathrm{Attention}(x) = y');
    const [ratio] = displayed((page, y) => {
      row(letter('y'), equals)(10).paint(page, 230, y);
      const [above, below] = [y - 6.8, y + 6.9];
      const hits = page.text(260, above, 'hits', { advance: 0.4 });
      const product = row(operation('·', '\\cdot'), letter('n'))(10);
      product.paint(page, hits + 2.2, above);
      const end = page.text(252, below, 'hits', { advance: 0.4 });
      plus(10).paint(page, end + 2.2, below);
      const last = page.text(end + 12.2, below, 'misses', { advance: 0.4 });
      page.horizontal(y - 2.5, 252, last);
    });
    expect(ratio).toBe('y = \\frac{\\mathrm{hits} \\cdot n}{\\mathrm{hits} + \\mathrm{misses}}');
  });

  it('have the arrow of a vector, which TeX draws before its letter, on this letter', () => {
    const [formula] = displayed((page, y) => {
      row(letter('y'), equals)(10).paint(page, 250, y);
      const end = page.text(271, y, 'm\u20D7', { font: 'CMMI10', advance: 0.7 });
      letter('a')(10).paint(page, end - 4.5, y);
    });
    expect(formula).toBe('y = m\\vec{a}');
  });

  it('tell the comma of a number from that of a list by the space behind it', () => {
    const numbers = (gap: number): string | undefined =>
      displayed((page, y) => {
        row(letter('y'), equals, digit('3'))(10).paint(page, 250, y);
        const end = page.text(274.3, y, ',', { font: 'CMMI10', advance: 0.28 });
        digit('5')(10).paint(page, end + gap, y);
      })[0];
    expect([numbers(0), numbers(1.7)]).toEqual(['y = 3{,}5', 'y = 3, 5']);
  });

  it('go on behind a wide space, with a large operator too', () => {
    const [formula, ...more] = displayed((page, y) => {
      row(equation, letter(','))(10).paint(page, 200, y);
      const integral = page.text(245, y - 13.6, '∫', { font: 'CMEX10', advance: 0.55 });
      row(letter('x'), equals, digit('1'))(10).paint(page, integral + 2, y);
    });
    expect([formula, more]).toEqual(['y = x, \\quad \\int x = 1', []]);
  });

  it.each([
    'CMEX10',
    'EUEX10',
    'txexs',
    'Kp--M-Ex-Regular',
    'Fourier-Math-Extension',
    'MathDesign-CH-Regular-Extension-10',
  ])('have operators and brackets that hang from their baseline in %s', (font) => {
    const [formula] = displayed((page, y) => {
      row(letter('y'), equals)(10).paint(page, 250, y);
      const end = page.text(274, y - 10.6, '∑', { font, advance: 1.44 });
      page.text(279, y - 14, 'n', { font: 'CMMI7', size: 7, advance: 0.6 });
      page.text(279, y + 12, 'k', { font: 'CMMI7', size: 7, advance: 0.55 });
      letter('x')(10).paint(page, end + 1.7, y);
    });
    expect(formula).toBe('y = \\sum_{k}^{n}x');
  });

  it('have an integral that leans over its lower limit, in a font where it stands on the line', () => {
    const font = 'LatinModernMath-Regular';
    const [formula] = displayed((page, y) => {
      const end = page.text(240, y, '∫', { font, advance: 1 });
      page.text(244, y + 10.6, 'a', { font: 'CMMI7', size: 7, advance: 0.6 });
      page.text(end, y - 11, 'b', { font: 'CMMI7', size: 7, advance: 0.6 });
      row(letter('x'), equals, letter('y'))(10).paint(page, end + 5.7, y);
    });
    expect(formula).toBe('\\int_{a}^{b}x = y');
  });

  it('may be of letters of a text font alone, as an equation of vectors', () => {
    const [formula] = displayed((page, y) => {
      letter('x')(10).paint(page, 20, 700);
      const bold = page.text(250, y, 'Ax', { font: 'CMBX10', bold: true, advance: 0.7 });
      const end = page.text(bold + 2.8, y, '=', { font: 'CMR10', advance: 0.78 });
      page.text(end + 2.8, y, 'b', { font: 'CMBX10', bold: true, advance: 0.64 });
    });
    expect(formula).toBe('\\mathbf{A}\\mathbf{x} = \\mathbf{b}');
  });

  it('have the signs of Unicode that look alike as others', () => {
    const [formula] = displayed((page, y) => {
      const font = 'LatinModernMath-Regular';
      const first = page.text(240, y, '𝑦', { font, advance: 0.5 });
      const prime = page.text(first, y - 4, '″', { font, size: 7, advance: 0.5 });
      const end = page.text(prime + 2.8, y, '∶𝑥∕𝑎', { font, advance: 0.5 });
      row(equals, letter('y'))(10).paint(page, end + 2.8, y);
    });
    expect(formula).toBe("y'':x/a = y");
  });

  it('have the variables of KaTeX and of MathJax, and primes that stand on the line', () => {
    const [formula] = displayed((page, y) => {
      const end = page.text(240, y, 'py′', { font: 'KaTeX_Math-Italic', advance: 0.5 });
      const sign = page.text(end + 2.8, y, '=', { font: 'KaTeX_Main-Regular', advance: 0.78 });
      page.text(sign + 2.8, y, 'R', { font: 'MathJax_AMS', advance: 0.7 });
    });
    expect(formula).toBe("py' = \\mathbb{R}");
  });

  it('are read on pages of LibreOffice, which has their signs in a font of bullets too', () => {
    const [formula, ...more] = displayed((page, y) => {
      page.text(72, y - 20, '•', { font: 'OpenSymbol', advance: 0.6 });
      page.text(84, y - 20, 'An item of a list of some words');
      let x = page.text(240, y, 'x', { font: 'LiberationSerif-Italic', flags: RUN.italic, advance: 0.45 });
      x = page.text(x + 2.8, y, '∈', { font: 'OpenSymbol', advance: 0.9 }) + 2.8;
      page.text(x, y, 'A', { font: 'LiberationSerif-Italic', flags: RUN.italic, advance: 0.6 });
    });
    expect([formula, more]).toEqual(['x \\in A', []]);
  });

  it('are not the text of an item behind its label', () => {
    const found = displayed((page, y) => {
      page.text(230, y, '(b)');
      equation(10).paint(page, 250, y);
    });
    expect(found).toEqual([]);
  });
});

it('takes a line of signs that is no formula which can be read for no item and no heading', async () => {
  const page = makePage();
  page.text(72, 100, ABOVE, { advance: 0.4 });
  page.text(250, 130, '∑', { font: 'Symbols', advance: 0.8 });
  page.text(262, 130, 'xy = zw', { size: 14, bold: true });
  page.text(72, 160, BELOW, { advance: 0.4 });
  const markdown = await markdownOf(page.page());
  expect(markdown).toContain('∑');
  expect(markdown).not.toMatch(/^[#-]/m);
});
