import { describe, expect, it } from 'vitest';
import { layoutPage } from '../../src/layout/page.ts';
import { plain } from '../../src/layout/text/inlines.ts';
import { makePage, type PageMaker } from '../../../../test/make/raw-page.ts';

/** The texts of the cells of each table of the page, by row; a cell over several columns says over how many. */
const tablesOf = (page: PageMaker): string[][][] =>
  layoutPage(page.page()).blocks.flatMap((block) =>
    block.kind === 'table'
      ? [
          block.rows.map((row) =>
            row.map(({ content, colSpan = 1 }) => plain(content) + (colSpan > 1 ? ` [${colSpan}]` : '')),
          ),
        ]
      : [],
  );

describe('a table with nothing but a ruling below each name of a column', () => {
  it('is told from columns of text below titles with rulings of one length', () => {
    const page = makePage();
    for (const [x, title] of [
      [72, 'Lights'],
      [296, 'Buoys'],
    ] as const) {
      page.text(x, 112, title);
      page.horizontal(116, x, x + 200);
      page.lines(x, 132, [
        'Address: Pier Street 12',
        'Telephone: 0661914684',
        'Fax: 0537774951',
        `Site: www.${title}.example`,
      ]);
    }
    expect(tablesOf(page)).toEqual([]);
  });
});

describe('a table below filled cells with a name each', () => {
  const BLUE = 0xccecff;
  const NAMES = ['Pos.', 'Number', 'Description', 'Price', 'Amount'];
  const XS = [72, 110, 200, 340, 430, 520];
  const writeRow = (page: PageMaker, y: number, texts: readonly string[]): void =>
    texts.forEach((text, index) => page.text(XS[index]! + 2, y, text));
  const writeHeader = (page: PageMaker): void => {
    for (const [index, x] of XS.slice(0, -1).entries())
      page.box({ x0: x, x1: XS[index + 1]! - 2, y0: 100, y1: 120 }, BLUE);
    writeRow(page, 113, NAMES);
  };

  it('has a row for each line that has a cell in each column, also without a number', () => {
    const page = makePage();
    writeHeader(page);
    const rows = [
      ['A', 'Marrow', 'Pier', '–', 'lit'],
      ['B', 'Cold Bay', 'Wall', 'no', 'lit'],
      ['C', 'Stane', 'Pier', 'yes', 'dark'],
      ['D', 'Easter', 'Wall', '12', 'lit'],
    ];
    rows.forEach((texts, row) => writeRow(page, 134 + row * 14, texts));
    page.text(72, 240, 'The lights of the other harbours are named in the second part of this list.');
    expect(tablesOf(page)).toEqual([[NAMES, ...rows]]);
  });
});

describe('a table with nothing but a ruling above its header and one below', () => {
  const XS = [72, 110, 400, 480];
  const writeRow = (page: PageMaker, y: number, texts: readonly string[]): void =>
    texts.forEach((text, index) => page.text(XS[index]!, y, text));

  it('is told from a line of names without rows', () => {
    const page = makePage();
    for (const y of [96, 118]) page.horizontal(y, 70, 530);
    writeRow(page, 110, ['Home', 'Lights', 'Buoys', 'Harbours']);
    page.text(72, 150, 'The lights of the other harbours are named in the second part of this list.');
    expect(tablesOf(page)).toEqual([]);
  });
});
