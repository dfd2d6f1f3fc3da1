import type { JobFailure } from '../job/failure.ts';
import { receiptIdOf } from '../job/ids.ts';
import { creditsToSettle, rateCard } from '../job/price.ts';
import type { SourceFacts, Usage } from '../job/conversion-job.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Objects } from '../objects/objects.ts';
import { keys } from './keys.ts';
import { createOrRead, createRecord, readRecord } from './store.ts';
import { keepWebhook } from './webhooks.ts';
import type { Ending, Intent, JobRecord, Manifest, StoredReceipt } from './types.ts';

export interface ClosingDeps {
  readonly objects: Objects;
  readonly ledger: Ledger;
  readonly now: () => Date;
}

/** How a job ends, before its receipt says so. */
export type Close =
  | {
      readonly outcome: 'succeeded';
      /** Written before the receipt. */
      readonly manifest: Manifest;
      readonly ocrPages: number;
      readonly cached: boolean;
      readonly startedAt?: string;
    }
  | { readonly outcome: 'failed'; readonly failure: JobFailure; readonly startedAt?: string }
  | { readonly outcome: 'canceled'; readonly startedAt?: string };

/** The day folder of a job's receipt: its creation, UTC, `2026-11-21`. */
export const dayOf = (createdAt: string): string => createdAt.slice(0, 10);

export const receiptKeyOf = (job: Pick<Intent, 'workspace' | 'createdAt' | 'jobId'>): string =>
  keys.receipt(job.workspace, dayOf(job.createdAt), job.jobId);

/**
 * Ends a job. The receipt is put if absent and decides: whoever comes second finds the first one's receipt and follows it, never
 * its own intention. Answers the receipt that holds.
 */
export async function closeJob(deps: ClosingDeps, intent: Intent, close: Close): Promise<StoredReceipt> {
  // Another controller may have written the manifest first; the receipt names the artifacts of the one that holds.
  const manifest =
    close.outcome === 'succeeded'
      ? (await createOrRead(deps.objects, keys.manifest(intent.jobId), close.manifest)).value
      : undefined;
  const own = receiptOf(intent, close.outcome === 'succeeded' && manifest ? { ...close, manifest } : close, deps.now());
  const { value } = await createOrRead(deps.objects, receiptKeyOf(intent), own);
  await followReceipt(deps, intent, value);
  return value;
}

/** The steps after the receipt: ledger, webhook, record, end of the intent. Each does nothing when it was done before. */
export async function followReceipt(deps: ClosingDeps, intent: Intent, stored: StoredReceipt): Promise<void> {
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
  await createRecord(deps.objects, keys.record(jobId), record);
  await deps.objects.delete([keys.intent(jobId)]);
}

/** A job refused for its size (413) is kept as failed, without hold, receipt or resource. */
export async function refuseJob(deps: ClosingDeps, intent: Intent, failure: JobFailure): Promise<JobRecord> {
  const finishedAt = deps.now().toISOString();
  const ending: Ending = {
    state: 'failed',
    failure,
    usage: usageOf(intent.source),
    ...(intent.source ? { source: intent.source } : {}),
    finishedAt,
  };
  const record: JobRecord = { ...recordBase(intent), ending, reservedCredits: 0, settledCredits: 0, receipt: false };
  await keepWebhook(deps.objects, record);
  const { value } = await createOrRead(deps.objects, keys.record(intent.jobId), record);
  await deps.ledger.release({ jobId: intent.jobId, workspace: intent.workspace });
  await deps.objects.delete([keys.intent(intent.jobId)]);
  return value;
}

/** The receipt of a job, whoever wrote it. */
export async function readReceipt(
  objects: Objects,
  job: Pick<Intent, 'workspace' | 'createdAt' | 'jobId'>,
): Promise<StoredReceipt | undefined> {
  return (await readRecord<StoredReceipt>(objects, receiptKeyOf(job)))?.value;
}

