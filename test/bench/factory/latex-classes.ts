import type { Block, Source } from '../quality/corpus/model.ts';
import { escapeLatex, inlineLatex } from '../quality/corpus/latex-text.ts';

const ROMAN = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X'];
const LETTERS = 'ABCDEFGHIJ';

/** A class of LaTeX: how it heads its sections, and what of a source it prints in its own way. */
export interface LatexClass {
  readonly options: (size: number, paper: string, columns: number) => string;
  /** Commands of headings by level; a deeper one is a bold lead of its paragraph. */
  readonly commands: readonly string[];
  /** The number before a heading, by the counts of its level and those above. */
  readonly number: (counts: readonly number[]) => string;
  readonly capitals: readonly number[];
  /** What stands between the word "Table" with its number and the caption; without it, captions are set by hand. */
  readonly captionEnd?: ':' | '.';
  /** A publisher's class has its own page, fonts and running lines. */
  readonly own: boolean;
  readonly columns: readonly number[];
  readonly front: (source: Source, columns: number) => string;
  readonly abstract: 'heading' | 'paragraph' | '. ' | '—';
}

const dotted = (counts: readonly number[]): string => counts.join('.');
const size = (points: number): number => (points < 10.5 ? 10 : points < 11.5 ? 11 : 12);

/** Names of authors beside each other, each above its institution. */
function authorsOf(source: Source): string {
  const [names = '', ...more] = source.byline ?? [];
  const below = more.map((line) => `\\\\ ${escapeLatex(line)}`).join('');
  return names
    .split(', ')
    .map((name) => `${escapeLatex(name)}${below}`)
    .join(' \\and ');
}

const abstractEnvironment = (source: Source): string =>
  source.abstract ? `\\begin{abstract}${inlineLatex(source.abstract)}\\end{abstract}` : '';

const titled = (source: Source): string =>
  source.title ? `\\title{${escapeLatex(source.title)}}\\author{${authorsOf(source)}}\\date{}\\maketitle` : '';

const standard = {
  capitals: [],
  own: false,
  abstract: 'heading' as const,
  columns: [1, 2],
  number: dotted,
  commands: ['section', 'subsection', 'subsubsection'],
  front: (source: Source): string => `${titled(source)}\n${abstractEnvironment(source)}`,
};

const classic =
  (name: string): LatexClass['options'] =>
  (points, paper, columns) =>
    `[${size(points)}pt,${paper}${columns > 1 ? ',twocolumn' : ''}]{${name}}`;

/** KOMA has no title above an abstract unless it is asked for. */
const koma =
  (name: string): LatexClass['options'] =>
  (points, paper, columns) =>
    `[fontsize=${points}pt,paper=${paper.replace('paper', '')},abstract=true${columns > 1 ? ',twocolumn' : ''}]{${name}}`;

export const CLASSES: Readonly<Record<string, LatexClass>> = {
  article: { ...standard, captionEnd: ':', options: classic('article') },
  report: {
    ...standard,
    captionEnd: ':',
    options: classic('report'),
    commands: ['chapter', 'section', 'subsection'],
    number: (counts) => (counts.length === 1 ? `Chapter ${counts[0]}` : dotted(counts)),
    columns: [1],
  },
  scrartcl: { ...standard, captionEnd: ':', options: koma('scrartcl') },
  scrreprt: { ...standard, options: koma('scrreprt'), commands: ['chapter', 'section', 'subsection'], columns: [1] },
  IEEEtran: {
    ...standard,
    options: () => '[conference]{IEEEtran}',
    commands: ['section', 'subsection'],
    number: ([first = 1, second]) => (second ? `${LETTERS[second - 1]}.` : `${ROMAN[first - 1]}.`),
    capitals: [1],
    own: true,
    columns: [2],
    abstract: '—',
    front: (source) => {
      const [names = '', ...more] = source.byline ?? [];
      const authors = `\\IEEEauthorblockN{${escapeLatex(names)}}\\IEEEauthorblockA{${more.map(escapeLatex).join('\\\\')}}`;
      return source.title
        ? `\\title{${escapeLatex(source.title)}}\\author{${authors}}\\maketitle\n${abstractEnvironment(source)}`
        : '';
    },
  },
  llncs: {
    ...standard,
    options: () => '{llncs}',
    commands: ['section', 'subsection'],
    captionEnd: '.',
    own: true,
    columns: [1],
    abstract: '. ',
    front: (source) => {
      const [names = '', ...more] = source.byline ?? [];
      const institute = more.length > 0 ? `\\institute{${more.map(escapeLatex).join('\\\\')}}` : '';
      return source.title
        ? `\\title{${escapeLatex(source.title)}}\\author{${escapeLatex(names)}}${institute}\\maketitle\n${abstractEnvironment(source)}`
        : '';
    },
  },
  /** As a society prints papers: two narrow columns below a title over both, headings in capitals of a sans font. */
  proceedings: {
    ...standard,
    captionEnd: ':',
    options: (_, paper) => `[10pt,${paper},twocolumn]{article}`,
    capitals: [1],
    columns: [2],
    front: (source) =>
      source.title
        ? `\\twocolumn[\\begin{center}{\\sffamily\\bfseries\\LARGE ${escapeLatex(source.title)}\\par}\\medskip ${(source.byline ?? []).map((line) => `${escapeLatex(line)}\\par`).join('')}\\bigskip\\end{center}]\n${source.abstract ? `\\section*{${escapeLatex('Abstract')}}${inlineLatex(source.abstract)}` : ''}`
        : '',
  },
};

/** The lines below the title as the class prints them: of each author the name, then the institution. */
export function bylineOf(name: string, source: Source): readonly string[] | undefined {
  const [names, ...more] = source.byline ?? [];
  if (names === undefined || CLASSES[name]?.own || name === 'proceedings') return source.byline;
  return names.split(', ').flatMap((author) => [author, ...more]);
}

/** Numbers and capitals of headings, and leads for the ones that are too deep. */
export function headed(blocks: readonly Block[], kind: LatexClass, isNumbered: boolean): Block[] {
  const counts: number[] = [];
  const made: Block[] = [];
  let lead: string | undefined;
  for (const block of blocks) {
    if (block.kind === 'heading' && block.level > kind.commands.length) {
      if (lead) made.push({ kind: 'paragraph', text: `**${lead}**` });
      lead = block.text;
      continue;
    }
    if (block.kind === 'paragraph' && lead && !block.lead) made.push({ ...block, lead: `**${lead}**` });
    else {
      if (lead) made.push({ kind: 'paragraph', text: `**${lead}**` });
      made.push(block.kind === 'heading' ? { ...block, text: textOf(block) } : block);
    }
    lead = undefined;
  }
  return made;

  function textOf({ level, text }: Extract<Block, { kind: 'heading' }>): string {
    counts.length = Math.min(counts.length, level);
    while (counts.length < level) counts.push(0);
    counts[level - 1] = (counts[level - 1] ?? 0) + 1;
    for (let above = 0; above < level - 1; above++) counts[above] ||= 0;
    const shown = kind.capitals.includes(level) ? text.toUpperCase() : text;
    return isNumbered ? `${kind.number(counts)} ${shown}` : shown;
  }
}
