import { describe, expect, it } from 'vitest';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { endsAt, makePage, type PageMaker } from '../../../../test/make/raw-page.ts';

const BODY = { size: 9 };
const ENDS = [477, 536] as const;

/** Rules over the columns of amounts only. */
function ruleAmounts(page: PageMaker, y: number): void {
  page.horizontal(y, 440, 481);
  page.horizontal(y, 485, 539);
}

function row(page: PageMaker, y: number, [name, ...amounts]: readonly string[]): void {
  if (name) page.text(75, y, name, BODY);
  amounts.forEach((amount, index) => endsAt(page, [ENDS[index]!, y], amount, BODY));
}

/** A title over two years, each ruled by itself, and the unit of the amounts below them. */
function head(page: PageMaker, y: number, title: string): void {
  page.text(447, y, title, { size: 7 });
  page.horizontal(y + 4, 440, 539);
  ['2022', '2021'].forEach((year, index) => endsAt(page, [[470, 529][index]!, y + 14], year, { size: 7 }));
  ruleAmounts(page, y + 18);
  page.text(464, y + 28, '(in millions)', { size: 7 });
}

const tablesOf = async (page: PageMaker): Promise<string[][][]> =>
  [...(await markdownOf(page.page())).matchAll(/<table>.*?<\/table>|(?:^\|[^\n]*\n?)+/gmsu)].map(([table]) =>
    table.startsWith('|')
      ? table
          .trim()
          .split('\n')
          .filter((line) => !/^\| :?-/u.test(line))
          .map((line) => line.slice(2, -2).split(' | '))
      : [...table.matchAll(/<tr>(.*?)<\/tr>/gu)].map(([, cells]) =>
          [...cells!.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/gu)].map(([, text]) => text!),
        ),
  );

// so many words beside ruled amounts are not taken for names by themselves
const COSTS = [
  ['Costs of all of the goods that we sold in the year', '$57.1', '$21.0'],
  ['Salaries of the people who work in one of the plants', '9.5', '7.2'],
  ['Royalties that are due to the owners of a few patents', '116.2', '99.6'],
  ['Depreciation of what was bought as far back as the nineties', '$ —', '21.5'],
] as const;
const TOTAL = ['Total', '$182.8', '$149.3'] as const;

/** A statement from its header on. */
function statement(page: PageMaker, y: number, title: string): void {
  head(page, y, title);
  COSTS.forEach((cells, index) => row(page, y + 42 + 14 * index, cells));
  ruleAmounts(page, y + 88);
  row(page, y + 100, TOTAL);
  ruleAmounts(page, y + 104);
}

describe('a statement whose amounts alone are ruled', () => {
  it('has its names and its header', async () => {
    const page = makePage();
    statement(page, 120, 'Year ended 31 May');
    const [table, ...more] = await tablesOf(page);
    expect(more).toEqual([]);
    expect(table!.slice(-5)).toEqual([...COSTS, TOTAL]);
    expect(table![0]).toEqual(['', '2022 (in millions)', '2021']);
  });
});
