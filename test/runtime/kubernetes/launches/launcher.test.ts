import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKubeClient } from '../../../../src/runtime/kubernetes/api/client.ts';
import { kubeconfigAccess } from '../../../../src/runtime/kubernetes/api/kubeconfig.ts';
import {
  kubernetesLauncher,
  type KubernetesLauncherOptions,
} from '../../../../src/runtime/kubernetes/launches/launcher.ts';
import type { BatchJob } from '../../../../src/runtime/kubernetes/launches/job-status.ts';
import { jobManifest } from '../../../../src/runtime/kubernetes/launches/manifest.ts';
import type { Launch, Launcher } from '../../../../src/runtime/launcher.ts';
import type { Share } from '../../../../src/scheduling/fair-queue.ts';
import { openNamespace, type TestNamespace } from '../namespace.ts';

/** Nodes and controllers would write the status of these Jobs as well: `cluster control-plane` has neither. */
async function isControlPlane(): Promise<boolean> {
  if (process.env['KUBECONFIG'] === undefined) return false;
  const client = createKubeClient({ access: await kubeconfigAccess() });
  const { items } = await client.call<{ items: unknown[] }>({ method: 'GET', path: '/api/v1/nodes' });
  await client.close();
  return items.length === 0;
}
/** It may be set once. */
const STARTED = new Date().toISOString().replace(/\.\d+/, '');
const EQUAL: Share = { weight: 1 };

interface Job {
  readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> };
  readonly spec: { readonly parallelism: number; readonly suspend?: boolean };
}

