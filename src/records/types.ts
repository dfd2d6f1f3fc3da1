import type { ConversionJobSpec, SourceFacts, Usage } from '../resource/conversion-job.ts';
import type { JobState, Output } from '../resource/choices.ts';
import type { JobFailure } from '../failures/failure.ts';
import type { IntentState } from '../resource/lifecycle.ts';
import type { PageRange } from '../resource/ranges.ts';
import type { WarningFact, WarningSummary } from '../resource/warnings.ts';

/** Who asked for a job. */
export interface Actor {
  readonly type: 'api_key' | 'kubernetes_user';
  readonly channel: 'api' | 'kubectl' | 'console';
  readonly credentialId?: string;
  readonly principalId?: string;
}

/**
 * One unfinished job, as `intents/<jobId>.json`. It is written before the job has a resource, changed only by
 * conditional puts, and deleted once the record is there. What its states mean and how they follow each other:
 * `src/resource/lifecycle.ts`.
 */
export interface Intent {
  readonly jobId: string;
  readonly workspace: string;
  readonly state: IntentState;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly spec: ConversionJobSpec;
  readonly actor: Actor;
  /** SHA-256 of the request, for idempotent retries. */
  readonly requestHash?: string;
  readonly idempotencyKey?: string;
  readonly quoteId?: string;
  readonly priceVersion: string;
  /** Credits that the ledger holds for the job; it is asked before they are written. 0: nothing is held. */
  readonly hold: number;
  /** True once the bytes lie under `inputs/<jobId>`. */
  readonly pinned: boolean;
  /** How long they are. */
  readonly inputBytes?: number;
  readonly fileName?: string;
  /** The password of the document (`src/secrets/sealed-password.ts`); it goes with the intent when the job ends. */
  readonly sealedPassword?: string;
  readonly source?: SourceFacts;
  /** The ETag of the pinned bytes of which `source` tells, where ranges may fetch parts of them. */
  readonly inputEtag?: string;
  /** Pages to convert: what was priced. */
  readonly range?: PageRange;
  /**
   * Pages of one converter's range: fixed when the job is priced, so that a later change of settings cannot move its
   * indexes.
   */
  readonly rangePages?: number;
  /**
   * The job was accepted before its document was read, with one page held, since reading it takes long. `etag`: that of
   * an upload that was not pinned yet; other bytes are not converted.
   */
  readonly detached?: { readonly etag?: string };
  /** True when the range was cut to what credits cover. */
  readonly partial?: boolean;
  /** The converter class that may be asked about pages of the job, as it was when the job was priced. */
  readonly converterClass?: { readonly name: string; readonly model: string };
  /** Where the spans of the job belong, if traces are sent. */
  readonly trace?: JobTrace;
  /** Since when the job waits for credits (`input_required`), and how many it needs in all. */
  readonly waiting?: { readonly since: string; readonly requiredCredits: number };
}

/**
 * The job's own span as a `traceparent` (W3C Trace Context), and that of its parent. It is sent when the job ends, by
 * whoever ends it.
 */
export interface JobTrace {
  readonly traceparent: string;
  readonly parent?: string;
}

/** The interface's Receipt, field by field. */
export interface Receipt {
  readonly id: string;
  readonly jobId: string;
  readonly quoteId?: string;
  readonly artifactIds: readonly string[];
  readonly holdId?: string;
  readonly tenantId: string;
  readonly actorPrincipalId?: string;
  readonly actorType?: Actor['type'];
  readonly credentialId?: string;
  readonly channel?: Actor['channel'];
  readonly usage: Usage;
  readonly sourceFormat?: string;
  readonly reservedCredits: number;
  readonly settledCredits: number;
  readonly priceVersion: string;
  readonly tier: string;
  readonly fundingSource?: string;
  readonly originalReceiptId: string | null;
  readonly kind: 'original' | 'refund' | 'correction';
  readonly outcome: 'succeeded' | 'partial' | 'failed' | 'canceled';
  readonly errorCode?: string;
  readonly meterEventId?: string;
  readonly occurredAt: string;
  readonly createdAt: string;
}

/**
 * The receipt decides a job's end: put if absent at `receipts/…`. `ending` holds all that the later steps (ledger,
 * record, status) need, so that whoever finds the receipt after a crash can finish them without knowing more.
 */
export interface StoredReceipt {
  readonly receipt: Receipt;
  readonly ending: Ending;
}

export interface Ending {
  readonly state: Extract<JobState, 'succeeded' | 'failed' | 'canceled'>;
  readonly failure?: JobFailure;
  readonly usage: Usage;
  readonly source?: SourceFacts;
  readonly pageRange?: PageRange;
  readonly partial?: boolean;
  readonly nextStartPage?: number;
  readonly cached?: boolean;
  readonly artifacts?: { readonly count: number; readonly bytes: number };
  readonly warnings?: readonly WarningSummary[];
  readonly startedAt?: string;
  readonly finishedAt: string;
}

/**
 * `records/<jobId>.json`: a finished job, all that getJob shows once the resource is gone. A tombstone has `expiredAt`.
 */
