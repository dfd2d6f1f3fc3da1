import type { ConversionJobStatus } from '../resource/conversion-job.ts';
import { isSmallJob } from '../lifecycle/tasks.ts';
import type { Facts } from './facts.ts';
import { stallOf } from './phase.ts';

/** A status that differs only in progress is written once in this time. */
export const PROGRESS_MS = 1000;
/** A job that is queued no longer than this never says so in its status, and a small job that runs no longer. */
const QUEUED_MS = 2000;
const RUNNING_MS = 1000;
/** The same of a job that was created over REST, which answers that it is queued without a status too. */
const QUEUED_OVER_REST_MS = 10_000;

/** Milliseconds for which a status is not written yet. `lastWriteAt`: when this process last wrote one of the job. */
export function msUntilWritten(facts: Facts, status: ConversionJobStatus, lastWriteAt: number): number {
  const { job, intent, now } = facts;
  if (status.state === 'queued') return msUntilQueued(facts, lastWriteAt);
  // A small job ends before anyone reads that it was running.
  if (status.state === 'running' && job.status?.state !== 'running' && intent && isSmallJob(intent))
    return Date.parse(status.startedAt ?? '') + RUNNING_MS - now.getTime();
  if (!isOnlyProgress(job.status, status)) return 0;
  return lastWriteAt + PROGRESS_MS - Date.now();
}

/** A small job runs before anyone reads that it was queued, in a burst perhaps some seconds later. */
function msUntilQueued(facts: Facts, lastWriteAt: number): number {
  const { job, jobId, intent, now } = facts;
  const age = now.getTime() - Date.parse(job.metadata.creationTimestamp);
  const isLarge = intent?.range !== undefined && !isSmallJob(intent);
  if (!jobId.startsWith('job-') || isLarge || stallOf(facts)) return QUEUED_MS - age;
  return QUEUED_OVER_REST_MS - Math.min(age, Date.now() - lastWriteAt);
}

const isOnlyProgress = (before: ConversionJobStatus | undefined, after: ConversionJobStatus): boolean =>
  before?.state === 'running' && after.state === 'running' && before.stage === after.stage;
