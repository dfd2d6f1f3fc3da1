import type { Block, Cell, List, Look, Table } from '../corpus/model.ts';
import { markOf } from '../corpus/truth.ts';
import type { Printable } from './printable.ts';
import { marked } from './marks.ts';

const escape = (text: string): string => text.replaceAll(/[\\#$*_`<>@[\]~/"'=+-]/gu, '\\$&');

const WRAPS = { bold: '#strong', italic: '#emph', raised: '#super', lowered: '#sub' } as const;

function inline(text: string): string {
  return marked(text, escape, (inner, style) => (style ? `${WRAPS[style]}[${inner}]` : inner));
}

function listTypst(list: List): string {
  const items = list.items.map((item, index) => {
    const body = `[${inline(item.text)}${item.list ? `\n${listTypst(item.list)}` : ''}]`;
    return list.marks === 'bullet' || list.marks === 'decimal'
      ? body
      : `[${escape(markOf(list.marks, index))} #h(4pt) ${body.slice(1)}`;
  });
  const plain = list.marks !== 'bullet' && list.marks !== 'decimal';
  return `#${list.marks === 'decimal' ? 'enum' : plain ? 'list.with(marker: [])' : 'list'}(${items.join(', ')})`;
}

function cellTypst(cell: Cell): string {
  const options = [
    cell.colSpan ? `colspan: ${cell.colSpan}` : '',
    cell.rowSpan ? `rowspan: ${cell.rowSpan}` : '',
    `align: ${cell.align ?? 'left'}`,
  ].filter(Boolean);
  const text = `${cell.indent ? '#h(1em)' : ''}${inline(cell.text)}`;
  return `table.cell(${options.join(', ')})[${cell.bold ? `#strong[${text}]` : text}]`;
}

const STROKES: Readonly<Record<Table['look'], string>> = {
  grid: '0.6pt',
  boxed: '(x, y) => if y == 0 { (bottom: 1pt) } else { none }',
  booktabs: '(x, y) => if y == 0 { (top: 1pt, bottom: 0.6pt) } else { none }',
  zebra: 'none',
  plain: 'none',
  rows: '(bottom: 0.4pt)',
  'header-band': 'none',
  columns: '(left: 0.4pt, right: 0.4pt)',
};

/** Stripes, and a band behind the header. */
const FILLS: Readonly<Partial<Record<Table['look'], string>>> = {
  zebra: 'fill: (x, y) => if calc.odd(y) { rgb("#eef2f6") } else { none }, ',
  'header-band': 'fill: (x, y) => if y == 0 { rgb("#dfe7ee") } else { none }, ',
};

function tableTypst(table: Table): string {
  const columns = Math.max(...table.rows.map((row) => row.reduce((sum, cell) => sum + (cell.colSpan ?? 1), 0)));
  const widths = table.widths ? `(${table.widths.map((width) => `${width}fr`).join(', ')})` : `(1fr,) * ${columns}`;
  const rows = (from: number, to?: number): string => table.rows.slice(from, to).flat().map(cellTypst).join(', ');
  const head = table.headerRows > 0 ? `table.header(${rows(0, table.headerRows)}), ` : '';
  const body = `#table(columns: ${widths}, stroke: ${STROKES[table.look]}, ${FILLS[table.look] ?? ''}${head}${rows(table.headerRows)})`;
  const caption = table.caption ? inline(table.caption) : '';
  return [
    table.captionBelow ? '' : caption,
    body,
    table.note ? inline(table.note) : '',
    table.captionBelow ? caption : '',
  ]
    .filter(Boolean)
    .join('\n\n');
}

function blockTypst(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `#heading(level: ${block.level + 1})[${inline(block.text)}]`;
    case 'paragraph':
      return `${inline(block.lead ? `${block.lead} ${block.text}` : block.text)}${block.note ? `#footnote[${inline(block.note)}]` : ''}`;
    case 'list':
      return listTypst(block);
    case 'table':
      return tableTypst(block);
    case 'code':
      return `\`\`\`\n${block.text}\n\`\`\``;
    case 'fields':
      return block.pairs
        .map(([label, value]) => `#grid(columns: (9em, 1fr), [#strong[${escape(label)}]], [${escape(value)}])`)
        .join('\n');
    case 'lines':
      return `#block[${block.lines.map(inline).join(' \\\n')}]`;
    case 'toc':
      return block.entries
        .map((entry) => `#block[${inline(entry.text)} #box(width: 1fr, repeat[.]) ${entry.page}]`)
        .join('\n');
    case 'quote':
      return `#quote(block: true)[${inline(block.text)}]`;
    case 'page-break':
      return '#pagebreak()';
    case 'aside':
      return `#block(stroke: 0.6pt, inset: 6pt, width: 100%)[${block.title ? `#heading(level: 4)[${inline(block.title)}]\n\n` : ''}${block.blocks.map(blockTypst).join('\n\n')}]`;
    case 'side-by-side':
      return `#grid(columns: (${block.share}fr, ${1 - block.share}fr), gutter: 14pt, [${block.left.map(blockTypst).join('\n\n')}], [${block.right.map(blockTypst).join('\n\n')}])`;
    case 'equation':
      return block.typst === undefined
        ? ''
        : `#math.equation(block: true, numbering: ${block.number ? '"(1)"' : 'none'})[$ ${block.typst} $]`;
    case 'chart':
      return '';
  }
}

const FONTS: Readonly<Record<Look['font'], string>> = {
  serif: 'Libertinus Serif',
  sans: 'DejaVu Sans',
  slab: 'New Computer Modern',
  condensed: 'Liberation Sans',
};
const PAPERS: Readonly<Record<Look['paper'], string>> = {
  a4: 'paper: "a4"',
  letter: 'paper: "us-letter"',
  landscape: 'paper: "a4", flipped: true',
  slide: 'paper: "presentation-16-9"',
};

/** Rules of a look: page, text, paragraphs and headings. */
function lookTypst(look: Look): string[] {
  const { style } = look.headings;
  const colored = style === 'color' || style === 'band' || style === 'ruled' ? `fill: rgb("${look.color}")` : '';
  const weight = style === 'size' || style === 'italic' ? 'weight: "regular"' : 'weight: "bold"';
  const slant = style === 'italic' ? 'style: "italic"' : '';
  return [
    `#set text(size: ${look.size}pt, font: "${FONTS[look.font]}", hyphenate: ${look.hyphenate})`,
    `#set par(justify: ${look.justify}, leading: ${(look.leading - 0.65).toFixed(2)}em${look.indent ? ', first-line-indent: 1.4em, spacing: 0.65em' : ''})`,
    `#show heading: set text(${[colored, weight, slant].filter(Boolean).join(', ')})`,
    ...(style === 'body-bold' ? ['#show heading: set text(size: 1em)'] : []),
    ...(style === 'centered' ? ['#show heading.where(level: 2): set align(center)'] : []),
  ];
}

export function typstOf({ source, columns, look }: Printable): string {
  const edges = [
    ...(source.header ? [`header: text(size: 8pt)[${inline(source.header)}]`] : []),
    ...(source.footer && !source.pageNumbers ? [`footer: text(size: 8pt)[${inline(source.footer)}]`] : []),
  ];
  const page = look
    ? [PAPERS[look.paper], `margin: ${look.margin}pt`, ...edges].join(', ')
    : 'paper: "a4", margin: 2.2cm';
  return [
    `#set page(${page}, columns: ${columns}${source.pageNumbers ? ', numbering: "1"' : ''})`,
    `#set text(lang: "${source.language}", size: 10pt)`,
    ...(look ? lookTypst(look) : []),
    ...(source.title ? [`#text(size: 20pt, weight: "bold")[${inline(source.title)}]`] : []),
    ...(source.byline ?? []).map(inline),
    ...(source.abstract ? ['#heading(level: 2)[Abstract]', inline(source.abstract)] : []),
    ...source.blocks.map(blockTypst),
  ].join('\n\n');
}
