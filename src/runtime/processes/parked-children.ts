import type { Child } from './child.ts';

interface Parked {
  readonly workspace: string;
  readonly child: Child;
  readonly timer: NodeJS.Timeout;
}

/** Whoever will not convert a document that was probed says so. */
const PARKED_MS = 10_000;

/** Processes between the probe and the conversion of their document, by job. */
export class ParkedChildren {
  readonly #parked = new Map<string, Parked>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#parked.size;
  }

  /** Keeps the process for a moment; ends it where there are too many. */
  park(jobId: string, workspace: string, child: Child): void {
    this.take(jobId)?.end('ended');
    // Not in the place of another: those that were parked first are converted first.
    if (this.#isFull(workspace)) return child.end('ended');
    const timer = setTimeout(() => {
      if (this.#parked.get(jobId)?.child === child) this.take(jobId);
      child.end('ended');
    }, PARKED_MS);
    this.#parked.set(jobId, { workspace, child, timer });
  }

  /** The process of the job, if it lives; once. */
  take(jobId: string): Child | undefined {
    const found = this.#parked.get(jobId);
    if (!found) return undefined;
    this.#parked.delete(jobId);
    clearTimeout(found.timer);
    found.child.onMessage = undefined;
    return found.child.alive ? found.child : undefined;
  }

  close(): void {
    for (const { timer } of this.#parked.values()) clearTimeout(timer);
  }

  /** A workspace that has nothing parked does not suffer from those that have. */
  #isFull(workspace: string): boolean {
    return this.#parked.size >= this.#most && [...this.#parked.values()].some((one) => one.workspace === workspace);
  }
}
