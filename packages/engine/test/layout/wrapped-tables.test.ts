import { describe, expect, it } from 'vitest';
import { layoutPage } from '../../src/layout/page.ts';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { makePage, type PageMaker } from '../../../../test/make/raw-page.ts';

/** Cells of several lines; each row starts where `ys` says. */
function rows(
  page: PageMaker,
  xs: readonly number[],
  ys: readonly number[],
  table: readonly (readonly (readonly string[])[])[],
): void {
  table.forEach((row, r) => row.forEach((lines, c) => page.lines(xs[c]!, ys[r]!, lines)));
}

const LAND = [
  [['State'], ['Since'], ['What the law', 'says of land']],
  [['Canada'], ['1994'], ['Foreigners may', 'not buy fields', 'in some parts']],
  [['Chile', '(south)'], ['1967'], ['Land near the', 'border is kept']],
  [['Egypt'], ['1996'], ['Two houses may', 'be bought by a', 'family at most']],
];

describe('tables of cells with several lines', () => {
  it('finds rows by the space that goes through all columns', async () => {
    const page = makePage();
    rows(page, [72, 160, 230], [100, 130, 172, 202], LAND);
    expect(await markdownOf(page.page())).toBe(
      [
        '| State | Since | What the law says of land |',
        '| - | - | - |',
        '| Canada | 1994 | Foreigners may not buy fields in some parts |',
        '| Chile (south) | 1967 | Land near the border is kept |',
        '| Egypt | 1996 | Two houses may be bought by a family at most |',
        '',
      ].join('\n'),
    );
  });

  it('finds cells that stand in the middle of their row', () => {
    const page = makePage();
    LAND.forEach((row, r) =>
      row.forEach((lines, c) => page.lines([72, 160, 230][c]!, 100 + r * 44 + (3 - lines.length) * 6, lines)),
    );
    const { blocks } = layoutPage(page.page());
    expect(blocks).toMatchObject([
      { kind: 'table', rows: [{ length: 3 }, { length: 3 }, { length: 3 }, { length: 3 }] },
    ]);
  });

  const ORDER = [
    ['1', 'Steel bolt of a kind', 'Batch 77, all zinc', '100', '20.00'],
    ['2', 'Brass nut of a kind', 'Batch 12, plain', '50', '15.00'],
    ['3', 'Oak plank of a kind', 'Two metres long', '4', '40.00'],
  ] as const;

  it.each([
    ['of the same size', 10],
    ['in small print', 9],
  ])('finds cells of one line between two lines %s', async (_, size) => {
    const page = makePage();
    ['Pos', 'Article', 'Qty', 'Total'].forEach((name, c) => page.text([72, 110, 330, 470][c]!, 62, name));
    ORDER.forEach(([number, article, detail, quantity, total], r) => {
      const y = 90 + 34 * r;
      [number, '', quantity, total].forEach((cell, c) => cell && page.text([72, 110, 330, 470][c]!, y, cell));
      page.text(110, y - 6, article);
      page.text(110, y + 6, detail, { size });
    });
    expect(await markdownOf(page.page())).toContain(
      '| 1 | Steel bolt of a kind Batch 77, all zinc | 100 | 20.00 |\n| 2 | Brass nut of a kind Batch 12, plain | 50 | 15.00 |',
    );
  });

  it('goes on below a line over all columns', () => {
    const page = makePage();
    const pairs = [
      [['Area'], ['Reuse of what', 'is still good']],
      [['Aim'], ['To know why it', 'matters to us']],
    ];
    rows(page, [72, 170], [100, 130], pairs);
    page.text(72, 160, 'Results of the whole course');
    rows(
      page,
      [72, 170],
      [180, 210],
      [
        [['Skills'], ['To sort, mend', 'and give away']],
        [['Values'], ['To care about', 'what is left']],
      ],
    );
    const table = layoutPage(page.page()).blocks[0]!;
    expect(table).toMatchObject({
      kind: 'table',
      rows: [{ length: 2 }, { length: 2 }, [{ colSpan: 2 }], { length: 2 }, { length: 2 }],
    });
  });

  it('reads labels that a header names, and check marks side by side, as cells', async () => {
    const page = makePage();
    const xs = [90, 115, 400, 422, 446];
    rows(page, xs, [100], [[['#'], ['Rule'], ['L1'], ['L2'], ['Id']]]);
    const rules = [
      ['1.1.1', ['Doors are locked at night', 'and their keys are counted'], '52'],
      ['1.1.2', ['Guests sign the book', 'before they enter'], '610'],
      ['1.1.3', ['Lamps are lit at dusk'], '78'],
    ] as const;
    rules.forEach(([number, lines, id], index) => {
      const y = 120 + index * 36;
      page.text(80, y, number);
      page.lines(115, y, lines);
      page.text(402, y, '✓');
      page.text(424, y, '✓');
      page.text(446, y, id);
    });
    expect(await markdownOf(page.page())).toBe(
      [
        '| # | Rule | L1 | L2 | Id |',
        '| - | - | - | - | - |',
        '| 1.1.1 | Doors are locked at night and their keys are counted | ✓ | ✓ | 52 |',
        '| 1.1.2 | Guests sign the book before they enter | ✓ | ✓ | 610 |',
        '| 1.1.3 | Lamps are lit at dusk | ✓ | ✓ | 78 |',
        '',
      ].join('\n'),
    );
  });

  it('leaves columns of prose alone, though paragraphs start beside each other', () => {
    const page = makePage();
    const lines = [
      'the river rose by a hand that',
      'night and the people of the',
      'lower town carried what they',
      'had up to the old church hill',
    ];
    for (const x of [72, 260]) {
      page.lines(x, 100, lines);
      page.lines(x, 160, lines);
      page.lines(x, 220, lines);
      page.lines(x, 280, lines);
    }
    expect(layoutPage(page.page()).blocks.map(({ kind }) => kind)).not.toContain('table');
  });
});
