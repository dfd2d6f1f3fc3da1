import { describe, expect, it } from 'vitest';
import { layoutPage } from '../../src/layout/page.ts';
import type { TableBlock } from '../../src/layout/model/page-model.ts';
import { plain } from '../../src/layout/text/inlines.ts';
import type { RawTag } from '../../src/layout/model/raw-page.ts';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { makePage, type PageMaker } from '../../../../test/make/raw-page.ts';

const ROWS = [
  ['Item', '2023', '2024'],
  ['Revenue', '4,876', '93.1'],
  ['Costs', '88.3%', '4.0'],
  ['Profit', '(66)', '81.4'],
];
const XS = [72, 220, 320, 420];

function cells(page: PageMaker, rows: readonly (readonly string[])[], y = 112, pitch = 20): void {
  rows.forEach((row, r) =>
    row.forEach((text, c) => {
      if (text !== '') page.text(XS[c]! + 4, y + r * pitch, text, { bold: r === 0 });
    }),
  );
}

const tableOf = (page: PageMaker): TableBlock =>
  layoutPage(page.page()).blocks.find((block) => block.kind === 'table')!;

it('reads many full rows with numbers as a table, though they have no header and their words no capitals', () => {
  const page = makePage();
  const rows = Array.from({ length: 10 }, (_, i) => [
    `${i + 31}`,
    'the fern house',
    `${(i * 37) % 100}.5`,
    'in spring',
  ]);
  cells(page, rows);
  expect(tableOf(page).rows).toHaveLength(10);
});

it('takes no listing and the prose below it for a table, though a rule stands above and below', async () => {
  const page = makePage();
  page.horizontal(95, 72, 500);
  const typed = { mono: true, advance: 0.6, space: 6 };
  [0, 1, 2, 3].forEach((row) =>
    ['-rw-r--r--', '6', 'root', '38220'].forEach((text, c) => page.text(XS[c]! + 4, 112 + 12 * row, text, typed)),
  );
  page.lines(72, 170, [
    'Each pump was tested for a day, and the office of the harbour',
    'wrote down how much it had used in that time.',
  ]);
  page.horizontal(200, 72, 500);
  const markdown = await markdownOf(page.page());
  expect(markdown).toContain('Each pump was tested for a day, and the office of the harbour wrote down');
});

const GFM =
  '| Item | 2023 | 2024 |\n| - | - | - |\n| Revenue | 4,876 | 93.1 |\n| Costs | 88.3% | 4.0 |\n| Profit | (66) | 81.4 |\n';

