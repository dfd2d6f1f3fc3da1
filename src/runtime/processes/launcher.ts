import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { tokenOfIndex } from '../../secrets/worker-tokens.ts';
import { fairSemaphore } from '../../scheduling/fair-semaphore.ts';
import type { Share } from '../../scheduling/fair-queue.ts';
import type { IndexState, Launch, Launcher } from '../launcher.ts';
import { inSpan } from '../../telemetry/trace.ts';
import { isTransient } from '../../failures/transient.ts';
import type { Child, ChildExit } from './child.ts';
import { runDocumentTask, type DocumentsOf } from './documents.ts';
import type { Pool } from './pool.ts';
import { terminationOf, type Termination } from './termination.ts';

export interface LocalLauncherSettings {
  readonly pool: Pool;
  /** Converter processes of one workspace at a time. One more runs while another workspace has work as well. */
  readonly concurrency: number;
  readonly shareOf: (workspace: string) => Share;
  /** Calls back when shares have changed. */
  readonly followShares?: ((changed: () => void) => void) | undefined;
  readonly log: Logger;
  readonly documentsOf: DocumentsOf;
  /**
   * What the process of a range is told besides its launch: the address of the API's internal port, limits of a
   * conversion, OCR data.
   */
  readonly assignment: { readonly base: string; readonly limits?: object; readonly ocrDataFolder?: string };
}

interface Running {
  readonly launch: Launch;
  readonly indexes: Map<number, IndexState>;
  readonly children: Set<Child>;
  ended: boolean;
}

/**
 * The `Launcher` port on child processes. It keeps launches in memory only: after a restart there are none, and the
 * controller launches again.
 */
export function localLauncher(settings: LocalLauncherSettings): Launcher {
  const { pool, concurrency, shareOf, followShares, log, documentsOf, assignment } = settings;
  const semaphore = fairSemaphore({ places: concurrency + 1, shareOf, followShares });
  const jobs = new Map<string, Map<string, Running>>();
  const followers = new Set<(jobId: string) => void>();
  const nameOf = ({ kind, firstIndex }: Launch): string => `${kind}-${firstIndex}`;
  const changed = (jobId: string): void => followers.forEach((follower) => follower(jobId));

  function set(running: Running, index: number, state: IndexState): void {
    if (running.ended) return;
    running.indexes.set(index, state);
    changed(running.launch.jobId);
  }

  /** That which probed the document, if it goes on to convert all of it. */
  async function childFor({ jobId, native, whole }: Launch): Promise<Child> {
    const probed = pool.unpark(jobId);
    if (probed && whole && !native) return probed;
    probed?.end('ended');
    return pool.take(native ? 'native' : 'plain');
  }

  /** The process reads and writes files of its folder, and what is said and stored of them is said and stored here. */
  async function convertWhole(launch: Launch, index: number, child: Child): Promise<ChildExit> {
    const { workspace, jobId, native, limits, launchToken } = launch;
    const request = { workspace, jobId, launchToken: tokenOfIndex(launchToken(), index), index };
    try {
      const task = { id: jobId, do: 'convert', limits, request } as const;
      const done = await runDocumentTask(child, documentsOf(child, native), task);
      if ('exit' in done) return done.exit;
      child.end('ended');
    } catch (error) {
      // The service or its stores, unless what the process answered is refused.
      child.end(isTransient(error) ? 'unavailable' : 'output');
      log.warn({ job: jobId, err: error }, 'failed to store what a process converted');
    }
    return child.exited;
  }

  /** The process asks the API's internal port for its task, for as much as it needs of a long document. */
  function convertRange(launch: Launch, index: number, child: Child): Promise<ChildExit> {
    child.send({
      mode: 'convert',
      ...assignment,
      launchToken: tokenOfIndex(launch.launchToken(), index),
      index,
      instance: randomUUID(),
      scratch: child.scratch,
    });
    return child.exited;
  }

  async function attempt(running: Running, index: number, begun: boolean): Promise<Termination> {
    const { launch } = running;
    const release = await inSpan('queue', {}, () =>
      semaphore.acquire({ workspace: launch.workspace, group: launch.jobId, begun }),
    );
    try {
      if (running.ended) return { type: 'completed' };
      const child = await childFor(launch);
      running.children.add(child);
      if (running.ended) child.end('ended');
      child.limit(launch.limits);
      set(running, index, { state: 'running' });
      const exit = await (launch.whole ? convertWhole(launch, index, child) : convertRange(launch, index, child));
      running.children.delete(child);
      const termination = terminationOf(exit);
      if (termination.type === 'failed')
        log.warn(
          {
            job: launch.jobId,
            launch: nameOf(launch),
            index,
            reason: termination.reason,
            code: exit.code,
            signal: exit.signal,
            stderr: exit.stderr,
          },
          'converter process crashed',
        );
      return termination;
    } finally {
      release();
    }
  }

  async function run(running: Running, index: number): Promise<void> {
    for (let tried = 1; !running.ended; tried++) {
      const termination = await attempt(running, index, running.launch.begun === true || tried > 1);
      if (termination.type === 'completed') return set(running, index, { state: 'ended' });
      if (tried >= Math.min(running.launch.attempts, termination.attempts))
        return set(running, index, { state: 'failed', reason: termination.reason, detail: termination.detail });
      set(running, index, { state: 'waiting' });
      await delay(100 * tried);
    }
  }

  function start(launch: Launch): void {
    const launches = jobs.get(launch.jobId) ?? new Map<string, Running>();
    const name = nameOf(launch);
    if (launches.has(name)) return;
    jobs.set(launch.jobId, launches);
    const numbers = Array.from({ length: launch.count }, (_, i) => launch.firstIndex + i);
    const running: Running = {
      launch,
      indexes: new Map(numbers.map((index) => [index, { state: 'waiting' }])),
      children: new Set(),
      ended: false,
    };
    launches.set(name, running);
    for (const index of numbers) {
      run(running, index).catch((error: unknown) => {
        log.error({ job: launch.jobId, launch: name, index, err: error }, 'failed to start a converter process');
        set(running, index, {
          state: 'failed',
          reason: 'stranded_running',
          detail: 'Failed to start a converter process.',
        });
      });
    }
    changed(launch.jobId);
  }

  async function stop(launches: Iterable<Running>): Promise<void> {
    const children: Child[] = [];
    for (const running of launches) {
      running.ended = true;
      children.push(...running.children);
    }
    children.forEach((child) => child.end('ended'));
    await Promise.all(children.map(({ exited }) => exited));
  }

  async function end(jobId: string): Promise<void> {
    pool.unpark(jobId)?.end('ended');
    const launches = jobs.get(jobId);
    if (!launches) return;
    jobs.delete(jobId);
    await stop(launches.values());
    changed(jobId);
  }

  return {
    launch: (launch) => Promise.resolve(start(launch)),
    observe: (jobId) =>
      Promise.resolve(
        [...(jobs.get(jobId)?.values() ?? [])].map(({ launch: { kind, firstIndex }, indexes }) => ({
          kind,
          firstIndex,
          indexes: new Map(indexes),
          ...([...indexes.values()].every(({ state }) => state === 'waiting') && { queued: true as const }),
        })),
      ),
    // A child that is just ending by itself may as well be ended: its outcome is in the store.
    forget: end,
    end,
    counts: () => semaphore.counts(),
    follow: (listener) => {
      followers.add(listener);
      return () => void followers.delete(listener);
    },
    close: () => stop([...jobs.values()].flatMap((launches) => [...launches.values()])),
  };
}
