import type { Outcome } from '../protocol/worker.ts';
import type { Objects } from '../objects/objects.ts';
import { keys } from '../records/keys.ts';
import { readStored, type Stored } from '../records/store.ts';
import { readCache } from './read-cache.ts';

interface Outcomes {
  readonly outcomes: ReadonlyMap<number, Outcome>;
  readonly nativeMarks: ReadonlySet<number>;
}

export const NO_OUTCOMES: Outcomes = { outcomes: new Map(), nativeMarks: new Set() };

/** Of how many processes: where it is that of the first index alone, it is read without a listing. */
type Expected = 'first' | 'any';

/**
 * Reads the outcomes of unfinished jobs, each of them once: a job of many ranges is looked at after every one. They are
 * listed again when a process of the job said or did something.
 */
export interface OutcomeReader {
  read(jobId: string, expected: Expected): Promise<Outcomes>;
  /** Outcomes that are known without reading. */
  learn(jobId: string, outcomes: Outcomes): void;
  /** A process of the job may have written an outcome. */
  lookAgain(jobId: string): void;
  /** Keeps nothing of the job any more. */
  forget(jobId: string): void;
}

export function outcomeReader(objects: Objects): OutcomeReader {
  const known = new Map<string, ReadonlyMap<number, Stored<Outcome>>>();
  const cache = readCache(async (jobId: string, expected: Expected): Promise<Outcomes> => {
    const only = expected === 'first' ? await readStored(objects, keys.outcome(jobId, 0)) : undefined;
    if (only) return { nativeMarks: new Set(), outcomes: new Map([[0, only.value]]) };
    const before = known.get(jobId);
    const found = new Map<number, Stored<Outcome>>();
    const nativeMarks = new Set<number>();
    for await (const { key, etag } of objects.list(keys.outcomes(jobId))) {
      const match = /(\d+)(-native)?\.json$/.exec(key);
      if (!match) continue;
      const index = Number(match[1]);
      if (match[2]) {
        nativeMarks.add(index);
        continue;
      }
      const same = before?.get(index);
      const stored = same?.etag === etag ? same : await readStored(objects, keys.outcome(jobId, index));
      if (stored) found.set(index, stored);
    }
    known.set(jobId, found);
    return { nativeMarks, outcomes: new Map([...found].map(([index, { value }]) => [index, value])) };
  });
  return {
    read: cache.get,
    learn: cache.set,
    lookAgain: cache.delete,
    forget: (jobId) => {
      cache.delete(jobId);
      known.delete(jobId);
    },
  };
}
