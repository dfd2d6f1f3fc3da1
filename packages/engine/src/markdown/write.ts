import type { Block, Cell, Code, Heading, Inline, List, ListItem, Table } from '../document.ts';
import { escapeLatex } from './escape.ts';
import { writeHtmlTable } from './html.ts';
import { footnoteLabel, longestRun, writeInline, writeLabel } from './inline.ts';
import { indent, makeShift, moved } from './item-span.ts';
import type { ItemSpan, WrittenItems } from './item-span.ts';
import { DEFAULT_WRITE_OPTIONS } from './options.ts';
import type { WriteOptions } from './options.ts';
import { isSafeUrl } from './safe-url.ts';
import { sanitizeMarkdown } from './sanitize.ts';
import { isRepeatedBelow, layGrid, needsHtml, writeDelimiters } from './table.ts';
import { writeGridRow } from './grid-row.ts';

/** Writes a document block by block; keeps only the state that the next block's separator depends on. */
export interface MarkdownWriter {
  /** The next block's Markdown; undefined for a block without content. */
  write(block: Block): WrittenBlock | undefined;
  /** The end of the document: a line end, if anything was written. */
  end(): string;
}

export interface WrittenBlock {
  /** Separates it from the block before. */
  readonly separator: '' | '\n' | '\n\n';
  /** Its Markdown, in pieces to be written in order. */
  readonly pieces: Iterable<string>;
  /** The spans of a list's items in it, in their order. */
  readonly items?: readonly ItemSpan[];
}

const TEXT = { oneLine: false, inTable: false };
const LINE = { oneLine: true, inTable: false };

/** Makes a writer of GFM (0.29): one for each document. */
export function createMarkdownWriter(options: WriteOptions = DEFAULT_WRITE_OPTIONS): MarkdownWriter {
  let started = false;
  /** Columns of the GFM table that could still go on. */
  let openColumns = 0;
  const sequence = createSequence();
  return {
    write(block) {
      if (block.kind === 'table' && block.continues && openColumns > 0) {
        const pieces = writeMoreRows(block, openColumns, options);
        return block.rows.length === 0 ? undefined : { separator: '\n', pieces };
      }
      const separator = started ? '\n\n' : '';
      openColumns = 0;
      if (block.kind === 'table' && !isWrittenAsHtml(block, options)) {
        const table = writeGfmTable(block, options);
        if (table.columns === 0) return undefined;
        openColumns = table.columns;
        sequence.next(block);
        started = true;
        return { separator, pieces: table.pieces() };
      }
      const other = sequence.next(block);
      const { text, items } = writeWithItems(block, options, other);
      if (text === '') return undefined;
      started = true;
      return { separator, pieces: [text], ...(items && { items }) };
    },
    end: () => (started ? '\n' : ''),
  };
}

function* writeMoreRows({ rows }: Table, columns: number, options: WriteOptions): Generator<string> {
  let separator = '';
  for (const row of layGrid(rows)) {
    yield separator + writeGridRow(row, columns, options);
    separator = '\n';
  }
}

/** Blocks as one string, for what is small: list items, quotes, tests. */
export function writeBlocks(blocks: readonly Block[], options: WriteOptions = DEFAULT_WRITE_OPTIONS): string {
  const writer = createMarkdownWriter(options);
  let text = '';
  for (const block of blocks) {
    const written = writer.write(block);
    if (written) text += written.separator + [...written.pieces].join('');
  }
  return text;
}

/**
 * Two lists of one kind that follow each other would be read as one: the second takes the other marker (CommonMark
 * 5.3). Says for each block in turn whether it takes it.
 */
function createSequence(): { next(block: Block): boolean } {
  let last: { ordered: boolean; other: boolean } | undefined;
  return {
    next(block) {
      if (block.kind !== 'list') {
        last = undefined;
        return false;
      }
      const other = last?.ordered === block.ordered && !last.other;
      last = { ordered: block.ordered, other };
      return other;
    },
  };
}

/** A block, with where its items are if it is a list. */
function writeWithItems(
  block: Block,
  options: WriteOptions,
  otherMarker: boolean,
  depth = 1,
): { readonly text: string; readonly items?: readonly ItemSpan[] } {
  return block.kind === 'list'
    ? writeList(block, options, otherMarker, depth)
    : { text: writeBlock(block, options, otherMarker) };
}

