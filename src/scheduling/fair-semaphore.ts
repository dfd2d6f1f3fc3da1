import { FairQueue, type FairQueueOptions, type QueueCounts } from './fair-queue.ts';

/** Gives the place back. */
export type Release = () => void;

/** Who asks for a place, and for what. */
export interface PlaceRequest {
  readonly workspace: string;
  /** What takes turns within the workspace: a job. */
  readonly group: string;
  /** True: a part of something that has begun, which goes on while the workspace is suspended. */
  readonly begun?: boolean;
  /** Within the workspace, lower goes first. 0 by default. */
  readonly priority?: number;
  /** Seconds for which the place will probably be held. */
  readonly cost?: number;
}

/** A bounded number of places, handed out fairly between workspaces. */
export interface FairSemaphore {
  /** Resolves once there is a place; what it resolves with gives it back. Rejects when the signal aborts before. */
  acquire(request: PlaceRequest, signal?: AbortSignal): Promise<Release>;
  counts(): QueueCounts;
}

export interface FairSemaphoreOptions extends FairQueueOptions {
  /** Calls back when shares have changed. */
  readonly followShares?: ((changed: () => void) => void) | undefined;
}

export function fairSemaphore(options: FairSemaphoreOptions): FairSemaphore {
  const queue = new FairQueue<() => void>(options);
  let last = 0;

  const serve = (): void => {
    for (let item = queue.next(); item; item = queue.next()) item.value();
  };
  options.followShares?.(serve);
  return {
    counts: () => queue.counts(),
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
          resolve(() => {
            queue.release(key, (performance.now() - began) / 1000);
            serve();
          });
        };
        queue.add({ ...request, key, value: start });
        serve();
      }),
  };
}
