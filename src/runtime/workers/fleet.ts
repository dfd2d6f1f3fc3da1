import type { PollRequest, PollResponse } from '../../protocol/supervisor.ts';
import { choose, freeWanted, growAt, mayGrow, roomAt, type Candidate, type Choice, type Wanted } from './choose.ts';
import type { FairSemaphore } from '../../scheduling/fair-semaphore.ts';
import type { WorkerPods } from './worker-pods.ts';
import type { Stall } from '../launcher.ts';
import { countWorkers, type FleetCounts } from './fleet-counts.ts';
import { watchStall } from './fleet-stall.ts';
import { hear, isIdle, isSoonIdle, newWorker, reasonToRemove, soonUntil, vanish, type Worker } from './worker.ts';

export interface FleetOptions {
  readonly pods: WorkerPods;
  /** Workers that are bound at a time, at most. */
  readonly mostBound: number;
  /** Workers that stand free: without demand, and at most. */
  readonly free: { readonly min: number; readonly max: number };
  /** For so long a bound worker may be idle. */
  readonly idleSeconds: number;
  /** What waits for a worker: gives it those that are ready for it, and says how many more it could use. */
  readonly queue: Pick<FairSemaphore, 'serve' | 'demand'>;
  readonly log: {
    info(fields: object, message: string): void;
    warn(fields: object, message: string): void;
    error(fields: object, message: string): void;
  };
}

/** All worker pods: who is bound to which workspace, who asks for work, how many stand free. */
export interface Fleet {
  workers(): Iterable<Worker>;
  /** True where `find` has a worker for it now, or one to bind. */
  isReady(wanted: Wanted): boolean;
  /** A worker that is bound to the workspace and asks for work, kept for the job. It has to be given a task at once. */
  find(wanted: Wanted, signal?: AbortSignal): Promise<Worker>;
  /** A worker's poll; undefined for a pod that is not known. */
  poll(uid: string, request: PollRequest, closed: AbortSignal): Promise<PollResponse | undefined>;
  remove(worker: Worker, why: string): void;
  /** True where the workers of this workspace will make room for others once they are idle. */
  isCrowded(workspace: string): boolean;
  /** Removes bound workers that have nothing to do, as others need their room on the nodes. */
  removeIdle(): void;
  /** Gives out workers that are idle now. */
  serve(): void;
  counts(): FleetCounts;
  /** Why no worker takes tasks, where somebody may have to act. */
  stall(): Stall | undefined;
  /** Calls back when that has changed. */
  followStall(changed: () => void): () => void;
  stop(): Promise<void>;
}

interface Waiting extends Wanted {
  readonly take: (worker: Worker) => void;
  binding: boolean;
}

/** Polls are answered after this time at the latest, so that each is a sign of life. */
const POLL_MS = 10_000;
const SWEEP_MS = 2_000;
/** Fewer stand free when nothing has waited for so long. */
const SHRINK_MS = 30_000;
/** For so long no free worker may have a node before a bound one makes room for it. */
const FULL_MS = 3_000;