export interface JobRecord {
  readonly jobId: string;
  readonly workspace: string;
  readonly createdAt: string;
  readonly spec: ConversionJobSpec;
  readonly fileName?: string;
  readonly idempotencyKey?: string;
  readonly ending: Ending;
  readonly reservedCredits: number;
  readonly settledCredits: number;
  readonly expiredAt?: string;
  readonly trace?: JobTrace;
  /** Jobs refused with 413 have no receipt. */
  readonly receipt: boolean;
}

/**
 * `webhooks/<workspace>/<jobId>.json`: a POST that a job's owner asked for, from the job's end until it was answered or
 * given up.
 */
export interface Webhook {
  /** The same at each attempt, so that a receiver can drop doubles. */
  readonly id: string;
  readonly url: string;
  readonly job: JobRecord;
  /** How often it was tried; written before each try. */
  readonly attempts: number;
  /** When it is to be tried next. */
  readonly dueAt: string;
}

/** A cached result names the job that made it. */
export interface CacheEntry {
  readonly jobId: string;
}

/** One artifact of a job; number 0 is the Markdown. */
export interface ManifestEntry {
  readonly id: string;
  readonly kind: 'markdown' | Output | 'image';
  readonly key: string;
  readonly contentType: string;
  readonly fileName: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface Manifest {
  readonly jobId: string;
  readonly createdAt: string;
  readonly artifacts: readonly ManifestEntry[];
  readonly warnings: readonly WarningFact[];
}

export interface ApiKey {
  readonly id: string;
  /** SHA-256 of the key; the key itself is nowhere. */
  readonly hash: string;
  readonly workspace: string;
  readonly scopes: readonly Scope[];
  /** Its name, for people. */
  readonly name?: string;
  readonly createdAt: string;
  /** From then on it is as good as revoked. */
  readonly expiresAt?: string;
  readonly revokedAt?: string;
}

/** `key-uses/<hash>.json`: when a key was used last, to a minute or so. */
export interface KeyUse {
  readonly lastUsedAt: string;
}

/** The scopes for documents, which a key has unless others are named. */
export const DOCUMENT_SCOPES = ['documents:read', 'documents:write', 'documents:delete'] as const;
/** `keys:manage`: list, create and revoke the keys of the workspace in the console, and test its webhooks. */
export const SCOPES = [...DOCUMENT_SCOPES, 'keys:manage'] as const;
export type Scope = (typeof SCOPES)[number];

export interface Grant {
  readonly id: string;
  readonly workspace: string;
  readonly credits: number;
  readonly createdAt: string;
}

export interface UploadSlot {
  readonly documentId: string;
  readonly workspace: string;
  readonly fileName: string;
  readonly fileType: string;
  readonly objectKey: string;
  readonly contentHash?: string;
  readonly createdAt: string;
  /** Kept, so that a replayed request answers the same URL until it expires. */
  readonly signed: { readonly url: string; readonly expiresAt: string };
}

export interface StoredQuote {
  readonly id: string;
  readonly workspace: string;
  readonly operation: 'convert';
  readonly capabilityVersion: string;
  readonly estimatedUsage: Usage;
  readonly estimatedCredits: number;
  readonly maximumCredits: number;
  readonly priceVersion: string;
  readonly createdAt: string;
  readonly expiresAt: string;
}

export interface Installation {
  readonly id: string;
  readonly createdAt: string;
}

/**
 * Who runs the service: a namespace of a cluster, or a data folder of a machine. The uid tells those of one name apart.
 */
export interface Owner {
  readonly namespace: string;
  readonly namespaceUid: string;
  /** `MACHINE:/folder`, where there is no namespace. */
  readonly dataFolder?: string;
  readonly since: string;
}

/** Written once per idempotency key; the first writer decides which id the key stands for. */
export interface IdempotencyRecord {
  readonly id: string;
  readonly requestHash: string;
  readonly createdAt: string;
}

/** The jobs created on one day (UTC), as far as they have ended, and their credits. */
export interface DayOfUsage {
  readonly date: string;
  readonly jobs: number;
  readonly credits: number;
}

/**
 * A workspace's receipts, read once: those of closed days as a sum, and those of later days by day, except for the
 * newest.
 */
export interface Checkpoint {
  readonly workspace: string;
  /**
   * The last closed day, UTC (`2026-11-21`): nothing is written to it or to an earlier one any more. Empty before the
   * first.
   */
  readonly through: string;
  /** Credits and number of the receipts up to then. */
  readonly settled: number;
  readonly receipts: number;
  /** The last closed days that have receipts: how many, and their credits. */
  readonly days?: readonly DayOfUsage[];
  /**
   * The later days, as far as their receipts were stored by `until`, on the store's clock. A day counts only while the
   * store lists as many receipts of that time: one that became visible later is then not missed.
   */
  readonly open?: { readonly until: string; readonly days: readonly DayOfUsage[] };
  /** Newer receipts, each by its key within the workspace's folder, and its credits: not all where there are many. */
  readonly recent: readonly (readonly [string, number])[];
}
