import { FairQueue } from '../scheduling/fair-queue.ts';

export interface Queue {
  /** Runs the key soon, or after a delay; a key that is queued already keeps the earlier time. */
  add(key: string, delayMs?: number): void;
  /** Keys waiting now (due or not). */
  size(): number;
  /** Stops taking keys and waits for those that run. */
  stop(): Promise<void>;
}

export interface QueueOptions {
  readonly concurrency: number;
  /** Keys of different workspaces take turns. */
  readonly workspaceOf: (key: string) => string;
  /**
   * Handles one key; its result is when to run the key again. It throws on an error of ours: the key is run again with
   * back-off.
   */
  run(key: string): Promise<{ readonly againInMs?: number } | void>;
  failed(key: string, error: unknown, retryInMs: number): void;
  readonly backoff?: { readonly firstMs: number; readonly maxMs: number };
}

/**
 * A keyed work queue: a key runs at most once at a time, a key added while it runs runs again afterwards, and errors
 * back off exponentially per key with jitter.
 */
export function createQueue(options: QueueOptions): Queue {
  const backoff = options.backoff ?? { firstMs: 100, maxMs: 30_000 };
  const keys = new FairQueue<undefined>({ places: options.concurrency, reserve: 0, shareOf: () => ({ weight: 1 }) });
  const dirty = new Set<string>();
  const timers = new Map<string, { timer: NodeJS.Timeout; at: number }>();
  const failures = new Map<string, number>();
  let stopped = false;
  let idle: (() => void) | undefined;

  const enqueue = (key: string): void => {
    const timer = timers.get(key);
    if (timer) clearTimeout(timer.timer);
    timers.delete(key);
    if (keys.isRunning(key)) dirty.add(key);
    else keys.add({ key, workspace: options.workspaceOf(key), value: undefined });
    pump();
  };

  const add = (key: string, delayMs = 0): void => {
    if (stopped) return;
    if (delayMs <= 0) return enqueue(key);
    const at = Date.now() + delayMs;
    const waiting = timers.get(key);
    if (keys.isWaiting(key) || (waiting && waiting.at <= at)) return;
    if (waiting) clearTimeout(waiting.timer);
    timers.set(key, { at, timer: setTimeout(() => enqueue(key), delayMs) });
  };

  const pump = (): void => {
    while (!stopped) {
      const next = keys.next();
      if (!next) return;
      void work(next.key);
    }
  };

  const work = async (key: string): Promise<void> => {
    const began = performance.now();
    try {
      const result = await options.run(key);
      failures.delete(key);
      if (result?.againInMs !== undefined) add(key, result.againInMs);
    } catch (error) {
      const count = (failures.get(key) ?? 0) + 1;
      failures.set(key, count);
      const delay = Math.min(backoff.maxMs, backoff.firstMs * 2 ** (count - 1)) * (0.75 + Math.random() / 2);
      options.failed(key, error, delay);
      add(key, delay);
    } finally {
      keys.release(key, (performance.now() - began) / 1000);
      if (dirty.delete(key)) enqueue(key);
      pump();
      if (keys.counts().running === 0) idle?.();
    }
  };

  return {
    add,
    size: () => keys.counts().waiting + timers.size,
    stop: async () => {
      stopped = true;
      for (const { timer } of timers.values()) clearTimeout(timer);
      timers.clear();
      if (keys.counts().running > 0)
        await new Promise<void>((resolve) => {
          idle = resolve;
        });
    },
  };
}
