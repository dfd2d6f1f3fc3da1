import type { Jobs } from '../cluster/jobs.ts';
import { hasEnded } from '../job/lifecycle.ts';
import type { Objects } from '../objects/objects.ts';
import { closedThrough, foldReceipts } from '../accounting/checkpoints.ts';
import { keys } from '../records/keys.ts';
import { listRecords } from '../records/store.ts';

/** How often receipts are folded: a rebuild then has to read those of so long at most. */
const EVERY_MS = 10 * 60_000;

/** Makes a sweep that now and then folds receipts into checkpoints. The sweep returns how many it read. */
export function receiptSweep(deps: {
  readonly objects: Objects;
  readonly jobs: Jobs;
  readonly now: () => Date;
}): () => Promise<number> {
  let last = -Infinity;
  return async () => {
    const now = deps.now();
    if (now.getTime() - last < EVERY_MS) return 0;
    const unfinished: string[] = [];
    for (const job of await deps.jobs.list()) {
      if (!hasEnded(job)) unfinished.push(job.metadata.creationTimestamp);
    }
    for await (const { value } of listRecords(deps.objects, keys.intents)) unfinished.push(value.createdAt);
    const folded = await foldReceipts(deps.objects, closedThrough(now, unfinished));
    last = now.getTime();
    return folded;
  };
}
