import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openConvertPool } from '../../../src/cli/convert/pool.ts';
import type { ConvertPool } from '../../../src/cli/convert/pool.ts';
import { workerProgram } from '../../../src/cli/bundles/worker-program.ts';
import type { PoolAnswer } from '../../../src/worker/pool-request.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function open(processes: number, seconds = 60): Promise<ConvertPool> {
  const folder = await mkdtemp(join(tmpdir(), 'scriptorium-pool-'));
  const program = workerProgram();
  const pool = await openConvertPool({
    program: { ...program, main: join(import.meta.dirname, 'hostile-pool.ts') },
    processes,
    folder,
    limits: { memoryBytes: 300 * 2 ** 20, seconds, scratchBytes: Infinity },
    broken: () => {},
  });
  closers.push(async () => {
    await pool.close();
    await rm(folder, { recursive: true, force: true });
  });
  return pool;
}
const ask = (pool: ConvertPool, name: string, order = 0): Promise<PoolAnswer> =>
  pool.run({
    order,
    native: false,
    request: { ask: 'probe', native: false, file: { path: `/nowhere/${name}`, bytes: 1 } },
  });
const processOf = (answer: PoolAnswer): number => (answer.outcome === 'probed' ? answer.source.pages : 0);

describe('the processes of the command line', () => {
  it('are reused from one document to the next', async () => {
    const pool = await open(1);
    const first = processOf(await ask(pool, 'good'));
    expect(first).toBeGreaterThan(0);
    expect(processOf(await ask(pool, 'good'))).toBe(first);
  });

  it.each([
    ['crash', 'conversion_failed'],
    ['hang', 'conversion_timeout'],
    ['fill', 'out_of_memory'],
  ])('are replaced after a document that makes them %s', async (name, code) => {
    // Long enough for a process to start on a busy machine.
    const pool = await open(1, name === 'hang' ? 10 : 60);
    const first = processOf(await ask(pool, 'good'));
    expect(await ask(pool, name)).toMatchObject({ outcome: 'failed', failure: { code } });
    const next = processOf(await ask(pool, 'good'));
    expect(next).toBeGreaterThan(0);
    expect(next).not.toBe(first);
  });

  it('are as many as asked for', async () => {
    const pool = await open(2);
    const answers = await Promise.all([0, 1, 2, 3].map(async (order) => processOf(await ask(pool, 'good', order))));
    expect(new Set(answers).size).toBeLessThanOrEqual(2);
  });

  it('take earlier documents first', async () => {
    const pool = await open(1);
    const done: number[] = [];
    await Promise.all(
      [5, 4, 3, 2, 1, 0].map(async (order) => {
        await ask(pool, 'good', order);
        done.push(order);
      }),
    );
    // The first that was asked for was free to start at once.
    expect(done).toEqual([5, 0, 1, 2, 3, 4]);
  });
});
