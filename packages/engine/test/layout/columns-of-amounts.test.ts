import { describe, expect, it } from 'vitest';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { endsAt, makePage } from '../../../../test/make/raw-page.ts';

const BODY = { size: 9 };

const linesOf = (markdown: string): string[] => markdown.split('\n').filter((line) => line && !/^\| :?-/u.test(line));

describe('amounts in columns', () => {
  it('are those of one statement where they begin at one place and end at others', async () => {
    const page = makePage();
    const rows = [
      ['Item', '2025', '2026'],
      ['Ferry', '9,721', '8,326'],
      ['Tram', '27.4', '86.3%'],
      ['Night bus', '813', '7,521'],
      ['Express', '460', '6,745'],
      ['Airport shuttle', '38.1%', '78,433'],
      ['Harbour line', '(78.75)', '38.0'],
    ];
    rows.forEach((cells, row) =>
      cells.forEach((cell, column) => page.text([60, 160, 220][column]!, 100 + 14 * row, cell, BODY)),
    );
    expect(linesOf(await markdownOf(page.page()))).toEqual(rows.map((cells) => `| ${cells.join(' | ')} |`));
  });

  it('are no labels of each other, though one may look like the number of a section or a dash', async () => {
    const page = makePage();
    const rows = [
      ['Crop', '2025', '2026'],
      ['Runner bean', '50.8', '210'],
      ['Strawberry', '18,536', '2,178'],
      ['Leek', '50.0', '30.6'],
      ['Total', '48.4', '13.9%'],
      ['Lettuce', '–', '5,140'],
      ['Lavender', '69.2%', '9,077'],
    ];
    rows.forEach(([name, ...amounts], row) => {
      page.text(60, 100 + 12 * row, name!, BODY);
      amounts.forEach((amount, column) => endsAt(page, [[200, 240][column]!, 100 + 12 * row], amount, BODY));
    });
    expect(linesOf(await markdownOf(page.page()))).toEqual(rows.map((cells) => `| ${cells.join(' | ')} |`));
  });
});
