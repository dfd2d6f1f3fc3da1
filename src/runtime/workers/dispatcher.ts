import { randomUUID } from 'node:crypto';
import type { TaskLimits, TaskOrder, WorkerOutcome } from '../../protocol/supervisor.ts';
import type { Share } from '../../scheduling/fair-queue.ts';
import { fairSemaphore, type Release } from '../../scheduling/fair-semaphore.ts';
import type { FleetCounts } from './fleet-counts.ts';
import { startSpan } from '../../telemetry/trace.ts';
import { openFleet, type Fleet, type FleetOptions } from './fleet.ts';
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

/** A worker that waits for the same job, with its place. */
interface Kept {
  readonly worker: Worker;
  readonly release: Release;
  readonly timer: NodeJS.Timeout;
}

/** Whoever will not convert a document that was probed says so. */
const KEPT_MS = 2_000;
/** So many workers may vanish under one task. */
const MOST_VANISHED = 10;

export function openDispatcher(options: DispatcherOptions): Dispatcher {
  const { mostBound, shareOf, followShares, isAlone, log } = options;
  // What has no worker yet keeps its turn, while workers that are idle have other documents of their own workspaces.
  const semaphore = fairSemaphore({
    places: mostBound,
    shareOf,
    followShares,
    ready: ({ workspace, group }) => fleet.isReady({ workspace, jobId: group }),
  });
  const fleet = openFleet({ ...options, queue: semaphore });
  const kept = new Map<string, Kept>();

  const leave = (worker: Worker, workspace: string): void => {
    worker.keptFor = undefined;
    worker.idleSince = Date.now();
    if (isAlone(workspace)) fleet.remove(worker, 'isolation');
  };

  const take = (jobId: string): Kept | undefined => {
    const found = kept.get(jobId);
    if (!found) return undefined;
    kept.delete(jobId);
    clearTimeout(found.timer);
    return found;
  };

  const drop = (jobId: string): void => {
    const found = take(jobId);
    if (!found) return;
    leave(found.worker, found.worker.workspace ?? '');
    found.release();
    fleet.serve();
  };

  const runOn = (worker: Worker, work: Work, signal?: AbortSignal): Promise<WorkerOutcome | 'vanished'> =>
    new Promise((resolve, reject) => {
      const { jobId, workspace, order, limits } = work;
      const abort = (): void => {
        cancelTask(worker, run.id);
        reject(signal?.reason as Error);
      };
      const end: Run['end'] = (outcome) => {
        signal?.removeEventListener('abort', abort);
        const keeps = outcome !== 'vanished' && !run.cancelled && work.keeps?.(outcome) === true;
        if (keeps) worker.keptFor = jobId;
        else if (outcome !== 'vanished') leave(worker, workspace);
        resolve(outcome);
      };
      const run: Run = { id: randomUUID(), jobId, end, cancelled: false };
      worker.keptFor = undefined;
      if (!isIdle(worker)) return resolve('vanished');
      if (isAlone(workspace)) worker.onlyJob = jobId;
      startRun(worker, run);
      work.started?.();
      const last = isAlone(workspace) || fleet.isCrowded(workspace);
      worker.answer?.({ task: { ...order(), id: run.id, limits, ...(last && { last }) } });
      signal?.addEventListener('abort', abort, { once: true });
      if (signal?.aborted) abort();
    });

  const runSomewhere = async (
    work: Work,
    first: Promise<Worker> | undefined,
    signal?: AbortSignal,
  ): Promise<{ readonly outcome: WorkerOutcome; readonly worker: Worker }> => {
    let next = first;
    for (let vanished = 0; vanished < MOST_VANISHED; vanished++) {
      const worker = await (next ?? fleet.find(work, signal));
      next = undefined;
      const outcome = await runOn(worker, work, signal);
      if (outcome !== 'vanished') return { outcome, worker };
      log.warn({ job: work.jobId, pod: worker.pod.name }, 'a worker vanished, its task is given again');
    }
    throw Object.assign(new Error('Too many workers vanished under a task'), { transient: true });
  };

  return {
    poll: fleet.poll,
    makeRoom: fleet.removeIdle,
    stall: fleet.stall,
    followStall: fleet.followStall,
    counts: () => {
      const counts = fleet.counts();
      return { ...counts, waiting: counts.waiting + semaphore.counts().waiting };
    },
    dispatch: async (asked, signal) => {
      const endWait = startSpan('queue');
      const started = (): void => {
        endWait();
        asked.started?.();
      };
      const work = { ...asked, started };
      const { workspace, jobId, priority, cost, begun } = work;
      // It stays kept until it runs, or others would be given it at the same moment.
      const before = take(jobId);
      let found = before && Promise.resolve(before.worker);
      const taken = (): void => {
        found = fleet.find(work, signal);
      };
      const place = { workspace, group: jobId, priority, cost, taken, ...(begun && { begun }) };
      const acquired = before?.release ?? semaphore.acquire(place, signal);
      // It may be the first that needs a worker.
      fleet.serve();
      const release = await acquired;
      let keeping = false;
      try {
        const { outcome, worker } = await runSomewhere(work, found, signal);
        keeping = worker.keptFor === jobId;
        if (keeping) drop(jobId);
        if (keeping) kept.set(jobId, { worker, release, timer: setTimeout(() => drop(jobId), KEPT_MS) });
        return outcome;
      } finally {
        if (!keeping) release();
        fleet.serve();
      }
    },
    release: drop,
    cancel: (jobId) => {
      drop(jobId);
      for (const worker of fleet.workers()) {
        const { run, foreign } = worker;
        const task = run?.jobId === jobId ? run.id : foreign?.jobId === jobId ? foreign.task : undefined;
        if (task !== undefined) cancelTask(worker, task);
      }
    },
    stop: async () => {
      for (const jobId of kept.keys()) drop(jobId);
      await fleet.stop();
    },
  };
}
