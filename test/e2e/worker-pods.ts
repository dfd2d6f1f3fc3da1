import { expect } from 'vitest';
import { createKubeClient } from '../../src/cluster/kubernetes/client.ts';
import { kubeconfigAccess } from '../../src/cluster/kubernetes/kubeconfig.ts';
import { podsPath } from '../../src/cluster/kubernetes/batch-jobs.ts';
import { makeNumberedPdf } from '../make/text-pdf.ts';
import { get, k, NAMESPACE, until, type Client } from './cluster.ts';

export interface WorkerPod {
  readonly metadata: {
    readonly name: string;
    readonly uid: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly ownerReferences?: readonly { readonly kind: string; readonly controller?: boolean }[];
    readonly deletionTimestamp?: string;
  };
  readonly spec: { readonly activeDeadlineSeconds?: number };
  readonly status: { readonly podIP: string };
}

const stays = ({ metadata }: WorkerPod): boolean => metadata.deletionTimestamp === undefined;
const isOf = (workspace: string, { metadata }: WorkerPod): boolean =>
  metadata.annotations?.['scriptorium.dev/workspace'] === workspace;

export const workers = async (state: 'free' | 'bound'): Promise<WorkerPod[]> =>
  (await get<{ items: WorkerPod[] }>('pods', '-l', `scriptorium.dev/worker=${state}`)).items.filter(stays);

export const boundTo = async (workspace: string): Promise<WorkerPod[]> =>
  (await workers('bound')).filter((pod) => isOf(workspace, pod));

/** As with its node: the API server forgets it at once. */
export const killPod = ({ metadata }: WorkerPod): Promise<string> =>
  k('delete', 'pod', metadata.name, '--grace-period=0', '--force');

/** Resolves as soon as a worker is bound to the workspace, read often. */
export async function whenBound(workspace: string): Promise<WorkerPod> {
  const client = createKubeClient({ access: await kubeconfigAccess() });
  try {
    const query = { labelSelector: 'scriptorium.dev/worker=bound' };
    const last = Date.now() + 60_000;
    for (;;) {
      const path = podsPath(NAMESPACE);
      const { items } = await client.call<{ items: WorkerPod[] }>({ method: 'GET', path, query });
      const found = items.find((pod) => stays(pod) && isOf(workspace, pod));
      if (found) return found;
      if (Date.now() > last) throw new Error(`no worker was bound to ${workspace}`);
    }
  } finally {
    await client.close();
  }
}

/** A small job, of one range. */
export const startSmall = async (of: Client, name: string, pages = 2): Promise<string> =>
  (await of.start(await of.upload(`${name}.pdf`, makeNumberedPdf(pages)), { forceRefresh: true })).id;

export const startBurst = (of: Client, name: string, count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => startSmall(of, `${name}-${i}`)));

/** Each has succeeded, and was charged once. */
export async function allSucceed(of: Client, ids: readonly string[], pages = 2): Promise<void> {
  for (const id of ids) {
    expect(await of.end(id), id).toMatchObject({ status: 'succeeded' });
    expect((await of.call('GET', `/receipts?jobId=${id}`)).body).toMatchObject({ settledCredits: pages });
  }
}

/** Resolves once the pod is no worker any more. */
export const isGone = ({ metadata }: WorkerPod): Promise<true> =>
  until(`the worker ${metadata.name} to be deleted`, async () => {
    const { items } = await get<{ items: WorkerPod[] }>('pods', '-l', 'app.kubernetes.io/component=worker');
    return items.every((pod) => pod.metadata.uid !== metadata.uid) || undefined;
  });
