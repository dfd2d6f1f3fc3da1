import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { Child, rootsOf, scratchOf } from './child.ts';
import type { ChildKind, WorkerProgram } from './child.ts';
import type { Isolation } from './isolation.ts';
import { ParkedChildren } from './parked-children.ts';

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

const KINDS: readonly ChildKind[] = ['plain', 'native', 'fetch'];

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

export const openPool = (settings: PoolSettings): Pool => new ChildPool(settings);

class ChildPool implements Pool {
  readonly #settings: PoolSettings;
  readonly #idle: Readonly<Record<ChildKind, Set<Child>>> = { plain: new Set(), native: new Set(), fetch: new Set() };
  /** How many are being started. */
  readonly #starting: Record<ChildKind, number> = { plain: 0, native: 0, fetch: 0 };
  readonly #living = new Set<Child>();
  readonly #rehearsing = new Set<Child>();
  readonly #parked: ParkedChildren;
  /** Processes in a row that ended before they were used. */
  #failures = 0;
  #closed = false;

  constructor(settings: PoolSettings) {
    this.#settings = settings;
    this.#parked = new ParkedChildren(settings.maxParked ?? 0);
    this.#refill();
  }

  async take(kind: ChildKind): Promise<Child> {
    const idle = [...this.#idle[kind]];
    const child = idle.find(({ ready }) => ready) ?? idle[0];
    if (child) this.#idle[kind].delete(child);
    const taken = child ?? (await this.#start(kind));
    taken.onMessage = undefined;
    this.#refill();
    return taken;
  }

  park(jobId: string, workspace: string, child: Child): void {
    this.#parked.park(jobId, workspace, child);
  }

  unpark(jobId: string): Child | undefined {
    return this.#parked.take(jobId);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#parked.close();
    // A process may be on its way while we close.
    while (this.#living.size > 0 || KINDS.some((kind) => this.#starting[kind] > 0)) {
      this.#living.forEach((child) => child.end('ended'));
      await Promise.all([...this.#living].map(({ cleaned }) => cleaned));
      await setImmediate();
    }
    await rm(rootsOf(this.#settings.scratchFolder), { recursive: true, force: true });
  }

  async #start(kind: ChildKind): Promise<Child> {
    if (this.#closed) throw new Error('The pool is closed');
    const scratch = scratchOf(this.#settings.scratchFolder, randomBytes(8).toString('hex'));
    const role = kind === 'fetch' ? 'fetch' : 'convert';
    const child = await Child.start({ ...this.#settings, kind, role, scratch });
    this.#living.add(child);
    void this.#forgetLater(child);
    if (this.#closed) child.end('ended');
    return child;
  }

  async #forgetLater(child: Child): Promise<void> {
    await child.cleaned;
    this.#living.delete(child);
    this.#rehearse();
    // After a start that failed, the next one has its time.
    if (this.#failures === 0) this.#refill();
  }

  #working(): number {
    const idle = this.#idle.plain.size + this.#idle.native.size + this.#idle.fetch.size;
    return this.#living.size - idle - this.#parked.size;
  }

  /**
   * A rehearsal makes the first page of a document faster and costs more CPU time than it saves, so it is for idle
   * cores.
   */
  #rehearse(): void {
    const { cores = 0 } = this.#settings;
    for (const child of this.#rehearsing) if (child.ready || !child.alive) this.#rehearsing.delete(child);
    for (const child of [...this.#idle.plain, ...this.#idle.native]) {
      if (this.#working() + this.#rehearsing.size >= cores) return;
      if (child.rehearse()) this.#rehearsing.add(child);
    }
  }

  #refill(): void {
    for (const kind of KINDS) {
      const missing = this.#settings.warm[kind] - this.#idle[kind].size - this.#starting[kind];
      for (let i = 0; i < missing && !this.#closed && this.#mayStart(kind); i++) this.#addIdle(kind).catch(() => {});
    }
  }

  /** While the cores are at work, processes are started ahead one after another: starting takes as long as a page. */
  #mayStart(kind: ChildKind): boolean {
    const begun = this.#starting[kind] + [...this.#idle[kind]].filter(({ ready }) => !ready).length;
    return begun === 0 || this.#working() < (this.#settings.cores ?? 0);
  }

  async #addIdle(kind: ChildKind): Promise<void> {
    this.#starting[kind]++;
    try {
      const child = await this.#start(kind);
      this.#idle[kind].add(child);
      child.onMessage = () => {
        this.#failures = 0;
        this.#rehearse();
        this.#refill();
      };
      void this.#replaceLater(kind, child);
    } finally {
      this.#starting[kind]--;
    }
  }

  /** One that ended before it was used is followed by another; with patience, in case none can be started at all. */
  async #replaceLater(kind: ChildKind, child: Child): Promise<void> {
    await child.exited;
    if (!this.#idle[kind].delete(child) || this.#closed) return;
    setTimeout(() => this.#refill(), Math.min(30_000, 100 * 2 ** this.#failures++)).unref();
  }
}
