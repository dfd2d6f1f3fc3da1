import { describe, expect, it } from 'vitest';
import { layoutPage } from '../../src/layout/page.ts';
import type { RawPage, RawTag } from '../../src/layout/model/raw-page.ts';
import { markdownOf } from '../../../../test/make/layout-part.ts';
import { endsAt, makePage, type PageMaker } from '../../../../test/make/raw-page.ts';

const lines = async (page: PageMaker): Promise<string[]> => (await markdownOf(page.page())).trim().split('\n\n');

describe('labels and values', () => {
  it('reads each label of a letterhead with the value below it', async () => {
    const page = makePage();
    ['Your ref.', 'Our ref.', 'Date'].forEach((label, index) => page.text(72 + index * 120, 100, label, { size: 7 }));
    ['EC 12', 'HS 4411', '9 October 2023'].forEach((value, index) => page.text(72 + index * 120, 112, value));
    page.lines(72, 160, ['Thank you for your letter of last week, from which we learn', 'that all is well with you.']);
    expect((await lines(page)).slice(0, 3)).toEqual(['Your ref. EC 12', 'Our ref. HS 4411', 'Date 9 October 2023']);
  });

  it('reads each label with the value beside it, and makes none of them a heading', async () => {
    const page = makePage();
    const pairs = [
      ['Invoice number', 'INV 2024'],
      ['Invoice date', '14 March 2024'],
      ['Customer', '40012'],
    ] as const;
    pairs.forEach(([label, value], index) => {
      page.text(300, 100 + index * 14, label);
      endsAt(page, [540, 100 + index * 14], value, { bold: true });
    });
    expect(await lines(page)).toEqual([
      'Invoice number **INV 2024**',
      'Invoice date **14 March 2024**',
      'Customer **40012**',
    ]);
  });

  it('reads two columns of pairs whose labels are bold', async () => {
    const page = makePage();
    const rows = [
      ['Employee', 'R. Tanaka', 'Number', '00817'],
      ['Department', 'Logistics', 'Payment', 'by bank'],
      ['Tax code', '1257', 'Office', 'Leeds'],
    ];
    rows.forEach((row, r) =>
      row.forEach((text, c) => page.text(72 + c * 110, 100 + r * 14, text, { bold: c % 2 === 0 })),
    );
    const text = (await lines(page)).map((line) => line.replaceAll('*', ''));
    expect(text).toEqual([
      'Employee R. Tanaka',
      'Department Logistics',
      'Tax code 1257',
      'Number 00817',
      'Payment by bank',
      'Office Leeds',
    ]);
  });

  it('reads a second column of pairs like the first, where nothing but that tells its labels', async () => {
    const page = makePage();
    const rows = [
      ['Employee', 'M. Osman', 'Department', 'Logistics'],
      ['Number', '00817', 'Pay date', '28 March 2025'],
      ['Tax code', '1257L', 'Method', 'by bank'],
    ];
    rows.forEach((row, r) => row.forEach((text, c) => page.text([72, 150, 330, 410][c]!, 100 + r * 16, text)));
    expect(await lines(page)).toEqual([
      'Employee M. Osman',
      'Number 00817',
      'Tax code 1257L',
      'Department Logistics',
      'Pay date 28 March 2025',
      'Method by bank',
    ]);
  });

  it('reads a wrapped label with its value, on whichever of its lines that stands', async () => {
    for (const line of [0, 1]) {
      const page = makePage();
      page.text(72, 100, 'Invoice number', { bold: true });
      page.text(150, 100, 'INV 2024');
      page.text(72, 114, 'Customer', { bold: true });
      page.text(72, 126, 'number', { bold: true });
      page.text(150, 114 + 12 * line, 'K 40012');
      page.text(72, 140, 'Contact', { bold: true });
      page.text(150, 140, 'Ruth Fischer');
      const text = (await lines(page)).map((each) => each.replaceAll('*', ''));
      expect(text).toEqual(['Invoice number INV 2024', 'Customer number K 40012', 'Contact Ruth Fischer']);
    }
  });

  it('keeps sentences with their labels, where these have colons and look otherwise', async () => {
    const page = makePage();
    const pairs = [
      ['Present:', ['A. Byrne (chair), M. Osman, P. Teague, J. Ward and R. Hill']],
      ['Apologies:', ['D. Hope']],
      ['In attendance:', ['L. Grant (clerk), R. Singh (planning officer) and eleven others, of', 'whom two spoke']],
    ] as const;
    pairs.forEach(([label, values], index) => {
      page.text(72, 100 + index * 17, label, { bold: true });
      values.forEach((value, line) => page.text(170, 100 + (index + line) * 17, value));
    });
    const text = (await lines(page)).map((line) => line.replaceAll('*', ''));
    expect(text).toHaveLength(3);
    expect(text[1]).toBe('Apologies: D. Hope');
    expect(text[2]).toMatch(/^In attendance: L\. Grant .* of whom two spoke$/);
  });

  it('never joins pairs above a table with those below it', async () => {
    const page = makePage();
    [
      ['Invoice number', '2019-917'],
      ['Date', '1 April 2022'],
      ['Customer', 'K 27890'],
    ].forEach(([label, value], index) => {
      page.text(72, 100 + index * 14, label!, { bold: true });
      page.text(180, 100 + index * 14, value!);
    });
    const rows = [
      ['Item', 'Price', 'Amount'],
      ['K-217', '193.76', '1397.54'],
      ['B-148', '218.21', '830.03'],
    ];
    for (const y of [160, 174, 202]) page.horizontal(y, 70, 400);
    rows.forEach((row, r) => row.forEach((text, c) => page.text(74 + c * 120, 170 + r * 14, text)));
    ['Subtotal', 'Total due'].forEach((label, index) => {
      page.text(72, 230 + index * 14, label, { bold: true });
      page.text(180, 230 + index * 14, `31349.9${index}`);
    });
    const text = await lines(page);
    const table = text.findIndex((line) => line.startsWith('|'));
    expect(text.findIndex((line) => line.includes('Customer'))).toBeLessThan(table);
    expect(text.findIndex((line) => line.includes('Subtotal'))).toBeGreaterThan(table);
  });

  it('keeps lines with labels apart', async () => {
    const page = makePage();
    page.lines(72, 100, ['Bank: Lloyds', 'IBAN: GB29 6016', 'BIC: LOYDGB2L']);
    expect(await lines(page)).toEqual(['Bank: Lloyds', 'IBAN: GB29 6016', 'BIC: LOYDGB2L']);
  });

  it('leaves a table of two columns with a header a table', async () => {
    const page = makePage();
    const rows = [
      ['Place', 'People'],
      ['Leeds', '812'],
      ['York', '210'],
      ['Hull', '267'],
      ['Derby', '261'],
      ['Bath', '94'],
    ];
    rows.forEach(([name, number], index) => {
      page.text(72, 100 + index * 14, name!, { bold: index === 0 });
      endsAt(page, [240, 100 + index * 14], number!, { bold: index === 0 });
    });
    expect(layoutPage(page.page()).blocks).toMatchObject([{ kind: 'table', rows: { length: 6 } }]);
  });
});

