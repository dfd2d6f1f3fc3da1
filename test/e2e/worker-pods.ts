import { expect } from 'vitest';
import { createKubeClient } from '../../src/runtime/kubernetes/api/client.ts';
import { kubeconfigAccess } from '../../src/runtime/kubernetes/api/kubeconfig.ts';
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

/** What are the workers of the workspace, looked at as often as can be: some live for less than a second. */
async function* lookOften(workspace: string): AsyncGenerator<WorkerPod[]> {
  const client = createKubeClient({ access: await kubeconfigAccess() });
  const query = { labelSelector: 'scriptorium.dev/worker=bound' };
  try {
    for (;;) {
      const { items } = await client.call<{ items: WorkerPod[] }>({
        method: 'GET',
        path: `/api/v1/namespaces/${NAMESPACE}/pods`,
        query,
      });
      yield items.filter((pod) => isOf(workspace, pod));
    }
  } finally {
    await client.close();
  }
}

/** Resolves as soon as a worker is bound to the workspace. */
export async function whenBound(workspace: string): Promise<WorkerPod> {
  const last = Date.now() + 60_000;
  for await (const pods of lookOften(workspace)) {
    const found = pods.find(stays);
    if (found) return found;
    if (Date.now() > last) break;
  }
  throw new Error(`no worker was bound to ${workspace}`);
}

/** The uids of all workers that belong to the workspace until the work is done. */
export async function boundDuring(workspace: string, work: Promise<unknown>): Promise<ReadonlySet<string>> {
  const seen = new Set<string>();
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  done.catch(() => {});
  for await (const pods of lookOften(workspace)) {
    for (const { metadata } of pods) seen.add(metadata.uid);
    if (isDone) break;
  }
  await done;
  return seen;
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
