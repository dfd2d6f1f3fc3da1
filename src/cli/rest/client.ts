import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ConversionOptions } from '../../resource/options.ts';

/** A refusal of the server, as a sentence for the user. `status` 0: it could not be reached. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  readonly body: Readonly<Record<string, unknown>>;

  constructor(status: number, message: string, body: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.name = 'Refused';
    this.status = status;
    this.code = typeof body['code'] === 'string' ? body['code'] : status === 0 ? 'unreachable' : 'refused';
    this.body = body;
  }

  /** The server failed, or could not be reached: the request itself was not refused. */
  get isFailure(): boolean {
    return this.status === 0 || this.status >= 500;
  }
}

/**
 * The REST interface of one server, with one key. Every request is repeated when the connection breaks or the server is
 * busy; throws `Refused`.
 */
export interface RestClient {
  get(path: string): Promise<Readonly<Record<string, unknown>>>;
  /** Under an idempotency key of its own, so that a repetition does nothing twice. */
  post(path: string, body?: object): Promise<Readonly<Record<string, unknown>>>;
  /** Uploads a file and answers its documentId. */
  upload(file: string): Promise<string>;
  /** Begins a conversion of an upload and answers its job. createJob has not all of these options. */
  convert(documentId: string, options: ConversionOptions & { readonly password?: string }): Promise<string>;
  /** Follows a downloadUrl. */
  download(url: string): Promise<Response>;
}

export function restClient(server: string, key: string): RestClient {
  const base = server.endsWith('/') ? server : `${server}/`;
  const ask = async (
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body?: object,
  ): Promise<Readonly<Record<string, unknown>>> => {
    const json = body && !(body instanceof FormData);
    const response = await fetchPatiently(new URL(`api/v1/${path}`, base), {
      method,
      headers: { Authorization: `Bearer ${key}`, ...(json && { 'Content-Type': 'application/json' }), ...headers },
      ...(body && { body: json ? JSON.stringify(body) : body }),
    });
    const answer = (await response.json().catch(() => ({}))) as Record<string, unknown>;
    if (response.ok) return answer;
    throw new Refused(
      response.status,
      typeof answer['error'] === 'string' ? answer['error'] : `The server responded with status ${response.status}.`,
      answer,
    );
  };
  const post: RestClient['post'] = (path, body) => ask('POST', path, { 'Idempotency-Key': randomUUID() }, body);
  return {
    get: (path) => ask('GET', path, {}),
    post,
    async upload(file) {
      const slot = await post('uploads', { fileName: basename(file), fileType: 'application/octet-stream' });
      const response = await fetchPatiently(new URL(String(slot['uploadUrl']), base), {
        method: 'PUT',
        body: await openAsBlob(file),
      });
      if (!response.ok) throw new Refused(response.status, `The upload failed with status ${response.status}.`);
      return String(slot['documentId']);
    },
    async convert(documentId, options) {
      const form = new FormData();
      // Servers of earlier releases do not know the preference, but the wait.
      for (const [name, value] of Object.entries({ documentId, ...options, wait: 0, output: 'json' }))
        form.set(name, String(value));
      const headers = { 'Idempotency-Key': randomUUID(), Prefer: 'respond-async' };
      try {
        const answer = await ask('POST', '../../convert', headers, form);
        const { id } = (answer['job'] ?? answer) as { readonly id?: unknown };
        return String(id);
      } catch (error) {
        // A job that failed at once is polled like one that fails later.
        if (error instanceof Refused && typeof error.body['jobId'] === 'string') return error.body['jobId'];
        throw error;
      }
    },
    async download(url) {
      const response = await fetchPatiently(new URL(url, base), {});
      if (!response.ok) throw new Refused(response.status, `The download failed with status ${response.status}.`);
      return response;
    },
  };
}

/** Repeats what a busy server (429, 503) or a broken connection refused, for about a minute. */
async function fetchPatiently(url: URL, init: RequestInit): Promise<Response> {
  for (let tried = 1; ; tried++) {
    try {
      const response = await fetch(url, init);
      if ((response.status !== 429 && response.status !== 503) || tried >= 8) return response;
      const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
      await response.body?.cancel();
      await delay(Number.isFinite(seconds) ? seconds * 1000 : 250 * 2 ** tried);
    } catch (error) {
      if (tried >= 3)
        throw new Refused(
          0,
          `Failed to connect to ${url.origin} (${(error as { cause?: { code?: string } }).cause?.code ?? 'no response'}).`,
        );
      await delay(250 * 2 ** tried);
    }
  }
}
