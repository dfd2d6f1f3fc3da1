import { escapeLatex, inlineLatex } from './latex-text.ts';
import { captionLatex, tableLatex } from './latex-tables.ts';
import { randomOf } from './random.ts';
import type { Block, List, Look, Source } from './model.ts';
import { markOf } from './truth.ts';

export type LatexClass = 'article' | 'scrartcl' | 'ieee' | 'llncs';

/** The class for a document; papers may look like those of publishers. */
export function latexClassOf(name: string, look: Look): LatexClass {
  const random = randomOf(`class ${name}`);
  if (!name.includes('-paper-')) return random.pick(['article', 'article', 'scrartcl']);
  return look.columns === 2
    ? random.pick(['ieee', 'article', 'article'])
    : random.pick(['llncs', 'article', 'scrartcl']);
}

const FONTS: Readonly<Record<Look['font'], readonly string[]>> = {
  serif: ['', '\\usepackage{lmodern}\\usepackage[T1]{fontenc}', '\\usepackage{mathptmx}'],
  sans: [
    '\\usepackage[scaled]{helvet}\\renewcommand{\\familydefault}{\\sfdefault}\\usepackage[T1]{fontenc}',
    '\\usepackage{lmodern}\\usepackage[T1]{fontenc}\\renewcommand{\\familydefault}{\\sfdefault}',
  ],
  slab: ['\\usepackage[T1]{fontenc}\\usepackage{charter}', '\\usepackage[T1]{fontenc}\\usepackage{bookman}'],
  condensed: ['\\usepackage[T1]{fontenc}\\usepackage{mathpazo}', '\\usepackage[T1]{fontenc}\\usepackage{lmodern}'],
};
const LEVELS = ['section', 'subsection', 'subsubsection', 'paragraph'];

function headingFormats(look: Look): string {
  const styles: Readonly<Record<Look['headings']['style'], readonly [string, string, string]>> = {
    size: ['\\Large', '\\large', '\\normalsize\\itshape'],
    bold: ['\\large\\bfseries', '\\normalsize\\bfseries', '\\normalsize\\bfseries'],
    caps: ['\\large\\bfseries\\MakeUppercase', '\\normalsize\\bfseries', '\\normalsize\\itshape'],
    'small-caps': ['\\large\\scshape', '\\normalsize\\scshape', '\\normalsize\\itshape'],
    color: [
      '\\Large\\bfseries\\color{accent}',
      '\\large\\bfseries\\color{accent}',
      '\\normalsize\\bfseries\\color{accent}',
    ],
    italic: ['\\large\\itshape', '\\normalsize\\itshape', '\\normalsize\\itshape'],
    band: ['\\Large\\bfseries\\color{accent}', '\\large\\bfseries', '\\normalsize\\bfseries'],
    centered: ['\\centering\\large\\bfseries', '\\normalsize\\bfseries', '\\normalsize\\bfseries'],
    ruled: ['\\titlerule\\vspace{2pt}\\Large\\bfseries', '\\large\\bfseries', '\\normalsize\\bfseries'],
    'body-bold': ['\\normalsize\\bfseries', '\\normalsize\\bfseries', '\\normalsize\\bfseries'],
  };
  return styles[look.headings.style]
    .map((format, index) => `\\titleformat{\\${LEVELS[index]}}{${format}}{}{0pt}{}`)
    .join('\n');
}

/** A number and its title stand apart by more than a space, as LaTeX prints them. */
function headingLatex(text: string): string {
  return escapeLatex(text).replace(/^((?:Section )?[\dIVXA-Z]+(?:\.\d+)*[.):]?) (?=\p{L})/u, (match, label: string) =>
    /\d|[.):]$/u.test(label) ? `${label}\\quad ` : match,
  );
}

