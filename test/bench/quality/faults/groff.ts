import type { Block, Cell, List, Table } from '../corpus/model.ts';
import { markOf } from '../corpus/truth.ts';
import type { Printable } from './printable.ts';
import { marked } from './marks.ts';

/** A request begins with a full stop or an apostrophe: `\&` keeps them text. */
const escape = (text: string): string => text.replaceAll('\\', '\\e').replaceAll(/^[.']/gmu, '\\&$&');

const WRAPS = {
  bold: ['\\fB', '\\fP'],
  italic: ['\\fI', '\\fP'],
  raised: ['\\*{', '\\*}'],
  lowered: ['\\d\\s-2', '\\s+2\\u'],
} as const;

function inline(text: string): string {
  return marked(text, escape, (inner, style) => (style ? `${WRAPS[style][0]}${inner}${WRAPS[style][1]}` : inner));
}

function listGroff(list: List): string {
  return list.items
    .map(
      (item, index) =>
        `.IP "${list.marks === 'bullet' ? '\\(bu' : markOf(list.marks, index)}" 3\n${inline(item.text)}${item.list ? `\n.RS\n${listGroff(item.list)}\n.RE` : ''}`,
    )
    .join('\n');
}

/** The entry of a cell that tbl sets: long text as a block, so that it wraps. */
const entry = (cell: Cell | undefined): string =>
  (cell?.text.length ?? 0) > 30 ? `T{\n${inline(cell?.text ?? '')}\nT}` : inline(cell?.text ?? '');

/** Format and data of each row: `s` is a column that the cell to its left spans, `^` one that the cell above spans. */
function tblRows(table: Table): { formats: readonly string[]; data: readonly string[] } {
  const columns = Math.max(...table.rows.map((row) => row.reduce((sum, cell) => sum + (cell.colSpan ?? 1), 0)));
  const held: number[] = Array.from({ length: columns }, () => 0);
  const rows = table.rows.map((row) => {
    const format: string[] = [];
    const texts: string[] = [];
    const rest: Cell[] = [...row];
    for (let column = 0; column < columns;) {
      if (held[column]! > 0) {
        held[column]!--;
        format.push('^');
        texts.push('\\^');
        column++;
        continue;
      }
      const cell = rest.shift();
      const span = cell?.colSpan ?? 1;
      format.push({ left: 'l', center: 'c', right: 'r' }[cell?.align ?? 'left'] + (cell?.bold ? 'b' : ''));
      for (let more = 1; more < span; more++) format.push('s');
      texts.push(entry(cell));
      held.fill((cell?.rowSpan ?? 1) - 1, column, column + span);
      column += span;
    }
    return { format: format.join(' '), text: texts.join('\t') };
  });
  return {
    formats: rows.map(({ format }) => format),
    data: rows.flatMap(({ text }) => (table.look === 'rows' ? [text, '_'] : [text])),
  };
}

/** Input of tbl; a table with header rows repeats them on each page. */
function tableGroff(table: Table): string {
  const { formats, data } = tblRows(table);
  const frame = table.look === 'grid' ? 'allbox, ' : table.look === 'boxed' ? 'box, ' : '';
  const headed = table.headerRows > 0;
  const head = headed ? [...data.slice(0, table.headerRows * (table.look === 'rows' ? 2 : 1)), '.TH'] : [];
  const caption = table.caption ? ['.LP', inline(table.caption)] : [];
  return [
    ...(table.captionBelow ? [] : caption),
    headed ? '.TS H' : '.TS',
    `${frame}expand tab(\t);`,
    `${formats.join('\n')}.`,
    ...head,
    ...data.slice(headed ? head.length - 1 : 0),
    '.TE',
    ...(table.note ? ['.LP', inline(table.note)] : []),
    ...(table.captionBelow ? caption : []),
  ].join('\n');
}

function blockGroff(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `.SH ${block.level}\n${inline(block.text)}`;
    case 'paragraph':
      return `.PP\n${inline(block.lead ? `${block.lead} ${block.text}` : block.text)}`;
    case 'list':
      return listGroff(block);
    case 'table':
      return tableGroff(block);
    case 'code':
      return `.LP\n.nf\n.ft CR\n${block.text.split('\n').map(escape).join('\n')}\n.ft P\n.fi`;
    case 'fields':
      return `.LP\n.nf\n.ta 9m\n${block.pairs.map(([label, value]) => `\\fB${escape(label)}\\fP\t${escape(value)}`).join('\n')}\n.fi`;
    case 'lines':
      return `.LP\n.nf\n${block.lines.map(inline).join('\n')}\n.fi`;
    case 'toc':
      return `.LP\n.nf\n${block.entries.map((entry) => `${inline(entry.text)} ........ ${entry.page}`).join('\n')}\n.fi`;
    case 'quote':
      return `.QP\n${inline(block.text)}`;
    case 'page-break':
      return '.bp';
    case 'aside':
    case 'chart':
    case 'equation':
    case 'side-by-side':
      return '';
  }
}

/** The document with the macros of `-ms`. */
export function groffOf({ source, columns, look }: Printable): string {
  const set = look
    ? [
        `.nr PS ${look.size}`,
        `.nr VS ${(look.size * Math.max(1.15, look.leading)).toFixed(1)}`,
        `.fam ${look.font === 'sans' || look.font === 'condensed' ? 'H' : look.font === 'slab' ? 'P' : 'T'}`,
        `.nr PO ${look.margin}p`,
        `.nr LL ${(look.paper === 'letter' ? 612 : 595) - 2 * look.margin}p`,
        ...(look.indent ? [] : ['.nr PI 0', `.nr PD ${Math.round(look.size * 0.6)}p`]),
        ...(look.justify ? [] : ['.ad l']),
        ...(look.hyphenate ? [] : ['.nr HY 0']),
      ]
    : ['.nr PS 10'];
  return `${[
    ...set,
    ...(source.title ? ['.TL', inline(source.title)] : []),
    ...(source.byline ? ['.AU', ...source.byline.map(inline)] : []),
    ...(source.abstract ? ['.AB', inline(source.abstract), '.AE'] : []),
    ...(columns > 1 ? ['.2C'] : []),
    ...source.blocks.map(blockGroff),
  ].join('\n')}\n`;
}
