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
      req.on('close', () => body.destroy());
      body.pipe(req);
    }
  });
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/**
 * As `send`, but any status from 300 on is thrown as an `HttpError` and ends the connection: a proxy may have accepted
 * it in place of the server, and would answer all that follows.
 */
export async function call(base: string, what: Call): Promise<IncomingMessage> {
  const response = await send(base, what);
  const status = response.statusCode ?? 0;
  if (isSuccess(status)) return response;
  response.destroy();
  throw new HttpError(what, status);
}

/** A whole answer, which is small. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  /** Undefined for anything but an object of JSON. */
  readonly json: Readonly<Record<string, unknown>> | undefined;
  /** Ends the connection, for the next request to make another. */
  readonly hangUp: () => void;
}

/** As `send`, with the body read. */
export async function ask(base: string, what: Call): Promise<Answer> {
  const response = await send(base, what);
  // Once the body has ended, the response does not have it any more.
  const { socket } = response;
  const text = await readText(response);
  return { status: response.statusCode ?? 0, text, json: parseObject(text), hangUp: () => void socket.destroy() };
}

function parseObject(text: string): Answer['json'] {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}

/** Something else answered than the server that was asked, such as a proxy. The next request may reach the server. */
class ForeignAnswer extends Error {
  readonly transient = true;

  constructor(call: Call, status: number) {
    super(`${call.method} ${call.url.split('?')[0]} answered ${status}, but not as Scriptorium does`);
    this.name = 'ForeignAnswer';
  }
}

/**
 * The object that a server of ours answers. Its refusals, which have a code, are thrown as an `HttpError`, and anything
 * else as a `ForeignAnswer`; both end the connection.
 */
export async function callJson(base: string, what: Call): Promise<unknown> {
  const { status, json, hangUp } = await ask(base, what);
  if (json && isSuccess(status)) return json;
  hangUp();
  throw typeof json?.['code'] === 'string' ? new HttpError(what, status) : new ForeignAnswer(what, status);
}

const MOST_BYTES = 16 * 1024 * 1024;

/** Reads the small JSON body of a request; an empty one is an empty object. */
export async function readJson(message: IncomingMessage, maxBytes = MOST_BYTES): Promise<unknown> {
  const text = await readText(message, maxBytes);
  return text === '' ? {} : JSON.parse(text);
}

async function readText(message: IncomingMessage, maxBytes = MOST_BYTES): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new Error('The body is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
