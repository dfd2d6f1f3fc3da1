import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeNumberedPdf } from '../make/text-pdf.ts';
import { client, get, k, leader, nothingOrphaned, until, type Client } from './cluster.ts';

const unique = `${Date.now()}`;
const BURST = 12;

interface Pod {
  readonly metadata: {
    readonly name: string;
    readonly uid: string;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly ownerReferences?: readonly { readonly kind: string; readonly controller?: boolean }[];
    readonly deletionTimestamp?: string;
  };
  readonly spec: { readonly activeDeadlineSeconds?: number };
}

const workers = async (state: 'free' | 'bound'): Promise<Pod[]> =>
  (await get<{ items: Pod[] }>('pods', '-l', `scriptorium.dev/worker=${state}`)).items.filter(
    ({ metadata }) => metadata.deletionTimestamp === undefined,
  );
const boundTo = async (workspace: string): Promise<Pod[]> =>
  (await workers('bound')).filter(({ metadata }) => metadata.annotations?.['scriptorium.dev/workspace'] === workspace);

/** Small jobs on workers. `test/cli/cluster/workers.test.ts` has the faults of single steps. */
describe('workers', { timeout: 300_000 }, () => {
  let acme: Client;
  beforeAll(async () => {
    acme = await client(`workers-${unique}`, 1000);
  });
  afterEach(nothingOrphaned);

  const start = async (of: Client, name: string): Promise<string> =>
    (await of.start(await of.upload(`${name}.pdf`, makeNumberedPdf(2)), { forceRefresh: true })).id;
  const burst = (name: string): Promise<string[]> =>
    Promise.all(Array.from({ length: BURST }, (_, i) => start(acme, `${name}-${i}`)));
  const allSucceed = async (ids: readonly string[]): Promise<void> => {
    for (const id of ids) {
      expect(await acme.end(id), id).toMatchObject({ status: 'succeeded' });
      expect((await acme.call('GET', `/receipts?jobId=${id}`)).body).toMatchObject({ settledCredits: 2 });
    }
  };

  it('convert a burst of small documents, without a Job for any of them', async () => {
    const ids = await burst('burst');
    await allSucceed(ids);
    const jobs = await k('get', 'jobs', '-o', 'name');
    for (const id of ids) expect(jobs).not.toContain(id);
  });

  it('belong to one workspace and to their Deployment, which keeps others free', async () => {
    const other = await client(`workers-other-${unique}`, 10);
    expect(await other.end(await start(other, 'other'))).toMatchObject({ status: 'succeeded' });
    const [theirs] = await boundTo(other.workspace);
    expect(theirs?.metadata.ownerReferences).toMatchObject([{ kind: 'Deployment', controller: true }]);
    expect(theirs?.spec.activeDeadlineSeconds).toBeGreaterThan(3000);
    await until('a free worker', async () => ((await workers('free')).length > 0 ? true : undefined));
  });

  it('are deleted in the middle of a burst, and every document is converted once', async () => {
    const ids = await burst('deleted');
    for (const { metadata } of await boundTo(acme.workspace))
      await k('delete', 'pod', metadata.name, '--grace-period=0', '--force');
    await allSucceed(ids);
  });

  it('lose the leading controller in the middle of a burst, and find the next one', async () => {
    // Those of the test before may all be gone.
    await allSucceed([await start(acme, 'bound')]);
    const before = await boundTo(acme.workspace);
    const ids = await burst('leader');
    await k('delete', 'pod', await leader(), '--grace-period=0', '--force');
    await allSucceed(ids);
    const after = (await boundTo(acme.workspace)).map(({ metadata }) => metadata.uid);
    expect(before.length).toBeGreaterThan(0);
    for (const { metadata } of before) expect(after).toContain(metadata.uid);
  });

  it('are replaced when a container of theirs was restarted', async () => {
    const [victim] = await boundTo(acme.workspace);
    const { name } = victim!.metadata;
    await k('exec', name, '-c', 'runner', '--', 'node', '-e', 'process.kill(1, "SIGTERM")');
    await until('the worker to be deleted', async () =>
      (await workers('bound')).some(({ metadata }) => metadata.name === name) ? undefined : true,
    );
    await allSucceed(await burst('restarted'));
  });
});
