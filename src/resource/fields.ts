import { JOB_STATES, OCR_MODES, STAGES } from './choices.ts';
import { FAILURE_CODES } from '../failures/failure.ts';

/**
 * A field of a job that both the custom resource and the REST interface have. Both schemas are made from this, so that
 * what one accepts the other accepts. Where the interface leaves a bound open, it is chosen here.
 */
export interface Field {
  readonly type: 'string' | 'integer' | 'boolean' | 'time';
  readonly enum?: readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Description for `kubectl explain`. */
  readonly resource: string;
  /** Description for the OpenAPI document. */
  readonly rest?: string;
}

/** The largest integer that every JSON parser keeps. */
export const INT53 = Number.MAX_SAFE_INTEGER;

const count = { type: 'integer', minimum: 0, maximum: INT53 } as const;

/** An absolute HTTP or HTTPS URL. */
export const WEB_ADDRESS = '^[hH][tT][tT][pP][sS]?://';

/** The source and the options of a job: `spec`, and the body of createJob. */
export const REQUEST_FIELDS = {
  documentId: {
    type: 'string',
    minLength: 1,
    maxLength: 256,
    resource: 'The documentId returned by createUpload. Required if type is `document`.',
    rest: 'ID of an uploaded source document.',
  },
  fileUrl: {
    type: 'string',
    minLength: 1,
    maxLength: 4096,
    pattern: WEB_ADDRESS,
    resource:
      'An HTTP or HTTPS URL. Required if type is `external`. Private, loopback and link-local addresses are refused.',
    rest: 'URL of the document.',
  },
  fileName: {
    type: 'string',
    maxLength: 512,
    resource: 'The file name of the document, if type is `external`. Defaults to `document`.',
    rest: 'File name of the document. Defaults to `document`.',
  },
  capabilityVersion: {
    type: 'string',
    minLength: 1,
    maxLength: 16,
    resource: 'The capability version, which determines the rate card. Defaults to `1`.',
    rest: 'Capability version that the conversion is pinned to.',
  },
  includeImages: {
    type: 'boolean',
    resource:
      'If true, stores each image of the document as an artifact that the Markdown links to. If false, images are not stored.',
    rest: 'If true, stores each image as a separate artifact. If false, images are not stored.',
  },
  emphasis: {
    type: 'boolean',
    resource: 'If false, bold and italic text of PDFs and scans is written without marks. Defaults to true.',
    rest: 'If false, bold and italic text of PDFs and scans is written without marks. Defaults to true.',
  },
  pageMarkers: {
    type: 'boolean',
    resource: 'If true, a line such as `<!-- page 3 -->` stands before the first block of each page.',
    rest: 'If true, a line such as `<!-- page 3 -->` stands before the first block of each page.',
  },
  chunkSize: {
    type: 'integer',
    minimum: 200,
    maximum: 100_000,
    resource: 'The largest number of characters of a chunk, if outputs has `chunks`. Defaults to 2000.',
    rest: 'Largest number of characters of a chunk, if outputs has chunks. Defaults to 2000.',
  },
  forceRefresh: {
    type: 'boolean',
    resource: 'If true, converts the document even if a cached result for the same document and options exists.',
    rest: 'If true, bypasses the document cache and converts the document again.',
  },
  allowPartial: {
    type: 'boolean',
    resource:
      'If true, converts as many pages as the available credits cover instead of waiting for more credits. To convert the rest, start another job at nextStartPage.',
    rest: 'If true, converts as many pages as the available credits cover instead of returning 402.',
  },
  startPage: {
    type: 'integer',
    minimum: 1,
    maximum: 100_000,
    resource: 'The first page to convert, starting at 1. To convert the rest of a partial job, use its nextStartPage.',
    rest: 'First page to convert, starting at 1. To convert the rest of a partial job, use its nextStartPage.',
  },
  endPage: {
    type: 'integer',
    minimum: 1,
    maximum: 100_000,
    resource: 'The last page to convert. Defaults to the last page of the document.',
    rest: 'Last page to convert. Defaults to the last page of the document.',
  },
  contentHash: {
    type: 'string',
    minLength: 1,
    maxLength: 80,
    pattern: '^sha256:[0-9a-fA-F]{64}$',
    resource:
      'The SHA-256 checksum of the document, as `sha256:<hex>`. If the document has a different checksum, the job fails.',
    rest: 'SHA-256 checksum of the document, in the form sha256:<hex>. If the document has a different checksum, the job fails with content_hash_mismatch.',
  },
  webhookUrl: {
    type: 'string',
    minLength: 1,
    maxLength: 4096,
    pattern: WEB_ADDRESS,
    resource:
      'An HTTP or HTTPS URL that receives a signed POST request when the job has ended. Preview: delivery may change, and the status remains authoritative.',
    rest: 'HTTP or HTTPS URL that receives a signed POST request when the job has ended. Preview: continue to poll getJob.',
  },
} as const satisfies Record<string, Field>;

const OCR_MODE =
  'Which pages are read by OCR. `auto`: pages without usable text, and pages whose text layer does not match what they show. `force`: all pages of PDFs and images. `off`: none. Defaults to `auto`.';
const OCR_LANGUAGES =
  'Tesseract language codes, such as `eng`, or `auto` for all whose data is installed. Each page is read in the one that suits it best. Defaults to the languages of the service.';
