import { BUSINESS } from './business.ts';
import type { Writer } from './draft.ts';
import type { Block, Cell, Table } from '../corpus/model.ts';
import type { Prose } from '../corpus/prose.ts';
import type { Random } from '../corpus/random.ts';

const cells = (texts: readonly string[], align: Cell['align'] = 'left'): Cell[] =>
  texts.map((text, index) => ({ text, ...(index === 0 ? {} : { align }) }));

function heading(text: string, level: 1 | 2 | 3 = 1): Block {
  return { kind: 'heading', level, text };
}

function paragraph(text: string, lead?: string): Block {
  return { kind: 'paragraph', text, ...(lead ? { lead } : {}) };
}

function money(random: Random): string {
  const value = random.int(120, 98_000);
  const text = value.toLocaleString('en-US');
  return random.chance(0.25) ? `(${text})` : random.chance(0.08) ? '–' : text;
}

/** Marks: `^raised^` and `~lowered~`. */
const scripts: Writer = (random, prose) => {
  const facts = [
    'The curve is 2t^3^ − 3t^2^ + 1 for 0 ≤ t ≤ 1.',
    'It falls with r^−2^ as 1/r^2^ does.',
    'At 20 °C, H~2~SO~4~ and CO~2~ were below 10^−6^ mol/L.',
    'The sum of x~1~, x~2~ and x~n~ is at most n^2^.',
    'About 4.2 × 10^9^ m^3^ of CH~4~ a year, or 12 m^2^ each.',
    'The 3^rd^ and the 21^st^ sample differ.',
    'See the survey of 2019^4^ and its reply^5,6^.',
    'E = mc^2^ holds, and v~max~ = 12 m s^−1^.',
    'Let a~i,j~ be the entry; then a~1,1~^2^ + a~2,2~^2^ = 1.',
    'Of the ^14^C in the sample, ^235^U is no source.',
  ];
  return {
    title: prose.topic(),
    blocks: random
      .sample(facts, 7)
      .flatMap((fact, index) => [
        ...(index % 3 === 0 ? [heading(prose.topic())] : []),
        paragraph(`${prose.sentence()} ${fact} ${prose.sentence()}`),
      ]),
  };
};

const pairs: Writer = (random, prose) => {
  const all: [string, string][] = [
    ['Name', prose.person()],
    ['Date of birth', prose.date()],
    ['Customer number', String(random.int(100_000, 999_999))],
    ['Street', `${random.int(1, 120)} ${random.pick(prose.words.places)} Road`],
    ['Place', random.pick(prose.words.places)],
    ['Telephone', `0${random.int(100, 999)} ${random.int(100_000, 999_999)}`],
    ['E-mail', 'office@example.org'],
    ['Subject', prose.topic()],
    ['Reference', `R-${random.int(10, 99)}/${random.int(1000, 9999)}`],
  ];
  const chosen = random.sample(all, 7);
  return {
    title: random.pick(['Registration', 'Application', 'Change of address', 'Service request']),
    blocks: [
      paragraph(prose.paragraph(2)),
      heading('Applicant'),
      { kind: 'fields', pairs: chosen.slice(0, 4) },
      heading('Request'),
      { kind: 'fields', pairs: chosen.slice(4) },
      paragraph(prose.paragraph(3)),
    ],
  };
};

/** Labels in small print above their values, side by side. */
const pairsAbove: Writer = (random, prose) => {
  const draft = pairs(random, prose);
  return {
    ...draft,
    css: `.fields{display:flex;flex-wrap:wrap;gap:8pt 18pt}.fields>div{width:30%;border-bottom:.5pt solid #777}.fields .label{display:block;font-size:.7em;font-weight:normal;color:#555;width:auto}`,
  };
};

