import { keys } from '../records/keys.ts';
import { createRecord, readStored, replaceRecord, type Stored } from '../records/store.ts';
import type { Intent } from '../records/types.ts';
import type { RecordAction } from './actions.ts';
import { inSpan } from '../telemetry/trace.ts';
import { STEPS, type AdmissionDeps, type AdmissionStep, type Obstacle, type StepResult } from './admission-steps.ts';
import { noTransition } from './intent.ts';

/** How far admission came. The intent is stored, unless the job has ended. */
export type Admission =
  | ((
      | {
          /** Input pinned (or a URL that is yet to be fetched), credits held: the resource may be made. */
          readonly result: 'accepted';
        }
      | Obstacle
      | {
          /** A slow step comes next, and was left to somebody else. */
          readonly result: 'left';
          readonly step: SlowStep;
        }
    ) & {
      readonly intent: Intent;
      readonly etag?: string;
      /** The range was not known before, so that nothing was launched yet. */
      readonly isNew?: boolean;
    })
  /** The intent is gone: the job has ended. */
  | { readonly result: 'ended' };

/**
 * Steps that take as long as a document or a server of the internet wants them to; the others wait for the stores
 * alone.
 */
export type SlowStep = Extract<AdmissionStep, 'fetch' | 'pin' | 'probe'>;
const SLOW: ReadonlySet<AdmissionStep> = new Set<SlowStep>(['fetch', 'pin', 'probe']);
const isSlow = (step: AdmissionStep): step is SlowStep => SLOW.has(step);

/** A slow step that comes next: `run` does it. */
export interface SlowRun {
  readonly step: SlowStep;
  readonly intent: Intent;
  run(signal?: AbortSignal): Promise<StepResult>;
}

/** Does a slow step, or answers `left` where somebody else will. */
export type Slowly = (slow: SlowRun) => Promise<StepResult | 'left'>;

/** How far to go: `hold` stops with one page held at a document that is yet to be fetched or read; `source` goes on. */
export type AdmissionGoal = 'hold' | 'source';

/** An intent as it was just read or written; without an ETag, one that is not stored yet. */
export interface KnownIntent {
  readonly value: Intent;
  readonly etag?: string | undefined;
}

/**
 * Takes a job from its intent to `accepted`, step by step: pin the input, probe it, hold its price, accept. Each step
 * can be repeated, so that the intent is written once: where admission comes to a halt, or a slow step is left to
 * somebody else. `slowly` says what becomes of the slow steps. `job`: its id, or its intent.
 */
export async function admit(
  deps: AdmissionDeps,
  job: string | KnownIntent,
  goal: AdmissionGoal,
  slowly: Slowly = ({ run }) => run(),
): Promise<Admission> {
  let goesOn = false;
  try {
    const admission = await inSpan('admission', {}, () => admitJob(deps, job, { goal, slowly }));
    goesOn = admission.result === 'accepted' || admission.result === 'left';
    return admission;
  } finally {
    // The process that has read the document waits for its conversion, which does not come now.
    if (!goesOn) deps.tasks.release(typeof job === 'string' ? job : job.value.jobId);
  }
}

async function admitJob(deps: AdmissionDeps, job: string | KnownIntent, how: HowFar): Promise<Admission> {
  const jobId = typeof job === 'string' ? job : job.value.jobId;
  let known = typeof job === 'string' ? undefined : job;
  for (;;) {
    const before = known ?? (await readStored(deps.objects, keys.intent(jobId)));
    if (!before) return { result: 'ended' };
    const halt = await goOn(deps, before.value, how);
    if (halt.intent === before.value && before.etag !== undefined) return { ...halt, etag: before.etag };
    const written = await write(deps, halt.intent, before.etag);
    const isNew = !before.value.range && halt.intent.range !== undefined;
    if (written) return { ...halt, intent: written.value, etag: written.etag, isNew };
    // Someone else wrote first, and their intent is read.
    known = undefined;
  }
}

interface HowFar {
  readonly goal: AdmissionGoal;
  readonly slowly: Slowly;
}

type Halt = (Obstacle | { readonly result: 'left'; readonly step: SlowStep } | { readonly result: 'accepted' }) & {
  readonly intent: Intent;
};

/** Does one step after another until there is none, or one that cannot be done. */
async function goOn(deps: AdmissionDeps, before: Intent, { goal, slowly }: HowFar): Promise<Halt> {
  for (let intent = before; ;) {
    if (intent.state === 'dropped') throw noTransition(intent, 'admit');
    const current = intent;
    const step = nextStep(current, goal);
    if (step === undefined) return { result: 'accepted', intent };
    const run = (signal?: AbortSignal): Promise<StepResult> =>
      inSpan(step, {}, () => STEPS[step](signal ? { ...deps, signal } : deps, current));
    const result = isSlow(step) ? await slowly({ step, intent, run }) : await run();
    if (result === 'left') return { result, step: step as SlowStep, intent };
    if ('result' in result) return { ...result, intent };
    intent = result.next;
    if (result.held) return { result: 'accepted', intent };
  }
}

async function write(
  { objects, now }: AdmissionDeps,
  intent: Intent,
  etag: string | undefined,
): Promise<Stored<Intent> | undefined> {
  const key = keys.intent(intent.jobId);
  const next = { ...intent, updatedAt: now().toISOString() };
  return etag === undefined ? createRecord(objects, key, next) : replaceRecord(objects, key, etag, next);
}

/** The next step of admission, by what the intent says; undefined at a goal that needs no further step. */
export function nextStep(intent: Intent, goal: AdmissionGoal): AdmissionStep | undefined {
  const { source, pinned, range } = intent;
  if (source) return pinned ? (range ? 'hold' : 'price') : pinStep(intent);
  if (isHeldBeforeRead(intent)) {
    if (intent.state === 'pending') return 'hold-one-page';
    if (goal === 'hold') return undefined;
  }
  if (!pinned) return pinStep(intent);
  return intent.spec.passwordSecretRef && !intent.sealedPassword ? 'password' : 'probe';
}

const pinStep = ({ spec }: Intent): AdmissionStep => (spec.source.type === 'external' ? 'fetch' : 'pin');

/** True where credits are held before the document can be read. */
const isHeldBeforeRead = ({ detached, spec, pinned }: Intent): boolean =>
  detached !== undefined || (spec.source.type === 'external' && !pinned);

/** The next step towards the source, if it is a slow one. */
export function nextSlowStep(intent: Intent): SlowStep | undefined {
  const step = nextStep(intent, 'source');
  return step !== undefined && isSlow(step) ? step : undefined;
}

/**
 * The consequence of the step at which admission stopped. A request that made no resource yet is refused, and a retry
 * of it goes on where this one stopped, unless the document itself can never be converted; a job with a resource waits
 * or fails.
 */
export function afterAdmission(admission: Admission, made: 'request' | 'resource'): RecordAction | undefined {
  if (admission.result === 'insufficient') {
    const { requiredCredits, intent } = admission;
    const isKnown = intent.waiting?.requiredCredits === requiredCredits;
    return made === 'resource' && !isKnown ? { do: 'wait-for-credits', requiredCredits } : undefined;
  }
  if (admission.result !== 'failed') return undefined;
  const { failure } = admission;
  if (made === 'request' && failure.code === 'upload_missing') return undefined;
  if (made === 'request' && failure.code === 'document_too_large') return { do: 'refuse', failure };
  return { do: 'end', how: { outcome: 'failed', failure } };
}
