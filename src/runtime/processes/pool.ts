import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { Child, rootsOf, scratchOf } from './child.ts';
import type { ChildKind, WorkerProgram } from './child.ts';
import type { Isolation } from './isolation.ts';

export interface PoolSettings {
  readonly program: WorkerProgram;
  readonly isolation: Isolation;
  readonly scratchFolder: string;
  readonly readable: readonly string[];
  readonly heapMegabytes: number;
  /** How many of each kind stand ready. */
  readonly warm: Readonly<Record<ChildKind, number>>;
  /** How many processes may wait between the probe and the conversion of their document. */
  readonly maxParked?: number;
  /** Processes rehearse while fewer than this many work or rehearse; none do by default. */
  readonly cores?: number;
}

/** Whoever will not convert a document that was probed says so. */
const PARKED_MS = 10_000;

/**
 * Processes started ahead, so that a document finds one whose modules are loaded. Each is handed out for one document.
 */
export interface Pool {
  take(kind: ChildKind): Promise<Child>;
  /**
   * Keeps the process that probed a job's document for a moment, since the same job is likely to convert it. Where too
   * many are kept already, it is ended.
   */
  park(jobId: string, workspace: string, child: Child): void;
  /** The process that probed this job's document, if it is still there; it is handed out once. */
  unpark(jobId: string): Child | undefined;
  /** Ends all processes that came from here, and waits until their folders are gone. */
  close(): Promise<void>;
}

interface Parked {
  readonly workspace: string;
  readonly child: Child;
  readonly timer: NodeJS.Timeout;
}

export function openPool(settings: PoolSettings): Pool {
  const idle: Record<ChildKind, Set<Child>> = { plain: new Set(), native: new Set(), fetch: new Set() };
  const living = new Set<Child>();
  const parked = new Map<string, Parked>();
  const starting: Record<ChildKind, number> = { plain: 0, native: 0, fetch: 0 };
  const rehearsing = new Set<Child>();
  const { maxParked = 0, cores = 0 } = settings;
  let failures = 0;
  let closed = false;
  const kinds: readonly ChildKind[] = ['plain', 'native', 'fetch'];

  async function start(kind: ChildKind): Promise<Child> {
    if (closed) throw new Error('The pool is closed');
    const scratch = scratchOf(settings.scratchFolder, randomBytes(8).toString('hex'));
    const child = await Child.start({ ...settings, kind, role: kind === 'fetch' ? 'fetch' : 'convert', scratch });
    living.add(child);
    void forget(child);
    if (closed) child.end('ended');
    return child;
  }
  async function forget(child: Child): Promise<void> {
    await child.cleaned;
    living.delete(child);
    rehearse();
    // After a start that failed, the next one has its time.
    if (failures === 0) refill();
  }

  /**
   * A rehearsal makes the first page of a document faster and costs more CPU time than it saves, so it is for idle
   * cores.
   */
  function rehearse(): void {
    const waiting = [...idle.plain, ...idle.native];
    for (const child of rehearsing) if (child.ready || !child.alive) rehearsing.delete(child);
    for (const child of waiting) {
      if (working() + rehearsing.size >= cores) return;
      if (child.rehearse()) rehearsing.add(child);
    }
  }

  async function addIdle(kind: ChildKind): Promise<void> {
    starting[kind]++;
    try {
      const child = await start(kind);
      idle[kind].add(child);
      child.onMessage = () => {
        failures = 0;
        rehearse();
        refill();
      };
      void replace(kind, child);
    } finally {
      starting[kind]--;
    }
  }
  /**
   * A child that ended before it was used is followed by another; with patience, in case none can be started at all.
   */
  async function replace(kind: ChildKind, child: Child): Promise<void> {
    await child.exited;
    if (idle[kind].delete(child) && !closed) setTimeout(refill, Math.min(30_000, 100 * 2 ** failures++)).unref();
  }
  function refill(): void {
    for (const kind of kinds) {
      const missing = settings.warm[kind] - idle[kind].size - starting[kind];
      for (let i = 0; i < missing && !closed && mayStart(kind); i++) addIdle(kind).catch(() => {});
    }
  }
  /** While the cores are at work, processes are started ahead one after another: starting takes as long as a page. */
  function mayStart(kind: ChildKind): boolean {
    const begun = starting[kind] + [...idle[kind]].filter(({ ready }) => !ready).length;
    return begun === 0 || working() < cores;
  }
  const working = (): number => living.size - idle.plain.size - idle.native.size - idle.fetch.size - parked.size;
  refill();

  /** A workspace that has nothing parked does not suffer from those that have. */
  const isFull = (workspace: string): boolean =>
    parked.size >= maxParked && [...parked.values()].some((other) => other.workspace === workspace);

  return {
    async take(kind) {
      const all = [...idle[kind]];
      const child = all.find(({ ready }) => ready) ?? all[0];
      if (child) idle[kind].delete(child);
      const taken = child ?? (await start(kind));
      taken.onMessage = undefined;
      refill();
      return taken;
    },
    park(jobId, workspace, child) {
      this.unpark(jobId)?.end('ended');
      // Not in the place of another: those that were parked first are converted first.
      if (isFull(workspace)) return child.end('ended');
      const timer = setTimeout(() => {
        if (parked.get(jobId)?.child === child) this.unpark(jobId);
        child.end('ended');
      }, PARKED_MS);
      parked.set(jobId, { workspace, child, timer });
    },
    unpark(jobId) {
      const found = parked.get(jobId);
      if (!found) return undefined;
      parked.delete(jobId);
      clearTimeout(found.timer);
      found.child.onMessage = undefined;
      return found.child.alive ? found.child : undefined;
    },
    async close() {
      closed = true;
      for (const { timer } of parked.values()) clearTimeout(timer);
      // A process may be on its way while we close.
      while (living.size > 0 || kinds.some((kind) => starting[kind] > 0)) {
        living.forEach((child) => child.end('ended'));
        await Promise.all([...living].map(({ cleaned }) => cleaned));
        await setImmediate();
      }
      await rm(rootsOf(settings.scratchFolder), { recursive: true, force: true });
    },
  };
}
