import { createdAtOf, type ConversionJob } from '../resource/conversion-job.ts';
import { jobIdOf } from '../resource/ids.ts';
import { stateAfter, type Transition } from '../resource/lifecycle.ts';
import { rateCard } from '../accounting/rate-card.ts';
import type { Objects } from '../objects/objects.ts';
import { keys } from '../records/keys.ts';
import { createOrRead, type Stored } from '../records/store.ts';
import type { Intent } from '../records/types.ts';

/** The first write for a job; a retry finds the intent that is there. */
export function openIntent(objects: Objects, intent: Intent): Promise<Stored<Intent>> {
  return createOrRead(objects, keys.intent(intent.jobId), intent);
}

/** An annotation that continues a trace with a job that is created with kubectl. */
export const TRACEPARENT = 'scriptorium.dev/traceparent';

/** The first intent of a job that was created with kubectl. */
export function intentOfResource(job: ConversionJob, now: Date): Intent {
  const { cancel: _cancel, ttlSecondsAfterFinished: _ttl, ...spec } = job.spec;
  return {
    jobId: jobIdOf(job.metadata),
    workspace: spec.workspace,
    state: 'pending',
    createdAt: createdAtOf(job.metadata),
    updatedAt: now.toISOString(),
    spec,
    actor: { type: 'kubernetes_user', channel: 'kubectl' },
    priceVersion: rateCard(spec.capabilityVersion ?? '1')?.priceVersion ?? rateCard('1')!.priceVersion,
    hold: 0,
    pinned: false,
  };
}

/**
 * The intent after a transition (`src/resource/lifecycle.ts`). Throws, as something that passes, where there is no such
 * transition.
 */
export function moved(intent: Intent, transition: Transition): Intent {
  const state = stateAfter(intent.state, transition);
  if (state === 'pending' || state === 'accepted' || state === 'dropped') return { ...intent, state };
  throw noTransition(intent, transition);
}

/** Someone else has moved the job on meanwhile. A retry finds where it stands then. */
export function noTransition({ jobId, state }: Intent, transition: Transition): Error {
  return Object.assign(new Error(`job ${jobId} is ${state}: there is no transition ${transition}`), {
    transient: true,
  });
}
