import { asideOf, chartOf, codeOf, equationOf, listOf, paragraphOf, paragraphs } from './make-blocks.ts';
import { MORE_GENRES } from './more-genres.ts';
import { anyTable } from './make-tables.ts';
import type { Block, Draft, GenreOptions } from './model.ts';
import type { Prose } from './prose.ts';
import type { Random } from './random.ts';

function withCaption(random: Random, table: Block, number: number, prose: Prose): Block {
  if (table.kind !== 'table' || !random.chance(0.7)) return table;
  const separator = random.pick([':', '.', ' –']);
  return {
    ...table,
    caption: `Table ${number}${separator} ${prose.topic()} by ${random.pick(['year', 'site', 'category'])}`,
    captionBelow: random.chance(0.25),
  };
}

/** Sections with subsections and a mixture of what reports hold. */
function sections(
  random: Random,
  prose: Prose,
  options: GenreOptions,
  { count, kinds }: { count: number; kinds: readonly string[] },
): Block[] {
  let tables = 0;
  let figures = 0;
  const blocks: Block[] = [];
  for (const topic of random.sample(prose.words.topics, count)) {
    blocks.push({ kind: 'heading', level: 1, text: topic }, paragraphOf(random, prose));
    const inner = random.int(1, 3);
    for (let index = 0; index < inner; index++) {
      if (inner > 1 && random.chance(0.6))
        blocks.push({
          kind: 'heading',
          level: 2,
          text: random.pick([prose.topic(), `${prose.topic()} in ${random.pick(prose.words.places)}`]),
        });
      const kind = random.pick(kinds);
      blocks.push(paragraphOf(random, prose));
      if (kind === 'table') blocks.push(withCaption(random, anyTable(random, prose, options.looks), ++tables, prose));
      if (kind === 'list') blocks.push(listOf(random, prose));
      if (kind === 'chart') blocks.push(chartOf(random, prose, ++figures));
      if (kind === 'aside') blocks.push(asideOf(random, prose));
      if (kind === 'code') blocks.push(codeOf(random));
      if (kind === 'quote') blocks.push({ kind: 'quote', text: prose.paragraph(2) });
      if (kind === 'third') blocks.push({ kind: 'heading', level: 3, text: prose.topic() }, paragraphOf(random, prose));
      if (kind === 'note') blocks.push({ kind: 'paragraph', text: prose.paragraph(3), note: prose.sentence() });
      if (kind === 'equation') blocks.push(equationOf(random));
      if (random.chance(0.5)) blocks.push(paragraphOf(random, prose));
    }
  }
  return blocks;
}

const report = (random: Random, prose: Prose, options: GenreOptions): Draft => ({
  title: `${prose.topic()}: ${random.pick(['Annual Report', 'Progress Report', 'Review', 'Final Report'])} ${random.int(2015, 2026)}`,
  ...(random.chance(0.6) ? { byline: [`${prose.person()}, ${random.pick(prose.words.places)}`, prose.date()] } : {}),
  blocks: sections(random, prose, options, {
    count: 1 + 2 * options.length,
    kinds: ['table', 'table', 'list', 'chart', 'third', 'note', 'none'],
  }),
});

const paper = (random: Random, prose: Prose, options: GenreOptions): Draft => ({
  title: `On ${prose.topic()} and ${prose.topic()}: Evidence from ${random.pick(prose.words.places)}`,
  byline: [
    `${prose.person()}, ${prose.person()} and ${prose.person()}`,
    `Institute of ${prose.topic()}, ${random.pick(prose.words.places)}`,
  ],
  abstract: prose.paragraph(4),
  blocks: [
    ...sections(random, prose, options, {
      count: 2 + 2 * options.length,
      kinds: ['table', 'none', 'third', 'list', 'equation', 'note', 'none'],
    }),
    { kind: 'heading', level: 1, text: 'References' },
    {
      kind: 'lines',
      lines: Array.from(
        { length: random.int(4, 9) },
        (_, index) =>
          `[${index + 1}] ${prose.person()}. ${prose.topic()} in ${random.pick(prose.words.places)}. Journal of ${prose.topic()}, ${random.int(2, 60)}(${random.int(1, 6)}):${random.int(1, 99)}–${random.int(100, 300)}, ${random.int(1985, 2025)}.`,
      ),
    },
  ],
});

const manual = (random: Random, prose: Prose, options: GenreOptions): Draft => ({
  title: `${random.pick(['User Guide', 'Operating Manual', 'Administrator Handbook', 'Quick Start'])}: ${prose.topic()}`,
  blocks: sections(random, prose, options, {
    count: 2 + 2 * options.length,
    kinds: ['list', 'list', 'code', 'aside', 'table', 'third'],
  }),
});