describe('ruled tables', () => {
  it('reads a grid', async () => {
    const page = makePage();
    cells(page, ROWS);
    for (let r = 0; r <= 4; r += 1) page.horizontal(98 + r * 20, 72, 420);
    for (const x of XS) page.vertical(x, 98, 178);
    expect(await markdownOf(page.page())).toBe(GFM);
  });

  it('reads heads that are turned', async () => {
    const page = makePage();
    for (const y of [98, 158, 178, 198]) page.horizontal(y, 90, 200);
    for (const x of [90, 140, 170, 200]) page.vertical(x, 98, 198);
    page.text(95, 150, 'Action');
    page.text(95, 172, 'Read');
    page.text(150, 172, 'yes');
    page.text(180, 172, 'no');
    page.text(95, 192, 'Write');
    page.text(150, 192, 'no');
    page.text(180, 192, 'no');
    const run = { size: 8, font: 'Serif', color: 0, flags: 0, angle: 270 };
    const turned = [
      { ...run, text: 'All', x0: 152, x1: 160, y0: 138, y1: 150, baseline: 159 },
      { ...run, text: 'users', x0: 152, x1: 160, y0: 112, y1: 132, baseline: 159, space: true as const },
      { ...run, text: 'Guests', x0: 182, x1: 190, y0: 120, y1: 150, baseline: 189 },
    ];
    const raw = page.page();
    const text = await markdownOf({ ...raw, runs: [...raw.runs, ...turned] });
    expect(text).toContain('Action | All users | Guests |');
    expect(text).toContain('Read | yes | no |');
  });

  it('reads spans from lines that are missing', () => {
    const page = makePage();
    page.text(230, 112, 'Years of operation');
    cells(
      page,
      [
        ['Item', '2023', '2024'],
        ['Revenue', '4,876', '93.1'],
      ],
      132,
    );
    page.horizontal(98, 72, 420);
    page.horizontal(118, 220, 420);
    page.horizontal(138, 72, 420);
    page.horizontal(158, 72, 420);
    page.vertical(72, 98, 158);
    page.vertical(220, 98, 158);
    page.vertical(320, 118, 158);
    page.vertical(420, 98, 158);
    const { rows } = tableOf(page);
    expect(rows[0]!.map(({ rowSpan, colSpan }) => [rowSpan ?? 1, colSpan ?? 1])).toEqual([
      [2, 1],
      [1, 2],
    ]);
    expect(rows).toHaveLength(3);
  });

  it('tells numbers of one length that stand right of their head', async () => {
    const page = makePage();
    cells(page, [
      ['Item of the list', 'Points', '2024'],
      ['Revenue', '', '93.1'],
      ['Costs', '', '88.3'],
      ['Profit', '', '81.4'],
    ]);
    for (const [r, number] of ['48', '40', '32'].entries()) page.text(300, 132 + r * 20, number);
    for (let r = 0; r <= 4; r += 1) page.horizontal(98 + r * 20, 72, 420);
    for (const x of XS) page.vertical(x, 98, 178);
    expect(await markdownOf(page.page())).toContain('| Item of the list | Points | 2024 |\n| - | -: | - |\n');
  });

  it('parts cells of the head whose upright lines were not drawn', async () => {
    const page = makePage();
    cells(page, ROWS);
    for (let r = 0; r <= 4; r += 1) page.horizontal(98 + r * 20, 72, 420);
    for (const x of [72, 220, 420]) page.vertical(x, 98, 178);
    page.vertical(320, 118, 178);
    expect(await markdownOf(page.page())).toBe(GFM);
  });

  it('parts columns of numbers that no line divides, below a title over them', () => {
    const page = makePage();
    page.text(76, 112, 'Method');
    page.text(255, 112, 'Scenes');
    const rows = [
      ['50', '1k', 'None'],
      ['91.2', '82.1', '-'],
      ['80.2', '69.3', '-'],
      ['96.2', '93.8', '81.9'],
      ['97.9', '96.2', '91.2'],
    ];
    rows.forEach((row, r) => {
      if (r > 0) page.text(76, 132 + r * 20, `Author ${r}`);
      row.forEach((text, c) => page.text(224 + 32 * c, 132 + r * 20, text));
    });
    for (const y of [98, 118, 138, 158, 178, 198, 218]) page.horizontal(y, y === 118 ? 220 : 72, 320);
    for (const x of [72, 220, 320]) page.vertical(x, 98, 218);
    const table = tableOf(page).rows.map((row) =>
      row.map(({ content, rowSpan, colSpan }) => [plain(content), rowSpan ?? 1, colSpan ?? 1]),
    );
    expect(table.slice(0, 3)).toEqual([
      [
        ['Method', 2, 1],
        ['Scenes', 1, 3],
      ],
      [
        ['50', 1, 1],
        ['1k', 1, 1],
        ['None', 1, 1],
      ],
      [
        ['Author 1', 1, 1],
        ['91.2', 1, 1],
        ['82.1', 1, 1],
        ['-', 1, 1],
      ],
    ]);
  });

  it('keeps a column of numbers with units whole', () => {
    const page = makePage();
    for (let r = 0; r < 6; r += 1) {
      page.text(76, 112 + r * 20, `Item ${r}`);
      page.text(224, 112 + r * 20, `${r}4 litres of ${r}3`);
      page.horizontal(98 + r * 20, 72, 420);
    }
    page.horizontal(218, 72, 420);
    for (const x of [72, 220, 420]) page.vertical(x, 98, 218);
    expect(tableOf(page).rows.every((row) => row.length === 2)).toBe(true);
  });

  it('parts rows that only upright lines cross', async () => {
    const page = makePage();
    cells(page, ROWS);
    page.horizontal(98, 72, 420);
    page.horizontal(118, 72, 420);
    page.horizontal(178, 72, 420);
    for (const x of XS) page.vertical(x, 98, 178);
    expect(await markdownOf(page.page())).toBe(GFM);
  });

  it('takes a frame about one text for no table', async () => {
    const page = makePage();
    page.text(80, 115, 'Only one text in a frame');
    page.horizontal(98, 72, 300);
    page.horizontal(128, 72, 300);
    page.vertical(72, 98, 128);
    page.vertical(300, 98, 128);
    expect(await markdownOf(page.page())).toBe('Only one text in a frame\n');
  });
});

