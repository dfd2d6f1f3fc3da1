import { S3Client } from '@aws-sdk/client-s3';

export interface S3Settings {
  readonly bucket: string;
  readonly region: string;
  /** Before every key, such as `scriptorium/`; another one keeps two services apart in one bucket. */
  readonly prefix?: string;
  /** Our own processes' address of the store; undefined for AWS itself. */
  readonly endpoint?: string;
  /** Clients' address of it, in signed URLs; the same as `endpoint` when not given. */
  readonly publicEndpoint?: string;
  /**
   * `http://host/bucket/key` rather than `http://bucket.host/key`, which most stores but AWS's need: so wherever an
   * endpoint is given, by default.
   */
  readonly pathStyle?: boolean;
  /** Undefined for the SDK's own chain (a role, a web identity). */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /**
   * Hears of each request that was sent, tries included. `operation`: its name in the API of S3, such as `GetObject`.
   */
  readonly onRequest?: (operation: string, result: 'done' | 'failed', seconds: number) => void;
}

export const isPathStyle = (settings: S3Settings): boolean => settings.pathStyle ?? settings.endpoint !== undefined;

const CONNECT_MS = 3000;
const REQUEST_MS = 30_000;
const CONNECTIONS = 64;

/**
 * A client for one endpoint. Checksums only where the API demands them: other stores refuse the SDK's defaults, and a
 * signed PUT would carry one of no body.
 */
export function s3Client(settings: S3Settings, endpoint: string | undefined): S3Client {
  const client = new S3Client({
    region: settings.region,
    forcePathStyle: isPathStyle(settings),
    // The SDK would build the same middleware for each command, at a quarter of its CPU time.
    cacheMiddleware: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 4,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: REQUEST_MS,
      throwOnRequestTimeout: true,
      httpAgent: { keepAlive: true, maxSockets: CONNECTIONS },
      httpsAgent: { keepAlive: true, maxSockets: CONNECTIONS },
    },
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(settings.credentials === undefined ? {} : { credentials: settings.credentials }),
  });
  const { onRequest } = settings;
  if (onRequest) {
    client.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          const began = performance.now();
          const tell = (result: 'done' | 'failed'): void =>
            onRequest(String(commandName).replace(/Command$/, ''), result, (performance.now() - began) / 1000);
          try {
            const answer = await next(args);
            tell('done');
            return answer;
          } catch (error) {
            // That nothing is there, or something else, is an answer.
            const { $metadata } = error as { readonly $metadata?: { readonly httpStatusCode?: number } };
            tell(($metadata?.httpStatusCode ?? 500) < 429 ? 'done' : 'failed');
            throw error;
          }
        },
      // Within the retries: each try is a request.
      { step: 'finalizeRequest', priority: 'low', name: 'observeRequests' },
    );
  }
  return client;
}

/** The shortest time between two sessions that are asked for only because one would end before a signed URL. */
const RENEWAL_MS = 5 * 60_000;

/**
 * A signed URL ends with the session that signed it. Answers a function that replaces temporary credentials which would
 * end before a URL of this lifetime; keys that last are left alone.
 */
export function sessionKeeper(client: S3Client): (expiresInSeconds: number) => Promise<void> {
  let renewedAt = 0;
  return async (expiresInSeconds) => {
    const { expiration } = await client.config.credentials();
    const now = Date.now();
    if (expiration === undefined || expiration.getTime() - now >= expiresInSeconds * 1000) return;
    if (now - renewedAt < RENEWAL_MS) return;
    renewedAt = now;
    await client.config.credentials({ forceRefresh: true });
  };
}
