import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countFound,
  cutFailures,
  FILE_FAILURES,
  recordEndings,
  takeListed,
  type ItemEnding,
  type Listing,
} from '../../../src/controller/batches/progress.ts';
import { newBatchState, type BatchFailure, type BatchItem, type BatchState } from '../../../src/records/batches.ts';

const NEW = newBatchState({
  id: 'batch-1',
  name: 'batch-1',
  workspace: 'acme',
  createdAt: '2026-11-21T09:00:00.000Z',
  actor: { type: 'kubernetes_user', channel: 'kubectl' },
});

let counter = 0;
const newIds = (): Pick<BatchItem, 'jobId' | 'documentId'> => ({ jobId: `job-${counter++}`, documentId: 'doc' });

/** A store that lists a few keys at a time, in their order. */
function listAfter(keys: readonly string[], cursor: string | undefined, pageSize: number): Listing {
  const start = cursor === undefined ? 0 : keys.indexOf(cursor) + 1;
  const objects = keys.slice(start, start + pageSize).map((key) => ({ key, bytes: 1 }));
  return { objects, isLast: start + pageSize >= keys.length };
}

const STEP = fc.record({
  /** It can change while a batch runs. */
  parallelism: fc.integer({ min: 1, max: 8 }),
  /** How many of the open documents end. */
  ended: fc.nat(8),
  outcome: fc.constantFrom('succeeded' as const, 'failed' as const, 'canceled' as const),
  /** The controller ends before it has stored the state, or after; what it kept of the listing is lost. */
  crash: fc.constantFrom('none' as const, 'none' as const, 'before' as const, 'after' as const),
});

function endingOf(outcome: ItemEnding['outcome'], { key, jobId }: BatchItem): ItemEnding {
  if (outcome === 'canceled') return { outcome };
  if (outcome === 'succeeded') return { outcome, pages: 2, credits: 3 };
  return { outcome, failure: { key, jobId, code: 'corrupt_document', message: '' }, credits: 0 };
}

/** One look of the controller: what has ended is counted, and what there is room for is taken. */
function look(
  stored: BatchState,
  ending: readonly BatchItem[],
  { outcome, parallelism, next }: { outcome: ItemEnding['outcome']; parallelism: number; next: Keeper },
): BatchState {
  let state = recordEndings(stored, new Map(ending.map((item) => [item.jobId, endingOf(outcome, item)])));
  let room = parallelism - state.open.length;
  while (room > 0 && !state.listed) {
    const before = state.open.length;
    const taken = takeListed(state, next.listing(state.cursor), { room, suffixes: ['.pdf'], newIds });
    state = taken.state;
    next.keep(taken.rest);
    room -= state.open.length - before;
  }
  return state;
}

interface Keeper {
  listing(cursor: string | undefined): Listing;
  keep(rest: Listing | undefined): void;
}

function keeperOf(keys: readonly string[], pageSize: number): Keeper {
  let kept: Listing | undefined;
  return {
    listing: (cursor) => kept ?? listAfter(keys, cursor, pageSize),
    keep: (rest) => {
      kept = rest && rest.objects.length > 0 ? rest : undefined;
    },
  };
}

describe('the progress of a batch', () => {
  it('converts each object once, in any order of ends, crashes and changes of parallelism', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a.pdf', 'b.PDF', 'c.txt', 'folder/'), { maxLength: 60 }),
        fc.integer({ min: 1, max: 7 }),
        fc.array(STEP, { maxLength: 40 }),
        (names, pageSize, steps) => {
          const keys = names.map((name, i) => `${String(i).padStart(4, '0')}-${name}`);
          const wanted = keys.filter((key) => /\.pdf$/i.test(key));
          const next = keeperOf(keys, pageSize);
          const ends: string[] = [];
          let stored: BatchState = NEW;
          // After the steps that were drawn, as many as it takes.
          for (let i = 0; !(stored.listed && stored.open.length === 0); i++) {
            const drawn = steps[i] ?? { parallelism: 3, ended: 3, outcome: 'succeeded', crash: 'none' };
            const ending = stored.open.slice(0, drawn.ended);
            const state = look(stored, ending, { ...drawn, next });
            expect(state.open.length).toBeLessThanOrEqual(Math.max(drawn.parallelism, stored.open.length));
            if (drawn.crash !== 'none') next.keep(undefined);
            if (drawn.crash === 'before') continue;
            stored = state;
            ends.push(...ending.map(({ key }) => key));
          }
          expect(ends.toSorted()).toEqual(wanted);
          expect(countFound(stored)).toBe(wanted.length);
          expect(stored.skipped).toBe(keys.length - wanted.length);
          expect([stored.pages, stored.settledCredits]).toEqual([stored.succeeded * 2, stored.succeeded * 3]);
          expect(stored.newFailures.length).toBe(stored.failed);
        },
      ),
    );
  });

  it('counts an end once, however often it is seen', () => {
    const item = { key: 'a', bytes: 1, ...newIds() };
    const endings = new Map([[item.jobId, endingOf('failed', item)]]);
    const once = recordEndings({ ...NEW, open: [item] }, endings);
    expect(recordEndings(once, endings)).toBe(once);
    expect(once).toMatchObject({ failed: 1, open: [], newFailures: [{ key: 'a' }], lastFailures: [{ key: 'a' }] });
  });

  it('stays small when everything fails: files take what fills them, in order', () => {
    let state: BatchState = NEW;
    const written: BatchFailure[] = [];
    for (let n = 0; n < 1234; n++) {
      const item = { key: `k${n}`, bytes: 1, ...newIds() };
      state = recordEndings({ ...state, open: [item] }, new Map([[item.jobId, endingOf('failed', item)]]));
      const cut = cutFailures(state, () => `f${written.length}`);
      written.push(...cut.files.flatMap(({ failures }) => failures));
      state = cut.state;
      expect(state.newFailures.length).toBeLessThan(FILE_FAILURES);
    }
    const numbers = [...written, ...state.newFailures].map(({ key }) => Number(key.slice(1)));
    expect(numbers).toEqual(Array.from({ length: 1234 }, (_, n) => n));
    expect(state.failureFiles.length).toBe(6);
    expect(state.lastFailures.map(({ key }) => key)).toEqual(Array.from({ length: 10 }, (_, n) => `k${1224 + n}`));
  });
});
