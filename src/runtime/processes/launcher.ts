import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { tokenOfIndex } from '../../secrets/worker-tokens.ts';
import { fairSemaphore, type FairSemaphore } from '../../scheduling/fair-semaphore.ts';
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
   * Passed to the process of a range besides its launch: the address of the API's internal port, limits of a
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

const nameOf = ({ kind, firstIndex }: Launch): string => `${kind}-${firstIndex}`;

export const localLauncher = (settings: LocalLauncherSettings): Launcher => new ProcessLauncher(settings);

/**
 * The `Launcher` port on child processes. It keeps launches in memory only: after a restart there are none, and the
 * controller launches again. Members are bound, since they are handed on alone.
 */
class ProcessLauncher implements Launcher {
  readonly #settings: LocalLauncherSettings;
  readonly #semaphore: FairSemaphore;
  readonly #jobs = new Map<string, Map<string, Running>>();
  readonly #followers = new Set<(jobId: string) => void>();

  constructor(settings: LocalLauncherSettings) {
    const { concurrency, shareOf, followShares } = settings;
    this.#settings = settings;
    this.#semaphore = fairSemaphore({ places: concurrency + 1, shareOf, followShares });
  }

  readonly launch: Launcher['launch'] = async (launch) => this.#start(launch);

  readonly observe: Launcher['observe'] = async (jobId) =>
    [...(this.#jobs.get(jobId)?.values() ?? [])].map(({ launch: { kind, firstIndex }, indexes }) => ({
      kind,
      firstIndex,
      indexes: new Map(indexes),
      ...([...indexes.values()].every(({ state }) => state === 'waiting') && { queued: true as const }),
    }));

  readonly end: Launcher['end'] = async (jobId) => {
    this.#settings.pool.unpark(jobId)?.end('ended');
    const launches = this.#jobs.get(jobId);
    if (!launches) return;
    this.#jobs.delete(jobId);
    await stop(launches.values());
    this.#notify(jobId);
  };

  /** A child that is just ending by itself may as well be ended: its outcome is in the store. */
  readonly forget = this.end;

  readonly counts: Launcher['counts'] = () => this.#semaphore.counts();

  readonly follow: Launcher['follow'] = (listener) => {
    this.#followers.add(listener);
    return () => void this.#followers.delete(listener);
  };

  readonly close: Launcher['close'] = () =>
    stop([...this.#jobs.values()].flatMap((launches) => [...launches.values()]));

  #notify(jobId: string): void {
    for (const follower of this.#followers) follower(jobId);
  }

  #set(running: Running, index: number, state: IndexState): void {
    if (running.ended) return;
    running.indexes.set(index, state);
    this.#notify(running.launch.jobId);
  }

  #start(launch: Launch): void {
    const launches = this.#jobs.get(launch.jobId) ?? new Map<string, Running>();
    const name = nameOf(launch);
    if (launches.has(name)) return;
    this.#jobs.set(launch.jobId, launches);
    const numbers = Array.from({ length: launch.count }, (_, i) => launch.firstIndex + i);
    const running: Running = {
      launch,
      indexes: new Map(numbers.map((index) => [index, { state: 'waiting' }])),
      children: new Set(),
      ended: false,
    };
    launches.set(name, running);
    for (const index of numbers) {
      this.#run(running, index).catch((error: unknown) => {
        const detail = 'Failed to start a converter process.';
        this.#settings.log.error(
          { job: launch.jobId, launch: name, index, err: error },
          'failed to start a converter process',
        );
        this.#set(running, index, { state: 'failed', reason: 'stranded_running', detail });
      });
    }
    this.#notify(launch.jobId);
  }

  async #run(running: Running, index: number): Promise<void> {
    for (let tried = 1; !running.ended; tried++) {
      const termination = await this.#attempt(running, index, running.launch.begun === true || tried > 1);
      if (termination.type === 'completed') return this.#set(running, index, { state: 'ended' });
      const { reason, detail } = termination;
      if (tried >= Math.min(running.launch.attempts, termination.attempts))
        return this.#set(running, index, { state: 'failed', reason, detail });
      this.#set(running, index, { state: 'waiting' });
      await delay(100 * tried);
    }
  }

  async #attempt(running: Running, index: number, begun: boolean): Promise<Termination> {
    const { launch } = running;
    const place = { workspace: launch.workspace, group: launch.jobId, begun };
    const release = await inSpan('queue', {}, () => this.#semaphore.acquire(place));
    try {
      if (running.ended) return { type: 'completed' };
      const child = await this.#childFor(launch);
      running.children.add(child);
      if (running.ended) child.end('ended');
      child.limit(launch.limits);
      this.#set(running, index, { state: 'running' });
      const exit = await (launch.whole
        ? this.#convertWhole(launch, index, child)
        : this.#convertRange(launch, index, child));
      running.children.delete(child);
      const termination = terminationOf(exit);
      if (termination.type === 'failed') this.#logCrash(launch, index, { ...exit, reason: termination.reason });
      return termination;
    } finally {
      release();
    }
  }

  /** That which probed the document, if it goes on to convert all of it. */
  async #childFor({ jobId, native, whole }: Launch): Promise<Child> {
    const { pool } = this.#settings;
    const probed = pool.unpark(jobId);
    if (probed && whole && !native) return probed;
    probed?.end('ended');
    return pool.take(native ? 'native' : 'plain');
  }

  /** The process reads and writes files of its folder, and what is said and stored of them is said and stored here. */
  async #convertWhole(launch: Launch, index: number, child: Child): Promise<ChildExit> {
    const { workspace, jobId, native, limits, launchToken } = launch;
    const request = { workspace, jobId, launchToken: tokenOfIndex(launchToken(), index), index };
    try {
      const task = { id: jobId, do: 'convert', limits, request } as const;
      const done = await runDocumentTask(child, this.#settings.documentsOf(child, native), task);
      if ('exit' in done) return done.exit;
      child.end('ended');
    } catch (error) {
      // The service or its stores, unless what the process answered is refused.
      child.end(isTransient(error) ? 'unavailable' : 'output');
      this.#settings.log.warn({ job: jobId, err: error }, 'failed to store what a process converted');
    }
    return child.exited;
  }

  /** The process asks the API's internal port for its task, for as much as it needs of a long document. */
  #convertRange(launch: Launch, index: number, child: Child): Promise<ChildExit> {
    child.send({
      mode: 'convert',
      ...this.#settings.assignment,
      launchToken: tokenOfIndex(launch.launchToken(), index),
      index,
      instance: randomUUID(),
      scratch: child.scratch,
    });
    return child.exited;
  }

  #logCrash(
    launch: Launch,
    index: number,
    { reason, code, signal, stderr }: ChildExit & { readonly reason: string },
  ): void {
    const of = { job: launch.jobId, launch: nameOf(launch), index };
    this.#settings.log.warn({ ...of, reason, code, signal, stderr }, 'converter process crashed');
  }
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
