import { EXIT } from '../protocol/worker.ts';
import { openChannel } from './channel.ts';
import type { PodEnvironment } from './run-pod.ts';

/**
 * A process that touches bytes from outside: `main.ts convert` reads one document, `main.ts fetch` reads URLs and
 * parses nothing, `main.ts pool` reads a user's own documents one after another. What it is to do comes as a line on
 * standard input; by then its modules are loaded. `main.ts pod` converts a page range in a pod of its own, as its
 * second argument says.
 */
function fail(error: unknown): never {
  // The text is for the service's log; it never reaches a user.
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(EXIT.error);
}
process.on('uncaughtException', fail);
process.on('unhandledRejection', fail);
// Libraries write to the console; standard output is the channel to the parent.
console.log = console.info = console.debug = console.error;

/** By role: only what the role needs is loaded. */
async function run(role: string | undefined): Promise<void> {
  switch (role) {
    case 'convert':
      return await (await import('./run-converter.ts')).runConverter(openChannel());
    case 'fetch':
      return await (await import('./fetcher/run-fetcher.ts')).runFetcher(openChannel());
    case 'pool':
      return await (await import('./run-pool.ts')).runPool(openChannel());
    case 'pod':
      return process.exit(
        await (await import('./run-pod.ts')).runPod(JSON.parse(process.argv[3] ?? '') as PodEnvironment),
      );
    // Only when the code caches are made: no document is near.
    case 'warm':
      return await (await import('./warm-up/warm-up.ts')).convertSamples(process.cwd());
    case 'compile-ocr':
      return await (await import('./warm-up/compile-ocr.ts')).compileOcr();
    case undefined:
    default:
      throw new Error(`There is no role ${role}`);
  }
}

run(process.argv[2]).catch(fail);
