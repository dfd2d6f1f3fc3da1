import { captionLatex, tableLatex } from '../quality/corpus/latex-tables.ts';
import { escapeLatex, inlineLatex } from '../quality/corpus/latex-text.ts';
import type { Block, List, Look, Source, Table } from '../quality/corpus/model.ts';
import { randomOf } from '../quality/corpus/random.ts';
import { blockLatex } from '../quality/corpus/render-latex.ts';
import type { Measures } from '../quality/corpus/render-latex.ts';
import { markOf } from '../quality/corpus/truth.ts';
import { bylineOf, CLASSES, headed } from './latex-classes.ts';
import type { LatexClass } from './latex-classes.ts';
import { changed } from './sample.ts';
import type { Printed, Sample } from './sample.ts';

/** More rows than a column can hold are a long table, which LaTeX sets in one column only. */
const MOST_ROWS = 26;

const classOf = ({ producer }: Sample): { readonly name: string; readonly kind: LatexClass } => {
  const name = producer.slice('latex-'.length);
  const kind = CLASSES[name];
  if (!kind) throw new Error(`no class ${name}`);
  return { name, kind };
};

/** A table that needs both columns of a page. */
const isWide = (table: Table): boolean =>
  Math.max(
    ...table.rows.map((row) =>
      row.reduce((sum, { colSpan, text }) => sum + (colSpan ?? 1) + Math.min(1, text.length / 30), 0),
    ),
  ) > 5;

const withoutLabel = (caption: string): string => caption.replace(/^(?:Table|Figure) \d+[:.]? ?/u, '');

/** Captions as the class prints them, and what floats: captioned blocks, and tables that are too wide for a column. */
function withFloats({ floats, look, source }: Sample, kind: LatexClass): { blocks: Block[]; floating: Set<Block> } {
  const floating = new Set<Block>();
  const counts = { Table: 0, Figure: 0 };
  const captions = kind.captionEnd !== undefined;
  const label = (word: keyof typeof counts, caption: string): string =>
    `${word} ${++counts[word]}${kind.captionEnd ?? ':'} ${withoutLabel(caption)}`;
  const isNarrow = columnsOf(kind, look) > 1;
  const floated = (block: Block): Block => {
    if (block.kind !== 'table' && block.kind !== 'chart') return block;
    const { caption, ...bare } = block;
    const isForced = isNarrow && block.kind === 'table' && isWide(block);
    const mayFloat = floats && captions && kind.commands[0] === 'section' && caption;
    if (!isForced && (!mayFloat || (block.kind === 'table' && block.rows.length > MOST_ROWS))) return block;
    const word = block.kind === 'table' ? 'Table' : 'Figure';
    const made = (caption && captions ? { ...bare, caption: label(word, caption) } : bare) as Block;
    floating.add(made);
    return made;
  };
  const fitted = changed(source.blocks, (block) =>
    block.kind === 'table' && isNarrow ? [{ ...block, rows: block.rows.slice(0, MOST_ROWS) }] : [block],
  );
  return { floating, blocks: headed(fitted, kind, look.headings.numbering !== 'none').map(floated) };
}

const columnsOf = (kind: LatexClass, look: Look): number =>
  kind.columns.includes(look.columns) ? look.columns : (kind.columns[0] ?? 1);

/** What the class prints of a sample: numbers, captions, the names of authors. */
export function latexPrinted(sample: Sample): Printed {
  const { name, kind } = classOf(sample);
  const { source } = sample;
  const { blocks, floating } = withFloats(sample, kind);
  const byline = bylineOf(name, source);
  const { abstract, header, ...rest } = source;
  const asBlock = abstract && source.title && kind.abstract !== 'heading';
  const first: Block[] = asBlock ? [{ kind: 'paragraph', text: `Abstract${kind.abstract}${abstract}` }] : [];
  return {
    floating,
    source: {
      ...rest,
      ...(byline && source.title ? { byline } : {}),
      ...(abstract && source.title && !asBlock ? { abstract } : {}),
      ...(header && !kind.own ? { header } : {}),
      pageNumbers: source.pageNumbers && !kind.own,
      blocks: [...first, ...blocks],
    },
  };
}

/** Lists as people write them: the class chooses the signs where they are bullets or numbers. */
function listLatex(list: List, depth = 0): string {
  const isNatural = list.marks === 'bullet' || (list.marks === 'decimal' && depth === 0);
  const environment = list.marks === 'decimal' && depth === 0 ? 'enumerate' : 'itemize';
  const items = list.items.map((item, index) => {
    const mark = isNatural ? '' : `[{${escapeLatex(markOf(list.marks, index))}}]`;
    const below = list.marks === 'decimal' ? 0 : depth;
    return `\\item${mark} ${inlineLatex(item.text)}${item.list ? `\n${listLatex(item.list, below + 1)}` : ''}`;
  });
  return `\\begin{${environment}}\n${items.join('\n')}\n\\end{${environment}}`;
}

function floatLatex(
  block: Extract<Block, { kind: 'table' | 'chart' }>,
  measures: Measures,
  overColumns: boolean,
): string {
  const star = overColumns ? '*' : '';
  const caption = block.caption ? `\\caption{${inlineLatex(withoutLabel(block.caption))}}` : '';
  if (block.kind === 'chart')
    return `\\begin{figure}[tbp]\n${blockLatex({ ...block, caption: '' }, measures).replace(captionLatex(''), '')}\n${caption}\\end{figure}`;
  const body = tableLatex(block, measures.width, measures.size).replaceAll(/\\(?:begin|end)\{center\}/gu, '');
  const note = block.note ? `\\par\\smallskip{\\footnotesize ${inlineLatex(block.note)}}` : '';
  const [above, below] = block.captionBelow ? ['', caption] : [caption, ''];
  return `\\begin{table${star}}[tbp]\\centering\\small${above}\n${body}${note}${below}\\end{table${star}}`;
}

