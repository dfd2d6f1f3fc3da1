import type { JobFailure } from '../job/failure.ts';
import type { SourceFacts } from '../job/conversion-job.ts';

/** Processes for one job: one per index. `name` is deterministic (`<jobId>-c1`, `<jobId>-m1`), so launching twice is launching once. */
export interface Launch {
  readonly name: string;
  readonly jobId: string;
  /** The resource that owns the processes. */
  readonly owner: { readonly name: string; readonly uid: string };
  /** Indexes to run: `firstIndex` … `firstIndex + count - 1`. */
  readonly firstIndex: number;
  readonly count: number;
  /** Native code and worker threads allowed: OCR, image decoding. */
  readonly native: boolean;
  /** What a process presents at start, to be exchanged for its attempt's token. */
  readonly launchToken: string;
  readonly limits: ProcessLimits;
  /** Attempts of one index at most. */
  readonly attempts: number;
}

export interface ProcessLimits {
  readonly memoryBytes: number;
  readonly seconds: number;
  /** Bytes of scratch space and of output. */
  readonly scratchBytes: number;
}

/** How one index stands, as far as processes go; a worker's own outcome is an object in the store. */
export type IndexState =
  | { readonly state: 'waiting' | 'running' | 'ended' }
  /** No attempt is left. `reason` names the limit or the crash. */
  | {
      readonly state: 'failed';
      readonly reason:
        | 'conversion_timeout'
        | 'out_of_memory'
        | 'limit_exceeded'
        | 'stranded_running'
        | 'conversion_failed';
      readonly detail: string;
    };

export interface LaunchState {
  readonly name: string;
  readonly indexes: ReadonlyMap<number, IndexState>;
}

export interface ProbeRequest {
  readonly jobId: string;
  readonly key: string;
  readonly bytes: number;
  readonly fileName?: string;
}

export type ProbeResult =
  | { readonly ok: true; readonly source: SourceFacts }
  | { readonly ok: false; readonly failure: JobFailure; readonly sha256?: string };

export interface FetchRequest {
  readonly jobId: string;
  readonly url: string;
  /** Where the bytes go. */
  readonly key: string;
  readonly maxBytes: number;
}

export type FetchResult =
  | { readonly ok: true; readonly bytes: number; readonly fileName?: string }
  | { readonly ok: false; readonly failure: JobFailure };

export type SizeResult =
  | { readonly ok: true; readonly bytes: number | undefined }
  | { readonly ok: false; readonly failure: JobFailure };

export interface DrawRequest {
  readonly jobId: string;
  readonly key: string;
  readonly bytes: number;
  /** 64 hex digits: an object of other bytes is not drawn. */
  readonly sha256: string;
  /** From 1. */
  readonly page: number;
  /** Where the picture goes, a WebP file. */
  readonly to: string;
}

export type DrawResult = { readonly ok: true } | { readonly ok: false; readonly failure: JobFailure };

export interface PostRequest {
  readonly jobId: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Some kilobytes. */
  readonly body: string;
}

export type PostResult =
  | { readonly ok: true; readonly status: number }
  | { readonly ok: false; readonly failure: JobFailure };

/** The port to processes that touch a document or the internet: pods, or child processes. */
export interface Launcher {
  /** Starts the processes of a launch unless they were started before. */
  launch(launch: Launch): Promise<void>;
  /** All launches of a job that are still known. After a restart of an embedded service there are none: they are launched again. */
  observe(jobId: string): Promise<readonly LaunchState[]>;
  /** Forgets a job that succeeded: its processes have ended, or are just ending, by themselves. */
  forget(jobId: string): Promise<void>;
  /** Ends all processes of a job and forgets them. */
  end(jobId: string): Promise<void>;
  /** Calls back with the job's id whenever a launch of it changed. */
  follow(changed: (jobId: string) => void): () => void;
  /** Reads the object once: type, sha256, page count. Transient trouble throws. */
  probe(request: ProbeRequest): Promise<ProbeResult>;
  /** Draws one page of the object as a picture. Transient trouble throws. */
  draw(request: DrawRequest): Promise<DrawResult>;
  /** Streams a URL into the object store, by the address rules. Transient trouble throws. */
  fetch(request: FetchRequest): Promise<FetchResult>;
  /** Asks a URL for its size without downloading it, by the same rules; `bytes` is undefined when the server does not say. */
  size(url: string): Promise<SizeResult>;
  /** Sends a body to a URL by the same rules and answers the status; a redirect is not followed. Transient trouble of our own throws. */
  post(request: PostRequest): Promise<PostResult>;
  close(): Promise<void>;
}
