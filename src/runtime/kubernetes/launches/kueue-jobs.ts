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

/** What a suspended Job waits for; undefined for one that somebody else suspended. */
export function suspendedBy({ metadata }: BatchJob): Stall | undefined {
  const queueName = metadata.labels?.[QUEUE_LABEL];
  return queueName === undefined ? undefined : queuedIn(queueName);
}

export function kueueJobs({ most, find, create, queueOf, failed }: KueueJobsOptions): KueueJobs {
  const queues = new Map<string, QueuedLaunches>();
  /** Names of suspended Jobs by workspace, with those that are just being created. */
  const suspended = new Map<string, Set<string>>();
  const suspendedOf = (workspace: string): Set<string> => {
    const names = suspended.get(workspace) ?? new Set<string>();
    suspended.set(workspace, names);
    return names;
  };

  const submit = async (launch: Launch, queueName: string): Promise<void> => {
    const name = jobName(launch);
    const names = suspendedOf(launch.workspace).add(name);
    try {
      await create(launch, queueName);
    } catch (error) {
      names.delete(name);
      throw error;
    }
  };

  const serve = (workspace: string): void => {
    const queued = queues.get(workspace);
    const names = suspendedOf(workspace);
    const queueName = queueOf(workspace);
    for (const name of queued?.names() ?? []) {
      if (names.size >= most) return;
      const launch = queued!.get(name)!;
      queued!.remove(name);
      // A workspace without a queue any more is asked for its launch again, which then waits for places of ours.
      if (queueName === undefined) failed(launch.jobId, new Error('The workspace has no queue any more'));
      else submit(launch, queueName).catch((error: unknown) => failed(launch.jobId, error));
    }
    queues.delete(workspace);
    if (names.size === 0) suspended.delete(workspace);
  };

  return {
    launch: async (launch, queueName) => {
      const { workspace, begun } = launch;
      const name = jobName(launch);
      const queued = queues.get(workspace) ?? new QueuedLaunches();
      if (queued.has(name)) return;
      // What has begun goes on first.
      if (begun || suspendedOf(workspace).size < most) return submit(launch, queueName);
      queued.add(launch);
      queues.set(workspace, queued);
    },
    waiting: (jobId) =>
      [...queues].flatMap(([workspace, queued]) =>
        queued.statesOf(jobId).map((state) => ({ ...state, stall: queuedIn(queueOf(workspace) ?? '') })),
      ),
    changed: (name) => {
      const job = find(name);
      if (job && isSuspended(job)) {
        suspendedOf(job.metadata.labels?.[WORKSPACE_LABEL] ?? '').add(name);
        return;
      }
      for (const [workspace, names] of suspended) if (names.delete(name)) serve(workspace);
    },
    end: (jobId) => {
      for (const queued of queues.values()) for (const name of queued.namesOf(jobId)) queued.remove(name);
    },
  };
}
