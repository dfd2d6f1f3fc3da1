import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeNumberedPdf } from '../make/text-pdf.ts';
import { nothingOrphaned } from './afterwards.ts';
import { apply, client, create, get, k, kubectl, NAMESPACE, until, type Client } from './cluster.ts';
import { isHere, startKueue, stopKueue } from './host.ts';

const unique = `${Date.now()}`;
/** Pods that each workspace may run while the other one needs its own. */
const PODS = 4;
const LONG_PAGES = 240;
/** Four ranges, as the release is installed. */
const PAGES = 64;

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message?: string;
}

interface Resource {
  readonly metadata: { readonly name: string };
  readonly status?: { readonly state: string; readonly conditions?: readonly Condition[] };
}

/** A queue of one workspace, whose quota others of the cohort may borrow until it is needed. */
const queue = (name: string): object[] => [
  {
    apiVersion: 'kueue.x-k8s.io/v1beta2',
    kind: 'ClusterQueue',
    metadata: { name },
    spec: {
      cohortName: 'documents',
      namespaceSelector: {},
      preemption: { reclaimWithinCohort: 'Any' },
      resourceGroups: [
        {
          // Every resource that a converter requests has to be there.
          coveredResources: ['pods', 'cpu', 'memory', 'ephemeral-storage'],
          flavors: [
            {
              name: 'default-flavor',
              resources: [
                { name: 'pods', nominalQuota: PODS },
                { name: 'cpu', nominalQuota: 10 },
                { name: 'memory', nominalQuota: '10Gi' },
                { name: 'ephemeral-storage', nominalQuota: '100Gi' },
              ],
            },
          ],
        },
      ],
    },
  },
  {
    apiVersion: 'kueue.x-k8s.io/v1beta2',
    kind: 'LocalQueue',
    metadata: { name, namespace: NAMESPACE },
    spec: { clusterQueue: name },
  },
];

