import type { Ledger } from '../ledger/ledger.ts';
import type { Objects } from '../objects/objects.ts';
import { jobOf, keys } from './keys.ts';

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
    const holds = await deps.ledger.holds();
    const intents = holds.length === 0 ? new Set<string>() : await jobsWithIntent(deps.objects);
    for (const { jobId, workspace } of holds) {
      if (intents.has(jobId)) continue;
      if (suspects.has(jobId)) {
        await deps.ledger.raise({ jobId, workspace, credits: 0 });
        given++;
      } else seen.add(jobId);
    }
    suspects = seen;
    return given;
  };
}

/** One listing: with thousands of holds, a look for each would take minutes. */
async function jobsWithIntent(objects: Objects): Promise<Set<string>> {
  const jobs = new Set<string>();
  for await (const { key } of objects.list(keys.intents)) jobs.add(jobOf(key));
  return jobs;
}
