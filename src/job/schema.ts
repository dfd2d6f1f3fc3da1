import { FAILURE_CODES } from './failure.ts';

/** The part of JSON Schema that a structural Kubernetes schema may use. */
export interface Schema {
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'boolean';
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly 'x-kubernetes-validations'?: readonly { readonly rule: string; readonly message: string }[];
  readonly 'x-kubernetes-list-type'?: 'map';
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
}

/** A workspace's name is a part of object keys, and the name of a Kubernetes resource where RBAC says who may charge it. */
export const WORKSPACE = '^[a-z0-9]([a-z0-9.-]{0,61}[a-z0-9])?$';

const INT53 = 9007199254740991;
const text = (description: string, maxLength: number, more: Partial<Schema> = {}): Schema => ({
  type: 'string',
  maxLength,
  description,
  ...more,
});
const integer = (description: string, minimum = 0, maximum = INT53): Schema => ({
  type: 'integer',
  format: 'int64',
  minimum,
  maximum,
  description,
});
const flag = (description: string): Schema => ({ type: 'boolean', description });
const time = (description: string): Schema => ({ type: 'string', format: 'date-time', maxLength: 64, description });
const object = (description: string, properties: Record<string, Schema>, required: readonly string[] = []): Schema => ({
  type: 'object',
  description,
  properties,
  ...(required.length > 0 ? { required } : {}),
});

const source: Schema = {
  ...object(
    'The document to convert: an upload of the workspace, or a URL that the service fetches.',
    {
      type: {
        type: 'string',
        enum: ['document', 'external'],
        description: '`document` for an upload, `external` for a URL.',
      },
      documentId: text('With type `document`: the documentId that createUpload answered.', 128, { minLength: 1 }),
      fileUrl: text(
        'With type `external`: an http or https address. Private, loopback and link-local addresses are refused.',
        4096,
        { minLength: 1 },
      ),
      fileName: text('With type `external`: the name to give the document. `document` when omitted.', 512),
    },
    ['type'],
  ),
  'x-kubernetes-validations': [
    {
      rule: "self.type == 'document' ? has(self.documentId) && !has(self.fileUrl) && !has(self.fileName) : has(self.fileUrl) && !has(self.documentId)",
      message: 'exactly one source: a documentId with type document, or a fileUrl with type external',
    },
  ],
};

const fixed = [
  'workspace',
  'source',
  'capabilityVersion',
  'includeImages',
  'forceRefresh',
  'allowPartial',
  'startPage',
  'contentHash',
  'webhookUrl',
];

export const SPEC_SCHEMA: Schema = {
  ...object(
    'What to convert, and how. Nothing of it can be changed later but cancel and ttlSecondsAfterFinished.',
    {
      workspace: text(
        'The workspace whose credits pay for the conversion and whose keys can read it. A user needs the verb `charge` on `workspaces.scriptorium.dev` of this name.',
        63,
        { pattern: WORKSPACE },
      ),
      source,
      capabilityVersion: text('Version of the conversion capability, which pins the rate card; `1` when omitted.', 16, {
        minLength: 1,
      }),
      includeImages: flag(
        'True stores each image of the document as an artifact that the Markdown links to; false skips image bodies.',
      ),
      forceRefresh: flag(
        'True converts the document even when a cached result of the same bytes and options is there.',
      ),
      allowPartial: flag(
        'True converts as many pages as the workspace has credits for, instead of waiting for more credits; nextStartPage says where to go on.',
      ),
      startPage: integer(
        'The first page to convert, 1-based. Use nextStartPage of a partial job to convert the rest.',
        1,
        100_000,
      ),
      contentHash: text("The document's SHA-256 as `sha256:<hex>`. The job fails when the bytes have another.", 80, {
        pattern: '^sha256:[0-9A-Fa-f]{64}$',
      }),
      webhookUrl: text(
        'An http or https address that gets a signed POST when the job has ended. A preview: delivery may change, and the status remains what counts.',
        4096,
        { pattern: '^[hH][tT][tT][pP][sS]?://' },
      ),
      cancel: flag('Set it to true to cancel the job: its converters end, and its held credits are released.'),
      ttlSecondsAfterFinished: integer(
        "How many seconds the finished resource is kept. The job's record, artifacts and receipt outlive it.",
        0,
        31_536_000,
      ),
    },
    ['workspace', 'source'],
  ),
  'x-kubernetes-validations': [
    ...fixed.map((field) => ({
      rule: `has(self.${field}) == has(oldSelf.${field}) && (!has(self.${field}) || self.${field} == oldSelf.${field})`,
      message: `${field} cannot be changed; make another ConversionJob`,
    })),
    {
      rule: '!(has(oldSelf.cancel) && oldSelf.cancel) || (has(self.cancel) && self.cancel)',
      message: 'a cancellation cannot be taken back',
    },
  ],
};

