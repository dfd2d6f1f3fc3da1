import type { QueueCounts, Share } from '../../../scheduling/fair-queue.ts';
import type { Launch, LaunchState } from '../../launcher.ts';
import { isFinished, readIndexes, type BatchJob } from './job-status.ts';
import { jobName, JOB_ID_LABEL, WORKSPACE_LABEL } from './manifest.ts';
import { PodPlaces } from './pod-places.ts';
import { isKueues } from './kueue-jobs.ts';
import { QueuedLaunches } from './queued-launches.ts';

export interface JobPlacesOptions {
  readonly maxPods: number;
  /** Pods of one Job, at most. */
  readonly parallelism: number;
  readonly shareOf: (workspace: string) => Share;
  /** The Job as it is known now. */
  readonly find: (name: string) => BatchJob | undefined;
  readonly create: (launch: Launch, parallelism: number) => Promise<void>;
  /** Lets a Job run more pods. */
  readonly grow: (job: BatchJob, parallelism: number) => Promise<void>;
  /** Called when a Job that had got places could not be created or grown. */
  readonly failed: (jobId: string, error: unknown) => void;
}

/** Which launches have their Jobs, and how many pods each of these may run. */
export interface JobPlaces {
  /** Creates the Job as soon as there is a place for one of its pods. Throws what keeps it from being created now. */
  launch(launch: Launch): Promise<void>;
  /** Launches of a job that wait for their first place. */
  waiting(jobId: string): LaunchState[];
  /** Takes note of a Job that was created, has changed, or is gone. */
  changed(name: string): void;
  /** Forgets the launches of a job that wait. */
  end(jobId: string): void;
  /** Forgets a Job that is being deleted. */
  remove(name: string): void;
  /** Gives out places after a change of shares. */
  serve(): void;
  counts(workspace?: string): QueueCounts;
}

export function jobPlaces(options: JobPlacesOptions): JobPlaces {
  const { maxPods, parallelism, shareOf, find } = options;
  const places = new PodPlaces({ maxPods, shareOf, now: () => performance.now() });
  const queued = new QueuedLaunches();

  const serve = (): void => {
    for (const name of places.serve()) void realise(name);
  };

  /** Creates the Job, or lets it run as many pods as it has places. */
  const realise = async (name: string): Promise<void> => {
    const launch = queued.get(name);
    const job = find(name);
    const jobId = launch?.jobId ?? job?.metadata.labels?.[JOB_ID_LABEL];
    try {
      if (launch) await create(name, launch);
      else if (job) await options.grow(job, places.podsOf(name));
    } catch (error) {
      if (jobId !== undefined) options.failed(jobId, error);
    }
  };

  const create = async (name: string, launch: Launch): Promise<void> => {
    queued.remove(name);
    try {
      await options.create(launch, places.podsOf(name));
    } catch (error) {
      places.remove(name);
      throw error;
    }
  };

  return {
    launch: async (launch) => {
      const name = jobName(launch);
      if (places.has(name)) return;
      const { workspace, jobId, begun = false } = launch;
      places.add(name, { workspace, jobId, begun, pods: Math.min(launch.count, parallelism) });
      queued.add(launch);
      const grown = places.serve();
      for (const other of grown) if (other !== name) void realise(other);
      if (grown.has(name)) await create(name, launch).finally(serve);
    },
    waiting: (jobId) => queued.statesOf(jobId),
    changed: (name) => {
      const job = find(name);
      if (queued.has(name) || (job && isKueues(job))) return;
      const pods = job ? podsLeft(job, parallelism) : 0;
      const running = job?.spec?.parallelism ?? 0;
      if (!job || pods === 0) places.remove(name);
      else if (places.has(name)) places.shrink(name, pods);
      else places.add(name, demandOf(job, pods), Math.min(pods, running));
      if (running < places.podsOf(name)) void realise(name);
      serve();
    },
    end: (jobId) => {
      for (const name of queued.namesOf(jobId)) {
        queued.remove(name);
        places.remove(name);
      }
      serve();
    },
    remove: (name) => {
      places.remove(name);
      serve();
    },
    serve,
    counts: places.counts.bind(places),
  };
}

/** Pods that a Job can still make use of. */
function podsLeft(job: BatchJob, parallelism: number): number {
  const { metadata, spec, status } = job;
  if (isFinished(job) || metadata.deletionTimestamp !== undefined) return 0;
  const done = readIndexes(status?.completedIndexes).size + readIndexes(status?.failedIndexes).size;
  return Math.min(parallelism, Math.max(0, (spec?.completions ?? 1) - done));
}

const demandOf = ({ metadata: { name, labels } }: BatchJob, pods: number) => ({
  workspace: labels?.[WORKSPACE_LABEL] ?? '',
  jobId: labels?.[JOB_ID_LABEL] ?? name,
  pods,
  begun: true,
});
