import type { Launcher } from '../cluster/launcher.ts';
import type { ConversionJob } from '../job/conversion-job.ts';
import { jobIdOf } from '../job/ids.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Objects } from '../objects/objects.ts';
import { readReceipt } from '../accounting/receipts.ts';
import { keys } from '../records/keys.ts';
import { readRecord } from '../records/store.ts';
import type { Facts } from './facts.ts';
import type { OutcomeReader } from './outcomes.ts';

export interface GatherDeps {
  readonly objects: Objects;
  readonly ledger: Ledger;
  readonly launcher: Launcher;
  readonly outcomes: OutcomeReader;
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
    ? await deps.outcomes.read(jobId)
    : { outcomes: new Map<number, never>(), nativeMarks: new Set<number>() };
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