const statement: Writer = (random, prose) => {
  const years = [random.int(2018, 2024)];
  const [year = 2020] = years;
  const line = (name: string, options: { note?: boolean; bold?: boolean; indent?: number } = {}): Cell[] => [
    { text: name, ...(options.bold ? { bold: true } : {}), ...(options.indent ? { indent: options.indent } : {}) },
    { text: options.note ? String(random.int(2, 18)) : '', align: 'center' },
    { text: money(random), align: 'right', ...(options.bold ? { bold: true } : {}) },
    { text: money(random), align: 'right', ...(options.bold ? { bold: true } : {}) },
  ];
  const label = (name: string): Cell[] => [{ text: name, bold: true }, { text: '' }, { text: '' }, { text: '' }];
  const table: Table = {
    kind: 'table',
    headerRows: 2,
    look: random.pick(['plain', 'booktabs', 'rows']),
    widths: [5, 1, 2, 2],
    rows: [
      [
        { text: '' },
        { text: 'Note', align: 'center' },
        { text: `31 December ${year}`, align: 'right' },
        { text: `31 December ${year - 1}`, align: 'right' },
      ],
      [{ text: '' }, { text: '' }, { text: '$ thousand', align: 'right' }, { text: '$ thousand', align: 'right' }],
      label('Assets'),
      ...['Property, plant and equipment', 'Intangible assets', 'Inventories', 'Trade receivables', 'Cash'].map(
        (name) => line(name, { note: random.chance(0.5), indent: 1 }),
      ),
      line('Total assets', { bold: true }),
      label('Liabilities'),
      ...['Borrowings', 'Provisions', 'Trade payables', 'Current tax'].map((name) =>
        line(name, { note: random.chance(0.5), indent: 1 }),
      ),
      line('Total liabilities', { bold: true }),
      line('Net assets', { bold: true }),
    ],
  };
  return {
    title: `Statement of financial position`,
    byline: [`As at 31 December ${year}`],
    blocks: [
      table,
      paragraph('The notes form part of these financial statements.'),
      heading('Basis of preparation'),
      paragraph(prose.paragraph(4)),
    ],
  };
};

function plainTable(
  random: Random,
  prose: Prose,
  { rows, columns, look }: { rows: number; columns: number; look: Table['look'] },
): Table {
  return {
    kind: 'table',
    headerRows: 1,
    look,
    rows: [
      cells(['Item', ...random.sample(['Q1', 'Q2', 'Q3', 'Q4', 'Total', 'Share'], columns - 1)], 'right'),
      ...random
        .sample([...prose.words.rows, ...prose.words.units, ...prose.words.places], rows)
        .map((name) => cells([name, ...Array.from({ length: columns - 1 }, () => prose.number())], 'right')),
    ],
  };
}

const partlyRuled: Writer = (random, prose) => ({
  title: prose.topic(),
  blocks: [
    paragraph(prose.paragraph(3)),
    plainTable(random, prose, {
      rows: random.int(5, 9),
      columns: random.int(3, 5),
      look: random.pick(['plain', 'rows', 'columns', 'booktabs']),
    }),
    paragraph(prose.paragraph(3)),
    plainTable(random, prose, { rows: random.int(4, 7), columns: random.int(2, 4), look: 'plain' }),
    paragraph(prose.paragraph(2)),
  ],
});

const longTable: Writer = (random, prose) => ({
  title: prose.topic(),
  blocks: [
    paragraph(prose.paragraph(2)),
    {
      kind: 'table',
      headerRows: 1,
      look: random.pick(['grid', 'rows', 'plain', 'booktabs']),
      rows: [
        cells(['No.', 'Place', 'Result', 'Date']),
        ...Array.from({ length: random.int(62, 90) }, (_, index) =>
          cells([String(index + 1), random.pick(prose.words.places), prose.number(), prose.date()]),
        ),
      ],
    },
    paragraph(prose.paragraph(2)),
  ],
});

const longTableOnce: Writer = (random, prose) => ({
  ...longTable(random, prose),
  css: 'thead{display:table-row-group}',
});

