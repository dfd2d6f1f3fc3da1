import { describe, expect, it } from 'vitest';
import { layoutPage } from '../../src/layout/page.ts';
import { plain } from '../../src/layout/text/inlines.ts';
import { endsAt, makePage, type PageMaker } from '../../../../test/make/raw-page.ts';

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

const HARBOURS = ['Marrow', 'Cold Bay', 'Stane', 'Easter'];

describe('a table with nothing but a ruling below each name of a column', () => {
  it('has the rows below that keep the columns', () => {
    const page = makePage();
    page.lines(76, 100, ['Harbour', 'number'], { bold: true, size: 8, leading: 13 });
    page.text(300, 113, 'What is in it', { bold: true, size: 8 });
    page.horizontal(116, 72, 130);
    page.horizontal(116, 140, 480);
    HARBOURS.forEach((harbour, row) => {
      page.text(76, 132 + row * 34, `10${row} ${harbour.slice(0, 1)}`);
      page.text(142, 132 + row * 34, `The light at the end of the pier of ${harbour}, which is`);
      if (row !== 1) page.text(142, 144 + row * 34, 'shown from dusk until dawn');
    });
    page.text(76, 290, 'The lights of the other harbours are named in the second part of this list.');
    expect(tablesOf(page)).toEqual([
      [
        ['Harbour number', 'What is in it'],
        ...HARBOURS.map((harbour, row) => [
          `10${row} ${harbour.slice(0, 1)}`,
          `The light at the end of the pier of ${harbour}, which is${row === 1 ? '' : ' shown from dusk until dawn'}`,
        ]),
      ],
    ]);
  });

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

describe('a table with nothing but a filled header', () => {
  it('has the rows below that keep the columns, and titles over columns in rows of their own', () => {
    const page = makePage();
    const edges = [72, 170, 240, 310, 380, 450, 520];
    const fill = 0x3366aa;
    for (const [x0, x1] of [
      [72, 170],
      [170, 310],
      [310, 450],
      [450, 520],
    ] as const)
      page.box({ x0, x1, y0: 100, y1: 116 }, fill);
    for (const [index, x1] of edges.slice(1).entries()) page.box({ x0: edges[index]!, x1, y0: 116, y1: 132 }, fill);
    page.text(76, 112, 'Harbour', { bold: true });
    page.text(222, 112, 'Lights', { bold: true });
    page.text(364, 112, 'Buoys', { bold: true });
    page.text(454, 112, 'Use', { bold: true });
    ['Red', 'Green', 'Red', 'Green'].forEach((name, index) => {
      page.text(174 + index * 70, 128, name, { bold: true });
    });
    HARBOURS.forEach((harbour, row) => {
      const y = 160 + row * 36;
      page.text(76, y, harbour);
      ['2', '–', '7', '–'].forEach((count, index) => page.text(174 + index * 70, y, count));
      page.lines(454, y, ['Lit from', 'the pier'], { leading: 12 });
    });
    page.text(72, 330, 'The lights of the other harbours are named in the second part of this list.');
    expect(tablesOf(page)).toEqual([
      [
        ['Harbour', 'Lights [2]', 'Buoys [2]', 'Use'],
        ['', 'Red', 'Green', 'Red', 'Green', ''],
        ...HARBOURS.map((harbour) => [harbour, '2', '–', '7', '–', 'Lit from the pier']),
      ],
    ]);
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
  /** Items whose amount stands lower than their names, and whose notes reach over the columns at their right. */
  const writeItems = (page: PageMaker): void =>
    HARBOURS.forEach((harbour, row) => {
      const y = 134 + row * 76;
      writeRow(page, y, [String(row + 1), `L-${harbour}`, `Light of ${harbour}`, '3.89']);
      page.text(432, y + 12, '11.67');
      page.text(112, y + 12, '401234');
      page.lines(202, y + 27, ['Lit from dusk until dawn by the keeper of the pier,', 'also in summer'], {
        leading: 12,
      });
    });
  const ROWS = HARBOURS.map((harbour, row) => [
    String(row + 1),
    `L-${harbour} 401234`,
    `Light of ${harbour} Lit from dusk until dawn by the keeper of the pier, also in summer`,
    '3.89',
    '11.67',
  ]);

  it('has a row for each item, with its further lines in all columns', () => {
    const page = makePage();
    writeHeader(page);
    writeItems(page);
    page.text(72, 480, 'Payable within 30 days of the date of this invoice to the account that is named below.');
    expect(tablesOf(page)).toEqual([[NAMES, ...ROWS]]);
  });

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

  it('keeps totals below the items in rows of their own', () => {
    const page = makePage();
    writeHeader(page);
    writeItems(page);
    [
      ['Subtotal', '46.68'],
      ['Total', '55.55'],
    ].forEach(([name, amount], row) => {
      page.text(342, 420 + row * 16, name!);
      page.text(432, 420 + row * 16, amount!);
    });
    expect(tablesOf(page)).toEqual([[NAMES, ...ROWS, ['Subtotal [4]', '46.68'], ['Total [4]', '55.55']]]);
  });

  it('is none of the table right above, whose filled rows have other columns', () => {
    const page = makePage();
    ['Seller', 'Buyer'].forEach((name, row) => {
      for (const [x0, x1] of [
        [72, 258],
        [260, 518],
      ] as const)
        page.box({ x0, x1, y0: 52 + row * 16, y1: 66 + row * 16 }, 0xdddddd);
      page.text(76, 63 + row * 16, name);
      page.text(264, 63 + row * 16, HARBOURS[row]!);
    });
    writeHeader(page);
    writeItems(page);
    expect(tablesOf(page).at(-1)).toEqual([NAMES, ...ROWS]);
  });
});

describe('a table with nothing but a ruling above its header and one below', () => {
  const NAMES = ['Pos.', 'Description', 'Price', 'Amount'];
  const XS = [72, 110, 400, 480];
  const writeRow = (page: PageMaker, y: number, texts: readonly string[]): void =>
    texts.forEach((text, index) => page.text(XS[index]!, y, text));

  it('has the items below, with the further lines of each', () => {
    const page = makePage();
    for (const y of [84, 118]) page.horizontal(y, 70, 530);
    writeRow(page, 96, NAMES);
    for (const x of [400, 480]) page.text(x, 108, 'in euros');
    page.text(110, 134, 'Contract 2858');
    HARBOURS.forEach((harbour, row) => {
      const y = 158 + row * 72;
      writeRow(page, y, [String(row + 1), `Light of ${harbour}`, '3.89', '3.89']);
      page.lines(110, y + 18, ['Fee for a month', 'Keeper: Cold Bay', '01.05. to 31.05.'], { leading: 18 });
    });
    page.horizontal(700, 70, 530);
    page.text(72, 714, 'Harbour Works, Pier Street 12');
    page.text(400, 714, 'Bank of the Coast');
    expect(tablesOf(page)).toEqual([
      [
        NAMES.map((name, index) => (index < 2 ? name : `${name} in euros`)),
        ['', 'Contract 2858', '', ''],
        ...HARBOURS.map((harbour, row) => [
          String(row + 1),
          `Light of ${harbour} Fee for a month Keeper: Cold Bay 01.05. to 31.05.`,
          '3.89',
          '3.89',
        ]),
      ],
    ]);
  });

  it('is told from a line of names without rows', () => {
    const page = makePage();
    for (const y of [96, 118]) page.horizontal(y, 70, 530);
    writeRow(page, 110, ['Home', 'Lights', 'Buoys', 'Harbours']);
    page.text(72, 150, 'The lights of the other harbours are named in the second part of this list.');
    expect(tablesOf(page)).toEqual([]);
  });
});

describe('a table with titles of several columns that are ruled, above rulings over the whole width', () => {
  it('has the names of its rows and one entry, as a like one below has two', () => {
    const page = makePage();
    const small = { size: 8 };
    const titles = ['Performance that is granted', 'Wages of the year', 'Fines of the year'];
    const names = [
      'Number',
      'Longest h',
      'Number',
      'Share of all',
      'Most in May',
      'Number',
      'Share of all',
      'Most in May',
    ];
    const ends = [215, 266, 323, 374, 425, 482, 533, 584];
    const write = (top: number, keepers: readonly string[]): void => {
      page.text(182, top - 9.5, 'Performance that', small);
      ['is granted', ...titles.slice(1)].forEach((line, at) => page.text([192, 320, 478][at]!, top, line, small));
      for (const [x0, x1] of [
        [164, 266],
        [271, 425],
        [430, 584],
      ] as const)
        page.horizontal(top + 4, x0, x1);
      names.forEach((name, column) => {
        const words = name.match(/^\S+ of|\S+ in|\S+/gu)!;
        words.forEach((word, line) => endsAt(page, [ends[column]!, top + 15 + 9.5 * line], word, small));
      });
      page.horizontal(top + 38, 57, 584);
      keepers.forEach((keeper, row) => {
        page.text(57, top + 48 + 14.5 * row, keeper, small);
        ends.forEach((end, at) => endsAt(page, [end, top + 48 + 14.5 * row], `${row + 2},${at}14`, small));
        page.horizontal(top + 52 + 14.5 * row, 57, 584);
      });
    };
    write(548, ['Ada Marrow']);
    write(635, ['Ben Stane', 'Total of all']);
    const head = [
      ['', `${titles[0]!} [2]`, `${titles[1]!} [3]`, `${titles[2]!} [3]`],
      ['', ...names],
    ];
    const entry = (keeper: string, row: number): string[] => [keeper, ...ends.map((_, at) => `${row},${at}14`)];
    expect(tablesOf(page)).toEqual([
      [...head, entry('Ada Marrow', 2)],
      [...head, entry('Ben Stane', 2), entry('Total of all', 3)],
    ]);
  });
});
