import type { PollRequest, PollResponse } from '../../protocol/supervisor.ts';
import { choose, growAt, mayGrow, roomAt, type Choice, type Wanted } from './choose.ts';
import type { FairSemaphore } from '../../scheduling/fair-semaphore.ts';
import type { WorkerPods } from './worker-pods.ts';
import type { Stall } from '../launcher.ts';
import { countWorkers, type FleetCounts } from './fleet-counts.ts';
import { watchStall, type StallWatch } from './fleet-stall.ts';
import { FreeWorkers } from './free-workers.ts';
import {
  candidateOf,
  failLostRun,
  isIdle,
  newWorker,
  openPoll,
  reasonToRemove,
  recordPoll,
  soonUntil,
  type Worker,
  type WorkerCandidate,
} from './worker.ts';

export interface FleetOptions {
  readonly pods: WorkerPods;
  /** Workers that are bound at a time, at most. */
  readonly mostBound: number;
  /** Workers that stand free: without demand, and at most. */
  readonly free: { readonly min: number; readonly max: number };
  /** For so long a bound worker may be idle. */
  readonly idleSeconds: number;
  /** The tasks that wait: gives out those that are ready, and says how many more workers they could use. */
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
  /** Answers a worker's poll; undefined for a pod that is not known. */
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

const SWEEP_MS = 2_000;
/** For so long no free worker may have a node before a bound one makes room for it. */
const FULL_MS = 3_000;

export const openFleet = (options: FleetOptions): Fleet => new PodFleet(options);

class PodFleet implements Fleet {
  readonly #options: FleetOptions;
  readonly #workers = new Map<string, Worker>();
  readonly #waiting = new Set<Waiting>();
  readonly #free: FreeWorkers;
  readonly #stalls: StallWatch;
  readonly #sweeps: NodeJS.Timeout;
  /** When a free worker that has a node was last there, or none was wanted. */
  #placedAt = Date.now();
  #nextServe: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(options: FleetOptions) {
    const { pods, free, log } = options;
    this.#options = options;
    this.#free = new FreeWorkers({ pods, bounds: free, log });
    this.#stalls = watchStall(log);
    this.#sweeps = setInterval(() => this.#sweep(), SWEEP_MS);
    pods.follow(() => this.#refresh());
    this.#refresh();
  }

  workers(): Iterable<Worker> {
    return this.#workers.values();
  }

  isReady(wanted: Wanted): boolean {
    return this.#choiceFor(wanted) !== undefined;
  }

