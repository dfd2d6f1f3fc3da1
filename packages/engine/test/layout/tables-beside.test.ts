import { describe, expect, it } from 'vitest';
import { layoutPage } from '../../src/layout/page.ts';
import { plain } from '../../src/layout/text/inlines.ts';
import { endsAt, makePage, type PageMaker } from '../../../../test/make/raw-page.ts';

const tablesOf = (page: PageMaker): string[][] =>
  layoutPage(page.page()).blocks.flatMap((block) =>
    block.kind === 'table' ? [block.rows.map((row) => row.map((cell) => plain(cell.content)).join(' | '))] : [],
  );

const NAMES = ['Harbour', 'Lighthouse', 'Old Crane', 'Ferry'];

/** Names at `x` with two columns of numbers that end 90 and 130 points further right, below a bold row of names. */
function table(page: PageMaker, x: number, head: readonly string[], rows: readonly (readonly string[])[]): void {
  [head, ...rows].forEach(([name, ...numbers], row) => {
    const [y, options] = [100 + 14 * row, { size: 9, bold: row === 0 }];
    page.text(x, y, name!, options);
    numbers.forEach((number, index) => endsAt(page, [x + 90 + 40 * index, y], number, options));
  });
}

const numbered = (names: readonly string[], first: number): string[][] =>
  names.map((name, index) => [name, `${first + 7 * index}.5`, `${first * 3 + index}`]);
const line = (cells: readonly string[]): string => cells.join(' | ');

describe('tables beside each other', () => {
  it('are two where both have the names of the same rows', () => {
    const page = makePage();
    const [left, right] = [numbered(NAMES.slice(0, 3), 211), numbered(NAMES, 374)];
    table(page, 72, ['Place', 'Ships', 'Crew'], left);
    table(page, 216, ['Item', 'Ships', 'Crew'], right);
    expect(tablesOf(page)).toEqual([
      ['Place | Ships | Crew', ...left.map(line)],
      ['Item | Ships | Crew', ...right.map(line)],
    ]);
  });

  it('are two where much more space parts them than their columns', () => {
    const page = makePage();
    const [left, right] = [numbered(NAMES, 211), numbered(['Copper', 'Timber', 'Barley', 'Salt'], 374)];
    table(page, 72, ['Place', 'Ships', 'Crew'], left);
    table(page, 330, ['Goods', 'Bales', 'Price'], right);
    expect(tablesOf(page)).toEqual([
      ['Place | Ships | Crew', ...left.map(line)],
      ['Goods | Bales | Price', ...right.map(line)],
    ]);
  });

  it('are one where neither tells them apart, as in a list that goes on at its right', () => {
    const page = makePage();
    table(page, 72, ['Place', 'Ships', 'Crew'], numbered(NAMES, 211));
    table(page, 216, ['Place', 'Ships', 'Crew'], numbered(['Wharf', 'Market', 'Museum', 'Tower'], 374));
    expect(tablesOf(page).map((rows) => rows[0])).toEqual(['Place | Ships | Crew | Place | Ships | Crew']);
  });
});