function writeBlock(block: Block, options: WriteOptions, otherMarker: boolean): string {
  switch (block.kind) {
    case 'heading':
      return writeHeading(block, options);
    case 'paragraph':
      return writeInline(block.content, options, TEXT);
    case 'list':
      return writeList(block, options, otherMarker).text;
    case 'table':
      return writeAnyTable(block, options);
    case 'code':
      return writeCode(block);
    case 'quote':
      return prefixLines(writeBlocks(block.blocks, options), '> ');
    case 'math':
      return writeFormula(block.latex);
    case 'figure':
      return joinParts(writeInline([block.image], options, LINE), block.caption, options);
    case 'footnote':
      return writeFootnote(block.label, writeBlocks(block.blocks, options));
    case 'thematic-break':
      return '---';
    case 'verbatim':
      return sanitizeMarkdown(block.markdown);
  }
}

function writeHeading({ content, level }: Heading, options: WriteOptions): string {
  const text = writeInline(content, options, LINE);
  return text === '' ? '' : `${'#'.repeat(level)} ${closeHeading(text)}`;
}

/** Number signs at the end, after a space, would close the heading and vanish. */
function closeHeading(text: string): string {
  let at = text.length;
  while (at > 0 && text[at - 1] === '#') at--;
  return at < text.length && (at === 0 || text[at - 1] === ' ') ? `${text.slice(0, at)}\\${text.slice(at)}` : text;
}

function writeFormula(latex: string): string {
  return latex.trim() === '' ? '' : `$$${escapeLatex(latex)}$$`;
}

function joinParts(first: string, caption: readonly Inline[] | undefined, options: WriteOptions): string {
  const second = caption ? writeInline(caption, options, TEXT) : '';
  return [first, second].filter((part) => part !== '').join('\n\n');
}

function writeList(list: List, options: WriteOptions, otherMarker: boolean, depth = 1): WrittenItems {
  const loose = list.items.some((item) => item.blocks.filter((block) => block.kind !== 'list').length > 1);
  const items: ItemSpan[] = [];
  let text = '';
  for (const [n, item] of list.items.entries()) {
    if (n > 0) text += loose ? '\n\n' : '\n';
    const ordered = list.ordered && item.label === undefined && item.checked === undefined;
    const marker = ordered ? `${(list.start ?? 1) + n}${otherMarker ? ')' : '.'}` : otherMarker ? '*' : '-';
    const written = writeItem({ item, marker, depth, ordered: list.ordered }, options);
    const before = text.length;
    for (const span of moved(written.items, (at) => before + at)) items.push(span);
    text += written.text;
  }
  return { text, items };
}

interface PlacedItem {
  readonly item: ListItem;
  readonly marker: string;
  readonly ordered: boolean;
  readonly depth: number;
}

function writeItem({ item, marker, ordered, depth }: PlacedItem, options: WriteOptions): WrittenItems {
  const task = item.checked === undefined ? '' : item.checked ? '[x] ' : '[ ] ';
  const label = item.label === undefined ? '' : `${writeLabel(item.label, options, LINE)} `;
  const { written, own, inner } = writeItemBlocks(item, { depth, label, task }, options);
  const width = Math.max(4, marker.length + 1);
  const prefix = `${marker} ${task}${label}`;
  const text = `${prefix}${indent(written, width)}`.trimEnd();
  const shift = makeShift(written, width, prefix.length);
  const end = own === undefined ? text.length : Math.max(prefix.trimEnd().length, shift(own));
  return { text, items: [{ start: 0, end, item, ordered, depth }, ...moved(inner, shift)] };
}

