import http from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';

export interface Call {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT';
  /** Absolute, or a path of the base. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | Readable;
  /** Without a byte for so long, the call is broken off. */
  readonly idleMs?: number;
  readonly signal?: AbortSignal;
}

/** A server answered, but not as hoped. 429 and 5xx are transient (`isTransient` knows by `statusCode`). */
export class HttpError extends Error {
  readonly statusCode: number;

  constructor(call: Call, statusCode: number) {
    // Query strings carry signatures: they stay out of messages.
    super(`${call.method} ${call.url.split('?')[0]} answered ${statusCode}`);
    this.name = 'HttpError';
    this.statusCode = statusCode;
  }
}

/**
 * A connection that is not there by then is tried anew, from another port: lost handshakes are repeated by the system
 * for half a minute and more.
 */
const CONNECT_MS = 5_000;

const agent = new http.Agent({ keepAlive: true, maxSockets: 8 });

/**
 * Sends one request to `base` (`unix:/path` or `http://…`) or to an absolute URL; resolves with the response once its
 * headers are there, whatever its status. The caller reads or destroys the body.
 */
export async function send(base: string, call: Call): Promise<IncomingMessage> {
  const absolute = /^https?:\/\//.test(call.url);
  const isSocket = !absolute && base.startsWith('unix:');
  const target = absolute ? new URL(call.url) : new URL(call.url, isSocket ? 'http://localhost' : base);
  const isTls = target.protocol === 'https:';
  const { request } = isTls ? await import('node:https') : http;
  return await new Promise<IncomingMessage>((resolve, reject) => {
    const req = request(
      {
        method: call.method,
        headers: { ...call.headers },
        ...(call.signal && { signal: call.signal }),
        path: target.pathname + target.search,
        ...(isTls ? {} : { agent }),
        ...(isSocket
          ? { socketPath: base.slice('unix:'.length) }
          : { host: target.hostname.replace(/^\[|\]$/g, ''), port: target.port || (isTls ? 443 : 80) }),
      },
      resolve,
    );
    const breakOff = (): void =>
      void req.destroy(Object.assign(new Error('The request timed out'), { code: 'ETIMEDOUT' }));
    req.setTimeout(call.idleMs ?? 60_000, breakOff);
    req.on('socket', (socket) => {
      if (!socket.connecting) return;
      const timer = setTimeout(breakOff, CONNECT_MS);
      socket.once('connect', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
    });
    req.on('error', reject);
    const { body } = call;
    if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) {
      req.end(body);
    } else {
      body.on('error', (error) => req.destroy(error));
      body.pipe(req);
    }
  });
}

/** As `send`, but any status from 300 on is thrown as an `HttpError`. */
export async function call(base: string, what: Call): Promise<IncomingMessage> {
  const response = await send(base, what);
  const status = response.statusCode ?? 0;
  if (status >= 200 && status < 300) return response;
  response.resume();
  throw new HttpError(what, status);
}

/** Reads the small JSON body of a request or an answer. */
export async function readJson(message: IncomingMessage, maxBytes = 16 * 1024 * 1024): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new Error('The body is too large');
    chunks.push(chunk);
  }
  return size === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString('utf8'));
}
