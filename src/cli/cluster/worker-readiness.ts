import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { StepFailed, TERMINATION_LOG } from '../../worker/supervisor/reach-service.ts';

/** Tells the kubelet whether this pod is ready: the port of its readiness probe is open, or not. */
export interface Readiness {
  set(ready: boolean): void;
}

/** Whoever connects is hung up on: nothing is read. Without a port, nobody asks. */
export function openReadiness(port: number | undefined): Readiness {
  let server: Server | undefined;
  return {
    set: (ready) => {
      if (port === undefined || ready === (server !== undefined)) return;
      server?.close();
      server = ready ? createServer((socket) => socket.destroy()).listen(port, '::') : undefined;
      // A port that is taken shows as a pod that is not ready.
      server?.on('error', () => undefined);
    },
  };
}

/** So long a cluster may take to let a new pod into its network. */
const GIVE_UP_MS = 15_000;
const AGAIN_MS = 1_000;

/**
 * Repeats `reach` until it succeeds. A step that fails for long ends the process, with its words for `kubectl describe
 * pod`; the kubelet starts it again. Who is only not there yet is waited for.
 */
export async function untilReachable(
  reach: () => Promise<void>,
  log: Record<'info' | 'warn', (fields: object, message: string) => void>,
): Promise<void> {
  const began = performance.now();
  let lastMessage: string | undefined;
  for (;;) {
    try {
      return await reach();
    } catch (error) {
      if (!(error instanceof StepFailed)) throw error;
      const { message, waits } = error;
      if (message !== lastMessage) log[waits ? 'info' : 'warn']({}, message);
      lastMessage = message;
      if (!waits && performance.now() - began > GIVE_UP_MS) {
        await writeFile(TERMINATION_LOG, message).catch(() => undefined);
        process.exit(1);
      }
    }
    await sleep(AGAIN_MS);
  }
}
