import { keys } from '../records/keys.ts';
import { readStored, replaceRecord, type Stored } from '../records/store.ts';
import type { Intent } from '../records/types.ts';
import type { RecordAction } from './actions.ts';
import { STEPS, type AdmissionDeps, type AdmissionStep, type Obstacle, type StepResult } from './admission-steps.ts';
import { noTransition } from './intent.ts';

/** How far admission came. */
export type Admission =
  /** Input pinned (or a URL that is yet to be fetched), credits held, intent accepted: the resource may be made. */
  | {
      readonly result: 'accepted';
      readonly intent: Intent;
      /** The range was not known before, so that nothing was launched yet. */
      readonly isNew: boolean;
    }
  /** The intent stays as it is. */
  | (Obstacle & { readonly intent: Intent })
  /** A slow step comes next, and was left to somebody else. */
  | { readonly result: 'left'; readonly step: SlowStep; readonly intent: Intent }
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

/**
 * Takes a job from its intent to `accepted`, step by step: pin the input, probe it and price it, hold the price,
 * accept. The intent is written after each step. What follows from a pin is written with the probe, since both can be
 * repeated. `slowly` says what becomes of the slow steps. `job`: its id, or its intent as it was just read or written.
 */
export async function admit(
  deps: AdmissionDeps,
  job: string | Stored<Intent>,
  goal: AdmissionGoal,
  slowly: Slowly = ({ run }) => run(),
): Promise<Admission> {
  let known: Known | undefined = typeof job === 'string' ? undefined : job;
  let unwritten: Done | undefined;
  const jobId = typeof job === 'string' ? job : job.value.jobId;
  for (;;) {
    const stored: Known | undefined = known ?? (await readStored(deps.objects, keys.intent(jobId)));
    if (!stored) return { result: 'ended' };
    const intent = unwritten?.next ?? stored.value;
    const step = await goOn({ ...deps, pinned: unwritten?.pinned }, intent, { goal, slowly });
    if ('next' in step) {
      unwritten = step.pinned ? step : undefined;
      // Where someone else wrote first, their intent is read.
      known = unwritten ? stored : await write(deps, stored, step.next);
    } else {
      if (!unwritten || (await write(deps, stored, intent))) return haltedAt(step, intent, stored);
      known = unwritten = undefined;
    }
  }
}

const haltedAt = (step: Halt, intent: Intent, { isNew = false }: Known): Admission =>
  step.result === 'accepted' ? { ...step, intent, isNew } : { ...step, intent };

/** `isNew`: this admission has written its range. */
type Known = Stored<Intent> & { readonly isNew?: boolean };
type Done = Extract<StepResult, { next: Intent }>;
type Halt = Obstacle | { readonly result: 'left'; readonly step: SlowStep } | { readonly result: 'accepted' };

/** Does the next step of the intent, if there is one. */
async function goOn(
  deps: AdmissionDeps,
  intent: Intent,
  { goal, slowly }: { readonly goal: AdmissionGoal; readonly slowly: Slowly },
): Promise<Done | Halt> {
  if (intent.state === 'dropped') throw noTransition(intent, 'admit');
  const step = nextStep(intent, goal);
  if (step === undefined) return { result: 'accepted' };
  const run = (signal?: AbortSignal): Promise<StepResult> => STEPS[step](signal ? { ...deps, signal } : deps, intent);
  const result = isSlow(step) ? await slowly({ step, intent, run }) : await run();
  if (result === 'left') return { result, step: step as SlowStep };
  if ('result' in result) return result;
  if (step === 'hold' && result.next === intent) return { result: 'accepted' };
  return step === 'probe' ? { next: await priced(deps, result.next) } : result;
}

async function write(deps: AdmissionDeps, before: Known, intent: Intent): Promise<Known | undefined> {
  const next = { ...intent, updatedAt: deps.now().toISOString() };
  const written = await replaceRecord(deps.objects, keys.intent(intent.jobId), before.etag, next);
  return written && { ...written, isNew: before.isNew === true || (!before.value.range && next.range !== undefined) };
}

/** A price changes nothing but the intent, so it is written together with what it follows from. */
async function priced(deps: AdmissionDeps, intent: Intent): Promise<Intent> {
  const isDetached = !intent.source && nextStep(intent, 'hold') === 'hold-one-page';
  if (!intent.source && !isDetached) return intent;
  const result = await STEPS[isDetached ? 'hold-one-page' : 'price'](deps, intent);
  return 'next' in result ? result.next : intent;
}

/** The next step of admission, by what the intent says; undefined at a goal that needs no further step. */
export function nextStep(intent: Intent, goal: AdmissionGoal): AdmissionStep | undefined {
  const external = intent.spec.source.type === 'external';
  if (!intent.source && (intent.detached || (external && !intent.pinned))) {
    if (intent.state === 'pending') return 'hold-one-page';
    if (goal === 'hold') return undefined;
  }
  if (!intent.pinned) return external ? 'fetch' : 'pin';
  if (!intent.source) return intent.spec.passwordSecretRef && !intent.sealedPassword ? 'password' : 'probe';
  return intent.range ? 'hold' : 'price';
}

/** The next step towards the source, if it is a slow one. */
export function nextSlowStep(intent: Intent): SlowStep | undefined {
  const step = nextStep(intent, 'source');
  return step !== undefined && isSlow(step) ? step : undefined;
}

/**
 * What follows from where admission came to a halt. A request that made no resource yet is refused, and a retry of it
 * goes on where this one stopped, unless the document itself can never be converted; a job with a resource waits or
 * fails.
 */
export function afterAdmission(admission: Admission, made: 'request' | 'resource'): RecordAction | undefined {
  if (admission.result === 'insufficient') {
    const { requiredCredits, intent } = admission;
    const told = intent.waiting?.requiredCredits === requiredCredits;
    return made === 'resource' && !told ? { do: 'wait-for-credits', requiredCredits } : undefined;
  }
  if (admission.result !== 'failed') return undefined;
  const { failure } = admission;
  if (made === 'request' && failure.code === 'upload_missing') return undefined;
  if (made === 'request' && failure.code === 'document_too_large') return { do: 'refuse', failure };
  return { do: 'end', how: { outcome: 'failed', failure } };
}
