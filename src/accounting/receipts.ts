import type { SourceFacts, Usage } from '../resource/conversion-job.ts';
import type { JobFailure } from '../failures/failure.ts';
import { receiptIdOf } from '../resource/ids.ts';
import { creditsToSettle, rateCard, type RateCard } from './rate-card.ts';
import { pagesIn } from '../resource/ranges.ts';
import { summarizeWarnings, TAKEN, type WarningFact } from '../resource/warnings.ts';
import type { Objects } from '../objects/objects.ts';
import type { Key } from '../records/key.ts';
import { keys } from '../records/keys.ts';
import { readRecord } from '../records/store.ts';
import type { CacheEntry, Ending, Intent, Manifest, Receipt, StoredReceipt } from '../records/types.ts';

/** How a job is to end. It ends so unless a receipt that says otherwise is there already. */
export type EndRequest = { readonly startedAt?: string } & (
  | {
      readonly outcome: 'succeeded';
      /** Written before the receipt. */
      readonly manifest: Manifest;
      readonly ocrPages: number;
      readonly cached: boolean;
      /** Where later jobs find the result. Written before the receipt. */
      readonly rememberAs?: Key<CacheEntry>;
    }
  | { readonly outcome: 'failed'; readonly failure: JobFailure }
  | { readonly outcome: 'canceled' }
);

type Succeeded = Extract<EndRequest, { outcome: 'succeeded' }>;

/** The day folder of a job's receipt: its creation, UTC, `2026-11-21`. */
const dayOf = (createdAt: string): string => createdAt.slice(0, 10);

export const receiptKeyOf = (job: Pick<Intent, 'workspace' | 'createdAt' | 'jobId'>): Key<StoredReceipt> =>
  keys.receipt(job.workspace, dayOf(job.createdAt), job.jobId);

/** The receipt of a job, whoever wrote it. */
export function readReceipt(
  objects: Objects,
  job: Pick<Intent, 'workspace' | 'createdAt' | 'jobId'>,
): Promise<StoredReceipt | undefined> {
  return readRecord(objects, receiptKeyOf(job));
}

export function usageOf(source: SourceFacts | undefined): Usage {
  return source ? { inputBytes: source.bytes, discoveredPages: source.pages } : {};
}

/** The receipt of a job that ends now in this way. */
export function buildReceipt(intent: Intent, request: EndRequest, now: Date): StoredReceipt {
  const finishedAt = now.toISOString();
  const durationMs = Math.max(0, now.getTime() - Date.parse(request.startedAt ?? intent.createdAt));
  const { receipt, ending } =
    request.outcome === 'succeeded'
      ? successOf(intent, request, durationMs)
      : unsuccessOf(intent, request, { ...usageOf(intent.source), durationMs });
  return {
    receipt: { ...receiptBase(intent, cardOf(intent), finishedAt), ...receipt },
    ending: {
      ...ending,
      ...(intent.source ? { source: intent.source } : {}),
      ...(request.startedAt === undefined ? {} : { startedAt: request.startedAt }),
      finishedAt,
    },
  };
}

type Varying = Pick<Receipt, 'artifactIds' | 'usage' | 'settledCredits' | 'outcome' | 'errorCode' | 'tier'>;
interface Parts {
  readonly receipt: Varying;
  readonly ending: Omit<Ending, 'finishedAt' | 'startedAt' | 'source'>;
}

function successOf(intent: Intent, { manifest, ocrPages, cached }: Succeeded, durationMs: number): Parts {
  const { range, source } = intent;
  if (!range || !source) throw new Error(`job ${intent.jobId} succeeded without pages`);
  const bytes = manifest.artifacts.reduce((sum, artifact) => sum + artifact.bytes, 0);
  const usage = { ...usageOf(source), ocrPages, outputBytes: bytes, durationMs };
  const partial = range.end < Math.min(intent.spec.endPage ?? source.pages, source.pages);
  const work = { pages: pagesIn(range), ocrPages, cached };
  const warnings = summarizeWarnings(manifest.warnings);
  return {
    receipt: {
      artifactIds: manifest.artifacts.map((artifact) => artifact.id),
      usage,
      settledCredits: creditsToSettle(cardOf(intent), work, intent.hold),
      outcome: partial ? 'partial' : 'succeeded',
      tier: tierOf(intent, manifest.warnings),
    },
    ending: {
      state: 'succeeded',
      usage,
      pageRange: range,
      ...(partial ? { partial: true, nextStartPage: range.end + 1 } : {}),
      ...(cached ? { cached: true } : {}),
      artifacts: { count: manifest.artifacts.length, bytes },
      ...(warnings.length > 0 ? { warnings } : {}),
    },
  };
}

/** The converter class, where any of its text was taken. */
const tierOf = (intent: Intent, warnings: readonly WarningFact[]): string =>
  (warnings.some(({ kind }) => kind === TAKEN) && intent.converterClass?.name) || cardOf(intent).tier;

function unsuccessOf(intent: Intent, request: Exclude<EndRequest, Succeeded>, usage: Usage): Parts {
  const failure = request.outcome === 'failed' ? request.failure : undefined;
  return {
    receipt: {
      artifactIds: [],
      usage,
      settledCredits: 0,
      outcome: request.outcome,
      tier: cardOf(intent).tier,
      ...(failure ? { errorCode: failure.code } : {}),
    },
    ending: { state: request.outcome, usage, ...(failure ? { failure } : {}) },
  };
}

/** A job of a capability that there is not has failed, and is priced by no card of its own. */
function cardOf({ spec, priceVersion }: Intent): RateCard {
  const card = rateCard(spec.capabilityVersion ?? '1', priceVersion) ?? rateCard('1', priceVersion);
  if (!card) throw new Error(`no rate card ${priceVersion}`);
  return card;
}

/** Fields that do not depend on how the job ends. */
function receiptBase(intent: Intent, card: RateCard, finishedAt: string): Omit<Receipt, keyof Varying> {
  const { jobId, quoteId, actor, source } = intent;
  return {
    id: receiptIdOf(jobId),
    jobId,
    ...(quoteId === undefined ? {} : { quoteId }),
    holdId: `hold_${jobId}`,
    tenantId: intent.workspace,
    ...(actor.principalId === undefined ? {} : { actorPrincipalId: actor.principalId }),
    actorType: actor.type,
    ...(actor.credentialId === undefined ? {} : { credentialId: actor.credentialId }),
    channel: actor.channel,
    ...(source ? { sourceFormat: source.format } : {}),
    reservedCredits: intent.hold,
    priceVersion: card.priceVersion,
    fundingSource: 'prepaid',
    originalReceiptId: null,
    kind: 'original',
    occurredAt: finishedAt,
    createdAt: finishedAt,
  };
}
