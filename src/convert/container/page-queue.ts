import type { Block } from '../document.ts';
import type { PartSink } from '../part.ts';
import type { PageRange } from '../source.ts';

/** The pages of a member on their way to the container's sink: each is passed on once, in order. */
export interface PageQueue {
  /** Adds blocks to a page of the member; those of a page that has passed go to the one that is open. */
  add(page: number, blocks: readonly Block[]): Promise<void>;
  end(): Promise<void>;
}

/** `before`: pages of the container before the member's first. */
export function createPageQueue(sink: PartSink, { start, end }: PageRange, before: number): PageQueue {
  let open = start;
  let blocks: Block[] = [];
  const passOn = async (until: number): Promise<void> => {
    for (; open < until; open++) {
      await sink.page({ kind: 'flow', page: before + open, blocks });
      blocks = [];
    }
  };
  return {
    async add(page, more) {
      await passOn(Math.min(page, end));
      for (const block of more) blocks.push(block);
    },
    end: () => passOn(end + 1),
  };
}