const usage = object('Natural units of the work; not a bill.', {
  inputBytes: integer('Size of the document in bytes.'),
  discoveredPages: integer('Pages of the whole document.'),
  ocrPages: integer('Pages that were read by OCR.'),
  outputBytes: integer('Bytes of all artifacts.'),
  durationMs: integer('Milliseconds from the first process to the end.'),
});

const condition = object(
  'One observation of the job.',
  {
    type: {
      type: 'string',
      enum: ['Accepted', 'Complete', 'Failed', 'Canceled'],
      description: 'Accepted: credits are held. Complete, Failed, Canceled: how the job ended.',
    },
    status: { type: 'string', enum: ['True', 'False', 'Unknown'], description: 'Whether the condition holds.' },
    reason: text('Why, as one CamelCase word.', 128, { minLength: 1 }),
    message: text('Why, as a sentence.', 4096),
    lastTransitionTime: time('When the status of the condition last changed.'),
    observedGeneration: integer("The resource's generation that this was observed for."),
  },
  ['type', 'status', 'reason', 'lastTransitionTime'],
);

export const STATUS_SCHEMA: Schema = object('How the job stands. Written by the controller only.', {
  state: {
    type: 'string',
    enum: ['queued', 'running', 'input_required', 'succeeded', 'failed', 'canceled', 'expired'],
    description: 'The status that the REST interface shows. input_required: the workspace has too few credits.',
  },
  stage: {
    type: 'string',
    enum: ['preparing', 'converting', 'finalizing', 'complete', 'error'],
    description: 'The phase within the state.',
  },
  progress: integer('Progress within the stage, in percent.', 0, 100),
  message: text('The progress as a person reads it, such as `18 of 42 pages`.', 4096),
  source: object('What was found in the document.', {
    format: text('The detected format, such as pdf or docx.', 16),
    bytes: integer('Size in bytes.'),
    sha256: text('SHA-256 of the bytes, 64 hex digits.', 64),
    pages: integer('Pages of the whole document.'),
  }),
  pageRange: object(
    'The pages that this job converts, 1-based and inclusive.',
    { start: integer('First page.', 1), end: integer('Last page.', 1) },
    ['start', 'end'],
  ),
  completedRanges: text('The pages that are converted already, as intervals: `1-64,97-128`.', 16_384),
  usage,
  artifacts: object('What the conversion made. The list itself is an object in the store.', {
    count: integer('Number of artifacts: the Markdown and the images.'),
    bytes: integer('Their size in bytes, all together.'),
    manifest: text('Key of the list in the object store.', 1024),
  }),
  credits: object('Credits of the job.', {
    reserved: integer('Held, or once held.'),
    settled: integer('Captured at the end; 0 when the hold was released.'),
    required: integer('With state input_required: needed in all.'),
  }),
  cached: flag('True when the result was copied from an earlier job with the same document and options.'),
  partial: flag('True when the job stopped at the pages that its credits covered.'),
  nextStartPage: integer('On partial jobs: the first page that is not converted yet.', 2),
  errorCode: { type: 'string', enum: FAILURE_CODES, description: 'With state failed: why, as a stable code.' },
  error: text('With state failed: why, as a sentence.', 4096),
  startedAt: time('When the first process started.'),
  finishedAt: time('When the job ended.'),
  updatedAt: time('When the state last changed.'),
  observedGeneration: integer('The generation of the resource that this status describes.'),
  conditions: {
    type: 'array',
    maxItems: 8,
    items: condition,
    description: 'Accepted, Complete, Failed and Canceled, for `kubectl wait`.',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['type'],
  },
});
