import { randomUUID } from 'node:crypto';
import type { TaskLimits, TaskOrder, WorkerOutcome } from '../../protocol/supervisor.ts';
import type { Share } from '../../scheduling/fair-queue.ts';
import { fairSemaphore, type FairSemaphore } from '../../scheduling/fair-semaphore.ts';
import type { FleetCounts } from './fleet-counts.ts';
import { startSpan } from '../../telemetry/trace.ts';
import { openFleet, type Fleet, type FleetOptions } from './fleet.ts';
import { KeptWorkers } from './kept-workers.ts';
import { cancelTask, isIdle, startRun, type Run, type Worker } from './worker.ts';

export interface Work {
  readonly workspace: string;
  readonly jobId: string;
  /** Within the workspace, lower goes first. */
  readonly priority: number;
  /** Seconds that it will probably take. */
  readonly cost: number;
  /** Made when a worker takes it, so that a token in it does not expire while it waits. */
  readonly order: () => TaskOrder;
  readonly limits: TaskLimits;
  /** True: a part of something that has begun, which goes on while the workspace is suspended. */
  readonly begun?: boolean;
  /** Called whenever a worker takes it. */
  readonly started?: () => void;
  /** True where the same job will convert the document next: its worker is kept for that, for a moment. */
  readonly keeps?: (outcome: WorkerOutcome) => boolean;
}

export interface DispatcherOptions extends Omit<FleetOptions, 'queue'> {
  readonly shareOf: (workspace: string) => Share;
  /** Calls back when shares have changed. */
  readonly followShares?: (changed: () => void) => void;
  /** True for a workspace each of whose workers opens one document. */
  readonly isAlone: (workspace: string) => boolean;
}

/** Gives tasks to workers, fairly between workspaces. The leading controller has one. */
export interface Dispatcher {
  /** Resolves with what came of it, whatever worker did it; rejects when the signal aborts. */
  dispatch(work: Work, signal?: AbortSignal): Promise<WorkerOutcome>;
  poll: Fleet['poll'];
  /** Gives up the worker that is kept for the conversion of a job. */
  release(jobId: string): void;
  /** Stops what runs for a job, also for a former leader. */
  cancel(jobId: string): void;
  /** Gives up workers that have nothing to do: pods of others find no room on the nodes. */
  makeRoom(): void;
  counts(): FleetCounts;
  stall: Fleet['stall'];
  followStall: Fleet['followStall'];
  stop(): Promise<void>;
}

/** So many workers may be lost under one task. */
const MOST_LOST = 10;

export const openDispatcher = (options: DispatcherOptions): Dispatcher => new FleetDispatcher(options);