function listLatex(list: List): string {
  const items = list.items.map((item, index) => {
    const label = list.marks === 'bullet' ? '' : `[{${escapeLatex(markOf(list.marks, index))}}]`;
    return `\\item${label} ${inlineLatex(item.text)}${item.list ? `\n${listLatex(item.list)}` : ''}`;
  });
  return `\\begin{itemize}\n${items.join('\n')}\n\\end{itemize}`;
}

export interface Measures {
  readonly width: number;
  readonly size: number;
}

type BlockWriter = (block: Block, measures: Measures) => string;

/** A block; `write` is how blocks within it are set, where that is not the same way. */
export function blockLatex(block: Block, measures: Measures, write: BlockWriter = blockLatex): string {
  const inner = (blocks: readonly Block[], width = measures.width): string =>
    blocks.map((child) => write(child, { ...measures, width })).join('\n\n');
  switch (block.kind) {
    case 'heading':
      return `\\${LEVELS[block.level - 1]}*{${headingLatex(block.text)}}`;
    case 'paragraph':
      return `${block.lead ? `${inlineLatex(block.lead)} ` : ''}${inlineLatex(block.text)}${block.note ? `\\footnote{${inlineLatex(block.note)}}` : ''}`;
    case 'list':
      return listLatex(block);
    case 'table': {
      const caption = block.caption ? captionLatex(block.caption) : '';
      return [
        block.captionBelow ? '' : caption,
        `{\\small ${tableLatex(block, measures.width, measures.size)}}`,
        block.note ? `{\\footnotesize ${inlineLatex(block.note)}\\par}` : '',
        block.captionBelow ? caption : '',
      ]
        .filter(Boolean)
        .join('\n');
    }
    case 'code':
      return `{\\small\\begin{verbatim}\n${block.text}\n\\end{verbatim}}`;
    case 'chart':
      return `\\begin{center}\\footnotesize\n${block.bars.map(([name, value]) => `\\makebox[9em][l]{${escapeLatex(name)}}\\rule{${value}pt}{6pt} ${value}\\hspace*{${110 - value}pt}`).join('\\\\\n')}\n\\end{center}\n${captionLatex(block.caption)}`;
    case 'aside':
      return `\\medskip\\noindent\\fbox{\\parbox{0.94\\linewidth}{${block.title ? `\\textbf{${escapeLatex(block.title)}}\\par\\smallskip ` : ''}${inner(block.blocks, measures.width * 0.9)}}}\\medskip`;
    case 'fields':
      return `\\medskip\\noindent ${block.pairs.map(([label, value]) => `\\makebox[8em][l]{\\textbf{${escapeLatex(label)}}}${escapeLatex(value)}`).join('\\\\\n')}\\medskip`;
    case 'lines':
      return `\\medskip{\\raggedright\\noindent ${block.lines.map(inlineLatex).join('\\\\{}\n')}\\par}\\medskip`;
    case 'toc':
      return `\\medskip\\noindent ${block.entries.map((entry) => `\\makebox[\\linewidth]{${entry.level > 1 ? '\\hspace*{1.5em}' : ''}${escapeLatex(entry.text)}\\dotfill ${entry.page}}`).join('\\\\\n')}`;
    case 'side-by-side':
      return `\\noindent\\begin{minipage}[t]{${(block.share * 0.96).toFixed(2)}\\linewidth}${inner(block.left)}\\end{minipage}\\hfill\\begin{minipage}[t]{${((1 - block.share) * 0.96).toFixed(2)}\\linewidth}${inner(block.right)}\\end{minipage}`;
    case 'equation':
      return `\\[ ${block.latex} \\]`;
    case 'quote':
      return `\\begin{quote}${inlineLatex(block.text)}\\end{quote}`;
    case 'page-break':
      return '\\clearpage';
  }
}

