import type { Block, Cell, List, ListMarks, Source, Table } from './model.ts';

/** Text without its style marks, as the truth keeps it. */
export function plain(text: string): string {
  return text
    .replaceAll(/\*\*(.+?)\*\*/gu, '$1')
    .replaceAll(/(?<![\p{L}\d])_(.+?)_(?![\p{L}\d])/gu, '$1')
    .replaceAll(/\^(.+?)\^/gu, '$1');
}

const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x'];

/** The mark of an item as it is printed. */
export function markOf(marks: ListMarks, index: number): string {
  switch (marks) {
    case 'bullet':
      return '•';
    case 'dash':
      return '–';
    case 'square':
      return '▪';
    case 'decimal':
      return `${index + 1}.`;
    case 'paren':
      return `(${index + 1})`;
    case 'alpha':
      return `${'abcdefghijklmnopqrstuvwxyz'[index] ?? 'z'})`;
    case 'roman':
      return `${ROMAN[index] ?? 'x'}.`;
  }
}

function listTruth(list: List, depth: number): string {
  const bullet = ['bullet', 'dash', 'square'].includes(list.marks);
  return list.items
    .map((item, index) => {
      const mark = bullet
        ? '-'
        : list.marks === 'decimal'
          ? markOf(list.marks, index)
          : `- ${markOf(list.marks, index)}`;
      const line = `${'  '.repeat(depth)}${mark} ${plain(item.text)}`;
      return item.list ? `${line}\n${listTruth(item.list, depth + 1)}` : line;
    })
    .join('\n');
}

function spanOf(name: string, value: number | undefined): string {
  return value && value > 1 ? ` ${name}="${value}"` : '';
}

function cellTruth(cell: Cell): string {
  const text = plain(cell.text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `<td${spanOf('rowspan', cell.rowSpan)}${spanOf('colspan', cell.colSpan)}>${text}</td>`;
}

function tableTruth(table: Table): string {
  const rows = table.rows.map((row) => `<tr>${row.map(cellTruth).join('')}</tr>`).join('');
  const caption = table.caption ? [plain(table.caption)] : [];
  return [
    ...(table.captionBelow ? [] : caption),
    `<table>${rows}</table>`,
    ...(table.note ? [plain(table.note)] : []),
    ...(table.captionBelow ? caption : []),
  ].join('\n\n');
}

/** The Markdown of a block in the public benchmark's conventions: no emphasis, tables as HTML, every printed word. */
export function blockTruth(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `${'#'.repeat(block.level)} ${plain(block.text)}`;
    case 'paragraph':
      return plain(block.lead ? `${block.lead} ${block.text}` : block.text);
    case 'list':
      return listTruth(block, 0);
    case 'table':
      return tableTruth(block);
    case 'code':
      return `\`\`\`\n${block.text}\n\`\`\``;
    case 'chart':
      return [...block.bars.map(([name, value]) => `${name} ${value}`), '', block.caption].join('\n');
    case 'aside':
      return [...(block.title ? [`# ${block.title}`] : []), ...block.blocks.map(blockTruth)].join('\n\n');
    case 'fields':
      return block.pairs.map(([label, value]) => `${label} ${value}`).join('\n');
    case 'lines':
      return block.lines.map(plain).join('\n');
    case 'toc':
      return block.entries.map((entry) => `${entry.text} ... ${entry.page}`).join('\n');
    case 'side-by-side':
      return [...block.left, ...block.right].map(blockTruth).join('\n\n');
    case 'equation':
      return `$$${block.latex}${block.number ? ` \\tag{${block.number}}` : ''}$$`;
    case 'quote':
      return plain(block.text);
    case 'page-break':
      return '';
  }
}

function notesOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => (block.kind === 'paragraph' && block.note ? [block.note] : []));
}

/**
 * The truth of a whole document. Footnotes stand at the end. What repeats on each page of a longer document is left
 * out; of a single page everything printed is kept, as in the public benchmark.
 */
export function truthOf(source: Source, pages: number): string {
  const single = pages === 1;
  const front = [
    source.title ? `# ${plain(source.title)}` : '',
    (source.byline ?? []).join('\n'),
    source.abstract ? `# Abstract\n\n${plain(source.abstract)}` : '',
  ];
  const notes = notesOf(source.blocks).map((note, index) => `${index + 1} ${plain(note)}`);
  const parts = [
    single ? (source.header ?? '') : '',
    ...front,
    ...source.blocks.map(blockTruth),
    ...notes,
    single ? [source.footer ?? '', source.pageNumbers ? '1' : ''].filter(Boolean).join(' ') : '',
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}
