import { operation } from '../operation.ts';
import { cancelJob as cancel } from './cancel.ts';
import { createJob as create } from './create.ts';
import { CANCELED_JOB, QUEUED_JOB } from './examples.ts';
import { getJob as read } from './read.ts';

export const createJob = operation({
  id: 'createJob',
  tag: 'jobs',
  method: 'post',
  path: '/api/v1/jobs',
  summary: 'Create a conversion job',
  description:
    'Credits for the estimated pages are reserved when the job is created and settled on the pages that were converted. A retry with the same idempotency key returns the same job.',
  scope: 'documents:write',
  idempotent: true,
  params: {},
  body: { schema: 'CreateJobRequest', required: true },
  responses: {
    201: { description: 'Job accepted.', schema: 'Job', example: QUEUED_JOB },
    200: { description: 'The idempotency key was used before; this is the existing job.', schema: 'Job' },
    402: { description: 'The workspace does not have enough credits.', schema: 'PaymentRequiredError' },
    413: {
      description: 'The document exceeds the page limit. The job is kept with status failed.',
      schema: 'DocumentTooLargeError',
    },
  },
  handle: async (deps, call) => create(deps, call),
});

export const getJob = operation({
  id: 'getJob',
  tag: 'jobs',
  method: 'get',
  path: '/api/v1/jobs/:jobId',
  summary: 'Get a job',
  description: 'Poll every 2 to 5 seconds until status is succeeded, failed or canceled.',
  scope: 'documents:read',
  idempotent: false,
  params: { jobId: 'ID of the job.' },
  responses: {
    200: { description: 'The current state of the job.', schema: 'Job' },
    402: { description: 'The job is waiting for credits.', schema: 'PaymentRequiredError' },
  },
  handle: read,
});

export const cancelJob = operation({
  id: 'cancelJob',
  tag: 'jobs',
  method: 'post',
  path: '/api/v1/jobs/:jobId/cancel',
  summary: 'Cancel a job',
  description:
    'Cancels a job that has not finished and refunds its reserved credits. A finished job is returned unchanged.',
  scope: 'documents:delete',
  idempotent: true,
  params: { jobId: 'ID of the job.' },
  body: { schema: 'CancelJobRequest', required: false },
  responses: { 200: { description: 'The updated job.', schema: 'Job', example: CANCELED_JOB } },
  handle: cancel,
});
