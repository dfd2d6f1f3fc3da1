import type {
  BatchCondition,
  BatchState as State,
  ConversionBatch,
  ConversionBatchStatus,
} from '../../resource/batch.ts';
import type { BatchFailure, BatchState } from '../../records/batches.ts';
import { canonicalJson, datedConditions } from '../conditions.ts';
import { countFound } from './progress.ts';

/** Why a batch does not go on, until somebody sets it right. */
export interface BatchStall {
  readonly reason: 'BucketNotAllowed' | 'BucketRefused' | 'CreditsRequired';
  readonly message: string;
}

/** The status that the resource should have now. */
export function deriveBatchStatus(
  batch: ConversionBatch,
  state: BatchState,
  { stall, now }: { readonly stall: BatchStall | undefined; readonly now: Date },
): ConversionBatchStatus {
  const { open, succeeded, failed, canceled, skipped, cursor, ended } = state;
  const message = messageOf(state);
  return {
    state: stateOf(batch, state),
    message,
    listed: state.listed,
    ...(cursor !== undefined && { cursor }),
    documents: { found: countFound(state), open: open.length, succeeded, failed, canceled, skipped },
    pages: state.pages,
    credits: { settled: state.settledCredits },
    ...(state.lastFailures.length > 0 && { failures: state.lastFailures.map(shown) }),
    ...(ended?.failureList !== undefined && { failureList: ended.failureList }),
    startedAt: state.createdAt,
    ...(ended && { finishedAt: ended.at }),
    observedGeneration: batch.metadata.generation,
    conditions: datedConditions(batch, deriveConditions(batch, { state, stall, message }), now),
  };
}

function stateOf({ spec }: ConversionBatch, { ended }: BatchState): State {
  if (ended) return ended.state;
  return spec.suspend ? 'suspended' : 'running';
}

function messageOf(state: BatchState): string {
  const { succeeded, failed, canceled, listed } = state;
  const found = countFound(state);
  const done = `${succeeded + failed + canceled} of ${found}${listed ? '' : ' found so far'}`;
  return failed > 0 ? `${done}, ${failed} failed` : done;
}

const shown = ({
  key,
  jobId,
  code,
  message,
}: BatchFailure): NonNullable<ConversionBatchStatus['failures']>[number] => ({
  key,
  ...(jobId !== undefined && { jobName: jobId }),
  errorCode: code,
  error: message.slice(0, 1024),
});

type Wanted = Omit<BatchCondition, 'lastTransitionTime'>;

function deriveConditions(
  { spec }: ConversionBatch,
  {
    state: { ended, failed },
    stall,
    message,
  }: { readonly state: BatchState; readonly stall: BatchStall | undefined; readonly message: string },
): Wanted[] {
  if (ended?.state === 'canceled') return [{ type: 'Canceled', status: 'True', reason: 'Canceled', message }];
  if (ended) return [{ type: 'Complete', status: 'True', reason: failed > 0 ? 'SomeFailed' : 'AllConverted', message }];
  const suspended: Wanted = {
    type: 'Suspended',
    status: spec.suspend ? 'True' : 'False',
    reason: spec.suspend ? 'Suspended' : 'Resumed',
  };
  if (stall) return [suspended, { type: 'Stalled', status: 'True', ...stall }];
  const reason = spec.cancel ? 'Canceling' : 'Converting';
  return spec.suspend ? [suspended] : [{ type: 'Reconciling', status: 'True', reason, message }, suspended];
}

/** Fields of the status that change only when something happened. */
export const sameBatchStatus = (one: ConversionBatchStatus | undefined, other: ConversionBatchStatus): boolean =>
  one !== undefined && canonicalJson(one) === canonicalJson(other);
