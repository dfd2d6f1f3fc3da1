import { describe, expect, it } from 'vitest';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { makePage, PROSE } from '../../../../test/make/raw-page.ts';

/** A paragraph whose first line is made of pieces, each raised by so many points and of a size, without spaces. */
function shifted(pieces: readonly (readonly [text: string, rise: number, size: number])[], leading = 12) {
  const page = makePage();
  let x = page.text(72, 100, 'It holds ', { size: 10 }) + 3;
  for (const [text, rise, size] of pieces) x = page.text(x, 100 - rise, text, { size });
  page.text(x + 4, 100, 'as the book of the course says', { size: 10 });
  page.lines(72, 100 + leading, PROSE, { size: 10, leading });
  return markdownOf(page.page());
}

describe('text that is shifted where it goes on', () => {
  it.each([
    [
      'lowered by half a letter, nearer to the next line',
      [
        ['H', 0, 10],
        ['2', -5, 8],
        ['O', 0, 10],
      ],
      'H<sub>2</sub>O',
    ],
    [
      'raised, in letters that are hardly smaller',
      [
        ['m', 0, 10],
        ['2', 5, 9.7],
      ],
      'm<sup>2</sup>',
    ],
    [
      'raised, in letters of one size',
      [
        ['10', 0, 10],
        ['−3', 4, 10],
      ],
      '10<sup>−3</sup>',
    ],
    [
      'lowered and then raised',
      [
        ['SO', 0, 10],
        ['4', -2, 7],
        ['2−', 4, 7],
      ],
      'SO<sub>4</sub><sup>2−</sup>',
    ],
    [
      'lowered within a name of one size',
      [
        ['T', 0, 10],
        ['E', -2, 10],
        ['X', 0, 10],
      ],
      'TEX',
    ],
  ] as const)('is %s', async (_, pieces, expected) => {
    expect(await shifted(pieces)).toContain(`It holds ${expected} as the book`);
  });

  it('is a line of its own where it is long', async () => {
    const text = await shifted([
      ['word', 0, 10],
      ['which-is-far-too-long-for-an-index', -5, 8],
    ]);
    expect(text).not.toContain('<sub>');
  });
});

describe('words with a line through them', () => {
  const struck = (y: number, from: number, to: number) => {
    const page = makePage();
    page.text(72, 100, 'The rent is 900 950 euros', { size: 10 });
    page.lines(72, 112, PROSE, { size: 10, leading: 12 });
    page.horizontal(y, from, to);
    return markdownOf(page.page());
  };
  const page = makePage();
  const start = page.text(72, 100, 'The rent is', { size: 10 });
  const [x0, x1] = [page.text(start, 100, '', { size: 10 }), page.text(72, 100, 'The rent is 900', { size: 10 })];

  it('are struck', async () => {
    expect(await struck(97, x1 - 15, x1)).toContain('The rent is ~~900~~ 950 euros');
    expect(await struck(97, 72, x1)).toContain('~~The rent is 900~~ 950 euros');
  });

  it.each([
    ['below them', 101.5, x1 - 15, x1],
    ['above them', 92, x1 - 15, x1],
    ['that goes on beside them', 97, x0, x1 + 200],
    ['that ends within them', 97, x0 - 100, x1 - 3],
  ])('are not struck by a line %s', async (_, y, from, to) => {
    expect(await struck(y, from, to)).not.toContain('~~');
  });
});

describe('numbers of lines beside typewriting', () => {
  const LINES = [
    'Q. Where were you on the evening of the third of May? A. I',
    'was at home with my sister, and we had dinner at about the',
    'usual time. Q. Did anybody else come to the house on that',
    'evening? A. No, nobody came.',
  ];
  const transcript = (lines: readonly string[]) => {
    const made = makePage();
    lines.forEach((text, index) => {
      made.text(50, 100 + 24 * index, String(index + 1), { mono: true, advance: 0.6 });
      made.text(80, 100 + 24 * index, text, { mono: true, advance: 0.6 });
    });
    return markdownOf(made.page());
  };

  it('are left out of the testimony of a witness', async () => {
    expect(await transcript(LINES)).toContain('of May? A. I was at home');
  });

  it('stay beside code', async () => {
    const code = [
      'const total = items.reduce((sum, item) => sum + item.size, 0)',
      'return total > limit ? reject(total, limit) : accept(total_2);',
      'function accept(count) { return { count, done: count > 0 } }',
      'export default { accept, reject: (count) => accept(-count) };',
    ];
    expect(await transcript(code)).toMatch(/1\s+const total/u);
  });
});
