import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { nothingOrphaned } from './afterwards.ts';
import { client, DATABASE, get, k, leader, need, until, type Client, type Job } from './cluster.ts';
import { isWhole, running, startLong } from './long-job.ts';
import { redisCommand } from './redis.ts';

const unique = `${Date.now()}`;

interface Pod {
  readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> };
  readonly status: { readonly phase: string };
}

interface BatchJob {
  readonly metadata: { readonly name: string };
  readonly status: { readonly completedIndexes?: string; readonly completionTime?: string };
}

/** The faults that every run injects; `other-faults.test.ts` has the rest. */
describe('with something broken', () => {
  let acme: Client;
  beforeAll(async () => {
    acme = await client(`fault-${unique}`, 5000);
  });
  afterEach(nothingOrphaned);

  const start = (name: string): Promise<Job> => startLong(acme, name);

  it('a converter pod is killed in the middle of a range, and the range is tried again', async () => {
    const { id } = await start('pod');
    await running(acme, id);
    const victim = await until('a running converter', async () => {
      const { items } = await get<{ items: Pod[] }>('pods', '-l', `scriptorium.dev/job-id=${id}`);
      return items.find(({ status }) => status.phase === 'Running');
    });
    await k('delete', 'pod', victim.metadata.name, '--grace-period=0', '--force');
    await isWhole(acme, id);
  });

  it('the Job of the converters is deleted when some ranges are converted, and the others are converted again', async () => {
    const { id } = await start('job');
    const converters = `scriptorium.dev/job-id=${id},scriptorium.dev/launch=convert`;
    const job = await until('a converted range', async () => {
      const { items } = await get<{ items: BatchJob[] }>('jobs', '-l', converters);
      return items.find(({ status }) => status.completedIndexes !== undefined && status.completionTime === undefined);
    });
    await k('delete', 'job', job.metadata.name);
    await isWhole(acme, id);
  });

  it('the leading controller is killed, and another goes on', async () => {
    const { id } = await start('controller');
    const first = await leader();
    await k('delete', 'pod', first, '--grace-period=0', '--force');
    await isWhole(acme, id);
    expect(await leader()).not.toBe(first);
  });

  it('Redis is flushed while holds are being taken, and nothing is lost or overspent', async () => {
    const jobs = await Promise.all(['a', 'b', 'c'].map((name) => start(`flush-${name}`)));
    await redisCommand(need('REDIS_URL'), DATABASE, 'FLUSHDB');
    const more = await start('flush-after');
    for (const { id } of [...jobs, more]) await isWhole(acme, id);
  });
});
