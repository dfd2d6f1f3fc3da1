import { GENRES } from './genres.ts';
import { anyLook } from './looks.ts';
import type { Block, Look, Source, TableLook } from './model.ts';
import { numbered } from './numbering.ts';
import { latexClassOf } from './render-latex.ts';
import { proseOf } from './prose.ts';
import { hash, randomOf } from './random.ts';

export type Typesetter = 'chromium' | 'libreoffice' | 'latex';

/** A document to be made. */
export interface Planned {
  readonly name: string;
  readonly typesetter: Typesetter;
  readonly source: Source;
  readonly look: Look;
}

/** Half of the documents are for tuning; of the other half only means are shown. */
export function halfOf(name: string): 'dev' | 'held' {
  return hash(`half ${name}`) % 2 === 0 ? 'dev' : 'held';
}

const LOOKS: Readonly<Record<Typesetter, readonly TableLook[]>> = {
  chromium: ['grid', 'booktabs', 'zebra', 'plain', 'rows', 'header-band', 'boxed', 'columns'],
  libreoffice: ['grid', 'booktabs', 'zebra', 'plain', 'rows', 'header-band', 'boxed', 'columns'],
  latex: ['booktabs', 'booktabs', 'grid', 'rows', 'plain', 'columns'],
};

/** Which genres a typesetter is asked for, and how many documents of each. */
const SHARES: Readonly<Record<Typesetter, Readonly<Record<string, number>>>> = {
  chromium: {
    report: 10,
    paper: 6,
    manual: 6,
    minutes: 4,
    letter: 2,
    invoice: 5,
    statistics: 9,
    sheet: 5,
    newsletter: 5,
    contract: 3,
    book: 3,
    register: 4,
    slides: 3,
    questions: 3,
    cv: 5,
    statement: 5,
    form: 4,
    thesis: 4,
    agreement: 4,
    agenda: 5,
    glossary: 3,
    release: 4,
    policy: 5,
  },
  libreoffice: {
    report: 10,
    paper: 4,
    manual: 6,
    minutes: 5,
    letter: 4,
    invoice: 4,
    statistics: 8,
    newsletter: 4,
    contract: 4,
    book: 4,
    register: 4,
    questions: 3,
    cv: 4,
    statement: 4,
    form: 4,
    thesis: 4,
    agreement: 5,
    agenda: 4,
    glossary: 3,
    release: 4,
    policy: 4,
  },
  latex: {
    report: 8,
    paper: 14,
    manual: 5,
    statistics: 6,
    contract: 2,
    book: 4,
    register: 2,
    questions: 1,
    minutes: 2,
    cv: 3,
    statement: 3,
    thesis: 6,
    agreement: 3,
    agenda: 3,
    glossary: 2,
    policy: 3,
  },
};

/** Headings of a table of contents as they are printed. */
function contents(blocks: readonly Block[]): Block[] {
  const printed = blocks.flatMap((block) => (block.kind === 'heading' && block.level < 3 ? [block.text] : [])).slice(1);
  return blocks.map((block) =>
    block.kind === 'toc'
      ? { ...block, entries: block.entries.map((entry, index) => ({ ...entry, text: printed[index] ?? entry.text })) }
      : block,
  );
}

/** Numbers of headings; a table of contents shows them too. */
export function numberedAfterContents(blocks: readonly Block[], scheme: Look['headings']['numbering']): Block[] {
  const at = blocks.findIndex((block) => block.kind === 'toc') + 1;
  return contents([...blocks.slice(0, at), ...numbered(blocks.slice(at), scheme)]);
}

/** What the publishers' classes prescribe. */
function suited(look: Look, typesetter: Typesetter, name: string): Look {
  if (typesetter !== 'latex') return look;
  const kind = latexClassOf(name, look);
  if (kind === 'ieee') return { ...look, headings: { style: 'caps', numbering: 'roman' }, indent: true, justify: true };
  return kind === 'llncs'
    ? { ...look, headings: { style: 'bold', numbering: 'decimal' }, indent: true, justify: true }
    : look;
}

/** Levels that a class sets on lines of their own; a deeper one runs into its paragraph, so it is no heading there. */
const LEVELS = { article: 4, scrartcl: 3, ieee: 2, llncs: 2 } as const;

/** LibreOffice gets no charts. */
function isSuited(block: Block, typesetter: Typesetter, name: string, look: Look): boolean {
  if (block.kind === 'chart') return typesetter !== 'libreoffice';
  return !(block.kind === 'heading' && typesetter === 'latex' && block.level > LEVELS[latexClassOf(name, look)]);
}

function plan(typesetter: Typesetter, genre: string, index: number): Planned {
  const name = `${typesetter}-${genre}-${String(index + 1).padStart(2, '0')}`;
  const random = randomOf(name);
  const language = random.chance(0.12) ? random.pick(['de', 'fr'] as const) : 'en';
  const prose = proseOf(random, language);
  const look = suited(anyLook(random, genre), typesetter, name);
  const write = GENRES[genre];
  if (!write) throw new Error(`no genre ${genre}`);
  const draft = write(random, prose, { length: random.pick([0, 1, 1, 2, 3]), looks: LOOKS[typesetter] });
  const publisher = typesetter === 'latex' && ['ieee', 'llncs'].includes(latexClassOf(name, look));
  const running = random.chance(0.5) && !publisher;
  const blocks = draft.blocks.filter((block) => isSuited(block, typesetter, name, look));
  return {
    name,
    typesetter,
    look,
    source: {
      ...draft,
      name,
      language,
      blocks: numberedAfterContents(blocks, look.headings.numbering),
      ...(running ? { header: `${prose.topic()} · ${random.pick(prose.words.places)}` } : {}),
      ...(running && random.chance(0.6)
        ? { footer: `${random.pick(['Internal', 'Draft', 'Public', '©'])} ${random.int(2015, 2026)}` }
        : {}),
      pageNumbers: random.chance(0.6) && !publisher,
    },
  };
}

/** Every document of the corpus, always the same ones. */
export function planned(): Planned[] {
  return (Object.keys(SHARES) as Typesetter[]).flatMap((typesetter) =>
    Object.entries(SHARES[typesetter]).flatMap(([genre, count]) =>
      Array.from({ length: count }, (_, index) => plan(typesetter, genre, index)),
    ),
  );
}
