import { describe, expect, it } from 'vitest';
import { layoutPage } from '../../src/layout/page.ts';
import { makeSummary } from '../../src/layout/summary.ts';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { HARBOUR, makePage, type PageMaker } from '../../../../test/make/raw-page.ts';
import { LINES, page } from '../../../../test/make/running-page.ts';

const fill = (made: PageMaker, paragraphs: number, from = 90): void => {
  for (let index = 0; index < paragraphs; index += 1) made.lines(72, from + 44 * index, LINES);
};

it('takes the last line of a page for the heading of what begins the next one', async () => {
  const heading = (made: PageMaker, y: number, text: string): number => made.text(72, y, text, { bold: true });
  const text = await markdownOf(
    page(1, (made) => {
      heading(made, 90, '1. Will the lamps be lit in winter?');
      fill(made, 5, 112);
      heading(made, 350, '2. Will ships pay for the lamps?');
      fill(made, 6, 372);
      heading(made, 660, '3. Who keeps the lamps at night?');
    }),
    page(2, (made) => {
      fill(made, 4, 80);
      heading(made, 270, '4. What does a lamp cost?');
      fill(made, 4, 292);
    }),
  );
  expect(text.match(/^#+ .*/gmu)).toHaveLength(4);
});

describe('a nested list over the end of a page', () => {
  const list = (made: PageMaker, y: number, items: readonly (readonly [number, string])[]): void =>
    items.forEach(([x, text], index) => made.text(x, y + 16 * index, text));

  it('stays nested where the next page has nothing but items', async () => {
    const text = await markdownOf(
      page(1, (made) => {
        fill(made, 12);
        list(made, 640, [
          [90, '● Watch the lamps.'],
          [110, '○ Report the weather.'],
          [90, '● Watch the ships.'],
        ]);
      }),
      page(2, (made) =>
        list(made, 90, [
          [110, '○ Note the name of each ship that passes.'],
          [110, '○ Note the hour.'],
          [90, '● Keep the book of the harbour.'],
        ]),
      ),
    );
    expect(text).toContain(
      [
        '- Watch the lamps.',
        '    - Report the weather.',
        '- Watch the ships.',
        '    - Note the name of each ship that passes.',
        '    - Note the hour.',
        '- Keep the book of the harbour.',
      ].join('\n'),
    );
  });

  it('has the rest of its last item, though that begins with a name', async () => {
    const text = await markdownOf(
      page(1, (made) => {
        fill(made, 12);
        made.text(90, 640, '● Watch the lamps.');
        made.text(90, 656, '●');
        made.text(104, 656, 'Keep the book of all ships that a port of');
      }),
      page(2, (made) => {
        made.text(104, 90, 'Marrow has seen in the year.');
        made.text(90, 106, '● Keep the keys.');
        fill(made, 3, 150);
      }),
    );
    expect(text).toContain('that a port of Marrow has seen in the year.\n- Keep the keys.');
  });
});

describe('a table over the end of a page', () => {
  function grid(made: PageMaker, xs: readonly number[], y: number, rows: readonly (readonly string[])[]): void {
    rows.forEach((row, r) => row.forEach((text, c) => made.text(xs[c]! + 4, y + 14 + r * 20, text)));
    for (let r = 0; r <= rows.length; r += 1) made.horizontal(y + r * 20, xs[0]!, xs.at(-1)!);
    for (const x of xs) made.vertical(x, y, y + rows.length * 20);
  }
  const head = (made: PageMaker, number: number): void =>
    grid(made, [72, 240, 540], 30, [['Harbour report', `Sheet of the office, page ${number} of 3`]]);

  it('goes on below the boxes that head each page, which are said once', async () => {
    const pages = [1, 2, 3].map((number) => {
      const made = makePage(number);
      head(made, number);
      if (number === 1) fill(made, 10, 120);
      if (number === 2)
        grid(made, [72, 172, 272], 640, [
          ['Ship', 'Crew'],
          ['Heron', 'Seven'],
        ]);
      if (number === 3) grid(made, [72, 172, 272], 90, [['Gannet', 'Nine']]);
      if (number > 1) fill(made, 8, 160);
      return made.page();
    });
    const text = await markdownOf(...pages);
    expect(text.match(/Harbour report/gu)).toHaveLength(1);
  });

  it('is what a page says that has nothing but such boxes', () => {
    const bodies = [false, true].map((hasText) => {
      const made = makePage();
      head(made, 1);
      if (hasText) fill(made, 3);
      const summary = makeSummary();
      summary.add(layoutPage(made.page()));
      return summary.finish().edges[0]!.body;
    });
    expect(bodies).toEqual([false, true]);
  });

  it('goes on though its texts are shorter there', async () => {
    const rows = (made: PageMaker, y: number, names: readonly string[]): void =>
      names.forEach((name, index) => {
        made.text(200, y + 16 * index, name);
        made.text(290, y + 16 * index, name.slice(0, 2).toUpperCase());
        made.horizontal(y + 16 * index + 4, 196, 400);
      });
    const text = await markdownOf(
      page(
        1,
        (made) => {
          for (const y of [90, 200, 310, 420]) made.lines(72, y, HARBOUR);
          made.text(200, 560, 'Harbour', { bold: true });
          made.text(290, 560, 'Sign of its ships', { bold: true });
          made.horizontal(548, 196, 400);
          made.horizontal(564, 196, 400);
          rows(made, 580, ['Marrow', 'Sallow', 'Tansy', 'Yarrow', 'Bracken', 'Clover']);
        },
        false,
      ),
      page(
        2,
        (made) => {
          rows(made, 80, ['Dock', 'Elder', 'Fern', 'Gorse', 'Hazel', 'Ivy']);
          fill(made, 4, 200);
        },
        false,
      ),
    );
    expect(text).toContain('| Clover | CL |\n| Dock | DO |');
  });
});
