import type { Readable } from 'node:stream';
import { Agent, ProxyAgent, request, Socks5ProxyAgent, type Dispatcher } from 'undici';
import type { ApiServerAccess, TlsSettings } from './access.ts';

/** A ResourceQuota refuses with the reason `Forbidden`, as a missing permission does: its text is the only mark. */
const FULL_QUOTA = /exceeded quota|status unknown for quota/;
/** Room comes when something has ended. */
const QUOTA_MS = 10_000;

/** An answer of the API server that is not a success. `statusCode` decides what to do; 429 and 5xx are transient. */
export class ApiServerError extends Error {
  readonly statusCode: number;
  readonly reason: string;
  readonly retryAfterMs: number | undefined;
  /** True for a quota that is full, or that others were writing at the same moment (`Conflict`). */
  readonly transient: boolean;

  constructor(statusCode: number, reason: string, message: string, retryAfterMs?: number) {
    super(message);
    this.name = 'ApiServerError';
    this.statusCode = statusCode;
    this.reason = reason;
    const full = statusCode === 403 && FULL_QUOTA.test(message);
    this.transient = full || (statusCode === 409 && reason === 'Conflict');
    this.retryAfterMs = retryAfterMs ?? (full ? QUOTA_MS : undefined);
  }
}

export interface KubeRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  /** For PATCH; merge-patch by default. */
  readonly contentType?:
    | 'application/merge-patch+json'
    | 'application/apply-patch+yaml'
    | 'application/json-patch+json';
  readonly signal?: AbortSignal;
}

/**
 * Plain JSON to and from the API server over kept connections: one dispatcher for watches, one with a bounded number of
 * connections for the rest, and a time limit on each call (docs/decisions/014-api-server-client.md).
 */
export interface KubeClient {
  /** Throws `ApiServerError` for any answer but 2xx. */
  call<T>(request: KubeRequest): Promise<T>;
  /** A response that goes on: a watch, or a log. The caller ends it by the signal. */
  stream(request: KubeRequest & { readonly signal: AbortSignal }): Promise<Readable>;
  /** Writes made so far, for metrics. */
  writes(): number;
  close(): Promise<void>;
}

const CALL_MS = 30_000;
const CONNECTIONS = 16;

export interface KubeClientOptions {
  readonly access: ApiServerAccess;
  /**
   * Called for every request, with the plural of the resource (`conversionjobs/status` for a subresource) and the
   * method, which is WATCH for a watch.
   */
  readonly onRequest?: (resource: string, verb: string) => void;
}

export function createKubeClient({ access, onRequest }: KubeClientOptions): KubeClient {
  const connections = keptConnections(access.proxy);
  let writes = 0;

  const send = async (req: KubeRequest, watch: boolean): Promise<Dispatcher.ResponseData> => {
    const { tls, headers } = await access.credentials();
    const { calls, watches } = connections.of(tls);
    const url = new URL(access.server + req.path);
    for (const [name, value] of Object.entries(req.query ?? {}))
      if (value !== undefined) url.searchParams.set(name, String(value));
    const limit = AbortSignal.timeout(CALL_MS);
    if (req.method !== 'GET') writes++;
    onRequest?.(resourceOf(req.path), watch ? 'WATCH' : req.method);
    return request(url, {
      method: req.method,
      dispatcher: watch ? watches : calls,
      headers: {
        ...headers,
        accept: 'application/json',
        'user-agent': 'scriptorium',
        ...(req.body === undefined
          ? {}
          : {
              'content-type':
                req.method === 'PATCH' ? (req.contentType ?? 'application/merge-patch+json') : 'application/json',
            }),
      },
      ...(req.body === undefined ? {} : { body: JSON.stringify(req.body) }),
      signal: watch ? req.signal! : req.signal ? AbortSignal.any([limit, req.signal]) : limit,
    });
  };

  const refuse = async (response: Dispatcher.ResponseData): Promise<never> => {
    const text = await response.body.text();
    const status = parse(text);
    const after = Number(response.headers['retry-after']);
    throw new ApiServerError(
      response.statusCode,
      status?.reason ?? 'Unknown',
      status?.message ?? text.slice(0, 500),
      Number.isFinite(after) ? after * 1000 : undefined,
    );
  };

  return {
    call: async <T>(req: KubeRequest): Promise<T> => {
      const response = await send(req, false);
      if (response.statusCode >= 300) return refuse(response);
      return (await response.body.json()) as T;
    },
    stream: async (req) => {
      const response = await send(req, true);
      if (response.statusCode >= 300) return refuse(response);
      return response.body;
    },
    writes: () => writes,
    close: () => connections.close(),
  };
}

interface Connections {
  readonly tls: TlsSettings;
  readonly calls: Dispatcher;
  readonly watches: Dispatcher;
}

/** Connections that are kept for as long as the TLS settings are the same. */
function keptConnections(proxy: string | undefined): {
  of(tls: TlsSettings): Connections;
  close(): Promise<void>;
} {
  let current: Connections | undefined;
  const open = (tls: TlsSettings): Connections => ({
    tls,
    calls: dispatcherOf(proxy, tls, { connections: CONNECTIONS }),
    watches: dispatcherOf(proxy, tls, { bodyTimeout: 0, headersTimeout: CALL_MS }),
  });
  return {
    of: (tls) => {
      if (current?.tls === tls) return current;
      // What is under way over the former ones is finished.
      void current?.calls.close();
      void current?.watches.close();
      return (current = open(tls));
    },
    close: async () => {
      await Promise.all([current?.calls.destroy(), current?.watches.destroy()]);
    },
  };
}

type Limits = Pick<Agent.Options, 'connections' | 'bodyTimeout' | 'headersTimeout'>;

function dispatcherOf(proxy: string | undefined, tls: TlsSettings, options: Limits): Dispatcher {
  const kept = { ...options, keepAliveTimeout: 60_000 };
  if (proxy === undefined) return new Agent({ ...kept, connect: { ...tls } });
  if (proxy.startsWith('socks')) return new Socks5ProxyAgent(proxy, { ...kept, requestTls: { ...tls } });
  return new ProxyAgent({ ...kept, uri: proxy, requestTls: { ...tls } });
}

/** `/apis/batch/v1/namespaces/x/jobs/y` is `jobs`; `…/conversionjobs/y/status` is `conversionjobs/status`. */
function resourceOf(path: string): string {
  const [resource, , sub] = path.replace(/^\/(api|apis\/[^/]+)\/[^/]+\/(namespaces\/[^/]+\/)?/, '').split('/');
  return sub === undefined ? (resource ?? '') : `${resource}/${sub}`;
}

function parse(text: string): { reason?: string; message?: string } | undefined {
  try {
    return JSON.parse(text) as { reason?: string; message?: string };
  } catch {
    return undefined;
  }
}

/** True when what was to be made is there already; a quota in use by others answers 409, too. */
export const alreadyExists = (error: unknown): boolean =>
  hasStatus(error, 409) && (error as ApiServerError).reason === 'AlreadyExists';

/** True for an `ApiServerError` of this HTTP status. */
export function hasStatus(error: unknown, ...codes: readonly number[]): boolean {
  return (
    error instanceof Error && error.name === 'ApiServerError' && codes.includes((error as ApiServerError).statusCode)
  );
}
