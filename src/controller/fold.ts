import type { Jobs } from '../cluster/jobs.ts';
import { TERMINAL } from '../job/conversion-job.ts';
import type { Objects } from '../objects/objects.ts';
import { closedThrough, foldReceipts } from '../records/checkpoints.ts';
import { keys } from '../records/keys.ts';
import { listRecords } from '../records/store.ts';
import type { Intent } from '../records/types.ts';

/** Makes a sweep that folds the receipts of days which have closed since its last turn. It answers how many it folded. */
export function receiptSweep(deps: { readonly objects: Objects; readonly jobs: Jobs; readonly now: () => Date }): () => Promise<number> {
  let done = '';
  return async () => {
    if (closedThrough(deps.now(), []) === done) return 0;
    const unfinished: string[] = [];
    for (const job of await deps.jobs.list()) {
      if (!job.status || !TERMINAL.has(job.status.state)) unfinished.push(job.metadata.creationTimestamp);
    }
    for await (const { value } of listRecords<Intent>(deps.objects, keys.intents)) unfinished.push(value.createdAt);
    const through = closedThrough(deps.now(), unfinished);
    const folded = await foldReceipts(deps.objects, through);
    done = through;
    return folded;
  };
}
