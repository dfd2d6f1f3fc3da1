import type { Stall } from '../runtime/launcher.ts';
import type { Phase } from '../resource/lifecycle.ts';
import { pagesIn } from '../resource/ranges.ts';
import { nextSlowStep } from '../lifecycle/admission.ts';
import { rangesOf } from '../lifecycle/tasks.ts';
import type { Ending } from '../records/types.ts';
import type { Facts } from './facts.ts';

/** How the job ended, if it has: the receipt decides, and the record remembers. */
export const endingOf = (facts: Facts): Ending | undefined => facts.receipt?.ending ?? facts.record?.ending;

/** In which phase of its life (`src/resource/lifecycle.ts`) the job is. */
export function phaseOf(facts: Facts): Phase {
  const ending = endingOf(facts);
  if (ending) return facts.record?.expiredAt === undefined ? ending.state : 'expired';
  const { intent } = facts;
  if (!intent) return 'new';
  if (intent.waiting && !intent.range) return 'unpaid';
  if (!intent.source || !intent.range) return 'admitting';
  if (!hasStarted(facts)) return 'waiting';
  return convertedRanges(facts).length === rangesOf(intent).length ? 'finalizing' : 'converting';
}

/** True once a process of the job has run. */
export function hasStarted({ startedAt, outcomes, progress, launches }: Facts): boolean {
  if (startedAt !== undefined || outcomes.size > 0 || progress.size > 0) return true;
  return launches.some(({ indexes }) => [...indexes.values()].some(({ state }) => state !== 'waiting'));
}

/** Indexes of the page ranges that are converted. */
export function convertedRanges({ intent, outcomes }: Facts): readonly number[] {
  return [...rangesOf(intent ?? {}).keys()].filter((index) => outcomes.get(index)?.outcome === 'succeeded');
}

/** Pages that are converted, counting what converters reported of the ranges that they work on. */
export function convertedPages(facts: Facts): number {
  const converted = new Set(convertedRanges(facts));
  return rangesOf(facts.intent ?? {}).reduce((sum, range, index) => {
    const pages = pagesIn(range);
    return sum + (converted.has(index) ? pages : Math.min(pages, facts.progress.get(index)?.pagesDone ?? 0));
  }, 0);
}

/** A converter has reported since. */
const isOver = ({ seenAt }: Stall, { progress }: Facts): boolean =>
  seenAt !== undefined && [...progress.values()].some(({ reportedAt }) => reportedAt > seenAt);

/** Why the document of the job cannot be read, or a converter of it cannot start. */
export function stallOf(facts: Facts): Stall | undefined {
  const { job, launches, intent, workersStall, suspended } = facts;
  if (suspended && !intent?.waiting && !hasStarted(facts)) {
    const message = `The workspace ${job.spec.workspace} is suspended. The job starts when it is resumed.`;
    return { reason: 'WorkspaceSuspended', message, waits: true };
  }
  if (launches.length > 0) return launches.find(({ stall }) => stall && !isOver(stall, facts))?.stall;
  return intent && !intent.waiting && nextSlowStep(intent) === 'probe' ? workersStall : undefined;
}
