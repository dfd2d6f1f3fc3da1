import { styleSheet } from './html-style.ts';
import type { Block, Cell, List, Look, Source, Table } from './model.ts';
import { markOf } from './truth.ts';

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Text with its style marks as tags. */
function inline(text: string): string {
  return escape(text)
    .replaceAll(/\*\*(.+?)\*\*/gu, '<b>$1</b>')
    .replaceAll(/(?<![\p{L}\d])_(.+?)_(?![\p{L}\d])/gu, '<i>$1</i>')
    .replaceAll(/\^(.+?)\^/gu, '<sup>$1</sup>');
}

function listHtml(list: List): string {
  const items = list.items.map((item, index) => {
    const mark =
      list.marks === 'bullet' || list.marks === 'decimal'
        ? ''
        : ` style="list-style-type:'${markOf(list.marks, index)} '"`;
    return `<li${mark}>${inline(item.text)}${item.list ? listHtml(item.list) : ''}</li>`;
  });
  return list.marks === 'decimal' ? `<ol>${items.join('')}</ol>` : `<ul>${items.join('')}</ul>`;
}

function cellHtml(cell: Cell, head: boolean): string {
  const tag = head ? 'th' : 'td';
  const attributes = [
    cell.colSpan ? ` colspan="${cell.colSpan}"` : '',
    cell.rowSpan ? ` rowspan="${cell.rowSpan}"` : '',
    ` style="text-align:${cell.align ?? 'left'}${cell.indent ? `;padding-left:${cell.indent * 14 + 4}pt` : ''}${cell.bold ? '' : ';font-weight:normal'}"`,
  ];
  return `<${tag}${attributes.join('')}>${cell.bold && !head ? `<b>${inline(cell.text)}</b>` : inline(cell.text)}</${tag}>`;
}

function rowHtml(cells: readonly Cell[], head: boolean): string {
  return `<tr>${cells.map((cell) => cellHtml(cell, head)).join('')}</tr>`;
}

function tableHtml(table: Table): string {
  const total = (table.widths ?? []).reduce((sum, width) => sum + width, 0);
  const columns = (table.widths ?? [])
    .map((width) => `<col style="width:${((100 * width) / total).toFixed(1)}%">`)
    .join('');
  const head = table.rows
    .slice(0, table.headerRows)
    .map((cells) => rowHtml(cells, true))
    .join('');
  const body = table.rows
    .slice(table.headerRows)
    .map((cells) => rowHtml(cells, false))
    .join('');
  const caption = table.caption ? `<p class="caption">${inline(table.caption)}</p>` : '';
  const grid = `<table class="${table.look}"><colgroup>${columns}</colgroup><thead>${head}</thead><tbody>${body}</tbody></table>`;
  return `<div class="table">${table.captionBelow ? '' : caption}${grid}${table.note ? `<p class="source">${inline(table.note)}</p>` : ''}${table.captionBelow ? caption : ''}</div>`;
}

/** Bars drawn as boxes with their names and values as text. */
function chartHtml(block: Extract<Block, { kind: 'chart' }>): string {
  const bars = block.bars.map(
    ([name, value]) =>
      `<div class="bar"><span class="name">${escape(name)}</span><span class="fill" style="width:${value}pt"></span><span>${value}</span></div>`,
  );
  return `<div class="figure">${bars.join('')}<p class="caption">${inline(block.caption)}</p></div>`;
}

function blockHtml(block: Block, notes: string[]): string {
  const inner = (blocks: readonly Block[]): string => blocks.map((child) => blockHtml(child, notes)).join('\n');
  switch (block.kind) {
    case 'heading':
      return `<h${block.level + 1}>${inline(block.text)}</h${block.level + 1}>`;
    case 'paragraph': {
      const mark = block.note ? `<sup>${notes.push(block.note)}</sup>` : '';
      return `<p>${block.lead ? `${inline(block.lead)} ` : ''}${inline(block.text)}${mark}</p>`;
    }
    case 'list':
      return listHtml(block);
    case 'table':
      return tableHtml(block);
    case 'code':
      return `<pre>${escape(block.text)}</pre>`;
    case 'chart':
      return chartHtml(block);
    case 'aside':
      return `<div class="aside">${block.title ? `<h4>${inline(block.title)}</h4>` : ''}${inner(block.blocks)}</div>`;
    case 'fields':
      return `<div class="fields">${block.pairs.map(([label, value]) => `<div><span class="label">${escape(label)}</span> <span>${escape(value)}</span></div>`).join('')}</div>`;
    case 'lines':
      return `<p class="lines" style="text-align:${block.align ?? 'left'}">${block.lines.map(inline).join('<br>')}</p>`;
    case 'toc':
      return `<div class="toc">${block.entries.map((entry) => `<div style="padding-left:${(entry.level - 1) * 16}pt"><span>${escape(entry.text)}</span><span class="dots"></span><span>${entry.page}</span></div>`).join('')}</div>`;
    case 'side-by-side':
      return `<div class="sides"><div style="width:${block.share * 97}%">${inner(block.left)}</div><div style="width:${(1 - block.share) * 97}%">${inner(block.right)}</div></div>`;
    case 'equation':
      return `<p class="equation"><i>${escape(block.linear)}</i></p>`;
    case 'quote':
      return `<blockquote><p>${inline(block.text)}</p></blockquote>`;
    case 'page-break':
      return '<div class="break"></div>';
  }
}

/** One HTML page for Chromium. */
export function htmlOf(source: Source, look: Look): string {
  const notes: string[] = [];
  const body = source.blocks.map((block) => blockHtml(block, notes)).join('\n');
  const front = [
    source.title ? `<h1>${inline(source.title)}</h1>` : '',
    source.byline ? `<p class="byline">${source.byline.map(inline).join('<br>')}</p>` : '',
    source.abstract
      ? `<div class="abstract"><h2 class="label">Abstract</h2><p>${inline(source.abstract)}</p></div>`
      : '',
  ];
  const foot =
    notes.length > 0
      ? `<div class="notes">${notes.map((note, index) => `<p><sup>${index + 1}</sup> ${inline(note)}</p>`).join('')}</div>`
      : '';
  const direction = ['ar', 'he'].includes(source.language) ? ' dir="rtl"' : '';
  return `<!doctype html><html lang="${source.language}"${direction}><head><meta charset="utf-8"><title>${escape(source.title ?? source.name)}</title><style>${styleSheet(look)}</style></head>
<body><header>${front.join('\n')}</header><main>${body}${foot}</main></body></html>`;
}
