import type { Block, Source } from '../quality/corpus/model.ts';
import type { Sample } from './sample.ts';
import { PLAIN } from './style.ts';

type Fails = (sample: Sample) => Promise<boolean>;

/** Drops parts of a list, halves first and then single ones, as long as what is left still fails. */
async function fewer<T>(items: readonly T[], fails: (rest: readonly T[]) => Promise<boolean>): Promise<readonly T[]> {
  let rest = items;
  for (let size = Math.ceil(rest.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < rest.length;) {
      const without = [...rest.slice(0, at), ...rest.slice(at + size)];
      if (without.length < rest.length && (await fails(without))) rest = without;
      else at += size;
    }
  }
  return rest;
}

/** A block with fewer rows, items or words, each step half of what is left. */
function smaller(block: Block): Block[] {
  if (block.kind === 'table' && block.rows.length > block.headerRows + 2) {
    const { caption: _, note: _note, ...bare } = block;
    return [
      bare,
      { ...block, rows: block.rows.slice(0, block.headerRows + Math.ceil((block.rows.length - block.headerRows) / 2)) },
    ];
  }
  if (block.kind === 'list' && block.items.length > 1)
    return [{ ...block, items: block.items.slice(0, Math.ceil(block.items.length / 2)) }];
  if (block.kind === 'paragraph' && block.text.length > 120) {
    const words = block.text.split(' ');
    return [{ ...block, text: words.slice(0, Math.ceil(words.length / 2)).join(' ') }];
  }
  return [];
}

const FRONT = ['abstract', 'byline', 'title', 'header', 'footer'] as const;

/** The smallest document that still fails: blocks are dropped, then what they hold, then the style is made plain. */
export async function shrink(sample: Sample, fails: Fails): Promise<Sample> {
  let best = sample;
  const tryOne = async (source: Source): Promise<boolean> => {
    const next = { ...best, source };
    if (!(await fails(next))) return false;
    best = next;
    return true;
  };
  await fewer(best.source.blocks, async (blocks) => await tryOne({ ...best.source, blocks }));
  for (const part of FRONT) {
    if (best.source[part] === undefined) continue;
    const { [part]: _, ...rest } = best.source;
    await tryOne(rest);
  }
  if (best.source.pageNumbers) await tryOne({ ...best.source, pageNumbers: false });
  for (let index = 0; index < best.source.blocks.length; index++)
    for (let isSmaller = true; isSmaller;) {
      isSmaller = false;
      for (const block of smaller(best.source.blocks[index]!))
        if (await tryOne({ ...best.source, blocks: best.source.blocks.with(index, block) })) {
          isSmaller = true;
          break;
        }
    }
  for (const trait of Object.keys(PLAIN) as (keyof typeof PLAIN)[]) {
    const next = { ...best, look: { ...best.look, [trait]: PLAIN[trait] } };
    if (best.look[trait] !== PLAIN[trait] && (await fails(next))) best = next;
  }
  if (best.floats && (await fails({ ...best, floats: false }))) best = { ...best, floats: false };
  return best;
}
