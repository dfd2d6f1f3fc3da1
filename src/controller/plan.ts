import type { IndexState } from '../cluster/launcher.ts';
import { TERMINAL, type ConversionJobStatus } from '../job/conversion-job.ts';
import type { JobFailure } from '../job/failure.ts';
import type { JobSettings } from '../job/settings.ts';
import type { Outcome } from '../job/worker-protocol.ts';
import { rangesOf } from '../records/tasks.ts';
import type { Facts } from './facts.ts';
import { statusOf } from './status.ts';

/** What is to be done for a job now, in order. After any of them but `write-status`, the job is looked at again. */
export type Action =
  /** Make the intent of a job that did not come through the API. */
  | { readonly do: 'open-intent' }
  /** Fetch, pin, probe, price and hold, as far as it goes. */
  | { readonly do: 'admit' }
  | { readonly do: 'use-cache' }
  | {
      readonly do: 'launch';
      readonly name: string;
      readonly firstIndex: number;
      readonly count: number;
      readonly native: boolean;
    }
  | { readonly do: 'close-succeeded'; readonly outcomes: readonly Outcome[] }
  | { readonly do: 'close-failed'; readonly failure: JobFailure }
  | { readonly do: 'close-canceled' }
  /** Ledger, record and intent as the receipt says. */
  | { readonly do: 'follow-receipt' }
  /**
   * Drop parts, outcomes, input and progress; end the processes of a job that did not succeed (those of one that did end by themselves). `single`: its document was
   * surely not cut into ranges, so there are no parts.
   */
  | { readonly do: 'clean-up'; readonly end: boolean; readonly single: boolean }
  | { readonly do: 'write-status'; readonly status: ConversionJobStatus }
  | { readonly do: 'delete-resource' };

export interface Plan {
  readonly actions: readonly Action[];
  /** Look again after this long, even if nothing is heard of. */
  readonly againInMs?: number;
}

/** How often a job is looked at that waits for something that may not call. */
const IDLE_MS = 15_000;
const CREDITS_MS = 30_000;

const MESSAGES: Record<Extract<IndexState, { state: 'failed' }>['reason'], string> = {
  conversion_timeout: 'The conversion took longer than is allowed.',
  out_of_memory: 'The conversion needed more memory than is allowed.',
  limit_exceeded: 'The conversion needed more scratch space than is allowed.',
  stranded_running: 'The converter disappeared and could not be started again.',
  conversion_failed: 'The conversion failed.',
};

/** Decides from what is known alone: no clock, no I/O. */
export function plan(facts: Facts, settings: JobSettings): Plan {
  const { job, intent, receipt, record } = facts;
  if (receipt ?? record) return planClosed(facts, settings);
  if (!intent) {
    if (job.status && TERMINAL.has(job.status.state)) return expiry(facts, settings);
    return { actions: [{ do: 'open-intent' }] };
  }
  if (job.spec.cancel) return { actions: [{ do: 'close-canceled' }] };
  if (!intent.source || !intent.range || intent.state !== 'accepted') return planAdmission(facts, settings);
  return withStatus(facts, planConversion(facts));
}

function planAdmission(facts: Facts, settings: JobSettings): Plan {
  const { waiting } = facts.intent!;
  if (!waiting) return withStatus(facts, { actions: [{ do: 'admit' }] });
  if (facts.now.getTime() - Date.parse(waiting.since) > settings.creditsWait * 1000) {
    return {
      actions: [
        {
          do: 'close-failed',
          failure: {
            code: 'credits_required',
            message: `The document needs ${waiting.requiredCredits} credits, which were not added in time.`,
          },
        },
      ],
    };
  }
  return withStatus(facts, { actions: [{ do: 'admit' }], againInMs: CREDITS_MS });
}

