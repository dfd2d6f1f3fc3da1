import type { FailureCode } from '../failures/failure.ts';
import type { PageRange } from './ranges.ts';
import type { WarningSummary } from './warnings.ts';

/**
 * The custom resource `conversionjobs.scriptorium.dev/v1alpha1`. The API (or a user with kubectl) writes `spec`, the
 * controller `status`.
 */
export interface ConversionJob {
  readonly apiVersion: 'scriptorium.dev/v1alpha1';
  readonly kind: 'ConversionJob';
  readonly metadata: ObjectMeta;
  readonly spec: ConversionJobSpec;
  readonly status?: ConversionJobStatus;
}

export interface ObjectMeta {
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
  /** RFC 3339. */
  readonly creationTimestamp: string;
  readonly generation: number;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly deletionTimestamp?: string;
}

export interface DocumentSource {
  readonly type: 'document';
  readonly documentId: string;
}

export interface ExternalSource {
  readonly type: 'external';
  readonly fileUrl: string;
  readonly fileName?: string;
}

export type Source = DocumentSource | ExternalSource;

/** Which pages OCR reads: those that need it, all, or none. */
export const OCR_MODES = ['auto', 'force', 'off'] as const;
export type OcrMode = (typeof OCR_MODES)[number];

/** What a job can write besides the Markdown: the JSON of the document, and chunks for retrieval. */
export const OUTPUTS = ['document', 'docling', 'chunks'] as const;
export type Output = (typeof OUTPUTS)[number];

/** True for outputs that say of which file they are. */
export const namesSource = (output: Output): boolean => output !== 'document';

export interface OcrSpec {
  readonly mode?: OcrMode;
  /** Tesseract language codes; those of the service by default. */
  readonly languages?: readonly string[];
}

/** Names a key of a Secret in the namespace of the job. */
export interface PasswordSecretRef {
  readonly name: string;
  /** `password` by default. */
  readonly key?: string;
}

export interface ConversionJobSpec {
  readonly workspace: string;
  readonly source: Source;
  readonly capabilityVersion?: string;
  readonly includeImages?: boolean;
  readonly forceRefresh?: boolean;
  readonly allowPartial?: boolean;
  readonly startPage?: number;
  readonly endPage?: number;
  readonly contentHash?: string;
  readonly webhookUrl?: string;
  readonly ocr?: OcrSpec;
  readonly emphasis?: boolean;
  readonly passwordSecretRef?: PasswordSecretRef;
  readonly outputs?: readonly Output[];
  readonly chunkSize?: number;
  readonly pageMarkers?: boolean;
  /** Only ever set to true. */
  readonly cancel?: boolean;
  /** Seconds the resource is kept once the job has ended; the record outlives it. */
  readonly ttlSecondsAfterFinished?: number;
}

/** The statuses of the interface. How they follow each other: `lifecycle.ts`. */
export const JOB_STATES = [
  'queued',
  'running',
  'input_required',
  'succeeded',
  'failed',
  'canceled',
  'expired',
] as const;
export type JobState = (typeof JOB_STATES)[number];

/** The phase within a status. */
export const STAGES = ['preparing', 'converting', 'finalizing', 'complete', 'error'] as const;
export type Stage = (typeof STAGES)[number];

/** Natural units of one job; the interface's Usage. */
export interface Usage {
  readonly inputBytes?: number;
  readonly discoveredPages?: number;
  readonly ocrPages?: number;
  readonly outputBytes?: number;
  readonly durationMs?: number;
}

/** What the probe learned of the input. `sha256` is 64 hex digits. */
export interface SourceFacts {
  readonly format: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly pages: number;
  /** True when ranges should be small and start with native code (OCR is likely). */
  readonly scanned: boolean;
  /** True when the format can be cut into ranges. */
  readonly ranged: boolean;
  /** True when reading needs native code from the start. */
  readonly native: boolean;
}

export interface Condition {
  readonly type: 'Accepted' | 'Reconciling' | 'Stalled' | 'Complete' | 'Failed' | 'Canceled';
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason: string;
  readonly message?: string;
  readonly lastTransitionTime: string;
  readonly observedGeneration?: number;
}

export interface ConversionJobStatus {
  readonly state: JobState;
  readonly stage?: Stage;
  /** 0 to 100 within the stage, an integer. */
  readonly progress?: number;
  readonly message?: string;
  readonly source?: {
    readonly format?: string;
    readonly bytes?: number;
    readonly sha256?: string;
    readonly pages?: number;
  };
  readonly pageRange?: PageRange;
  /** Interval string of converted ranges, such as `1-64,97-128`. */
  readonly completedRanges?: string;
  readonly usage?: Usage;
  readonly artifacts?: { readonly count: number; readonly bytes: number; readonly manifest: string };
  readonly credits?: { readonly reserved: number; readonly settled?: number; readonly required?: number };
  /** What a user should know of the result, by kind. */
  readonly warnings?: readonly WarningSummary[];
  readonly cached?: boolean;
  readonly partial?: boolean;
  readonly nextStartPage?: number;
  readonly errorCode?: FailureCode;
  readonly error?: string;
  readonly startedAt?: string;
  readonly finishedAt?: string;
  /** ID of the job's trace, 32 hex digits; set while traces are sent. */
  readonly traceId?: string;
  /** Last change of `state`. */
  readonly updatedAt?: string;
  readonly observedGeneration?: number;
  readonly conditions?: readonly Condition[];
}

/** When a resource was made, in the form of all our times: Kubernetes writes whole seconds without a fraction. */
export const createdAtOf = ({ creationTimestamp }: Pick<ObjectMeta, 'creationTimestamp'>): string =>
  creationTimestamp.replace(/(\.\d+)?Z$/, '.000Z');
