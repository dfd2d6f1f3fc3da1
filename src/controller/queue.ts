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

export const createQueue = (options: QueueOptions): Queue => new KeyQueue(options);

interface Timer {
  readonly timer: NodeJS.Timeout;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/**
 * A keyed work queue: a key runs at most once at a time, a key added while it runs runs again afterwards, and errors
 * back off exponentially per key with jitter.
 */
class KeyQueue implements Queue {
  readonly #options: QueueOptions;
  readonly #backoff: NonNullable<QueueOptions['backoff']>;
  readonly #keys: FairQueue<undefined>;
  /** Keys that were added while they ran. */
  readonly #dirty = new Set<string>();
  readonly #timers = new Map<string, Timer>();
  readonly #failures = new Map<string, number>();
  #stopped = false;
  #onIdle: (() => void) | undefined;

  constructor(options: QueueOptions) {
    this.#options = options;
    this.#backoff = options.backoff ?? { firstMs: 100, maxMs: 30_000 };
    this.#keys = new FairQueue({ places: options.concurrency, reserve: 0, shareOf: () => ({ weight: 1 }) });
  }

  add(key: string, delayMs = 0): void {
    if (this.#stopped) return;
    if (delayMs <= 0) return this.#enqueue(key);
    const at = Date.now() + delayMs;
    const waiting = this.#timers.get(key);
    if (this.#keys.isWaiting(key) || (waiting && waiting.at <= at)) return;
    clearTimeout(waiting?.timer);
    this.#timers.set(key, { at, timer: setTimeout(() => this.#enqueue(key), delayMs) });
  }

  size(): number {
    return this.#keys.counts().waiting + this.#timers.size;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const { timer } of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    if (this.#keys.counts().running === 0) return;
    await new Promise<void>((resolve) => {
      this.#onIdle = resolve;
    });
  }

  #enqueue(key: string): void {
    clearTimeout(this.#timers.get(key)?.timer);
    this.#timers.delete(key);
    if (this.#keys.isRunning(key)) this.#dirty.add(key);
    else this.#keys.add({ key, workspace: this.#options.workspaceOf(key), value: undefined });
    this.#serve();
  }

  #serve(): void {
    for (let next = this.#next(); next; next = this.#next()) void this.#run(next.key);
  }

  #next(): { readonly key: string } | undefined {
    return this.#stopped ? undefined : this.#keys.next();
  }

  async #run(key: string): Promise<void> {
    const began = performance.now();
    try {
      const result = await this.#options.run(key);
      this.#failures.delete(key);
      if (result?.againInMs !== undefined) this.add(key, result.againInMs);
    } catch (error) {
      this.#retry(key, error);
    } finally {
      this.#keys.release(key, (performance.now() - began) / 1000);
      if (this.#dirty.delete(key)) this.#enqueue(key);
      this.#serve();
      if (this.#keys.counts().running === 0) this.#onIdle?.();
    }
  }

  #retry(key: string, error: unknown): void {
    const { firstMs, maxMs } = this.#backoff;
    const count = (this.#failures.get(key) ?? 0) + 1;
    this.#failures.set(key, count);
    const delay = Math.min(maxMs, firstMs * 2 ** (count - 1)) * (0.75 + Math.random() / 2);
    this.#options.failed(key, error, delay);
    this.add(key, delay);
  }
}
