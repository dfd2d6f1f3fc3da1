import type { Release } from '../../scheduling/fair-semaphore.ts';
import type { Worker } from './worker.ts';

/** A worker that waits for the conversion of the job whose document it has read, with its place. */
interface Kept {
  readonly worker: Worker;
  readonly release: Release;
  readonly timer: NodeJS.Timeout;
}

/** Whoever will not convert a document that was probed says so. */
const KEPT_MS = 2_000;

/** Workers that are kept for a job, for a moment. */
export class KeptWorkers {
  readonly #kept = new Map<string, Kept>();
  readonly #giveUp: (worker: Worker, release: Release) => void;

  /** `giveUp`: what becomes of a worker whose job does not come, and of its place. */
  constructor(giveUp: (worker: Worker, release: Release) => void) {
    this.#giveUp = giveUp;
  }

  keep(jobId: string, worker: Worker, release: Release): void {
    this.drop(jobId);
    this.#kept.set(jobId, { worker, release, timer: setTimeout(() => this.drop(jobId), KEPT_MS) });
  }

  /** The worker of the job, with its place, for its next task. */
  take(jobId: string): Pick<Kept, 'worker' | 'release'> | undefined {
    const found = this.#kept.get(jobId);
    this.#kept.delete(jobId);
    clearTimeout(found?.timer);
    return found;
  }

  /** Gives the worker and its place to others. */
  drop(jobId: string): void {
    const found = this.take(jobId);
    if (found) this.#giveUp(found.worker, found.release);
  }

  dropAll(): void {
    for (const jobId of this.#kept.keys()) this.drop(jobId);
  }
}
