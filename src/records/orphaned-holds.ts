import type { Ledger } from '../ledger/ledger.ts';
import type { Objects } from '../objects/objects.ts';
import { keys } from './keys.ts';

/**
 * Makes a sweep that gives back holds whose job has no intent: a job that was dropped while its API request still held. An intent is written
 * before its hold and deleted after its settlement, so a hold without one belongs to nobody; it is given back when two sweeps in a row
 * saw it so, since a request may just be beginning the job anew. The sweep answers how many it gave back.
 */
export function holdSweep(deps: { readonly objects: Objects; readonly ledger: Ledger }): () => Promise<number> {
  let suspects = new Set<string>();
  return async () => {
    const seen = new Set<string>();
    let given = 0;
    for (const { jobId, workspace } of await deps.ledger.holds()) {
      if (await deps.objects.head(keys.intent(jobId))) continue;
      if (suspects.has(jobId)) {
        await deps.ledger.raise({ jobId, workspace, credits: 0 });
        given++;
      } else seen.add(jobId);
    }
    suspects = seen;
    return given;
  };
}
