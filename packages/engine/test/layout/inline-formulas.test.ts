import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RUN } from '../../src/layout/model/raw-page.ts';
import { withInlineFormulas } from '../../src/layout/formulas/inline.ts';
import {
  digit,
  fraction,
  letter,
  operation,
  relation,
  row,
  scripts,
  sum,
  type Part,
} from '../../../../test/make/formula.ts';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { makePage, type PageMaker } from '../../../../test/make/raw-page.ts';

const SPACE = 3.33;
const ABOVE = 'The length of the longer side follows from those of the two others, which is what the rule says';
const equals = relation('=');
const isIn = relation('∈', '\\in');
const minus = operation('−', '-');
const x = letter('x');

/** Writes words and formulas beside each other, with the space between words of TeX. */
function line(page: PageMaker, y: number, parts: readonly (string | Part)[], start = 72): number {
  let at = start;
  for (const part of parts) {
    if (typeof part === 'string') at = page.text(at, y, part, { space: SPACE }) + SPACE;
    else {
      const formula = part(10);
      formula.paint(page, at, y);
      at += formula.width + SPACE;
    }
  }
  return at;
}

/** A paragraph whose second line is made of words and formulas. */
function paragraph(...parts: readonly (string | Part)[]): PageMaker {
  const page = makePage();
  page.text(72, 100, ABOVE, { space: SPACE });
  line(page, 112, parts);
  return page;
}

const markdown = async (...parts: readonly (string | Part)[]): Promise<string> =>
  (await markdownOf(paragraph(...parts).page())).replace(ABOVE, '').trim();

const latexOf = (...parts: readonly (string | Part)[]): string[] =>
  withInlineFormulas(paragraph(...parts).page()).runs.flatMap(({ latex }) => latex ?? []);

const atom = fc.oneof(
  fc.constantFrom('a', 'b', 'k', 'n', 'x').map((name) => letter(name)),
  fc.constantFrom<[string, string]>(['α', '\\alpha'], ['π', '\\pi']).map(([char, latex]) => letter(char, latex)),
);
const scripted = fc
  .tuple(atom, fc.record({ sub: atom, sup: atom }, { requiredKeys: [] }))
  .map(([base, own]) => scripts(base, own));
const sumOf = fc.tuple(scripted, scripted).map(([left, right]) => row(left, minus, right));
const formula = fc
  .tuple(fc.oneof(scripted, sumOf), fc.oneof(scripted, sumOf))
  .map(([left, right]) => row(left, equals, right));

/** A paragraph whose second line is as high as what stands in it. */
function tallParagraph(...parts: readonly (string | Part)[]): PageMaker {
  const page = makePage();
  page.text(72, 100, ABOVE, { space: SPACE });
  line(page, 128, parts);
  page.text(72, 156, 'to be shown by all who read it.', { space: SPACE });
  return page;
}

const k = letter('k');
const fractionOf = fc.tuple(fc.oneof(scripted, sumOf), scripted).map(([above, below]) => fraction(above, below));
const tall = fc.oneof(
  fractionOf,
  fractionOf.map((of) => row(sum(row(k, equals, digit('1')), letter('n')), of)),
  fc.tuple(scripted, fractionOf).map(([left, right]) => row(left, equals, right)),
);

describe('formulas that are as large within a line as in lines of their own', () => {
  it('are written as the LaTeX that they were set from', () => {
    fc.assert(
      fc.property(tall, tall, (first, second) => {
        const page = tallParagraph('here', first, 'holds where', second, 'does not, which is').page();
        const found = withInlineFormulas(page).runs.flatMap(({ latex }) => latex ?? []);
        expect(found).toEqual([first(10).latex, second(10).latex]);
      }),
      { numRuns: 200 },
    );
  });

  it('stand in their sentence, and behind the label of an item', async () => {
    const half = fraction(row(x, minus, digit('1')), digit('2'));
    expect(await markdownOf(tallParagraph('of', half, 'is left').page())).toContain('of $\\frac{x - 1}{2}$ is left');
    const page = makePage();
    for (const [index, text] of ['1.', '2.'].entries()) line(page, 100 + 40 * index, [text, row(k, equals, half)]);
    expect(await markdownOf(page.page())).toBe('1. $k = \\frac{x - 1}{2}$\n2. $k = \\frac{x - 1}{2}$\n');
  });
});

it('gives limits to the operator that is nearest', async () => {
  const page = makePage();
  const series = row(sum(row(k, equals, digit('1')), letter('n')), scripts(letter('a'), { sub: k }));
  for (const [index, text] of ['1.', '2.', '3.'].entries()) line(page, 100 + 31 * index, [text, series]);
  expect((await markdownOf(page.page())).match(/\\sum_\{k=1\}\^\{n\}a_\{k\}/g)?.length).toBe(3);
});