describe('statements', () => {
  const STATEMENT = [
    ['Products', '412,870', '390,112', '351,009'],
    ['Services', '88,004', '79,551', '71,230'],
    ['Total revenue', '500,874', '469,663', '422,239'],
    ['Cost of revenue', '301,220', '288,410', '260,101'],
    ['Gross profit', '199,654', '181,253', '162,138'],
  ];

  function statement(page: PageMaker): void {
    STATEMENT.forEach(([name, ...values], row) => {
      page.text(72, 100 + row * 14, name!);
      values.forEach((value, column) => {
        if (row === 0) page.text(262 + column * 100, 100, '$');
        endsAt(page, [340 + column * 100, 100 + row * 14], value);
      });
    });
  }

  it('moves currency signs to their amounts', async () => {
    const page = makePage();
    statement(page);
    expect(await markdownOf(page.page())).toContain('| Products | $ 412,870 | $ 390,112 | $ 351,009 |');
  });

  it('keeps the names of rows with numbers that only lines above totals rule', async () => {
    const page = makePage();
    statement(page);
    for (const y of [118, 146]) page.horizontal(y, 262, 540);
    expect(await markdownOf(page.page())).toContain('| Total revenue | 500,874 | 469,663 | 422,239 |');
  });

  it('keeps references to notes between the names of rows and numbers that only lines above totals rule', async () => {
    const page = makePage();
    statement(page);
    ['3', '', '', '5', ''].forEach((note, row) => note && page.text(245, 100 + row * 14, note));
    for (const y of [118, 146]) page.horizontal(y, 262, 540);
    const markdown = await markdownOf(page.page());
    expect(markdown).toContain('| Cost of revenue | 5 | 301,220 | 288,410 | 260,101 |');
    expect(markdown).toContain('| Gross profit |  | 199,654 | 181,253 | 162,138 |');
  });

  it('puts a title above the years into the header of all of them', async () => {
    const page = makePage();
    statement(page);
    [340, 440, 540].forEach((x, index) => endsAt(page, [x, 84], `${2023 - index}`));
    page.text(352, 70, 'Years ended December 31');
    for (const y of [74, 118, 146]) page.horizontal(y, 262, 540);
    const markdown = await markdownOf(page.page());
    expect(markdown).toContain('<th colspan="3">Years ended December 31</th>');
    expect(markdown).toContain('<th>2023</th><th>2022</th><th>2021</th>');
    expect(markdown).toContain('<td>Total revenue</td><td>500,874</td>');
  });

  it('joins the name of a row that is wrapped above the line of its numbers', async () => {
    const page = makePage();
    statement(page);
    page.text(72, 170, 'Purchase of property, plant and');
    page.text(72, 184, 'equipment');
    [340, 440, 540].forEach((x) => endsAt(page, [x, 184], '(140)'));
    page.text(72, 198, 'Net change');
    [340, 440, 540].forEach((x) => endsAt(page, [x, 198], '22'));
    expect(await markdownOf(page.page())).toContain('| Purchase of property, plant and equipment | (140) |');
  });
});

