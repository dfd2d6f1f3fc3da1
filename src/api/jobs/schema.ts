import { FAILURE_CODES } from '../../job/failure.ts';
import {
  capabilityVersion,
  contentHash,
  idempotencyKey,
  includeImages,
  operation,
  startPage,
} from '../schema/common.ts';
import { closed, ref, text, timestamp, webAddress, type JsonSchema } from '../schema/json-schema.ts';

const forceRefresh: JsonSchema = {
  type: 'boolean',
  description: 'True bypasses the document cache and performs a full conversion.',
};

const job = {
  id: text('Id of the job.'),
  operation: { type: 'string', enum: ['convert'] },
  capabilityVersion: text('Pinned capability version.'),
  status: {
    type: 'string',
    enum: ['queued', 'running', 'input_required', 'succeeded', 'failed', 'canceled', 'expired'],
  },
  source: ref('Source'),
  fileSource: { type: 'string', enum: ['managed', 'external'] },
  includeImages: { type: 'boolean' },
  cached: { type: 'boolean', description: 'True when the results came from the content-hash cache.' },
  createdAt: timestamp('Creation time.'),
  updatedAt: timestamp('Last status change.'),
  startedAt: timestamp('When the first process began.'),
  finishedAt: timestamp('When the job ended.'),
  error: { type: 'string', description: 'Present when status is failed.' },
  errorCode: {
    type: 'string',
    enum: FAILURE_CODES,
    description: 'Stable machine code, present when status is failed.',
  },
  idempotencyKey: { type: 'string' },
  usage: ref('Usage'),
  stage: {
    type: 'string',
    enum: ['preparing', 'converting', 'finalizing', 'complete', 'error'],
    description: 'The phase within the current status.',
  },
  stageProgress: { type: 'number', minimum: 0, maximum: 100, description: 'Progress within the stage.' },
  message: { type: 'string', description: 'Human-readable status.' },
  pageRange: closed(
    'Pages this job converted, 1-based and inclusive, when known.',
    {
      start: { type: 'integer', minimum: 1 },
      end: { type: 'integer', minimum: 1 },
    },
    ['start', 'end'],
  ),
  partial: { type: 'boolean', description: 'True when the job stopped at the pages its credits covered.' },
  nextStartPage: {
    type: 'integer',
    minimum: 2,
    description: 'Present on partial jobs: the first page not yet converted.',
  },
  estimatedTotalPages: {
    type: 'integer',
    minimum: 0,
    description: 'Page count read from the file before converting, when it could be read.',
  },
} satisfies Record<string, JsonSchema>;

export const jobSchemas: Readonly<Record<string, JsonSchema>> = {
  CreateJobRequest: closed(
    'What to convert. Only source has to be sent; the others take their defaults.',
    {
      operation,
      capabilityVersion,
      source: ref('Source'),
      includeImages,
      force_refresh: forceRefresh,
      forceRefresh: { ...forceRefresh, description: 'Alias of force_refresh. Both given and different: 400.' },
      allowPartial: {
        type: 'boolean',
        description: 'True converts as many pages as the credits cover instead of answering 402.',
      },
      startPage,
      ...contentHash,
      idempotencyKey,
      webhookUrl: text(
        'An http or https address that gets a signed POST when the job has ended. A preview: polling stays the contract.',
        { ...webAddress, maxLength: 2048 },
      ),
    },
    ['source'],
    {
      examples: [
        { source: { type: 'document', documentId: 'doc_01kbm3v7q4t2c9x5h8r6w1n0ey' }, includeImages: true },
        { source: { type: 'external', fileUrl: 'https://example.com/report.pdf' }, allowPartial: true },
      ],
    },
  ),
  WebhookEvent: closed(
    'A preview. What webhookUrl is sent when the job has ended.',
    {
      type: {
        type: 'string',
        enum: ['job.succeeded', 'job.failed', 'job.canceled'],
        description: 'How the job ended; a partial job succeeded.',
      },
      timestamp: timestamp('When the job ended.'),
      data: ref('Job'),
    },
    ['type', 'timestamp', 'data'],
    {
      examples: [
        {
          type: 'job.succeeded',
          timestamp: '2026-11-21T09:00:04.000Z',
          data: {
            id: 'job-01kbm3v7q4t2c9x5h8r6w1n0ey',
            operation: 'convert',
            capabilityVersion: '1',
            status: 'succeeded',
            source: { type: 'document', documentId: 'doc_01kbm3v7q4t2c9x5h8r6w1n0ey' },
            fileSource: 'managed',
            includeImages: true,
            createdAt: '2026-11-21T09:00:00.000Z',
            updatedAt: '2026-11-21T09:00:04.000Z',
            startedAt: '2026-11-21T09:00:01.000Z',
            finishedAt: '2026-11-21T09:00:04.000Z',
            stage: 'complete',
            stageProgress: 100,
            message: '42 of 42 pages converted.',
            pageRange: { start: 1, end: 42 },
            estimatedTotalPages: 42,
          },
        },
      ],
    },
  ),
  CancelJobRequest: closed('Nothing has to be sent.', { idempotencyKey }, [], { examples: [{}] }),
  Job: closed(
    'One conversion.',
    job,
    ['id', 'operation', 'capabilityVersion', 'status', 'source', 'createdAt', 'updatedAt'],
    {
      examples: [
        {
          id: 'job-01kbm3v7q4t2c9x5h8r6w1n0ey',
          operation: 'convert',
          capabilityVersion: '1',
          status: 'running',
          source: { type: 'document', documentId: 'doc_01kbm3v7q4t2c9x5h8r6w1n0ey' },
          fileSource: 'managed',
          includeImages: true,
          createdAt: '2026-11-21T09:00:00.000Z',
          updatedAt: '2026-11-21T09:00:01.000Z',
          startedAt: '2026-11-21T09:00:01.000Z',
          stage: 'converting',
          stageProgress: 42,
          message: '18 of 42 pages',
          pageRange: { start: 1, end: 42 },
          estimatedTotalPages: 42,
        },
      ],
    },
  ),
};
