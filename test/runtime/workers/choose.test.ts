import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  choose,
  freeWanted,
  growAt,
  mayGrow,
  roomAt,
  verdict,
  type Candidate,
} from '../../../src/runtime/workers/choose.ts';

const workspace = fc.constantFrom('a', 'b', 'c');
const candidate: fc.Arbitrary<Candidate> = fc.record({
  workspace: fc.option(workspace, { nil: undefined }),
  idle: fc.boolean(),
  onlyJob: fc.option(fc.constantFrom('one', 'two'), { nil: undefined }),
  idleSince: fc.nat(10_000),
  boundAt: fc.nat(10_000),
  jobs: fc.nat(10),
  soonIdle: fc.boolean(),
});
const wanted = fc.record({ workspace, jobId: fc.constantFrom('one', 'two', 'three') });
const rooms = fc.record({ mostBound: fc.integer({ min: 1, max: 5 }), full: fc.boolean(), now: fc.nat(20_000) });

describe('the choice of a worker', () => {
  it('never opens documents of two workspaces in one pod, nor binds more than it may', () => {
    fc.assert(
      fc.property(fc.array(candidate, { maxLength: 8 }), wanted, rooms, (all, want, room) => {
        const bound = all.filter((worker) => worker.workspace !== undefined).length;
        const free = all.some((one) => one.idle && one.workspace === undefined);
        const choice = choose(all, want, room);
        if (choice === undefined) return;
        const { worker } = choice;
        expect(worker.idle).toBe(true);
        if (choice.do === 'use') {
          expect(worker.workspace).toBe(want.workspace);
          expect([undefined, want.jobId]).toContain(worker.onlyJob);
        } else if (choice.do === 'bind') {
          expect(worker.workspace).toBeUndefined();
          expect(bound).toBeLessThan(room.mostBound);
        } else {
          expect(worker.workspace).not.toBe(want.workspace);
          expect(worker.workspace).toBeDefined();
          expect(roomAt(worker)).toBeLessThanOrEqual(room.now);
          // Only for a free one that may take its place at once, or where there will be none.
          if (free) expect(bound).toBeGreaterThanOrEqual(room.mostBound);
          else expect(room.full).toBe(true);
        }
      }),
    );
  });

  it('lets nobody wait while an idle worker of the workspace, or a free one that it may have and room for it, is there', () => {
    fc.assert(
      fc.property(fc.array(candidate, { maxLength: 8 }), wanted, rooms, (all, want, room) => {
        const own = all.some(
          (one) =>
            one.idle && one.workspace === want.workspace && (one.onlyJob === undefined || one.onlyJob === want.jobId),
        );
        const most = all.filter((one) => one.workspace !== undefined).length >= room.mostBound;
        const free = all.some((one) => one.idle && one.workspace === undefined);
        const others = all.some(
          (one) =>
            one.idle && one.workspace !== undefined && one.workspace !== want.workspace && roomAt(one) <= room.now,
        );
        if (own) expect(choose(all, want, room)?.do).toBe('use');
        else if (!mayGrow(all, want.workspace, room.now)) expect(choose(all, want, room)).toBeUndefined();
        else if (free && !most) expect(choose(all, want, room)).toBeDefined();
        else if ((free || room.full) && others) expect(choose(all, want, room)).toBeDefined();
      }),
    );
  });

  it('removes the worker that has been idle longest for another workspace, once a free one can take its place', () => {
    const worker = (of: string | undefined, idleSince: number): Candidate => ({
      workspace: of,
      idle: true,
      onlyJob: undefined,
      idleSince,
      boundAt: 0,
      jobs: 1,
      soonIdle: true,
    });
    const all = [worker('a', 20), worker('b', 10), worker('c', 30)];
    const reclaimed = { do: 'reclaim', worker: all[1] };
    const want = { workspace: 'd', jobId: 'one' };
    expect(choose(all, want, { mostBound: 3, full: false, now: 10_000 })).toBeUndefined();
    expect(choose([...all, worker(undefined, 0)], want, { mostBound: 3, full: false, now: 10_000 })).toEqual(reclaimed);
    expect(choose(all, want, { mostBound: 4, full: true, now: 10_000 })).toEqual(reclaimed);
  });

  it('leaves a worker to its workspace between two documents, for a turn of eight jobs or half a minute', () => {
    const free = {
      workspace: undefined,
      idle: true,
      onlyJob: undefined,
      idleSince: 0,
      boundAt: 0,
      jobs: 0,
      soonIdle: true,
    };
    const choice = (jobs: number, idleSince: number, now: number) => {
      const worker = { ...free, workspace: 'a', jobs, idleSince };
      return choose([free, worker], { workspace: 'b', jobId: 'one' }, { mostBound: 1, full: false, now })?.do;
    };
    expect([choice(1, 3000, 4999), choice(1, 3000, 5000)]).toEqual([undefined, 'reclaim']);
    expect([choice(1, 29_900, 29_999), choice(1, 29_900, 30_000)]).toEqual([undefined, 'reclaim']);
    expect([choice(7, 3000, 3001), choice(8, 3000, 3001)]).toEqual([undefined, 'reclaim']);
  });
});

