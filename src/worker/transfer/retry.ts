import { setTimeout as delay } from 'node:timers/promises';
import { isTransient } from '../../failures/transient.ts';

/** Total time that transient trouble may last before the process gives up, for another one to try again. */
let patienceMs = 120_000;

/** Sets the patience of this process. */
export function setPatience(ms: number): void {
  patienceMs = ms;
}

/** Patience has run out: the service or its object store does not answer. */
export class Unavailable extends Error {
  readonly transient = true;

  constructor(cause: unknown) {
    super(`The service did not answer in time: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = 'Unavailable';
  }
}

/** Repeats `act` while it fails with transient errors, with a growing, jittered pause. */
export async function retried<T>(act: () => Promise<T>): Promise<T> {
  const until = Date.now() + patienceMs;
  for (let pause = 50; ; pause = Math.min(pause * 2, 3_000)) {
    try {
      return await act();
    } catch (error) {
      // ENOENT: the service's socket is not there while the service restarts.
      if (!(isTransient(error) || isMissingSocket(error))) throw error;
      if (Date.now() + pause > until) throw new Unavailable(error);
      const { code, statusCode } = error as { code?: unknown; statusCode?: unknown };
      performance.mark(`retrying after ${String(code ?? statusCode)}`);
      await delay(pause * (0.5 + Math.random()));
    }
  }
}

function isMissingSocket(error: unknown): boolean {
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  return code === 'ENOENT' && syscall === 'connect';
}
