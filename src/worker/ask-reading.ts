import type { AskReading } from '../../packages/engine/src/options.ts';
import type { AskResponse } from '../protocol/worker.ts';

/** A range that has waited so long for answers asks no more: its own time is limited (`SCRIPTORIUM_RANGE_SECONDS`). */
const MOST_MS = 240_000;

/**
 * Asks for other readings of pages, one after another. After the first page for which there is none, no other is asked
 * about: a class that is down, or whose budget is spent, does not delay each page.
 */
export function askInTurn(ask: (picture: Uint8Array) => Promise<AskResponse>, mostMs = MOST_MS): AskReading {
  let waitedMs = 0;
  let last: Promise<string | undefined> = Promise.resolve('');
  return (picture) =>
    (last = last.then(async (before) => {
      if (before === undefined || waitedMs > mostMs) return undefined;
      const askedAt = performance.now();
      try {
        return (await ask(picture)).text;
      } catch {
        return undefined;
      } finally {
        waitedMs += performance.now() - askedAt;
      }
    }));
}
