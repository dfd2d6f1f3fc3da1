import type { Launch, LaunchState, Stall } from '../../launcher.ts';
import type { BatchJob } from './job-status.ts';
import { jobName, QUEUE_LABEL, WORKSPACE_LABEL } from './manifest.ts';
import { QueuedLaunches } from './queued-launches.ts';

export interface KueueJobsOptions {
  /** Jobs of one workspace that wait for Kueue at a time. */
  readonly most: number;
  /** The Job as it is known now. */
  readonly find: (name: string) => BatchJob | undefined;
  readonly create: (launch: Launch, queueName: string) => Promise<void>;
  /** The queue of a workspace now. */
  readonly queueOf: (workspace: string) => string | undefined;
  /** Called when a Job that was waiting to be made could not be. */
  readonly failed: (jobId: string, error: unknown) => void;
}

/**
 * Launches whose Jobs Kueue admits. They take no places of ours, but each suspended Job is work for Kueue and the API
 * server, so a workspace has a bounded number of them, and the rest of its launches have no Job yet.
 */
export interface KueueJobs {
  /** Creates the Job, or keeps the launch until others of the workspace were admitted. */
  launch(launch: Launch, queueName: string): Promise<void>;
  waiting(jobId: string): LaunchState[];
  /** Takes note of a Job that was created, has changed, or is gone. */
  changed(name: string): void;
  end(jobId: string): void;
}

/** Kueue decides when it runs. */
export const isKueues = ({ metadata }: BatchJob): boolean => metadata.labels?.[QUEUE_LABEL] !== undefined;

/** True while Kueue has not admitted it, or has taken its quota away. */
export const isSuspended = (job: BatchJob): boolean => isKueues(job) && job.spec?.suspend === true;

const queuedIn = (queueName: string): Stall => ({
  reason: 'QueuedByKueue',
  message: `Kueue has not admitted the Job in the queue ${queueName} yet.`,
  waits: true,
});

/** Why a suspended Job waits; undefined for one that somebody else suspended. */
export function suspendedBy({ metadata }: BatchJob): Stall | undefined {
  const queueName = metadata.labels?.[QUEUE_LABEL];
  return queueName === undefined ? undefined : queuedIn(queueName);
}

export const kueueJobs = (options: KueueJobsOptions): KueueJobs => new BoundedKueueJobs(options);

class BoundedKueueJobs implements KueueJobs {
  readonly #options: KueueJobsOptions;
  /** Launches without a Job, by workspace. */
  readonly #queues = new Map<string, QueuedLaunches>();
  /** Names of suspended Jobs by workspace, with those that are just being created. */
  readonly #suspended = new Map<string, Set<string>>();

  constructor(options: KueueJobsOptions) {
    this.#options = options;
  }

  async launch(launch: Launch, queueName: string): Promise<void> {
    const { workspace, begun } = launch;
    const name = jobName(launch);
    const queued = this.#queues.get(workspace) ?? new QueuedLaunches();
    if (queued.has(name)) return;
    // Launches that have begun go on first.
    if (begun || this.#suspendedOf(workspace).size < this.#options.most) return this.#submit(launch, queueName);
    queued.add(launch);
    this.#queues.set(workspace, queued);
  }

  waiting(jobId: string): LaunchState[] {
    return [...this.#queues].flatMap(([workspace, queued]) => {
      const stall = queuedIn(this.#options.queueOf(workspace) ?? '');
      return queued.statesOf(jobId).map((state) => ({ ...state, stall }));
    });
  }

  changed(name: string): void {
    const job = this.#options.find(name);
    if (job && isSuspended(job)) {
      this.#suspendedOf(job.metadata.labels?.[WORKSPACE_LABEL] ?? '').add(name);
      return;
    }
    for (const [workspace, names] of this.#suspended) if (names.delete(name)) this.#serve(workspace);
  }

  end(jobId: string): void {
    for (const queued of this.#queues.values()) for (const name of queued.namesOf(jobId)) queued.remove(name);
  }

  #suspendedOf(workspace: string): Set<string> {
    const names = this.#suspended.get(workspace) ?? new Set<string>();
    this.#suspended.set(workspace, names);
    return names;
  }

  async #submit(launch: Launch, queueName: string): Promise<void> {
    const name = jobName(launch);
    const names = this.#suspendedOf(launch.workspace).add(name);
    try {
      await this.#options.create(launch, queueName);
    } catch (error) {
      names.delete(name);
      throw error;
    }
  }

  #serve(workspace: string): void {
    const { most, queueOf, failed } = this.#options;
    const queued = this.#queues.get(workspace);
    const names = this.#suspendedOf(workspace);
    const queueName = queueOf(workspace);
    for (const name of queued?.names() ?? []) {
      if (names.size >= most) return;
      const launch = queued!.get(name)!;
      queued!.remove(name);
      // A workspace without a queue any more is asked for its launch again, which then waits for places of ours.
      if (queueName === undefined) failed(launch.jobId, new Error('The workspace has no queue any more'));
      else this.#submit(launch, queueName).catch((error: unknown) => failed(launch.jobId, error));
    }
    this.#queues.delete(workspace);
    if (names.size === 0) this.#suspended.delete(workspace);
  }
}
