import { randomBytes } from 'node:crypto';
import { Child, scratchOf } from './child.ts';
import type { ChildKind, WorkerProgram } from './child.ts';
import type { Isolation } from './isolation.ts';

export interface PoolSettings {
  readonly program: WorkerProgram;
  readonly isolation: Isolation;
  readonly scratchFolder: string;
  readonly readable: readonly string[];
  readonly heapMegabytes: number;
  /** How many of each kind stand ready. */
  readonly ahead: Readonly<Record<ChildKind, number>>;
}

/** Processes started ahead, so that a document finds one whose modules are loaded. Each is handed out once. */
export interface Pool {
  take(kind: ChildKind): Promise<Child>;
  close(): Promise<void>;
}

export function openPool(settings: PoolSettings): Pool {
  const idle: Record<ChildKind, Set<Child>> = { plain: new Set(), native: new Set(), fetch: new Set() };
  const starting: Record<ChildKind, number> = { plain: 0, native: 0, fetch: 0 };
  let failures = 0;
  let closed = false;
  const kinds: readonly ChildKind[] = ['plain', 'native', 'fetch'];

  const start = (kind: ChildKind): Promise<Child> => Child.start({
    ...settings,
    kind,
    role: kind === 'fetch' ? 'fetch' : 'convert',
    scratch: scratchOf(settings.scratchFolder, randomBytes(8).toString('hex')),
  });

  async function addIdle(kind: ChildKind): Promise<void> {
    starting[kind]++;
    try {
      const child = await start(kind);
      if (closed) return child.end('ended');
      idle[kind].add(child);
      child.onMessage = () => { failures = 0; };
      void replace(kind, child);
    } finally {
      starting[kind]--;
    }
  }
  /** A child that ended before it was used is followed by another; with patience, in case none can be started at all. */
  async function replace(kind: ChildKind, child: Child): Promise<void> {
    await child.exited;
    if (idle[kind].delete(child) && !closed) setTimeout(refill, Math.min(30_000, 100 * 2 ** failures++)).unref();
  }
  function refill(): void {
    for (const kind of kinds) {
      const missing = settings.ahead[kind] - idle[kind].size - starting[kind];
      for (let i = 0; i < missing && !closed; i++) addIdle(kind).catch(() => {});
    }
  }
  refill();
  return {
    async take(kind) {
      const all = [...idle[kind]];
      const child = all.find(({ ready }) => ready) ?? all[0];
      if (child) idle[kind].delete(child);
      const taken = child ?? await start(kind);
      taken.onMessage = undefined;
      refill();
      return taken;
    },
    async close() {
      closed = true;
      const children = kinds.flatMap((kind) => [...idle[kind]]);
      children.forEach((child) => child.end('ended'));
      await Promise.all(children.map(({ exited }) => exited));
    },
  };
}
