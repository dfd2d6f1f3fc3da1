/**
 * Start-time fair queueing between workspaces (Goyal, Vin and Cheng, 1996) over the time for which places are held.
 *
 * Each workspace has a virtual start time. The waiting workspace with the least start time is served next, and its
 * start time moves on by the estimated cost of what it was given, divided by its weight; `release` corrects that to the
 * actual cost. A workspace that wakes starts at the current virtual time: nobody saves up, and nobody starves.
 *
 * A pure structure: no clock, no timers, no I/O.
 */

/** What a workspace may have of the places. */
export interface Share {
  /** Positive. A workspace of weight 2 gets twice the time of one of weight 1 while both wait. */
  readonly weight: number;
  /** Places held at once, at most. */
  readonly maxRunning?: number;
  /** True: nothing of the workspace is served; what waits stays. */
  readonly suspended?: boolean;
}

export interface QueueItem<T> {
  /** Unique among what waits and runs. */
  readonly key: string;
  readonly workspace: string;
  /** Within the workspace, lower goes first. 0 by default. */
  readonly priority?: number;
  /** Groups of one priority take turns, so that a job of many ranges does not keep out another; the key by default. */
  readonly group?: string;
  /** Seconds for which a place will probably be held; positive. 1 by default. */
  readonly cost?: number;
  readonly value: T;
}

export interface FairQueueOptions {
  /** Items that run at once, at most. */
  readonly places: number;
  /** Places that a workspace which already holds one leaves free for others. 1 by default. */
  readonly reserve?: number;
  readonly shareOf: (workspace: string) => Share;
}

export interface QueueCounts {
  readonly waiting: number;
  readonly running: number;
}

interface Flow<T> {
  readonly workspace: string;
  start: number;
  running: number;
  waiting: number;
  /** By priority, then by group. The group at the head of its map is next, and goes to the end of it. */
  readonly classes: Map<number, Map<string, QueueItem<T>[]>>;
}

interface Running {
  readonly workspace: string;
  readonly estimate: number;
}

export class FairQueue<T> {
  readonly #options: Required<FairQueueOptions>;
  readonly #flows = new Map<string, Flow<T>>();
  readonly #waiting = new Map<string, QueueItem<T>>();
  readonly #running = new Map<string, Running>();
  /** The start time of what was served last. */
  #now = 0;

  constructor(options: FairQueueOptions) {
    this.#options = { reserve: 1, ...options };
  }

  /** Queues an item; false when its key waits or runs already. */
  add(item: QueueItem<T>): boolean {
    if (this.#waiting.has(item.key) || this.#running.has(item.key)) return false;
    const flow = this.#flowOf(item.workspace);
    const groups = flow.classes.get(item.priority ?? 0) ?? new Map<string, QueueItem<T>[]>();
    flow.classes.set(item.priority ?? 0, groups);
    const group = groups.get(item.group ?? item.key);
    if (group) group.push(item);
    else groups.set(item.group ?? item.key, [item]);
    flow.waiting += 1;
    this.#waiting.set(item.key, item);
    return true;
  }

  /** Takes a place for the item that is due, or answers undefined: nothing waits, or nothing that waits may run now. */
  next(): QueueItem<T> | undefined {
    const free = this.#options.places - this.#running.size;
    if (free <= 0) return undefined;
    let due: Flow<T> | undefined;
    for (const flow of this.#flows.values()) {
      if (this.#mayRun(flow, free) && (due === undefined || flow.start < due.start)) due = flow;
    }
    const item = due && takeFirst(due);
    if (due === undefined || item === undefined) return undefined;
    const estimate = item.cost ?? 1;
    this.#now = Math.max(this.#now, due.start);
    due.start += estimate / this.#options.shareOf(due.workspace).weight;
    due.running += 1;
    this.#waiting.delete(item.key);
    this.#running.set(item.key, { workspace: due.workspace, estimate });
    return item;
  }

  /** Gives a place back. `cost`: seconds for which it was held, if known. Does nothing for a key that does not run. */
  release(key: string, cost?: number): void {
    const running = this.#running.get(key);
    const flow = running && this.#flows.get(running.workspace);
    if (!running || !flow) return;
    this.#running.delete(key);
    flow.running -= 1;
    const correction = (cost ?? running.estimate) - running.estimate;
    flow.start = Math.max(0, flow.start + correction / this.#options.shareOf(flow.workspace).weight);
    this.#forgetIdle(flow);
  }

  /** Takes an item out that still waits; false when it does not. */
  remove(key: string): boolean {
    const item = this.#waiting.get(key);
    const flow = item && this.#flows.get(item.workspace);
    if (!item || !flow) return false;
    const groups = flow.classes.get(item.priority ?? 0)!;
    const rest = groups.get(item.group ?? key)!.filter((other) => other !== item);
    if (rest.length > 0) groups.set(item.group ?? key, rest);
    else groups.delete(item.group ?? key);
    flow.waiting -= 1;
    this.#waiting.delete(key);
    this.#forgetIdle(flow);
    return true;
  }

  isWaiting(key: string): boolean {
    return this.#waiting.has(key);
  }

  isRunning(key: string): boolean {
    return this.#running.has(key);
  }

  /** Of one workspace, or of all. */
  counts(workspace?: string): QueueCounts {
    if (workspace === undefined) return { waiting: this.#waiting.size, running: this.#running.size };
    const flow = this.#flows.get(workspace);
    return { waiting: flow?.waiting ?? 0, running: flow?.running ?? 0 };
  }

  /** The workspaces that have something waiting or running. */
  workspaces(): string[] {
    return [...this.#flows.values()]
      .filter((flow) => flow.waiting + flow.running > 0)
      .map(({ workspace }) => workspace);
  }

  #mayRun(flow: Flow<T>, free: number): boolean {
    if (flow.waiting === 0) return false;
    const { maxRunning = Infinity, suspended = false } = this.#options.shareOf(flow.workspace);
    if (suspended || flow.running >= maxRunning) return false;
    return flow.running === 0 || free > this.#options.reserve;
  }

  #flowOf(workspace: string): Flow<T> {
    const known = this.#flows.get(workspace);
    if (known) {
      // A workspace that had nothing to run starts now, not where it stopped.
      if (known.waiting + known.running === 0) known.start = Math.max(known.start, this.#now);
      return known;
    }
    const flow: Flow<T> = { workspace, start: this.#now, running: 0, waiting: 0, classes: new Map() };
    this.#flows.set(workspace, flow);
    return flow;
  }

  /** A workspace ahead of the virtual time is remembered, or it could pay its debt by emptying its queue. */
  #forgetIdle(flow: Flow<T>): void {
    if (flow.waiting + flow.running > 0) return;
    if (this.#waiting.size + this.#running.size === 0) {
      this.#flows.clear();
      this.#now = 0;
    } else if (flow.start <= this.#now) this.#flows.delete(flow.workspace);
  }
}

function takeFirst<T>(flow: Flow<T>): QueueItem<T> | undefined {
  const priorities = [...flow.classes].filter(([, groups]) => groups.size > 0).map(([priority]) => priority);
  const groups = flow.classes.get(Math.min(...priorities));
  const next = groups?.entries().next();
  if (!groups || !next || next.done) return undefined;
  const [name, group] = next.value;
  const item = group.shift();
  groups.delete(name);
  if (group.length > 0) groups.set(name, group);
  flow.waiting -= 1;
  return item;
}
