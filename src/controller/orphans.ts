import type { Jobs } from '../cluster/jobs.ts';
import type { Launcher } from '../cluster/launcher.ts';
import { jobIdOf } from '../job/ids.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Objects } from '../objects/objects.ts';
import { closeJob, followReceipt, readReceipt } from '../records/closing.ts';
import { jobOf, keys } from '../records/keys.ts';
import { readRecord, replaceRecord, type Stored } from '../records/store.ts';
import type { Intent, StoredReceipt } from '../records/types.ts';
import { cleanUp } from './apply.ts';

export interface OrphanDeps {
  readonly jobs: Jobs;
  readonly objects: Objects;
  readonly ledger: Ledger;
  readonly launcher: Launcher;
  readonly now: () => Date;
  ended(intent: Intent, stored: StoredReceipt): void;
}

/** An accepted intent may wait this long for its resource, a pending one for its next request. */
const ACCEPTED_MS = 60_000;
const PENDING_MS = 10 * 60_000;

/** A job whose resource was deleted while it was unfinished: its processes end, its hold is released, its receipt says canceled. Answers the job if it was one. */
export async function closeOrphan(deps: OrphanDeps, jobId: string, name: string): Promise<Intent | undefined> {
  const intent = (await readRecord<Intent>(deps.objects, keys.intent(jobId)))?.value;
  if (!intent) return undefined;
  const live = await deps.jobs.get(name);
  if (live && jobIdOf(live.metadata) === jobId) return undefined;
  const receipt = await readReceipt(deps.objects, intent);
  if (receipt) await followReceipt(deps, intent, receipt);
  else deps.ended(intent, await closeJob(deps, intent, { outcome: 'canceled' }));
  await cleanUp(deps, jobId, true);
  return intent;
}

/**
 * Looks at every intent without a resource: a receipt that was not followed is followed, a pending one that nobody came back for is dropped, an
 * accepted one is closed as canceled. Answers how many of each there were.
 */
export async function sweepIntents(deps: OrphanDeps): Promise<{ followed: number; dropped: number; canceled: number }> {
  const swept = { followed: 0, dropped: 0, canceled: 0 };
  const live = new Set((await deps.jobs.list()).map((job) => jobIdOf(job.metadata)));
  for await (const { key } of deps.objects.list(keys.intents)) {
    // The controller looks after those that live; with thousands of them a sweep would read for minutes.
    if (live.has(jobOf(key))) continue;
    const stored = await readRecord<Intent>(deps.objects, key);
    if (!stored) continue;
    const intent = stored.value;
    const age = deps.now().getTime() - Date.parse(intent.updatedAt);
    const receipt = await readReceipt(deps.objects, intent);
    if (receipt) {
      await followReceipt(deps, intent, receipt);
      swept.followed++;
    } else if (intent.state !== 'accepted' && age > PENDING_MS) {
      if (await drop(deps, stored)) swept.dropped++;
    } else if (intent.state === 'accepted' && age > ACCEPTED_MS && !(await resourceOf(deps.jobs, intent.jobId))) {
      deps.ended(intent, await closeJob(deps, intent, { outcome: 'canceled' }));
      await cleanUp(deps, intent.jobId, true);
      swept.canceled++;
    }
  }
  return swept;
}

/** Drops a job unless a retry took it up meanwhile: whoever changes the intent first has it. What a sweep marked and left, the next one finishes. */
async function drop({ objects, ledger }: OrphanDeps, { value: intent, etag }: Stored<Intent>): Promise<boolean> {
  const { jobId, workspace } = intent;
  if (intent.state === 'pending' && !(await replaceRecord(objects, keys.intent(jobId), etag, { ...intent, state: 'dropped', hold: 0 }))) return false;
  // Given back, not released: a retry under the same idempotency key makes the job anew and holds for it again.
  await ledger.raise({ jobId, workspace, credits: 0 });
  await objects.delete([keys.input(jobId)]);
  // Last, since from then on a retry may pin another input.
  await objects.delete([keys.intent(jobId)]);
  return true;
}

/** A live read; a `k-` job's name is not its id, so it is looked for among all. */
async function resourceOf(jobs: Jobs, jobId: string): Promise<boolean> {
  if (jobId.startsWith('job-')) return (await jobs.get(jobId)) !== undefined;
  return (await jobs.list()).some((job) => jobIdOf(job.metadata) === jobId);
}
