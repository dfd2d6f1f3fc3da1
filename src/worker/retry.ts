import { setTimeout as delay } from 'node:timers/promises';
import { isTransient } from '../telemetry/transient.ts';

/** Total time that transient trouble may last before it becomes this process's own error. */
const PATIENCE_MS = 45_000;

/** Repeats `act` while it fails with transient errors, with a growing, jittered pause. */
export async function retried<T>(act: () => Promise<T>, patienceMs = PATIENCE_MS): Promise<T> {
  const until = Date.now() + patienceMs;
  for (let pause = 50; ; pause = Math.min(pause * 2, 3_000)) {
    try {
      return await act();
    } catch (error) {
      // ENOENT: the service's socket is not there while the service restarts.
      if (!(isTransient(error) || isMissingSocket(error)) || Date.now() + pause > until) throw error;
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
