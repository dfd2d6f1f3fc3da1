import type { Planned } from './plan.ts';
import type { Block, Source } from './model.ts';

function upper(text: string): string {
  return text.toUpperCase();
}

/** Levels whose letters a look prints as capitals; 0 is the title. LaTeX has real small capitals, whose text stays as it is. */
function capitals({ look, typesetter }: Planned): readonly number[] {
  if (look.headings.style === 'caps') return [0, 1];
  if (look.headings.style === 'small-caps' && typesetter !== 'latex') return [1, 2];
  return [];
}

/** The source as the pages show it: headings in capitals where the look makes them so. */
export function printedSource(document: Planned): Source {
  const levels = capitals(document);
  const change = (block: Block): Block => {
    if (block.kind === 'heading' && levels.includes(block.level)) return { ...block, text: upper(block.text) };
    if (block.kind === 'side-by-side') return { ...block, left: block.left.map(change), right: block.right.map(change) };
    return block;
  };
  const { source } = document;
  return { ...source, ...(source.title && levels.includes(0) ? { title: upper(source.title) } : {}), blocks: source.blocks.map(change) };
}
