import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { nothingOrphaned } from './afterwards.ts';
import { client, k, leader, until, type Client } from './cluster.ts';
import { allSucceed, boundTo, isGone, killPod, startBurst, startSmall, workers } from './worker-pods.ts';

const unique = `${Date.now()}`;
const BURST = 12;

/** Small jobs on workers. `test/cli/cluster/workers.test.ts` has the faults of single steps. */
describe('workers', { timeout: 300_000 }, () => {
  let acme: Client;
  beforeAll(async () => {
    acme = await client(`workers-${unique}`, 1000);
  });
  afterEach(nothingOrphaned);

  const burst = (name: string): Promise<string[]> => startBurst(acme, name, BURST);

  it('convert a burst of small documents, without a Job for any of them', async () => {
    const ids = await burst('burst');
    await allSucceed(acme, ids);
    const jobs = await k('get', 'jobs', '-o', 'name');
    for (const id of ids) expect(jobs).not.toContain(id);
  });

  it('belong to one workspace and to their Deployment, which keeps others free', async () => {
    const other = await client(`workers-other-${unique}`, 10);
    await allSucceed(other, [await startSmall(other, 'other')]);
    const [theirs] = await boundTo(other.workspace);
    expect(theirs?.metadata.ownerReferences).toMatchObject([{ kind: 'Deployment', controller: true }]);
    expect(theirs?.spec.activeDeadlineSeconds).toBeGreaterThan(3000);
    await until('a free worker', async () => ((await workers('free')).length > 0 ? true : undefined));
  });

  it('are deleted in the middle of a burst, and every document is converted once', async () => {
    const ids = await burst('deleted');
    for (const pod of await boundTo(acme.workspace)) await killPod(pod);
    await allSucceed(acme, ids);
  });

  it('lose the leading controller in the middle of a burst, and find the next one', async () => {
    // Those of the test before may all be gone.
    await allSucceed(acme, [await startSmall(acme, 'bound')]);
    const before = await boundTo(acme.workspace);
    const ids = await burst('leader');
    await k('delete', 'pod', await leader(), '--grace-period=0', '--force');
    await allSucceed(acme, ids);
    const after = (await boundTo(acme.workspace)).map(({ metadata }) => metadata.uid);
    expect(before.length).toBeGreaterThan(0);
    for (const { metadata } of before) expect(after).toContain(metadata.uid);
  });

  it('are replaced when a container of theirs was restarted', async () => {
    const [victim] = await boundTo(acme.workspace);
    await k('exec', victim!.metadata.name, '-c', 'runner', '--', 'node', '-e', 'process.kill(1, "SIGTERM")');
    await isGone(victim!);
    await allSucceed(acme, await burst('restarted'));
  });
});
