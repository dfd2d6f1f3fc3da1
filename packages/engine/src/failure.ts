/**
 * Why a document could not be converted: the document's or its sender's fault, never retried. The code is the same in
 * the resource's condition, the REST body, the log and the metric.
 */
export const FAILURE_CODES = [
  'unsupported_format',
  'corrupt_document',
  'password_protected',
  'wrong_password',
  'start_page_out_of_range',
  'limit_exceeded',
  'conversion_failed',
] as const;

export type FailureCode = (typeof FAILURE_CODES)[number];

/** A failure travels as an exception inside the room and as data (`code`, `message`) outside of it. */
export class Failure extends Error {
  readonly code: FailureCode;
  readonly page: number | undefined;

  constructor(code: FailureCode, message: string, page?: number) {
    super(message);
    this.name = 'Failure';
    this.code = code;
    this.page = page;
  }
}

/**
 * An error of a library that read a document, as the document's fault in our words. The library's own are for people
 * who know it, and stay in `cause`.
 */
export const unreadable = (message: string, cause: unknown, page?: number): Failure =>
  Object.assign(new Failure('corrupt_document', message, page), { cause });

/** True for a document's failure; anything else that is thrown is an error of ours. */
export function isFailure(error: unknown): error is Failure {
  return error instanceof Error && FAILURE_CODES.includes((error as { code?: unknown }).code as FailureCode);
}

export const passwordNeeded = (): Failure =>
  new Failure('password_protected', 'The document is password-protected, and no password was given.');
export const wrongPassword = (): Failure => new Failure('wrong_password', 'The password does not open the document.');
