import { stateAfter } from '../resource/lifecycle.ts';
import { keys } from '../records/keys.ts';
import { readRecord, readStored, replaceRecord } from '../records/store.ts';
import type { Intent, JobRecord } from '../records/types.ts';
import type { RecordAction } from './actions.ts';
import { beginJobTrace, inSpan, inTrace } from '../telemetry/trace.ts';
import { endJob, followReceipt, refuseJob, type EndingDeps } from './ending.ts';
import { moved, noTransition, openIntent } from './intent.ts';
import { traceEnded } from './trace-ended.ts';

export interface LifecycleDeps extends EndingDeps {
  /** Called by whoever ended the job, once: it wrote the receipt, or the record of a refused job. */
  onEnded(record: JobRecord): void;
}

export interface Applied {
  /** False when someone else changed the job first, so that nothing was done. */
  readonly applied: boolean;
  /** The job's record, if it has ended: as its receipt says, whatever the action wanted. */
  readonly record?: JobRecord;
}

const DONE: Applied = { applied: true };
const SUPERSEDED: Applied = { applied: false };

/** Carries out one action on what is stored of a job. */
export async function applyToRecords(deps: LifecycleDeps, jobId: string, action: RecordAction): Promise<Applied> {
  switch (action.do) {
    case 'open':
      await openIntent(deps.objects, withTrace(action));
      return DONE;
    case 'wait-for-credits':
      return changeIntent(deps, jobId, (intent) => (intent.range ? undefined : waitingFor(deps, intent, action)));
    case 'reopen':
      return changeIntent(deps, jobId, (intent) => (intent.state === 'accepted' ? moved(intent, 'reopen') : undefined));
    case 'end':
    case 'refuse':
      return end(deps, jobId, action);
    case 'follow-receipt': {
      const intent = await readRecord(deps.objects, keys.intent(jobId));
      return intent ? { applied: true, record: await followReceipt(deps, intent, action.receipt) } : SUPERSEDED;
    }
    case 'drop':
      return drop(deps, action);
  }
}

function withTrace({ intent, traceparent }: Extract<RecordAction, { do: 'open' }>): Intent {
  const trace = beginJobTrace(traceparent);
  return trace ? { ...intent, trace } : intent;
}

async function changeIntent(
  { objects, now }: LifecycleDeps,
  jobId: string,
  change: (intent: Intent) => Intent | undefined,
): Promise<Applied> {
  const stored = await readStored(objects, keys.intent(jobId));
  const changed = stored && change(stored.value);
  if (!changed) return SUPERSEDED;
  const next = { ...changed, updatedAt: now().toISOString() };
  return (await replaceRecord(objects, keys.intent(jobId), stored.etag, next)) ? DONE : SUPERSEDED;
}

function waitingFor(deps: LifecycleDeps, intent: Intent, { requiredCredits }: { requiredCredits: number }): Intent {
  return { ...intent, waiting: { since: intent.waiting?.since ?? deps.now().toISOString(), requiredCredits } };
}

async function end(
  deps: LifecycleDeps,
  jobId: string,
  action: Extract<RecordAction, { do: 'end' | 'refuse' }>,
): Promise<Applied> {
  const known = action.do === 'end' ? action.intent : undefined;
  // Read now: the receipt has to say what is held now.
  const intent = known ?? (await readRecord(deps.objects, keys.intent(jobId)));
  if (!intent) {
    const record = await readRecord(deps.objects, keys.record(jobId));
    return record ? { applied: false, record } : SUPERSEDED;
  }
  if (stateAfter(intent.state, action.do) !== 'ended') throw noTransition(intent, action.do);
  const { record, first } = await inTrace(intent.trace?.traceparent, () =>
    inSpan('end', {}, () =>
      action.do === 'end' ? endJob(deps, intent, action.how) : refuseJob(deps, intent, action.failure),
    ),
  );
  if (first) {
    traceEnded(record);
    deps.onEnded(record);
  }
  return { applied: first, record };
}

/** Whoever changes the intent first has it. What a sweep marked and left, the next one finishes. */
async function drop(
  { objects, ledger }: LifecycleDeps,
  { seen: { value: intent, etag } }: Extract<RecordAction, { do: 'drop' }>,
): Promise<Applied> {
  const { jobId, workspace } = intent;
  if (intent.state !== 'dropped') {
    const dropped = { ...moved(intent, 'drop'), hold: 0 };
    if (!(await replaceRecord(objects, keys.intent(jobId), etag, dropped))) return SUPERSEDED;
  }
  // Removed, not released: a retry under the same idempotency key begins the job again and holds credits again.
  await ledger.setHold({ jobId, workspace, credits: 0 });
  await objects.delete([keys.input(jobId)]);
  // Last, since from then on a retry may pin another input.
  await objects.delete([keys.intent(jobId)]);
  return DONE;
}
