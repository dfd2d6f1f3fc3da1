import { LRUCache } from 'lru-cache';
import type { Outcome, ReportRequest, Task } from '../../protocol/worker.ts';
import { keys } from '../../records/keys.ts';
import { readRecord } from '../../records/store.ts';
import { rangesOf, buildTask } from '../../lifecycle/tasks.ts';
import { unsealPassword } from '../../secrets/sealed-password.ts';
import { readToken, signToken, type AttemptClaim, type LaunchClaim } from '../../secrets/worker-tokens.ts';
import type { Intent } from '../../records/types.ts';
import { Problem, unauthorized } from '../problem.ts';
import type { InternalDeps } from './deps.ts';

/** The attempt is over: another took its place, or its job has ended. The worker stops at once. */
const stopped = (): Problem => new Problem(409, 'stopped', 'This attempt is no longer current.');

export async function requireLaunch(deps: InternalDeps, token: string): Promise<LaunchClaim> {
  const claim = readToken(deps.secret, 'launch', token, deps.now()) ?? (await deps.launchOfPod?.(token));
  if (claim?.use !== 'launch') throw unauthorized('The launch token is invalid.');
  return claim;
}

export function requireAttempt(deps: InternalDeps, token: string): AttemptClaim {
  const claim = readToken(deps.secret, 'attempt', token, deps.now());
  if (claim?.use !== 'attempt') throw unauthorized('The attempt token is invalid.');
  return claim;
}

export function attemptToken(deps: InternalDeps, launch: LaunchClaim, index: number, attempt: string): string {
  return signToken(deps.secret, {
    use: 'attempt',
    jobId: launch.jobId,
    index,
    attempt,
    native: launch.native,
    expires: launch.expires,
  });
}

export const prefixOf = (claim: Pick<AttemptClaim, 'jobId' | 'index' | 'attempt'>): string =>
  keys.attempt(claim.jobId, claim.index, claim.attempt);

/** The intent goes when its job ends, so a job without one wants no more work. */
async function unfinished(deps: InternalDeps, jobId: string): Promise<Intent> {
  const intent = await readRecord(deps.objects, keys.intent(jobId));
  if (!intent) throw stopped();
  return intent;
}

const CACHED_MS = 2_000;

/** Intents of unfinished jobs, each cached for two seconds. */
export interface UnfinishedReader {
  read(jobId: string): Promise<Intent>;
  /** Reads now. */
  readNow(jobId: string): Promise<Intent>;
}

/** Workers report four times a second, and ask for URLs in between: a read of the store each time would be dear. */
export function unfinishedReader(deps: InternalDeps): UnfinishedReader {
  const cached = new LRUCache<string, Intent>({
    max: 10_000,
    ttl: CACHED_MS,
    ttlResolution: 0,
    perf: { now: () => deps.now().getTime() },
  });
  const readNow = async (jobId: string): Promise<Intent> => {
    cached.delete(jobId);
    const intent = await unfinished(deps, jobId);
    cached.set(jobId, intent);
    return intent;
  };
  return {
    readNow,
    read: async (jobId) => cached.get(jobId) ?? readNow(jobId),
  };
}

/** Records a sign of life and fails unless the attempt is the current one of its index. */
export async function reportProgress(deps: InternalDeps, claim: AttemptClaim, progress: ReportRequest): Promise<void> {
  const current = await deps.ledger.report(claim.jobId, claim.index, {
    attempt: claim.attempt,
    ...progress,
    reportedAt: deps.now().getTime(),
  });
  if (!current) throw stopped();
}

/** The task of an index; 409 when the job has no such work (any more). */
export async function taskFor(
  deps: InternalDeps,
  intent: Intent,
  work: Pick<AttemptClaim, 'index' | 'native'>,
): Promise<Task> {
  const ranges = rangesOf(intent);
  const outcomes =
    work.index < ranges.length ? new Map<number, Outcome>() : await readOutcomes(deps, intent.jobId, ranges.length);
  const { jobId, sealedPassword } = intent;
  const password = sealedPassword === undefined ? undefined : unsealPassword(deps.secret, jobId, sealedPassword);
  const task = buildTask(intent, work, outcomes, { ocrLanguages: deps.settings.ocrLanguages, password });
  if (!task) throw stopped();
  return task;
}

/**
 * True when the index has its outcome: a launch that is repeated, since its processes were lost, has nothing left to do
 * for it.
 */
export async function hasOutcome(deps: InternalDeps, jobId: string, index: number): Promise<boolean> {
  return (await deps.objects.head(keys.outcome(jobId, index))) !== undefined;
}

async function readOutcomes(deps: InternalDeps, jobId: string, count: number): Promise<Map<number, Outcome>> {
  const outcomes = new Map<number, Outcome>();
  await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const outcome = await readRecord(deps.objects, keys.outcome(jobId, index));
      if (outcome) outcomes.set(index, outcome);
    }),
  );
  return outcomes;
}
