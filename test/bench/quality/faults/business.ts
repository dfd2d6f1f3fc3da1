import type { Block, Cell, Table } from '../corpus/model.ts';
import type { Random } from '../corpus/random.ts';
import type { Writer } from './draft.ts';

const right = (text: string, bold = false): Cell => ({ text, align: 'right', ...(bold ? { bold } : {}) });
const amount = (random: Random, most = 98_000): string => (random.int(900, most * 100) / 100).toFixed(2);
const thousands = (value: number): string =>
  value < 0 ? `(${Math.abs(value).toLocaleString('en-US')})` : value.toLocaleString('en-US');

/** Labels and values, goods with wrapped descriptions, totals. */
const invoice: Writer = (random, prose) => {
  const goods = random.sample(prose.words.rows, random.int(3, 6)).map((name): Cell[] => {
    const count = random.int(1, 40);
    return [
      { text: `${random.pick(['A', 'B', 'K'])}-${random.int(100, 999)}` },
      { text: random.chance(0.5) ? `${name}, ${prose.sentence()}` : name },
      right(String(count)),
      right(amount(random, 300)),
      right(amount(random, 9000)),
    ];
  });
  return {
    title: random.pick(['Invoice', 'INVOICE', 'Estimate', 'Delivery note']),
    blocks: [
      {
        kind: 'fields',
        pairs: [
          ['Invoice number', `${random.int(2019, 2025)}-${random.int(100, 9999)}`],
          ['Date', prose.date()],
          ['Customer number', String(random.int(10_000, 99_999))],
          ['Contact', prose.person()],
        ],
      },
      {
        kind: 'table',
        headerRows: 1,
        look: random.pick(['plain', 'booktabs', 'header-band', 'rows']),
        widths: [1.2, 5, 0.8, 1.2, 1.3],
        rows: [
          ['Item', 'Description', 'Qty', 'Price', 'Amount'].map((text, index) => ({
            text,
            bold: true,
            ...(index > 1 ? { align: 'right' as const } : {}),
          })),
          ...goods,
        ],
      },
      {
        kind: 'fields',
        pairs: [
          ['Subtotal', amount(random)],
          ['VAT 20%', amount(random)],
          ['Total due', amount(random)],
        ],
      },
      { kind: 'paragraph', text: `${prose.sentence()} ${prose.sentence()}` },
    ],
  };
};

/** The same with totals at the right edge, and labels above their values. */
const invoiceSet: Writer = (random, prose) => ({
  ...invoice(random, prose),
  css: `.fields{display:flex;gap:20pt;border-top:.5pt solid #999;border-bottom:.5pt solid #999;padding:4pt 0}.fields .label{display:block;font-size:.72em;font-weight:normal;color:#555;width:auto}
.table+.fields{display:block;border:0;margin-left:60%}.table+.fields div{display:flex;justify-content:space-between}.table+.fields .label{font-size:1em;color:#000}`,
});

/** A balance sheet whose single amounts stand in inner columns and whose sums stand in outer ones. */
function balance(random: Random): Table {
  const year = random.int(2016, 2024);
  const value = (): string => thousands(random.int(-9000, 60_000));
  const row = (name: string, cells: readonly string[], bold = false): Cell[] => [
    { text: name, ...(bold ? { bold } : {}) },
    ...cells.map((text) => right(text, bold)),
  ];
  const note = (): string => (random.chance(0.7) ? String(random.int(2, 19)) : '');
  const inner = (name: string): Cell[] => row(name, [note(), value(), '', value(), '']);
  const outer = (name: string, bold = false): Cell[] => row(name, ['', '', value(), '', value()], bold);
  const title = (name: string): Cell[] => row(name, ['', '', '', '', ''], true);
  return {
    kind: 'table',
    headerRows: 2,
    look: random.pick(['plain', 'plain', 'booktabs', 'rows']),
    widths: [5, 0.8, 1.4, 1.4, 1.4, 1.4],
    rows: [
      row('', ['', String(year), String(year), String(year - 1), String(year - 1)], true),
      row('', ['Note', '£000', '£000', '£000', '£000']),
      title('Fixed assets'),
      outer('Tangible assets'),
      outer('Investments'),
      title('Current assets'),
      inner('Stocks'),
      inner('Debtors'),
      inner('Cash at bank and in hand'),
      row('', ['', value(), '', value(), '']),
      inner('Creditors: amounts falling due within one year'),
      outer('Net current assets', true),
      outer('Total assets less current liabilities', true),
      outer('Creditors: amounts falling due after more than one year'),
      outer('Net assets', true),
      title('Capital and reserves'),
      outer('Called up share capital'),
      outer('Profit and loss account'),
    ],
  };
}

