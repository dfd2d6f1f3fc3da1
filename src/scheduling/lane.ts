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
  /** Told of every failed attempt, before the task is tried again or given up. */
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

export function openLane(name: string, options: LaneOptions): Lane {
  const queue = new FairQueue<Entry>(options);
  const entries = new Map<string, Entry>();
  let stopped = false;

  const enqueue = (entry: Entry): void => {
    const { key, workspace, priority, cost } = entry.task;
    queue.add({
      key,
      workspace,
      value: entry,
      ...(priority === undefined ? {} : { priority }),
      ...(cost === undefined ? {} : { cost }),
    });
  };

  const serve = (): void => {
    if (stopped) return;
    for (let item = queue.next(); item !== undefined; item = queue.next()) {
      const entry = item.value;
      entry.running = attempt(entry);
    }
  };

  const attempt = async (entry: Entry): Promise<void> => {
    const { key } = entry.task;
    const began = performance.now();
    let retryInMs: number | undefined;
    try {
      await entry.task.run(entry.abort.signal);
    } catch (error) {
      retryInMs = await judge(entry, error);
    } finally {
      delete entry.running;
      queue.release(key, (performance.now() - began) / 1000);
    }
    if (retryInMs === undefined || entry.abort.signal.aborted) entries.delete(key);
    else {
      entry.retry = setTimeout(() => {
        delete entry.retry;
        enqueue(entry);
        serve();
      }, retryInMs);
    }
    serve();
  };

  /** How long until the next attempt; undefined when there is none. */
  const judge = async (entry: Entry, error: unknown): Promise<number | undefined> => {
    if (entry.abort.signal.aborted) return undefined;
    const { task } = entry;
    entry.failures += 1;
    if (!options.isTransient(error)) entry.attempts += 1;
    const again = entry.attempts < options.attempts;
    const delay = Math.min(options.backoff.maxMs, options.backoff.firstMs * 2 ** (entry.failures - 1));
    const retryInMs = again ? delay * (0.75 + Math.random() / 2) : undefined;
    options.failed?.({ key: task.key, workspace: task.workspace, error, attempts: entry.attempts, retryInMs });
    if (again) return retryInMs;
    try {
      await task.exhausted?.(error);
    } catch (failure) {
      // What should have been told could not be: the task is tried once more, later.
      options.failed?.({
        key: task.key,
        workspace: task.workspace,
        error: failure,
        attempts: entry.attempts,
        retryInMs: delay,
      });
      entry.attempts -= 1;
      return delay;
    }
    return undefined;
  };

  const drop = (entry: Entry): void => {
    entry.abort.abort();
    clearTimeout(entry.retry);
    queue.remove(entry.task.key);
    if (entry.running === undefined) entries.delete(entry.task.key);
  };

  return {
    name,
    submit(task) {
      if (stopped || entries.has(task.key)) return false;
      const entry: Entry = { task, abort: new AbortController(), since: performance.now(), attempts: 0, failures: 0 };
      entries.set(task.key, entry);
      enqueue(entry);
      serve();
      return true;
    },
    has: (key) => entries.has(key),
    async cancel(key) {
      const entry = entries.get(key);
      if (!entry) return;
      drop(entry);
      await entry.running;
    },
    counts(workspace) {
      const now = performance.now();
      let oldestWaitMs = 0;
      for (const entry of entries.values()) {
        if (entry.running || (workspace !== undefined && entry.task.workspace !== workspace)) continue;
        oldestWaitMs = Math.max(oldestWaitMs, now - entry.since);
      }
      return { ...queue.counts(workspace), oldestWaitMs };
    },
    serve,
    async stop() {
      stopped = true;
      const running = [...entries.values()].flatMap((entry) => entry.running ?? []);
      for (const entry of entries.values()) drop(entry);
      await Promise.all(running);
    },
  };
}
