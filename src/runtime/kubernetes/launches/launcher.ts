import type { Launch, Launcher, LaunchState } from '../../launcher.ts';
import type { Share } from '../../../scheduling/fair-queue.ts';
import type { V1Job } from '@kubernetes/client-node';
import { batchJobsPath, deleteBatchJobs } from './batch-jobs.ts';
import type { KubeClient } from '../api/client.ts';
import { alreadyExists } from '../api/transport.ts';
import { JobStates } from './job-states.ts';
import { isFinished, type BatchJob } from './job-status.ts';
import { isTracing, startSpan } from '../../../telemetry/trace.ts';
import { jobManifest, jobName, JOB_ID_LABEL, LAUNCH_LABEL, launchOf, type PodSettings } from './manifest.ts';
import { jobPlaces, type JobPlaces } from './job-places.ts';
import { isSuspended, kueueJobs, type KueueJobs } from './kueue-jobs.ts';
import { accountOf, leftJobs } from './left-jobs.ts';
import { startReflector, type Reflector } from '../api/reflector.ts';
import { deleteLostPods, findStall } from './stalls.ts';

export interface KubernetesLauncherOptions {
  readonly client: KubeClient;
  readonly namespace: string;
  readonly pods: PodSettings;
  /** A workspace's share of the pods; equal by default. */
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
  const launcher = new JobLauncher(options);
  await launcher.start();
  return launcher;
}

class JobLauncher implements Launcher {
  readonly #options: KubernetesLauncherOptions;
  readonly #states: JobStates;
  readonly #places: JobPlaces;
  readonly #inKueue: KueueJobs;
  readonly #followers = new Set<(jobId: string) => void>();
  /** Ids of jobs by the names of their Jobs: a Job's deletion names it alone. */
  readonly #ids = new Map<string, string>();
  /** Uids of deleted Jobs by their names, until the watch says so too: their names may be used again meanwhile. */
  readonly #deleted = new Map<string, string>();
  /** By the names of launches that have no Job yet: ends the span of their wait. */
  readonly #waits = new Map<string, () => void>();
  #jobs!: Reflector<BatchJob>;
  #sweeps: NodeJS.Timeout | undefined;

