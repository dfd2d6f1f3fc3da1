import { readReceipt } from '../accounting/receipts.ts';
import type { Follower, Jobs } from '../runtime/jobs.ts';
import type { Launcher } from '../runtime/launcher.ts';
import { jobIdOf } from '../resource/ids.ts';
import type { RecordAction } from '../lifecycle/actions.ts';
import { applyToRecords, type LifecycleDeps } from '../lifecycle/apply.ts';
import { cleanUp } from '../lifecycle/clean-up.ts';
import { isOverdue, planOrphan, type Orphan } from '../lifecycle/orphans.ts';
import { jobOf, keys } from '../records/keys.ts';
import { listKeys, readStored } from '../records/store.ts';
import type { Intent } from '../records/types.ts';

export interface OrphanDeps extends LifecycleDeps {
  readonly jobs: Jobs;
  readonly launcher: Launcher;
}

export interface OrphanSweepDeps extends OrphanDeps {
  /** The resources as they are followed: listing all of them each time would cost more the more there are. */
  readonly follower: Pick<Follower, 'list' | 'ageSeconds'>;
}

/** A view without an event for longer may lack resources. */
const STALE_SECONDS = 120;

interface Swept {
  /** Receipts that were not followed, and are now. */
  followed: number;
  /** Pending intents that nobody came back for. */
  dropped: number;
  /** Accepted intents without a resource, ended as canceled. */
  canceled: number;
  /** Holds without an intent. */
  holdsRemoved: number;
}

const COUNTED: Partial<Record<RecordAction['do'], keyof Swept>> = {
  'follow-receipt': 'followed',
  drop: 'dropped',
  end: 'canceled',
};

/**
 * Ends a job whose resource was deleted while it was unfinished: as canceled, unless its receipt is there. Answers the
 * job if it was one.
 */
export async function endOrphan(deps: OrphanDeps, jobId: string, name: string): Promise<Intent | undefined> {
  const seen = await readStored(deps.objects, keys.intent(jobId));
  if (!seen) return undefined;
  const live = await deps.jobs.get(name);
  if (live && jobIdOf(live.metadata) === jobId) return undefined;
  const receipt = await readReceipt(deps.objects, seen.value);
  await applyToOrphan(deps, { now: deps.now(), seen, receipt, deleted: true });
  return seen.value;
}

/**
 * Makes a sweep over every intent without a resource, and over every hold without an intent: that of a request that
 * broke off between the two, or of a job that was dropped while its request still held. Intents are deleted after their
 * settlement, so such a hold belongs to nobody; it is removed when two sweeps in a row saw it so, since a request may
 * just be about to write its intent. The sweep answers how many it found of each kind.
 */
export function orphanSweep(deps: OrphanSweepDeps): () => Promise<Swept> {
  let suspects = new Set<string>();
  return async () => {
    const swept: Swept = { followed: 0, dropped: 0, canceled: 0, holdsRemoved: 0 };
    if (deps.follower.ageSeconds() > STALE_SECONDS) return swept;
    // Before the intents, so that the intent of each is seen.
    const holds = await deps.ledger.holds();
    const live = new Set(deps.follower.list().map((job) => jobIdOf(job.metadata)));
    const intents = new Set<string>();
    for await (const key of listKeys(deps.objects, keys.intents)) {
      const jobId = jobOf(key);
      intents.add(jobId);
      // The controller looks after those that live; with thousands of them a sweep would read for minutes.
      if (live.has(jobId)) continue;
      const orphan = await gatherOrphan(deps, jobId);
      if (orphan) await applyToOrphan(deps, orphan, swept);
    }
    const seen = new Set<string>();
    for (const { jobId, workspace } of holds) {
      if (intents.has(jobId)) continue;
      if (suspects.has(jobId)) {
        await deps.ledger.setHold({ jobId, workspace, credits: 0 });
        swept.holdsRemoved++;
      } else seen.add(jobId);
    }
    suspects = seen;
    return swept;
  };
}

/** Undefined for a job that has ended, and for one that has got its resource meanwhile. */
async function gatherOrphan({ objects, jobs, now }: OrphanDeps, jobId: string): Promise<Orphan | undefined> {
  const seen = await readStored(objects, keys.intent(jobId));
  if (!seen) return undefined;
  const receipt = await readReceipt(objects, seen.value);
  const lost = receipt === undefined && seen.value.state === 'accepted' && isOverdue(seen.value, now());
  if (lost && (await hasResource(jobs, jobId))) return undefined;
  return { now: now(), seen, receipt, deleted: false };
}

async function applyToOrphan(deps: OrphanDeps, orphan: Orphan, swept?: Swept): Promise<void> {
  const { jobId } = orphan.seen.value;
  for (const action of planOrphan(orphan)) {
    if (action.do === 'clean-up') {
      await cleanUp(deps, jobId, action);
      continue;
    }
    const { applied } = await applyToRecords(deps, jobId, action);
    const counted = COUNTED[action.do];
    if (swept && counted && applied) swept[counted]++;
  }
}

/** A live read; a `k-` job's name is not its id, so it is looked for among all. */
async function hasResource(jobs: Jobs, jobId: string): Promise<boolean> {
  if (jobId.startsWith('job-')) return (await jobs.get(jobId)) !== undefined;
  return (await jobs.list()).some((job) => jobIdOf(job.metadata) === jobId);
}
