import type { Launcher } from '../cluster/launcher.ts';
import type { ConversionJob } from '../job/conversion-job.ts';
import { jobIdOf } from '../job/ids.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Facts } from './facts.ts';
import type { recordReader } from './known-records.ts';
import type { OutcomeReader } from './outcomes.ts';

export interface GatherDeps {
  readonly ledger: Ledger;
  readonly launcher: Launcher;
  readonly records: ReturnType<typeof recordReader>;
  readonly outcomes: OutcomeReader;
  readonly now: () => Date;
}

/** Reads everything that the plan for this job may need. */
export async function gather(deps: GatherDeps, job: ConversionJob, cacheChecked: boolean): Promise<Facts> {
  const jobId = jobIdOf(job.metadata);
  const launches = await deps.launcher.observe(jobId);
  const { intent, record, receipt } = await deps.records.read(jobId);
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