function preamble(name: string, source: Source, look: Look, kind: LatexClass): string {
  const size = look.size < 10.5 ? 10 : look.size < 11.5 ? 11 : 12;
  const paper = look.paper === 'letter' ? 'letterpaper' : 'a4paper';
  const options = [
    `${size}pt`,
    paper,
    ...(look.columns === 2 ? ['twocolumn'] : []),
    ...(look.paper === 'landscape' ? ['landscape'] : []),
  ].join(',');
  const classes: Readonly<Record<LatexClass, string>> = {
    article: `[${options}]{article}`,
    scrartcl: `[${options}]{scrartcl}`,
    ieee: '[conference]{IEEEtran}',
    llncs: '{llncs}',
  };
  const own = kind === 'article' || kind === 'scrartcl';
  return [
    `\\documentclass${classes[kind]}`,
    '\\usepackage[utf8]{inputenc}\\usepackage{textcomp}\\usepackage{xcolor}\\usepackage{array,booktabs,multirow,longtable}',
    `\\definecolor{accent}{HTML}{${look.color.slice(1).toUpperCase()}}`,
    ...(own
      ? [`\\usepackage[margin=${look.margin}pt]{geometry}`, randomOf(`font ${name}`).pick(FONTS[look.font])]
      : []),
    ...(kind === 'article' ? ['\\usepackage{titlesec}', headingFormats(look)] : []),
    ...(own
      ? [
          '\\usepackage{fancyhdr}\\fancyhf{}\\renewcommand{\\headrulewidth}{0pt}',
          `\\fancyhead[L]{\\footnotesize ${escapeLatex(source.header ?? '')}}\\fancyfoot[L]{\\footnotesize ${escapeLatex(source.footer ?? '')}}`,
          source.pageNumbers ? '\\fancyfoot[R]{\\footnotesize\\thepage}' : '',
          '\\pagestyle{fancy}',
        ]
      : ['\\pagestyle{empty}']),
    ...(own && !look.indent ? ['\\setlength{\\parindent}{0pt}\\setlength{\\parskip}{5pt}'] : []),
    ...(look.justify ? [] : ['\\AtBeginDocument{\\raggedright}']),
    ...(look.hyphenate ? [] : ['\\hyphenpenalty=10000\\tolerance=3000']),
    '\\emergencystretch=2em',
  ].join('\n');
}

function front(source: Source, kind: LatexClass): string {
  if (!source.title) return '';
  const [names, ...more] = source.byline ?? [];
  const place = more.map(escapeLatex).join('\\\\');
  const authors: Readonly<Record<LatexClass, string>> = {
    article: (source.byline ?? []).map(escapeLatex).join('\\\\'),
    scrartcl: (source.byline ?? []).map(escapeLatex).join('\\\\'),
    ieee: `\\IEEEauthorblockN{${escapeLatex(names ?? '')}}\\IEEEauthorblockA{${place}}`,
    llncs: escapeLatex(names ?? ''),
  };
  return [
    `\\title{${escapeLatex(source.title)}}\\author{${authors[kind]}}\\date{}`,
    kind === 'llncs' && place ? `\\institute{${place}}` : '',
    `\\maketitle\\thispagestyle{${kind === 'article' || kind === 'scrartcl' ? 'fancy' : 'empty'}}`,
    source.abstract
      ? `\\begin{abstract}${kind === 'scrartcl' ? '\\noindent\\textbf{Abstract}\\par ' : ''}${inlineLatex(source.abstract)}\\end{abstract}`
      : '',
  ].join('\n');
}

/** One LaTeX document for pdflatex. */
export function latexOf(name: string, source: Source, look: Look): string {
  const kind = latexClassOf(name, look);
  const whole = (look.paper === 'landscape' ? 842 : 595) - 2 * look.margin;
  const width = kind === 'ieee' ? 250 : kind === 'llncs' ? 345 : look.columns === 2 ? (whole - 10) / 2 : whole;
  return `${preamble(name, source, look, kind)}\n\\begin{document}\n${front(source, kind)}\n${source.blocks.map((block) => blockLatex(block, { width, size: look.size })).join('\n\n')}\n\\end{document}\n`;
}
