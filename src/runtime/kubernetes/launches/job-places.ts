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

export const jobPlaces = (options: JobPlacesOptions): JobPlaces => new FairJobPlaces(options);

class FairJobPlaces implements JobPlaces {
  readonly #options: JobPlacesOptions;
  readonly #places: PodPlaces;
  readonly #queued = new QueuedLaunches();

  constructor(options: JobPlacesOptions) {
    const { maxPods, shareOf } = options;
    this.#options = options;
    this.#places = new PodPlaces({ maxPods, shareOf, now: () => performance.now() });
  }

  async launch(launch: Launch): Promise<void> {
    const name = jobName(launch);
    if (this.#places.has(name)) return;
    const { workspace, jobId, begun = false } = launch;
    const pods = Math.min(launch.count, this.#options.parallelism);
    this.#places.add(name, { workspace, jobId, begun, pods });
    this.#queued.add(launch);
    const grown = this.#places.serve();
    for (const other of grown) if (other !== name) void this.#realise(other);
    if (grown.has(name)) await this.#create(name, launch).finally(() => this.serve());
  }

  waiting(jobId: string): LaunchState[] {
    return this.#queued.statesOf(jobId);
  }

  changed(name: string): void {
    const { find, parallelism } = this.#options;
    const job = find(name);
    if (this.#queued.has(name) || (job && isKueues(job))) return;
    const pods = job ? podsLeft(job, parallelism) : 0;
    const running = job?.spec?.parallelism ?? 0;
    if (!job || pods === 0) this.#places.remove(name);
    else if (this.#places.has(name)) this.#places.shrink(name, pods);
    else this.#places.add(name, demandOf(job, pods), Math.min(pods, running));
    if (running < this.#places.podsOf(name)) void this.#realise(name);
    this.serve();
  }

  end(jobId: string): void {
    for (const name of this.#queued.namesOf(jobId)) {
      this.#queued.remove(name);
      this.#places.remove(name);
    }
    this.serve();
  }

  remove(name: string): void {
    this.#places.remove(name);
    this.serve();
  }

  serve(): void {
    for (const name of this.#places.serve()) void this.#realise(name);
  }

  counts(workspace?: string): QueueCounts {
    return this.#places.counts(workspace);
  }

  /** Creates the Job, or lets it run as many pods as it has places. */
  async #realise(name: string): Promise<void> {
    const { find, grow, failed } = this.#options;
    const launch = this.#queued.get(name);
    const job = find(name);
    const jobId = launch?.jobId ?? job?.metadata.labels?.[JOB_ID_LABEL];
    try {
      if (launch) await this.#create(name, launch);
      else if (job) await grow(job, this.#places.podsOf(name));
    } catch (error) {
      if (jobId !== undefined) failed(jobId, error);
    }
  }

  async #create(name: string, launch: Launch): Promise<void> {
    this.#queued.remove(name);
    try {
      await this.#options.create(launch, this.#places.podsOf(name));
    } catch (error) {
      this.#places.remove(name);
      throw error;
    }
  }
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
