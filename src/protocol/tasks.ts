import type { SourceFacts } from '../resource/conversion-job.ts';
import type { JobFailure } from '../failures/failure.ts';
import type { Timing } from './worker.ts';

/**
 * Tasks: short pieces of work beside the conversion itself, each asked once and answered once by a process that ends
 * afterwards. These are the requests as that process gets them: objects are named by signed URLs, since it has no
 * credentials. `src/runtime/task-table.ts` has the JSON schemas and the limits.
 */
export interface TaskTypes {
  /** Reads a document once: type, hash, page count. */
  readonly probe: { readonly request: ProbeTask; readonly result: ProbeResult };
  /** Draws one page as a picture. */
  readonly draw: { readonly request: DrawTask; readonly result: DrawResult };
  /** Stores what a URL of the internet returns. */
  readonly fetch: { readonly request: FetchTask; readonly result: FetchResult };
  /** Asks a URL of the internet for its size, without downloading it. */
  readonly size: { readonly request: SizeTask; readonly result: SizeResult };
  /** Sends a body to a URL of the internet. */
  readonly post: { readonly request: PostTask; readonly result: PostResult };
}

export type TaskName = keyof TaskTypes;
export type TaskRequest<N extends TaskName> = TaskTypes[N]['request'];
export type TaskResult<N extends TaskName> = TaskTypes[N]['result'];

/** For whom a task runs: places are shared fairly between workspaces. */
export interface TaskOwner {
  readonly workspace: string;
  readonly jobId: string;
  /** Of the trace that the task belongs to (W3C Trace Context), where its steps are wanted for it. */
  readonly traceparent?: string;
}

/** The document's, the URL's or the user's fault. Transient trouble is no result: it is thrown. */
export interface TaskFailure {
  readonly ok: false;
  readonly failure: JobFailure;
}

export interface ProbeTask extends TaskOwner {
  /** Signed, to read the document. */
  readonly get: string;
  readonly bytes: number;
  readonly fileName?: string;
  readonly password?: string;
  /** Identifies the document for a conversion that may follow in the same process, which then need not download it. */
  readonly key?: string;
  /** True where the same job converts the document next. */
  readonly converts?: boolean;
}

export type ProbeResult = (
  | { readonly ok: true; readonly source: SourceFacts }
  | (TaskFailure & { readonly sha256?: string })
) & { readonly timing?: Timing };

export interface DrawTask extends TaskOwner {
  /** Signed, to read the document. */
  readonly get: string;
  /** Signed, to store the picture, a WebP file. */
  readonly put: string;
  readonly bytes: number;
  /** 64 hex digits: a document of other bytes is not drawn. */
  readonly sha256: string;
  /** From 1. */
  readonly page: number;
  readonly password?: string;
}

export type DrawResult = { readonly ok: true } | TaskFailure;

/** Pictures of pages are smaller than this. */
export const MAX_PICTURE_BYTES = 4 * 1024 * 1024;

export interface FetchTask extends TaskOwner {
  readonly url: string;
  /** Signed, to store what was fetched. */
  readonly put: string;
  readonly maxBytes: number;
}

export type FetchResult = { readonly ok: true; readonly bytes: number; readonly fileName?: string } | TaskFailure;

export interface SizeTask {
  readonly workspace: string;
  readonly url: string;
}

export type SizeResult =
  /** `bytes` is missing when the server does not say. */
  { readonly ok: true; readonly bytes?: number } | TaskFailure;

export interface PostTask extends TaskOwner {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Some kilobytes. */
  readonly body: string;
}

/** The status of the answer; a redirect is not followed. */
export type PostResult = { readonly ok: true; readonly status: number } | TaskFailure;
