import type { Block, Cell, Figure, Inline, List, ListItem, Table, TextInline } from '../document.ts';
import { escapeHtml, linkDestination } from './escape.ts';
import { writeImage } from './image.ts';
import { footnoteLabel } from './inline.ts';
import type { WriteOptions } from './options.ts';

/**
 * A table as compact HTML, a line a row: for what GFM's grid cannot say. No blank line may stand in it (CommonMark
 * 4.6).
 */
export function writeHtmlTable(table: Table, options: WriteOptions): string {
  const rows = table.rows.map((row, n) => {
    const tag = n < table.headerRows ? 'th' : 'td';
    return `<tr>${row.map((cell) => writeCell(cell, tag, options)).join('')}</tr>`;
  });
  return ['<table>', ...rows, '</table>'].join('\n');
}

function writeCell(cell: Cell, tag: string, options: WriteOptions): string {
  const spans = `${(cell.rowSpan ?? 1) > 1 ? ` rowspan="${cell.rowSpan}"` : ''}${(cell.colSpan ?? 1) > 1 ? ` colspan="${cell.colSpan}"` : ''}`;
  return `<${tag}${spans}>${writeBlocks(cell.blocks, options)}</${tag}>`;
}

/** Paragraphs are separated by breaks rather than wrapped: a cell with one line is just its text. */
function writeBlocks(blocks: readonly Block[], options: WriteOptions): string {
  let written = '';
  let afterText = false;
  for (const block of blocks) {
    const text = writeBlock(block, options);
    if (text === '') continue;
    const isText = block.kind !== 'list' && block.kind !== 'table' && block.kind !== 'code';
    written += (isText && afterText ? '<br>' : '') + text;
    afterText = isText;
  }
  return written;
}

function writeBlock(block: Block, options: WriteOptions): string {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return writeHtmlInline(block.content, options);
    case 'list':
      return writeList(block, options);
    case 'table':
      return writeHtmlTable(block, options).replaceAll('\n', '');
    case 'code':
      return `<pre>${escapeHtml(block.text).replaceAll('\n', '&#10;')}</pre>`;
    case 'quote':
    case 'footnote':
      return writeBlocks(block.blocks, options);
    case 'math':
      return escapeHtml(`$$${block.latex.replaceAll(/\s+/g, ' ')}$$`);
    case 'figure':
      return writeFigure(block, options);
    case 'thematic-break':
      return '<hr>';
    case 'verbatim':
      return escapeHtml(block.markdown);
  }
}

function writeFigure({ image, caption = [] }: Figure, options: WriteOptions): string {
  return [writeHtmlInline([image], options), writeHtmlInline(caption, options)]
    .filter((text) => text !== '')
    .join('<br>');
}

function writeList({ ordered, start = 1, items }: List, options: WriteOptions): string {
  const tag = ordered ? 'ol' : 'ul';
  const from = ordered && start !== 1 ? ` start="${start}"` : '';
  return `<${tag}${from}>${items.map((item) => `<li>${writeItem(item, options)}</li>`).join('')}</${tag}>`;
}

function writeItem(item: ListItem, options: WriteOptions): string {
  const task = item.checked === undefined ? '' : item.checked ? '[x] ' : '[ ] ';
  return `${task}${item.label === undefined ? '' : `${escapeHtml(item.label)} `}${writeBlocks(item.blocks, options)}`;
}

function writeHtmlInline(content: readonly Inline[], options: WriteOptions): string {
  return content
    .map((inline) => {
      switch (inline.kind) {
        case 'text':
          return writeText(inline);
        case 'break':
          return '<br>';
        case 'image':
          return inline.asset === undefined
            ? writeImage(inline, options)
            : `<img src="${attribute(options.imageFolder + inline.asset)}" alt="${attribute(inline.alt)}">`;
        case 'footnote':
          return `[^${footnoteLabel(inline.label)}]`;
        case 'math':
          return escapeHtml(`$${inline.latex.replaceAll(/\s+/g, ' ').trim()}$`);
      }
    })
    .join('')
    .replaceAll('</b><b>', '')
    .replaceAll('</i><i>', '')
    .trim();
}

/** Line breaks with all space around them become one space. */
function onOneLine(text: string): string {
  const lines = text.split('\n');
  return lines
    .map((line, n) => (n === 0 ? line : line.trimStart()))
    .map((line, n) => (n === lines.length - 1 ? line : line.trimEnd()))
    .filter((line, n) => line !== '' || n === 0 || n === lines.length - 1)
    .join(' ');
}

function writeText(run: TextInline): string {
  let text = escapeHtml(onOneLine(run.text));
  if (text.trim() === '') return text;
  if (run.code) text = `<code>${text}</code>`;
  if (run.sup) text = `<sup>${text}</sup>`;
  if (run.sub) text = `<sub>${text}</sub>`;
  if (run.strike) text = `<s>${text}</s>`;
  if (run.italic) text = `<i>${text}</i>`;
  if (run.bold) text = `<b>${text}</b>`;
  const destination = run.href === undefined ? undefined : linkDestination(run.href);
  return destination === undefined ? text : `<a href="${attribute(destination)}">${text}</a>`;
}

function attribute(text: string): string {
  return escapeHtml(text.replaceAll(/\s+/g, ' ')).replaceAll('"', '&quot;');
}