  find(wanted: Wanted, signal?: AbortSignal): Promise<Worker> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.delete(waiting);
        reject(signal?.reason as Error);
      };
      const take = (worker: Worker): void => {
        signal?.removeEventListener('abort', leave);
        resolve(worker);
      };
      const waiting: Waiting = { ...wanted, take, binding: false };
      if (signal?.aborted) return leave();
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.add(waiting);
      this.#serveOne(waiting);
      this.#scale();
    });
  }

  async poll(uid: string, request: PollRequest, closed: AbortSignal): Promise<PollResponse | undefined> {
    const worker = this.#workers.get(uid);
    if (!worker || worker.removed) return undefined;
    recordPoll(worker, request);
    if (worker.run?.cancelled) return { cancel: worker.run.id };
    const response = openPoll(worker, closed);
    this.serve();
    return response;
  }

  remove(worker: Worker, why: string): void {
    if (worker.removed) return;
    const { pods, log } = this.#options;
    worker.removed = true;
    failLostRun(worker);
    log.info({ pod: worker.pod.name, why, jobs: worker.jobs }, 'removing a worker');
    pods.remove(worker.pod).catch((error: unknown) => {
      worker.removed = false;
      worker.spent = true;
      log.warn({ err: error, pod: worker.pod.name }, 'failed to remove a worker');
    });
  }

  isCrowded(workspace: string): boolean {
    const { mostBound, queue } = this.#options;
    const bound = this.#present().filter((worker) => worker.workspace !== undefined).length;
    return bound >= mostBound && queue.demand((other) => (other === workspace ? 0 : 1)) > 0;
  }

  removeIdle(): void {
    const now = Date.now();
    for (const worker of this.#present())
      if (worker.workspace !== undefined && isIdle(worker) && roomAt(worker) <= now) this.remove(worker, 'crowded');
  }

  serve(): void {
    if (this.#stopped) return;
    const placed = this.#present().some(({ workspace, pod }) => workspace === undefined && pod.placed);
    if (placed || (this.#waiting.size === 0 && this.#demand() === 0)) this.#placedAt = Date.now();
    for (const waiting of this.#waiting) if (!waiting.binding) this.#serveOne(waiting);
    this.#options.queue.serve();
    this.#scale();
    this.#serveLater();
  }

  counts(): FleetCounts {
    return { ...countWorkers(this.#present(), Date.now()), waiting: this.#waiting.size };
  }

  stall(): Stall | undefined {
    return this.#stalls.current();
  }

  followStall(changed: () => void): () => void {
    return this.#stalls.follow(changed);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#sweeps);
    clearTimeout(this.#nextServe);
    for (const worker of this.#workers.values()) {
      failLostRun(worker);
      worker.answer?.({});
    }
    await this.#options.pods.close();
  }

  #present(): Worker[] {
    return [...this.#workers.values()].filter(({ removed }) => !removed);
  }

  /** Takes over what the API server says of the pods. */
  #refresh(): void {
    const found = new Set<string>();
    for (const pod of this.#options.pods.list()) {
      found.add(pod.uid);
      const known = this.#workers.get(pod.uid);
      if (known) {
        const startedAt = known.startedAt ?? (pod.started ? Date.now() : undefined);
        Object.assign(known, { pod, workspace: pod.workspace ?? known.workspace, startedAt });
      } else this.#workers.set(pod.uid, newWorker(pod));
    }
    for (const [uid, worker] of this.#workers) {
      if (found.has(uid)) continue;
      this.#workers.delete(uid);
      worker.removed = true;
      failLostRun(worker);
      worker.answer?.({});
    }
    this.serve();
  }

  #candidates(): WorkerCandidate[] {
    return this.#present().map(candidateOf);
  }

  /** Workers that what waits for a place could use: one more for each workspace at a time. */
  #demand(): number {
    const candidates = this.#candidates();
    const now = Date.now();
    return this.#options.queue.demand((workspace) => (mayGrow(candidates, workspace, now) ? 1 : 0));
  }

  #scale(): void {
    const unbound = [...this.#waiting].filter(({ binding }) => !binding).length;
    this.#free.scale(unbound + this.#demand());
  }

  #choiceFor(wanted: Wanted): Choice<WorkerCandidate> | undefined {
    const now = Date.now();
    const { mostBound } = this.#options;
    return choose(this.#candidates(), wanted, { mostBound, full: now - this.#placedAt > FULL_MS, now });
  }

  /** Serves again when the next worker may make room, or the next workspace may have another. */
  #serveLater(): void {
    clearTimeout(this.#nextServe);
    if (this.#waiting.size === 0 && this.#options.queue.demand() === 0) return;
    const now = Date.now();
    const times = this.#present()
      .filter(({ workspace }) => workspace !== undefined)
      .flatMap((worker) => [isIdle(worker) ? roomAt(worker) : soonUntil(worker), growAt(worker)])
      .filter((time) => time > now);
    if (times.length > 0) this.#nextServe = setTimeout(() => this.serve(), Math.min(...times) - now);
  }

  #serveOne(waiting: Waiting): void {
    const choice = this.#choiceFor(waiting);
    switch (choice?.do) {
      case 'use':
        return this.#give(choice.worker.worker, waiting);
      case 'bind':
        return void this.#bind(choice.worker.worker, waiting);
      case 'reclaim':
        this.remove(choice.worker.worker, 'reclaimed');
        this.#placedAt = Date.now();
        return this.#serveOne(waiting);
      case undefined:
        return;
    }
  }

  #give(worker: Worker, waiting: Waiting): void {
    this.#waiting.delete(waiting);
    worker.keptFor = waiting.jobId;
    waiting.take(worker);
  }

  async #bind(worker: Worker, waiting: Waiting): Promise<void> {
    const { pods, log } = this.#options;
    worker.binding = waiting.binding = true;
    // Counts as bound from here on.
    worker.workspace = waiting.workspace;
    worker.boundAt = Date.now();
    const bound = await pods.bind(worker.pod, waiting.workspace).catch((error: unknown) => {
      log.warn({ err: error, pod: worker.pod.name }, 'failed to bind a worker');
      return false;
    });
    worker.binding = waiting.binding = false;
    // The request may have gone, and the job come back with another: until then, no other workspace gets its room.
    worker.idleSince = Date.now();
    // It may be bound after all, where only the answer got lost.
    if (!bound) worker.spent = true;
    else if (this.#waiting.has(waiting) && isIdle(worker)) this.#give(worker, waiting);
    this.serve();
  }

  #sweep(): void {
    for (const worker of this.#present()) {
      const why = reasonToRemove(worker, this.#options.idleSeconds);
      if (why !== undefined) this.remove(worker, why);
    }
    this.#stalls.look(this.#present(), this.#options.pods.trouble());
    this.serve();
  }
}
