import { expect, it } from 'vitest';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { makePage, PROSE, type PageMaker } from '../../../../test/make/raw-page.ts';
import { letter, relation, row, scripts } from '../../../../test/make/formula.ts';

const INDENT = 10;

/** Rulings above and below a name, and below the lines. */
function ruled(page: PageMaker, name: string, lines: number): void {
  page.text(320, 112, name, { bold: true });
  for (const y of [102, 116, 120 + 12 * lines]) page.horizontal(y, 320, 560);
}

it('keeps the lines and indents of pseudocode between rulings, with its formulas as they would be typed', async () => {
  const page = makePage();
  for (let y = 100; y < 600; y += 70) page.lines(50, y, PROSE);
  ruled(page, 'Algorithm 1 Lighting of the lamps', 6);
  const lines: [number, string][] = [
    [0, 'for all lamps of the harbour do'],
    [1, 'fill the lamp with oil'],
    [1, ''],
    [1, 'if the wind is strong then'],
    [2, 'close its door'],
    [0, 'end for'],
  ];
  lines.forEach(([depth, text], index) => void (text && page.text(322 + depth * INDENT, 128 + 12 * index, text)));
  page.text(470, 140, '// not too full');
  const { paint } = row(scripts(letter('h'), { sub: letter('i') }), relation('←', '\\leftarrow'), letter('h'))(10);
  paint(page, 322 + INDENT, 152);
  for (let y = 240; y < 600; y += 70) page.lines(320, y, PROSE);
  expect(await markdownOf(page.page())).toContain(
    [
      '**Algorithm 1 Lighting of the lamps**',
      '',
      '```',
      'for all lamps of the harbour do',
      '  fill the lamp with oil  // not too full',
      '  h_i ← h',
      '  if the wind is strong then',
      '    close its door',
      'end for',
      '```',
    ].join('\n'),
  );
});

it('leaves rows of tables that name algorithms', async () => {
  const page = makePage();
  page.lines(72, 100, PROSE);
  ['Method', 'Algorithm 1', 'Algorithm 2', 'Algorithm 3', 'Algorithm 4'].forEach((name, index) => {
    page.text(324, 214 + 20 * index, name);
    page.text(444, 214 + 20 * index, index === 0 ? 'Seconds' : `1${index}.5`);
  });
  for (let y = 200; y <= 300; y += 20) page.horizontal(y, 320, 560);
  for (const x of [320, 440, 560]) page.vertical(x, 200, 300);
  const text = await markdownOf(page.page());
  expect(text).toContain('| Algorithm 1 | 11.5 |\n| Algorithm 2 | 12.5 |');
});
