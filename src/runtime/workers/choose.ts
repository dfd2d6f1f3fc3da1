/** The facts that decide which worker takes a task. */
export interface Candidate {
  /** Undefined for a free one. */
  readonly workspace: string | undefined;
  /** It asks for work and may have it. */
  readonly idle: boolean;
  /** The only job whose document it may open. */
  readonly onlyJob: string | undefined;
  /** Milliseconds since the epoch. */
  readonly idleSince: number;
  /** When it was bound, as far as is known. */
  readonly boundAt: number;
  /** Jobs whose documents it has opened, as far as is known. */
  readonly jobs: number;
  /** It has nothing to do, or has only just begun with a document. */
  readonly soonIdle: boolean;
}

export interface Wanted {
  readonly workspace: string;
  readonly jobId: string;
}

/** Give the task to this worker, bind this free one first, or remove this one to make room for another. */
export type Choice<C> = { readonly do: 'use' | 'bind' | 'reclaim'; readonly worker: C };

export interface Room {
  /** Workers that are bound, at most. */
  readonly mostBound: number;
  /** No free worker will come while none makes room, as on a node that is full. */
  readonly full: boolean;
  readonly now: number;
}

/**
 * To start a worker takes the CPU time of two small documents. It is therefore not removed for another workspace
 * between two documents that follow each other, unless it has had its turn: some jobs, or some time. A turn is measured
 * in jobs first, since on a busy node both these and the start of a worker take longer.
 */
const REST_MS = 2_000;
const TURN_JOBS = 8;
const TURN_MS = 30_000;

/** When an idle worker may be removed for another workspace. */
export const roomAt = ({ idleSince, boundAt, jobs }: Pick<Candidate, 'idleSince' | 'boundAt' | 'jobs'>): number =>
  jobs >= TURN_JOBS ? idleSince : Math.min(idleSince + REST_MS, boundAt + TURN_MS);

/** As long as a worker takes to start on a busy node, and some documents. */
const GROW_MS = 8_000;

/** When the workspace of a worker may have another although this one will soon be idle. */
export const growAt = ({ boundAt }: Pick<Candidate, 'boundAt'>): number => boundAt + GROW_MS;

/**
 * Whether a workspace may have another worker: it has none that will soon be idle, or it got the last one a while ago.
 * A burst of small documents may be over before another worker has brought in the CPU time of its start.
 */
export function mayGrow<C extends Candidate>(workers: readonly C[], workspace: string, now: number): boolean {
  const own = workers.filter((worker) => worker.workspace === workspace && worker.onlyJob === undefined);
  return !own.some(({ soonIdle }) => soonIdle) || own.every((worker) => growAt(worker) <= now);
}

/**
 * A worker of the workspace that is idle, else a free one if it may have another. At most `mostBound` are bound: then
 * the one of another workspace that has been idle longest makes room, but not before a free one can take its place.
 * Until then, it may have another document of its own workspace.
 */
export function choose<C extends Candidate>(
  workers: readonly C[],
  { workspace, jobId }: Wanted,
  { mostBound, full, now }: Room,
): Choice<C> | undefined {
  const idle = workers.filter((worker) => worker.idle);
  const own = idle.find(
    (worker) => worker.workspace === workspace && (worker.onlyJob === undefined || worker.onlyJob === jobId),
  );
  if (own) return { do: 'use', worker: own };
  const free = idle.find((worker) => worker.workspace === undefined);
  if ((!free && !full) || !mayGrow(workers, workspace, now)) return undefined;
  const bound = workers.filter((worker) => worker.workspace !== undefined);
  if (free && bound.length < mostBound) return { do: 'bind', worker: free };
  const [longest] = bound
    .filter((worker) => worker.idle && worker.workspace !== workspace && roomAt(worker) <= now)
    .sort((one, other) => one.idleSince - other.idleSince);
  return longest && { do: 'reclaim', worker: longest };
}

/** How many are to stand free: enough for what waits, between the bounds. */
export const freeWanted = (waiting: number, { min, max }: { readonly min: number; readonly max: number }): number =>
  Math.min(Math.max(waiting, min), Math.max(min, max));

export interface Condition {
  readonly bound: boolean;
  readonly idle: boolean;
  readonly busy: boolean;
  readonly broken: boolean;
  readonly outdated: boolean;
  /** Free, and before its first poll. */
  readonly starting: boolean;
  /** Milliseconds for which it has been idle, and since its last poll. */
  readonly idleMs: number;
  readonly silentMs: number;
  /** Milliseconds until the kubelet ends it. */
  readonly leftMs: number;
}

const SILENCE_MS = 30_000;
/** For the first poll of a worker whose containers run, on a node that is slow. */
const START_MS = 60_000;
/** A worker that ends sooner gets no more tasks. */
export const LAST_TASK_MS = 180_000;

/** Whether a worker is to be removed, and why. The Deployment replaces free ones. */
export function verdict(worker: Condition, mostIdleMs: number): string | undefined {
  if (worker.silentMs > (worker.starting ? START_MS : SILENCE_MS)) return 'silent';
  if (worker.broken && !worker.busy) return 'broken';
  if (!worker.bound || !worker.idle) return undefined;
  if (worker.outdated) return 'outdated';
  if (worker.leftMs < LAST_TASK_MS) return 'expiring';
  return worker.idleMs > mostIdleMs ? 'idle' : undefined;
}