export function openFleet({ pods, mostBound, free, idleSeconds, queue, log }: FleetOptions): Fleet {
  const workers = new Map<string, Worker>();
  const waiting = new Set<Waiting>();
  let keptFree: number | undefined;
  let lastWaitAt = 0;
  /** When a free worker that has a node was last there, or none was wanted. */
  let placedAt = Date.now();
  let again: NodeJS.Timeout | undefined;
  let stopped = false;
  const stalls = watchStall(log);
  const present = (): Worker[] => [...workers.values()].filter(({ removed }) => !removed);

  const refresh = (): void => {
    const there = new Set<string>();
    for (const pod of pods.list()) {
      there.add(pod.uid);
      const known = workers.get(pod.uid);
      if (known) {
        const startedAt = known.startedAt ?? (pod.started ? Date.now() : undefined);
        Object.assign(known, { pod, workspace: pod.workspace ?? known.workspace, startedAt });
      } else workers.set(pod.uid, newWorker(pod));
    }
    for (const [uid, worker] of workers) {
      if (there.has(uid)) continue;
      workers.delete(uid);
      worker.removed = true;
      vanish(worker);
      worker.answer?.({});
    }
    serve();
  };

  const candidates = (): (Candidate & { readonly worker: Worker })[] =>
    present().map((worker) => ({ ...worker, idle: isIdle(worker), soonIdle: isSoonIdle(worker), worker }));

  /** Workers that what waits for a place could use: one more for each workspace at a time. */
  const demand = (): number => {
    const all = candidates();
    const now = Date.now();
    return queue.demand((workspace) => (mayGrow(all, workspace, now) ? 1 : 0));
  };

  const isWanted = (): boolean => waiting.size > 0 || demand() > 0;

  const serve = (): void => {
    if (stopped) return;
    const placed = present().some(({ workspace, pod }) => workspace === undefined && pod.placed);
    if (placed || !isWanted()) placedAt = Date.now();
    for (const wanted of waiting) if (!wanted.binding) serveOne(wanted);
    queue.serve();
    scale();
    lookAgain();
  };

  const choiceFor = (wanted: Wanted): Choice<Candidate & { readonly worker: Worker }> | undefined => {
    const now = Date.now();
    return choose(candidates(), wanted, { mostBound, full: now - placedAt > FULL_MS, now });
  };

  /** Looks again when the next worker may make room, or the next workspace may have another. */
  const lookAgain = (): void => {
    clearTimeout(again);
    if (waiting.size === 0 && queue.demand() === 0) return;
    const now = Date.now();
    const times = present()
      .filter(({ workspace }) => workspace !== undefined)
      .flatMap((worker) => [isIdle(worker) ? roomAt(worker) : soonUntil(worker), growAt(worker)])
      .filter((time) => time > now);
    if (times.length > 0) again = setTimeout(serve, Math.min(...times) - now);
  };

  const serveOne = (wanted: Waiting): void => {
    const choice = choiceFor(wanted);
    switch (choice?.do) {
      case 'use':
        return give(choice.worker.worker, wanted);
      case 'bind':
        return void bind(choice.worker.worker, wanted);
      case 'reclaim':
        remove(choice.worker.worker, 'reclaimed');
        placedAt = Date.now();
        return serveOne(wanted);
      case undefined:
        return;
    }
  };

  const give = (worker: Worker, wanted: Waiting): void => {
    waiting.delete(wanted);
    worker.keptFor = wanted.jobId;
    wanted.take(worker);
  };

  const bind = async (worker: Worker, wanted: Waiting): Promise<void> => {
    worker.binding = wanted.binding = true;
    // Counts as bound from here on.
    worker.workspace = wanted.workspace;
    worker.boundAt = Date.now();
    const bound = await pods.bind(worker.pod, wanted.workspace).catch((error: unknown) => {
      log.warn({ err: error, pod: worker.pod.name }, 'failed to bind a worker');
      return false;
    });
    worker.binding = wanted.binding = false;
    // The request may have gone, and the job come back with another: until then, no other workspace gets its room.
    worker.idleSince = Date.now();
    // It may be bound after all, where only the answer got lost.
    if (!bound) worker.spent = true;
    else if (waiting.has(wanted) && isIdle(worker)) give(worker, wanted);
    serve();
  };

  const remove = (worker: Worker, why: string): void => {
    if (worker.removed) return;
    worker.removed = true;
    vanish(worker);
    log.info({ pod: worker.pod.name, why, jobs: worker.jobs }, 'removing a worker');
    pods.remove(worker.pod).catch((error: unknown) => {
      worker.removed = false;
      worker.spent = true;
      log.warn({ err: error, pod: worker.pod.name }, 'failed to remove a worker');
    });
  };

  const scale = (): void => {
    const wanted = [...waiting].filter(({ binding }) => !binding).length + demand();
    if (wanted > 0) lastWaitAt = Date.now();
    const target = freeWanted(wanted, free);
    if (keptFree === target) return;
    if (keptFree !== undefined && target < keptFree && Date.now() - lastWaitAt < SHRINK_MS) return;
    const before = keptFree;
    keptFree = target;
    pods.keepFree(target).catch((error: unknown) => {
      keptFree = before;
      log.warn({ err: error }, 'failed to scale the free workers');
    });
  };

  const sweep = (): void => {
    for (const worker of present()) {
      const why = reasonToRemove(worker, idleSeconds);
      if (why !== undefined) remove(worker, why);
    }
    stalls.look(present(), pods.trouble());
    serve();
  };
  const timer = setInterval(sweep, SWEEP_MS);
  pods.follow(refresh);
  refresh();

  return {
    workers: () => workers.values(),
    isReady: (wanted) => choiceFor(wanted) !== undefined,
    serve,
    remove,
    isCrowded: (workspace) =>
      present().filter((worker) => worker.workspace !== undefined).length >= mostBound &&
      queue.demand((other) => (other === workspace ? 0 : 1)) > 0,
    removeIdle: () => {
      const now = Date.now();
      for (const worker of present())
        if (worker.workspace !== undefined && isIdle(worker) && roomAt(worker) <= now) remove(worker, 'crowded');
    },
    find: (wanted, signal) =>
      new Promise((resolve, reject) => {
        const leave = (): void => {
          waiting.delete(one);
          reject(signal?.reason as Error);
        };
        const take = (worker: Worker): void => {
          signal?.removeEventListener('abort', leave);
          resolve(worker);
        };
        const one: Waiting = { ...wanted, take, binding: false };
        if (signal?.aborted) return leave();
        signal?.addEventListener('abort', leave, { once: true });
        waiting.add(one);
        serveOne(one);
        scale();
      }),
    poll: async (uid, request, closed) => {
      const worker = workers.get(uid);
      if (!worker || worker.removed) return undefined;
      hear(worker, request);
      if (worker.run?.cancelled) return { cancel: worker.run.id };
      const response = new Promise<PollResponse>((resolve) => {
        const answer = (given: PollResponse): void => {
          clearTimeout(timeout);
          if (worker.answer === answer) worker.answer = undefined;
          resolve(given);
        };
        const timeout = setTimeout(() => answer({}), POLL_MS);
        closed.addEventListener('abort', () => answer({}), { once: true });
        worker.answer = answer;
      });
      serve();
      return response;
    },
    stall: stalls.current,
    followStall: stalls.follow,
    counts: () => ({ ...countWorkers(present(), Date.now()), waiting: waiting.size }),
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      clearTimeout(again);
      for (const worker of workers.values()) {
        vanish(worker);
        worker.answer?.({});
      }
      await pods.close();
    },
  };
}
