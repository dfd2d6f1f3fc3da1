import { expect, it } from 'vitest';
import type { PollRequest, PollResponse, WorkerTask } from '../../../src/protocol/supervisor.ts';
import { supervise } from '../../../src/worker/supervisor/supervise.ts';

const log = { info: () => undefined, warn: () => undefined };
const task = (id: string): WorkerTask => ({
  id,
  do: 'convert',
  request: { workspace: 'acme', jobId: `job-${id}`, launchToken: 'token', index: 0 },
  limits: { seconds: 60, memoryBytes: 1, scratchBytes: 1 },
});
const done = { outcome: 'done', result: undefined };

it('a task that soon ends takes one poll, which says what came of it and asks for the next', async () => {
  const polls: PollRequest[] = [];
  const tasks = [task('one'), task('two')];
  await new Promise<void>((heard) => {
    const poll = (request: PollRequest): Promise<PollResponse> => {
      polls.push(request);
      const next = tasks.shift();
      if (next) return Promise.resolve({ task: next });
      heard();
      return new Promise(() => undefined);
    };
    void supervise({ boot: 'boot', poll, run: () => Promise.resolve(undefined), log });
  });
  expect(polls).toEqual([
    { boot: 'boot' },
    { boot: 'boot', report: { task: 'one', ...done } },
    { boot: 'boot', report: { task: 'two', ...done } },
  ]);
});

it('a task that goes on is named by polls, and ends when an answer says so', async () => {
  const reported = await new Promise<PollRequest>((heard) => {
    let given = false;
    const poll = (request: PollRequest): Promise<PollResponse> => {
      if (request.report) heard(request);
      if (request.running?.task === 'one') return Promise.resolve({ cancel: 'one' });
      if (given) return new Promise(() => undefined);
      given = true;
      return Promise.resolve({ task: task('one') });
    };
    const run = (_task: WorkerTask, signal: AbortSignal): Promise<unknown> =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('cancelled'))));
    void supervise({ boot: 'boot', poll, run, log });
  });
  expect(reported.report).toMatchObject({ task: 'one', outcome: 'failed' });
});

it('after a task for which the service did not answer, it is found again before the next poll', async () => {
  const steps: string[] = [];
  await new Promise<void>((heard) => {
    const poll = (request: PollRequest): Promise<PollResponse> => {
      steps.push(request.report ? `poll: ${request.report.outcome}` : 'poll');
      if (request.report) heard();
      return request.report ? new Promise(() => undefined) : Promise.resolve({ task: task('one') });
    };
    const run = (): Promise<unknown> => Promise.reject(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' }));
    const recover = async (): Promise<void> => void steps.push('recover');
    void supervise({ boot: 'boot', poll, run, recover, log });
  });
  expect(steps).toEqual(['poll', 'recover', 'poll: failed']);
});
