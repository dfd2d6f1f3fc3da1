import { describe, expect, it } from 'vitest';
import { openLane, type LaneFailure, type LaneOptions, type LaneTask } from '../../src/scheduling/lane.ts';

const transient = new Error('the store is out');
const broken = new Error('broken');

interface Gate {
  readonly promise: Promise<void>;
  open(): void;
  break(error: Error): void;
}

function gate(): Gate {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  return { promise, open: resolve, break: reject };
}

function laneOf(options: Partial<LaneOptions> = {}) {
  const failures: LaneFailure[] = [];
  const lane = openLane('test', {
    places: 2,
    shareOf: () => ({ weight: 1 }),
    attempts: 3,
    backoff: { firstMs: 1, maxMs: 4 },
    isTransient: (error) => error === transient,
    failed: (failure) => failures.push(failure),
    ...options,
  });
  return { lane, failures };
}

/** A task that tells when it starts and ends when it is told to. */
function task(key: string, workspace = 'a'): { task: LaneTask; started: Promise<void>; end: Gate } {
  const started = gate();
  const end = gate();
  return {
    started: started.promise,
    end,
    task: {
      key,
      workspace,
      run: async () => {
        started.open();
        await end.promise;
      },
    },
  };
}

describe('a lane', () => {
  it('runs a task of an idle workspace at once, however many of another hang', async () => {
    const { lane } = laneOf();
    const silent = Array.from({ length: 24 }, (_, index) => task(`silent ${index}`));
    for (const { task: one } of silent) lane.submit(one);
    const other = task('other', 'b');
    lane.submit(other.task);
    await other.started;
    expect(lane.counts()).toMatchObject({ running: 2, waiting: 23 });
    expect(lane.counts('b')).toMatchObject({ running: 1, waiting: 0 });
    other.end.open();
    await lane.cancel('other');
    for (const { end } of silent) end.open();
    await lane.stop();
  });

  it('takes a key once as long as it waits, runs or is to be tried again', async () => {
    const { lane } = laneOf();
    const one = task('x');
    expect([lane.submit(one.task), lane.submit(one.task)]).toEqual([true, false]);
    await one.started;
    expect(lane.submit(one.task)).toBe(false);
    one.end.open();
    await expect.poll(() => lane.has('x')).toBe(false);
    expect(lane.submit({ key: 'x', workspace: 'a', run: () => Promise.resolve() })).toBe(true);
    await lane.stop();
  });

  it('tries a task again with patience, and gives it up after its attempts', async () => {
    const { lane, failures } = laneOf();
    let runs = 0;
    const given = gate();
    lane.submit({
      key: 'x',
      workspace: 'a',
      run: () => {
        runs += 1;
        return Promise.reject(broken);
      },
      exhausted: () => given.open(),
    });
    await given.promise;
    await expect.poll(() => lane.has('x')).toBe(false);
    expect(runs).toBe(3);
    expect(failures.map(({ attempts, retryInMs }) => [attempts, retryInMs !== undefined])).toEqual([
      [1, true],
      [2, true],
      [3, false],
    ]);
  });

  it('counts no attempt while the trouble is ours', async () => {
    const { lane, failures } = laneOf({ attempts: 1 });
    let runs = 0;
    const done = gate();
    lane.submit({
      key: 'x',
      workspace: 'a',
      run: () => {
        runs += 1;
        if (runs < 20) return Promise.reject(transient);
        done.open();
        return Promise.resolve();
      },
      exhausted: (error) => done.break(error as Error),
    });
    await done.promise;
    expect(failures.every(({ attempts }) => attempts === 0)).toBe(true);
    await expect.poll(() => lane.has('x')).toBe(false);
  });

  it('holds no place while a task waits for its next attempt', async () => {
    const { lane } = laneOf({ places: 1, reserve: 0, backoff: { firstMs: 60_000, maxMs: 60_000 } });
    lane.submit({ key: 'x', workspace: 'a', run: () => Promise.reject(broken) });
    const next = task('y');
    lane.submit(next.task);
    await next.started;
    expect([lane.has('x'), lane.has('y')]).toEqual([true, true]);
    next.end.open();
    await lane.stop();
    expect([lane.has('x'), lane.has('y')]).toEqual([false, false]);
  });

  it('drops what waits and aborts what runs when it is cancelled', async () => {
    const { lane, failures } = laneOf({ places: 1, reserve: 0 });
    let aborted = false;
    const started = gate();
    lane.submit({
      key: 'runs',
      workspace: 'a',
      run: (signal) =>
        new Promise((_, reject) => {
          started.open();
          signal.addEventListener('abort', () => {
            aborted = true;
            reject(broken);
          });
        }),
    });
    let ran = false;
    lane.submit({
      key: 'waits',
      workspace: 'a',
      run: () => {
        ran = true;
        return Promise.resolve();
      },
    });
    await started.promise;
    await lane.cancel('waits');
    await lane.cancel('runs');
    expect({ aborted, ran, failures, runs: lane.has('runs'), waits: lane.has('waits') }).toEqual({
      aborted: true,
      ran: false,
      failures: [],
      runs: false,
      waits: false,
    });
  });

  it('tells of exhaustion again when that could not be written down', async () => {
    const { lane } = laneOf({ attempts: 1 });
    let told = 0;
    const done = gate();
    lane.submit({
      key: 'x',
      workspace: 'a',
      run: () => Promise.reject(broken),
      exhausted: () => {
        told += 1;
        if (told < 3) throw transient;
        done.open();
      },
    });
    await done.promise;
    await expect.poll(() => lane.has('x')).toBe(false);
    expect(told).toBe(3);
  });
});
