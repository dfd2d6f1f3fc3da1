import { execFileSync } from 'node:child_process';

interface Tag {
  readonly name: string;
  readonly attributes: Map<string, string>;
  readonly text: string;
  readonly children: Tag[];
}

function tagOf(name: string, text = ''): Tag {
  return { name, attributes: new Map(), text, children: [] };
}

/** Reads what `pdfinfo -struct-text` prints: two spaces a level, texts in quotes, attributes with a slash. */
export function readTags(printed: string): Tag {
  const root = tagOf('Root');
  const stack: Tag[] = [root];
  for (const line of printed.split('\n')) {
    const depth = Math.floor((/^ */u.exec(line)?.[0].length ?? 0) / 2);
    const text = line.trim();
    if (text === '' || text.startsWith('Object ')) continue;
    const attribute = /^\/(\w+) (.*)$/u.exec(text);
    if (attribute) {
      stack.at(-1)?.attributes.set(attribute[1] ?? '', attribute[2] ?? '');
      continue;
    }
    stack.length = Math.min(stack.length, depth + 1);
    const tag = text.startsWith('"') ? tagOf('#text', text.slice(1, -1)) : tagOf(/^[\w-]+/u.exec(text)?.[0] ?? '?');
    (stack.at(-1) ?? root).children.push(tag);
    if (tag.name !== '#text') stack.push(tag);
  }
  return root;
}

const BLOCKS = new Set([
  'P',
  'L',
  'LI',
  'Table',
  'H1',
  'H2',
  'H3',
  'H4',
  'H5',
  'H6',
  'H',
  'Title',
  'Caption',
  'Note',
  'Figure',
  'BlockQuote',
  'TOC',
  'TOCI',
  'Sect',
  'Part',
  'Div',
  'Art',
  'Document',
  'Code',
  'Formula',
  'NonStruct',
  'Form',
  'Index',
  'Aside',
]);

function isBlock({ name }: Tag): boolean {
  return BLOCKS.has(name);
}

function textOf(tag: Tag): string {
  return tag.name === '#text' ? tag.text : tag.children.map(textOf).join(tag.children.some(isBlock) ? ' ' : '');
}

function collapsed(tag: Tag): string {
  return textOf(tag).replaceAll(/\s+/gu, ' ').trim();
}

function rowsOf(tag: Tag): Tag[] {
  return tag.children.flatMap((child) =>
    child.name === 'TR' ? [child] : ['THead', 'TBody', 'TFoot'].includes(child.name) ? rowsOf(child) : [],
  );
}

function spanOf(cell: Tag, name: string): string {
  const value = Number(cell.attributes.get(name) ?? 1);
  return value > 1 ? ` ${name.toLowerCase()}="${value}"` : '';
}

function cellOf(cell: Tag): string {
  return `<td${spanOf(cell, 'RowSpan')}${spanOf(cell, 'ColSpan')}>${collapsed(cell).replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</td>`;
}

function tableOf(tag: Tag): string {
  return `<table>${rowsOf(tag)
    .map(
      (row) =>
        `<tr>${row.children
          .filter(({ name }) => name === 'TD' || name === 'TH')
          .map(cellOf)
          .join('')}</tr>`,
    )
    .join('')}</table>`;
}

function itemOf(tag: Tag, depth: number): string {
  const inner = tag.children.flatMap((child) => (child.name === 'LBody' ? child.children : [child]));
  const text = inner
    .filter(({ name }) => name !== 'L' && name !== 'Lbl')
    .map(collapsed)
    .join(' ')
    .trim();
  const label = collapsed(tag.children.find(({ name }) => name === 'Lbl') ?? tagOf('none'));
  const mark = /^\d+\.$/u.test(label) ? label : /[\p{L}\d]/u.test(label) ? `- ${label}` : '-';
  return [
    `${'  '.repeat(depth)}${mark} ${text}`,
    ...inner.filter(({ name }) => name === 'L').map((list) => listOf(list, depth + 1)),
  ].join('\n');
}

function listOf(tag: Tag, depth: number): string {
  return tag.children
    .filter(({ name }) => name === 'LI' || name === 'L')
    .map((child) => (child.name === 'LI' ? itemOf(child, depth) : listOf(child, depth + 1)))
    .join('\n');
}

/** Markdown of a structure tree, in the public benchmark's conventions. */
export function markdownOfTags(tag: Tag): string {
  const heading = /^(?:H(\d?)|Title)$/u.exec(tag.name);
  if (heading) return collapsed(tag) ? `${'#'.repeat(Number(heading[1] ?? '') || 1)} ${collapsed(tag)}` : '';
  if (tag.name === 'Table') return tableOf(tag);
  if (tag.name === 'L') return listOf(tag, 0);
  if (tag.children.some(isBlock)) return tag.children.map(markdownOfTags).filter(Boolean).join('\n\n');
  return collapsed(tag);
}

/** The truth that a tagged PDF carries, by Poppler's reading of its structure tree. */
export function truthOfTags(path: string): string {
  const printed = execFileSync('pdfinfo', ['-struct-text', path], {
    encoding: 'utf8',
    maxBuffer: 1e8,
    timeout: 60_000,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return `${markdownOfTags(readTags(printed))}\n`;
}
