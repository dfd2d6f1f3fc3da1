import type { Block, HeadingLook } from './model.ts';

const ROMAN = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII'];
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

function numberOf(scheme: HeadingLook['numbering'], counts: readonly number[]): string {
  const first = counts[0] ?? 1;
  switch (scheme) {
    case 'none':
      return '';
    case 'decimal':
      return counts.join('.');
    case 'decimal-dot':
      return `${counts.join('.')}.`;
    case 'roman':
      return counts.length === 1
        ? `${ROMAN[first - 1] ?? first}.`
        : counts.length === 2
          ? `${LETTERS[(counts[1] ?? 1) - 1]}.`
          : `${counts[2] ?? 1})`;
    case 'alpha':
      return counts.length === 1 ? `${LETTERS[first - 1]}.` : `${LETTERS[first - 1]}.${counts.slice(1).join('.')}`;
    case 'section':
      return counts.length === 1 ? `Section ${first}:` : counts.join('.');
  }
}

/** Prints the numbers of a scheme before the headings. */
export function numbered(blocks: readonly Block[], scheme: HeadingLook['numbering']): Block[] {
  if (scheme === 'none') return [...blocks];
  const counts: number[] = [];
  return blocks.map((block) => {
    if (block.kind !== 'heading') return block;
    counts.length = Math.min(counts.length, block.level);
    while (counts.length < block.level) counts.push(0);
    counts[block.level - 1] = (counts[block.level - 1] ?? 0) + 1;
    return { ...block, text: `${numberOf(scheme, counts)} ${block.text}` };
  });
}
