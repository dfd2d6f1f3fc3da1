import { EXIT } from '../job/worker-protocol.ts';
import { openChannel } from './channel.ts';

/**
 * A process that touches bytes from outside: `main.ts convert` reads documents, `main.ts fetch` reads URLs and parses nothing,
 * `main.ts pool` reads a user's own documents one after another. What it is to do comes as a line on standard input; by then its modules
 * are loaded.
 */
function fail(error: unknown): never {
  // The text is for the service's log; it never reaches a user.
  process.stderr.write(`${error instanceof Error ? error.stack ?? error.message : String(error)}\n`);
  process.exit(EXIT.error);
}
process.on('uncaughtException', fail);
process.on('unhandledRejection', fail);
// Libraries write to the console; standard output is the channel to the parent.
console.log = console.info = console.debug = console.error;

const channel = openChannel();
const role = process.argv[2];
switch (role) {
  case 'convert': {
    const { runConverter } = await import('./run-converter.ts');
    await runConverter(channel);
    break;
  }
  case 'fetch': {
    const { runFetcher } = await import('./run-fetcher.ts');
    await runFetcher(channel);
    break;
  }
  case 'pool': {
    const { runPool } = await import('./run-pool.ts');
    await runPool(channel);
    break;
  }
  case undefined:
  default:
    throw new Error(`There is no role ${role}`);
}
