/** The meaning of each stable code and what to do, as sentences for clients. */
export interface CodeHelp {
  readonly meaning: string;
  readonly remedy: string;
}

/**
 * Every `errorCode` of a failed job. The first ones come from the converters (`packages/engine/src/failure.ts` has the
 * same names), the rest from the service around them. `docs/errors.md` and the descriptions of the API are made from
 * this.
 */
export const FAILURES = {
  unsupported_format: {
    meaning: 'The format is not supported; the message names it.',
    remedy: 'Save the document in a supported format.',
  },
  corrupt_document: {
    meaning: 'The file is damaged, or was not uploaded completely.',
    remedy: 'Open and save it in its application.',
  },
  password_protected: {
    meaning: 'The document needs a password, and none was given; or its encryption is not supported.',
    remedy: 'Send its password, or save the document without one.',
  },
  wrong_password: { meaning: 'The password does not open the document.', remedy: 'Send the right one.' },
  start_page_out_of_range: {
    meaning: '`startPage` is after the last page.',
    remedy: 'Use a smaller `startPage`.',
  },
  limit_exceeded: {
    meaning: 'The document is larger than a limit, or expands to more than one: archives, images, cells or nesting.',
    remedy: 'Split the document. For uploads, `SCRIPTORIUM_MAX_UPLOAD_MIB` is the limit.',
  },
  document_too_large: {
    meaning: 'The document has more pages than the limit; no credits were held.',
    remedy: 'Split the document, or raise `SCRIPTORIUM_MAX_PAGES`.',
  },
  fetch_failed: { meaning: 'The URL did not return a file.', remedy: 'Open the URL; the message has its status.' },
  fetch_refused: {
    meaning: 'The URL leads to an address that is not public.',
    remedy: 'Upload the file instead.',
  },
  content_hash_mismatch: {
    meaning: 'The document has another checksum than the request says.',
    remedy: 'Upload the file again.',
  },
  conversion_timeout: {
    meaning: 'A range of pages took longer than `SCRIPTORIUM_RANGE_SECONDS`.',
    remedy: 'Convert fewer pages, or raise the limit.',
  },
  out_of_memory: {
    meaning: 'A range of pages needed more than `SCRIPTORIUM_RANGE_MEMORY_MIB`.',
    remedy: 'Convert fewer pages, or raise the limit.',
  },
  credits_required: {
    meaning: 'A job waited a day for credits.',
    remedy: 'Add credits, then create the job again.',
  },
  stranded_running: {
    meaning: 'The converter disappeared, and so did each retry.',
    remedy: 'Create the job again; if it fails again, see the log.',
  },
  conversion_failed: {
    meaning: 'The converter crashed on this document.',
    remedy: 'Report the document if you can share it.',
  },
  upload_missing: {
    meaning: 'The document has not been uploaded.',
    remedy: 'PUT the file to `uploadUrl`, then repeat the request.',
  },
  workspace_unknown: {
    meaning: 'The workspace of a job created with kubectl does not exist.',
    remedy: 'Grant credits to the workspace.',
  },
  password_unavailable: {
    meaning:
      'The Secret of `passwordSecretRef` is missing or unsuitable, or the service secret has changed since the job began.',
    remedy: 'Correct the Secret, or send the password again.',
  },
} as const satisfies Readonly<Record<string, CodeHelp>>;

export type FailureCode = keyof typeof FAILURES;

export const FAILURE_CODES = Object.keys(FAILURES) as readonly FailureCode[];

/** The document's or the user's fault: data, never retried. */
export interface JobFailure {
  readonly code: FailureCode;
  /** One clear sentence for the user. */
  readonly message: string;
}

/** A code as a condition's or an event's reason: `password_protected` is `PasswordProtected`. */
export const camelCase = (code: string): string =>
  code.replaceAll(/(^|_)([a-z])/g, (_all, _mark, letter: string) => letter.toUpperCase());
