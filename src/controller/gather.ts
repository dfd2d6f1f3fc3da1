import type { Launcher, LaunchState } from '../cluster/launcher.ts';
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

/** What was listed before a process ended may lack its outcome, and a process without one counts as lost. */
async function readOutcomes(
  reader: OutcomeReader,
  jobId: string,
  launches: readonly LaunchState[],
): ReturnType<OutcomeReader['read']> {
  const read = await reader.read(jobId);
  const isKnown = (index: number): boolean => read.outcomes.has(index) || read.nativeMarks.has(index);
  const isMissing = ({ indexes }: LaunchState): boolean =>
    [...indexes].some(([index, { state }]) => (state === 'ended' || state === 'failed') && !isKnown(index));
  if (!launches.some(isMissing)) return read;
  reader.lookAgain(jobId);
  return reader.read(jobId);
}

/** Reads everything that the plan for this job may need. */
export async function gather(deps: GatherDeps, job: ConversionJob, cacheChecked: boolean): Promise<Facts> {
  const jobId = jobIdOf(job.metadata);
  const launches = await deps.launcher.observe(jobId);
  const { intent, record, receipt } = await deps.records.read(jobId);
  const working = intent?.range !== undefined && receipt === undefined;
  const { outcomes, nativeMarks } = working
    ? await readOutcomes(deps.outcomes, jobId, launches)
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
