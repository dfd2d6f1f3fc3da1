import type { DocumentBlock } from './read-document.ts';

/** The text of a document without marks, but for those of lists: a line for each row, with tabs between its cells. */
export function writeText(blocks: readonly DocumentBlock[]): string {
  let text = '';
  let before: DocumentBlock | undefined;
  for (const block of blocks) {
    if (block.text === '') continue;
    const isClose = block.continues || (before?.role === 'list-item' && block.role === 'list-item');
    text += `${before === undefined ? '' : isClose ? '\n' : '\n\n'}${markOf(block)}${block.text}`;
    before = block;
  }
  return text === '' ? '' : `${text}\n`;
}

function markOf({ role, level = 1, ordered, label, markdown }: DocumentBlock): string {
  if (role !== 'list-item') return '';
  const mark = label ?? (ordered ? (/^\s*(\d+[.)])/.exec(markdown)?.[1] ?? '-') : '-');
  return `${'  '.repeat(level - 1)}${mark} `;
}
