import type {
  DrawResult,
  FetchResult,
  IndexState,
  Launch,
  Launcher,
  LaunchState,
  PostResult,
  ProbeResult,
  SizeResult,
} from '../launcher.ts';
import { EXIT } from '../../job/worker-protocol.ts';
import { batchJobsPath, deleteBatchJobs } from './batch-jobs.ts';
import { alreadyExists, type KubeClient } from './client.ts';
import { jobManifest, JOB_ID_LABEL, LAUNCH_LABEL, type PodSettings } from './manifest.ts';
import { startReflector, type KubeObject, type Reflector } from './reflector.ts';
import { ask } from './errands.ts';

export interface KubernetesLauncherOptions {
  readonly client: KubeClient;
  readonly namespace: string;
  readonly pods: PodSettings;
  /** Addresses of the two Deployments. */
  readonly prober: string;
  readonly fetcher: string;
  /** Signs URLs for them; neither has a credential. */
  readonly sign: { get(key: string): Promise<string>; put(key: string): Promise<string> };
  readonly warn?: (fields: object, message: string) => void;
}

/** A `batch/v1` Job as far as we read it. */
export interface BatchJob extends KubeObject {
  readonly metadata: KubeObject['metadata'] & {
    readonly annotations?: Readonly<Record<string, string>>;
    readonly deletionTimestamp?: string;
  };
  readonly spec: { readonly completions?: number };
  readonly status?: {
    readonly active?: number;
    readonly ready?: number;
    readonly completedIndexes?: string;
    readonly failedIndexes?: string;
    readonly conditions?: readonly {
      readonly type: string;
      readonly status: string;
      readonly reason?: string;
      readonly message?: string;
    }[];
  };
}

interface Pod {
  readonly metadata: { readonly annotations?: Readonly<Record<string, string>> };
  readonly status?: {
    readonly reason?: string;
    readonly containerStatuses?: readonly {
      readonly state?: { readonly terminated?: { readonly exitCode: number; readonly reason?: string } };
    }[];
  };
}

const INDEX = 'batch.kubernetes.io/job-completion-index';

