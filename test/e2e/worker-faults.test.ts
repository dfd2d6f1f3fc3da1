import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { nothingOrphaned } from './afterwards.ts';
import {
  client,
  create,
  DATABASE,
  install,
  k,
  kubectl,
  NAMESPACE,
  need,
  RELEASE,
  until,
  values,
  type Client,
} from './cluster.ts';
import { isHere, killContainer, leadingProcess, withoutNetwork, withRules } from './host.ts';
import { isWhole, startLong } from './long-job.ts';
import { redisCommand } from './redis.ts';
import {
  allSucceed,
  boundDuring,
  boundTo,
  isGone,
  killPod,
  startBurst,
  startSmall,
  whenBound,
  workers,
  type WorkerPod,
} from './worker-pods.ts';

const unique = `${Date.now()}`;
const BURST = 8;
/** Pages of one range, so that its conversion takes a moment. */
const PAGES = 16;

/** Faults of workers that `workers.test.ts` does not inject in every run. */
describe.skipIf(!isHere)('workers with something broken', { timeout: 400_000 }, () => {
  let acme: Client;
  let tenants = 0;
  const tenant = async (): Promise<Client> => client(`broken-${unique}-${(tenants += 1)}`, 1000);
  beforeAll(async () => {
    acme = await tenant();
  });
  afterEach(nothingOrphaned);

  it('are killed while they are bound, probe, convert and merge', async () => {
    for (let delay = 0; delay < 3000; delay += 250) {
      const started = startSmall(acme, `killed-${delay}`, PAGES);
      await sleep(delay);
      for (const pod of await boundTo(acme.workspace)) await killPod(pod);
      await allSucceed(acme, [await started], PAGES);
    }
  });

  it('are killed between their binding and their first task', async () => {
    const other = await tenant();
    const started = startSmall(other, 'bound');
    await killPod(await whenBound(other.workspace));
    await allSucceed(other, [await started]);
  });

  it('lose the leading controller between their binding and their first task', async () => {
    const other = await tenant();
    const pid = await leadingProcess();
    const started = startSmall(other, 'leaderless');
    await whenBound(other.workspace);
    process.kill(pid, 'SIGKILL');
    await allSucceed(other, [await started]);
  });

  it('lose all processes of a runner at once, as when its memory is exhausted, and nothing but its document', async () => {
    const other = await tenant();
    await allSucceed(other, [await startSmall(other, 'before')]);
    const [untouched] = await boundTo(other.workspace);
    const ids = startBurst(acme, 'oom', BURST);
    const victim = await whenBound(acme.workspace);
    killContainer(victim.metadata.name, 'runner');
    await allSucceed(acme, await ids);
    await isGone(victim);
    await allSucceed(other, [await startSmall(other, 'after')]);
    expect((await boundTo(other.workspace)).map(({ metadata }) => metadata.uid)).toContain(untouched?.metadata.uid);
  });

  it.each([
    [8, 'stay'],
    [45, 'are replaced'],
  ] as const)('are cut off from everything for %d s, come back and %s', async (seconds, after) => {
    await allSucceed(acme, [await startSmall(acme, 'before')]);
    const [victim] = await boundTo(acme.workspace);
    const ids = startBurst(acme, `cut-${seconds}`, BURST);
    await withRules([['PREROUTING', '-t', 'raw', '-s', victim!.status.podIP, '-j', 'DROP']], () =>
      sleep(seconds * 1000),
    );
    await allSucceed(acme, await ids);
    if (after === 'are replaced') await isGone(victim!);
    else expect((await boundTo(acme.workspace)).map(({ metadata }) => metadata.uid)).toContain(victim!.metadata.uid);
  });

  it('have no network from their start, and are replaced', async () => {
    let victim: WorkerPod | undefined;
    const start = async (): Promise<string> => {
      for (const pod of await workers('free')) await killPod(pod);
      victim = await until('a free worker with an address', async () =>
        (await workers('free')).find(({ status }) => status.podIP),
      );
      return victim.status.podIP;
    };
    await withoutNetwork(start, async () => {
      await isGone(victim!);
      const other = await tenant();
      await allSucceed(other, [await startSmall(other, 'without-network')]);
    });
  });

  it('are drained from their node with converters, and no document is blamed', async () => {
    const long = await startLong(acme, 'drained');
    const ids = await startBurst(acme, 'drained', BURST);
    const nodes = (await kubectl('get', 'nodes', '-o', 'name')).split('\n');
    const selector = 'app.kubernetes.io/component in (worker,converter)';
    try {
      for (const node of nodes)
        await kubectl('drain', node, `--pod-selector=${selector}`, '--delete-emptydir-data', '--timeout=60s');
    } finally {
      for (const node of nodes) await kubectl('uncordon', node);
    }
    await allSucceed(acme, ids);
    await isWhole(acme, long.id);
  });

  it('are replaced by an upgrade when they are idle, and no document is blamed', async () => {
    const long = await startLong(acme, 'upgraded');
    const ids = await startBurst(acme, 'upgraded', BURST);
    const before = await boundTo(acme.workspace);
    expect(before.length).toBeGreaterThan(0);
    try {
      await install(RELEASE, NAMESPACE, ...values(), '--set', 'worker.idleSeconds=290');
      await allSucceed(acme, ids);
      await isWhole(acme, long.id);
      for (const pod of before) await isGone(pod);
      await allSucceed(acme, await startBurst(acme, 'after', 2));
    } finally {
      await install(RELEASE, NAMESPACE, ...values());
    }
  });

  it('open one document each where their workspace asks for that', async () => {
    const other = await tenant();
    const workspace = { apiVersion: 'scriptorium.dev/v1alpha1', kind: 'Workspace' };
    await create({ ...workspace, metadata: { name: other.workspace }, spec: { isolation: 'Pod' } });
    const burst = startBurst(other, 'alone', 3).then((ids) => allSucceed(other, ids));
    expect((await boundDuring(other.workspace, burst)).size).toBeGreaterThanOrEqual(3);
    await until('all of them to be gone', async () =>
      (await boundTo(other.workspace)).length === 0 ? true : undefined,
    );
    await k('delete', 'workspace', other.workspace);
  });

  it('go on while their workspace is changed and suspended', async () => {
    const other = await tenant();
    const workspace = { apiVersion: 'scriptorium.dev/v1alpha1', kind: 'Workspace' };
    await create({ ...workspace, metadata: { name: other.workspace }, spec: { weight: 5 } });
    const change = (spec: object): Promise<string> =>
      k('patch', 'workspace', other.workspace, '--type=merge', '-p', JSON.stringify({ spec }));
    const long = await startLong(other, 'changed');
    const ids = await startBurst(other, 'changed', BURST);
    await change({ maxRunning: 1 });
    await change({ suspended: true });
    const held = await startSmall(other, 'held');
    await change({ isolation: 'Pod', weight: 1 });
    expect((await other.call('GET', `/jobs/${held}`)).body).toMatchObject({ status: 'queued' });
    await change({ suspended: null, maxRunning: null });
    await allSucceed(other, [...ids, held]);
    await isWhole(other, long.id);
    await k('delete', 'workspace', other.workspace);
  });

  it('go on while Redis is flushed', async () => {
    const ids = await startBurst(acme, 'flushed', BURST);
    await redisCommand(need('REDIS_URL'), DATABASE, 'FLUSHDB');
    await allSucceed(acme, [...ids, ...(await startBurst(acme, 'flushed-after', 2))]);
  });
});
