import { alignedLines, formula } from '../quality/corpus/formula-grammar.ts';
import { GENRES } from '../quality/corpus/genres.ts';
import { asideOf, chartOf, codeOf, listOf, paragraphOf } from '../quality/corpus/make-blocks.ts';
import { anyTable, numberTable } from '../quality/corpus/make-tables.ts';
import type { Block, Draft, Language, Table, TableLook } from '../quality/corpus/model.ts';
import type { Prose } from '../quality/corpus/prose.ts';
import type { Random } from '../quality/corpus/random.ts';
import { FAULTS } from '../quality/faults/drafts.ts';

export const LOOKS: readonly TableLook[] = [
  'grid',
  'booktabs',
  'booktabs',
  'zebra',
  'plain',
  'rows',
  'header-band',
  'boxed',
  'columns',
];

/** Languages of a document; English mostly, as with most producers' users. */
export function anyLanguage(random: Random, known: readonly Language[]): Language {
  return random.chance(0.7) ? 'en' : random.pick(known);
}

interface State {
  readonly random: Random;
  readonly prose: Prose;
  tables: number;
  figures: number;
  formulas: number;
}

function captioned(state: State, table: Table): Table {
  const { random, prose } = state;
  if (!random.chance(0.55)) return table;
  return {
    ...table,
    caption: `Table ${++state.tables}: ${prose.topic()}, ${random.pick(prose.words.places)}${random.chance(0.2) ? `. ${prose.sentence()}` : ''}`,
    captionBelow: random.chance(0.25),
  };
}

/** Two tables beside each other, with narrow columns each. */
function tablesBeside({ random, prose }: State): Block {
  const look = random.pick(LOOKS);
  const narrow = (): Table => {
    const table = numberTable(random, prose, look, random.int(3, 6));
    return { ...table, rows: table.rows.map((row) => row.slice(0, 3)), widths: [2.4, 1, 1] };
  };
  return { kind: 'side-by-side', share: 0.5, left: [narrow()], right: [narrow()] };
}

/** Terms in bold before what they mean. */
function glossary({ random, prose }: State): Block[] {
  return random
    .sample(prose.words.rows, random.int(3, 5))
    .map((term): Block => ({ kind: 'paragraph', lead: `**${term}.**`, text: prose.paragraph(random.int(1, 2)) }));
}

function fields({ random, prose }: State): Block {
  const all: [string, string][] = [
    ['Author', prose.person()],
    ['Date', prose.date()],
    ['Reference', `R-${random.int(10, 99)}/${random.int(1000, 9999)}`],
    ['Place', random.pick(prose.words.places)],
    ['Status', random.pick(['draft', 'approved', 'open'])],
    ['Contact', `${prose.person()}, ${random.pick(prose.words.places)}`],
  ];
  const colon = random.chance(0.5) ? ':' : '';
  return {
    kind: 'fields',
    pairs: random.sample(all, random.int(3, 5)).map(([label, value]) => [label + colon, value]),
  };
}

function equation(state: State): Block {
  const { latex, typst } = state.random.chance(0.25) ? alignedLines(state.random) : formula(state.random);
  return {
    kind: 'equation',
    latex,
    typst,
    linear: '',
    ...(state.random.chance(0.5) ? { number: String(++state.formulas) } : {}),
  };
}

const MAKERS: readonly (readonly [number, (state: State) => Block | Block[]])[] = [
  [30, ({ random, prose }) => paragraphOf(random, prose)],
  [10, ({ random, prose }) => listOf(random, prose)],
  [13, (state) => captioned(state, anyTable(state.random, state.prose, LOOKS))],
  [2, (state) => captioned(state, numberTable(state.random, state.prose, state.random.pick(LOOKS), 40))],
  [2, tablesBeside],
  [3, fields],
  [3, ({ random }) => codeOf(random)],
  [3, ({ prose }) => ({ kind: 'quote', text: prose.paragraph(2) })],
  [4, ({ prose }) => ({ kind: 'paragraph', text: prose.paragraph(3), note: prose.sentence() })],
  [3, (state) => chartOf(state.random, state.prose, ++state.figures)],
  [3, ({ random, prose }) => asideOf(random, prose)],
  [7, equation],
  [2, glossary],
  [
    2,
    ({ random, prose }) => ({ kind: 'lines', lines: [prose.person(), `${random.int(1, 90)} Mill Lane`, prose.date()] }),
  ],
];
const WEIGHT = MAKERS.reduce((sum, [weight]) => sum + weight, 0);

