import { FairQueue } from '../scheduling/fair-queue.ts';
import { createBacklog, type Backlog, type BacklogOptions } from './backlog.ts';

/** Jobs that wait are looked at for the first time so many at once: what has just come has few of them before it. */
const FIRST_LOOKS = 8;

export interface WaitingJobsOptions extends Omit<BacklogOptions, 'next'> {
  readonly workspaceOf: (name: string) => string;
  /** Looks at the job now. */
  readonly look: (name: string) => void;
}

/** Jobs that only wait: which of them are looked at (`./backlog.ts`), and how many at once for the first time. */
export class WaitingJobs {
  readonly #options: WaitingJobsOptions;
  readonly #backlog: Backlog;
  readonly #firstLooks = new FairQueue<undefined>({ places: FIRST_LOOKS, reserve: 0, shareOf: () => ({ weight: 1 }) });

  constructor(options: WaitingJobsOptions) {
    this.#options = options;
    this.#backlog = createBacklog({ ...options, next: (name) => this.#lookLater(name) });
  }

  /** Looks at the job if it has its turn: now, or with its place among first looks. */
  look(name: string, workspace: string, when: 'now' | 'in-turn'): void {
    if (!this.#backlog.admit(name, workspace)) return;
    if (when === 'now') this.#options.look(name);
    else this.#lookLater(name);
  }

  /** Its first look is over. */
  looked(name: string): void {
    if (!this.#firstLooks.isRunning(name)) return;
    this.#firstLooks.release(name);
    this.#serve();
  }

  /** The job does not wait any more. */
  leave(name: string): void {
    this.#backlog.leave(name);
  }

  #lookLater(name: string): void {
    this.#firstLooks.add({ key: name, workspace: this.#options.workspaceOf(name), value: undefined });
    this.#serve();
  }

  #serve(): void {
    for (let next = this.#firstLooks.next(); next; next = this.#firstLooks.next()) this.#options.look(next.key);
  }
}