describe('rulings between columns', () => {
  it('draw a table that is open at its sides, where one line below the header reaches further', async () => {
    const page = makePage();
    page.horizontal(106, 70, 500);
    for (const x of [130, 340, 400]) page.vertical(x, 92, 148);
    const rows = [
      ['Item', 'Description', 'Qty', 'Amount'],
      ['B-435', 'Steel bracket', '9', '7143.62'],
      ['K-986', 'Rubber mount', '13', '1835.12'],
      ['B-516', 'Washer', '8', '2172.09'],
    ];
    rows.forEach((row, r) => row.forEach((text, c) => page.text([74, 134, 345, 410][c]!, 103 + r * 14, text)));
    expect(await markdownOf(page.page())).toContain('| K-986 | Rubber mount | 13 | 1835.12 |');
  });
});

describe('a filled header', () => {
  it('belongs to ruled rows below it, whatever stands in the first of them', async () => {
    const page = makePage();
    page.box({ x0: 70, x1: 500, y0: 90, y1: 106 }, 0x2f4858);
    const columns = [74, 130, 380, 440];
    ['Item', 'Description', 'Price', 'Amount'].forEach((name, index) => page.text(columns[index]!, 101, name));
    ['A1', 'Steel bracket', '1.20', '240.00'].forEach((text, index) => page.text(columns[index]!, 118, text));
    page.text(130, 127, 'in boxes of fifty, with screws', { size: 8 });
    page.horizontal(132, 70, 500);
    ['A2', 'Rubber mount', '0.85', '68.00'].forEach((text, index) => page.text(columns[index]!, 144, text));
    page.horizontal(149, 70, 500);
    expect(await markdownOf(page.page())).toBe(
      [
        '| Item | Description | Price | Amount |',
        '| - | - | - | - |',
        '| A1 | Steel bracket in boxes of fifty, with screws | 1.20 | 240.00 |',
        '| A2 | Rubber mount | 0.85 | 68.00 |',
        '',
      ].join('\n'),
    );
  });
});

describe('tags that leave out empty cells', () => {
  it('puts the cells of each row where they stand', async () => {
    const page = makePage();
    const rows = [
      ['', 'Note', '2024', 'Sum'],
      ['Tangible assets', '9', '', '1,204'],
      ['Stocks', '11', '2,310', ''],
      ['Debtors', '', '4,021', ''],
      ['', '', '', '7,535'],
    ];
    rows.forEach((row, r) => row.forEach((text, c) => text && endsAt(page, [200 + c * 90, 100 + r * 14], text)));
    const raw = page.page();
    let mcid = -1;
    const cell = (id: number): RawTag => ({ role: 'TD', kids: [], content: [id], kidsBefore: [0] });
    const tags: RawTag[] = rows.map((row) => ({
      role: 'TR',
      kids: row.filter(Boolean).map(() => cell((mcid += 1))),
      content: [],
      kidsBefore: [],
    }));
    let next = -1;
    const runs = raw.runs.map((run) => ({ ...run, mcid: run.space ? next : (next += 1) }));
    const tagged: RawPage = { ...raw, runs, tags: [{ role: 'Table', kids: tags, content: [], kidsBefore: [] }] };
    expect(await markdownOf(tagged)).toBe(
      [
        '|  | Note | 2024 | Sum |',
        '| -: | - | - | - |',
        '| Tangible assets | 9 |  | 1,204 |',
        '| Stocks | 11 | 2,310 |  |',
        '| Debtors |  | 4,021 |  |',
        '|  |  |  | 7,535 |',
        '',
      ].join('\n'),
    );
  });
});
