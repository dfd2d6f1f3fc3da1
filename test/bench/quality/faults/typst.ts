import type { Block, Cell, List, Table } from '../corpus/model.ts';
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

function tableTypst(table: Table): string {
  const columns = Math.max(...table.rows.map((row) => row.reduce((sum, cell) => sum + (cell.colSpan ?? 1), 0)));
  const widths = table.widths ? `(${table.widths.map((width) => `${width}fr`).join(', ')})` : `(1fr,) * ${columns}`;
  const rows = (from: number, to?: number): string => table.rows.slice(from, to).flat().map(cellTypst).join(', ');
  const head = table.headerRows > 0 ? `table.header(${rows(0, table.headerRows)}), ` : '';
  const body = `#table(columns: ${widths}, stroke: ${STROKES[table.look]}, ${head}${rows(table.headerRows)})`;
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
      return inline(block.lead ? `${block.lead} ${block.text}` : block.text);
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
    case 'chart':
    case 'equation':
    case 'side-by-side':
      return '';
  }
}

export function typstOf({ source, columns }: Printable): string {
  return [
    `#set page(paper: "a4", margin: 2.2cm, columns: ${columns}${source.pageNumbers ? ', numbering: "1"' : ''})`,
    `#set text(lang: "${source.language}", size: 10pt)`,
    ...(source.title ? [`#text(size: 20pt, weight: "bold")[${inline(source.title)}]`] : []),
    ...(source.byline ?? []).map(inline),
    ...(source.abstract ? ['#heading(level: 2)[Abstract]', inline(source.abstract)] : []),
    ...source.blocks.map(blockTypst),
  ].join('\n\n');
}
