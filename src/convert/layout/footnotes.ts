import type { LayoutBlock, TextStyle } from './page-model.ts';
import type { Stroke } from './rules.ts';

/** Marks small text at the foot of the page: below a short rule, or after smaller text has begun that starts with a mark. */
export function markFootnotes(
  blocks: readonly LayoutBlock[],
  level: readonly Stroke[],
  styles: readonly TextStyle[],
  height: number,
): LayoutBlock[] {
  const counts = new Map<number, number>();
  for (const block of blocks)
    if (block.kind === 'text')
      counts.set(styles[block.style]!.size, (counts.get(styles[block.style]!.size) ?? 0) + block.chars);
  let body = 0;
  let most = 0;
  for (const [size, count] of counts) {
    if (count > most) {
      most = count;
      body = size;
    }
  }
  const marked = blocks.map((block) => {
    if (
      block.kind !== 'text' ||
      block.edge === 'top' ||
      (block.edge === 'side' && block.box[1] < 0.5 * height) ||
      block.role !== undefined ||
      block.box[1] < 0.4 * height
    )
      return block;
    if (styles[block.style]!.size > body - 0.7) return block;
    const hasMark =
      block.label?.kind === 'note' ||
      (block.content[0]?.kind === 'text' &&
        /^(?:\d{1,3}|[*†‡§¶#]{1,3})(?=\s|\p{Lu})/u.test((block.label?.text ?? '') + block.content[0].text));
    const ruled = level.some(
      (stroke) =>
        stroke.at < block.box[1] + 2 &&
        stroke.at > block.box[1] - 60 &&
        Math.abs(stroke.from - block.column[0]) < 12 &&
        stroke.to - stroke.from < 0.6 * Math.max(200, block.column[1] - block.column[0]),
    );
    return hasMark || (ruled && block.box[1] > 0.5 * height) ? { ...block, role: 'footnote' as const } : block;
  });
  return notesLast(withNeighbours(marked, styles, body));
}

const isNote = (block: LayoutBlock | undefined): boolean => block?.kind === 'text' && block.role === 'footnote';

/** Small text between two notes, or at the column's foot before one, goes with them: a note that began on the page before. */
function withNeighbours(blocks: readonly LayoutBlock[], styles: readonly TextStyle[], body: number): LayoutBlock[] {
  return blocks.map((block, index) => {
    if (
      block.kind !== 'text' ||
      block.role !== undefined ||
      block.edge !== undefined ||
      styles[block.style]!.size > body - 0.7
    )
      return block;
    const near = [blocks[index - 1], blocks[index + 1]].some(
      (other) =>
        isNote(other) &&
        other?.kind === 'text' &&
        other.style === block.style &&
        Math.abs(other.column[0] - block.column[0]) < 20,
    );
    return near ? { ...block, role: 'footnote' as const } : block;
  });
}

/** Notes below the first of two columns are read after the second. */
function notesLast(blocks: readonly LayoutBlock[]): LayoutBlock[] {
  const first = blocks.findIndex(isNote);
  if (
    first < 0 ||
    !blocks.slice(first).some((block) => !isNote(block) && !(block.kind === 'text' && block.edge === 'bottom'))
  )
    return [...blocks];
  const end = blocks.findLastIndex((block) => !(block.kind === 'text' && block.edge === 'bottom')) + 1;
  const body = blocks.slice(0, end);
  return [...body.filter((block) => !isNote(block)), ...body.filter(isNote), ...blocks.slice(end)];
}
