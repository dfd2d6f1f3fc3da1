import { describe, expect, it } from 'vitest';
import { layoutPage } from '../../src/layout/page.ts';
import { plain } from '../../src/layout/text/inlines.ts';
import { makePage, type PageMaker } from '../../../../test/make/raw-page.ts';

const blocksOf = (page: PageMaker): (string | string[][])[] =>
  layoutPage(page.page()).blocks.map((block) => {
    if (block.kind === 'table') return block.rows.map((row) => row.map((cell) => plain(cell.content)));
    return block.kind === 'text' ? plain(block.content) : block.kind;
  });

/** Rulings all across at `ys`, between sides. */
function frame(page: PageMaker, ys: readonly number[]): void {
  for (const y of ys) page.horizontal(y, 72, 540);
  for (const x of [72, 540]) page.vertical(x, ys[0]!, ys.at(-1)!);
}

describe('a section of a form that goes all across', () => {
  it('is no row of the table below it', () => {
    const page = makePage();
    frame(page, [100, 160, 180, 200, 220, 240]);
    for (const x of [180, 300, 420]) page.vertical(x, 160, 240);
    page.lines(76, 114, [
      'The vendor delivers to the door of the house.',
      'Fox and Sons, Alvarado, Texas',
      '817 783 7500',
    ]);
    const rows = [
      ['Line', 'Quantity', 'Price', 'Total'],
      ['Gloves', '2', '4.50', '9.00'],
      ['Caps', '1', '7.00', '7.00'],
      ['Boots', '3', '20.00', '60.00'],
    ];
    rows.forEach((row, index) => row.forEach((text, at) => page.text(76 + 116 * at, 174 + 20 * index, text)));
    const blocks = blocksOf(page);
    expect(blocks.slice(0, -1).join(' ')).toContain('Fox and Sons');
    expect(blocks.at(-1)).toEqual(rows);
  });

  it('keeps its lines where most of a form is such sections', () => {
    const page = makePage();
    frame(page, [100, 160, 180, 240, 300]);
    for (const x of [180, 300, 420]) page.vertical(x, 160, 180);
    const section = (name: string, y: number): string[] =>
      ['Name', 'Birth', 'Passport'].map((label, index) => {
        const text = `${label} of the ${name}: ____________________ Place: ____________________`;
        page.text(76, y + 16 * index, text);
        return text;
      });
    const first = section('first guest', 116);
    ['Visa', 'Amex', 'Giro', 'Cash'].forEach((card, at) => page.text(76 + 116 * at, 174, card));
    const second = section('second guest', 196);
    const third = section('third guest', 256);
    expect(blocksOf(page)).toEqual([...first, 'Visa', 'Amex', 'Giro', 'Cash', ...second, ...third]);
  });
});