  constructor(options: KubernetesLauncherOptions) {
    const { pods, shareOf = () => ({ weight: 1 }), followShares } = options;
    this.#options = options;
    this.#states = new JobStates(options);
    const find = (name: string): BatchJob | undefined => this.#jobs.get(name);
    const failed = (jobId: string, error: unknown): void => this.#startFailed(jobId, error);
    this.#places = jobPlaces({
      maxPods: pods.maxPods ?? MOST_PODS,
      parallelism: pods.parallelism,
      shareOf,
      find,
      create: (launch, parallelism) => this.#create(launch, parallelism),
      grow: (job, parallelism) => this.#grow(job, parallelism),
      failed,
    });
    followShares?.(() => this.#places.serve());
    this.#inKueue = kueueJobs({
      most: MOST_SUSPENDED,
      find,
      create: (launch, queueName) => this.#create(launch, Math.min(launch.count, pods.parallelism), queueName),
      queueOf: (workspace) => this.#queueOf(workspace),
      failed,
    });
  }

  /** Resolves once all Jobs are known. */
  async start(): Promise<void> {
    const { client, namespace, warn } = this.#options;
    this.#jobs = await startReflector<BatchJob>({
      client,
      path: batchJobsPath(namespace),
      labelSelector: LAUNCH_LABEL,
      keep: withoutTemplate,
      indexBy: ({ metadata }) => metadata.labels?.[JOB_ID_LABEL],
      // All that are there at first are looked at below.
      changed: (name) => this.#jobs && this.#changed(name),
      ...(warn ? { warn } : {}),
    });
    for (const { metadata } of this.#jobs.list()) {
      const jobId = metadata.labels?.[JOB_ID_LABEL];
      if (jobId !== undefined) this.#ids.set(metadata.name, jobId);
    }
  }

  async launch(launch: Launch): Promise<void> {
    const name = jobName(launch);
    if (isTracing() && !this.#waits.has(name) && !this.#jobs.get(name)) this.#waits.set(name, startSpan('queue'));
    const queueName = this.#queueOf(launch.workspace);
    // Kueue decides when it runs, and counts its pods.
    await (queueName === undefined ? this.#places.launch(launch) : this.#inKueue.launch(launch, queueName));
  }

  async observe(jobId: string): Promise<readonly LaunchState[]> {
    const states: Promise<LaunchState>[] = [];
    for (const job of this.#jobs.by(jobId)) {
      const { metadata } = job;
      const gone = metadata.deletionTimestamp !== undefined || this.#deleted.get(metadata.name) === metadata.uid;
      if (launchOf(metadata) && !gone) states.push(this.#stateOf(job));
    }
    return [...(await Promise.all(states)), ...this.#places.waiting(jobId), ...this.#inKueue.waiting(jobId)];
  }

  /** Jobs that succeeded are deleted by the cluster after a while; not deleting them saves a write for each. */
  async forget(): Promise<void> {}

  async end(jobId: string): Promise<void> {
    for (const { kind, firstIndex } of [...this.#places.waiting(jobId), ...this.#inKueue.waiting(jobId)])
      this.#endWait(jobName({ jobId, kind, firstIndex }));
    this.#places.end(jobId);
    this.#inKueue.end(jobId);
    await this.#delete(this.#jobs.by(jobId));
  }

  counts(): ReturnType<Launcher['counts']> {
    return this.#places.counts();
  }

  follow(listener: (jobId: string) => void): () => void {
    this.#followers.add(listener);
    // From now on this process decides what runs, beginning with what a former one has started.
    for (const { metadata } of this.#jobs.list()) this.#countPlaces(metadata.name);
    this.#sweeps ??= setInterval(() => void this.#sweep(), SWEEP_MS).unref();
    void this.#sweep();
    return () => void this.#followers.delete(listener);
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeps);
    await this.#jobs.stop();
  }

  #queueOf(workspace: string): string | undefined {
    return this.#options.queueOf?.(workspace) ?? this.#options.pods.queueName;
  }

  #notify(jobId: string): void {
    for (const follower of this.#followers) follower(jobId);
  }

  /** Takes note of a Job that has come, changed or gone. */
  #changed(name: string): void {
    const job = this.#jobs.get(name);
    const jobId = job?.metadata.labels?.[JOB_ID_LABEL] ?? this.#ids.get(name);
    if (jobId === undefined) return;
    this.#ids.set(name, jobId);
    if (!job) {
      this.#ids.delete(name);
      this.#states.forget(name);
      this.#deleted.delete(name);
    }
    if (this.#followers.size > 0) this.#countPlaces(name);
    this.#notify(jobId);
  }

  #countPlaces(name: string): void {
    this.#places.changed(name);
    this.#inKueue.changed(name);
  }

  async #stateOf(job: BatchJob): Promise<LaunchState> {
    const { client, namespace } = this.#options;
    const state = this.#states.read(job);
    const stall = isFinished(job) ? undefined : await findStall({ client, namespace }, job, new Date());
    return { ...(await state), ...(stall && { stall }), ...(isSuspended(job) && { queued: true }) };
  }

  async #create(launch: Launch, parallelism: number, queueName?: string): Promise<void> {
    const { client, namespace, pods } = this.#options;
    const body = jobManifest(launch, pods, { parallelism, queueName });
    try {
      this.#jobs.learn((await client.batch.createNamespacedJob({ namespace, body: body as V1Job })) as BatchJob);
    } catch (error) {
      if (!alreadyExists(error)) throw error;
    }
    this.#endWait(jobName(launch));
  }

  async #grow({ metadata: { name } }: BatchJob, parallelism: number): Promise<void> {
    const { client, namespace } = this.#options;
    const body = { spec: { parallelism } };
    this.#jobs.learn((await client.batch.patchNamespacedJob({ namespace, name, body })) as BatchJob);
  }

  #startFailed(jobId: string, err: unknown): void {
    this.#options.warn?.({ job: jobId, err }, 'failed to start converter pods, will retry');
    this.#notify(jobId);
  }

  #endWait(name: string): void {
    this.#waits.get(name)?.();
    this.#waits.delete(name);
  }

  async #delete(jobs: readonly BatchJob[]): Promise<void> {
    await deleteBatchJobs(this.#options.client, this.#options.namespace, jobs);
    for (const { metadata } of jobs) {
      // Else the watch has seen its end, and the name may already be used again.
      if (this.#jobs.get(metadata.name)?.metadata.uid !== metadata.uid) continue;
      this.#deleted.set(metadata.name, metadata.uid);
      this.#places.remove(metadata.name);
    }
  }

  /** Deletes pods of nodes that do not answer, and Jobs that a former release has left. */
  async #sweep(): Promise<void> {
    const { client, namespace, pods, warn } = this.#options;
    try {
      const lost = await deleteLostPods({ client, namespace }, new Date());
      if (lost > 0) warn?.({ lost }, 'deleted pods of nodes that do not answer');
      const left = await leftJobs({ client, namespace }, this.#jobs.list(), pods.serviceAccount);
      if (left.length === 0) return;
      await this.#delete(left);
      warn?.({ jobs: left.length }, 'deleted converters of a release that is gone, to start them again');
      for (const { metadata } of left) this.#notify(metadata.labels?.[JOB_ID_LABEL] ?? '');
    } catch (error) {
      warn?.({ err: error }, 'failed to look for lost converters, will retry');
    }
  }
}
