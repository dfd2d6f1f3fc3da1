import { Refusal } from '../client.ts';
import { keptKey } from '../session.ts';
import { state } from '../state.ts';

const AT_A_TIME = 2;

/** Pictures of the pages of a document, which are drawn when they are asked for. */
export interface Pictures {
  /**
   * Asks for a page; the same picture for all who ask. An urgent one goes before the others. `drop` takes the wish
   * back; a page that nobody asks for any more is not drawn.
   */
  ask(page: number, urgent: boolean): { readonly url: Promise<string>; readonly drop: () => void };
  /** Frees the pictures; addresses that were given end. */
  close(): void;
}

interface Wish {
  readonly url: Promise<string>;
  readonly start: () => Promise<void>;
  /** How many ask for it. */
  askers: number;
}

/** Asks for two pages at a time. What was scrolled past meanwhile is taken back by whoever asked. */
export function openPictures(jobId: string): Pictures {
  const known = new Map<number, Wish>();
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
  const wishFor = (page: number): Wish => {
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
    const wish: Wish = { url: promise, start, askers: 0 };
    waiting.push(wish);
    known.set(page, wish);
    queueMicrotask(next);
    return wish;
  };
  return {
    ask(page, urgent) {
      const wish = known.get(page) ?? wishFor(page);
      wish.askers++;
      if (urgent) waiting.sort((a, b) => Number(b === wish) - Number(a === wish));
      let asks = true;
      const drop = (): void => {
        if (!asks) return;
        asks = false;
        wish.askers--;
        if (wish.askers > 0 || !waiting.includes(wish)) return;
        waiting = waiting.filter((other) => other !== wish);
        known.delete(page);
      };
      return { url: wish.url, drop };
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
