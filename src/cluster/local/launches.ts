import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { IndexState, Launch, LaunchState } from '../launcher.ts';
import type { Child } from './child.ts';
import type { Pool } from './pool.ts';
import type { Turns } from '../turns.ts';
import { judge } from './verdict.ts';

export interface LaunchesSettings {
  readonly pool: Pool;
  readonly turns: Turns;
  readonly log: Logger;
  /** What a process is told besides its launch: the address of the API's internal port, ceilings inside one conversion, OCR data. */
  readonly assignment: { readonly base: string; readonly limits?: object; readonly ocrDataFolder?: string };
  readonly changed: (jobId: string) => void;
}

interface Running {
  readonly launch: Launch;
  readonly indexes: Map<number, IndexState>;
  readonly children: Set<Child>;
  ended: boolean;
}

/** The launches of converter processes, by job. In memory only: after a restart there are none, and the controller launches again. */
export interface Launches {
  launch(launch: Launch): void;
  observe(jobId: string): readonly LaunchState[];
  end(jobId: string): Promise<void>;
  close(): Promise<void>;
}

export function openLaunches({ pool, turns, log, assignment, changed }: LaunchesSettings): Launches {
  const jobs = new Map<string, Map<string, Running>>();

  function set(running: Running, index: number, state: IndexState): void {
    if (running.ended) return;
    running.indexes.set(index, state);
    changed(running.launch.jobId);
  }

  async function attempt(running: Running, index: number): Promise<ReturnType<typeof judge>> {
    const { launch } = running;
    const give = await turns.take(launch.jobId);
    try {
      if (running.ended) return { end: 'ended' };
      const child =
        (launch.native ? undefined : pool.unpark(launch.jobId)) ??
        (await pool.take(launch.native ? 'native' : 'plain'));
      running.children.add(child);
      if (running.ended) child.end('ended');
      child.limit(launch.limits);
      child.send({
        mode: 'convert',
        ...assignment,
        launchToken: launch.launchToken,
        index,
        instance: randomUUID(),
        scratch: child.scratch,
      });
      set(running, index, { state: 'running' });
      const exit = await child.exited;
      running.children.delete(child);
      const verdict = judge(exit);
      if (verdict.end === 'failed')
        log.warn(
          {
            job: launch.jobId,
            launch: launch.name,
            index,
            reason: verdict.reason,
            code: exit.code,
            signal: exit.signal,
            stderr: exit.stderr,
          },
          'a converter process broke down',
        );
      return verdict;
    } finally {
      give();
    }
  }

  async function run(running: Running, index: number): Promise<void> {
    for (let tried = 1; !running.ended; tried++) {
      const verdict = await attempt(running, index);
      if (verdict.end === 'ended') return set(running, index, { state: 'ended' });
      if (tried >= Math.min(running.launch.attempts, verdict.attempts))
        return set(running, index, { state: 'failed', reason: verdict.reason, detail: verdict.detail });
      set(running, index, { state: 'waiting' });
      await delay(100 * tried);
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

  return {
    launch(launch) {
      const launches = jobs.get(launch.jobId) ?? new Map<string, Running>();
      if (launches.has(launch.name)) return;
      jobs.set(launch.jobId, launches);
      const numbers = Array.from({ length: launch.count }, (_, i) => launch.firstIndex + i);
      const running: Running = {
        launch,
        indexes: new Map(numbers.map((index) => [index, { state: 'waiting' }])),
        children: new Set(),
        ended: false,
      };
      launches.set(launch.name, running);
      for (const index of numbers) {
        run(running, index).catch((error: unknown) => {
          log.error(
            { job: launch.jobId, launch: launch.name, index, err: error },
            'a converter process could not be started',
          );
          set(running, index, {
            state: 'failed',
            reason: 'stranded_running',
            detail: 'No converter process could be started.',
          });
        });
      }
      changed(launch.jobId);
    },
    observe(jobId) {
      return [...(jobs.get(jobId)?.values() ?? [])].map(({ launch, indexes }) => ({
        name: launch.name,
        indexes: new Map(indexes),
      }));
    },
    async end(jobId) {
      const launches = jobs.get(jobId);
      if (!launches) return;
      jobs.delete(jobId);
      await stop(launches.values());
      changed(jobId);
    },
    async close() {
      await stop([...jobs.values()].flatMap((launches) => [...launches.values()]));
    },
  };
}