const FONTS: Readonly<Record<Look['font'], readonly string[]>> = {
  // Computer Modern as Type 1; with T1 and no outlines of its own as Type 3; Latin Modern; Times
  serif: [
    '',
    '\\usepackage{cmap}\\usepackage[T1]{fontenc}',
    '\\usepackage[T1]{fontenc}\\usepackage{lmodern}',
    '\\usepackage{mathptmx}',
  ],
  sans: [
    '\\usepackage[T1]{fontenc}\\usepackage[scaled]{helvet}\\renewcommand{\\familydefault}{\\sfdefault}',
    '\\usepackage[T1]{fontenc}\\usepackage{lmodern}\\renewcommand{\\familydefault}{\\sfdefault}',
  ],
  slab: ['\\usepackage[T1]{fontenc}\\usepackage{charter}', '\\usepackage[T1]{fontenc}\\usepackage{bookman}'],
  condensed: ['\\usepackage[T1]{fontenc}\\usepackage{mathpazo}', ''],
};

function preamble({ name: seed, look, source }: Sample, name: string, kind: LatexClass): string {
  const paper = look.paper === 'letter' ? 'letterpaper' : 'a4paper';
  const columns = columnsOf(kind, look);
  const random = randomOf(`latex ${seed}`);
  return [
    `\\documentclass${kind.options(look.size, paper, columns)}`,
    '\\usepackage[utf8]{inputenc}\\usepackage{textcomp,xcolor,array,booktabs,multirow,longtable,amsmath,amssymb}',
    ...(kind.own
      ? ['\\pagestyle{empty}\\AtBeginDocument{\\thispagestyle{empty}}']
      : [`\\usepackage[margin=${look.margin}pt]{geometry}`]),
    ...(kind.own ? [] : [random.pick(FONTS[look.font])]),
    ...(kind.own ? [] : [running(source)]),
    name === 'proceedings'
      ? '\\usepackage{titlesec}\\titleformat{\\section}{\\sffamily\\bfseries}{\\thesection}{1em}{\\MakeUppercase}\\titleformat{\\subsection}{\\sffamily\\bfseries}{\\thesubsection}{1em}{}'
      : '',
    ...(kind.own || look.indent ? [] : ['\\setlength{\\parindent}{0pt}\\setlength{\\parskip}{5pt}']),
    ...(kind.own ? [] : [`\\linespread{${(look.leading / 1.2).toFixed(2)}}`]),
    ...(look.justify || kind.own ? [] : ['\\AtBeginDocument{\\raggedright}']),
    '\\emergencystretch=3em',
  ].join('\n');
}

function running({ header, pageNumbers }: Source): string {
  if (!header)
    return pageNumbers
      ? '\\pagestyle{plain}'
      : '\\pagestyle{empty}\\makeatletter\\let\\ps@plain\\ps@empty\\makeatother';
  const style = `\\fancyhf{}\\renewcommand{\\headrulewidth}{0.4pt}\\fancyhead[L]{\\small ${escapeLatex(header)}}${pageNumbers ? '\\fancyfoot[C]{\\thepage}' : ''}`;
  return `\\usepackage{fancyhdr}${style}\\fancypagestyle{plain}{${style}}\\pagestyle{fancy}\\setlength{\\headheight}{14pt}`;
}

/** One document for pdfLaTeX, as the class wants it: sections, lists, floats and formulas in the usual commands. */
export function latexOf(sample: Sample, { source: printed, floating }: Printed): string {
  const { name, kind } = classOf(sample);
  const { look, source } = sample;
  const whole = (look.paper === 'letter' ? 612 : 595) - 2 * look.margin;
  const columns = columnsOf(kind, look);
  const width = name === 'IEEEtran' ? 250 : name === 'llncs' ? 345 : columns > 1 ? (whole - 10) / 2 : whole;
  const numbered = look.headings.numbering !== 'none';
  const original = source.blocks.flatMap((block) =>
    block.kind === 'heading' && block.level <= kind.commands.length ? [block.text] : [],
  );
  const top = new Set(printed.blocks);
  const star = (block: Block): boolean => columns > 1 && block.kind === 'table' && isWide(block);
  const write = (block: Block, measures: Measures): string => {
    if (block.kind === 'heading' && top.has(block))
      return `\\${kind.commands[block.level - 1]}${numbered ? '' : '*'}{${escapeLatex(original.shift() ?? block.text)}}`;
    if (block.kind === 'heading') return `\\medskip\\noindent\\textbf{${escapeLatex(block.text)}}\\par`;
    if (block.kind === 'list') return listLatex(block);
    if (block.kind === 'equation' && block.number)
      return `\\begin{equation*}${block.latex}\\tag{${block.number}}\\end{equation*}`;
    if ((block.kind === 'table' || block.kind === 'chart') && floating.has(block))
      return floatLatex(block, star(block) ? { ...measures, width: whole } : measures, star(block));
    return blockLatex(block, measures, write);
  };
  const abstracted =
    kind.abstract !== 'heading' && source.abstract && source.title ? printed.blocks.slice(1) : printed.blocks;
  const body = abstracted.map((block) => write(block, { width, size: look.size })).join('\n\n');
  return `${preamble(sample, name, kind)}\n\\begin{document}\n${kind.front(source, columns)}\n${body}\n\\end{document}\n`;
}
