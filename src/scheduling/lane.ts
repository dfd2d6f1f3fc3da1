import { FairQueue, type Share } from './fair-queue.ts';

/** One thing to do for a workspace. */
export interface LaneTask {
  /** Unique in the lane: a key that waits or runs is not taken a second time. */
  readonly key: string;
  readonly workspace: string;
  /** Within the workspace, lower goes first. */
  readonly priority?: number;
  /** Seconds that it will probably take. */
  readonly cost?: number;
  /** Throws on an error of ours; the signal aborts when the task is cancelled or the lane stops. */
  run(signal: AbortSignal): Promise<void>;
  /** Called once when all attempts have failed, with the last error. */
  exhausted?(error: unknown): Promise<void> | void;
}

export interface LaneOptions {
  readonly places: number;
  readonly reserve?: number;
  readonly shareOf: (workspace: string) => Share;
  /** Attempts of one task, at most. Transient errors, which are our own outages, do not count. */
  readonly attempts: number;
  readonly backoff: { readonly firstMs: number; readonly maxMs: number };
  readonly isTransient: (error: unknown) => boolean;
  /** Called after every failed attempt, before the task is tried again or given up. */
  failed?(failure: LaneFailure): void;
}

export interface LaneFailure {
  readonly key: string;
  readonly workspace: string;
  readonly error: unknown;
  /** Attempts that count so far. */
  readonly attempts: number;
  /** Undefined when the task is given up. */
  readonly retryInMs: number | undefined;
}

export interface LaneCounts {
  readonly waiting: number;
  readonly running: number;
  /** How long the task that waits longest has waited; 0 when none waits. */
  readonly oldestWaitMs: number;
}

/** Runs tasks, a bounded number at once and fair between workspaces, so that what waits holds up nobody else. */
export interface Lane {
  readonly name: string;
  /** False when the key is in the lane already: it waits, runs, or will be tried again. */
  submit(task: LaneTask): boolean;
  has(key: string): boolean;
  /** Drops a task that waits, aborts one that runs. Resolves when it no longer runs. */
  cancel(key: string): Promise<void>;
  counts(workspace?: string): LaneCounts;
  /** Serves what may run after a change of shares. */
  serve(): void;
  /** Aborts everything and resolves when nothing runs. */
  stop(): Promise<void>;
}

interface Entry {
  readonly task: LaneTask;
  readonly abort: AbortController;
  readonly since: number;
  attempts: number;
  /** Failures of any kind in a row, for the back-off. */
  failures: number;
  running?: Promise<void>;
  retry?: NodeJS.Timeout;
}

export const openLane = (name: string, options: LaneOptions): Lane => new FairLane(name, options);

class FairLane implements Lane {
  readonly name: string;
  readonly #options: LaneOptions;
  readonly #queue: FairQueue<Entry>;
  readonly #entries = new Map<string, Entry>();
  #stopped = false;

  constructor(name: string, options: LaneOptions) {
    this.name = name;
    this.#options = options;
    this.#queue = new FairQueue<Entry>(options);
  }

  submit(task: LaneTask): boolean {
    if (this.#stopped || this.#entries.has(task.key)) return false;
    const entry: Entry = { task, abort: new AbortController(), since: performance.now(), attempts: 0, failures: 0 };
    this.#entries.set(task.key, entry);
    this.#enqueue(entry);
    this.serve();
    return true;
  }

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  async cancel(key: string): Promise<void> {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#drop(entry);
    await entry.running;
  }

  counts(workspace?: string): LaneCounts {
    const now = performance.now();
    let oldestWaitMs = 0;
    for (const entry of this.#entries.values()) {
      if (entry.running || (workspace !== undefined && entry.task.workspace !== workspace)) continue;
      oldestWaitMs = Math.max(oldestWaitMs, now - entry.since);
    }
    return { ...this.#queue.counts(workspace), oldestWaitMs };
  }

  serve(): void {
    for (let item = this.#next(); item !== undefined; item = this.#next()) item.running = this.#attempt(item);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    const running = [...this.#entries.values()].flatMap((entry) => entry.running ?? []);
    for (const entry of this.#entries.values()) this.#drop(entry);
    await Promise.all(running);
  }

  #next(): Entry | undefined {
    return this.#stopped ? undefined : this.#queue.next()?.value;
  }

  #enqueue(entry: Entry): void {
    const { key, workspace, priority, cost } = entry.task;
    const optional = { ...(priority !== undefined && { priority }), ...(cost !== undefined && { cost }) };
    this.#queue.add({ key, workspace, value: entry, ...optional });
  }

  async #attempt(entry: Entry): Promise<void> {
    const { key } = entry.task;
    const began = performance.now();
    let retryInMs: number | undefined;
    try {
      await entry.task.run(entry.abort.signal);
    } catch (error) {
      retryInMs = await this.#msUntilRetry(entry, error);
    } finally {
      delete entry.running;
      this.#queue.release(key, (performance.now() - began) / 1000);
    }
    if (retryInMs === undefined || entry.abort.signal.aborted) this.#entries.delete(key);
    else this.#retryIn(retryInMs, entry);
    this.serve();
  }

  #retryIn(ms: number, entry: Entry): void {
    entry.retry = setTimeout(() => {
      delete entry.retry;
      this.#enqueue(entry);
      this.serve();
    }, ms);
  }

  /** How long until the next attempt; undefined when there is none. */
  async #msUntilRetry(entry: Entry, error: unknown): Promise<number | undefined> {
    if (entry.abort.signal.aborted) return undefined;
    const { attempts, backoff, isTransient } = this.#options;
    entry.failures += 1;
    if (!isTransient(error)) entry.attempts += 1;
    const delay = Math.min(backoff.maxMs, backoff.firstMs * 2 ** (entry.failures - 1));
    const retryInMs = entry.attempts < attempts ? delay * (0.75 + Math.random() / 2) : undefined;
    this.#report(entry, error, retryInMs);
    if (retryInMs !== undefined) return retryInMs;
    try {
      await entry.task.exhausted?.(error);
      return undefined;
    } catch (failure) {
      // Its end could not be recorded: the task is tried once more, later.
      this.#report(entry, failure, delay);
      entry.attempts -= 1;
      return delay;
    }
  }

  #report({ task: { key, workspace }, attempts }: Entry, error: unknown, retryInMs: number | undefined): void {
    this.#options.failed?.({ key, workspace, error, attempts, retryInMs });
  }

  #drop(entry: Entry): void {
    entry.abort.abort();
    clearTimeout(entry.retry);
    this.#queue.remove(entry.task.key);
    if (entry.running === undefined) this.#entries.delete(entry.task.key);
  }
}