describe('tables without a grid', () => {
  it('reads rows between three level rules', async () => {
    const page = makePage();
    cells(page, ROWS);
    for (const y of [98, 118, 178]) page.horizontal(y, 72, 420);
    expect(await markdownOf(page.page())).toBe(GFM);
  });

  it('reads stripes, with the head above them', async () => {
    const page = makePage();
    cells(page, ROWS);
    page.box({ x0: 72, y0: 118, x1: 420, y1: 138 }, 0xeeeeee);
    page.box({ x0: 72, y0: 158, x1: 420, y1: 178 }, 0xeeeeee);
    expect(await markdownOf(page.page())).toBe(GFM);
  });

  it('reads what nothing but alignment shows', async () => {
    const page = makePage();
    cells(page, ROWS);
    expect(await markdownOf(page.page())).toBe(GFM);
  });

  it('joins the lines of a cell to its row', () => {
    const page = makePage();
    cells(
      page,
      [
        ['Name', 'Owner', 'Decision'],
        ['Pumps', 'Ruth', 'The operator'],
        ['Basins', 'Ines', 'Each reservoir'],
        ['Meters', 'Jonas', 'The flow'],
      ],
      112,
      32,
    );
    page.text(324, 156, 'measures the load');
    page.text(324, 188, 'stabilises the river');
    page.text(324, 220, 'filters chlorine');
    const { rows } = tableOf(page);
    expect(rows).toHaveLength(4);
    expect(rows[1]![2]!.content).toEqual([{ kind: 'text', text: 'The operator measures the load' }]);
  });

  it('keeps columns that totals run over', () => {
    const page = makePage();
    const at = [72, 120, 260, 330, 400];
    const rows = [
      ['No.', 'Item', 'Count', 'Price', 'Sum'],
      ['1', 'Bread', '3', '2.10', '6.30'],
      ['2', 'Cheese', '1', '7.50', '7.50'],
      ['3', 'Apples', '6', '0.40', '2.40'],
      ['4', 'Milk', '2', '1.20', '2.40'],
    ];
    rows.forEach((row, r) => row.forEach((text, c) => page.text(at[c]!, 112 + r * 16, text)));
    ['Sum of all goods before tax', 'Tax of seven in the hundred'].forEach((text, index) => {
      page.text(210, 192 + index * 16, text);
      page.text(400, 192 + index * 16, '18.60');
    });
    for (const y of [98, 118, 230]) page.horizontal(y, 70, 430);
    expect(tableOf(page).rows[1]).toHaveLength(5);
  });

  it('takes justified lines in a frame for no table', async () => {
    const page = makePage();
    const lines = [
      'recorded in Mill Lane,',
      'although the first figures',
      'differ. A cyclist bypasses',
      'the harbour district to',
      'about a half of the level',
      'that it had before',
    ];
    lines.forEach((line, index) => page.text(80, 115 + index * 12, line, { space: [14, 3, 5, 11, 6, 4][index]! }));
    page.horizontal(98, 72, 260);
    page.horizontal(186, 72, 260);
    expect(await markdownOf(page.page())).not.toContain('|');
  });

  it('joins the lines of names in a head that names all columns', async () => {
    const page = makePage();
    for (const y of [90, 120, 170]) page.horizontal(y, 72, 420);
    cells(page, [['Inhibitor', 'Slope', 'Current']], 102);
    page.text(XS[0]! + 4, 114, 'amount (g)', { bold: true });
    page.text(XS[2]! + 4, 114, '(A/cm2)', { bold: true });
    [
      ['0', '0.0335', '0.0003'],
      ['2', '1.9460', '0.0002'],
      ['4', '0.0163', '0.0001'],
    ].forEach((row, r) => row.forEach((text, c) => page.text(XS[c]! + 4, 141 + r * 11, text)));
    expect(await markdownOf(page.page())).toContain('Inhibitor amount (g) | Slope | Current (A/cm2) |');
  });

  it('takes a table of contents for no table', async () => {
    const page = makePage();
    ['Introduction', 'Methods and data', 'Results', 'Outlook'].forEach((title, index) => {
      page.text(72, 100 + index * 16, title);
      page.text(400, 100 + index * 16, String(3 + index * 4));
    });
    expect(await markdownOf(page.page())).not.toContain('|');
  });

  it('takes an address beside an invoice number for no table', async () => {
    const page = makePage();
    page.lines(72, 100, ['Jonas Ferreira Ltd', '42 Harbour Street', 'Port Alder']);
    page.lines(320, 100, ['Invoice no.', 'Date', 'Customer']);
    page.lines(420, 100, ['85373', '16 June 2025', '830']);
    expect(await markdownOf(page.page())).not.toContain('|');
  });
});

