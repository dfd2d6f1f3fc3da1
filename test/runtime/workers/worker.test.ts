import { expect, it } from 'vitest';
import { recordPoll, newWorker, reasonToRemove } from '../../../src/runtime/workers/worker.ts';

const pod = {
  name: 'worker',
  uid: 'uid',
  workspace: undefined,
  placed: true,
  readyAt: undefined,
  started: true,
  trouble: undefined,
  failed: false,
  restarts: 0,
  outdated: false,
  endsAt: undefined,
};
const ago = (seconds: number): number => Date.now() - seconds * 1000;

it('a free worker that runs but is not heard of is removed, since its Deployment takes it for a sound one', () => {
  const worker = newWorker({ ...pod, readyAt: ago(3600) });
  // This leader has only just seen it.
  expect(reasonToRemove(worker, 300)).toBeUndefined();
  worker.lastPollAt = ago(70);
  expect(reasonToRemove(worker, 300)).toBe('silent');
  // A container of it has not started yet, or only just.
  worker.pod = pod;
  expect(reasonToRemove(worker, 300)).toBeUndefined();
  worker.pod = { ...pod, readyAt: ago(50) };
  expect(reasonToRemove(worker, 300)).toBeUndefined();
  worker.pod = { ...pod, readyAt: ago(70) };
  recordPoll(worker, { boot: 'boot' });
  expect(reasonToRemove(worker, 300)).toBeUndefined();
});
