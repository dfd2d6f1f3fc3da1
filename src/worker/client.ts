import type {
  AskResponse,
  FinishOutcome,
  FinishRequest,
  FinishResponse,
  ReportRequest,
  ReportResponse,
  StartRequest,
  StartedAttempt,
  StartResponse,
  UrlsRequest,
  UrlsResponse,
} from '../protocol/worker.ts';
import { callJson, HttpError } from './transfer/http.ts';
import { retried } from './transfer/retry.ts';

const PATH = '/internal/v1/attempts';
/** Shorter than the patience of a worker: another connection is tried. */
const IDLE_MS = 20_000;

/** Longer than a class may take to answer, with its time in a queue. */
const ASK_MS = 120_000;

/** The job has ended or another attempt took over: stop at once. */
export class Stopped extends Error {
  readonly code = 'stopped';
}

export const isStopped = (error: unknown): error is Stopped =>
  error instanceof Error && (error as { code?: unknown }).code === 'stopped';

/**
 * One attempt's side of the worker protocol. Transient errors are retried, and so are answers of others than the API;
 * 409 is thrown as `Stopped`.
 */
export interface Attempt {
  readonly start: StartedAttempt;
  report(request: ReportRequest): Promise<ReportResponse>;
  urls(request: UrlsRequest): Promise<UrlsResponse>;
  finish(request: FinishRequest): Promise<FinishResponse>;
  /** Asks the converter class of the job about a picture (PNG). Not retried. */
  ask(picture: Uint8Array): Promise<AskResponse>;
}

/** Exchanges the launch token for an attempt; undefined when the index has its outcome already. */
export async function startAttempt(
  base: string,
  launchToken: string,
  request: StartRequest,
): Promise<Attempt | undefined> {
  const start = (await post(base, PATH, launchToken, request)) as StartResponse;
  if ('done' in start) return undefined;
  const current = (what: string, body: unknown): Promise<unknown> =>
    post(base, `${PATH}/current/${what}`, start.token, body);
  return {
    start,
    report: async (body) => (await current('report', body)) as ReportResponse,
    urls: async (body) => (await current('urls', body)) as UrlsResponse,
    finish: async (body) => (await current('finish', body)) as FinishResponse,
    ask: async (picture) =>
      (await callJson(base, {
        method: 'POST',
        url: `${PATH}/current/ask`,
        headers: {
          'content-type': 'image/png',
          'content-length': String(picture.length),
          authorization: `Bearer ${start.token}`,
        },
        body: picture,
        idleMs: ASK_MS,
      })) as AskResponse,
  };
}

async function post(base: string, url: string, token: string, body: unknown): Promise<unknown> {
  const text = JSON.stringify(body);
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
    authorization: `Bearer ${token}`,
  };
  return await retried(async () => {
    try {
      return await callJson(base, { method: 'POST', url, headers, body: text, idleMs: IDLE_MS });
    } catch (error) {
      if (error instanceof HttpError && error.statusCode === 409)
        throw new Stopped('The job has ended, or a newer attempt replaced this one');
      throw error;
    }
  });
}

/** Keeps what is said of a document within what the protocol takes. */
export function bounded(outcome: FinishOutcome): FinishOutcome {
  if (outcome.outcome === 'failed')
    return { ...outcome, failure: { ...outcome.failure, message: outcome.failure.message.slice(0, 2000) } };
  if (outcome.outcome !== 'succeeded') return outcome;
  const warnings = outcome.warnings
    .slice(0, 10_000)
    .map((warning) => (warning.detail === undefined ? warning : { ...warning, detail: warning.detail.slice(0, 500) }));
  return { ...outcome, warnings };
}
