import type { ServerResponse } from 'node:http';

/** Aborts when the client goes away before it has its whole answer. */
export function clientGone(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  // An abort makes an error with its stack: a tenth of what a poll costs.
  response.once('close', () => response.writableFinished || gone.abort());
  return gone.signal;
}