function recordBase(
  intent: Intent,
): Pick<JobRecord, 'jobId' | 'workspace' | 'createdAt' | 'spec' | 'fileName' | 'idempotencyKey'> {
  return {
    jobId: intent.jobId,
    workspace: intent.workspace,
    createdAt: intent.createdAt,
    spec: intent.spec,
    ...(intent.fileName === undefined ? {} : { fileName: intent.fileName }),
    ...(intent.idempotencyKey === undefined ? {} : { idempotencyKey: intent.idempotencyKey }),
  };
}

function usageOf(source: SourceFacts | undefined): Usage {
  return source ? { inputBytes: source.bytes, discoveredPages: source.pages } : {};
}

function receiptOf(intent: Intent, close: Close, now: Date): StoredReceipt {
  const finishedAt = now.toISOString();
  const startedAt = close.startedAt === undefined ? {} : { startedAt: close.startedAt };
  // A job of a capability that there is not has failed, and is priced by no card of its own.
  const card =
    rateCard(intent.spec.capabilityVersion ?? '1', intent.priceVersion) ?? rateCard('1', intent.priceVersion);
  if (!card) throw new Error(`no rate card ${intent.priceVersion}`);
  const durationMs = Math.max(0, now.getTime() - Date.parse(close.startedAt ?? intent.createdAt));
  const source = intent.source ? { source: intent.source } : {};
  const base = {
    id: receiptIdOf(intent.jobId),
    jobId: intent.jobId,
    ...(intent.quoteId === undefined ? {} : { quoteId: intent.quoteId }),
    holdId: `hold_${intent.jobId}`,
    tenantId: intent.workspace,
    ...(intent.actor.principalId === undefined ? {} : { actorPrincipalId: intent.actor.principalId }),
    actorType: intent.actor.type,
    ...(intent.actor.credentialId === undefined ? {} : { credentialId: intent.actor.credentialId }),
    channel: intent.actor.channel,
    ...(intent.source ? { sourceFormat: intent.source.format } : {}),
    reservedCredits: intent.hold,
    priceVersion: card.priceVersion,
    tier: card.tier,
    fundingSource: 'prepaid',
    originalReceiptId: null,
    kind: 'original' as const,
    occurredAt: finishedAt,
    createdAt: finishedAt,
  };
  if (close.outcome !== 'succeeded') {
    const usage = { ...usageOf(intent.source), durationMs };
    const failure = close.outcome === 'failed' ? close.failure : undefined;
    return {
      receipt: {
        ...base,
        artifactIds: [],
        usage,
        settledCredits: 0,
        outcome: close.outcome,
        ...(failure ? { errorCode: failure.code } : {}),
      },
      ending: { state: close.outcome, usage, ...source, ...(failure ? { failure } : {}), ...startedAt, finishedAt },
    };
  }
  const { manifest, ocrPages, cached } = close;
  if (!intent.range || !intent.source) throw new Error(`job ${intent.jobId} succeeded without pages`);
  const pages = intent.range.end - intent.range.start + 1;
  const bytes = manifest.artifacts.reduce((sum, artifact) => sum + artifact.bytes, 0);
  const usage = { ...usageOf(intent.source), ocrPages, outputBytes: bytes, durationMs };
  const partial = intent.range.end < intent.source.pages;
  return {
    receipt: {
      ...base,
      artifactIds: manifest.artifacts.map((artifact) => artifact.id),
      usage,
      settledCredits: creditsToSettle(card, pages, ocrPages, cached, intent.hold),
      outcome: partial ? 'partial' : 'succeeded',
    },
    ending: {
      state: 'succeeded',
      usage,
      ...source,
      pageRange: intent.range,
      ...(partial ? { partial: true, nextStartPage: intent.range.end + 1 } : {}),
      ...(cached ? { cached: true } : {}),
      artifacts: { count: manifest.artifacts.length, bytes },
      ...startedAt,
      finishedAt,
    },
  };
}
