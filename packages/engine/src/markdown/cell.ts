import type { Block, Figure, ListItem } from '../document.ts';
import { writeInline, writeLabel } from './inline.ts';
import type { WriteOptions } from './options.ts';

const PLACE = { oneLine: true, inTable: true };

/** A cell's blocks as one line: `<br>` between paragraphs, list items with their markers, a nested table row by row. */
export function writeCellText(blocks: readonly Block[], options: WriteOptions): string {
  if (blocks.length === 0) return '';
  const plain = plainText(blocks);
  if (plain !== undefined) return plain;
  return blocks
    .map((block) => writeBlock(block, options))
    .filter((text) => text !== '')
    .join('<br>');
}

/** Most cells of long tables are one short text without anything to escape. */
function plainText([block, ...rest]: readonly Block[]): string | undefined {
  if (block?.kind !== 'paragraph' || rest.length > 0 || block.content.length !== 1) return undefined;
  const [run] = block.content;
  if (run?.kind !== 'text' || /[^\p{L}\p{N} .,;:%()/+='"€£?-]/u.test(run.text)) return undefined;
  for (const key in run) if (key !== 'kind' && key !== 'text') return undefined;
  return run.text.trim();
}

function writeBlock(block: Block, options: WriteOptions): string {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return writeInline(block.content, options, PLACE);
    case 'list':
      return block.items
        .map((item, n) => writeItem(item, block.ordered ? `${(block.start ?? 1) + n}.` : '-', options))
        .join('<br>');
    case 'table':
      return block.rows
        .map((row) =>
          row
            .map((cell) => writeCellText(cell.blocks, options))
            .filter((text) => text !== '')
            .join(' '),
        )
        .filter((row) => row !== '')
        .join('<br>');
    case 'code':
      return block.text
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((text) => writeInline([{ kind: 'text', text, code: true }], options, PLACE))
        .join('<br>');
    case 'quote':
      return writeCellText(block.blocks, options);
    case 'math':
      return writeInline([{ kind: 'math', latex: block.latex }], options, PLACE);
    case 'figure':
      return writeFigure(block, options);
    case 'footnote':
      return writeCellText(block.blocks, options);
    case 'thematic-break':
    case 'verbatim':
      return '';
  }
}

function writeFigure({ image, caption = [] }: Figure, options: WriteOptions): string {
  return [[image], caption]
    .map((content) => writeInline(content, options, PLACE))
    .filter((text) => text !== '')
    .join('<br>');
}

function writeItem(item: ListItem, marker: string, options: WriteOptions): string {
  const task = item.checked === undefined ? '' : item.checked ? '[x] ' : '[ ] ';
  const label = item.label === undefined ? '' : `${writeLabel(item.label, options, PLACE)} `;
  return `${marker} ${task}${label}${writeCellText(item.blocks, options)}`.trimEnd();
}
