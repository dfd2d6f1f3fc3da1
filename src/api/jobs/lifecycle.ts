import type { LifecycleDeps } from '../../lifecycle/apply.ts';
import { countEnded } from '../../lifecycle/count-ended.ts';
import type { ApiDeps } from '../deps.ts';

/** The ports by which the API changes the records of jobs. */
export function lifecycleDeps({ objects, ledger, now, metrics }: ApiDeps): LifecycleDeps {
  return { objects, ledger, now, onEnded: (record) => countEnded(metrics, record) };
}