const shortHeadings: Writer = (random, prose) => {
  const kind = random.pick(['letters', 'versions', 'terms']);
  const name = (index: number): string =>
    kind === 'letters'
      ? 'ABCDEFGH'.charAt(index)
      : kind === 'versions'
        ? `${4 - Math.floor(index / 3)}.${2 - (index % 3)}.0`
        : `1.${index + 1}. ${random.pick(['Term', 'Notice', 'Scope', 'Fees', 'Liability', 'Audit', 'Assignment', 'Law'])}`;
  return {
    title: kind === 'letters' ? 'Index of terms' : kind === 'versions' ? 'Changes' : 'Agreement',
    ...(kind === 'terms' ? { columns: 2 as const } : {}),
    blocks: Array.from({ length: 6 }, (_, index) => index).flatMap((index): Block[] => [
      heading(name(index), 2),
      ...(kind === 'versions'
        ? [
            {
              kind: 'list' as const,
              marks: 'bullet' as const,
              items: [{ text: prose.sentence() }, { text: prose.sentence() }],
            },
          ]
        : [paragraph(prose.paragraph(2))]),
    ]),
  };
};

const boldLabels: Writer = (random, prose) => ({
  title: prose.topic(),
  byline: [`**${prose.person()}**`, `**${prose.date()}**`],
  blocks: Array.from({ length: 3 }, (_, index) => index).flatMap((index): Block[] => [
    heading(`${index + 1} ${prose.topic()}`),
    paragraph(prose.paragraph(3)),
    { kind: 'lines', lines: [`**${random.pick(['Example:', 'Note:', 'Input:', 'Warning:'])}**`] },
    paragraph(prose.paragraph(2)),
    {
      kind: 'list',
      marks: 'bullet',
      items: [
        { text: `**${random.pick(prose.words.rows)}**` },
        { text: `**${random.pick(prose.words.places)}**` },
        { text: prose.sentence() },
      ],
    },
  ]),
});

const codeColumns: Writer = (random, prose) => {
  const listing = Array.from({ length: 7 }, () => {
    const name = `${random.pick(['main', 'read', 'write', 'merge', 'split', 'probe'])}.${random.pick(['c', 'h', 'o'])}`;
    return `-rw-r--r--  ${String(random.int(1, 9))}  root  ${String(random.int(100, 99_999)).padStart(6)}  ${name}`;
  }).join('\n');
  const program = [
    'static const struct option options[] = {',
    ...['verbose', 'output', 'help', 'version'].map(
      (name, index) =>
        `    { "${name}",`.padEnd(20) + `${index % 2 ? 'required' : 'none'},`.padEnd(12) + `'${name[0]}' },`,
    ),
    '};',
  ].join('\n');
  return {
    title: prose.topic(),
    blocks: [
      paragraph(
        'Call it with `--output FILE` and `--verbose`; it reads `/etc/example.conf` first.'.replaceAll('`', ''),
      ),
      heading('Listing'),
      { kind: 'code', text: listing },
      paragraph(prose.paragraph(2)),
      heading('Options'),
      { kind: 'code', text: program },
      paragraph(prose.paragraph(2)),
    ],
  };
};

const dropCaps: Writer = (random, prose) => ({
  title: prose.topic(),
  css: 'h2+p::first-letter{font-size:3.2em;float:left;line-height:.85;padding-right:3pt}',
  ...(random.chance(0.5) ? { columns: 2 as const } : {}),
  blocks: [1, 2, 3].flatMap((): Block[] => [
    heading(prose.topic()),
    paragraph(prose.paragraph(6)),
    paragraph(prose.paragraph(3)),
  ]),
});

/** Letters set apart and words set close, as in display type. */
const falseSpaces: Writer = (random, prose) => ({
  title: random.pick(['Avoid Waste Today', 'Two Ways to Travel', 'Yearly Tax Overview', 'Water for All Villages']),
  css: `h1,h2{letter-spacing:${random.pick(['.14em', '.2em', '.1em'])};word-spacing:.1em;text-transform:${random.pick(['none', 'uppercase'])}}p{letter-spacing:.02em;word-spacing:-.06em}`,
  blocks: [1, 2].flatMap((): Block[] => [
    heading(prose.topic()),
    paragraph(`AV AWAY To Te Vo We Ya. ${prose.paragraph(4)}`),
  ]),
});