/** The blocks of an item. `own`: where those of the lists at its end begin, whose items are `inner`. */
function writeItemBlocks(
  { blocks }: ListItem,
  { depth, label, task }: { readonly depth: number; readonly label: string; readonly task: string },
  options: WriteOptions,
): { readonly written: string; readonly own: number | undefined; readonly inner: readonly ItemSpan[] } {
  const sequence = createSequence();
  // Items of lists between its paragraphs are not kept apart.
  const lists = blocks.findLastIndex(({ kind }) => kind !== 'list') + 1;
  const inner: ItemSpan[] = [];
  let own: number | undefined;
  let written = '';
  for (const [n, block] of blocks.entries()) {
    const other = sequence.next(block);
    const { items, text: plain } = writeWithItems(block, options, other, depth + 1);
    // A text in brackets would make a task of the item.
    const text = n === 0 && task === '' ? plain.replace(/^(?=\[[ x]\](?:\s|$))/i, '\\') : plain;
    if (text === '') continue;
    const before = written.length;
    written += separatorInItem(block, written === '', label + task);
    if (items && lists > 0 && n >= lists) {
      own ??= before;
      const at = written.length;
      for (const span of moved(items, (place) => at + place)) inner.push(span);
    }
    written += text;
  }
  return { written, own, inner };
}

/** A nested list may follow its item's line at once; anything else needs a blank line. */
function separatorInItem({ kind }: Block, isFirst: boolean, prefix: string): string {
  if (!isFirst) return kind === 'list' ? '\n' : '\n\n';
  return kind !== 'paragraph' && kind !== 'heading' && prefix !== '' ? '\n' : '';
}

function isWrittenAsHtml(table: Table, { spans }: WriteOptions): boolean {
  return (spans === 'html' || table.inferred === true) && needsHtml(table);
}

function writeAnyTable(table: Table, options: WriteOptions): string {
  if (isWrittenAsHtml(table, options)) {
    const caption = table.caption ? writeInline(table.caption, options, TEXT) : '';
    return `${caption === '' ? '' : `${caption}\n\n`}${writeHtmlTable(table, options)}`;
  }
  const pieces = writeGfmTable(table, options);
  return pieces.columns === 0 ? '' : [...pieces.pieces()].join('');
}

/** GFM wants exactly one header row: a table without one takes its first row for it. */
function writeGfmTable(table: Table, options: WriteOptions): { columns: number; pieces(): Iterable<string> } {
  const grid = layGrid(table.rows).filter((row, y, all) => y === 0 || !isRepeatedBelow(row, all[y + 1]));
  const columns = grid.reduce((most, row) => Math.max(most, row.length), 0);
  const [first, ...rest] = grid;
  if (!first || columns === 0) return { columns: 0, pieces: () => [] };
  const aligns: (Cell['align'] | undefined)[] = Array.from(
    { length: columns },
    (_, x) => (grid[1]?.[x] ?? first[x])?.cell.align,
  );
  const caption = table.caption ? writeInline(table.caption, options, TEXT) : '';
  return {
    columns,
    *pieces() {
      yield `${caption === '' ? '' : `${caption}\n\n`}${writeGridRow(first, columns, options)}\n${writeDelimiters(aligns)}`;
      for (const row of rest) yield `\n${writeGridRow(row, columns, options)}`;
    },
  };
}

function writeCode({ text: code, language = '' }: Code): string {
  // A line end of any kind, so that what is put before lines, in lists and quotes, stands before each.
  const text = code.replaceAll(/\r\n?/g, '\n');
  const longest = longestRun(text, /`{3,}/g, 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language.replaceAll(/[^\p{L}\p{N}+#._-]/gu, '')}\n${withoutNewlines(text)}\n${fence}`;
}

/** Where footnotes are unknown, this is a paragraph, or a link definition if it has one word. */
function writeFootnote(label: string, written: string): string {
  const text = written.replace(/^\n+/, '');
  const mark = `[^${footnoteLabel(label)}]:`;
  // Blocks that cannot begin in the line of the mark begin below it, as does a paragraph that a fence ends.
  if (/^ *(?:(?:[-*+]|\d{1,9}[.)]) +)*(?:`{3}|~{3}|[|<])|^(?:.+\n)+ *(?:`{3}|~{3})/.test(text))
    return `${mark}\n\n    ${indent(text, 4)}`;
  const isSafe = isSafeUrl(/^<?\S*/.exec(text)![0].replace('<', ''));
  return `${mark} ${isSafe ? '' : '\u200B'}${indent(text, 4)}`.trimEnd();
}

function withoutNewlines(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n') end--;
  return text.slice(0, end);
}

function prefixLines(text: string, prefix: string): string {
  return text === ''
    ? ''
    : text
        .split('\n')
        .map((line) => (line === '' ? prefix.trimEnd() : prefix + line))
        .join('\n');
}
