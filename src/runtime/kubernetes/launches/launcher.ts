import type { IndexState, Launch, Launcher, LaunchId, LaunchState } from '../../launcher.ts';
import type { Share } from '../../../scheduling/fair-queue.ts';
import type { V1Job } from '@kubernetes/client-node';
import { batchJobsPath, deleteBatchJobs } from './batch-jobs.ts';
import type { KubeClient } from '../api/client.ts';
import { alreadyExists } from '../api/transport.ts';
import { failureMessage, failuresOf, isFinished, readIndexes, type BatchJob, type PodFailure } from './job-status.ts';
import { isTracing, startSpan } from '../../../telemetry/trace.ts';
import { jobManifest, jobName, JOB_ID_LABEL, LAUNCH_LABEL, launchOf, type PodSettings } from './manifest.ts';
import { jobPlaces } from './job-places.ts';
import { isSuspended, kueueJobs } from './kueue-jobs.ts';
import { accountOf, leftJobs } from './left-jobs.ts';
import { startReflector, type Reflector } from '../api/reflector.ts';
import { deleteLostPods, findStall } from './stalls.ts';

export interface KubernetesLauncherOptions {
  readonly client: KubeClient;
  readonly namespace: string;
  readonly pods: PodSettings;
  /** What a workspace may have of the pods; an equal share by default. */
  readonly shareOf?: (workspace: string) => Share;
  readonly followShares?: (changed: () => void) => void;
  /** The Kueue LocalQueue of a workspace that has one of its own. */
  readonly queueOf?: (workspace: string) => string | undefined;
  readonly warn?: (fields: object, message: string) => void;
}

const SWEEP_MS = 30_000;

/** Where the chart says nothing. */
const MOST_PODS = 100;
/** Jobs of one workspace that wait for Kueue; others are created when these were admitted. */
const MOST_SUSPENDED = 100;

/** The template of its pods is most of a Job, and only their service account is read here. */
const withoutTemplate = (job: BatchJob): BatchJob => {
  const { metadata, spec, status } = job;
  const { name, uid, resourceVersion, labels, annotations, creationTimestamp, deletionTimestamp } = metadata;
  const { parallelism, completions, suspend } = spec ?? {};
  const template = { spec: { serviceAccountName: accountOf(job) } };
  return {
    metadata: { name, uid, resourceVersion, labels, annotations, creationTimestamp, deletionTimestamp },
    spec: { parallelism, completions, suspend, template },
    status,
  } as BatchJob;
};