it('reads a formula with the scripts of the next line right below it', () => {
  const page = makePage();
  const raised = scripts(letter('a'), { sup: row(digit('1'), letter('n')) });
  line(page, 100, ['where', row(scripts(letter('a'), { sub: k }), equals, letter('c')), 'is less than the length']);
  line(page, 112.5, ['of', row(letter('b'), equals, raised), 'in all of them, as is']);
  const found = withInlineFormulas(page.page()).runs.flatMap(({ latex }) => latex ?? []);
  expect(found).toEqual(['a_{k} = c', 'b = a^{1n}']);
});

describe('formulas within a line', () => {
  it('are written as the LaTeX that they were set from, wherever they stand in it', () => {
    fc.assert(
      fc.property(formula, formula, (first, second) => {
        expect(latexOf(first, 'holds where', second, 'does not')).toEqual([first(10).latex, second(10).latex]);
      }),
      { numRuns: 300 },
    );
  });

  it('leave words, punctuation and the numbers of sections to the text', async () => {
    expect(
      await markdown('of Section 3.1 where', row(scripts(x, { sub: letter('i') }), isIn, letter('A')), '(see 2).'),
    ).toBe('of Section 3.1 where $x_{i} \\in A$ (see 2).');
    expect(latexOf('the 22', scripts(digit('22'), { sup: letter('nd') }), 'time')).toEqual([]);
    expect(latexOf('a distance of 5', (size) => operation('±', '\\pm')(size), '2 metres')).toEqual([]);
  });

  it('part with a bracket that the text has closed, and keep their own', () => {
    const page = makePage();
    page.text(72, 100, ABOVE, { space: SPACE });
    let at = page.text(72, 112, 'of all (where ', { space: SPACE });
    const text = (part: string): void => void (at = page.text(at, 112, part, { font: 'CMR10' }));
    const paint = (part: Part): void => {
      part(10).paint(page, at, 112);
      at += part(10).width;
    };
    paint(row(letter('f')));
    text('(');
    paint(x);
    text(')),');
    page.text(at + SPACE, 112, 'and others', { space: SPACE });
    const { runs } = withInlineFormulas(page.page());
    expect(runs.flatMap(({ latex }) => latex ?? [])).toEqual(['f(x)']);
    expect(runs.map(({ text: own }) => own)).toContain('),');
  });

  it('that a line end broke behind a relation are one', async () => {
    const page = makePage();
    const end = line(page, 100, [
      'The length of the longer side is written here, in a line that is full, as',
      row(x, equals),
    ]);
    line(page, 112, [row(letter('y'), minus, letter('z')), 'from here to the end of the paragraph, which is this']);
    expect(end).toBeLessThan(600);
    expect(await markdownOf(page.page())).toContain('as $x = y - z$ from here');
  });

  it('take no letter out of a word in bold', () => {
    const page = makePage();
    page.text(72, 100, ABOVE, { space: SPACE });
    const at = page.text(72, 112, 'CAAM 336', { space: SPACE, bold: true, font: 'CMSSBX10' });
    const dot = page.text(at + SPACE, 112, '·', { font: 'CMSY10' });
    page.text(dot + SPACE, 112, 'DIFFERENTIAL EQUATIONS', { space: SPACE, bold: true, font: 'CMSSBX10' });
    expect(withInlineFormulas(page.page()).runs.flatMap(({ latex }) => latex ?? [])).toEqual([]);
  });

  it('are left alone where a symbol above or below them is not read', () => {
    const page = paragraph('where', row(x, equals, letter('y')), 'stands');
    const [target] = page.page().runs.filter(({ text }) => text === 'y');
    page.text(target!.x0, 107, '⌢', { font: 'CMSY10' });
    expect(withInlineFormulas(page.page()).runs.every(({ latex }) => latex === undefined)).toBe(true);
  });

  it('keep the names of functions upright', () => {
    const page = makePage();
    page.text(72, 100, ABOVE, { space: SPACE });
    const at = page.text(72, 112, 'the group ', { space: SPACE });
    const end = page.text(at, 112, 'Aut(', { font: 'CMR10' });
    x(10).paint(page, end, 112);
    page.text(end + x(10).width, 112, ')', { font: 'CMR10' });
    page.text(end + 30, 112, 'is finite', { space: SPACE });
    // nor does a common word become one, though the line is pressed together
    const by = page.text(72, 124, 'this is said by', { space: SPACE });
    row(x, equals, letter('z'))(10).paint(page, by + 2, 124);
    expect(withInlineFormulas(page.page()).runs.flatMap(({ latex }) => latex ?? [])).toEqual([
      '\\operatorname{Aut}(x)',
      'x = z',
    ]);
  });

  it('are put together of the pieces that TeX draws', () => {
    const mapsTo = relation('7→', '\\mapsto');
    expect(latexOf('where', row(x, mapsTo, scripts(x, { sup: letter('p') })), 'is a map')).toEqual([
      'x \\mapsto x^{p}',
    ]);
    // the slash has no width of its own
    const notIn: Part = (size) => ({
      ...isIn(size),
      latex: '\\notin',
      paint: (page, at, y) => void page.text(at, y, '6∈', { size, advance: 0.389, font: 'CMSY10' }),
    });
    expect(latexOf('where', row(x, notIn, letter('A')), 'is not')).toEqual(['x \\notin A']);
  });

  it('may be single letters; italic words of the text are none', async () => {
    const page = paragraph('where', letter('n'), 'is a number');
    page.text(72, 124, 'and this is said once more', { flags: RUN.italic });
    expect(await markdownOf(page.page())).toContain('where $n$ is a number');
    expect(await markdownOf(page.page())).toContain('*and this is said once more*');
  });

  it('are no points between letters of a word', () => {
    const page = makePage();
    page.text(72, 100, ABOVE, { space: SPACE });
    const at = page.text(72, 118, 'vous y faire représenter par un', { space: SPACE, font: 'CMR10' });
    page.text(at, 118, '·', { advance: 0.28, font: 'CMSY10' });
    page.text(at + 2.8, 118, 'e mandataire', { space: SPACE, font: 'CMR10' });
    expect(withInlineFormulas(page.page()).runs.flatMap(({ latex }) => latex ?? [])).toEqual([]);
  });

  /** A letter or two at a place of the second line. */
  const latexOfLine = (paint: (page: PageMaker, at: number) => void): string[] => {
    const page = makePage();
    page.text(72, 100, ABOVE, { space: SPACE });
    const at = page.text(72, 118, 'which holds where', { space: SPACE }) + SPACE;
    paint(page, at);
    page.text(at + 40, 118, 'is one of them', { space: SPACE });
    return withInlineFormulas(page.page()).runs.flatMap(({ latex }) => latex ?? []);
  };

  it('have bars over their letters that also cover the italic correction', () => {
    const found = latexOfLine((page, at) => {
      row(letter('M'), equals, letter('k'))(10).paint(page, at, 118);
      page.horizontal(109.5, at, at + 7);
    });
    expect(found).toEqual(['\\overline{M} = k']);
  });

  it('have no bars that are the lower half of a fraction, or underscores of the line above', () => {
    const bar = (page: PageMaker, at: number): void => {
      letter('M')(10).paint(page, at, 118);
      page.horizontal(109.5, at, at + 5.5);
    };
    expect(
      latexOfLine((page, at) => {
        bar(page, at);
        letter('a')(10).paint(page, at, 106);
      }),
    ).toEqual([]);
    expect(
      latexOfLine((page, at) => {
        bar(page, at);
        page.text(at - 5.5, 109, 'n', { advance: 0.55 });
      }),
    ).toEqual(['M']);
  });

  it('go on within braces, where there is more space', () => {
    const found = latexOfLine((page, at) => {
      page.text(at, 118, '{', { font: 'CMSY10', advance: 0.5 });
      letter('x')(10).paint(page, at + 7.6, 118);
      page.text(at + 15.6, 118, '}', { font: 'CMSY10', advance: 0.5 });
    });
    expect(found).toEqual(['\\{x\\}']);
  });

  it('may be a single letter of the text with a script of a math font', () => {
    const found = latexOfLine((page, at) => {
      page.text(at, 118, 'x', { advance: 0.5, flags: RUN.bold });
      page.text(at + 5, 119.5, 'k', { size: 7, font: 'CMMI7', advance: 0.5 });
    });
    expect(found).toEqual(['\\mathbf{x}_{k}']);
  });

  it('are left alone where a large operator has limits in two rows', () => {
    const found = latexOfLine((page, at) => {
      row(letter('M'), equals)(10).paint(page, at, 118);
      page.text(at + 14.5, 108.5, '⋃', { font: 'CMEX10', advance: 1.1 });
      letter('A')(10).paint(page, at + 27.5, 118);
      page.text(at + 16, 131, 'A', { size: 7, font: 'CMMI7', advance: 0.5 });
      page.text(at + 16, 137, 'B', { size: 7, font: 'CMMI7', advance: 0.5 });
    });
    expect(found.join(' ')).not.toContain('\\bigcup');
  });
});