const minutes = (random: Random, prose: Prose, options: GenreOptions): Draft => ({
  title: `Minutes of the Meeting of ${prose.date()}`,
  blocks: [
    {
      kind: 'fields',
      pairs: [
        ['Chair:', prose.person()],
        ['Present:', `${prose.person()}, ${prose.person()}, ${prose.person()}`],
        ['Place:', random.pick(prose.words.places)],
        ['Time:', `${random.int(8, 11)}:00–${random.int(12, 17)}:30`],
      ],
    },
    ...sections(random, prose, options, { count: 2 + options.length, kinds: ['list', 'none', 'none'] }),
    { kind: 'heading', level: 1, text: 'Action Items' },
    { ...anyTable(random, prose, options.looks), headerRows: 1 },
  ],
});

const letter = (random: Random, prose: Prose): Draft => ({
  blocks: [
    {
      kind: 'lines',
      lines: [
        prose.person(),
        `${random.int(1, 90)} ${random.pick(prose.words.places)} Road`,
        `${random.int(10_000, 99_999)} ${random.pick(prose.words.places)}`,
      ],
    },
    { kind: 'lines', lines: [prose.date()], align: 'right' },
    { kind: 'paragraph', text: `**Re: ${prose.phrase()}**` },
    { kind: 'paragraph', text: `Dear ${prose.person()},` },
    ...paragraphs(random, prose, random.int(3, 5)),
    ...(random.chance(0.4) ? [listOf(random, prose, 'bullet')] : []),
    { kind: 'paragraph', text: 'Yours sincerely,' },
    { kind: 'lines', lines: [prose.person(), 'Head of Department'] },
  ],
});

const invoice = (random: Random, prose: Prose, options: GenreOptions): Draft => {
  const lines = random.sample(prose.words.rows, random.int(3, 8)).map((text, index) => {
    const count = random.int(1, 12);
    const price = random.int(500, 90_000);
    return [
      { text: String(index + 1) },
      { text: random.chance(0.4) ? `${text}, ${prose.phrase()}` : text },
      { text: String(count), align: 'right' as const },
      { text: (price / 100).toFixed(2), align: 'right' as const },
      { text: ((price * count) / 100).toFixed(2), align: 'right' as const },
    ];
  });
  const totals = ['Subtotal', 'VAT 19%', 'Amount due'].map((text) => [
    { text, colSpan: 4, align: 'right' as const, bold: text === 'Amount due' },
    { text: `${random.int(10, 9999)}.${random.int(10, 99)}`, align: 'right' as const },
  ]);
  return {
    title: random.pick(['INVOICE', 'Invoice', 'Delivery Note', 'Quotation']),
    blocks: [
      {
        kind: 'side-by-side',
        share: 0.5,
        left: [
          {
            kind: 'lines',
            lines: [`${prose.person()} Ltd`, `${random.int(1, 99)} Harbour Street`, random.pick(prose.words.places)],
          },
        ],
        right: [
          {
            kind: 'fields',
            pairs: [
              ['Invoice no.', String(random.int(10_000, 99_999))],
              ['Date', prose.date()],
              ['Customer', String(random.int(100, 999))],
            ],
          },
        ],
      },
      {
        kind: 'table',
        look: random.pick(options.looks),
        headerRows: 1,
        widths: [0.5, 3, 0.8, 1, 1.2],
        rows: [
          ['Pos.', 'Description', 'Qty', 'Price', 'Amount'].map((text, index) => ({
            text,
            bold: true,
            ...(index > 1 ? { align: 'right' as const } : {}),
          })),
          ...lines,
          ...totals,
        ],
      },
      {
        kind: 'paragraph',
        text: `Payable within ${random.pick([14, 30])} days without deduction. ${prose.sentence()}`,
      },
      { kind: 'lines', lines: ['Bank: Harbour Savings Bank', 'IBAN: XX12 3456 7890 1234 5678 90'] },
    ],
  };
};

const statistics = (random: Random, prose: Prose, options: GenreOptions): Draft => ({
  title: `${prose.topic()} – Statistical Tables`,
  blocks: Array.from({ length: 1 + options.length }, (_, index): Block[] => [
    ...(random.chance(0.7) ? [{ kind: 'heading' as const, level: 1 as const, text: prose.topic() }] : []),
    ...(random.chance(0.6) ? [paragraphOf(random, prose)] : []),
    withCaption(random, anyTable(random, prose, options.looks), index + 1, prose),
  ]).flat(),
});

const sheet = (random: Random, prose: Prose, options: GenreOptions): Draft => ({
  title: `${random.pick(prose.words.rows)} ${random.pick(['X200', 'Pro 5', 'Series 7', 'Compact'])}`,
  blocks: [
    {
      kind: 'side-by-side',
      share: 0.62,
      left: [
        { kind: 'heading', level: 1, text: 'Overview' },
        ...paragraphs(random, prose, 2),
        { kind: 'heading', level: 1, text: 'Benefits' },
        listOf(random, prose, 'bullet'),
      ],
      right: [
        asideOf(random, prose),
        {
          kind: 'fields',
          pairs: [
            ['Weight', `${random.int(1, 80)} kg`],
            ['Width', `${random.int(10, 200)} cm`],
            ['Power', `${random.int(10, 900)} W`],
          ],
        },
      ],
    },
    { kind: 'heading', level: 1, text: 'Technical data' },
    anyTable(random, prose, options.looks),
  ],
});

