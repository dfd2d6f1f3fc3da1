import { expect, it } from 'vitest';
import { layoutPage } from '../../src/layout/page.ts';
import { plain } from '../../src/layout/text/inlines.ts';
import { makePage, type PageMaker } from '../../../../test/make/raw-page.ts';

const WHITE = 0xffffff;
const GREY = 0xd5e0ea;
const BLUE = 0x436784;

const tablesOf = (page: PageMaker): string[][][] =>
  layoutPage(page.page()).blocks.flatMap((block) =>
    block.kind === 'table' ? [block.rows.map((row) => row.map((cell) => plain(cell.content)))] : [],
  );

const XS = [72, 160, 300, 380, 460];

function rowOf(page: PageMaker, y: number, cells: readonly string[]): void {
  cells.forEach((cell, column) => page.text(XS[column]! + 4, y, cell));
}

it('reads rows on white paper with those on coloured paper, whose white borders go on between them', () => {
  const page = makePage();
  const rows = [
    ['Date', 'Course', 'Price', 'Total'],
    ['5 May', 'For managers', '$3,500', '$3,500'],
    ['9 May', 'For managers', '$3,500', '$3,500'],
    ['12 May', 'For leaders', '$4,500', '$3,375'],
  ];
  rows.forEach((cells, row) => {
    const [top, bottom] = [100 + 16 * row, 116 + 16 * row];
    if (row % 2 === 0)
      for (const [column, x] of XS.slice(0, -1).entries())
        page.box({ x0: x, y0: top, x1: XS[column + 1]!, y1: bottom }, row === 0 ? BLUE : GREY);
    page.horizontal(bottom, 72, 460, row % 2 === 0 ? GREY : WHITE);
    for (const x of XS) page.vertical(x, top, bottom, WHITE);
    rowOf(page, bottom - 4, cells);
  });
  expect(tablesOf(page)).toEqual([rows]);
});

it('parts a header on a filled row from the row below it, between which no ruling is drawn', () => {
  const page = makePage();
  const rows = [
    ['Product', 'Pieces', 'Price', 'Total'],
    ['Lamp of the quay', '1', 'Q 95.00', 'Q 95.00'],
    ['Rope of the pilots', '1', 'Q 25.00', 'Q 25.00'],
    ['Bell of the harbour', '1', 'Q 210.00', 'Q 210.00'],
  ];
  page.box({ x0: 72, y0: 100, x1: 460, y1: 126 }, BLUE);
  for (const x of XS) page.vertical(x, 100, 223);
  for (const y of [155, 189, 223]) page.horizontal(y, 72, 460);
  for (const [row, cells] of rows.entries())
    cells.forEach((cell, column) => {
      page.text(XS[column]! + 12, [119, 144, 176, 210][row]!, cell, row === 0 ? { size: 12, bold: true } : {});
    });
  expect(tablesOf(page)).toEqual([rows]);
});
