import type { Jobs } from '../cluster/jobs.ts';
import type { Launcher } from '../cluster/launcher.ts';
import { jobIdOf } from '../job/ids.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Objects } from '../objects/objects.ts';
import { closeJob, followReceipt, readReceipt } from '../records/closing.ts';
import { jobOf, keys } from '../records/keys.ts';
import { readRecord, replaceRecord, type Stored } from '../records/store.ts';
import { rangesOf } from '../records/tasks.ts';
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
  await cleanUpAfter(deps, intent);
  return intent;
}

const cleanUpAfter = (deps: OrphanDeps, intent: Intent): Promise<void> =>
  cleanUp(deps, intent.jobId, { end: true, single: rangesOf(intent).length < 2 });

interface Swept {
  /** Receipts that were not followed, and are now. */
  followed: number;
  /** Pending intents that nobody came back for. */
  dropped: number;
  /** Accepted intents without a resource, closed as canceled. */
  canceled: number;
  /** Holds without an intent. */
  givenBack: number;
}

/**
 * Makes a sweep over every intent without a resource, and over every hold without an intent: that of a job that was dropped while its API request still held.
 * An intent is written before its hold and deleted after its settlement, so such a hold belongs to nobody; it is given back when two sweeps in
 * a row saw it so, since a request may just be beginning the job anew. The sweep answers how many it found of each kind.
 */
export function orphanSweep(deps: OrphanDeps): () => Promise<Swept> {
  let suspects = new Set<string>();
  return async () => {
    const swept: Swept = { followed: 0, dropped: 0, canceled: 0, givenBack: 0 };
    // Before the intents, so that the intent of each is seen.
    const holds = await deps.ledger.holds();
    const live = new Set((await deps.jobs.list()).map((job) => jobIdOf(job.metadata)));
    const intents = new Set<string>();
    for await (const { key } of deps.objects.list(keys.intents)) {
      const jobId = jobOf(key);
      intents.add(jobId);
      // The controller looks after those that live; with thousands of them a sweep would read for minutes.
      if (!live.has(jobId)) await sweepIntent(deps, key, swept);
    }
    const seen = new Set<string>();
    for (const { jobId, workspace } of holds) {
      if (intents.has(jobId)) continue;
      if (suspects.has(jobId)) {
        await deps.ledger.raise({ jobId, workspace, credits: 0 });
        swept.givenBack++;
      } else seen.add(jobId);
    }
    suspects = seen;
    return swept;
  };
}

async function sweepIntent(deps: OrphanDeps, key: string, swept: Swept): Promise<void> {
  const stored = await readRecord<Intent>(deps.objects, key);
  if (!stored) return;
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
    await cleanUpAfter(deps, intent);
    swept.canceled++;
  }
}

/** Drops a job unless a retry took it up meanwhile: whoever changes the intent first has it. What a sweep marked and left, the next one finishes. */
async function drop({ objects, ledger }: OrphanDeps, { value: intent, etag }: Stored<Intent>): Promise<boolean> {
  const { jobId, workspace } = intent;
  if (
    intent.state === 'pending' &&
    !(await replaceRecord(objects, keys.intent(jobId), etag, { ...intent, state: 'dropped', hold: 0 }))
  )
    return false;
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
