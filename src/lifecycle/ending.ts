import { receiptKeyOf, buildReceipt, usageOf, type EndRequest } from '../accounting/receipts.ts';
import type { JobFailure } from '../failures/failure.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Objects } from '../objects/objects.ts';
import { keys } from '../records/keys.ts';
import { createOrRead, writeRecord } from '../records/store.ts';
import type { Ending, Intent, JobRecord, StoredReceipt } from '../records/types.ts';
import { workOfOneRange } from './clean-up.ts';
import { rangesOf } from './tasks.ts';
import { keepWebhook } from './webhooks.ts';

export interface EndingDeps {
  readonly objects: Objects;
  readonly ledger: Ledger;
  readonly now: () => Date;
}

export interface Ended {
  readonly record: JobRecord;
  /** True for the one who ended the job; whoever comes second finds how it ended. */
  readonly first: boolean;
}

/**
 * Ends a job. The receipt is put if absent and decides: whoever comes second finds the first one's receipt and follows
 * it, never its own intention.
 */
export async function endJob(deps: EndingDeps, intent: Intent, request: EndRequest): Promise<Ended> {
  const own = buildReceipt(intent, await withStoredResult(deps, intent, request), deps.now());
  const { value, created } = await createOrRead(deps.objects, receiptKeyOf(intent), own);
  return { record: await followReceipt(deps, intent, value), first: created };
}

/**
 * Stores what has to be there when the first reader sees the receipt: the manifest, and where later jobs find the
 * result. Another controller may have written the manifest first; the receipt names the artifacts of the one that
 * holds. A cache entry of a job that ends otherwise does no harm: whoever reads it asks the job's record.
 */
async function withStoredResult({ objects }: EndingDeps, { jobId }: Intent, request: EndRequest): Promise<EndRequest> {
  if (request.outcome !== 'succeeded') return request;
  const [manifest] = await Promise.all([
    createOrRead(objects, keys.manifest(jobId), request.manifest),
    request.rememberAs && writeRecord(objects, request.rememberAs, { jobId }),
  ]);
  return { ...request, manifest: manifest.value };
}

async function deleteReadings(objects: Objects, jobId: string): Promise<void> {
  const found: string[] = [];
  for await (const { key } of objects.list(keys.readings(jobId))) found.push(key);
  await objects.delete(found);
}

/** Objects that only the conversion needed, of a job that succeeded without parts: nothing runs for it any more. */
function leftBehind(intent: Intent, { state, cached }: Ending): string[] {
  if (state !== 'succeeded' || !(cached || rangesOf(intent).length === 1)) return [];
  return workOfOneRange(intent.jobId);
}

/**
 * The steps after the receipt: ledger, webhook, record, end of the intent. Each does nothing when it was done before.
 */
export async function followReceipt(deps: EndingDeps, intent: Intent, stored: StoredReceipt): Promise<JobRecord> {
  const { jobId, workspace } = intent;
  const { receipt, ending } = stored;
  if (receipt.settledCredits > 0) await deps.ledger.settle({ jobId, workspace, credits: receipt.settledCredits });
  else await deps.ledger.release({ jobId, workspace });
  const record: JobRecord = {
    ...recordBase(intent),
    ending,
    reservedCredits: receipt.reservedCredits,
    settledCredits: receipt.settledCredits,
    receipt: true,
  };
  await keepWebhook(deps.objects, record);
  // The record of a job that somebody followed before may say by now that its results are deleted.
  const { value } = await createOrRead(deps.objects, keys.record(jobId), record);
  await deps.objects.delete([keys.intent(jobId), ...leftBehind(intent, ending)]);
  if (intent.converterClass) await deleteReadings(deps.objects, jobId);
  return value;
}

/** Ends a job that is refused for its size (413): it is kept as failed, without hold, receipt or resource. */
export async function refuseJob(deps: EndingDeps, intent: Intent, failure: JobFailure): Promise<Ended> {
  const ending: JobRecord['ending'] = {
    state: 'failed',
    failure,
    usage: usageOf(intent.source),
    ...(intent.source ? { source: intent.source } : {}),
    finishedAt: deps.now().toISOString(),
  };
  const record: JobRecord = { ...recordBase(intent), ending, reservedCredits: 0, settledCredits: 0, receipt: false };
  await keepWebhook(deps.objects, record);
  const { value, created } = await createOrRead(deps.objects, keys.record(intent.jobId), record);
  await deps.ledger.release({ jobId: intent.jobId, workspace: intent.workspace });
  await deps.objects.delete([keys.intent(intent.jobId)]);
  return { record: value, first: created };
}

function recordBase(
  intent: Intent,
): Pick<JobRecord, 'jobId' | 'workspace' | 'createdAt' | 'spec' | 'fileName' | 'idempotencyKey' | 'trace'> {
  return {
    jobId: intent.jobId,
    workspace: intent.workspace,
    createdAt: intent.createdAt,
    spec: intent.spec,
    ...(intent.fileName === undefined ? {} : { fileName: intent.fileName }),
    ...(intent.idempotencyKey === undefined ? {} : { idempotencyKey: intent.idempotencyKey }),
    ...(intent.trace ? { trace: intent.trace } : {}),
  };
}