const newsletter = (random: Random, prose: Prose, options: GenreOptions): Draft => ({
  title: `${random.pick(['The Bulletin', 'Neighbourhood News', 'Member Letter'])} ${random.int(1, 40)}`,
  blocks: sections(random, prose, options, {
    count: 3 + options.length,
    kinds: ['none', 'none', 'list', 'aside', 'quote', 'chart'],
  }),
});

const contract = (random: Random, prose: Prose, options: GenreOptions): Draft => ({
  title: random.pick(['Service Agreement', 'Terms and Conditions', 'Lease Agreement']),
  blocks: random
    .sample(prose.words.topics, 2 + 2 * options.length)
    .flatMap((topic): Block[] => [
      { kind: 'heading', level: 1, text: topic },
      ...(random.chance(0.5)
        ? [{ kind: 'paragraph' as const, lead: `**${prose.topic()}.**`, text: prose.paragraph() }]
        : []),
      random.chance(0.6) ? listOf(random, prose, random.pick(['paren', 'alpha', 'roman'])) : paragraphOf(random, prose),
      paragraphOf(random, prose),
    ]),
});

const book = (random: Random, prose: Prose, options: GenreOptions): Draft => {
  const body = sections(random, prose, options, {
    count: 4 + options.length,
    kinds: ['none', 'third', 'list', 'none'],
  });
  let page = 2;
  const entries = body.flatMap((block) =>
    block.kind === 'heading' && block.level < 3
      ? [{ level: block.level, text: block.text, page: (page += random.int(0, 2)) }]
      : [],
  );
  return {
    title: `${prose.topic()}: A Handbook`,
    blocks: [
      { kind: 'heading', level: 1, text: 'Contents' },
      { kind: 'toc', entries },
      { kind: 'page-break' },
      ...body,
    ],
  };
};

const longTable = (random: Random, prose: Prose, options: GenreOptions): Draft => ({
  title: `Register of ${prose.topic()}`,
  blocks: [
    paragraphOf(random, prose),
    withCaption(random, { ...anyTable(random, prose, options.looks), ...longRows(random, prose, options) }, 1, prose),
    paragraphOf(random, prose),
  ],
});

function longRows(random: Random, prose: Prose, options: GenreOptions): Block {
  const count = 25 + options.length * 18;
  const head = ['No.', 'Name', 'Place', 'Date', 'Value'].map((text) => ({ text, bold: true }));
  const rows = Array.from({ length: count }, (_, index) =>
    [
      String(index + 1),
      prose.person(),
      random.pick(prose.words.places),
      `${random.int(10, 28)}.${random.int(10, 12)}.20${random.int(10, 25)}`,
      prose.number(99_999),
    ].map((text, column) => ({ text, ...(column === 4 ? { align: 'right' as const } : {}) })),
  );
  return {
    kind: 'table',
    look: random.pick(options.looks),
    headerRows: 1,
    rows: [head, ...rows],
    widths: [0.6, 2, 1.6, 1.2, 1],
  };
}

const slides = (random: Random, prose: Prose, options: GenreOptions): Draft => ({
  blocks: Array.from({ length: 2 + options.length }, (_, index): Block[] => [
    ...(index > 0 ? [{ kind: 'page-break' as const }] : []),
    { kind: 'heading', level: 1, text: prose.topic() },
    random.pick([
      () => listOf(random, prose, 'bullet'),
      () => anyTable(random, prose, options.looks),
      () => paragraphOf(random, prose, false),
    ])(),
  ]).flat(),
});

const questions = (random: Random, prose: Prose, options: GenreOptions): Draft => ({
  title: `Frequently Asked Questions: ${prose.topic()}`,
  blocks: Array.from({ length: 3 + 3 * options.length }, (): Block[] => [
    {
      kind: 'heading',
      level: 2,
      text: `${random.pick(['How do I find', 'What happens to', 'Who pays for', 'Why should I check'])} ${prose.phrase()}?`,
    },
    paragraphOf(random, prose, false),
  ]).flat(),
});

export const GENRES: Readonly<Record<string, (random: Random, prose: Prose, options: GenreOptions) => Draft>> = {
  report,
  paper,
  manual,
  minutes,
  letter,
  invoice,
  statistics,
  sheet,
  newsletter,
  contract,
  book,
  register: longTable,
  slides,
  questions,
  ...MORE_GENRES,
};
