import { describe, expect, it } from 'vitest';
import { layoutPage } from '../../src/layout/page.ts';
import { plain } from '../../src/layout/text/inlines.ts';
import { endsAt, makePage, type PageMaker } from '../../../../test/make/raw-page.ts';

const tablesOf = (page: PageMaker): string[][][] =>
  layoutPage(page.page()).blocks.flatMap((block) =>
    block.kind === 'table' ? [block.rows.map((row) => row.map((cell) => plain(cell.content)))] : [],
  );

const NAMES = ['Description', 'Qty', 'Price', 'Amount'];
const ITEMS = [
  ['Lamp with a red glass', '2', '47.79', '95.58'],
  ['Chain of an anchor', '1', '4.56', '4.56'],
  ['Bell for the pier', '7', '10.00', '70.00'],
];

/** Names of columns, and items from the baseline `y` on, `pitch` points apart. */
function writeItems(page: PageMaker, y: number, pitch: number, items = ITEMS): void {
  [NAMES, ...items].forEach(([first, ...more], row) => {
    page.text(72, y + row * pitch, first!, row === 0 ? { bold: true } : {});
    for (const [index, text] of more.entries())
      endsAt(page, [[330, 420, 520][index]!, y + row * pitch], text, row === 0 ? { bold: true } : {});
  });
}

describe('items between rulings of one width', () => {
  it('begin at their filled header, whatever stands above it', () => {
    const page = makePage();
    page.lines(72, 110, ['12 Pier Street', 'Cold Bay 12345'], { leading: 13 });
    page.text(330, 117, 'Due date', { bold: true });
    endsAt(page, [520, 117], '2023-10-16');
    page.box({ x0: 70, x1: 522, y0: 134, y1: 154 }, 0);
    writeItems(page, 147, 22);
    for (const y of [176, 198, 220]) page.horizontal(y, 70, 522);
    expect(tablesOf(page)).toEqual([[NAMES, ...ITEMS]]);
  });
});

it('takes no frame around a page for a table that begins with the addresses', () => {
  const page = makePage();
  const blocks = [
    ['Supplier', 'GLN 433374', 'Example Ltd', 'Station Road 9', '99199 Town', 'Tax no.: 513308', 'Fax: 513309'],
    ['Buyer', 'GLN 430417', 'Customer Ltd', 'Pier Street 88', '40235 City', 'Account: 33942', 'Fax: 33943'],
    ['INVOICE', 'No. 87654', 'Date 6 May', 'Contract 88', 'Order 777', 'Delivery 13', 'Page 1'],
  ];
  for (const [index, lines] of blocks.entries())
    for (const y of [50, 150]) page.lines(50 + index * 170, y, lines, { leading: 12 });
  writeItems(page, 260, 24);
  page.lines(72, 600, ['2 % discount within 10 days', 'The goods remain the property of the seller'], { leading: 14 });
  for (const y of [35, 245, 266, 640, 760]) page.horizontal(y, 40, 572);
  for (const x of [40, 572]) page.vertical(x, 35, 760);
  page.text(72, 700, 'Example Ltd');
  page.text(300, 700, 'Court of Town');
  expect(tablesOf(page).flat(2).join(' ')).not.toContain('Supplier');
});

describe('a header that is one filled box', () => {
  it('heads the only item below it, without a ruling', () => {
    const page = makePage();
    page.box({ x0: 70, x1: 522, y0: 96, y1: 116 }, 0x3366aa);
    const [item] = ITEMS;
    writeItems(page, 110, 22, [item!]);
    page.text(72, 190, 'Please pay within thirty days after you received the lamps.');
    expect(tablesOf(page)).toEqual([[NAMES, item]]);
  });

  it('may have rounded corners at both ends', () => {
    const page = makePage();
    const [y0, y1] = [96, 116];
    page.box({ x0: 290, x1: 430, y0, y1 }, 0x333333);
    writeItems(page, 110, 22, ITEMS.slice(0, 1));
    const ends = [
      { x0: 70, x1: 290, y0, y1, fill: 0x333333 },
      { x0: 430, x1: 522, y0, y1, fill: 0x333333 },
    ];
    const [table] = layoutPage({ ...page.page(), shapes: ends }).blocks;
    expect(table).toMatchObject({ kind: 'table', rows: { length: 2 } });
  });

  it('is a row of its own above columns that rulings part below it', () => {
    const page = makePage();
    page.box({ x0: 70, x1: 522, y0: 96, y1: 116 }, 0x3366aa);
    const [item] = ITEMS;
    writeItems(page, 110, 22, [item!]);
    for (const y of [96, 140]) page.horizontal(y, 70, 522);
    for (const x of [70, 522]) page.vertical(x, 96, 140);
    for (const x of [290, 350, 450]) page.vertical(x, 116, 140);
    expect(tablesOf(page)).toEqual([[NAMES, item]]);
  });

  it('is no row of names where it is a title', () => {
    const page = makePage();
    page.box({ x0: 70, x1: 522, y0: 96, y1: 116 }, 0x3366aa);
    page.text(74, 110, 'Lamps, chains and bells that we delivered to the pier in the first week of May');
    for (const y of [96, 140, 164]) page.horizontal(y, 70, 522);
    for (const x of [70, 522]) page.vertical(x, 96, 164);
    for (const x of [290, 350, 450]) page.vertical(x, 116, 164);
    ITEMS.slice(0, 2).forEach(([first, ...more], row) => {
      page.text(72, 132 + 24 * row, first!);
      for (const [index, text] of more.entries()) endsAt(page, [[330, 420, 520][index]!, 132 + 24 * row], text);
    });
    expect(
      tablesOf(page)
        .flat()
        .some((row) => row.some((cell) => cell === 'Lamps, chains and bells')),
    ).toBe(false);
  });
});

it('reads the words around the table of a typed invoice as text, and not as code', () => {
  const page = makePage();
  const typed = { mono: true, advance: 0.6, space: 6 };
  page.text(72, 80, 'Invoice 2024 00001', typed);
  page.text(72, 110, 'Dear customer,', typed);
  for (const y of [130, 150, 170, 190]) page.horizontal(y, 70, 522);
  for (const x of [70, 300, 522]) page.vertical(x, 130, 190);
  for (const [row, [name, amount]] of [
    ['Description', 'Amount'],
    ['Lamp', '95.58'],
    ['Bell', '70.00'],
  ].entries()) {
    page.text(74, 144 + row * 20, name!, typed);
    page.text(304, 144 + row * 20, amount!, typed);
  }
  page.text(72, 220, 'Please pay within thirty days.', typed);
  expect(layoutPage(page.page()).blocks.map(({ kind }) => kind)).toEqual(['text', 'text', 'table', 'text']);
});

it('keeps bold labels together with the one line below each, as above the items of an invoice', () => {
  const page = makePage();
  const pairs = [
    ['Invoice date:', '03/20/2023'],
    ['Due date:', '04/04/2023'],
    ['Reference:', 'CUST123'],
  ] as const;
  for (const [index, [label, value]] of pairs.entries()) {
    page.text(72 + 160 * index, 100, label, { bold: true });
    page.text(72 + 160 * index, 114, value);
  }
  page.text(72, 170, 'Please pay within thirty days after you received the lamps.');
  const texts = layoutPage(page.page()).blocks.flatMap((block) =>
    block.kind === 'text' ? [plain(block.content)] : [],
  );
  expect(texts.slice(0, 3)).toEqual(pairs.map((pair) => pair.join(' ')));
});
