/**
 * Start-time fair queueing between workspaces (Goyal, Vin and Cheng, 1996) over the time for which places are held.
 *
 * Each workspace has a virtual start time. The waiting workspace with the least start time is served next, and its
 * start time moves on by the estimated cost of what it was given, divided by its weight; `release` corrects that to the
 * actual cost. A workspace that wakes starts at the current virtual time: nobody saves up, and nobody starves.
 *
 * A pure structure: no clock, no timers, no I/O.
 */

/** A workspace's share of the places. */
export interface Share {
  /** Positive. A workspace of weight 2 gets twice the time of one of weight 1 while both wait. */
  readonly weight: number;
  /** Places held at once, at most. */
  readonly maxRunning?: number;
  /** True: of the workspace only groups are served that have begun already; what waits stays. */
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
  /** True: belongs to a group that has begun, whatever the queue itself has seen of it. */
  readonly begun?: boolean;
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
  /** Groups with something waiting or running: how many of these, and whether one of them has run. */
  readonly groups: Map<string, { items: number; begun: boolean }>;
  /** Groups that have begun: without one, thousands that wait in a suspended workspace need not be looked through. */
  begun: number;
}

interface Running {
  readonly workspace: string;
  readonly group: string;
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
    const group = groups.get(groupOf(item));
    if (group) group.push(item);
    else groups.set(groupOf(item), [item]);
    enter(flow, item);
    flow.waiting += 1;
    this.#waiting.set(item.key, item);
    return true;
  }

  /** Notes what runs already, as a former holder of the queue has let it; false when its key is known. */
  occupy(item: QueueItem<T>): boolean {
    if (this.#waiting.has(item.key) || this.#running.has(item.key)) return false;
    const flow = this.#flowOf(item.workspace);
    enter(flow, item);
    this.#run(flow, item);
    return true;
  }

  /**
   * Takes a place for the item that is due, or answers undefined: nothing waits, or nothing that waits may run now. A
   * workspace whose next item is not `ready` lets others go first, and keeps its turn.
   */
  next(ready: (item: QueueItem<T>) => boolean = () => true): QueueItem<T> | undefined {
    const free = this.#options.places - this.#running.size;
    if (free <= 0) return undefined;
    const flows = [...this.#flows.values()].filter((flow) => this.#mayRun(flow, free));
    for (const flow of flows.sort((one, other) => one.start - other.start)) {
      const first = this.#first(flow);
      if (first === undefined || !ready(first.items[0]!)) continue;
      const item = take(flow, first);
      this.#now = Math.max(this.#now, flow.start);
      this.#waiting.delete(item.key);
      this.#run(flow, item);
      return item;
    }
    return undefined;
  }

  /** Gives a place back. `cost`: seconds for which it was held, if known. Does nothing for a key that does not run. */
  release(key: string, cost?: number): void {
    const running = this.#running.get(key);
    const flow = running && this.#flows.get(running.workspace);
    if (!running || !flow) return;
    this.#running.delete(key);
    flow.running -= 1;
    leave(flow, running.group);
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
    const rest = groups.get(groupOf(item))!.filter((other) => other !== item);
    if (rest.length > 0) groups.set(groupOf(item), rest);
    else groups.delete(groupOf(item));
    leave(flow, groupOf(item));
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

  /**
   * Items that wait and could run, if each had what it needs: as many of each workspace as it may have of the free
   * places, but one at least of a workspace that has none. `most`: of one workspace.
   */
  demand(most: (workspace: string) => number = () => Infinity): number {
    const free = this.#options.places - this.#running.size;
    let sum = 0;
    for (const flow of this.#flows.values()) {
      const { maxRunning = Infinity } = this.#options.shareOf(flow.workspace);
      const room = flow.running === 0 ? Math.max(1, free) : Math.max(0, free - this.#options.reserve);
      if (this.#first(flow))
        sum += Math.max(0, Math.min(flow.waiting, room, maxRunning - flow.running, most(flow.workspace)));
    }
    return sum;
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
    if (flow.running >= maxRunning || (flow.running > 0 && free <= this.#options.reserve)) return false;
    return !suspended || this.#first(flow) !== undefined;
  }

  #run(flow: Flow<T>, item: QueueItem<T>): void {
    const estimate = item.cost ?? 1;
    flow.start += estimate / this.#options.shareOf(flow.workspace).weight;
    flow.running += 1;
    begin(flow, groupOf(item));
    this.#running.set(item.key, { workspace: flow.workspace, group: groupOf(item), estimate });
  }

  /** The group of a flow that is next. */
  #first(flow: Flow<T>): Place<T> | undefined {
    const { suspended = false } = this.#options.shareOf(flow.workspace);
    if (suspended && flow.begun === 0) return undefined;
    const priorities = [...flow.classes].filter(([, groups]) => groups.size > 0).map(([priority]) => priority);
    for (const priority of priorities.sort((a, b) => a - b)) {
      const groups = flow.classes.get(priority)!;
      for (const [name, items] of groups) if (!suspended || hasBegun(flow, name)) return { groups, name, items };
    }
    return undefined;
  }

  #flowOf(workspace: string): Flow<T> {
    const known = this.#flows.get(workspace);
    if (known) {
      // A workspace that had nothing to run starts now, not where it stopped.
      if (known.waiting + known.running === 0) known.start = Math.max(known.start, this.#now);
      return known;
    }
    const flow: Flow<T> = {
      workspace,
      start: this.#now,
      running: 0,
      waiting: 0,
      classes: new Map(),
      groups: new Map(),
      begun: 0,
    };
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

interface Place<T> {
  readonly groups: Map<string, QueueItem<T>[]>;
  readonly name: string;
  readonly items: QueueItem<T>[];
}

const groupOf = (item: QueueItem<unknown>): string => item.group ?? item.key;

const hasBegun = (flow: Flow<unknown>, group: string): boolean => flow.groups.get(group)?.begun === true;

function enter<T>(flow: Flow<T>, item: QueueItem<T>): void {
  const group = flow.groups.get(groupOf(item)) ?? { items: 0, begun: false };
  group.items += 1;
  flow.groups.set(groupOf(item), group);
  if (item.begun === true) begin(flow, groupOf(item));
}

function begin<T>(flow: Flow<T>, name: string): void {
  const group = flow.groups.get(name)!;
  if (!group.begun) flow.begun += 1;
  group.begun = true;
}

function leave<T>(flow: Flow<T>, name: string): void {
  const group = flow.groups.get(name)!;
  group.items -= 1;
  if (group.items > 0) return;
  flow.groups.delete(name);
  if (group.begun) flow.begun -= 1;
}

/** The first item of a group, which goes to the end of its map. */
function take<T>(flow: Flow<T>, { groups, name, items }: Place<T>): QueueItem<T> {
  const item = items.shift()!;
  groups.delete(name);
  if (items.length > 0) groups.set(name, items);
  flow.waiting -= 1;
  return item;
}
