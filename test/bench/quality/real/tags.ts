import { readStructure } from './structure.ts';
import type { Tag } from './structure.ts';

const BLOCKS = new Set(
  'P L LI Table H H1 H2 H3 H4 H5 H6 Title Caption Note FENote Figure BlockQuote TOC TOCI Index Code Formula'.split(' '),
);

/**
 * Whether the element is a paragraph of its own or holds some: divisions and unknown elements are what their content
 * is.
 */
function isBlock(tag: Tag): boolean {
  return BLOCKS.has(tag.name) || tag.children.some(isBlock);
}

function textOf(tag: Tag): string {
  return tag.name === '#text' ? tag.text : tag.children.map(textOf).join(tag.children.some(isBlock) ? '\n' : '');
}

/** The text on one line; words that the typesetter divided are whole again. */
function collapsed(...tags: readonly Tag[]): string {
  return tags
    .map(textOf)
    .join('')
    .replaceAll(/(\p{Ll})[-\u00ad]\s*\n\s*(?=\p{Ll})/gu, '$1')
    .replaceAll('\u00ad', '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

function rowsOf(tag: Tag): Tag[] {
  return tag.children.flatMap((child) =>
    child.name === 'TR' ? [child] : child.name === 'Table' || child.name === 'Caption' ? [] : rowsOf(child),
  );
}

function cellsOf(row: Tag): Tag[] {
  return row.children.filter(({ name }) => name === 'TD' || name === 'TH');
}

function spanOf(cell: Tag, name: string): string {
  const value = Number(cell.attributes.get(name) ?? 1);
  return value > 1 ? ` ${name.toLowerCase()}="${value}"` : '';
}

function cellOf(cell: Tag): string {
  return `<td${spanOf(cell, 'RowSpan')}${spanOf(cell, 'ColSpan')}>${collapsed(cell).replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</td>`;
}

/** A table of one row or column is a frame: what is in it stands for itself. */
function tableOf(tag: Tag): string {
  const rows = rowsOf(tag).filter((row) => cellsOf(row).length > 0);
  const caption = tag.children.filter(({ name }) => name === 'Caption').map((each) => collapsed(each));
  const filled = rows.map((row) => cellsOf(row).filter((cell) => collapsed(cell) !== '').length);
  const isFrame = filled.filter((count) => count > 0).length < 2 || Math.max(...filled) < 2;
  const body = isFrame
    ? rows.flatMap((row) => cellsOf(row).map(blocksOf))
    : [`<table>${rows.map((row) => `<tr>${cellsOf(row).map(cellOf).join('')}</tr>`).join('')}</table>`];
  return [...caption, ...body].filter(Boolean).join('\n\n');
}

function itemOf(tag: Tag, depth: number): string {
  const inner = tag.children.flatMap((child) => (child.name === 'LBody' ? child.children : [child]));
  const label = collapsed(...tag.children.filter(({ name }) => name === 'Lbl'));
  const body = inner.filter(({ name }) => name !== 'L' && name !== 'Lbl');
  const text = collapsed({ name: 'LBody', attributes: new Map(), text: '', children: body });
  const mark = /^\d+\.$/u.test(label) ? label : /[\p{L}\d]/u.test(label) ? `- ${label}` : '-';
  const first =
    text === '' && label === '' ? [] : [`${'  '.repeat(depth)}${mark} ${text.replace(/^[•▪◦‣·–]\s*/u, '')}`];
  return [...first, ...inner.filter(({ name }) => name === 'L').map((list) => listOf(list, depth + 1))].join('\n');
}

function listOf(tag: Tag, depth: number): string {
  return tag.children
    .map((child) =>
      child.name === 'LI'
        ? itemOf(child, depth)
        : child.name === 'L'
          ? listOf(child, depth + 1)
          : markdownOfTags(child),
    )
    .filter(Boolean)
    .join('\n');
}

/** Blocks of a container: what stands between them without an element of its own is a paragraph. */
function blocksOf(tag: Tag): string {
  const blocks: string[] = [];
  let inline: Tag[] = [];
  const flush = (): void => {
    blocks.push(collapsed(...inline));
    inline = [];
  };
  for (const child of tag.children) {
    if (!isBlock(child)) {
      inline.push(child);
      continue;
    }
    flush();
    blocks.push(markdownOfTags(child));
  }
  flush();
  return blocks.filter(Boolean).join('\n\n');
}

/** Markdown of a structure tree, in the public benchmark's conventions. */
export function markdownOfTags(tag: Tag): string {
  if (tag.name === 'Artifact') return '';
  const heading = /^(?:H(\d?)|Title)$/u.exec(tag.name);
  if (heading) return collapsed(tag) ? `${'#'.repeat(Number(heading[1] ?? '') || 1)} ${collapsed(tag)}` : '';
  if (tag.name === 'Table') return tableOf(tag);
  if (tag.name === 'L' && tag.children.some(({ name }) => name === 'LI' || name === 'L')) return listOf(tag, 0);
  if (tag.name === 'Code' && textOf(tag).trim().includes('\n')) return `\`\`\`\n${textOf(tag).trim()}\n\`\`\``;
  return blocksOf(tag);
}

/** The truth that the first pages of a tagged PDF carry. */
export async function truthOfTags(path: string, pages: number): Promise<string> {
  return `${markdownOfTags(await readStructure(path, pages))}\n`;
}
