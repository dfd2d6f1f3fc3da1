import type { LaunchState } from '../runtime/launcher.ts';
import type { ConversionJob, ConversionJobStatus } from '../resource/conversion-job.ts';
import { hasEnded } from '../resource/lifecycle.ts';
import type { JobSettings } from '../resource/settings.ts';
import type { CleanUp } from '../lifecycle/actions.ts';
import { intentOfResource, TRACEPARENT } from '../lifecycle/intent.ts';
import type { Action } from './actions.ts';
import { canonicalJson } from './conditions.ts';
import type { Facts } from './facts.ts';
import { phaseOf } from './phase.ts';
import { planConversion } from './plan-conversion.ts';
import { deriveStatus } from './status.ts';

/** Actions in their order. The job is looked at again at once after one that changes its records. */
export interface Plan {
  readonly actions: readonly Action[];
  /** Look again after this long, even if nothing changes. */
  readonly againInMs?: number;
}

/** How often a job is looked at that waits for something that may not call. */
const IDLE_MS = 15_000;
const CREDITS_MS = 5 * 60_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Decides from what is known alone: no clock, no I/O. One case for each phase of a job's life
 * (`src/resource/lifecycle.ts`).
 */
export function plan(facts: Facts, settings: JobSettings): Plan {
  const phase = phaseOf(facts);
  switch (phase) {
    case 'new':
      // The record of a job that has ended may be missing for a moment; nothing is opened for it.
      if (hasEnded(facts.job)) return expiry(facts, settings);
      return { actions: [openOf(facts)] };
    case 'admitting':
    case 'unpaid':
    case 'waiting':
    case 'converting':
    case 'finalizing':
      return planUnfinished(facts, settings);
    case 'succeeded':
    case 'failed':
    case 'canceled':
    case 'expired':
      return planEnded(facts, settings);
  }
}

function openOf({ job, now }: Facts): Action {
  const traceparent = job.metadata.annotations?.[TRACEPARENT];
  return { do: 'open', intent: intentOfResource(job, now), ...(traceparent !== undefined && { traceparent }) };
}

function planUnfinished(facts: Facts, settings: JobSettings): Plan {
  const { intent, job } = facts;
  if (job.spec.cancel) return { actions: [{ do: 'end', how: { outcome: 'canceled' } }] };
  if (!intent?.source || !intent.range || intent.state !== 'accepted') return planAdmission(facts, settings);
  const actions = planConversion(facts, settings);
  return withStatus(facts, { actions, ...(!isQueued(facts) && { againInMs: IDLE_MS }) });
}

/** True where all that is not done waits for its turn, of which followers are called. */
function isQueued({ launches }: Facts): boolean {
  const isDone = ({ indexes }: LaunchState): boolean => [...indexes.values()].every(({ state }) => state === 'ended');
  return launches.some(({ queued }) => queued) && launches.every((launch) => launch.queued || isDone(launch));
}

function planAdmission(facts: Facts, settings: JobSettings): Plan {
  const waiting = facts.intent?.waiting;
  if (!waiting) return withStatus(facts, { actions: [{ do: 'admit' }] });
  const left = Date.parse(waiting.since) + settings.creditsWait * 1000 - facts.now.getTime();
  if (left >= 0) return withStatus(facts, { actions: [{ do: 'admit' }], againInMs: Math.min(CREDITS_MS, left + 1) });
  const failure = {
    code: 'credits_required',
    message: `The document needs ${waiting.requiredCredits} credits. They were not added in time.`,
  } as const;
  return { actions: [{ do: 'end', how: { outcome: 'failed', failure } }] };
}

function planEnded(facts: Facts, settings: JobSettings): Plan {
  const { intent, receipt, record, launches } = facts;
  const follow: Action[] = intent && receipt ? [{ do: 'follow-receipt', receipt }] : [];
  const status = deriveStatus(facts);
  if (sameStatus(facts.job.status, status)) {
    const rest = expiry(facts, settings);
    return { ...rest, actions: [...follow, ...rest.actions] };
  }
  const single = record?.ending.cached === true || launches.find(({ kind }) => kind === 'convert')?.indexes.size === 1;
  const cleanUp: CleanUp = { do: 'clean-up', end: status.state !== 'succeeded', single };
  return { actions: [...follow, cleanUp, { do: 'write-status', status }] };
}

/** Milliseconds for which nothing is to be done for a job that has ended; 0 for any other. */
export function msUntilNextAction(job: ConversionJob, settings: JobSettings, now: Date): number {
  if (!hasEnded(job) || job.status?.state === 'expired') return 0;
  // Its TTL was changed, and somebody may wait until that is observed.
  const { generation } = job.metadata;
  if ((job.status?.observedGeneration ?? generation) !== generation) return 0;
  // Its record says then that it is expired.
  const retained = Date.parse(job.status?.finishedAt ?? '') + settings.artifactRetention * 1000 - now.getTime();
  return Math.max(0, Math.min(retained, ttlLeft(job, settings, now) ?? 0, LONGEST_TIMER_MS));
}

function ttlLeft({ status, spec }: ConversionJob, settings: JobSettings, now: Date): number | undefined {
  if (status?.finishedAt === undefined) return undefined;
  return Date.parse(status.finishedAt) + (spec.ttlSecondsAfterFinished ?? settings.resourceTtl) * 1000 - now.getTime();
}

/** Finished resources go after their TTL; the record stays. */
function expiry(facts: Facts, settings: JobSettings): Plan {
  const { job, now, record } = facts;
  const left = ttlLeft(job, settings, now);
  if (left === undefined) return { actions: [] };
  if (left > 0) return { actions: [], againInMs: Math.min(left, LONGEST_TIMER_MS) };
  return record ? { actions: [{ do: 'delete-resource' }] } : { actions: [], againInMs: IDLE_MS };
}

function withStatus(facts: Facts, base: Plan): Plan {
  // The action that ends a job brings its last status at once: one write less for every job.
  if (base.actions.some((action) => action.do === 'end')) return base;
  const status = deriveStatus(facts);
  return sameStatus(facts.job.status, status)
    ? base
    : { ...base, actions: [{ do: 'write-status', status }, ...base.actions] };
}

function sameStatus(one: ConversionJobStatus | undefined, other: ConversionJobStatus): boolean {
  if (!one) return false;
  const drop = ({ updatedAt: _u, conditions, ...rest }: ConversionJobStatus): unknown => ({
    ...rest,
    conditions: conditions?.map(({ lastTransitionTime: _t, ...condition }) => condition),
  });
  return canonicalJson(drop(one)) === canonicalJson(drop(other));
}
