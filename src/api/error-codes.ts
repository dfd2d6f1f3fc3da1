import { FAILURES, type CodeHelp, type FailureCode } from '../failures/failure.ts';

interface ApiErrorHelp extends CodeHelp {
  readonly status: number;
}

/** Every code of the public API that is not one of a failed job (`src/failures/failure.ts`), by status. */
const API_ERRORS = {
  invalid_request: {
    status: 400,
    meaning: 'A field is missing or wrong; the message names it.',
    remedy: 'Correct the request.',
  },
  idempotency_key_reused: {
    status: 400,
    meaning: 'The key was used for another request within 24 hours.',
    remedy: 'Use a new key for a new request.',
  },
  unauthorized: {
    status: 401,
    meaning: 'The API key is missing, unknown or revoked.',
    remedy: 'Send `Authorization: Bearer KEY`.',
  },
  insufficient_credits: {
    status: 402,
    meaning: 'The workspace has fewer credits than the job would hold.',
    remedy: 'Add credits, or set `allowPartial`; then repeat the request with the same idempotency key.',
  },
  insufficient_scope: {
    status: 403,
    meaning: 'The API key does not have the scope.',
    remedy: 'Create a key with the scope that the message names.',
  },
  not_found: {
    status: 404,
    meaning: 'The workspace has no such job, document, artifact, quote or receipt. A quote also ends after an hour.',
    remedy: 'Check the ID, and that the key is of the same workspace.',
  },
  method_not_allowed: { status: 405, meaning: 'The path does not support the method.', remedy: 'See `Allow`.' },
  job_not_finished: {
    status: 409,
    meaning: 'Results of an unfinished job cannot be deleted.',
    remedy: 'Cancel the job first.',
  },
  body_too_large: {
    status: 413,
    meaning: 'The file is larger than the limit.',
    remedy: 'Split the document, or raise `SCRIPTORIUM_MAX_UPLOAD_MIB`.',
  },
  size_unknown: {
    status: 422,
    meaning: 'The server of the URL does not say how large the file is, so it cannot be quoted.',
    remedy: 'Create the job without a quote.',
  },
  canceled: {
    status: 422,
    meaning: 'The job of this `POST /convert` was canceled.',
    remedy: 'Send the file again with a new idempotency key.',
  },
  expired: {
    status: 422,
    meaning: 'The results of the job of this `POST /convert` were deleted.',
    remedy: 'Send the file again with a new idempotency key.',
  },
  rate_limited: {
    status: 429,
    meaning: 'Too many requests, or too many unfinished jobs.',
    remedy: 'Wait for `Retry-After`, then repeat the request.',
  },
  internal_error: {
    status: 500,
    meaning: 'A fault of the service.',
    remedy: 'Repeat the request; report it with the request ID.',
  },
  unavailable: {
    status: 503,
    meaning: 'A store is not available, or the service is starting.',
    remedy: 'Wait for `Retry-After`, then repeat the request with the same idempotency key.',
  },
  not_finished: {
    status: 504,
    meaning: 'An endpoint for clients of other services waited for too long; the job continues.',
    remedy: 'Look the job up by the ID in the message.',
  },
} as const satisfies Readonly<Record<string, ApiErrorHelp>>;

export type ErrorCode = keyof typeof API_ERRORS | FailureCode;

/** Every code that a client can meet, with what it means and what to do. */
export const ERROR_CODES: Readonly<Record<ErrorCode, CodeHelp>> = { ...API_ERRORS, ...FAILURES };

/** Codes of failed jobs that are also the code of a response, before there is a job. */
const FAILURES_AS_RESPONSES: readonly (readonly [status: number, code: FailureCode])[] = [
  [400, 'upload_missing'],
  [400, 'limit_exceeded'],
  [413, 'document_too_large'],
];

/** Rows of a table of responses, by status. */
export const RESPONSE_ROWS: readonly (CodeHelp & { readonly status: number; readonly code: ErrorCode })[] = [
  ...Object.entries(API_ERRORS).map(([code, help]) => ({ ...help, code: code as ErrorCode })),
  ...FAILURES_AS_RESPONSES.map(([status, code]) => ({ status, code, ...FAILURES[code] })),
].sort((a, b) => a.status - b.status);
