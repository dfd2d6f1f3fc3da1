import { expect, it } from 'vitest';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { layoutPage } from '../../src/layout/page.ts';
import type { RawTag } from '../../src/layout/model/raw-page.ts';
import { makePage } from '../../../../test/make/raw-page.ts';

const XS = [60, 160, 420];

async function cellOf(lines: readonly string[]): Promise<string> {
  const page = makePage();
  const bottom = 160 + 12 * lines.length;
  for (const y of [100, 120, 140, bottom]) page.horizontal(y, XS[0]!, XS[2]!);
  for (const x of XS) page.vertical(x, 100, bottom);
  page.text(64, 114, 'Evening');
  page.text(164, 114, 'Served');
  page.text(64, 134, 'Monday');
  page.text(164, 134, 'Soup of white beans with a spoon of sour cream');
  page.text(64, 154, 'Friday');
  page.lines(164, 154, lines);
  return /\| Friday \| (.*) \|/u.exec(await markdownOf(page.page()))![1]!;
}

it('keeps lines of a cell that their author broke', async () => {
  expect(await cellOf(['Fish of the bay', 'Potatoes with dill', '-', 'Plum cake (milk, eggs)'])).toBe(
    'Fish of the bay<br>Potatoes with dill<br>-<br>Plum cake (milk, eggs)',
  );
});

it('joins lines that ended where the next word had no room, or with a part of a sentence', async () => {
  expect(await cellOf(['Fish of the bay with potatoes and a good spoon of', 'Dill cream'])).toBe(
    'Fish of the bay with potatoes and a good spoon of Dill cream',
  );
  expect(await cellOf(['Fish of the bay', 'and potatoes with dill'])).toBe('Fish of the bay and potatoes with dill');
});

it('joins them in a column by its own lines, where tags do not say that one spans columns', () => {
  const page = makePage();
  const texts: [number, number, string][] = [
    [72, 100, 'Time'],
    [132, 100, 'Talk'],
    [332, 100, 'Speaker'],
    [72, 120, '9:00'],
    [132, 120, 'Words of welcome by the keeper of the harbour and by those who sail'],
    [72, 140, '9:30'],
    [132, 140, 'Lamps of the northern'],
    [132, 152, 'Coast in winter'],
    [332, 140, 'A. Heron'],
    [72, 170, '9:45'],
    [132, 170, 'Tides of the long bays'],
    [332, 170, 'B. Gannet'],
  ];
  const mcids = texts.flatMap(([x, y, text], mcid) => {
    page.text(x, y, text);
    return text.split(' ').map(() => mcid);
  });
  const cell = (...content: number[]): RawTag => ({ role: 'TD', content, kids: [], kidsBefore: content.map(() => 0) });
  const row = (...kids: RawTag[]): RawTag => ({ role: 'TR', content: [], kids, kidsBefore: [] });
  const kids = [
    row(cell(0), cell(1), cell(2)),
    row(cell(3), cell(4)),
    row(cell(5), cell(6, 7), cell(8)),
    row(cell(9), cell(10), cell(11)),
  ];
  const raw = page.page();
  const runs = raw.runs.map((run, index) => ({ ...run, mcid: mcids[index]! }));
  const { blocks } = layoutPage({ ...raw, runs, tags: [{ role: 'Table', content: [], kids, kidsBefore: [] }] });
  expect(blocks).toMatchObject([{ source: 'tag', rows: [{}, {}, [{}, { content: [{ kind: 'text' }] }, {}], {}] }]);
});