const sparse: Writer = (random, prose) => ({
  title: 'Balance sheet',
  blocks: [
    { kind: 'paragraph', text: 'The company had no employees.' },
    balance(random),
    { kind: 'paragraph', text: prose.paragraph(2) },
  ],
});

/** Tags that leave empty cells out. */
const sparseTagged: Writer = (random, prose) => ({ ...sparse(random, prose), tagged: true });

/** Entries with a payment in one of two columns, over pages, below a few labels and values. */
const account: Writer = (random, prose) => ({
  title: 'Statement of account',
  blocks: [
    {
      kind: 'fields',
      pairs: [
        ['Account holder', prose.person()],
        ['Account number', `${random.int(10, 99)}-${random.int(10, 99)}-${random.int(1000, 9999)}`],
        ['Period', '1 to 31 January'],
      ],
    },
    {
      kind: 'table',
      headerRows: 1,
      look: random.pick(['plain', 'booktabs', 'rows']),
      widths: [1, 4, 1.3, 1.3, 1.4],
      rows: [
        [{ text: 'Date' }, { text: 'Description' }, right('Paid out'), right('Paid in'), right('Balance')],
        ...Array.from({ length: random.int(50, 70) }, (_, index): Cell[] => {
          const isIn = random.chance(0.3);
          return [
            { text: `${1 + Math.floor(index / 2.5)} Jan` },
            { text: `${random.pick(['Transfer from', 'Card payment', 'Standing order'])} ${prose.person()}` },
            right(isIn ? '' : amount(random, 400)),
            right(isIn ? amount(random, 400) : ''),
            right(amount(random, 9000)),
          ];
        }),
      ],
    },
    { kind: 'paragraph', text: prose.sentence() },
  ],
});

/** Amounts with a currency sign in a column of its own and lines above the sums of the numbers only. */
const dollars: Writer = (random) => {
  const value = (): string => thousands(random.int(-9000, 400_000));
  const line = (name: string, sign = ''): Cell[] => [
    { text: name },
    ...[0, 1, 2].flatMap((): Cell[] => [{ text: sign }, right(value())]),
  ];
  const heads = [2023, 2022, 2021].flatMap((year): Cell[] => [{ text: '' }, right(String(year), true)]);
  const blocks: Block[] = [
    {
      kind: 'table',
      headerRows: 1,
      look: 'plain',
      widths: [6, 0.3, 1.6, 0.3, 1.6, 0.3, 1.6],
      rows: [
        [{ text: '' }, ...heads],
        line('Products', '$'),
        line('Services'),
        line('Total revenue'),
        line('Cost of revenue'),
        line('Gross profit'),
        line('Research and development'),
        line('Selling, general and administrative'),
        line('Operating income'),
        line('Interest expense, net'),
        line('Net income', '$'),
      ],
    },
    { kind: 'paragraph', text: 'See accompanying notes to consolidated financial statements.' },
  ];
  const [table, note] = blocks as [Table, Block];
  const joined = (cells: readonly Cell[]): Cell[] => [
    cells[0]!,
    ...[1, 3, 5].map((index) => right(`${cells[index]!.text} ${cells[index + 1]!.text}`.trim())),
  ];
  return {
    title: 'Consolidated statements of operations',
    blocks,
    truth: [{ ...table, rows: table.rows.map(joined) }, note],
    css: '.plain tbody tr:nth-child(3) td:not(:first-child),.plain tbody tr:nth-child(5) td:not(:first-child),.plain tbody tr:nth-child(8) td:not(:first-child),.plain tbody tr:nth-child(10) td:not(:first-child){border-top:.6pt solid #000}',
  };
};

/** Documents of business. */
export const BUSINESS: Readonly<Record<string, Writer>> = {
  invoice,
  'invoice-set': invoiceSet,
  'sparse-statement': sparse,
  'sparse-tagged': sparseTagged,
  'account-statement': account,
  'dollar-statement': dollars,
};
