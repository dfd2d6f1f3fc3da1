import { errorOf, ScriptoriumError } from './errors.js';

const MOST_WAIT_MS = 60_000;

/**
 * Repeats what a busy server (429, 503) or a broken connection refused, after the time that the server asks for, and
 * throws what is an error in the end. A request that aborts is not repeated.
 */
export function withRetries(send: typeof fetch, retries: number) {
  return async (url: URL, init: RequestInit): Promise<Response> => {
    for (let tried = 0; ; tried++) {
      const answer = await attempt(send, url, init);
      if (answer instanceof Response && answer.ok) return answer;
      const again = answer instanceof ScriptoriumError || answer.status === 429 || answer.status === 503;
      if (!again || tried >= retries) throw answer instanceof Response ? await errorOf(answer) : answer;
      const asked = answer instanceof Response ? Number(answer.headers.get('retry-after') ?? Number.NaN) * 1000 : NaN;
      if (answer instanceof Response) await answer.body?.cancel();
      await new Promise((done) =>
        setTimeout(done, Math.min(MOST_WAIT_MS, Number.isNaN(asked) ? 250 * 2 ** tried : asked)),
      );
      init.signal?.throwIfAborted();
    }
  };
}

async function attempt(send: typeof fetch, url: URL, init: RequestInit): Promise<Response | ScriptoriumError> {
  try {
    return await send(url, init);
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    return new ScriptoriumError(0, `Failed to connect to ${url.origin}.`, {}, { cause });
  }
}

export const json = async <T>(response: Response): Promise<T> => (await response.json()) as T;
