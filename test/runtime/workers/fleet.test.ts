import { expect, it, onTestFinished, vi } from 'vitest';
import { openFleet } from '../../../src/runtime/workers/fleet.ts';
import type { WorkerPod } from '../../../src/runtime/workers/worker-pods.ts';

const pod = (uid: string): WorkerPod => ({
  name: uid,
  uid,
  workspace: undefined,
  placed: true,
  readyAt: undefined,
  started: true,
  trouble: undefined,
  failed: false,
  restarts: 0,
  outdated: false,
  endsAt: undefined,
});

it('a worker that was bound for a request that has gone is left to its workspace for a moment', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  let pods = [pod('first'), pod('second')];
  let bound = (_done: boolean): void => {};
  const fleet = openFleet({
    mostBound: 1,
    free: { min: 1, max: 1 },
    idleSeconds: 300,
    queue: { serve: () => {}, demand: () => 0 },
    log: { info: () => {}, warn: () => {}, error: () => {} },
    pods: {
      list: () => pods,
      trouble: () => undefined,
      bind: ({ uid }, workspace) =>
        new Promise((resolve) => {
          bound = resolve;
          pods = pods.map((one) => (one.uid === uid ? { ...one, workspace } : one));
        }),
      remove: async () => {},
      keepFree: async () => {},
      follow: () => {},
      close: async () => {},
    },
  });
  onTestFinished(() => fleet.stop());
  // Both have stood free for a while.
  vi.setSystemTime(Date.now() + 20_000);
  const closed = new AbortController().signal;
  for (const { uid } of pods) void fleet.poll(uid, { boot: uid }, closed);
  const gone = new AbortController();
  const found = fleet.find({ workspace: 'one', jobId: 'job-1' }, gone.signal);
  gone.abort(new Error('gone'));
  await expect(found).rejects.toThrow('gone');
  bound(true);
  const [own, other] = [
    { workspace: 'one', jobId: 'job-1' },
    { workspace: 'two', jobId: 'job-2' },
  ];
  await expect.poll(() => fleet.isReady(own)).toBe(true);
  expect(fleet.isReady(other)).toBe(false);
  vi.setSystemTime(Date.now() + 2_000);
  expect(fleet.isReady(other)).toBe(true);
});
