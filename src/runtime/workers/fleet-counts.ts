import { reports, type Worker } from './worker.ts';

export interface FleetCounts {
  readonly free: number;
  readonly bound: number;
  readonly running: number;
  /** Those that have started and do not report. */
  readonly silent: number;
  /** Tasks without a worker. */
  readonly waiting: number;
}

export function countWorkers(workers: readonly Worker[], now: number): Omit<FleetCounts, 'waiting'> {
  const free = workers.filter(({ workspace }) => workspace === undefined).length;
  return {
    free,
    bound: workers.length - free,
    running: workers.filter(({ run, foreign }) => run ?? foreign).length,
    silent: workers.filter((worker) => reports(worker, now) === false).length,
  };
}
