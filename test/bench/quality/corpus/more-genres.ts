import { listOf, paragraphOf, paragraphs } from './make-blocks.ts';
import { anyTable, matrixTable, textTable } from './make-tables.ts';
import type { Block, Cell, Draft, GenreOptions, TableLook } from './model.ts';
import type { Prose } from './prose.ts';
import type { Random } from './random.ts';

type Genre = (random: Random, prose: Prose, options: GenreOptions) => Draft;

const heading = (level: 1 | 2 | 3 | 4, text: string): Block => ({ kind: 'heading', level, text });

function repeat<T>(count: number, make: (index: number) => T | readonly T[]): T[] {
  return Array.from({ length: count }, (_, index) => make(index)).flat() as T[];
}

/** Years at the left, what was done then at the right; below it what there is to say. */
function station(random: Random, prose: Prose): Block[] {
  const from = random.int(1998, 2020);
  return [
    {
      kind: 'fields',
      pairs: [
        [
          `${from}–${from + random.int(1, 5)}`,
          `${random.pick(['Analyst', 'Head of Unit', 'Assistant', 'Engineer', 'Lecturer'])}, ${random.pick(prose.words.places)}`,
        ],
      ],
    },
    ...(random.chance(0.6)
      ? [random.chance(0.5) ? listOf(random, prose, 'bullet') : paragraphOf(random, prose, false)]
      : []),
  ];
}

const cv: Genre = (random, prose, options) => ({
  title: prose.person(),
  byline: [
    `${random.int(1, 90)} Harbour Street, ${random.pick(prose.words.places)}`,
    `+44 ${random.int(100, 999)} ${random.int(1000, 9999)} · name@example.org`,
  ],
  blocks: [
    ...(random.chance(0.6) ? [heading(1, 'Profile'), paragraphOf(random, prose, false)] : []),
    heading(1, random.pick(['Experience', 'Work Experience', 'Professional Experience'])),
    ...repeat(2 + options.length, () => station(random, prose)),
    heading(1, 'Education'),
    ...repeat(2, () => station(random, prose)),
    heading(1, 'Languages'),
    {
      kind: 'fields',
      pairs: [
        ['English', 'native'],
        ['German', 'fluent'],
        ['French', 'basic'],
      ],
    },
    ...(random.chance(0.5)
      ? [heading(1, 'Publications'), listOf(random, prose, random.pick(['decimal', 'bullet']))]
      : []),
  ],
});

/** Postings with a balance; each has a sum in one of two columns. */
function postings(random: Random, prose: Prose, look: TableLook, count: number): Block {
  const amount = (): Cell => ({
    text: `${random.int(1, 9)},${random.int(100, 999)}.${random.int(10, 99)}`,
    align: 'right',
  });
  const head = ['Date', 'Description', 'Debit', 'Credit', 'Balance'].map((text, index): Cell => ({
    text,
    bold: true,
    ...(index > 1 ? { align: 'right' as const } : {}),
  }));
  const rows = repeat(count, (index): Cell[][] => {
    const isDebit = random.chance(0.6);
    const text = random.pick([
      `${prose.person()}, ${random.pick(prose.words.rows)}`,
      random.pick(prose.words.rows),
      `Transfer ${random.int(1000, 9999)} ${prose.phrase()}`,
    ]);
    return [
      [
        { text: `${String(1 + (index % 28)).padStart(2, '0')}.${random.pick(['03', '04'])}.2026` },
        { text },
        isDebit ? amount() : { text: '' },
        isDebit ? { text: '' } : amount(),
        amount(),
      ],
    ];
  });
  const closing: Cell[] = [
    { text: 'Closing balance', colSpan: 4, bold: true },
    { ...amount(), bold: true },
  ];
  return { kind: 'table', look, headerRows: 1, rows: [head, ...rows, closing], widths: [1.1, 3, 1, 1, 1.1] };
}

const statement: Genre = (random, prose, options) => ({
  title: random.pick(['Account Statement', 'Statement of Account', 'STATEMENT']),
  blocks: [
    { kind: 'lines', lines: [prose.person(), `${random.int(1, 90)} Mill Lane`, random.pick(prose.words.places)] },
    {
      kind: 'fields',
      pairs: [
        ['Account:', `${random.int(100, 999)} ${random.int(1000, 9999)}`],
        ['Period:', 'March to April 2026'],
        ['Currency:', 'EUR'],
      ],
    },
    postings(random, prose, random.pick(options.looks), 6 + 10 * options.length),
    paragraphOf(random, prose, false),
  ],
});