/** The `Launcher` port on Indexed Jobs: one Job a launch, one index a page range. */
export async function kubernetesLauncher(options: KubernetesLauncherOptions): Promise<Launcher> {
  const { client, namespace, warn, pods } = options;
  const followers = new Set<(jobId: string) => void>();
  const ids = new Map<string, string>();
  const failures = new Map<string, ReadonlyMap<number, PodFailure>>();

  const changed = (name: string): void => {
    const jobId = reflector?.get(name)?.metadata.labels?.[JOB_ID_LABEL] ?? ids.get(name);
    if (jobId === undefined) return;
    ids.set(name, jobId);
    if (reflector?.get(name) === undefined) {
      ids.delete(name);
      failures.delete(name);
      deleted.delete(name);
    }
    if (followers.size > 0) note(name);
    for (const follower of followers) follower(jobId);
  };
  /** Uids of deleted Jobs by their names, until the watch says so too: their names may be used again meanwhile. */
  const deleted = new Map<string, string>();
  let reflector: Reflector<BatchJob> | undefined;
  reflector = await startReflector<BatchJob>({
    client,
    path: batchJobsPath(namespace),
    labelSelector: LAUNCH_LABEL,
    keep: withoutTemplate,
    indexBy: ({ metadata }) => metadata.labels?.[JOB_ID_LABEL],
    changed,
    ...(warn ? { warn } : {}),
  });
  const batch = reflector;
  // What was listed first: the deletion of a Job is told by its name alone.
  for (const { metadata } of batch.list()) {
    const jobId = metadata.labels?.[JOB_ID_LABEL];
    if (jobId !== undefined) ids.set(metadata.name, jobId);
  }

  /** Of launches that have no Job yet: ends the span of their wait. */
  const waits = new Map<string, () => void>();
  const endWait = (name: string): void => {
    waits.get(name)?.();
    waits.delete(name);
  };

  const create = async (launch: Launch, parallelism: number, queueName?: string): Promise<void> => {
    const body = jobManifest(launch, pods, { parallelism, queueName });
    try {
      batch.learn((await client.batch.createNamespacedJob({ namespace, body: body as V1Job })) as BatchJob);
    } catch (error) {
      if (!alreadyExists(error)) throw error;
    }
    endWait(jobName(launch));
  };
  const failed = (jobId: string, err: unknown): void => {
    warn?.({ job: jobId, err }, 'failed to start converter pods, will retry');
    for (const follower of followers) follower(jobId);
  };
  const places = jobPlaces({
    maxPods: pods.maxPods ?? MOST_PODS,
    parallelism: pods.parallelism,
    shareOf: options.shareOf ?? (() => ({ weight: 1 })),
    find: batch.get,
    create,
    grow: async ({ metadata }, parallelism) => {
      const { name } = metadata;
      const body = { spec: { parallelism } };
      batch.learn((await client.batch.patchNamespacedJob({ namespace, name, body })) as BatchJob);
    },
    failed,
  });
  options.followShares?.(places.serve);
  const queueOf = (workspace: string): string | undefined => options.queueOf?.(workspace) ?? pods.queueName;
  const inKueue = kueueJobs({
    most: MOST_SUSPENDED,
    find: batch.get,
    create: (launch, queueName) => create(launch, Math.min(launch.count, pods.parallelism), queueName),
    queueOf,
    failed,
  });
  const note = (name: string): void => {
    places.changed(name);
    inKueue.changed(name);
  };

  const stateOf = async (job: BatchJob, { kind, firstIndex }: LaunchId): Promise<LaunchState> => {
    const completed = readIndexes(job.status?.completedIndexes);
    const failed = readIndexes(job.status?.failedIndexes);
    const message = failureMessage(job.status);
    const others: IndexState = { state: (job.status?.ready ?? 0) > 0 ? 'running' : 'waiting' };
    const indexes = new Map<number, IndexState>();
    for (let i = 0; i < (job.spec?.completions ?? 1); i++) {
      if (completed.has(i)) indexes.set(firstIndex + i, { state: 'ended' });
      else if (failed.has(i) || message !== undefined)
        indexes.set(firstIndex + i, await failedState(job.metadata.name, i, message ?? ''));
      else indexes.set(firstIndex + i, others);
    }
    return { kind, firstIndex, indexes };
  };

  const withStall = async (job: BatchJob, state: Promise<LaunchState>): Promise<LaunchState> => {
    const stall = isFinished(job) ? undefined : await findStall({ client, namespace }, job, new Date());
    return { ...(await state), ...(stall && { stall }), ...(isSuspended(job) && { queued: true }) };
  };

  /** Why the indexes of a Job failed. Its pods are asked once, since what they say is final. */
  const failuresIn = async (name: string): Promise<ReadonlyMap<number, PodFailure>> => {
    const known = failures.get(name);
    if (known) return known;
    const labelSelector = `batch.kubernetes.io/job-name=${name}`;
    const pods = await client.core.listNamespacedPod({ namespace, labelSelector });
    const found = failuresOf(pods.items);
    failures.set(name, found);
    return found;
  };

  const failedState = async (name: string, index: number, detail: string): Promise<IndexState> => {
    const known = await failuresIn(name);
    const reason = known.get(index);
    // The bad document of another index ended the whole Job: its outcome is in the store, and this index has none.
    if (reason === undefined && [...known.values()].includes('reported')) return { state: 'waiting' };
    return reason === 'reported'
      ? { state: 'ended' }
      : { state: 'failed', reason: reason ?? 'stranded_running', detail };
  };

  const deleteJobs = async (jobs: readonly BatchJob[]): Promise<void> => {
    await deleteBatchJobs(client, namespace, jobs);
    for (const { metadata } of jobs) {
      // Otherwise the watch has told of it, and the name may already be used again.
      if (batch.get(metadata.name)?.metadata.uid !== metadata.uid) continue;
      deleted.set(metadata.name, metadata.uid);
      places.remove(metadata.name);
    }
  };

  let sweeps: NodeJS.Timeout | undefined;
  const sweep = async (): Promise<void> => {
    try {
      const lost = await deleteLostPods({ client, namespace }, new Date());
      if (lost > 0) warn?.({ lost }, 'deleted pods of nodes that do not answer');
      const left = await leftJobs({ client, namespace }, batch.list(), pods.serviceAccount);
      if (left.length === 0) return;
      await deleteJobs(left);
      warn?.({ jobs: left.length }, 'deleted converters of a release that is gone, to start them again');
      for (const { metadata } of left)
        for (const follower of followers) follower(metadata.labels?.[JOB_ID_LABEL] ?? '');
    } catch (error) {
      warn?.({ err: error }, 'failed to look for lost converters, will retry');
    }
  };

  return {
    launch: async (launch: Launch) => {
      const name = jobName(launch);
      if (isTracing() && !waits.has(name) && !batch.get(name)) waits.set(name, startSpan('queue'));
      const queueName = queueOf(launch.workspace);
      // Kueue decides when it runs, and counts its pods.
      await (queueName === undefined ? places.launch(launch) : inKueue.launch(launch, queueName));
    },
    observe: async (jobId) => {
      const states: Promise<LaunchState>[] = [];
      for (const job of batch.by(jobId)) {
        const launch = launchOf(job.metadata);
        const gone =
          job.metadata.deletionTimestamp !== undefined || deleted.get(job.metadata.name) === job.metadata.uid;
        if (launch && !gone) states.push(withStall(job, stateOf(job, launch)));
      }
      return [...(await Promise.all(states)), ...places.waiting(jobId), ...inKueue.waiting(jobId)];
    },
    // Jobs that succeeded are deleted by the cluster after a while; not deleting them saves a write for each.
    forget: async () => {},
    end: async (jobId) => {
      for (const { kind, firstIndex } of [...places.waiting(jobId), ...inKueue.waiting(jobId)])
        endWait(jobName({ jobId, kind, firstIndex }));
      places.end(jobId);
      inKueue.end(jobId);
      await deleteJobs(batch.by(jobId));
    },
    counts: () => places.counts(),
    follow: (listener) => {
      followers.add(listener);
      // From now on this process decides what runs, beginning with what a former one has started.
      for (const { metadata } of batch.list()) note(metadata.name);
      sweeps ??= setInterval(() => void sweep(), SWEEP_MS).unref();
      void sweep();
      return () => void followers.delete(listener);
    },
    close: async () => {
      clearInterval(sweeps);
      await batch.stop();
    },
  };
}
