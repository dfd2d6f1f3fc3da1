import type { Block } from '../document.ts';
import type { PageLook } from '../page-model.ts';
import type { PartSink } from '../part.ts';
import type { PageRange } from '../source.ts';

/** The pages of a member on their way to the container's sink: each is passed on once, in order. */
export interface PageQueue {
  /** Adds blocks to a page of the member; those of a page that has passed go to the one that is open. */
  add(page: number, blocks: readonly Block[], look?: PageLook): Promise<void>;
  end(): Promise<void>;
}

/** `before`: pages of the container before the member's first. */
export function createPageQueue(sink: PartSink, { start, end }: PageRange, before: number): PageQueue {
  let open = start;
  let blocks: Block[] = [];
  const looks = new Map<number, PageLook>();
  const passOn = async (until: number): Promise<void> => {
    for (; open < until; open++) {
      const look = looks.get(open);
      await sink.page({ kind: 'flow', page: before + open, blocks, ...(look && { look }) });
      looks.delete(open);
      blocks = [];
    }
  };
  return {
    async add(page, more, look) {
      if (look && page <= end) looks.set(page, look);
      await passOn(Math.min(page, end));
      for (const block of more) blocks.push(block);
    },
    end: () => passOn(end + 1),
  };
}
