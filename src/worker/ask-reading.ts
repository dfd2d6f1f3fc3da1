import type { AskReading } from '../../packages/engine/src/options.ts';
import type { AskResponse } from '../protocol/worker.ts';

/**
 * Asks for other readings of pages, one after another. After the first page for which there is none, no other is asked
 * about: a class that is down, or whose budget is spent, does not delay each page.
 */
export function askInTurn(ask: (picture: Uint8Array) => Promise<AskResponse>): AskReading {
  let last: Promise<string | undefined> = Promise.resolve('');
  return (picture) =>
    (last = last.then(async (before) => {
      if (before === undefined) return undefined;
      try {
        return (await ask(picture)).text;
      } catch {
        return undefined;
      }
    }));
}
