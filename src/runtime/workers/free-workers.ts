import { freeWanted } from './choose.ts';
import type { WorkerPods } from './worker-pods.ts';

/** Fewer stand free when nothing has waited for so long. */
const SHRINK_MS = 30_000;

export interface FreeWorkersOptions {
  readonly pods: Pick<WorkerPods, 'keepFree'>;
  /** Without demand, and at most. */
  readonly bounds: { readonly min: number; readonly max: number };
  readonly log: { warn(fields: object, message: string): void };
}

/** How many workers stand free: it grows with what waits at once, and shrinks after a while. */
export class FreeWorkers {
  readonly #options: FreeWorkersOptions;
  #kept: number | undefined;
  #lastWaitAt = 0;

  constructor(options: FreeWorkersOptions) {
    this.#options = options;
  }

  /** `wanted`: workers that what waits could use now. */
  scale(wanted: number): void {
    const { pods, bounds, log } = this.#options;
    if (wanted > 0) this.#lastWaitAt = Date.now();
    const target = freeWanted(wanted, bounds);
    const before = this.#kept;
    if (before === target) return;
    if (before !== undefined && target < before && Date.now() - this.#lastWaitAt < SHRINK_MS) return;
    this.#kept = target;
    pods.keepFree(target).catch((error: unknown) => {
      this.#kept = before;
      log.warn({ err: error }, 'failed to scale the free workers');
    });
  }
}
