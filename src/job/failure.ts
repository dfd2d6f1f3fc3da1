/**
 * Every `errorCode` of a failed job. The first five come from the converters (`src/convert/failure.ts` has the same
 * names), the rest from the service around them.
 */
export const FAILURE_CODES = [
  'unsupported_format',
  'corrupt_document',
  'password_protected',
  'start_page_out_of_range',
  'limit_exceeded',
  'document_too_large',
  'fetch_failed',
  'fetch_refused',
  'content_hash_mismatch',
  'conversion_timeout',
  'out_of_memory',
  'credits_required',
  'stranded_running',
  'conversion_failed',
  'upload_missing',
  'workspace_unknown',
] as const;

export type FailureCode = (typeof FAILURE_CODES)[number];

/** The document's or the user's fault: data, never retried. */
export interface JobFailure {
  readonly code: FailureCode;
  /** One clear sentence for the user. */
  readonly message: string;
}

/** A code as a condition's or an event's reason: `password_protected` is `PasswordProtected`. */
export const camelCase = (code: string): string =>
  code.replaceAll(/(^|_)([a-z])/g, (_all, _mark, letter: string) => letter.toUpperCase());
