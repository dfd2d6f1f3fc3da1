import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nothingOrphaned } from './afterwards.ts';
import { client, create, install, k, leader, NAMESPACE, RELEASE, until, values, type Client } from './cluster.ts';
import { isHere, storeLog } from './host.ts';
import { makeNumberedPdf } from '../make/text-pdf.ts';
import { running, startLong } from './long-job.ts';
import { startSmall } from './worker-pods.ts';

const unique = `${Date.now()}`;
const name = `silent-${unique}`;
const WAITING = 8;
const SECONDS = 60;

/** Requests that a pod made, by what they asked for. */
type Counts = Readonly<Record<string, number>>;

const totalOf = (counts: Counts): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

describe.skipIf(!isHere)('while jobs wait and nothing changes', { timeout: 400_000 }, () => {
  let first: Client;
  let tenant: Client;
  beforeAll(async () => {
    // Sweeps as often as they run by default, and a place for one converter.
    const settings = ['--set', 'converter.maxPods=1', '--set-string', 'settings.SCRIPTORIUM_SWEEP_SECONDS=60'];
    await install(RELEASE, NAMESPACE, ...values(), ...settings);
    first = await client(`${name}-first`, 10_000);
    tenant = await client(name, 10_000);
    await create({
      apiVersion: 'scriptorium.dev/v1alpha1',
      kind: 'Workspace',
      metadata: { name },
      spec: { weight: 1 },
    });
  });
  afterAll(async () => {
    for (const id of started) await tenant.call('POST', `/jobs/${id}/cancel`);
    for (const id of started) await tenant.end(id);
    await k('delete', 'workspace', name);
    await nothingOrphaned();
    await install(RELEASE, NAMESPACE, ...values());
  });
  const started: string[] = [];

  const apiServerRequests = async (pod: string): Promise<Counts> => {
    const script = `fetch('http://localhost:8080/metrics').then((r) => r.text()).then((t) => console.log(t))`;
    const text = await k('exec', pod, '--', 'node', '-e', script);
    const found = text.matchAll(
      /^scriptorium_api_server_(?:reads|writes)_total\{resource="([^"]+)",verb="([^"]+)"\} (\d+)/gm,
    );
    return Object.fromEntries([...found].map(([, resource, verb, count]) => [`${verb} ${resource}`, Number(count)]));
  };
  const storeRequests = (address: string): Counts => {
    const counts: Record<string, number> = {};
    for (const line of readFileSync(storeLog, 'utf8').split('\n')) {
      const [, , , , from, method, path, , query] = line.split('|').map((part) => part.trim());
      if (from !== address) continue;
      const what = `${method} ${path?.split('/')[2] ?? ''} ${/prefix=[^&%]*/.exec(query ?? '')?.[0] ?? ''}`;
      counts[what] = (counts[what] ?? 0) + 1;
    }
    return counts;
  };
  const difference = (after: Counts, before: Counts): Counts =>
    Object.fromEntries(
      Object.entries(after)
        .map(([what, count]) => [what, count - (before[what] ?? 0)] as const)
        .filter(([, count]) => count > 0),
    );

  it('the leading controller asks the API server and the store less than once a second together', async () => {
    // One has the place, others wait for it, and the last for their documents to be read.
    const other = await first.start(await first.upload('first.pdf', makeNumberedPdf(800)), { forceRefresh: true });
    await running(first, other.id);
    for (let i = 0; i < WAITING; i += 1) started.push((await startLong(tenant, `waits-${i}`)).id);
    await k('patch', 'workspace', name, '--type=merge', '-p', '{"spec":{"suspended":true}}');
    for (let i = 0; i < WAITING; i += 1) started.push(await startSmall(tenant, `small-${i}`));
    await first.call('POST', `/jobs/${other.id}/cancel`);
    await first.end(other.id);
    await until('all jobs to wait', async () => {
      const { status } = JSON.parse(await k('get', 'workspace', name, '-o', 'json')) as {
        status?: { jobs: { queued: number } };
      };
      return status?.jobs.queued === 2 * WAITING || undefined;
    });
    const pod = await leader();
    const address = await k('get', 'pod', pod, '-o', 'jsonpath={.status.podIP}');
    const look = async (): Promise<{ api: Counts; store: Counts; at: number }> => ({
      api: await apiServerRequests(pod),
      store: storeRequests(address),
      at: Date.now(),
    });
    const before = await look();
    await until(`${SECONDS} s to pass`, () => Promise.resolve(Date.now() - before.at > SECONDS * 1000 || undefined));
    const after = await look();
    const seconds = (after.at - before.at) / 1000;
    const asked = { api: difference(after.api, before.api), store: difference(after.store, before.store) };
    expect((totalOf(asked.api) + totalOf(asked.store)) / seconds, JSON.stringify(asked)).toBeLessThan(1);
  });
});