function anyBlock(state: State): Block[] {
  let at = state.random.next() * WEIGHT;
  const [, make] = MAKERS.find(([weight]) => (at -= weight) < 0) ?? MAKERS[0]!;
  return [make(state)].flat();
}

/** A heading with what stands below it, to the fourth level. */
function section(state: State, level: 1 | 2 | 3 | 4, length: number): Block[] {
  const { random, prose } = state;
  const text = random.chance(0.15) ? `${prose.topic()} in ${random.pick(prose.words.places)}` : prose.topic();
  const blocks: Block[] = [
    { kind: 'heading', level, text },
    { kind: 'paragraph', text: prose.paragraph() },
  ];
  for (let index = random.int(0, length); index > 0; index--) blocks.push(...anyBlock(state));
  if (level < 4 && random.chance([0.5, 0.3, 0.2][level - 1] ?? 0))
    for (let index = random.int(1, 2); index > 0; index--)
      blocks.push(...section(state, (level + 1) as 2 | 3 | 4, length - 1));
  return blocks;
}

/** What people write on the first page: a title of up to three lines, authors with their institutions, an abstract. */
function front({ random, prose }: State): Pick<Draft, 'title' | 'byline' | 'abstract'> {
  const parts = [prose.topic(), prose.topic(), `Evidence from ${random.pick(prose.words.places)}`, prose.topic()];
  const title = parts.slice(0, random.int(1, 4)).join(random.pick([': ', ' and ', ', ']));
  const authors = Array.from({ length: random.int(1, 3) }, () => prose.person());
  return {
    title,
    ...(random.chance(0.6)
      ? {
          byline: [
            authors.join(', '),
            ...(random.chance(0.6) ? [`Institute of ${prose.topic()}, ${random.pick(prose.words.places)}`] : []),
            ...(random.chance(0.4) ? [prose.date()] : []),
          ],
        }
      : {}),
    ...(random.chance(0.3) ? { abstract: prose.paragraph(3) } : {}),
  };
}

function contents(blocks: readonly Block[], random: Random): Block {
  const headings = blocks.flatMap((block) => (block.kind === 'heading' && block.level < 3 ? [block] : []));
  let page = 1;
  return {
    kind: 'toc',
    entries: headings.map(({ level, text }) => ({ level, text, page: (page += random.int(0, 3)) })),
  };
}

function mixture(random: Random, prose: Prose): Draft {
  const state: State = { random, prose, tables: 0, figures: 0, formulas: 0 };
  const blocks = Array.from({ length: random.int(1, 5) }, () => section(state, 1, random.int(2, 5))).flat();
  return {
    ...(random.chance(0.85) ? front(state) : {}),
    blocks: random.chance(0.1) ? [contents(blocks, random), ...blocks] : blocks,
  };
}

/** Drafts that any program can set, without style rules of their own or another truth. */
const GENERAL = Object.keys(FAULTS).filter((name) => !['scripts', 'sparse-tagged', 'drop-caps'].includes(name));

/** What a document says, and what kind of document it is: blocks of all kinds, a genre, or a known difficulty. */
export function anyContent(random: Random, prose: Prose, inEnglish: boolean): { content: string; draft: Draft } {
  const kind = random.next();
  if (kind < 0.5 || !inEnglish) return { content: 'mixture', draft: mixture(random, prose) };
  if (kind < 0.85) {
    const genre = random.pick(Object.keys(GENRES));
    const draft = GENRES[genre]?.(random, prose, { length: random.pick([0, 1, 1, 2]), looks: LOOKS });
    if (draft) return { content: genre, draft };
  }
  const fault = random.pick(GENERAL);
  const made = FAULTS[fault]?.(random, prose);
  if (!made || made.css || made.columns || made.truth || made.tagged)
    return { content: 'mixture', draft: mixture(random, prose) };
  return { content: fault, draft: made };
}