describe.skipIf(!isHere)('Jobs that Kueue admits', { timeout: 400_000 }, () => {
  const names = [`red-${unique}`, `blue-${unique}`] as const;
  let red: Client;
  let blue: Client;

  beforeAll(async () => {
    await startKueue();
    for (const name of names) {
      for (const object of queue(name)) await apply(NAMESPACE, JSON.stringify(object));
      await create({
        apiVersion: 'scriptorium.dev/v1alpha1',
        kind: 'Workspace',
        metadata: { name },
        spec: { queueName: name },
      });
    }
    red = await client(names[0], 5000);
    blue = await client(names[1], 5000);
  });
  afterEach(nothingOrphaned);
  afterAll(async () => {
    await k('delete', 'workspaces', ...names);
    await k('delete', 'localqueues', ...names);
    await kubectl('delete', 'clusterqueues', ...names, '--timeout=60s');
    await stopKueue();
  });

  const start = async (of: Client, pages: number): Promise<string> =>
    (await of.start(await of.upload('document.pdf', makeNumberedPdf(pages)), { forceRefresh: true })).id;
  const stateOf = async (id: string): Promise<Resource> => get<Resource>('conversionjob', id);
  const conditionOf = async (id: string): Promise<Condition | undefined> =>
    (await stateOf(id)).status?.conditions?.find(({ type, status }) => type === 'Stalled' && status === 'True');
  const waitsForKueue = (id: string): Promise<Condition> =>
    until('the job to wait for Kueue', async () => {
      const condition = await conditionOf(id);
      return condition?.reason === 'QueuedByKueue' ? condition : undefined;
    });
  const isWhole = async (of: Client, id: string, pages: number): Promise<void> => {
    expect(await of.end(id)).toMatchObject({ status: 'succeeded' });
    const numbers = [...(await of.markdown(id)).matchAll(/page number (\d+)/g)].map((match) => Number(match[1]));
    expect(numbers).toEqual(Array.from({ length: pages }, (_, i) => i + 1));
    expect((await of.call('GET', `/receipts?jobId=${id}`)).body).toMatchObject({ settledCredits: pages });
  };

  /** Pods of its Job that Kueue lets run. */
  const admitted = async (id: string): Promise<number> => {
    const { items } = await get<{ items: { spec: { suspend: boolean; parallelism: number } }[] }>(
      'jobs',
      '-l',
      `scriptorium.dev/job-id=${id},scriptorium.dev/launch=convert`,
    );
    return items[0]?.spec.suspend === false ? items[0].spec.parallelism : 0;
  };
  const evictions = async (id: string): Promise<readonly string[]> => {
    const { items } = await get<{ items: { reason: string; note?: string; message?: string }[] }>(
      'events',
      '--field-selector',
      `involvedObject.kind=Job,involvedObject.name=${id}-c`,
    );
    return items.filter(({ reason }) => reason === 'Stopped').map(({ note, message }) => note ?? message ?? '');
  };

  const hold = (name: string, stopPolicy: 'Hold' | 'None'): Promise<string> =>
    k('patch', 'localqueue', name, '--type=merge', '-p', JSON.stringify({ spec: { stopPolicy } }));

  it('share a quota between workspaces: what is pre-empted goes on later, and no page is lost', async () => {
    await hold(names[1], 'Hold');
    const short = await start(blue, PAGES);
    await waitsForKueue(short);
    const long = await start(red, LONG_PAGES);
    await until('red to run on the quota of both', async () => (await admitted(long)) === 2 * PODS || undefined);
    await until('pages to be converted', async () => {
      const { body } = await red.call<{ stageProgress?: number; stage: string }>('GET', `/jobs/${long}`);
      return (body.stage === 'converting' && (body.stageProgress ?? 0) > 0) || undefined;
    });
    await hold(names[1], 'None');
    const condition = await waitsForKueue(long);
    expect(condition.message).toContain(names[0]);
    await isWhole(blue, short, PAGES);
    await isWhole(red, long, LONG_PAGES);
    expect(await evictions(long)).toEqual([expect.stringContaining('Preempted')]);
    expect(await conditionOf(long)).toBeUndefined();
  });

  describe('while their queue is held', () => {
    const gone = (id: string): Promise<true> =>
      until(
        'Kueue to forget the job',
        async () => !(await k('get', 'workloads', '-o', 'name')).includes(id) || undefined,
      );
    const suspended = async (): Promise<string> => {
      const id = await start(red, PAGES);
      const { message } = await waitsForKueue(id);
      expect(message).toContain(names[0]);
      expect((await red.call<{ status: string }>('GET', `/jobs/${id}`)).body).toMatchObject({ status: 'queued' });
      return id;
    };
    beforeAll(() => hold(names[0], 'Hold'));

    it('can be canceled', async () => {
      const id = await suspended();
      await red.call('POST', `/jobs/${id}/cancel`);
      expect(await red.end(id)).toMatchObject({ status: 'canceled' });
      expect((await red.call('GET', `/receipts?jobId=${id}`)).body).toMatchObject({ settledCredits: 0 });
      await gone(id);
    });

    it('can be deleted', async () => {
      const id = await suspended();
      await k('delete', 'conversionjob', id);
      const receipt = await until('the receipt', async () => {
        const { status, body } = await red.call('GET', `/receipts?jobId=${id}`);
        return status === 200 ? body : undefined;
      });
      expect(receipt).toMatchObject({ outcome: 'canceled', settledCredits: 0 });
      await gone(id);
    });

    it('go on over a change of leader, and run once the queue is open', async () => {
      const id = await suspended();
      await k('rollout', 'restart', 'deployment/scriptorium-controller');
      await k('rollout', 'status', 'deployment/scriptorium-controller', '--timeout=120s');
      expect((await stateOf(id)).status?.state).toBe('queued');
      await hold(names[0], 'None');
      await isWhole(red, id, PAGES);
    });
  });
});
