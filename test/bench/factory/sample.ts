import type { Block, Look, Source } from '../quality/corpus/model.ts';

/** A document of the factory: what it says, how it looks and which program sets it. */
export interface Sample {
  /** Seed, index and producer: enough to make it again. */
  readonly name: string;
  readonly producer: string;
  readonly content: string;
  readonly source: Source;
  readonly look: Look;
  /** Captioned tables and figures stand where the typesetter finds room. */
  readonly floats: boolean;
}

/** What a producer says of a sample: the source as its pages show it, and which of its blocks float. */
export interface Printed {
  readonly source: Source;
  readonly floating: ReadonlySet<Block>;
}

/** All blocks, those within frames and columns too. */
export function eachBlock(blocks: readonly Block[]): Block[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'aside') return [block, ...eachBlock(block.blocks)];
    if (block.kind === 'side-by-side') return [block, ...eachBlock(block.left), ...eachBlock(block.right)];
    return [block];
  });
}

/** Changes blocks, those within frames and columns too. */
export function changed(blocks: readonly Block[], change: (block: Block) => readonly Block[]): Block[] {
  return blocks.flatMap(change).map((block): Block => {
    if (block.kind === 'aside') return { ...block, blocks: changed(block.blocks, change) };
    if (block.kind === 'side-by-side')
      return { ...block, left: changed(block.left, change), right: changed(block.right, change) };
    return block;
  });
}