/** How OCR is used: `spec.ocr`. createJob of the interface has none of it, and means `auto`. */
export const OCR_FIELDS = {
  mode: {
    type: 'string',
    enum: OCR_MODES,
    resource: OCR_MODE,
    rest: OCR_MODE,
  },
  languages: {
    type: 'string',
    minLength: 2,
    maxLength: 32,
    pattern: '^[A-Za-z][A-Za-z0-9_]{1,31}$',
    resource: OCR_LANGUAGES,
    rest: OCR_LANGUAGES,
  },
} as const satisfies Record<string, Field>;

/** The password of a document: over REST itself, in the resource by the Secret that has it. */
export const PASSWORD_FIELD = {
  type: 'string',
  minLength: 1,
  maxLength: 1024,
  resource:
    'The password of an encrypted PDF, OOXML or XLS document, in a Secret of this namespace. The Secret needs the type `scriptorium.dev/password` and the label `scriptorium.dev/workspace` with the workspace of the job.',
  rest: 'Password of an encrypted PDF, OOXML or XLS document. A field of a form, never a query parameter. Kept encrypted until the job has ended.',
} as const satisfies Field;

/** Where `spec.passwordSecretRef` leads. */
export const PASSWORD_REF_FIELDS = {
  name: {
    type: 'string',
    minLength: 1,
    maxLength: 253,
    pattern: '^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$',
    resource: 'The name of the Secret.',
  },
  key: {
    type: 'string',
    minLength: 1,
    maxLength: 253,
    pattern: '^[-._a-zA-Z0-9]+$',
    resource: 'The key within the Secret. Defaults to `password`.',
  },
} as const satisfies Record<string, Field>;

/** An item of `status.warnings`: a doubt about the result. */
export const WARNING_FIELDS = {
  kind: { type: 'string', maxLength: 64, resource: 'The kind of warning, in kebab-case. Stable.' },
  pages: { type: 'string', maxLength: 4096, resource: 'The pages that the warning is about, such as `2-3,7`.' },
  count: { ...count, resource: 'How many times in the document.' },
  message: { type: 'string', maxLength: 1024, resource: 'The warning as a sentence.' },
} as const satisfies Record<string, Field>;

/** How the job stands: `status`, and the answer of getJob. */
export const RESULT_FIELDS = {
  state: {
    type: 'string',
    enum: JOB_STATES,
    resource:
      'The status of the job, as in the REST API. input_required means that the workspace does not have enough credits.',
  },
  stage: {
    type: 'string',
    enum: STAGES,
    resource: 'The current phase of the state.',
    rest: 'The phase within the current status.',
  },
  progress: {
    type: 'integer',
    minimum: 0,
    maximum: 100,
    resource: 'Progress of the stage, in percent.',
    rest: 'Progress within the stage.',
  },
  message: {
    type: 'string',
    maxLength: 4096,
    resource: 'Human-readable progress, such as `18 of 42 pages`.',
    rest: 'Human-readable status.',
  },
  cached: {
    type: 'boolean',
    resource: 'True if the result was copied from an earlier job with the same document and options.',
    rest: 'True if the result was copied from the document cache.',
  },
  partial: {
    type: 'boolean',
    resource: 'True if the job converted only the pages that the credits covered.',
    rest: 'True if the job converted only the pages that the credits covered.',
  },
  nextStartPage: {
    type: 'integer',
    minimum: 2,
    resource: 'The first page that is not yet converted. Set on partial jobs.',
    rest: 'The first page that is not yet converted. Present on partial jobs.',
  },
  errorCode: {
    type: 'string',
    enum: FAILURE_CODES,
    resource: 'Why the job failed, as a stable machine-readable code. Set if state is failed.',
    rest: 'Stable machine-readable code. Present if status is failed.',
  },
  error: {
    type: 'string',
    maxLength: 4096,
    resource: 'Why the job failed, as a message for the user. Set if state is failed.',
    rest: 'Why the job failed. Present if status is failed.',
  },
  startedAt: {
    type: 'time',
    resource: 'When the first converter started.',
    rest: 'When the first converter started.',
  },
  finishedAt: {
    type: 'time',
    resource: 'When the job ended.',
    rest: 'When the job ended.',
  },
  updatedAt: {
    type: 'time',
    resource: 'When the state last changed.',
    rest: 'Last status change.',
  },
} as const satisfies Record<string, Field>;

/** The usage of the job, in natural units. */
export const USAGE_FIELDS = {
  inputBytes: {
    ...count,
    resource: 'Size of the document in bytes.',
    rest: 'Size of the source document in bytes.',
  },
  discoveredPages: {
    ...count,
    resource: 'Number of pages of the whole document.',
    rest: 'Pages detected in the source.',
  },
  ocrPages: {
    ...count,
    resource: 'Number of pages that were read by OCR.',
    rest: 'Pages that required OCR.',
  },
  outputBytes: {
    ...count,
    resource: 'Size of all artifacts in bytes.',
    rest: 'Size of all artifacts in bytes.',
  },
  durationMs: {
    ...count,
    resource: 'Time from the start of the first converter to the end of the job, in milliseconds.',
    rest: 'Wall-clock processing time in milliseconds.',
  },
} as const satisfies Record<string, Field>;

/** Pages, from 1 and inclusive. */
export const PAGE_RANGE_FIELDS = {
  start: {
    type: 'integer',
    minimum: 1,
    resource: 'First page.',
  },
  end: {
    type: 'integer',
    minimum: 1,
    resource: 'Last page.',
  },
} as const satisfies Record<string, Field>;