describe('another worker for a workspace', () => {
  it('comes for a workspace that has none, whose documents take long, or which got its last one a while ago', () => {
    const own = { workspace: 'a', idle: false, onlyJob: undefined, idleSince: 0, boundAt: 1000, jobs: 1 };
    const soon = { ...own, soonIdle: true };
    const long = { ...own, soonIdle: false };
    expect(mayGrow([], 'a', 0)).toBe(true);
    expect(mayGrow([soon], 'b', 1001)).toBe(true);
    expect([8999, 9000].map((now) => mayGrow([soon], 'a', now))).toEqual([false, true]);
    expect(mayGrow([long, long], 'a', 1001)).toBe(true);
    expect(mayGrow([long, soon], 'a', 1001)).toBe(false);
    expect(mayGrow([{ ...soon, boundAt: 0 }, soon], 'a', 8500)).toBe(false);
    expect(growAt(soon)).toBe(9000);
  });

  it('comes for each document where a worker opens one alone', () => {
    const used = { workspace: 'a', idle: false, onlyJob: 'one', idleSince: 0, boundAt: 0, jobs: 1, soonIdle: true };
    expect(mayGrow([used], 'a', 1)).toBe(true);
  });
});

describe('the number of free workers', () => {
  it('follows what waits, between its bounds', () => {
    const bounds = { min: 1, max: 3 };
    expect([0, 1, 2, 3, 9].map((waiting) => freeWanted(waiting, bounds))).toEqual([1, 1, 2, 3, 3]);
  });
});

describe('a worker', () => {
  const sound = {
    bound: true,
    idle: true,
    busy: false,
    broken: false,
    outdated: false,
    starting: false,
    idleMs: 0,
    silentMs: 0,
    leftMs: Infinity,
  };
  it.each([
    ['that is sound', {}, undefined],
    ['that was not heard of for long', { silentMs: 40_000, idle: false, busy: true }, 'silent'],
    ['that is free, runs and was never heard of', { silentMs: 70_000, starting: true, bound: false }, 'silent'],
    ['that is free and starts on a slow node', { silentMs: 50_000, starting: true, bound: false }, undefined],
    ['that was restarted', { broken: true, bound: false }, 'broken'],
    ['that was restarted and says what came of its task', { broken: true, busy: true, idle: false }, undefined],
    ['of an older template', { outdated: true }, 'outdated'],
    ['of an older template at work', { outdated: true, idle: false, busy: true }, undefined],
    ['of an older template that is free, which its Deployment replaces', { outdated: true, bound: false }, undefined],
    ['that the kubelet ends soon', { leftMs: 60_000 }, 'expiring'],
    ['that has had nothing to do for long', { idleMs: 400_000 }, 'idle'],
    ['that stands free for long', { idleMs: 400_000, bound: false }, undefined],
  ])('%s', (_which, more, why) => {
    expect(verdict({ ...sound, ...more }, 300_000)).toBe(why);
  });
});
