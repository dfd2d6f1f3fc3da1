import { describe, expect, it } from 'vitest';
import { createQueue } from '../../src/controller/queue.ts';

describe('the work queue', () => {
  it('runs a key once at a time, and again when it was added meanwhile', async () => {
    let running = 0;
    let most = 0;
    let runs = 0;
    const release: (() => void)[] = [];
    const queue = createQueue({
      concurrency: 4,
      workspaceOf: () => 'a',
      run: async () => {
        most = Math.max(most, ++running);
        runs++;
        await new Promise<void>((resolve) => release.push(resolve));
        running--;
      },
      failed: () => {},
    });
    queue.add('a');
    queue.add('a');
    queue.add('a');
    expect(runs).toBe(1);
    release.shift()!();
    await expect.poll(() => runs).toBe(2);
    release.shift()!();
    await queue.stop();
    expect({ most, runs }).toEqual({ most: 1, runs: 2 });
  });

  it('repeats a failed key with growing delays until it succeeds', async () => {
    const delays: number[] = [];
    let runs = 0;
    const done = Promise.withResolvers<void>();
    const queue = createQueue({
      concurrency: 1,
      workspaceOf: () => 'a',
      run: async () => {
        if (++runs < 4) throw new Error('not yet');
        done.resolve();
      },
      failed: (_key, _error, retryInMs) => delays.push(retryInMs),
      backoff: { firstMs: 2, maxMs: 50 },
    });
    queue.add('a');
    await done.promise;
    await queue.stop();
    expect(delays).toHaveLength(3);
    expect(delays[2]!).toBeGreaterThan(delays[0]!);
  });

  it('keeps the earlier of two times for a key', async () => {
    const done = Promise.withResolvers<void>();
    const queue = createQueue({
      concurrency: 1,
      workspaceOf: () => 'a',
      run: async () => done.resolve(),
      failed: () => {},
    });
    queue.add('a', 60_000);
    queue.add('a', 1);
    await done.promise;
    await queue.stop();
  });
});
