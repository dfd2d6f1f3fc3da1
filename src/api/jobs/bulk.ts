import { discardJob } from '../../lifecycle/expire.ts';
import { keys } from '../../records/keys.ts';
import { readAhead } from '../../records/store.ts';
import type { ConversionJobSpec } from '../../resource/conversion-job.ts';
import type { ApiDeps } from '../deps.ts';
import { requestHash } from '../idempotency.ts';
import { operation, type Call } from '../operation.ts';
import { ownPath } from '../own-path.ts';
import { notFound, Problem } from '../problem.ts';
import type { Accepted } from '../schema/all.ts';
import { submitJob } from './create.ts';
import { findJob, type KnownJob } from './find.ts';
import { presentJob } from './present.ts';

interface Refused {
  readonly jobId: string;
  readonly error: string;
  readonly code: string;
}

export const deleteJobs = operation({
  id: 'deleteJobs',
  tag: 'jobs',
  method: 'post',
  path: ownPath('/jobs/batch/delete'),
  summary: 'Delete the results of several jobs',
  description:
    'Does what deleteJob does for each of these jobs, and says why where it does not: some may be deleted and others not.',
  scope: 'documents:delete',
  idempotent: false,
  params: {},
  body: { schema: 'DeleteJobsRequest', required: true },
  responses: { 200: { description: 'What became of each job.', schema: 'DeletedJobs' } },
  rate: { perSecond: 5, burst: 50 },
  async handle(deps, call) {
    const { done, refused } = await forEach(call, async (jobId) => {
      await discard(deps, await requireEnded(deps, call, jobId, 'Cancel it before you delete it.'));
      return jobId;
    });
    return { status: 200, body: { deleted: done, refused } };
  },
});

export const retryJobs = operation({
  id: 'retryJobs',
  tag: 'jobs',
  method: 'post',
  path: ownPath('/jobs/batch/retry'),
  summary: 'Convert the documents of jobs again',
  description:
    'Creates a job with the same document and options for each of these jobs, and says why where it does not, such as for lack of credits. Passwords are not kept: a retry of an encrypted document fails.',
  scope: 'documents:write',
  idempotent: true,
  params: {},
  body: { schema: 'RetryJobsRequest', required: true },
  responses: { 200: { description: 'What became of each job.', schema: 'RetriedJobs' } },
  rate: { perSecond: 5, burst: 50 },
  async handle(deps, call) {
    const { done, refused } = await forEach(call, async (jobId) => ({
      jobId,
      job: presentJob(await retry(deps, call, jobId)),
    }));
    return { status: 200, body: { retried: done, refused } };
  },
});

/** Some at a time, in their order. What is refused of one does not keep the others. */
async function forEach<T>(
  { body: { jobIds } }: Call<Accepted<'RetryJobsRequest'>>,
  act: (jobId: string) => Promise<T>,
): Promise<{ readonly done: readonly T[]; readonly refused: readonly Refused[] }> {
  const done: T[] = [];
  const refused: Refused[] = [];
  const outcomes = readAhead(jobIds, async (jobId): Promise<{ readonly done: T } | Refused> => {
    try {
      return { done: await act(jobId) };
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error;
      return { jobId, error: error.message, code: error.code };
    }
  });
  for await (const outcome of outcomes) {
    if ('done' in outcome) done.push(outcome.done);
    else refused.push(outcome);
  }
  return { done, refused };
}

export async function requireEnded(deps: ApiDeps, call: Call, jobId: string, remedy: string): Promise<KnownJob> {
  const known = await findJob(deps, call.credential.workspace, jobId);
  if (!known) throw notFound('job');
  if (known.stage !== 'ended') throw new Problem(409, 'job_not_finished', `The job has not finished. ${remedy}`);
  return known;
}

/** Deletes the results of a job, and its copy of the document. */
export async function discard(deps: ApiDeps, { base: { jobId } }: KnownJob): Promise<void> {
  const infos = [{ key: keys.input(jobId) }];
  for await (const { key } of deps.objects.list(keys.resultsOf(jobId))) infos.push({ key });
  await discardJob(deps.objects, jobId, infos, deps.now());
}

async function retry(deps: ApiDeps, call: Call, jobId: string): Promise<KnownJob> {
  const { base } = await requireEnded(deps, call, jobId, 'Wait for its end, or cancel it.');
  const { idempotencyKey } = call;
  const again = { ...call, ...(idempotencyKey !== undefined && { idempotencyKey: `${idempotencyKey} ${jobId}` }) };
  const hash = requestHash({ retryOf: jobId });
  return (await submitJob(deps, again, { operation: 'retryJobs', hash, spec: specOfRetry(base.spec) })).known;
}

/** The fields that a user asked for, without those that only a resource of kubectl has. */
export function specOfRetry(spec: ConversionJobSpec): ConversionJobSpec {
  const { cancel: _cancel, ttlSecondsAfterFinished: _ttl, passwordSecretRef: _secret, ...asked } = spec;
  return { capabilityVersion: '1', includeImages: false, ...asked };
}
