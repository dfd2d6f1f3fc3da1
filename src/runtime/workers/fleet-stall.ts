import type { Stall } from '../launcher.ts';
import { reports, type Worker } from './worker.ts';

/** A pod that is scheduled, pulled and mounted within this time is no stall. */
const START_MS = 30_000;
/** While it lasts, it is said again in the log, and in other words at most so often. */
const AGAIN_MS = 60_000;

const NOT_REPORTING = 'WorkersNotReporting';

/**
 * Why no worker takes tasks: none reports, and those that have started are cut off, or none can start. Undefined while
 * one reports, or may soon. It passes by itself, so that no deadline counts it.
 */
export function findStall(
  workers: readonly Worker[],
  deployment: Stall | undefined,
  { now, since }: { readonly now: number; readonly since: number },
): Stall | undefined {
  const known = workers.map((worker) => ({ worker, reports: reports(worker, now) }));
  if (known.some((one) => one.reports === true)) return undefined;
  const silent = known.filter((one) => one.reports === false).map(({ worker }) => worker);
  if (silent.length > 0) {
    const detail = silent.find(({ pod }) => pod.trouble)?.pod.trouble?.message;
    const message = `Workers start but do not report: check DNS and network policies. ${detail ?? ''}`.trim();
    return { reason: NOT_REPORTING, message: message.slice(0, 1000), waits: true, outage: true };
  }
  if (now - since < START_MS) return undefined;
  const trouble =
    workers.find(({ pod }) => pod.trouble)?.pod.trouble ?? (workers.length === 0 ? deployment : undefined);
  return (
    trouble && {
      ...trouble,
      message: `No worker can start: ${trouble.message}`.slice(0, 1000),
      waits: true,
      outage: true,
    }
  );
}

export interface StallWatch {
  look(workers: readonly Worker[], deployment: Stall | undefined): void;
  current(): Stall | undefined;
  follow(changed: () => void): () => void;
}

type Log = Record<'info' | 'error', (fields: object, message: string) => void>;

export const watchStall = (log: Log): StallWatch => new FleetStall(log);

/** Remembers why no worker takes tasks, and says so in the log. */
class FleetStall implements StallWatch {
  readonly #log: Log;
  readonly #followers = new Set<() => void>();
  #stall: Stall | undefined;
  /** Since when no worker reports. */
  #since = Date.now();
  #loggedAt = 0;

  constructor(log: Log) {
    this.#log = log;
  }

  current(): Stall | undefined {
    return this.#stall;
  }

  follow(changed: () => void): () => void {
    this.#followers.add(changed);
    return () => void this.#followers.delete(changed);
  }

  look(workers: readonly Worker[], deployment: Stall | undefined): void {
    const now = Date.now();
    const before = this.#stall;
    this.#stall = this.#next(workers, deployment, now);
    const changed = this.#stall?.message !== before?.message;
    const isSaid = !this.#stall || now - this.#loggedAt < AGAIN_MS;
    if (!changed && isSaid) return;
    this.#loggedAt = now;
    this.#say(workers);
    if (changed) for (const follower of this.#followers) follower();
  }

  #next(workers: readonly Worker[], deployment: Stall | undefined, now: number): Stall | undefined {
    const before = this.#stall;
    const reported = workers.some((worker) => reports(worker, now) === true);
    if (reported) this.#since = now;
    // One that starts in the place of another may be cut off as well.
    const stall = findStall(workers, deployment, { now, since: this.#since }) ?? (reported ? undefined : before);
    return stall && stall.reason === before?.reason && now - this.#loggedAt < AGAIN_MS ? before : stall;
  }

  #say(workers: readonly Worker[]): void {
    if (!this.#stall) return this.#log.info({}, 'workers report again');
    const pods = workers.map(({ pod }) => pod.name).slice(0, 10);
    this.#log.error({ reason: this.#stall.reason, pods }, this.#stall.message);
  }
}
