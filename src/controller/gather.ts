import type { Launcher, LaunchKind, LaunchState, Stall } from '../runtime/launcher.ts';
import type { ConversionJob } from '../resource/conversion-job.ts';
import { jobIdOf } from '../resource/ids.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Share } from '../scheduling/fair-queue.ts';
import { isSmallJob, rangesOf } from '../lifecycle/tasks.ts';
import type { Intent } from '../records/types.ts';
import type { Facts } from './facts.ts';
import type { recordReader } from './known-records.ts';
import { NO_OUTCOMES, type OutcomeReader } from './outcomes.ts';
import { hasStarted } from './phase.ts';

export interface GatherDeps {
  readonly ledger: Ledger;
  readonly launcher: Launcher;
  readonly records: ReturnType<typeof recordReader>;
  readonly outcomes: OutcomeReader;
  /** When the first process of a job was seen to run. */
  readonly startedAt: Map<string, string>;
  readonly workersStall?: () => Stall | undefined;
  readonly shareOf?: (workspace: string) => Share;
  readonly now: () => Date;
}

/** Of a job whose resource is younger, and which was not launched, no process has an outcome, and it has no receipt. */
const FRESH_MS = 5_000;

/** Outcomes that were read before a process ended may lack its own, and a process without one counts as lost. */
async function readOutcomes(
  reader: OutcomeReader,
  intent: Intent,
  launches: readonly LaunchState[],
): ReturnType<OutcomeReader['read']> {
  const { jobId } = intent;
  const expected = rangesOf(intent).length === 1 && launches.length > 0 ? 'first' : 'any';
  const read = await reader.read(jobId, expected);
  const isKnown = (kind: LaunchKind, index: number): boolean =>
    read.outcomes.has(index) || (kind !== 'convert-native' && read.nativeMarks.has(index));
  const isMissing = ({ kind, indexes }: LaunchState): boolean =>
    [...indexes].some(([index, { state }]) => (state === 'ended' || state === 'failed') && !isKnown(kind, index));
  if (!launches.some(isMissing)) return read;
  reader.lookAgain(jobId);
  return reader.read(jobId, expected);
}

/** Reads everything that the plan for this job may need. */
export async function gather(deps: GatherDeps, job: ConversionJob, cacheChecked: boolean): Promise<Facts> {
  const jobId = jobIdOf(job.metadata);
  const launches = await deps.launcher.observe(jobId);
  const now = deps.now();
  const age = now.getTime() - Date.parse(job.metadata.creationTimestamp);
  const fresh = launches.length === 0 && job.status?.updatedAt === undefined && age < FRESH_MS;
  const stored = await deps.records.get(jobId, fresh ? 'fresh' : 'older');
  const startedAt = job.status?.startedAt ?? deps.startedAt.get(jobId);
  const hasBegun = launches.length > 0 || startedAt !== undefined;
  const shown = job.status?.state === 'running';
  const work = await readWork(deps, stored, { launches, fresh, hasBegun, shown });
  const workersStall = deps.workersStall?.();
  const suspended = deps.shareOf?.(job.spec.workspace).suspended ?? false;
  const facts = { now, jobId, job, ...stored, launches, ...work, workersStall, suspended, cacheChecked, startedAt };
  return withStart(deps, facts);
}

interface Stage {
  readonly launches: readonly LaunchState[];
  /** Nothing can be stored of its processes. */
  readonly fresh: boolean;
  /** Something was launched, as far as is known. */
  readonly hasBegun: boolean;
  /** Its status says that it runs. */
  readonly shown: boolean;
}

/** The outcomes of the processes of an unfinished job. */
async function readWork(
  deps: GatherDeps,
  { intent, receipt }: Pick<Facts, 'intent' | 'receipt'>,
  { launches, fresh, hasBegun, shown }: Stage,
): Promise<Pick<Facts, 'outcomes' | 'nativeMarks' | 'progress'>> {
  if (!intent?.range || receipt) return { ...NO_OUTCOMES, progress: new Map() };
  if (fresh) {
    deps.outcomes.learn(intent.jobId, NO_OUTCOMES);
    return { ...NO_OUTCOMES, progress: new Map() };
  }
  const { outcomes, nativeMarks } = await readOutcomes(deps.outcomes, intent, launches);
  // Nothing has begun, the only range is done, or a small job ends before anyone reads how far it is.
  const isDone = outcomes.size > 0 && rangesOf(intent).length === 1;
  const isIdle = !hasBegun || isDone || (isSmallJob(intent) && !shown);
  return { outcomes, nativeMarks, progress: isIdle ? new Map() : await deps.ledger.progress(intent.jobId) };
}

/** Remembers when a job was first seen to run. Of a small one that ended unseen, nobody knows. */
function withStart({ startedAt: seen }: GatherDeps, facts: Facts): Facts {
  const unseen = facts.outcomes.size > 0 && rangesOf(facts.intent ?? {}).length === 1;
  if (facts.startedAt !== undefined || unseen || !hasStarted(facts)) return facts;
  const startedAt = facts.now.toISOString();
  seen.set(facts.jobId, startedAt);
  return { ...facts, startedAt };
}
