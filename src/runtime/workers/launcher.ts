import { setTimeout as sleep } from 'node:timers/promises';
import { currentTrace } from '../../telemetry/trace.ts';
import { tokenOfIndex } from '../../secrets/worker-tokens.ts';
import type { IndexState, Launch, Launcher, LaunchState } from '../launcher.ts';
import type { Dispatcher, Work } from './dispatcher.ts';

export interface WorkerLauncherOptions {
  readonly dispatcher: Pick<Dispatcher, 'dispatch' | 'cancel' | 'release' | 'makeRoom' | 'stall' | 'followStall'>;
  /** For large launches, and for what did not end well on a worker. */
  readonly large: Launcher;
  readonly log: { warn(fields: object, message: string): void };
}

interface Running {
  readonly launch: Launch;
  readonly abort: AbortController;
  state: IndexState;
}

/** The next step for a launch: nothing, a pod of its own, or a worker again. */
type Next = 'done' | 'large' | 'again';

/** A launch that takes longer on a worker goes on as a large launch. */
const MOST_SECONDS = 60;
const BACKOFF = { firstMs: 500, maxMs: 15_000 };

const nameOf = ({ kind, firstIndex }: Pick<Launch, 'kind' | 'firstIndex'>): string => `${kind}-${firstIndex}`;

export const workerLauncher = (options: WorkerLauncherOptions): Launcher => new WorkerLauncher(options);

/**
 * The `Launcher` port with small launches on workers. Which of these run is kept in memory only: the next leader
 * launches them again. A worker decides nothing against a document: what ends there without an outcome is launched in
 * a pod of its own, whose end counts.
 */
class WorkerLauncher implements Launcher {
  readonly #options: WorkerLauncherOptions;
  readonly #jobs = new Map<string, Map<string, Running>>();
  readonly #followers = new Set<(jobId: string) => void>();

  constructor(options: WorkerLauncherOptions) {
    this.#options = options;
  }

  async launch(launch: Launch): Promise<void> {
    const { dispatcher, large } = this.#options;
    if (!launch.small || launch.count !== 1) {
      dispatcher.release(launch.jobId);
      return large.launch(launch);
    }
    const known = await large.observe(launch.jobId);
    if (!known.some((other) => nameOf(other) === nameOf(launch))) this.#start(launch);
  }

  async observe(jobId: string): Promise<readonly LaunchState[]> {
    const { dispatcher, large } = this.#options;
    const others = await large.observe(jobId);
    // Of this document, nothing runs until there is room for its first converter.
    if (others.some(({ stall }) => stall?.reason === 'Unschedulable' && stall.waits)) dispatcher.makeRoom();
    // One that goes on as a large launch is both for a moment.
    const names = new Set(others.map(nameOf));
    return [...others, ...this.#statesOf(jobId).filter((one) => !names.has(nameOf(one)))];
  }

  async end(jobId: string): Promise<void> {
    const { dispatcher, large } = this.#options;
    this.#drop(jobId);
    dispatcher.cancel(jobId);
    await large.end(jobId);
  }

  async forget(jobId: string): Promise<void> {
    const { dispatcher, large } = this.#options;
    // A process that has reported its outcome ends by itself. A cached result needs no conversion.
    this.#jobs.delete(jobId);
    dispatcher.release(jobId);
    await large.forget(jobId);
  }

  counts(): ReturnType<Launcher['counts']> {
    return this.#options.large.counts();
  }

  follow(listener: (jobId: string) => void): () => void {
    const { dispatcher, large } = this.#options;
    this.#followers.add(listener);
    const stops = [large.follow(listener), dispatcher.followStall(() => [...this.#jobs.keys()].forEach(listener))];
    return () => {
      this.#followers.delete(listener);
      for (const stop of stops) stop();
    };
  }

  async close(): Promise<void> {
    for (const jobId of this.#jobs.keys()) this.#drop(jobId);
    await this.#options.large.close();
  }

  #start(launch: Launch): void {
    const launches = this.#jobs.get(launch.jobId) ?? new Map<string, Running>();
    if (launches.has(nameOf(launch))) return;
    const running: Running = { launch, abort: new AbortController(), state: { state: 'waiting' } };
    launches.set(nameOf(launch), running);
    this.#jobs.set(launch.jobId, launches);
    // Only an abort rejects.
    this.#run(running).catch(() => {});
    this.#notify(launch.jobId);
  }

  async #run(running: Running): Promise<void> {
    const { launch, abort } = running;
    const { large, log } = this.#options;
    let next: Next = 'again';
    for (let tried = 0; next !== 'done' && !abort.signal.aborted; tried++) {
      if (tried > 0 && next === 'again')
        await sleep(Math.min(BACKOFF.maxMs, BACKOFF.firstMs * 2 ** tried), undefined, { signal: abort.signal });
      try {
        if (next === 'large') {
          await large.launch(launch);
          return this.#forgetLaunch(launch);
        }
        next = await this.#runOnWorker(running);
      } catch (error) {
        abort.signal.throwIfAborted();
        log.warn({ job: launch.jobId, err: error }, 'failed to launch a conversion');
        if (next === 'large') await sleep(BACKOFF.firstMs, undefined, { signal: abort.signal });
      }
    }
    this.#set(running, 'ended');
  }

  async #runOnWorker(running: Running): Promise<Next> {
    const { dispatcher, log } = this.#options;
    const { launch, abort } = running;
    const started = (): void => this.#set(running, 'running');
    const outcome = await dispatcher.dispatch({ ...workOf(launch), started }, abort.signal);
    if (outcome.outcome === 'done') return 'done';
    log.warn({ job: launch.jobId, ...outcome }, 'a worker did not convert the document');
    return outcome.outcome === 'ended' ? 'large' : 'again';
  }

  #statesOf(jobId: string): LaunchState[] {
    const stall = this.#options.dispatcher.stall();
    return [...(this.#jobs.get(jobId)?.values() ?? [])].map(({ launch: { kind, firstIndex }, state }) => ({
      kind,
      firstIndex,
      indexes: new Map([[firstIndex, state]]),
      // Followers are notified once a worker takes it.
      ...(state.state === 'waiting' && { queued: true }),
      // No worker that runs it reports.
      ...(state.state !== 'ended' && stall && { stall }),
    }));
  }

  #set(running: Running, state: 'running' | 'ended'): void {
    running.state = { state };
    this.#notify(running.launch.jobId);
  }

  #notify(jobId: string): void {
    for (const follower of this.#followers) follower(jobId);
  }

  #forgetLaunch(launch: Launch): void {
    const launches = this.#jobs.get(launch.jobId);
    launches?.delete(nameOf(launch));
    if (launches?.size === 0) this.#jobs.delete(launch.jobId);
  }

  #drop(jobId: string): void {
    for (const { abort } of this.#jobs.get(jobId)?.values() ?? []) abort.abort();
    this.#jobs.delete(jobId);
  }
}

function workOf({ workspace, jobId, launchToken, firstIndex, limits, begun }: Launch): Work {
  const traceparent = currentTrace();
  const owner = { workspace, jobId, ...(traceparent !== undefined && { traceparent }) };
  return {
    workspace,
    jobId,
    priority: 1,
    cost: 1,
    order: () => ({
      do: 'convert',
      request: { ...owner, launchToken: tokenOfIndex(launchToken(), firstIndex), index: firstIndex },
    }),
    ...(begun && { begun }),
    limits: { ...limits, seconds: Math.min(limits.seconds, MOST_SECONDS) },
  };
}
