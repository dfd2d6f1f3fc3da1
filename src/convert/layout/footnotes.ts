import type { LayoutBlock, TextStyle } from './page-model.ts';
import type { Stroke } from './rules.ts';

/** Marks small text at the foot of the page: below a short rule, or after smaller text has begun that starts with a mark. */
export function markFootnotes(blocks: readonly LayoutBlock[], level: readonly Stroke[], styles: readonly TextStyle[], height: number): LayoutBlock[] {
  const counts = new Map<number, number>();
  for (const block of blocks) if (block.kind === 'text') counts.set(styles[block.style]!.size, (counts.get(styles[block.style]!.size) ?? 0) + block.chars);
  let body = 0;
  let most = 0;
  for (const [size, count] of counts) {
    if (count > most) {
      most = count;
      body = size;
    }
  }
  return blocks.map((block) => {
    if (block.kind !== 'text' || block.edge === 'top' || (block.edge === 'side' && block.box[1] < 0.5 * height) || block.role !== undefined || block.box[1] < 0.4 * height) return block;
    if (styles[block.style]!.size > body - 0.7) return block;
    const marked = block.label?.kind === 'note' || block.content[0]?.kind === 'text' && /^(?:\d{1,3}|[*†‡§¶#]{1,3})(?=\s|\p{Lu})/u.test((block.label?.text ?? '') + block.content[0].text);
    const ruled = level.some((stroke) => stroke.at < block.box[1] + 2 && stroke.at > block.box[1] - 60 && Math.abs(stroke.from - block.column[0]) < 12 && stroke.to - stroke.from < 0.6 * Math.max(200, block.column[1] - block.column[0]));
    return marked || (ruled && block.box[1] > 0.5 * height) ? { ...block, role: 'footnote' as const } : block;
  });
}
