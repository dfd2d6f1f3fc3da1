import type { Launcher } from '../cluster/launcher.ts';
import type { ConversionJob } from '../job/conversion-job.ts';
import { jobIdOf } from '../job/ids.ts';
import type { Outcome } from '../job/worker-protocol.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Objects } from '../objects/objects.ts';
import { readReceipt } from '../accounting/receipts.ts';
import { keys } from '../records/keys.ts';
import { readRecord } from '../records/store.ts';
import type { Facts } from './facts.ts';

export interface GatherDeps {
  readonly objects: Objects;
  readonly ledger: Ledger;
  readonly launcher: Launcher;
  readonly now: () => Date;
}

/** Reads everything that the plan for this job may need. */
export async function gather(deps: GatherDeps, job: ConversionJob, cacheChecked: boolean): Promise<Facts> {
  const jobId = jobIdOf(job.metadata);
  const launches = await deps.launcher.observe(jobId);
  const intent = await readRecord(deps.objects, keys.intent(jobId));
  // The intent goes only after the record has come, so one of the two is there for every admitted job.
  const record = intent ? undefined : await readRecord(deps.objects, keys.record(jobId));
  const known = intent ?? record;
  const receipt = known && (await readReceipt(deps.objects, known));
  const working = intent?.range !== undefined && receipt === undefined;
  const { outcomes, nativeMarks } = working
    ? await readOutcomes(deps.objects, jobId)
    : { outcomes: new Map<number, Outcome>(), nativeMarks: new Set<number>() };
  const progress = working ? await deps.ledger.progress(jobId) : new Map();
  return {
    now: deps.now(),
    jobId,
    job,
    intent,
    receipt,
    record,
    launches,
    outcomes,
    nativeMarks,
    progress,
    cacheChecked,
  };
}

async function readOutcomes(
  objects: Objects,
  jobId: string,
): Promise<{ outcomes: Map<number, Outcome>; nativeMarks: Set<number> }> {
  const outcomes = new Map<number, Outcome>();
  const nativeMarks = new Set<number>();
  for await (const { key } of objects.list(keys.outcomes(jobId))) {
    const match = /\/(\d+)(-native)?\.json$/.exec(key);
    if (!match) continue;
    const index = Number(match[1]);
    if (match[2]) nativeMarks.add(index);
    else {
      const outcome = await readRecord(objects, keys.outcome(jobId, index));
      if (outcome) outcomes.set(index, outcome);
    }
  }
  return { outcomes, nativeMarks };
}
