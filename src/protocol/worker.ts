import type { OcrMode, Output } from '../resource/choices.ts';
import type { JobFailure } from '../failures/failure.ts';
import type { PageRange } from '../resource/ranges.ts';
import type { WarningFact } from '../resource/warnings.ts';
import type { Value } from '../resource/value.ts';
import { closed } from './json-schema.ts';

/**
 * The protocol between a converter and the API's internal port: JSON over HTTP.
 *
 * `POST /internal/v1/attempts`                       StartRequest (bearer: the job's launch token) → StartResponse
 * `POST /internal/v1/attempts/current/report`        ReportRequest (bearer: the attempt's token)   → ReportResponse
 * `POST /internal/v1/attempts/current/urls`          UrlsRequest                                    → UrlsResponse
 * `POST /internal/v1/attempts/current/ask`           a PNG file                                     → AskResponse
 * `POST /internal/v1/attempts/current/finish`        FinishRequest                                  → FinishResponse
 *
 * 401: the token is not valid. 409: another attempt took over, or the job has ended: stop at once. 503: try again.
 * Signed URLs are absolute, or paths to be asked of the API's own internal address.
 */
export interface StartRequest {
  /** Index of the task within the launch: which of the launch's ranges, or the merge. */
  readonly index: number;
  /** Names this process for good (a pod's uid, or a random id). */
  readonly instance: string;
}

/** The pages that are written. */
export interface WriteSettings {
  /** False: bold and italic text of PDFs and scans is written without marks. */
  readonly emphasis: boolean;
  readonly pageMarkers?: boolean;
  /** Besides the Markdown. */
  readonly outputs?: readonly Output[];
  /** Characters of a chunk at most. */
  readonly chunkSize?: number;
  /** The document, which chunks name. */
  readonly source?: { readonly name?: string; readonly sha256: string };
}

export const DEFAULT_CHUNK_SIZE = 2000;

export interface ConversionSettings extends WriteSettings {
  readonly includeImages: boolean;
  readonly native: boolean;
  readonly ocr: OcrSettings;
  /** A converter class may be asked about pages that OCR doubts. */
  readonly asks?: true;
}

export interface OcrSettings {
  readonly mode: OcrMode;
  /** Tesseract language codes. */
  readonly languages: readonly string[];
}

/** Convert one range into a part; with `mergeHere` the same process also merges it, as the job has no other range. */
export interface ConvertTask {
  readonly kind: 'convert';
  /** `sha256`: 64 hex digits of the bytes that were probed; no others are converted. */
  readonly input: {
    readonly key: string;
    readonly bytes: number;
    readonly sha256: string;
    /** That of the bytes that were probed, where a range needs few of them: it may fetch only those. */
    readonly etag?: string;
    readonly fileName?: string;
    readonly password?: string;
  };
  /** Formats that cannot be cut choose their blocks by the same page numbers after parsing. */
  readonly range: PageRange;
  readonly settings: ConversionSettings;
  readonly mergeHere: boolean;
}

/**
 * Merge the parts of all ranges, in page order. `parts` are keys of `part.jsonl` objects (summary on the first line).
 */
export interface MergeTask extends WriteSettings {
  readonly kind: 'merge';
  readonly parts: readonly string[];
}

export type Task = ConvertTask | MergeTask;

export interface StartedAttempt {
  readonly token: string;
  readonly task: Task;
  /** Keys that this attempt writes begin with this prefix. */
  readonly prefix: string;
  /** Report at least this often, in milliseconds, even without a new page. */
  readonly reportEveryMs: number;
  /** The trace of the job (W3C Trace Context), where its steps are wanted for it. */
  readonly traceparent?: string;
}

/** `done`: the index has its outcome, of an earlier launch, so nothing is left to do. */
export type StartResponse = StartedAttempt | { readonly done: true };

export interface ReportRequest {
  /** Pages finished so far by this attempt, and how many of them by OCR. */
  readonly pagesDone: number;
  readonly ocrPages: number;
}

export interface ReportResponse {
  readonly continue: boolean;
}

export interface UrlsRequest {
  /** Keys to read: only the task's input or its parts. */
  readonly get?: readonly string[];
  /** Objects to write below the attempt's prefix, each with its exact length. */
  readonly put?: readonly { readonly name: string; readonly bytes: number; readonly contentType: string }[];
}

export interface UrlsResponse {
  readonly get: readonly string[];
  readonly put: readonly string[];
}

/** The text of a page that OCR doubts, as the converter class of the job reads it; missing where it gave none. */
export interface AskResponse {
  readonly text?: string;
}

/** Name of a range's part, below the prefix of its attempt: of no use once its job has ended. */
export const PART_NAME = 'part.jsonl';

/** A file that an attempt wrote, relative to its prefix. */
export interface WrittenFile {
  readonly name: string;
  readonly bytes: number;
  readonly contentType: string;
  /** 64 hex digits. */
  readonly sha256: string;
}

/** The steps of an attempt, for traces. */
export const STEPS = ['download', 'read', 'ocr', 'merge', 'store'] as const;

const milliseconds = { type: 'number', minimum: 0 } as const;

/**
 * The steps of an attempt that began so long ago, each with how long before this was said it began, and how long it
 * took. No clocks are compared: it may run on another machine.
 */
export const TIMING_SCHEMA = closed({
  agoMs: milliseconds,
  steps: {
    type: 'array',
    maxItems: 500,
    items: closed({ step: { enum: STEPS }, agoMs: milliseconds, ms: milliseconds }),
  },
});
export type Timing = Value<typeof TIMING_SCHEMA>;
export type Step = Timing['steps'][number];

export type FinishRequest = FinishOutcome & { readonly timing?: Timing };

export type FinishOutcome =
  | {
      readonly outcome: 'succeeded';
      /** Version of the conversion engine. */
      readonly engine: string;
      /** `PART_NAME` of a range that is merged elsewhere. */
      readonly part?: WrittenFile;
      /** `document.md` of a merge, or of a range with `mergeHere`. */
      readonly markdown?: WrittenFile;
      /** Outputs besides the Markdown. */
      readonly outputs?: Readonly<Partial<Record<Output, WrittenFile>>>;
      readonly images: readonly WrittenFile[];
      /** Pages and warnings of the range; a merge has those of all its parts. */
      readonly pages: number;
      readonly ocrPages: number;
      readonly warnings: readonly WarningFact[];
    }
  | { readonly outcome: 'failed'; readonly failure: JobFailure }
  /** The range holds a page that needs native code (OCR): repeat it in a process that allows it. */
  | { readonly outcome: 'needs-native' }
  /** A part was written by another version of the engine: all ranges have to be converted again. */
  | { readonly outcome: 'outdated-parts' };

/** `recorded: false`: the index has its outcome from another attempt, and this one is not needed. */
export interface FinishResponse {
  readonly recorded: boolean;
}

/** The durable outcome of one index, written once: the first attempt that finishes wins. */
export type Outcome = FinishOutcome & {
  readonly index: number;
  readonly attempt: string;
  readonly prefix: string;
  readonly finishedAt: string;
};

/**
 * Exit codes of a converter process, the same in a pod's failure policy. `unavailable`: the API or the object store did
 * not answer for long, which says nothing about the document.
 */
export const EXIT = { done: 0, error: 1, failure: 42, stopped: 43, needsNative: 44, unavailable: 45 } as const;