/** The `Launcher` port on Indexed Jobs: one Job a launch, one index a page range. */
export async function kubernetesLauncher(options: KubernetesLauncherOptions): Promise<Launcher> {
  const { client, namespace, warn } = options;
  const collection = batchJobsPath(namespace);
  const followers = new Set<(jobId: string) => void>();
  const ids = new Map<string, string>();
  /** Why an index failed, asked of its pods once. */
  const reasons = new Map<string, ReadonlyMap<number, FailureReason>>();

  const changed = (name: string): void => {
    const jobId = reflector?.get(name)?.metadata.labels?.[JOB_ID_LABEL] ?? ids.get(name);
    if (jobId === undefined) return;
    ids.set(name, jobId);
    if (reflector?.get(name) === undefined) {
      ids.delete(name);
      reasons.delete(name);
    }
    for (const follower of followers) follower(jobId);
  };
  let reflector: Reflector<BatchJob> | undefined;
  reflector = await startReflector<BatchJob>({
    client,
    path: collection,
    labelSelector: LAUNCH_LABEL,
    changed,
    ...(warn ? { warn } : {}),
  });
  const batch = reflector;

  const stateOf = async (job: BatchJob): Promise<LaunchState> => {
    const first = Number(job.metadata.annotations?.['scriptorium.dev/first-index'] ?? 0);
    const completed = readIndexes(job.status?.completedIndexes);
    const failed = readIndexes(job.status?.failedIndexes);
    const over = job.status?.conditions?.find(
      (condition) => condition.type === 'Failed' && condition.status === 'True',
    );
    const indexes = new Map<number, IndexState>();
    for (let i = 0; i < (job.spec.completions ?? 1); i++) {
      if (completed.has(i)) indexes.set(first + i, { state: 'ended' });
      else if (failed.has(i) || over) indexes.set(first + i, await failureOf(job, i, over?.message ?? ''));
      else indexes.set(first + i, { state: (job.status?.ready ?? 0) > 0 ? 'running' : 'waiting' });
    }
    return { name: job.metadata.name, indexes };
  };

  const failureOf = async (job: BatchJob, index: number, detail: string): Promise<IndexState> => {
    const { name } = job.metadata;
    let known = reasons.get(name);
    if (!known) {
      const pods = await client.call<{ items: readonly Pod[] }>({
        method: 'GET',
        path: `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods`,
        query: { labelSelector: `batch.kubernetes.io/job-name=${name}` },
      });
      known = reasonsOf(pods.items);
      reasons.set(name, known);
    }
    const reason = known.get(index);
    // The bad document of another index ended the whole Job: its outcome is in the store, and this index has none.
    if (reason === undefined && [...known.values()].includes('told')) return { state: 'waiting' };
    return reason === 'told' ? { state: 'ended' } : { state: 'failed', reason: reason ?? 'stranded_running', detail };
  };

  return {
    launch: async (launch: Launch) => {
      try {
        batch.learn(
          await client.call<BatchJob>({ method: 'POST', path: collection, body: jobManifest(launch, options.pods) }),
        );
      } catch (error) {
        if (!alreadyExists(error)) throw error;
      }
    },
    observe: async (jobId) => {
      const jobs = batch
        .list()
        .filter((job) => job.metadata.labels?.[JOB_ID_LABEL] === jobId && job.metadata.deletionTimestamp === undefined);
      return Promise.all(jobs.map(stateOf));
    },
    // Jobs that succeeded are deleted by the cluster after a while; not deleting them saves a write for each.
    forget: async () => {},
    end: async (jobId) => {
      await deleteBatchJobs(
        client,
        namespace,
        batch.list().filter((job) => job.metadata.labels?.[JOB_ID_LABEL] === jobId),
      );
    },
    follow: (listener) => {
      followers.add(listener);
      return () => void followers.delete(listener);
    },
    probe: async ({ jobId, key, bytes, fileName }) =>
      ask<ProbeResult>(options.prober, '/probe', {
        jobId,
        get: await options.sign.get(key),
        bytes,
        ...(fileName === undefined ? {} : { fileName }),
      }),
    draw: async ({ jobId, key, bytes, sha256, page, to }) =>
      ask<DrawResult>(options.prober, '/draw', {
        jobId,
        get: await options.sign.get(key),
        put: await options.sign.put(to),
        bytes,
        sha256,
        page,
      }),
    fetch: async ({ jobId, url, key, maxBytes }) =>
      ask<FetchResult>(options.fetcher, '/fetch', { jobId, url, put: await options.sign.put(key), maxBytes }),
    size: async (url) => ask<SizeResult>(options.fetcher, '/size', { url }),
    post: async (request) => ask<PostResult>(options.fetcher, '/post', request),
    close: () => batch.stop(),
  };
}

/** `told`: the worker wrote its outcome, a bad document, or was told that it is no longer wanted. */
type FailureReason = Extract<IndexState, { state: 'failed' }>['reason'] | 'told';

/** The last word of each index's pods: a limit that was passed, what the worker told, or a crash. */
function reasonsOf(pods: readonly Pod[]): ReadonlyMap<number, FailureReason> {
  const reasons = new Map<number, FailureReason>();
  for (const { metadata, status } of pods) {
    const index = Number(metadata.annotations?.[INDEX] ?? 0);
    const ended = status?.containerStatuses?.[0]?.state?.terminated;
    if (ended?.exitCode === EXIT.failure || ended?.exitCode === EXIT.stopped) reasons.set(index, 'told');
    else if (status?.reason === 'DeadlineExceeded') reasons.set(index, 'conversion_timeout');
    else if (ended?.reason === 'OOMKilled') reasons.set(index, 'out_of_memory');
    else if (ended && ended.exitCode !== 0 && !reasons.has(index))
      reasons.set(index, ended.exitCode > 128 ? 'stranded_running' : 'conversion_failed');
  }
  return reasons;
}

/** The interval string of an Indexed Job's status: `0,2-4`. */
export function readIndexes(text: string | undefined): ReadonlySet<number> {
  const indexes = new Set<number>();
  for (const piece of (text ?? '').split(',')) {
    const [from, to] = piece.split('-');
    if (!from) continue;
    for (let index = Number(from); index <= Number(to ?? from); index++) indexes.add(index);
  }
  return indexes;
}
