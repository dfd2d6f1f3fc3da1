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

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface KubeRequest {
  readonly method: Method;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  /** For PATCH; json-patch for a list of operations and merge-patch for an object by default. */
  readonly contentType?: string;
  readonly signal?: AbortSignal;
}

/** A request as it is sent. */
interface Request {
  readonly method: Method;
  readonly url: URL;
  readonly body?: string | undefined;
  readonly contentType?: string | undefined;
  readonly signal: AbortSignal;
  readonly watch?: boolean;
}

/**
 * JSON to and from the API server over kept connections: one dispatcher for watches, one with a bounded number of
 * connections for the rest, and a time limit on each call (docs/decisions/014-api-server-client.md).
 */
export interface Transport {
  /** The text of a 2xx answer. Throws `ApiServerError` for any other. */
  send(method: Method, url: URL, body: string | undefined, signal: AbortSignal): Promise<string>;
  /** The same, by path and as JSON. */
  call<T>(request: KubeRequest): Promise<T>;
  /** A response that goes on: a watch, or a log. The caller ends it by the signal. */
  stream(request: KubeRequest & { readonly signal: AbortSignal }): Promise<Readable>;
  close(): Promise<void>;
}

export const CALL_MS = 30_000;
const CONNECTIONS = 16;

export interface TransportOptions {
  readonly access: ApiServerAccess;
  /**
   * Called for every request, with the plural of the resource (`conversionjobs/status` for a subresource) and the
   * method, which is WATCH for a watch.
   */
  readonly onRequest?: (resource: string, verb: string) => void;
}

export function openTransport({ access, onRequest }: TransportOptions): Transport {
  const connections = keptConnections(access.proxy);

  const ask = async ({ method, url, body, contentType, signal, watch }: Request): Promise<Dispatcher.ResponseData> => {
    const { tls, headers } = await access.credentials();
    const { calls, watches } = connections.of(tls);
    onRequest?.(resourceOf(url.pathname), watch ? 'WATCH' : method);
    const response = await request(url, {
      method,
      dispatcher: watch ? watches : calls,
      headers: {
        ...headers,
        accept: 'application/json',
        'user-agent': 'scriptorium',
        ...(body === undefined ? {} : { 'content-type': contentType ?? typeOf(method, body) }),
      },
      ...(body === undefined ? {} : { body }),
      signal,
    });
    return response.statusCode < 300 ? response : refuse(response);
  };

  const requestOf = ({ method, path, query, body, contentType }: KubeRequest): Omit<Request, 'signal'> => {
    const url = new URL(access.server + path);
    for (const [name, value] of Object.entries(query ?? {}))
      if (value !== undefined) url.searchParams.set(name, String(value));
    return { method, url, contentType, body: body === undefined ? undefined : JSON.stringify(body) };
  };

  return {
    send: async (method, url, body, signal) => (await ask({ method, url, body, signal })).body.text(),
    call: async <T>(req: KubeRequest): Promise<T> => {
      const limit = AbortSignal.timeout(CALL_MS);
      const signal = req.signal ? AbortSignal.any([limit, req.signal]) : limit;
      return (await (await ask({ ...requestOf(req), signal })).body.json()) as T;
    },
    stream: async (req) => (await ask({ ...requestOf(req), signal: req.signal, watch: true })).body,
    close: () => connections.close(),
  };
}

const typeOf = (method: Method, body: string): string =>
  method !== 'PATCH'
    ? 'application/json'
    : body.startsWith('[')
      ? 'application/json-patch+json'
      : 'application/merge-patch+json';

async function refuse(response: Dispatcher.ResponseData): Promise<never> {
  const text = await response.body.text();
  const status = parse(text);
  const after = Number(response.headers['retry-after']);
  throw new ApiServerError(
    response.statusCode,
    status?.reason ?? 'Unknown',
    status?.message ?? text.slice(0, 500),
    Number.isFinite(after) ? after * 1000 : undefined,
  );
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
    calls: openDispatcher(proxy, tls, { connections: CONNECTIONS }),
    watches: openDispatcher(proxy, tls, { bodyTimeout: 0, headersTimeout: CALL_MS }),
  });
  return {
    of: (tls) => {
      if (current?.tls === tls) return current;
      // Requests under way over the former ones are finished.
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

function openDispatcher(proxy: string | undefined, tls: TlsSettings, options: Limits): Dispatcher {
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
