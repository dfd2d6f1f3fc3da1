import { FAILURES, type CodeHelp } from '../../failures/failure.ts';
import { REQUEST_FIELDS, USAGE_FIELDS } from '../../resource/fields.ts';
import { ERROR_CODES } from '../error-codes.ts';
import { requestSchema, resultSchemas } from './fields.ts';
import { closed, credits, listed, ref, text } from './json-schema.ts';

const checksum = requestSchema(REQUEST_FIELDS.contentHash, {
  examples: ['sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
});
export const contentHash = {
  content_hash: checksum,
  contentHash: { ...checksum, description: 'Alias of content_hash. If you set both, they must be equal.' },
} as const;

export const idempotencyKey = text('Same as the Idempotency-Key header. If you set both, they must be equal.', {
  maxLength: 1024,
  examples: ['order-4711'],
});
export const capabilityVersion = requestSchema(REQUEST_FIELDS.capabilityVersion, { enum: ['1'], default: '1' });
export const operation = {
  type: 'string',
  enum: ['convert'],
  default: 'convert',
  description: 'The operation to run on the document.',
} as const;
export const startPage = requestSchema(REQUEST_FIELDS.startPage);
export const includeImages = requestSchema(REQUEST_FIELDS.includeImages, { default: false });

const documentSource = closed(
  'A document uploaded through createUpload.',
  {
    type: { type: 'string', const: 'document' },
    documentId: requestSchema(REQUEST_FIELDS.documentId),
  },
  ['type', 'documentId'],
  { examples: [{ type: 'document', documentId: 'doc_01kbm3v7q4t2c9x5h8r6w1n0ey' }] },
);
const externalSource = closed(
  'A document that the service fetches from a public HTTP or HTTPS URL.',
  {
    type: { type: 'string', const: 'external' },
    fileUrl: requestSchema(REQUEST_FIELDS.fileUrl, { format: 'uri' }),
    fileName: requestSchema(REQUEST_FIELDS.fileName),
  },
  ['type', 'fileUrl'],
  { examples: [{ type: 'external', fileUrl: 'https://example.com/report.pdf', fileName: 'report.pdf' }] },
);
/** Of a request and of a job. */
export const source = ref<{ readonly oneOf: readonly [typeof documentSource, typeof externalSource] }>('Source');

const describeCodes = <C extends string>(codes: Readonly<Record<C, CodeHelp>>) =>
  Object.fromEntries(
    Object.entries<CodeHelp>(codes).map(([code, { meaning, remedy }]) => [code, `${meaning} ${remedy}`]),
  ) as Record<C, string>;

const usageSchema = closed(
  'Usage in pages, bytes and milliseconds, never in credits or currency.',
  resultSchemas(USAGE_FIELDS),
  [],
);
export const usage = ref<typeof usageSchema>('Usage');
const errorCodeSchema = listed(
  'Stable machine-readable code of an error: decide by it, and show the message. Later versions may add codes.',
  describeCodes(ERROR_CODES),
);
export const errorCode = ref<typeof errorCodeSchema>('ErrorCode');
const failureCodeSchema = listed(
  'Why the job failed, as a stable machine-readable code. Later versions may add codes.',
  describeCodes(FAILURES),
);
export const failureCode = ref<typeof failureCodeSchema>('FailureCode');

export const commonSchemas = {
  Usage: usageSchema,
  ErrorCode: errorCodeSchema,
  FailureCode: failureCodeSchema,
  DocumentSource: documentSource,
  ExternalSource: externalSource,
  Source: {
    type: 'object',
    required: ['type'],
    discriminator: { propertyName: 'type' },
    description: 'The input of a job: an uploaded document or an external URL.',
    oneOf: [ref('DocumentSource'), ref('ExternalSource')],
  },
  ApiError: closed(
    'An error.',
    {
      error: { type: 'string', description: 'Message for the user.' },
      code: errorCode,
    },
    ['error'],
    { examples: [{ error: 'fileName is required.', code: 'invalid_request' }] },
  ),
  PaymentRequiredError: closed(
    'The workspace does not have enough credits.',
    {
      error: { type: 'string', description: 'Message for the user.' },
      code: { type: 'string', enum: ['insufficient_credits'], description: 'Stable machine-readable code.' },
      quote: ref('Quote'),
      topUpPath: { type: 'string', description: 'Path or URL where you can add credits.' },
      requiredCredits: credits('Credits needed to start the job. They are reserved, not charged.'),
      availableCredits: credits('Credits that the workspace has available.'),
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
    'The document exceeds the page limit of a conversion. No credits were reserved; the job is kept with status failed.',
    {
      error: { type: 'string', description: 'Message for the user.' },
      code: { type: 'string', const: 'document_too_large' },
      maxPages: { type: 'integer', exclusiveMinimum: 0, description: 'Maximum number of pages of a conversion.' },
      estimatedPages: {
        type: 'integer',
        exclusiveMinimum: 0,
        description: 'Number of pages of the document, if known.',
      },
      jobId: { type: 'string', description: 'ID of the refused job.' },
    },
    ['error', 'code', 'maxPages'],
    {
      examples: [
        {
          error: 'The document has 1200 pages, which exceeds the limit of 1000.',
          code: 'document_too_large',
          maxPages: 1000,
          estimatedPages: 1200,
          jobId: 'job-01kbm3v7q4t2c9x5h8r6w1n0ey',
        },
      ],
    },
  ),
};
