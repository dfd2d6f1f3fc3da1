import { setTimeout as sleep } from 'node:timers/promises';
import { currentTrace } from '../../telemetry/trace.ts';
import { tokenOfIndex } from '../../secrets/worker-tokens.ts';
import type { IndexState, Launch, Launcher, LaunchState } from '../launcher.ts';
import type { Dispatcher } from './dispatcher.ts';

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

/** What takes longer on a worker goes on as a large launch. */
const MOST_SECONDS = 60;
const BACKOFF = { firstMs: 500, maxMs: 15_000 };

/**
 * The `Launcher` port with small launches on workers. Which of these run is kept in memory only: the next leader
 * launches them again. A worker decides nothing against a document: what ends there without an outcome is launched in
 * a pod of its own, whose end counts.
 */
export function workerLauncher({ dispatcher, large, log }: WorkerLauncherOptions): Launcher {
  const jobs = new Map<string, Map<string, Running>>();
  const followers = new Set<(jobId: string) => void>();
  const nameOf = ({ kind, firstIndex }: { kind: string; firstIndex: number }): string => `${kind}-${firstIndex}`;
  const changed = (jobId: string): void => followers.forEach((follower) => follower(jobId));

  const set = (running: Running, state: 'running' | 'ended'): void => {
    running.state = { state };
    changed(running.launch.jobId);
  };

  const forget = ({ launch }: Running): void => {
    const launches = jobs.get(launch.jobId);
    launches?.delete(nameOf(launch));
    if (launches?.size === 0) jobs.delete(launch.jobId);
  };

  const onWorker = async (running: Running): Promise<'done' | 'large' | 'again'> => {
    const { launch, abort } = running;
    const { workspace, jobId, launchToken, firstIndex, limits, begun } = launch;
    const traceparent = currentTrace();
    const owner = { workspace, jobId, ...(traceparent !== undefined && { traceparent }) };
    const outcome = await dispatcher.dispatch(
      {
        workspace,
        jobId,
        priority: 1,
        cost: 1,
        order: () => ({
          do: 'convert',
          request: { ...owner, launchToken: tokenOfIndex(launchToken(), firstIndex), index: firstIndex },
        }),
        ...(begun && { begun }),
        started: () => set(running, 'running'),
        limits: { ...limits, seconds: Math.min(limits.seconds, MOST_SECONDS) },
      },
      abort.signal,
    );
    if (outcome.outcome === 'done') return 'done';
    log.warn({ job: jobId, ...outcome }, 'a worker did not convert the document');
    return outcome.outcome === 'ended' ? 'large' : 'again';
  };

  const run = async (running: Running): Promise<void> => {
    const { launch, abort } = running;
    let next: 'done' | 'large' | 'again' = 'again';
    for (let tried = 0; next !== 'done' && !abort.signal.aborted; tried++) {
      if (tried > 0 && next === 'again')
        await sleep(Math.min(BACKOFF.maxMs, BACKOFF.firstMs * 2 ** tried), undefined, { signal: abort.signal });
      try {
        if (next === 'large') {
          await large.launch(launch);
          return forget(running);
        }
        next = await onWorker(running);
      } catch (error) {
        abort.signal.throwIfAborted();
        log.warn({ job: launch.jobId, err: error }, 'failed to launch a conversion');
        if (next === 'large') await sleep(BACKOFF.firstMs, undefined, { signal: abort.signal });
      }
    }
    set(running, 'ended');
  };

  const start = (launch: Launch): void => {
    const launches = jobs.get(launch.jobId) ?? new Map<string, Running>();
    if (launches.has(nameOf(launch))) return;
    const running: Running = { launch, abort: new AbortController(), state: { state: 'waiting' } };
    launches.set(nameOf(launch), running);
    jobs.set(launch.jobId, launches);
    // Only an abort rejects.
    run(running).catch(() => {});
    changed(launch.jobId);
  };

  const drop = (jobId: string): void => {
    for (const { abort } of jobs.get(jobId)?.values() ?? []) abort.abort();
    jobs.delete(jobId);
  };

  const statesOf = (jobId: string): LaunchState[] => {
    const stall = dispatcher.stall();
    return [...(jobs.get(jobId)?.values() ?? [])].map(({ launch: { kind, firstIndex }, state }) => ({
      kind,
      firstIndex,
      indexes: new Map([[firstIndex, state]]),
      // That a worker takes it is told.
      ...(state.state === 'waiting' && { queued: true }),
      // None that runs it is heard of.
      ...(state.state !== 'ended' && stall && { stall }),
    }));
  };

  return {
    launch: async (launch) => {
      if (!launch.small || launch.count !== 1) {
        dispatcher.release(launch.jobId);
        return large.launch(launch);
      }
      const known = await large.observe(launch.jobId);
      if (!known.some((other) => nameOf(other) === nameOf(launch))) start(launch);
    },
    observe: async (jobId) => {
      const others = await large.observe(jobId);
      // Of this document, nothing runs until there is room for its first converter.
      if (others.some(({ stall }) => stall?.reason === 'Unschedulable' && stall.waits)) dispatcher.makeRoom();
      // One that goes on as a large launch is both for a moment.
      const names = new Set(others.map(nameOf));
      return [...others, ...statesOf(jobId).filter((one) => !names.has(nameOf(one)))];
    },
    end: async (jobId) => {
      drop(jobId);
      dispatcher.cancel(jobId);
      await large.end(jobId);
    },
    forget: async (jobId) => {
      // What has said its outcome ends by itself. A cached result needs no conversion.
      jobs.delete(jobId);
      dispatcher.release(jobId);
      await large.forget(jobId);
    },
    counts: () => large.counts(),
    follow: (listener) => {
      followers.add(listener);
      const stops = [large.follow(listener), dispatcher.followStall(() => [...jobs.keys()].forEach(listener))];
      return () => {
        followers.delete(listener);
        for (const stop of stops) stop();
      };
    },
    close: async () => {
      for (const jobId of jobs.keys()) drop(jobId);
      await large.close();
    },
  };
}
