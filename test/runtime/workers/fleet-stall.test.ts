import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { findStall, watchStall } from '../../../src/runtime/workers/fleet-stall.ts';
import type { WorkerPod } from '../../../src/runtime/workers/worker-pods.ts';
import { recordPoll, newWorker, reasonToRemove, type Worker } from '../../../src/runtime/workers/worker.ts';

const NOW = 1_800_000_000_000;

/** A free worker that this leader has known for so many seconds. */
function worker(secondsAgo: number, pod: Partial<WorkerPod> = {}, more: Partial<Worker> = {}): Worker {
  const known = newWorker({
    name: 'worker',
    uid: 'uid',
    workspace: undefined,
    placed: true,
    started: true,
    trouble: undefined,
    failed: false,
    restarts: 0,
    readyAt: undefined,
    outdated: false,
    endsAt: undefined,
    ...pod,
  });
  const at = NOW - secondsAgo * 1000;
  return { ...known, lastPollAt: at, startedAt: known.pod.started ? at : undefined, ...more };
}
const at = (since = 0): { now: number; since: number } => ({ now: NOW, since: NOW - since * 1000 });
const GENERIC = 'Workers start but do not report: check DNS and network policies.';

describe('why no worker takes tasks', () => {
  it.each([
    ['is nothing while one reports', [worker(5, {}, { boot: 'b' }), worker(60)], undefined],
    ['is nothing while one has only just started', [worker(25)], undefined],
    ['is that none reports that has started', [worker(35)], GENERIC],
    ['is that all have fallen silent', [worker(35, {}, { boot: 'b', workspace: 'acme' })], GENERIC],
    [
      'has the last words of one that ended',
      [worker(35, { restarts: 1, trouble: { reason: 'Error', message: 'name resolution: no answer' } })],
      `${GENERIC} name resolution: no answer`,
    ],
    [
      'is what the kubelet says of one that does not start',
      [worker(35, { started: false, trouble: { reason: 'ErrImagePull', message: 'not found' } })],
      'No worker can start: not found',
    ],
  ])('%s', (_what, workers, message) => {
    expect(findStall(workers, undefined, at(40))?.message).toBe(message);
  });

  it('is what the Deployment says where there is no pod, and counts against no deadline', () => {
    const quota = { reason: 'FailedCreate', message: 'exceeded quota' };
    expect(findStall([], quota, at(40))).toEqual({
      reason: 'FailedCreate',
      message: 'No worker can start: exceeded quota',
      waits: true,
      outage: true,
    });
    expect(findStall([], quota, at(25))).toBeUndefined();
  });

  it('is told once, again after a minute, and when it is over', () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    vi.setSystemTime(NOW);
    const lines: string[] = [];
    let changes = 0;
    const watch = watchStall({ info: (_, line) => lines.push(line), error: (_, line) => lines.push(line) });
    watch.follow(() => (changes += 1));
    const cutOff = worker(35);
    watch.look([cutOff], undefined);
    vi.setSystemTime(NOW + 30_000);
    // The one in its place is no better yet.
    watch.look([worker(-20)], undefined);
    expect([lines, changes]).toEqual([[GENERIC], 1]);
    vi.setSystemTime(NOW + 61_000);
    watch.look([cutOff], undefined);
    expect([lines, changes]).toEqual([[GENERIC, GENERIC], 1]);
    recordPoll(cutOff, { boot: 'b' });
    watch.look([cutOff], undefined);
    expect(lines.at(-1)).toBe('workers report again');
    expect(watch.current()).toBeUndefined();
    expect(changes).toBe(2);
  });
});

it('a free worker that restarts before it was heard stays, so that what it lacks can be read', () => {
  const restarted = worker(300, { restarts: 1 });
  expect(reasonToRemove(restarted, 300)).toBeUndefined();
  expect(reasonToRemove(worker(300, { restarts: 4 }), 300)).toBe('broken');
  recordPoll(restarted, { boot: 'b' });
  expect(reasonToRemove(restarted, 300)).toBe('broken');
  expect(reasonToRemove(worker(5, { restarts: 1, workspace: 'acme' }), 300)).toBe('broken');
  expect(reasonToRemove(worker(5, { failed: true }), 300)).toBe('broken');
});
