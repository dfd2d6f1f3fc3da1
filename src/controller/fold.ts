import type { Follower } from '../runtime/jobs.ts';
import { jobIdOf, namedAt } from '../resource/ids.ts';
import { hasEnded } from '../resource/lifecycle.ts';
import type { Objects } from '../objects/objects.ts';
import { closedThrough, foldReceipts } from '../accounting/checkpoints.ts';
import { jobOf, keys } from '../records/keys.ts';
import { listKeys, readRecord } from '../records/store.ts';

/** How often receipts are folded: a rebuild then has to read those of so long at most. */
const EVERY_MS = 10 * 60_000;
/** A view without an event for longer may lack resources. */
const STALE_SECONDS = 120;

export interface ReceiptSweepDeps {
  readonly objects: Objects;
  readonly follower: Pick<Follower, 'list' | 'ageSeconds'>;
  readonly now: () => Date;
}

/** Makes a sweep that now and then folds receipts into checkpoints. The sweep returns how many it read. */
export function receiptSweep(deps: ReceiptSweepDeps): () => Promise<number> {
  let last = -Infinity;
  return async () => {
    const now = deps.now();
    if (now.getTime() - last < EVERY_MS || deps.follower.ageSeconds() > STALE_SECONDS) return 0;
    const folded = await foldReceipts(deps.objects, closedThrough(now, await createdUnfinished(deps)));
    last = now.getTime();
    return folded;
  };
}

/** Times at or before which the unfinished jobs were created. With thousands of them, few intents are read. */
async function createdUnfinished({ objects, follower }: ReceiptSweepDeps): Promise<string[]> {
  const unfinished = new Map<string, string>();
  for (const job of follower.list())
    if (!hasEnded(job)) unfinished.set(jobIdOf(job.metadata), job.metadata.creationTimestamp);
  for await (const key of listKeys(objects, keys.intents)) {
    const jobId = jobOf(key);
    const named = namedAt(jobId)?.toISOString();
    if (named === undefined && unfinished.has(jobId)) continue;
    const createdAt = named ?? (await readRecord(objects, key))?.createdAt;
    if (createdAt !== undefined) unfinished.set(jobId, createdAt);
  }
  return [...unfinished.values()];
}