const figureLabels: Writer = (random, prose) => ({
  title: prose.topic(),
  blocks: [
    heading(prose.topic()),
    paragraph(prose.paragraph(4)),
    {
      kind: 'chart',
      caption: `Figure 1: ${prose.topic()}`,
      bars: random.sample(prose.words.rows, 5).map((name) => [name, random.int(20, 260)] as const),
    },
    heading(prose.topic()),
    paragraph(prose.paragraph(4)),
  ],
});

const twoLevelHeads: Writer = (random, prose) => {
  const groups = random.sample(prose.words.places, 2);
  const table: Table = {
    kind: 'table',
    headerRows: 2,
    look: random.pick(['booktabs', 'grid', 'plain', 'rows']),
    caption: `Table 1: ${prose.topic()}`,
    rows: [
      [{ text: 'Item', rowSpan: 2 }, ...groups.map((text): Cell => ({ text, colSpan: 2, align: 'center' }))],
      [
        { text: '2023', align: 'right' },
        { text: '2024', align: 'right' },
        { text: '2023', align: 'right' },
        { text: '2024', align: 'right' },
      ],
      ...random
        .sample(prose.words.rows, 6)
        .map((name) => cells([name, ...Array.from({ length: 4 }, () => prose.number())], 'right')),
    ],
  };
  return { title: prose.topic(), blocks: [paragraph(prose.paragraph(3)), table, paragraph(prose.paragraph(3))] };
};

const wrappedCells: Writer = (random, prose) => ({
  title: prose.topic(),
  blocks: [
    paragraph(prose.paragraph(2)),
    {
      kind: 'table',
      headerRows: 1,
      look: random.pick(['plain', 'booktabs', 'plain']),
      widths: [2, 5, 3],
      rows: [
        cells(['Measure', 'What it does', 'Who']),
        ...random
          .sample(prose.words.rows, 5)
          .map((name) =>
            cells([
              name,
              `${prose.sentence()} ${prose.sentence()}`,
              `${prose.person()}, ${random.pick(prose.words.places)}`,
            ]),
          ),
      ],
    },
    paragraph(prose.paragraph(2)),
  ],
});

const columnTables: Writer = (random, prose) => ({
  title: prose.topic(),
  columns: 2,
  blocks: [
    heading(prose.topic()),
    paragraph(prose.paragraph(5)),
    { ...plainTable(random, prose, { rows: 5, columns: 3, look: 'plain' }), caption: `Table 1: ${prose.topic()}` },
    paragraph(prose.paragraph(5)),
    heading(prose.topic()),
    paragraph(prose.paragraph(9)),
  ],
});

const typewriter: Writer = (_, prose) => ({
  title: prose.topic(),
  byline: [prose.person(), prose.date()],
  css: "body{font-family:'Liberation Mono','DejaVu Sans Mono',monospace!important;text-align:left}",
  blocks: [1, 2].flatMap((): Block[] => [
    heading(prose.topic()),
    paragraph(prose.paragraph(4)),
    paragraph(prose.paragraph(4)),
  ]),
});

/** Each class of fault with what brings it out. */
export const FAULTS: Readonly<Record<string, Writer>> = {
  scripts,
  pairs,
  'pairs-above': pairsAbove,
  statement,
  'partly-ruled': partlyRuled,
  'long-table': longTable,
  'long-table-one-head': longTableOnce,
  'short-headings': shortHeadings,
  'bold-labels': boldLabels,
  'code-columns': codeColumns,
  'drop-caps': dropCaps,
  'false-spaces': falseSpaces,
  'figure-labels': figureLabels,
  'two-level-heads': twoLevelHeads,
  'wrapped-cells': wrappedCells,
  'column-table': columnTables,
  typewriter,
  ...BUSINESS,
};
