import { PAGE_RANGE_FIELDS, REQUEST_FIELDS, RESULT_FIELDS } from '../../resource/fields.ts';
import {
  capabilityVersion,
  contentHash,
  errorCode,
  failureCode,
  idempotencyKey,
  includeImages,
  operation,
  source,
  startPage,
  usage,
} from '../schema/common.ts';
import { requestSchema, resultSchema, resultSchemas } from '../schema/fields.ts';
import { QUEUED_JOB, RUNNING_JOB, SUCCEEDED_JOB } from './examples.ts';
import { closed, ref, text, timestamp } from '../schema/json-schema.ts';

const forceRefresh = requestSchema(REQUEST_FIELDS.forceRefresh);

const job = {
  id: text('ID of the job.'),
  operation: { type: 'string', enum: ['convert'] },
  capabilityVersion: text('Capability version that the conversion is pinned to.'),
  status: resultSchema(RESULT_FIELDS.state),
  source,
  fileSource: { type: 'string', enum: ['managed', 'external'] },
  includeImages: { type: 'boolean' },
  cached: resultSchema(RESULT_FIELDS.cached),
  createdAt: timestamp('Creation time.'),
  updatedAt: resultSchema(RESULT_FIELDS.updatedAt),
  startedAt: resultSchema(RESULT_FIELDS.startedAt),
  finishedAt: resultSchema(RESULT_FIELDS.finishedAt),
  error: resultSchema(RESULT_FIELDS.error),
  errorCode: failureCode,
  idempotencyKey: { type: 'string' },
  usage,
  stage: resultSchema(RESULT_FIELDS.stage),
  stageProgress: resultSchema(RESULT_FIELDS.progress, { type: 'number' }),
  message: resultSchema(RESULT_FIELDS.message),
  pageRange: closed(
    'Pages that this job converts, if known. Numbers start at 1 and are inclusive.',
    resultSchemas(PAGE_RANGE_FIELDS),
    ['start', 'end'],
  ),
  partial: resultSchema(RESULT_FIELDS.partial),
  nextStartPage: resultSchema(RESULT_FIELDS.nextStartPage),
  estimatedTotalPages: {
    type: 'integer',
    minimum: 0,
    description: 'Page count read from the file before the conversion, if it could be read.',
  },
} as const;

/** A time, or a day as before, and the ID of a job. */
const cursor = {
  maxLength: 160,
  pattern:
    '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])(T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\\.[0-9]{3}Z)?_[A-Za-z0-9-]*$',
};

export const jobQueries = {
  ListJobsOptions: closed(
    'Which jobs to list.',
    {
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: 100,
        default: 50,
        description: 'Maximum number of jobs of a page.',
      },
      cursor: text('nextCursor of the previous page. Leave the other parameters as they are.', cursor),
      query: text(
        'Lists only jobs whose document name has this text in it, in upper or lower case, or whose ID begins with it.',
        { maxLength: 200 },
      ),
      status: { ...resultSchema(RESULT_FIELDS.state), description: 'Lists only jobs with this status.' },
      from: timestamp('Lists only jobs created at this time or later.'),
      to: timestamp('Lists only jobs created before this time.'),
      sort: {
        type: 'string',
        enum: ['-createdAt', 'createdAt'],
        default: '-createdAt',
        description: 'Newest first, or oldest first.',
      },
      after: text('Former name of cursor.', { ...cursor, deprecated: true }),
    },
    [],
  ),
};

const JOB_HAS = ['id', 'operation', 'capabilityVersion', 'status', 'source', 'createdAt', 'updatedAt'] as const;
const LISTED_JOB = { ...SUCCEEDED_JOB, documentName: 'report.pdf' };

const jobIds = (maxItems: number) =>
  ({
    type: 'array',
    minItems: 1,
    maxItems,
    uniqueItems: true,
    items: text('ID of a job.', { maxLength: 200, pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$' }),
    description: 'IDs of the jobs.',
  }) as const;

export const jobSchemas = {
  CreateJobRequest: closed(
    'The conversion to run. Only source is required.',
    {
      operation,
      capabilityVersion,
      source,
      includeImages,
      force_refresh: forceRefresh,
      forceRefresh: { ...forceRefresh, description: 'Alias of force_refresh. If you set both, they must be equal.' },
      allowPartial: requestSchema(REQUEST_FIELDS.allowPartial),
      startPage,
      ...contentHash,
      idempotencyKey,
      webhookUrl: requestSchema(REQUEST_FIELDS.webhookUrl, { format: 'uri' }),
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
    'The request body sent to webhookUrl when the job has ended. Preview.',
    {
      type: {
        type: 'string',
        enum: ['job.succeeded', 'job.failed', 'job.canceled'],
        description: 'How the job ended. A partial job counts as succeeded.',
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
          data: SUCCEEDED_JOB,
        },
      ],
    },
  ),
  JobList: closed(
    'A page of jobs.',
    {
      jobs: { type: 'array', items: ref('ListedJob') },
      nextCursor: text('For the parameter cursor, to get the next page. Not present on the last page.'),
      nextAfter: text('Former name of nextCursor.', { deprecated: true }),
    },
    ['jobs'],
    { examples: [{ jobs: [LISTED_JOB], nextCursor: `${LISTED_JOB.createdAt}_${LISTED_JOB.id}` }] },
  ),
  DeleteJobsRequest: closed('The jobs.', { jobIds: jobIds(100) }, ['jobIds'], {
    examples: [{ jobIds: [LISTED_JOB.id] }],
  }),
  RetryJobsRequest: closed('The jobs.', { jobIds: jobIds(20) }, ['jobIds'], {
    examples: [{ jobIds: [LISTED_JOB.id] }],
  }),
  DeletedJobs: closed(
    'What became of each job.',
    {
      deleted: { type: 'array', items: { type: 'string' }, description: 'IDs of the jobs whose results are deleted.' },
      refused: { type: 'array', items: ref('RefusedJob') },
    },
    ['deleted', 'refused'],
    { examples: [{ deleted: [LISTED_JOB.id], refused: [] }] },
  ),
  RetriedJobs: closed(
    'What became of each job.',
    {
      retried: { type: 'array', items: ref('RetriedJob') },
      refused: { type: 'array', items: ref('RefusedJob') },
    },
    ['retried', 'refused'],
    { examples: [{ retried: [{ jobId: LISTED_JOB.id, job: QUEUED_JOB }], refused: [] }] },
  ),
  RetriedJob: closed(
    'A job that converts a document again.',
    { jobId: text('ID of the former job.'), job: ref('Job') },
    ['jobId', 'job'],
  ),
  RefusedJob: closed(
    'Why nothing was done for a job.',
    {
      jobId: text('ID of the job.'),
      error: { type: 'string', description: 'Message for the user.' },
      code: errorCode,
    },
    ['jobId', 'error', 'code'],
  ),
  WarningList: closed('The warnings of a job.', { warnings: { type: 'array', items: ref('Warning') } }, ['warnings'], {
    examples: [{ warnings: [{ kind: 'no-text-found', pages: '3', count: 1, message: 'Found no text on page 3.' }] }],
  }),
  CancelJobRequest: closed('No field is required.', { idempotencyKey }, [], { examples: [{}] }),
  Job: closed('One conversion.', job, JOB_HAS, { examples: [RUNNING_JOB] }),
  ListedJob: closed(
    'One conversion, and the name of its document.',
    {
      ...job,
      documentName: text('File name of the upload, or the file name or URL of an external source.'),
    },
    [...JOB_HAS, 'documentName'],
    { examples: [LISTED_JOB] },
  ),
};
