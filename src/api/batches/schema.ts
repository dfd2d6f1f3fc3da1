import { BATCH_FIELDS, BATCH_STATES, SHOWN_FAILURES, SUFFIX_FIELD, SUFFIXES } from '../../resource/batch-fields.ts';
import { documentCounts } from '../../resource/batch-schema.ts';
import { REQUEST_FIELDS } from '../../resource/fields.ts';
import { conversionOptions } from '../convert/schema.ts';
import { capabilityVersion, idempotencyKey } from '../schema/common.ts';
import { requestSchema } from '../schema/fields.ts';
import { closed, int53, ref, text, timestamp } from '../schema/json-schema.ts';

const { startPage: _start, endPage: _end, ...options } = conversionOptions;
const { source, destination, parallelism } = BATCH_FIELDS;

const EXAMPLE = {
  id: 'batch-01kbm3v7q4t2c9x5h8r6w1n0ey',
  status: 'running',
  source: 's3://acme-in/contracts/',
  destination: 's3://acme-out/contracts/',
  message: '180 of 1000 found so far, 1 failed',
  listed: false,
  documents: { found: 1000, open: 4, succeeded: 179, failed: 1, canceled: 0, skipped: 12 },
  pages: 2310,
  settledCredits: 2310,
  failures: [
    {
      key: 'contracts/2019/scan.pdf',
      jobId: 'job-01kbm3v7q4t2c9x5h8r6w1n0ey',
      errorCode: 'corrupt_document',
      error: 'The file is damaged.',
    },
  ],
  createdAt: '2026-11-21T09:00:00.000Z',
};

export const batchQueries = {
  ListBatchesOptions: closed(
    'Which batches to list.',
    {
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: 100,
        default: 50,
        description: 'Maximum number of batches of a page.',
      },
      cursor: text('nextCursor of the previous page.', { maxLength: 400 }),
    },
    [],
  ),
};

export const batchSchemas = {
  BatchList: closed(
    'A page of batches.',
    {
      batches: { type: 'array', items: ref('Batch') },
      nextCursor: text('For the parameter cursor, to get the next page. Not present on the last page.'),
    },
    ['batches'],
    { examples: [{ batches: [EXAMPLE], nextCursor: `${EXAMPLE.createdAt}_${EXAMPLE.id}` }] },
  ),
  CreateBatchRequest: closed(
    'The folders, and options of each conversion.',
    {
      source: requestSchema(source),
      destination: requestSchema(destination),
      suffixes: {
        type: 'array',
        maxItems: SUFFIXES.maxItems,
        items: requestSchema(SUFFIX_FIELD),
        description: SUFFIXES.description.replaceAll('`', ''),
      },
      parallelism: requestSchema(parallelism),
      capabilityVersion,
      forceRefresh: requestSchema(REQUEST_FIELDS.forceRefresh),
      ...options,
      idempotencyKey,
    },
    ['source', 'destination'],
    {
      examples: [{ source: EXAMPLE.source, destination: EXAMPLE.destination, suffixes: ['.pdf', '.docx'] }],
    },
  ),
  CancelBatchRequest: closed('No field is required.', { idempotencyKey }, [], { examples: [{}] }),
  Batch: closed(
    'The conversion of all documents of a folder of a bucket.',
    {
      id: text('ID of the batch.'),
      status: {
        type: 'string',
        enum: BATCH_STATES,
        description:
          'State of the batch. completed means that each document has been converted or has failed. suspended can be set in the resource only.',
      },
      source: text('Folder whose objects are converted.'),
      destination: text('Folder that the results are written to.'),
      message: text('Human-readable progress.'),
      stalled: text('Why the batch does not go on, until somebody sets it right. Not present if it does.'),
      listed: { type: 'boolean', description: 'True once all objects of the source have been found.' },
      documents: closed('Numbers of documents.', documentCounts(int53), [
        'found',
        'open',
        'succeeded',
        'failed',
        'canceled',
        'skipped',
      ]),
      pages: int53('Pages that were converted.'),
      settledCredits: int53('Credits charged for all jobs that have ended.'),
      failures: {
        type: 'array',
        maxItems: SHOWN_FAILURES,
        description: 'The last documents that were not converted.',
        items: closed(
          'A document that was not converted.',
          {
            key: { type: 'string', description: 'Key of the object.' },
            jobId: text('ID of the job. Not present if none was created.'),
            errorCode: text('Why, as a stable machine-readable code.'),
            error: { type: 'string', description: 'Why, as a message for the user.' },
          },
          ['key', 'errorCode', 'error'],
        ),
      },
      failureList: text(
        'The object with all failures as JSON Lines. Present once the batch has ended, if there are any.',
      ),
      createdAt: timestamp('Creation time.'),
      finishedAt: timestamp('When the batch ended.'),
    },
    [
      'id',
      'status',
      'source',
      'destination',
      'listed',
      'documents',
      'pages',
      'settledCredits',
      'failures',
      'createdAt',
    ],
    { examples: [EXAMPLE] },
  ),
};