/** Jobs as the API server has them. Pods are none of this test's business: a control plane without nodes is enough. */
describe.skipIf(!(await isControlPlane()))(
  'places for the Jobs of launches (skipped but on a control plane alone)',
  () => {
    let at: TestNamespace;
    const open: Launcher[] = [];
    let shares: Record<string, Share> = {};
    let changed: () => void = () => undefined;

    const openLauncher = async (more: Partial<KubernetesLauncherOptions> = {}): Promise<Launcher> => {
      const launcher = await kubernetesLauncher({
        client: at.client,
        namespace: at.namespace,
        pods: { image: 'none', internalUrl: 'http://none', serviceAccount: 'default', parallelism: 8, maxPods: 6 },
        shareOf: (workspace) => shares[workspace] ?? EQUAL,
        followShares: (serve) => {
          changed = serve;
        },
        ...more,
      });
      launcher.follow(() => undefined);
      open.push(launcher);
      return launcher;
    };
    const launch = (workspace: string, jobId: string, count: number, more: Partial<Launch> = {}): Launch => ({
      workspace,
      jobId,
      kind: 'convert',
      owner: { name: jobId, uid: `uid-${jobId}` },
      firstIndex: 0,
      count,
      native: false,
      launchToken: () => 'token',
      limits: { memoryBytes: 2 ** 28, seconds: 60, scratchBytes: 2 ** 28 },
      attempts: 2,
      ...more,
    });
    const collection = (): string => `/apis/batch/v1/namespaces/${at.namespace}/jobs`;
    const jobs = async (): Promise<Record<string, number>> => {
      const { items } = await at.client.call<{ items: Job[] }>({ method: 'GET', path: collection() });
      return Object.fromEntries(items.map(({ metadata, spec }) => [metadata.name, spec.parallelism]));
    };
    /** What the Job controller writes once these indexes have succeeded. */
    const complete = (name: string, indexes: string, succeeded: number): Promise<unknown> =>
      at.client.call({
        method: 'PATCH',
        path: `${collection()}/${name}/status`,
        body: { status: { completedIndexes: indexes, succeeded, startTime: STARTED } },
      });

    beforeAll(async () => {
      at = await openNamespace('launches');
    });
    afterAll(async () => {
      for (const launcher of open) await launcher.close();
      await at.close();
    });

    it('bound the pods of all jobs, and go to workspaces in turn as they become free', async () => {
      const first = await openLauncher();
      await first.launch(launch('a', 'large', 20));
      await first.launch(launch('a', 'next', 2));
      expect(await jobs()).toEqual({ 'large-c': 5 });
      expect([...(await first.observe('next'))[0]!.indexes.values()]).toEqual([
        { state: 'waiting' },
        { state: 'waiting' },
      ]);
      await first.launch(launch('b', 'other', 3));
      expect(await jobs()).toEqual({ 'large-c': 5, 'other-c': 1 });
      await complete('other-c', '0-2', 3);
      await complete('large-c', '0-17', 18);
      await expect.poll(jobs).toEqual({ 'large-c': 5, 'other-c': 1, 'next-c': 2 });
    });

    it('are kept over a change of leader, who raises the parallelism of what was begun', async () => {
      const former = open.pop()!;
      await former.launch(launch('b', 'long', 8));
      await expect.poll(jobs).toMatchObject({ 'long-c': 1 });
      await former.close();
      const second = await openLauncher();
      await complete('next-c', '0,1', 2);
      await complete('large-c', '0-19', 20);
      await expect.poll(jobs).toMatchObject({ 'long-c': 5 });
      await second.end('long');
      await expect.poll(jobs).not.toHaveProperty('long-c');
    });

    it('are not for a workspace that is suspended, but for what it has begun', async () => {
      const [launcher] = open;
      shares = { s: { weight: 1, suspended: true } };
      await launcher!.launch(launch('s', 'waits', 1));
      await launcher!.launch(launch('s', 'merges', 1, { kind: 'merge', firstIndex: 4, begun: true }));
      expect(Object.keys(await jobs())).toEqual(expect.not.arrayContaining(['waits-c']));
      expect(await jobs()).toHaveProperty('merges-m');
      shares = {};
      changed();
      await expect.poll(jobs).toHaveProperty('waits-c');
      await launcher!.end('waits');
      await launcher!.end('merges');
    });

    it('are given anew to converters that a release left behind when it was uninstalled', async () => {
      const collectionOf = (plural: string): string => `/api/v1/namespaces/${at.namespace}/${plural}`;
      const pods = { image: 'none', internalUrl: 'http://none', parallelism: 8, maxPods: 6 };
      for (const name of ['blue', 'green']) {
        const body = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name } };
        await at.client.call({ method: 'POST', path: collectionOf('serviceaccounts'), body });
      }
      for (const [jobId, serviceAccount] of Object.entries({ left: 'gone', stays: 'blue' })) {
        const body = jobManifest(launch('r', jobId, 1), { ...pods, serviceAccount }, { parallelism: 1 });
        await at.client.call({ method: 'POST', path: collection(), body });
      }
      const accountOf = async (name: string): Promise<string | undefined> =>
        (await at.client.call<BatchJob>({ method: 'GET', path: `${collection()}/${name}` })).spec?.template.spec
          ?.serviceAccountName;

      const green = await openLauncher({ pods: { ...pods, serviceAccount: 'green' } });
      await expect.poll(() => green.observe('left')).toEqual([]);
      await green.launch(launch('r', 'left', 1));
      expect(await accountOf('left-c')).toBe('green');
      expect(await accountOf('stays-c')).toBe('blue');
      await green.end('left');
      await green.end('stays');
    });

    it('are free again when a Job that a former leader created is deleted by hand', async () => {
      const pods = { image: 'none', internalUrl: 'http://none', serviceAccount: 'default', parallelism: 8, maxPods: 6 };
      const body = jobManifest(launch('h', 'by-hand', 1), pods, { parallelism: 1 });
      await at.client.call({ method: 'POST', path: collection(), body });
      const launcher = await openLauncher();
      const told = new Set<string>();
      launcher.follow((jobId) => told.add(jobId));
      await at.client.call({
        method: 'DELETE',
        path: `${collection()}/by-hand-c`,
        body: { propagationPolicy: 'Background' },
      });
      await expect.poll(() => told).toContain('by-hand');
      await launcher.launch(launch('h', 'by-hand', 1));
      expect(await jobs()).toHaveProperty('by-hand-c');
      await launcher.end('by-hand');
    });

    it('are not for what Kueue admits', async () => {
      const launcher = await openLauncher({ queueOf: (workspace) => (workspace === 'k' ? 'documents' : undefined) });
      await launcher.launch(launch('k', 'queued', 30));
      const job = await at.client.call<Job>({ method: 'GET', path: `${collection()}/queued-c` });
      expect(job).toMatchObject({
        metadata: { labels: { 'kueue.x-k8s.io/queue-name': 'documents', 'scriptorium.dev/workspace': 'k' } },
        spec: { suspend: true, parallelism: 8 },
      });
    });
  },
);
