import type { Ending } from '../../records/types.ts';
import type { ApiDeps } from '../deps.ts';

/** Counts a job that the API ended itself: refused at its admission, or canceled. The controller counts those that it ends. */
export function countEnded({ metrics }: Pick<ApiDeps, 'metrics'>, { state, failure }: Ending): void {
  metrics.jobsEnded.inc({ state, reason: failure?.code ?? state });
}
