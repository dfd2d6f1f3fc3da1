import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Attempts } from '../../api/internal/attempts.ts';
import { Problem } from '../../api/problem.ts';
import type { ServedObjects } from '../../objects/objects.ts';
import { verifySigned, type SignedClaim } from '../../objects/signed-url.ts';
import { Stopped } from '../../worker/client.ts';
import { pieces } from '../../worker/transfer/content.ts';
import { retried } from '../../worker/transfer/retry.ts';
import type { Service } from '../../worker/supervisor/service.ts';
import { hashed, receive } from '../../worker/transfer/transfer.ts';

interface OwnServiceOptions {
  readonly attempts: Attempts;
  readonly objects: ServedObjects;
  readonly secret: string;
  readonly now: () => Date;
}

/**
 * The service as the documents of its own processes reach it: what converters ask over HTTP, by the same functions,
 * with the same tokens and signed URLs, but without HTTP. After `close`, nothing is tried again.
 */
export function ownService({ attempts, objects, secret, now }: OwnServiceOptions): Service & { close(): void } {
  let closed = false;
  const asked = <T>(act: () => Promise<T>): Promise<T> =>
    retried(async () => {
      if (closed) throw new Stopped('The service is stopping');
      try {
        return await act();
      } catch (error) {
        throw error instanceof Problem && error.status === 409 ? new Stopped(error.message) : error;
      }
    });
  const claimOf = (url: string, method: SignedClaim['method']): SignedClaim => {
    const verified = verifySigned(secret, url, 'internal', now());
    if (!verified.valid || verified.claim.method !== method) throw new Error(`A URL is not signed for ${method}`);
    return verified.claim;
  };
  return {
    startAttempt: async (launchToken, request) => {
      const start = await asked(() => attempts.start(launchToken, request));
      if ('done' in start) return undefined;
      const { token } = start;
      return {
        start,
        report: (body) => asked(() => attempts.report(token, body)),
        urls: (body) => asked(() => attempts.urls(token, body)),
        finish: (body) => asked(() => attempts.finish(token, body)),
        ask: (picture) => attempts.ask(token, picture),
      };
    },
    download: (url, file) =>
      asked(async () => {
        const { key } = claimOf(url, 'GET');
        const found = await objects.read(key);
        if (!found) throw new Error('The document is not in the store');
        return await receive(found.body, file);
      }),
    upload: (url, content) =>
      asked(async () => {
        const { key, bytes, maxBytes } = claimOf(url, 'PUT');
        const hash = createHash('sha256');
        const limits = { ...(bytes !== undefined && { bytes }), ...(maxBytes !== undefined && { maxBytes }) };
        await objects.receive(key, Readable.from(hashed(pieces(content), hash), { objectMode: false }), limits);
        return hash.digest('hex');
      }),
    close: () => {
      closed = true;
    },
  };
}