// Members that are handed on alone are bound.
class FleetDispatcher implements Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #semaphore: FairSemaphore;
  readonly #fleet: Fleet;
  readonly #kept: KeptWorkers;

  constructor(options: DispatcherOptions) {
    const { mostBound, shareOf, followShares } = options;
    this.#options = options;
    // A task without a worker keeps its turn, while idle workers have other documents of their own workspaces.
    this.#semaphore = fairSemaphore({
      places: mostBound,
      shareOf,
      followShares,
      ready: ({ workspace, group }) => this.#fleet.isReady({ workspace, jobId: group }),
    });
    this.#fleet = openFleet({ ...options, queue: this.#semaphore });
    this.#kept = new KeptWorkers((worker, giveBack) => {
      this.#leave(worker, worker.workspace ?? '');
      giveBack();
      this.#fleet.serve();
    });
  }

  async dispatch(asked: Work, signal?: AbortSignal): Promise<WorkerOutcome> {
    const work = withQueueSpan(asked);
    const { workspace, jobId, priority, cost, begun } = work;
    // It stays kept until it runs, or others would be given it at the same moment.
    const before = this.#kept.take(jobId);
    let found = before && Promise.resolve(before.worker);
    const taken = (): void => {
      found = this.#fleet.find(work, signal);
    };
    const place = { workspace, group: jobId, priority, cost, taken, ...(begun && { begun }) };
    const acquired = before?.release ?? this.#semaphore.acquire(place, signal);
    // It may be the first that needs a worker.
    this.#fleet.serve();
    const release = await acquired;
    let keeps = false;
    try {
      const { outcome, worker } = await this.#runSomewhere(work, found, signal);
      keeps = worker.keptFor === jobId;
      if (keeps) this.#kept.keep(jobId, worker, release);
      return outcome;
    } finally {
      if (!keeps) release();
      this.#fleet.serve();
    }
  }

  readonly poll: Fleet['poll'] = (...poll) => this.#fleet.poll(...poll);

  readonly release = (jobId: string): void => this.#kept.drop(jobId);

  cancel(jobId: string): void {
    this.release(jobId);
    for (const worker of this.#fleet.workers()) {
      const { run, foreign } = worker;
      const task = run?.jobId === jobId ? run.id : foreign?.jobId === jobId ? foreign.task : undefined;
      if (task !== undefined) cancelTask(worker, task);
    }
  }

  makeRoom(): void {
    this.#fleet.removeIdle();
  }

  readonly counts = (): FleetCounts => {
    const counts = this.#fleet.counts();
    return { ...counts, waiting: counts.waiting + this.#semaphore.counts().waiting };
  };

  readonly stall: Fleet['stall'] = () => this.#fleet.stall();

  readonly followStall: Fleet['followStall'] = (changed) => this.#fleet.followStall(changed);

  async stop(): Promise<void> {
    this.#kept.dropAll();
    await this.#fleet.stop();
  }

  /** The worker has nothing to do any more. */
  #leave(worker: Worker, workspace: string): void {
    worker.keptFor = undefined;
    worker.idleSince = Date.now();
    if (this.#options.isAlone(workspace)) this.#fleet.remove(worker, 'isolation');
  }

  /** On `first`, then on another worker for as long as workers are lost. */
  async #runSomewhere(
    work: Work,
    first: Promise<Worker> | undefined,
    signal?: AbortSignal,
  ): Promise<{ readonly outcome: WorkerOutcome; readonly worker: Worker }> {
    let next = first;
    for (let lost = 0; lost < MOST_LOST; lost++) {
      const worker = await (next ?? this.#fleet.find(work, signal));
      next = undefined;
      const outcome = await this.#runOn(worker, work, signal);
      if (outcome !== 'lost') return { outcome, worker };
      this.#options.log.warn({ job: work.jobId, pod: worker.pod.name }, 'a worker was lost, its task is given again');
    }
    throw Object.assign(new Error('Too many workers were lost under a task'), { transient: true });
  }

  #runOn(worker: Worker, work: Work, signal?: AbortSignal): Promise<WorkerOutcome | 'lost'> {
    return new Promise((resolve, reject) => {
      const { jobId, workspace } = work;
      const abort = (): void => {
        cancelTask(worker, run.id);
        reject(signal?.reason as Error);
      };
      const end: Run['end'] = (outcome) => {
        signal?.removeEventListener('abort', abort);
        const keeps = outcome !== 'lost' && !run.cancelled && work.keeps?.(outcome) === true;
        if (keeps) worker.keptFor = jobId;
        else if (outcome !== 'lost') this.#leave(worker, workspace);
        resolve(outcome);
      };
      const run: Run = { id: randomUUID(), jobId, end, cancelled: false };
      worker.keptFor = undefined;
      if (!isIdle(worker)) return resolve('lost');
      this.#give(worker, work, run);
      signal?.addEventListener('abort', abort, { once: true });
      if (signal?.aborted) abort();
    });
  }

  #give(worker: Worker, { jobId, workspace, order, limits, started }: Work, run: Run): void {
    const isAlone = this.#options.isAlone(workspace);
    if (isAlone) worker.onlyJob = jobId;
    startRun(worker, run);
    started?.();
    const last = isAlone || this.#fleet.isCrowded(workspace);
    worker.answer?.({ task: { ...order(), id: run.id, limits, ...(last && { last }) } });
  }
}

/** The time until a worker takes it is a span. */
function withQueueSpan(work: Work): Work {
  const endWait = startSpan('queue');
  return {
    ...work,
    started: () => {
      endWait();
      work.started?.();
    },
  };
}
