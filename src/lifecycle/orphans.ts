import { stateAfter } from '../resource/lifecycle.ts';
import type { Stored } from '../records/store.ts';
import type { Intent, StoredReceipt } from '../records/types.ts';
import type { CleanUp, RecordAction } from './actions.ts';
import { rangesOf } from './tasks.ts';

/** An unfinished job that has no resource, as far as is known. */
export interface Orphan {
  readonly now: Date;
  readonly seen: Stored<Intent>;
  readonly receipt: StoredReceipt | undefined;
  /** It had a resource, which was deleted; else it may be about to get one. */
  readonly deleted: boolean;
}

/** An accepted intent may wait this long for its resource, a pending one for its next request. */
const ACCEPTED_MS = 60_000;
const PENDING_MS = 10 * 60_000;

/** True once a job without resource has waited longer than it may. */
export function isOverdue({ state, updatedAt }: Intent, now: Date): boolean {
  return now.getTime() - Date.parse(updatedAt) > (state === 'accepted' ? ACCEPTED_MS : PENDING_MS);
}

/** The end of an orphan: its receipt is followed, it is canceled if it was accepted, and dropped if it was not. */
export function planOrphan({ now, seen, receipt, deleted }: Orphan): readonly (RecordAction | CleanUp)[] {
  const intent = seen.value;
  const cleanUp: CleanUp = { do: 'clean-up', end: true, single: rangesOf(intent).length < 2 };
  if (receipt) return [{ do: 'follow-receipt', receipt }, cleanUp];
  if (!deleted && !isOverdue(intent, now)) return [];
  const canEnd = stateAfter(intent.state, 'end') !== undefined;
  if (canEnd && (deleted || intent.state === 'accepted')) return [{ do: 'end', how: { outcome: 'canceled' } }, cleanUp];
  return [{ do: 'drop', seen }];
}
