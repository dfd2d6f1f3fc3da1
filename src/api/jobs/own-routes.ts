import { operation } from '../operation.ts';
import { notFound } from '../problem.ts';
import { discard, requireEnded } from './bulk.ts';
import { findJob } from './find.ts';
import { presentWarnings } from './present.ts';
import { ownPath } from '../own-path.ts';
import { listPage, presentListed } from './list.ts';

export const listJobs = operation({
  id: 'listJobs',
  tag: 'jobs',
  method: 'get',
  path: ownPath('/jobs'),
  formerPath: '/jobs',
  summary: 'List jobs',
  description:
    'The jobs of the workspace, newest first, or those that the parameters ask for. To get the next page, set cursor to nextCursor; the last page has none. A page can have fewer jobs than limit, or none, and a nextCursor: one request looks at a limited number of jobs.',
  scope: 'documents:read',
  idempotent: false,
  params: {},
  options: 'ListJobsOptions',
  responses: { 200: { description: 'A page of jobs.', schema: 'JobList' } },
  // It reads the state of every job that it lists.
  rate: { perSecond: 20, burst: 200 },
  async handle(deps, { credential, options }) {
    const page = await listPage(deps, credential.workspace, options, presentListed);
    const { nextCursor } = page;
    return { status: 200, body: { ...page, ...(nextCursor !== undefined && { nextAfter: nextCursor }) } };
  },
});

export const listJobWarnings = operation({
  id: 'listJobWarnings',
  tag: 'jobs',
  method: 'get',
  path: ownPath('/jobs/:jobId/warnings'),
  formerPath: '/jobs/:jobId/warnings',
  summary: 'List the warnings of a job',
  description:
    'Warnings of the conversion, most serious first. Empty while the job has not finished; deleted with the results.',
  scope: 'documents:read',
  idempotent: false,
  params: { jobId: 'ID of the job.' },
  responses: { 200: { description: 'The warnings.', schema: 'WarningList' } },
  async handle(deps, { credential, params }) {
    const known = await findJob(deps, credential.workspace, params['jobId']!);
    if (!known) throw notFound('job');
    if (known.stage !== 'ended') return { status: 200, body: { warnings: [] } };
    if (known.expiredAt !== undefined) throw notFound('list of warnings');
    return { status: 200, body: { warnings: presentWarnings(known.ending.warnings) } };
  },
});

export const deleteJob = operation({
  id: 'deleteJob',
  tag: 'jobs',
  method: 'delete',
  path: ownPath('/jobs/:jobId'),
  formerPath: '/jobs/:jobId',
  summary: 'Delete the results of a job',
  description:
    'Deletes the artifacts of a finished job, and its copy of the document, before their time. The job is then expired; its receipt remains. To delete an uploaded document too, call deleteDocument.',
  scope: 'documents:delete',
  idempotent: false,
  params: { jobId: 'ID of the job.' },
  responses: {
    204: { description: 'The results are deleted.' },
    409: { description: 'The job has not finished. Cancel it first.', schema: 'ApiError' },
  },
  async handle(deps, call) {
    await discard(deps, await requireEnded(deps, call, call.params['jobId']!, 'Cancel it before you delete it.'));
    return { status: 204, body: undefined };
  },
});
