import type { ErrorCode } from './error-codes.ts';

/** Of the services inside a cluster, which no client meets. */
type InternalCode = 'forbidden' | 'stopped';

/** An answer that is not a success, thrown from anywhere in a request and written by the one error sink. */
export class Problem extends Error {
  readonly status: number;
  readonly code: ErrorCode | InternalCode;
  readonly details: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: ErrorCode | InternalCode,
    message: string,
    more: {
      readonly details?: Readonly<Record<string, unknown>>;
      readonly headers?: Readonly<Record<string, string>>;
    } = {},
  ) {
    super(message);
    this.name = 'Problem';
    this.status = status;
    this.code = code;
    this.details = more.details ?? {};
    this.headers = more.headers ?? {};
  }
}

export const invalidRequest = (message: string): Problem => new Problem(400, 'invalid_request', message);
export const unauthorized = (message: string): Problem =>
  new Problem(401, 'unauthorized', message, { headers: { 'WWW-Authenticate': 'Bearer' } });
export const notFound = (what: string): Problem => new Problem(404, 'not_found', `The ${what} was not found.`);
export const unavailable = (
  retryAfterSeconds = 1,
  message = 'The service is temporarily unavailable. Try again later.',
): Problem => new Problem(503, 'unavailable', message, { headers: { 'Retry-After': String(retryAfterSeconds) } });

/** The workspace or key asks too much of what the service gives for nothing. */
export const tooMany = (message: string, retryAfterSeconds: number): Problem =>
  new Problem(429, 'rate_limited', message, { headers: { 'Retry-After': String(retryAfterSeconds) } });
