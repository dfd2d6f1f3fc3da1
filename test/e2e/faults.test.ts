import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeNumberedPdf } from '../make/text-pdf.ts';
import { client, get, k, need, nothingOrphaned, until, type Client, type Job } from './cluster.ts';
import { redisCommand } from './redis.ts';

const unique = `${Date.now()}`;
const PAGES = 120;

interface Pod {
  readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> };
  readonly status: { readonly phase: string };
}

/** The three faults that every run injects; `other-faults.test.ts` has the rest. */
describe('with something broken', () => {
  let acme: Client;
  beforeAll(async () => {
    acme = await client(`fault-${unique}`, 5000);
  });
  afterEach(nothingOrphaned);

  const start = async (name: string): Promise<Job> => acme.start(await acme.upload(`${name}.pdf`, makeNumberedPdf(PAGES)), { forceRefresh: true });
  const running = (id: string): Promise<Job> => until('the job to run', async () => {
    const { body } = await acme.call<Job>('GET', `/jobs/${id}`);
    return body.status === 'running' ? body : undefined;
  });
  const whole = async (id: string): Promise<void> => {
    expect(await acme.end(id)).toMatchObject({ status: 'succeeded' });
    const numbers = [...(await acme.markdown(id)).matchAll(/page number (\d+)/g)].map((match) => Number(match[1]));
    expect(numbers).toEqual(Array.from({ length: PAGES }, (_, i) => i + 1));
    expect((await acme.call('GET', `/receipts?jobId=${id}`)).body).toMatchObject({ outcome: 'succeeded', settledCredits: PAGES });
  };

  it('a converter pod is killed in the middle of a range, and the range is tried again', async () => {
    const { id } = await start('pod');
    await running(id);
    const victim = await until('a running converter', async () => {
      const { items } = await get<{ items: Pod[] }>('pods', '-l', `scriptorium.dev/job-id=${id}`);
      return items.find(({ status }) => status.phase === 'Running');
    });
    await k('delete', 'pod', victim.metadata.name, '--grace-period=0', '--force');
    await whole(id);
  });

  it('the leading controller is killed, and another goes on', async () => {
    const { id } = await start('controller');
    const leader = await k('get', 'lease', 'scriptorium-controller', '-o', 'jsonpath={.spec.holderIdentity}');
    await k('delete', 'pod', leader, '--grace-period=0', '--force');
    await whole(id);
    expect(await k('get', 'lease', 'scriptorium-controller', '-o', 'jsonpath={.spec.holderIdentity}')).not.toBe(leader);
  });

  it('Redis is flushed while holds are being taken, and nothing is lost or overspent', async () => {
    const jobs = await Promise.all(['a', 'b', 'c'].map((name) => start(`flush-${name}`)));
    await redisCommand(need('REDIS_URL'), 5, 'FLUSHDB');
    const more = await until('the service to take jobs again', async () => start('flush-after'));
    for (const { id } of [...jobs, more]) await whole(id);
  });
});
