import { applyToRecords } from '../../lifecycle/apply.ts';
import type { ConversionJob } from '../../resource/conversion-job.ts';
import type { ApiDeps } from '../deps.ts';
import { claim, requestHash } from '../idempotency.ts';
import type { Call, Reply } from '../operation.ts';
import { notFound } from '../problem.ts';
import { toEndedJob, findJob, type KnownJob } from './find.ts';
import { lifecycleDeps } from './lifecycle.ts';
import { presentJob } from './present.ts';

/**
 * Puts the canceled receipt unless another is there: the receipt decides, and the answer follows it. A retry finishes
 * what broke off.
 */
export async function cancelJob(deps: ApiDeps, call: Call): Promise<Reply> {
  const jobId = call.params['jobId']!;
  const known = await findJob(deps, call.credential.workspace, jobId);
  if (!known) throw notFound('job');
  await claim(deps, call, { operation: 'cancelJob', hash: requestHash({ jobId }) }, jobId);
  return { status: 200, body: presentJob(await cancel(deps, known)) };
}

export async function cancel(deps: ApiDeps, known: KnownJob): Promise<KnownJob> {
  if (known.stage === 'ended') return known;
  const job = known.stage === 'live' ? known.job : undefined;
  if (!known.intent) {
    // A resource of kubectl's that the controller has not looked at yet: it ends the job when it does.
    if (job) await deps.jobs.cancel(job.metadata.name);
    return known;
  }
  const { jobId } = known.intent;
  const startedAt = job?.status?.startedAt;
  const { record } = await applyToRecords(lifecycleDeps(deps), jobId, {
    do: 'end',
    how: { outcome: 'canceled', ...(startedAt === undefined ? {} : { startedAt }) },
  });
  if (!record) return known;
  const name = nameOfResource(jobId, job);
  if (record.ending.state === 'canceled' && name !== undefined) await deps.jobs.cancel(name);
  return toEndedJob(record);
}

/** The resource of createJob's job may be there although the view does not have it yet. */
const nameOfResource = (jobId: string, job: ConversionJob | undefined): string | undefined =>
  job?.metadata.name ?? (jobId.startsWith('job-') ? jobId : undefined);