/** Names at the left, entries at the right, no head. */
function pairTable(random: Random, prose: Prose, names: readonly string[]): Block {
  const value = (): string =>
    random.pick([
      prose.person(),
      prose.date(),
      random.pick(prose.words.places),
      `${random.int(1, 99)} ${random.pick(prose.words.units)}`,
      prose.phrase(),
    ]);
  return {
    kind: 'table',
    look: random.pick(['grid', 'grid', 'rows', 'zebra']),
    headerRows: 0,
    rows: names.map((text) => [{ text, bold: random.chance(0.5) }, { text: value() }]),
    widths: [1, 2],
  };
}

const form: Genre = (random, prose, options) => ({
  title: random.pick(['Application Form', 'Registration', 'Notice of Change', 'Incident Report']),
  blocks: [
    ...(random.chance(0.7) ? [paragraphOf(random, prose, false)] : []),
    heading(1, 'Applicant'),
    pairTable(random, prose, ['Name', 'Date of birth', 'Place of residence', 'Telephone']),
    heading(1, 'Subject'),
    random.chance(0.5)
      ? {
          kind: 'fields',
          pairs: [
            ['Purpose:', prose.phrase()],
            ['Since:', prose.date()],
            ['Place:', random.pick(prose.words.places)],
          ],
        }
      : pairTable(random, prose, random.sample(prose.words.rows, 5)),
    ...(options.length > 1 ? [heading(1, 'Further particulars'), anyTable(random, prose, options.looks)] : []),
    heading(1, 'Declaration'),
    paragraphOf(random, prose, false),
    {
      kind: 'fields',
      pairs: [
        ['Place, date:', `${random.pick(prose.words.places)}, ${prose.date()}`],
        ['Signature:', prose.person()],
      ],
    },
  ],
});

/** Numbered by the look; four levels, notes and quotations. */
function chapter(random: Random, prose: Prose, options: GenreOptions, topic: string): Block[] {
  return [
    heading(1, topic),
    paragraphOf(random, prose),
    ...repeat(random.int(2, 3), (): Block[] => [
      heading(2, `${prose.topic()} in ${random.pick(prose.words.places)}`),
      { kind: 'paragraph', text: prose.paragraph(), ...(random.chance(0.5) ? { note: prose.sentence() } : {}) },
      ...(random.chance(0.4)
        ? [
            heading(3, prose.topic()),
            paragraphOf(random, prose),
            ...(random.chance(0.4) ? [heading(4, prose.topic()), paragraphOf(random, prose)] : []),
          ]
        : []),
      ...(random.chance(0.25) ? [{ kind: 'quote' as const, text: prose.paragraph(2) }] : []),
      ...(random.chance(0.3)
        ? [
            {
              ...anyTable(random, prose, options.looks),
              caption: `Table ${random.int(1, 9)}.${random.int(1, 9)}: ${prose.topic()}`,
            },
          ]
        : []),
      paragraphOf(random, prose),
    ]),
  ];
}

const thesis: Genre = (random, prose, options) => {
  const body = random
    .sample(prose.words.topics, 2 + options.length)
    .flatMap((topic) => chapter(random, prose, options, topic));
  let page = 3;
  const entries = body.flatMap((block) =>
    block.kind === 'heading' && block.level < 3
      ? [{ level: block.level, text: block.text, page: (page += random.int(0, 2)) }]
      : [],
  );
  return {
    title: `${prose.topic()} and the Question of ${prose.topic()}: A Study of ${random.pick(prose.words.places)} between ${random.int(1990, 2004)} and ${random.int(2005, 2024)}`,
    byline: ['Dissertation', prose.person(), prose.date()],
    abstract: prose.paragraph(6),
    blocks: [
      heading(1, 'Contents'),
      { kind: 'toc', entries },
      { kind: 'page-break' },
      ...body,
      heading(1, 'Bibliography'),
      ...repeat(random.int(5, 9), (): Block => ({
        kind: 'paragraph',
        text: `${prose.person()}: _${prose.topic()} in ${random.pick(prose.words.places)}_. ${random.pick(prose.words.places)} ${random.int(1970, 2024)}, pp. ${random.int(1, 99)}–${random.int(100, 240)}.`,
      })),
    ],
  };
};

/** Clauses that carry their numbers in the text, as contracts from word processors do. */
const agreement: Genre = (random, prose, options) => ({
  title: random.pick([
    'Framework Agreement',
    'Non-Disclosure Agreement',
    'Agreement on Services and Deliveries',
    'General Conditions of Purchase',
  ]),
  blocks: [
    {
      kind: 'paragraph',
      text: `between **${prose.person()} Ltd**, ${random.pick(prose.words.places)}, and **${prose.person()} & Sons**, ${random.pick(prose.words.places)}`,
    },
    ...random
      .sample(prose.words.topics, 3 + options.length)
      .flatMap((topic, index): Block[] => [
        heading(1, `${index + 1}. ${topic}`),
        ...repeat(random.int(2, 4), (clause): Block[] => [
          { kind: 'paragraph', text: `${index + 1}.${clause + 1} ${prose.paragraph(random.int(1, 3))}` },
          ...(random.chance(0.3) ? [listOf(random, prose, random.pick(['paren', 'alpha', 'roman']))] : []),
        ]),
      ]),
    { kind: 'lines', lines: [`${random.pick(prose.words.places)}, ${prose.date()}`] },
  ],
});

