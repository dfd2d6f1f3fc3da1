import { FairQueue, type QueueCounts, type Share } from '../../../scheduling/fair-queue.ts';

export interface PodPlacesOptions {
  /** Converter pods that run at once, at most. */
  readonly maxPods: number;
  readonly shareOf: (workspace: string) => Share;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
}

/** A launch as far as places go. */
export interface PodDemand {
  readonly workspace: string;
  /** Launches of one job take one turn. */
  readonly jobId: string;
  /** Pods that it can make use of. */
  readonly pods: number;
  readonly begun: boolean;
}

interface Launched {
  readonly demand: PodDemand;
  /** Places that it waits for, and those that it holds with the time since. */
  readonly waiting: Set<string>;
  readonly held: Map<string, number>;
}

/** A pod is held for a range, and often for several one after another; corrected when it is given back. */
const ESTIMATE_SECONDS = 10;
/** Every eighth place, and one at least, is left to workspaces that have none. */
const RESERVED = 8;

/**
 * How many pods each launch may run: places in one fair queue. A launch starts with the places that it gets at first,
 * and grows as others become free, so a single large document has nearly all while nobody else wants any.
 */
export class PodPlaces {
  readonly #queue: FairQueue<string>;
  readonly #launches = new Map<string, Launched>();
  readonly #now: () => number;
  #last = 0;

  constructor({ maxPods, shareOf, now }: PodPlacesOptions) {
    const reserve = maxPods > 1 ? Math.max(1, Math.floor(maxPods / RESERVED)) : 0;
    this.#queue = new FairQueue<string>({ places: maxPods, reserve, shareOf });
    this.#now = now;
  }

  has(name: string): boolean {
    return this.#launches.has(name);
  }

  /** Asks for places. `running`: pods that run already, which another process has let it start. */
  add(name: string, demand: PodDemand, running = 0): void {
    if (this.#launches.has(name)) return;
    const launched: Launched = { demand, waiting: new Set(), held: new Map() };
    this.#launches.set(name, launched);
    for (let place = 0; place < Math.max(demand.pods, running); place += 1) {
      const key = `${name}#${(this.#last += 1)}`;
      const { workspace, jobId: group, begun } = demand;
      const item = { key, workspace, group, begun, cost: ESTIMATE_SECONDS, value: name };
      if (place < running) {
        this.#queue.occupy(item);
        launched.held.set(key, this.#now());
      } else {
        this.#queue.add(item);
        launched.waiting.add(key);
      }
    }
  }

  /** Gives out the places that are free; answers the launches that got some. */
  serve(): ReadonlySet<string> {
    const grown = new Set<string>();
    for (let item = this.#queue.next(); item; item = this.#queue.next()) {
      const launched = this.#launches.get(item.value)!;
      launched.waiting.delete(item.key);
      launched.held.set(item.key, this.#now());
      grown.add(item.value);
    }
    return grown;
  }

  /** Places that a launch holds. */
  podsOf(name: string): number {
    return this.#launches.get(name)?.held.size ?? 0;
  }

  /** A launch can make use of so many pods from now on; the other places are given back. */
  shrink(name: string, pods: number): void {
    const launched = this.#launches.get(name);
    if (!launched) return;
    for (const key of launched.waiting) {
      if (launched.waiting.size + launched.held.size <= pods) break;
      launched.waiting.delete(key);
      this.#queue.remove(key);
    }
    for (const [key, since] of launched.held) {
      if (launched.held.size <= pods) break;
      launched.held.delete(key);
      this.#queue.release(key, (this.#now() - since) / 1000);
    }
  }

  remove(name: string): void {
    this.shrink(name, 0);
    this.#launches.delete(name);
  }

  counts(workspace?: string): QueueCounts {
    return this.#queue.counts(workspace);
  }
}
