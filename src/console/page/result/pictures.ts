import { Refusal } from '../client.ts';
import { keptKey } from '../session.ts';
import { state } from '../state.ts';

const AT_A_TIME = 2;

/** Pictures of the pages of a document, which are drawn when they are asked for. */
export interface Pictures {
  /**
   * Asks for a page; the same picture for all who ask. An urgent one goes before the others. `drop` takes the wish back
   * while it waits.
   */
  ask(page: number, urgent: boolean): { readonly url: Promise<string>; readonly drop: () => void };
  /** Frees the pictures; addresses that were given end. */
  close(): void;
}

interface Wish {
  readonly page: number;
  readonly start: () => Promise<void>;
}

/** Asks for two pages at a time. What was scrolled past meanwhile is taken back by whoever asked. */
export function openPictures(jobId: string): Pictures {
  const known = new Map<number, Promise<string>>();
  const urls: string[] = [];
  let waiting: Wish[] = [];
  let running = 0;
  const next = (): void => {
    const wish = running < AT_A_TIME ? waiting.shift() : undefined;
    if (!wish) return;
    running++;
    void wish.start().finally(() => {
      running--;
      next();
    });
    next();
  };
  return {
    ask(page, urgent) {
      let url = known.get(page);
      if (!url) {
        const { promise, resolve, reject } = Promise.withResolvers<string>();
        const start = async (): Promise<void> => {
          try {
            const made = await load(jobId, page);
            urls.push(made);
            resolve(made);
          } catch (error) {
            known.delete(page);
            reject(error);
          }
        };
        waiting.push({ page, start });
        url = promise;
        known.set(page, url);
        queueMicrotask(next);
      }
      if (urgent) waiting.sort((a, b) => Number(b.page === page) - Number(a.page === page));
      const drop = (): void => {
        const before = waiting.length;
        waiting = waiting.filter((wish) => wish.page !== page);
        if (waiting.length < before) known.delete(page);
      };
      return { url, drop };
    },
    close: () => {
      waiting = [];
      for (const url of urls) URL.revokeObjectURL(url);
    },
  };
}

async function load(jobId: string, page: number): Promise<string> {
  const password = state().passwords.get(jobId);
  const response = await fetch(`/console/api/jobs/${jobId}/pages/${page}.webp`, {
    headers: { Authorization: `Bearer ${keptKey() ?? ''}` },
    ...(password !== undefined && { method: 'POST', body: JSON.stringify({ password }) }),
  });
  if (!response.ok)
    throw new Refusal(response.status, (await response.json().catch(() => ({}))) as Record<string, unknown>);
  return URL.createObjectURL(await response.blob());
}
