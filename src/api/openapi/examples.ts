import type { ErrorCode } from '../error-codes.ts';

/** The facts that the example of an operation's error depends on. */
export interface Answering {
  readonly id: string;
  readonly scope: string;
  /** Where an unknown ID in the path or query leads to 404. */
  readonly missing?: string;
}

interface ErrorBody {
  readonly error: string;
  readonly code: ErrorCode;
}

/** The likely error in a request of each operation; one without a body or options gets a wrong ID. */
const WRONG_REQUESTS: Readonly<Record<string, string>> = {
  convert: 'The request has no document. Send a file, as in curl -F file=@report.pdf, or set url.',
  createUpload: 'fileName is required.',
  createJob: 'source is required.',
  createQuote: 'source is required.',
  getReceiptByJobId: 'The query parameter jobId is required and must appear only once.',
  listJobs: 'limit must be <= 100.',
  deleteJobs: 'jobIds is required.',
  retryJobs: 'jobIds is required.',
  createBatch: 'source is required.',
  cancelJob: 'The Idempotency-Key header must be 1 to 1024 characters long.',
};

/** An error that this operation answers with this status, in the words of the service. */
export function errorExample(status: number, { id, scope, missing }: Answering): ErrorBody {
  const { code, error } = COMMON[status] ?? COMMON[400]!;
  if (status === 400) return { error: WRONG_REQUESTS[id] ?? error, code };
  if (status === 403) return { error: `The API key does not have the scope ${scope}.`, code };
  if (status === 404 && missing !== undefined) return { error: `The ${missing} was not found.`, code };
  return { error, code };
}

const COMMON: Readonly<Record<number, ErrorBody>> = {
  400: { error: 'The request is invalid.', code: 'invalid_request' },
  401: { error: 'The API key is invalid.', code: 'unauthorized' },
  403: { error: '', code: 'insufficient_scope' },
  404: { error: 'This path does not exist.', code: 'not_found' },
  409: { error: 'The job has not finished. Cancel it before you delete it.', code: 'job_not_finished' },
  422: {
    error:
      'The server of this URL does not report a file size, so the conversion cannot be quoted. You can still create a job for it.',
    code: 'size_unknown',
  },
  429: { error: 'Too many requests. Wait for the time in the Retry-After header.', code: 'rate_limited' },
  503: { error: 'The service is temporarily unavailable. Try again later.', code: 'unavailable' },
};

/** The object that an operation asks for by its parameters, as its 404 names it. */
export function nameMissing(operation: { readonly id: string; readonly params: Readonly<Record<string, string>> }): {
  readonly missing?: string;
} {
  if (operation.id === 'createJob' || operation.id === 'createQuote') return { missing: 'document' };
  if (operation.id === 'getReceiptByJobId') return { missing: 'receipt' };
  const [name] = Object.keys(operation.params);
  return name === undefined ? {} : { missing: name.replace(/Id$/, '') };
}