/** When, what and who, mostly without a line between them. */
function programme(random: Random, prose: Prose, options: GenreOptions): Block {
  let hour = 9;
  const rows = repeat(random.int(4, 8), (): Cell[][] => {
    const from = hour;
    hour += 1;
    return [
      [
        { text: `${from}:00–${from}:${random.pick(['30', '45'])}` },
        { text: random.chance(0.3) ? 'Break' : prose.sentence() },
        { text: random.chance(0.2) ? '' : prose.person() },
      ],
    ];
  });
  const head = ['Time', 'Item', 'Speaker'].map((text): Cell => ({ text, bold: random.chance(0.8) }));
  const headed = random.chance(0.6);
  return {
    kind: 'table',
    look: random.pick(['plain', 'plain', random.pick(options.looks)]),
    headerRows: headed ? 1 : 0,
    rows: [...(headed ? [head] : []), ...rows],
    widths: [1, 3.4, 1.4],
  };
}

const agenda: Genre = (random, prose, options) => ({
  title: `${random.pick(['Programme', 'Agenda', 'Timetable'])}: ${prose.topic()}`,
  blocks: [
    {
      kind: 'fields',
      pairs: [
        ['Date:', prose.date()],
        ['Place:', random.pick(prose.words.places)],
      ],
    },
    ...repeat(1 + Math.min(2, options.length), (index): Block[] => [
      heading(1, `Day ${index + 1}: ${prose.topic()}`),
      programme(random, prose, options),
    ]),
    ...(random.chance(0.6) ? [heading(1, 'Practical Information'), paragraphOf(random, prose)] : []),
  ],
});

/** Bold terms that run into their explanation: no headings. */
const glossary: Genre = (random, prose, options) => ({
  title: `Glossary of ${prose.topic()}`,
  blocks: repeat(2 + options.length, (): Block[] => [
    heading(1, prose.topic()),
    ...random
      .sample(prose.words.rows, 4)
      .map((term): Block => ({ kind: 'paragraph', lead: `**${term}**`, text: prose.paragraph(random.int(1, 2)) })),
  ]),
});

const release: Genre = (random, prose) => ({
  title: `${random.pick(prose.words.subjects)} ${random.pick(prose.words.verbs)} ${prose.phrase()} in ${random.pick(prose.words.places)}, ${random.pick(['New Report Says', 'Survey Finds', 'Says Director'])}`,
  byline: [`${random.pick(prose.words.places)}, ${prose.date()}`],
  blocks: [
    ...paragraphs(random, prose, 2),
    { kind: 'quote', text: prose.paragraph(2) },
    ...paragraphs(random, prose, random.int(1, 3)),
    ...(random.chance(0.4) ? [listOf(random, prose, 'bullet')] : []),
    heading(1, `About ${prose.person()} Ltd`),
    paragraphOf(random, prose, false),
    heading(1, random.pick(['Contact', 'Press Contact', 'Media Enquiries'])),
    { kind: 'lines', lines: [prose.person(), 'Communications', 'press@example.org'] },
  ],
});

const policy: Genre = (random, prose, options) => ({
  title: `${prose.topic()} Policy`,
  byline: [`Version ${random.int(1, 5)}.${random.int(0, 9)}`, prose.date()],
  blocks: [
    heading(1, random.pick(['Purpose', 'Introduction', 'Scope'])),
    paragraphOf(random, prose),
    heading(1, 'Definitions'),
    {
      ...textTable(random, prose, random.pick(['plain', 'plain', 'rows', random.pick(options.looks)])),
      ...(random.chance(0.5) ? {} : { caption: `Table 1. ${prose.topic()}` }),
    },
    ...random
      .sample(prose.words.topics, 1 + options.length)
      .flatMap((topic): Block[] => [
        heading(1, topic),
        paragraphOf(random, prose),
        heading(2, `${random.pick(['Duties of', 'Exceptions for', 'Records of'])} ${prose.phrase()}`),
        random.chance(0.5) ? listOf(random, prose) : paragraphOf(random, prose),
      ]),
    heading(1, 'Responsibilities'),
    matrixTable(random, prose, random.pick(options.looks)),
    paragraphOf(random, prose, false),
  ],
});

export const MORE_GENRES: Readonly<Record<string, Genre>> = {
  cv,
  statement,
  form,
  thesis,
  agreement,
  agenda,
  glossary,
  release,
  policy,
};