describe('tagged tables', () => {
  it('are layouts where their rows leave most columns out', () => {
    const page = makePage();
    const lines = ['Your account', 'Balance 14.20', 'Write to us', 'a b c d e f g h', 'Page one', 'Thank you'];
    lines.forEach((text, index) => page.text(72, 100 + 30 * index, text));
    const raw = page.page();
    const runs = raw.runs.map((run, mcid) => ({ ...run, mcid }));
    let mcid = 0;
    const kids = lines.map((text) => {
      const words = text.split(' ').map(() => mcid++);
      return words.length > 3 ? row(...words.map((word) => cell('TD', word))) : row(...[words].map(whole));
    });
    const { blocks } = layoutPage({ ...raw, runs, tags: [{ role: 'Table', content: [], kids, kidsBefore: [] }] });
    expect(blocks.map(({ kind }) => kind)).not.toContain('table');
  });

  const whole = (content: number[]): RawTag => ({ role: 'TD', content, kids: [], kidsBefore: content.map(() => 0) });
  const cell = (role: string, mcid: number): RawTag => ({ role, content: [mcid], kids: [], kidsBefore: [0] });
  const row = (...kids: RawTag[]): RawTag => ({ role: 'TR', content: [], kids, kidsBefore: [] });

  it('leaves a gap where the tree has no cell for an empty one', () => {
    const page = makePage();
    const words: [number, number, string][] = [
      [72, 100, 'Day'],
      [172, 100, 'Debit'],
      [272, 100, 'Credit'],
      [72, 120, 'Monday'],
      [272, 120, '14.20'],
      [72, 140, 'Tuesday'],
      [172, 140, '3.10'],
      [272, 140, '5.00'],
    ];
    for (const [x, y, text] of words) page.text(x, y, text);
    const raw = page.page();
    const runs = raw.runs.map((run, mcid) => ({ ...run, mcid }));
    const table: RawTag = {
      role: 'Table',
      content: [],
      kidsBefore: [],
      kids: [
        row(cell('TH', 0), cell('TH', 1), cell('TH', 2)),
        row(cell('TD', 3), cell('TD', 4)),
        row(cell('TD', 5), cell('TD', 6), cell('TD', 7)),
      ],
    };
    const { blocks } = layoutPage({ ...raw, runs, tags: [table] });
    expect(blocks).toMatchObject([
      { kind: 'table', source: 'tag', rows: [{}, [{}, { content: [] }, { content: [{ text: '14.20' }] }], {}] },
    ]);
  });
});
