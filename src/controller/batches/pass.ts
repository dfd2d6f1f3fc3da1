import { BucketRefused } from '../../objects/buckets.ts';
import type { BatchStall } from './status.ts';

/** Documents that are copied at a time, of one batch. */
const COPIES = 8;

/** One look at a batch: what a bucket refuses keeps the rest from nothing, and stands in the status. */
export class Pass {
  stall: BatchStall | undefined;

  async unlessRefused<T>(act: () => Promise<T>): Promise<T | undefined> {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof BucketRefused)) throw error;
      this.stall = { reason: 'BucketRefused', message: error.message };
      return undefined;
    }
  }
}

/** A few at a time. */
export async function inParallel<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const work = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await act(item);
  };
  await Promise.all(Array.from({ length: Math.min(COPIES, items.length) }, work));
}
