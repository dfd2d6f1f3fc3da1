import { closed, credits, int53, ref, text, webAddress, type JsonSchema } from './json-schema.ts';

const checksum = text(
  'SHA-256 checksum of the bytes, in the form sha256:<hex>. Other bytes fail the job with content_hash_mismatch.',
  {
    pattern: '^sha256:[0-9a-fA-F]{64}$',
    examples: ['sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  },
);
export const contentHash = {
  content_hash: checksum,
  contentHash: { ...checksum, description: 'Alias of content_hash. Both given and different: 400.' },
} as const;

export const idempotencyKey = text('Same replay rule as the Idempotency-Key header. Both given and different: 400.', {
  maxLength: 1024,
  examples: ['order-4711'],
});
export const capabilityVersion = text('Version of the conversion capability that the job is pinned to.', {
  enum: ['1'],
  default: '1',
});
export const operation: JsonSchema = {
  type: 'string',
  enum: ['convert'],
  default: 'convert',
  description: 'What is done with the document.',
};
export const startPage: JsonSchema = {
  type: 'integer',
  minimum: 1,
  maximum: 100_000,
  description: 'First page to convert, 1-based. Use nextStartPage of a partial job to convert the rest.',
};
export const includeImages: JsonSchema = {
  type: 'boolean',
  default: false,
  description: 'True stores each image as an artifact of its own; false skips image bodies.',
};

export const commonSchemas: Readonly<Record<string, JsonSchema>> = {
  Usage: closed(
    'Natural units, never credits or currency.',
    {
      inputBytes: int53('Source document size in bytes.'),
      discoveredPages: int53('Pages detected in the source.'),
      ocrPages: int53('Pages that required OCR.'),
      outputBytes: int53('Produced artifact bytes.'),
      durationMs: int53('Wall-clock processing time in milliseconds.'),
    },
    [],
  ),
  DocumentSource: closed(
    'A document uploaded through createUpload.',
    {
      type: { type: 'string', const: 'document' },
      documentId: text('Id of an uploaded source document.', { maxLength: 256 }),
    },
    ['type', 'documentId'],
    { examples: [{ type: 'document', documentId: 'doc_01kbm3v7q4t2c9x5h8r6w1n0ey' }] },
  ),
  ExternalSource: closed(
    'A document that the service fetches. Only public http and https addresses.',
    {
      type: { type: 'string', const: 'external' },
      fileUrl: text('URL the server fetches.', { maxLength: 4096, ...webAddress }),
      fileName: text('Name of the file; `document` when omitted.', { minLength: 0, maxLength: 512 }),
    },
    ['type', 'fileUrl'],
    { examples: [{ type: 'external', fileUrl: 'https://example.com/report.pdf', fileName: 'report.pdf' }] },
  ),
  Source: {
    type: 'object',
    required: ['type'],
    discriminator: { propertyName: 'type' },
    description: 'The input of a job: a staged upload or an external URL.',
    oneOf: [ref('DocumentSource'), ref('ExternalSource')],
  },
  ApiError: closed(
    'What went wrong.',
    {
      error: { type: 'string', description: 'A message for the user.' },
      code: { type: 'string', description: 'Stable and machine-readable.' },
    },
    ['error'],
    { examples: [{ error: 'fileName is required.', code: 'invalid_request' }] },
  ),
  PaymentRequiredError: closed(
    'The workspace lacks credits.',
    {
      error: { type: 'string', description: 'A message for the user.' },
      code: { type: 'string', description: 'Stable and machine-readable.' },
      quote: ref('Quote'),
      topUpPath: { type: 'string', description: 'Path or URL where credits can be added.' },
      requiredCredits: credits('Credits needed to start; reserved, not final.'),
      availableCredits: credits('Credits the workspace has available.'),
    },
    ['error'],
    {
      examples: [
        {
          error: 'The conversion needs 42 credits, but 10 are available.',
          code: 'insufficient_credits',
          topUpPath: '/#credits',
          requiredCredits: 42,
          availableCredits: 10,
        },
      ],
    },
  ),
  DocumentTooLargeError: closed(
    'The document is over the ceiling of pages per conversion. Nothing was reserved; the job is kept as failed.',
    {
      error: { type: 'string', description: 'A message for the user.' },
      code: { type: 'string', const: 'document_too_large' },
      maxPages: { type: 'integer', exclusiveMinimum: 0, description: 'Pages that one conversion may have.' },
      estimatedPages: { type: 'integer', exclusiveMinimum: 0, description: 'Pages of the document, as far as known.' },
      jobId: { type: 'string', description: 'The refused job.' },
    },
    ['error', 'code', 'maxPages'],
    {
      examples: [
        {
          error: 'The document has 1200 pages; at most 1000 can be converted.',
          code: 'document_too_large',
          maxPages: 1000,
          estimatedPages: 1200,
          jobId: 'job-01kbm3v7q4t2c9x5h8r6w1n0ey',
        },
      ],
    },
  ),
};
