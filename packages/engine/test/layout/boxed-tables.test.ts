import { describe, expect, it } from 'vitest';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { makePage } from '../../../../test/make/raw-page.ts';

const LEADING = 12;
const TOP = 100;
const XS = [72, 200, 260, 320, 380, 440];

type Page = ReturnType<typeof makePage>;

/** A table in a box: rulings around it, below its header and between its columns, and none between its rows. */
function box(
  page: Page,
  rows: readonly (readonly string[])[],
  headerRows: number,
  bold: (row: number) => boolean,
): void {
  const columns = rows.at(-1)!.length;
  const bottom = TOP + LEADING * rows.length;
  for (const y of [TOP, TOP + LEADING * headerRows, bottom]) page.horizontal(y, XS[0]!, XS[columns]!);
  for (const x of [XS[0]!, XS[columns]!]) page.vertical(x, TOP, bottom);
  rows.forEach((cells, row) =>
    cells.forEach((text, column) => {
      if (text) page.text(XS[column]! + 4, TOP + LEADING * row + 9, text, { bold: bold(row) });
    }),
  );
}

describe('a table in a box', () => {
  it('has titles over several columns where rulings between these begin below them', async () => {
    const page = makePage();
    const rows = [
      ['Indicator', 'Westgate', '', 'Eastgate', ''],
      ['', 'Plan', 'Actual', 'Plan', 'Actual'],
      ['Ring line', '8,645', '239', '88.5%', '73.4'],
      ['Line 2', '49.1', '342', '84', '1,773'],
      ['Ferry', '4.3%', '24.7', '67.5', '855'],
    ];
    box(page, rows, 2, (row) => row < 2);
    for (const x of [XS[1]!, XS[3]!]) page.vertical(x, TOP, TOP + LEADING * 5);
    for (const x of [XS[2]!, XS[4]!]) page.vertical(x, TOP + LEADING, TOP + LEADING * 5);
    const markdown = await markdownOf(page.page());
    expect(markdown).toContain(
      '<tr><th rowspan="2">Indicator</th><th colspan="2">Westgate</th><th colspan="2">Eastgate</th></tr>\n' +
        '<tr><th>Plan</th><th>Actual</th><th>Plan</th><th>Actual</th></tr>\n',
    );
  });

  it('is no head of a form, however small a sign of its header is', async () => {
    const page = makePage();
    const rows = [
      ['Item', 'cm', '', 'grams', 'weeks'],
      ['Tomato', '13', '480', '78,168', '54.8'],
    ];
    box(page, rows, 1, (row) => row === 0);
    for (const x of XS.slice(1, 5)) page.vertical(x, TOP, TOP + LEADING * 2);
    page.text(264, TOP + 9, '°', { size: 6 });
    page.text(268, TOP + 9, 'C', { bold: true });
    expect(await markdownOf(page.page())).toMatch(/\| Item \| cm \| ° ?C \| grams \| weeks \|/);
  });

  it('has a row for the name of a section below the total of the one before', async () => {
    const page = makePage();
    const rows = [
      ['', '2025', '2024'],
      ['Total first section', '725', '70'],
      ['Authentication', '', ''],
      ['region', '23.3%', '30,227'],
      ['compression', '73,072', '39.2%'],
      ['Total authentication', '5,600', '88.0'],
    ];
    box(page, rows, 1, (row) => [0, 1, 2, 5].includes(row));
    for (const x of XS.slice(1, 3)) page.vertical(x, TOP, TOP + LEADING * 6);
    expect(await markdownOf(page.page())).toContain('| Total first section | 725 | 70 |\n| Authentication |  |  |\n');
  });
});
