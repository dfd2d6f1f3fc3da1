import { FairQueue, type FairQueueOptions, type QueueCounts } from './fair-queue.ts';

/** Gives the place back. */
export type Release = () => void;

/** Who asks for a place, and for what. */
export interface PlaceRequest {
  readonly workspace: string;
  /** The unit that takes turns within the workspace: a job. */
  readonly group: string;
  /** True: a part of something that has begun, which goes on while the workspace is suspended. */
  readonly begun?: boolean;
  /** Within the workspace, lower goes first. 0 by default. */
  readonly priority?: number;
  /** Seconds for which the place will probably be held. */
  readonly cost?: number;
  /** Called at once when the place is given, before the next one is. */
  readonly taken?: () => void;
}

/** A bounded number of places, handed out fairly between workspaces. */
export interface FairSemaphore {
  /** Resolves once there is a place; what it resolves with gives it back. Rejects when the signal aborts before. */
  acquire(request: PlaceRequest, signal?: AbortSignal): Promise<Release>;
  /** Gives out places to what has become ready. */
  serve(): void;
  counts(): QueueCounts;
  /** How many waiting requests could have a place if they were ready (`FairQueue.demand`). */
  demand(most?: (workspace: string) => number): number;
}

export interface FairSemaphoreOptions extends FairQueueOptions {
  /** Calls back when shares have changed. */
  readonly followShares?: ((changed: () => void) => void) | undefined;
  /** False for what cannot make use of a place yet: others go first. */
  readonly ready?: (request: PlaceRequest) => boolean;
}

interface Waiting {
  readonly request: PlaceRequest;
  readonly start: () => void;
}

export function fairSemaphore(options: FairSemaphoreOptions): FairSemaphore {
  const { ready = () => true } = options;
  const queue = new FairQueue<Waiting>(options);
  let last = 0;

  const next = (): Waiting | undefined => queue.next(({ value }) => ready(value.request))?.value;
  const serve = (): void => {
    for (let waiting = next(); waiting; waiting = next()) waiting.start();
  };
  options.followShares?.(serve);
  return {
    serve,
    counts: () => queue.counts(),
    demand: (most) => queue.demand(most),
    acquire: (request, signal) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        const key = String(last++);
        const leave = (): void => {
          if (queue.remove(key)) reject(signal?.reason as Error);
        };
        signal?.addEventListener('abort', leave, { once: true });
        const start = (): void => {
          signal?.removeEventListener('abort', leave);
          const began = performance.now();
          request.taken?.();
          resolve(() => {
            queue.release(key, (performance.now() - began) / 1000);
            serve();
          });
        };
        queue.add({ ...request, key, value: { request, start } });
        serve();
      }),
  };
}