function planConversion(facts: Facts): Plan {
  const { jobId, outcomes, launches, nativeMarks } = facts;
  const source = facts.intent!.source!;
  const ranges = rangesOf(facts.intent!);
  const failed = [...outcomes.values()].find((outcome) => outcome.outcome === 'failed');
  if (failed?.outcome === 'failed') return { actions: [{ do: 'close-failed', failure: failed.failure }] };

  const last = ranges.length === 1 ? 0 : ranges.length;
  const merged = outcomes.get(last);
  if (merged)
    return {
      actions: [
        {
          do: 'close-succeeded',
          outcomes: [...outcomes.entries()].sort(([a], [b]) => a - b).map(([, outcome]) => outcome),
        },
      ],
    };

  for (const launch of launches) {
    for (const [index, state] of launch.indexes) {
      if (state.state === 'failed' && !outcomes.has(index))
        return { actions: [{ do: 'close-failed', failure: { code: state.reason, message: MESSAGES[state.reason] } }] };
      const handedOn = nativeMarks.has(index) && !launch.name.includes('-n');
      if (state.state === 'ended' && !outcomes.has(index) && !handedOn)
        return {
          actions: [{ do: 'close-failed', failure: { code: 'stranded_running', message: MESSAGES.stranded_running } }],
        };
    }
  }

  const known = new Set(launches.map((launch) => launch.name));
  const actions: Action[] = [];
  const start = (name: string, firstIndex: number, count: number, native: boolean): void => {
    if (!known.has(name)) actions.push({ do: 'launch', name, firstIndex, count, native });
  };
  const native = source.native || source.scanned || facts.intent!.spec.includeImages === true;
  const open = ranges.map((_, index) => index).filter((index) => !outcomes.has(index));
  if (open.length > 0) {
    if (launches.length === 0 && outcomes.size === 0 && !facts.cacheChecked && !facts.intent!.spec.forceRefresh)
      return { actions: [{ do: 'use-cache' }] };
    start(`${jobId}-c`, 0, ranges.length, native);
    for (const index of nativeMarks) if (!outcomes.has(index)) start(`${jobId}-n${index}`, index, 1, true);
  } else {
    start(`${jobId}-m`, last, 1, false);
  }
  return { actions, againInMs: IDLE_MS };
}

function planClosed(facts: Facts, settings: JobSettings): Plan {
  const actions: Action[] = [];
  if (facts.intent) actions.push({ do: 'follow-receipt' });
  const status = statusOf(facts);
  const single = facts.launches.find((launch) => launch.name === `${facts.jobId}-c`)?.indexes.size === 1;
  if (!sameStatus(facts.job.status, status))
    return {
      actions: [
        ...actions,
        { do: 'clean-up', end: status.state !== 'succeeded', single },
        { do: 'write-status', status },
      ],
    };
  const rest = expiry(facts, settings);
  return { ...rest, actions: [...actions, ...rest.actions] };
}

/** Finished resources go after their TTL; the record stays. */
function expiry(facts: Facts, settings: JobSettings): Plan {
  const { job, now, record } = facts;
  const finishedAt = job.status?.finishedAt;
  if (finishedAt === undefined) return { actions: [] };
  const left =
    Date.parse(finishedAt) + (job.spec.ttlSecondsAfterFinished ?? settings.resourceTtl) * 1000 - now.getTime();
  if (left > 0) return { actions: [], againInMs: Math.min(left, 2 ** 31 - 1) };
  return record ? { actions: [{ do: 'delete-resource' }] } : { actions: [], againInMs: IDLE_MS };
}

function withStatus(facts: Facts, base: Plan): Plan {
  // What closes a job brings its last status at once: one write less for every job.
  if (base.actions.some((action) => action.do.startsWith('close-'))) return base;
  const status = statusOf(facts);
  return sameStatus(facts.job.status, status)
    ? base
    : { ...base, actions: [{ do: 'write-status', status }, ...base.actions] };
}

export function sameStatus(one: ConversionJobStatus | undefined, other: ConversionJobStatus): boolean {
  if (!one) return false;
  const drop = ({ updatedAt: _u, conditions, ...rest }: ConversionJobStatus): unknown => ({
    ...rest,
    conditions: conditions?.map(({ lastTransitionTime: _t, ...condition }) => condition),
  });
  return canonical(drop(one)) === canonical(drop(other));
}

/** JSON with sorted keys: a store may answer the same object in another order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
