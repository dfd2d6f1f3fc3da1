import { LRUCache } from 'lru-cache';
import { createdAtOf, type ConversionJob } from '../../resource/conversion-job.ts';
import { jobIdOf } from '../../resource/ids.ts';
import { hasEnded } from '../../resource/lifecycle.ts';
import { readReceipt } from '../../accounting/receipts.ts';
import { followReceipt } from '../../lifecycle/ending.ts';
import { keys } from '../../records/keys.ts';
import { readRecord } from '../../records/store.ts';
import type { Ending, Intent, JobRecord, StoredReceipt } from '../../records/types.ts';
import type { ApiDeps } from '../deps.ts';

/** Facts of a job in every stage of its life. */
export type JobBase = Pick<Intent, 'jobId' | 'workspace' | 'createdAt' | 'spec' | 'idempotencyKey'>;

export type KnownJob =
  /** A receipt or a record says how it ended, whatever a lagging status says. */
  | { readonly stage: 'ended'; readonly base: JobBase; readonly ending: Ending; readonly expiredAt?: string }
  | { readonly stage: 'live'; readonly base: JobBase; readonly job: ConversionJob; readonly intent?: Intent }
  /** Accepted, and the resource is about to be there. */
  | { readonly stage: 'accepted'; readonly base: JobBase; readonly intent: Intent };

/**
 * A job of the workspace, or undefined: for an unknown job and for one of another workspace alike. The intent is read
 * before the record: it goes only when the record is there, so a job that ends meanwhile is seen in one of the two.
 */
export async function findJob(deps: ApiDeps, workspace: string, jobId: string): Promise<KnownJob | undefined> {
  const found = (await findFollowed(deps, jobId)) ?? (await findStored(deps, jobId));
  // The followed view may lag behind: a job that was said to have ended must not seem unfinished to the next poll.
  if (found?.stage === 'ended') unfinished.get(deps)?.delete(jobId);
  return found?.base.workspace === workspace ? found : undefined;
}

/**
 * The same for a client that polls. Of an unfinished job, the followed view has the progress, and nothing is read. The
 * ledger knows at once that it has ended, which another replica may have told already. As a view can lag or lose its
 * source, the store is asked again from time to time.
 */
export async function findPolled(deps: ApiDeps, workspace: string, jobId: string): Promise<KnownJob | undefined> {
  const job = deps.follower.get(jobId);
  const intent = unfinished.get(deps)?.get(jobId);
  // The intent says why a job waits.
  const isEnough = job && intent && !hasEnded(job) && job.status?.state !== 'input_required';
  if (!isEnough || !(await isOpen(deps, jobId))) return findJob(deps, workspace, jobId);
  return intent.workspace === workspace ? toLiveJob(job, intent) : undefined;
}

/** A poll waits no longer for a ledger that is away. */
const LEDGER_MS = 500;

/** Whether the ledger says that the job goes on. */
async function isOpen({ ledger }: ApiDeps, jobId: string): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => (timer = setTimeout(resolve, LEDGER_MS, false)));
  const answer = ledger.hasEnded(jobId).then(
    (ended) => !ended,
    () => false,
  );
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

async function findStored(deps: ApiDeps, jobId: string): Promise<KnownJob | undefined> {
  const intent = await readRecord(deps.objects, keys.intent(jobId));
  return intent?.state === 'accepted' ? findUnfinished(deps, intent) : findUnadmitted(deps, jobId, intent);
}

/** Intents of accepted jobs that had no receipt ten seconds ago or later. */
const unfinished = new WeakMap<ApiDeps, LRUCache<string, Intent>>();
const INTENTS = { max: 10_000, ttl: 10_000, noDeleteOnStaleGet: true };

/** Caches the intent of an accepted job that has no receipt yet. */
export function cacheUnfinished(deps: ApiDeps, intent: Intent): void {
  const cache = unfinished.get(deps) ?? new LRUCache(INTENTS);
  unfinished.set(deps, cache.set(intent.jobId, intent));
}

/**
 * One read: the record of a job whose last status says that it is there, or of one that is being converted whether it
 * has its receipt.
 */
async function findFollowed(deps: ApiDeps, jobId: string): Promise<KnownJob | undefined> {
  const job = jobId.startsWith('job-') ? deps.follower.get(jobId) : undefined;
  if (!job) return undefined;
  if (hasEnded(job)) {
    const record = await readJobRecord(deps, jobId);
    return record && toEndedJob(record);
  }
  const intent = unfinished.get(deps)?.get(jobId, { allowStale: true });
  // Once its pages are held, an intent changes no more.
  if (!intent?.range || (await readReceipt(deps.objects, intent))) return undefined;
  cacheUnfinished(deps, intent);
  return toLiveJob(job, intent);
}

async function findUnfinished(deps: ApiDeps, intent: Intent): Promise<KnownJob> {
  const stored = await readReceipt(deps.objects, intent);
  if (stored) {
    // Whoever sees that a job has ended sees its credits settled too: reading moves it forward, as the controller
    // would.
    const record = await followReceipt(deps, intent, stored);
    deps.nudge(intent.jobId);
    return toEndedJob(record);
  }
  cacheUnfinished(deps, intent);
  const job = await findResource(deps, intent.jobId);
  return job ? toLiveJob(job, intent) : { stage: 'accepted', base: intent, intent };
}

/**
 * A job that has ended; or one of kubectl's before it is accepted. What createJob is still at work on is not there yet.
 */
async function findUnadmitted(deps: ApiDeps, jobId: string, intent: Intent | undefined): Promise<KnownJob | undefined> {
  const record = await readJobRecord(deps, jobId);
  if (record) return toEndedJob(record);
  const job = await findResource(deps, jobId);
  return job && toLiveJob(job, intent);
}

/** A job that has a resource; one of kubectl's may not have its intent yet. */
function toLiveJob(job: ConversionJob, intent: Intent | undefined): KnownJob {
  if (intent) return { stage: 'live', base: intent, job, intent };
  const base = {
    jobId: jobIdOf(job.metadata),
    workspace: job.spec.workspace,
    createdAt: createdAtOf(job.metadata),
    spec: job.spec,
  };
  return { stage: 'live', base, job };
}

export function toEndedJob(record: JobRecord): KnownJob {
  return {
    stage: 'ended',
    base: record,
    ending: record.ending,
    ...(record.expiredAt === undefined ? {} : { expiredAt: record.expiredAt }),
  };
}

export function readJobRecord(deps: Pick<ApiDeps, 'objects'>, jobId: string): Promise<JobRecord | undefined> {
  return readRecord(deps.objects, keys.record(jobId));
}

/**
 * From the followed view, else by a live read. A job of kubectl's is known by its uid, which only the view can look up.
 */
async function findResource(deps: ApiDeps, jobId: string): Promise<ConversionJob | undefined> {
  if (jobId.startsWith('job-')) return deps.follower.get(jobId) ?? (await deps.jobs.get(jobId));
  return jobId.startsWith('k-') ? deps.follower.list().find((job) => jobIdOf(job.metadata) === jobId) : undefined;
}

/** The receipt of a job of the workspace. */
export async function findReceipt(deps: ApiDeps, workspace: string, jobId: string): Promise<StoredReceipt | undefined> {
  const intent = await readRecord(deps.objects, keys.intent(jobId));
  const base = intent ?? (await readJobRecord(deps, jobId));
  return base?.workspace === workspace ? readReceipt(deps.objects, base) : undefined;
}
