import { prepareWorker } from '../src/cli/bundles/worker-program.ts';

/** Once for all tests: many of them start worker processes. */
export async function setup(): Promise<void> {
  const reason = await prepareWorker();
  if (reason !== undefined) throw new Error(`Worker processes could not be prepared: ${reason}`);
}
