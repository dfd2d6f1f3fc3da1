import type { Stall } from '../launcher.ts';
import { reports, type Worker } from './worker.ts';

/** A pod that is scheduled, pulled and mounted within this time is not told of. */
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
    const told = silent.find(({ pod }) => pod.trouble)?.pod.trouble?.message;
    const message = ['Workers start but do not report: check DNS and network policies.', ...(told ? [told] : [])].join(
      ' ',
    );
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

/** Remembers why no worker takes tasks, and says so in the log. */
export function watchStall(log: {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}): StallWatch {
  const followers = new Set<() => void>();
  let stall: Stall | undefined;
  /** Since when no worker reports. */
  let since = Date.now();
  let toldAt = 0;
  const tell = (workers: readonly Worker[]): void => {
    if (stall)
      log.error({ reason: stall.reason, pods: workers.map(({ pod }) => pod.name).slice(0, 10) }, stall.message);
    else log.info({}, 'workers report again');
  };
  return {
    current: () => stall,
    follow: (changed) => {
      followers.add(changed);
      return () => void followers.delete(changed);
    },
    look: (workers, deployment) => {
      const now = Date.now();
      const reported = workers.some((worker) => reports(worker, now) === true);
      if (reported) since = now;
      const before = stall;
      // One that starts in the place of another may be cut off as well.
      stall = findStall(workers, deployment, { now, since }) ?? (reported ? undefined : before);
      if (stall && stall.reason === before?.reason && now - toldAt < AGAIN_MS) stall = before;
      const changed = stall?.message !== before?.message;
      if (!changed && (!stall || now - toldAt < AGAIN_MS)) return;
      toldAt = now;
      tell(workers);
      if (changed) for (const follower of followers) follower();
    },
  };
}
