/**
 * Purpose of the processes of a launch: the page ranges of a document (`convert`), one of these ranges again in a
 * process that may load native code (`convert-native`), or the merge of their parts (`merge`).
 */
export type LaunchKind = 'convert' | 'convert-native' | 'merge';

/** Identifies a launch. Launching twice under the same identity starts the processes once. */
export interface LaunchId {
  readonly jobId: string;
  readonly kind: LaunchKind;
  readonly firstIndex: number;
}

/** Processes for one job: one for each index from `firstIndex` to `firstIndex + count - 1`. */
export interface Launch extends LaunchId {
  readonly workspace: string;
  /** The resource that owns the processes. */
  readonly owner: { readonly name: string; readonly uid: string };
  readonly count: number;
  /** Native code and worker threads allowed: OCR, image decoding. */
  readonly native: boolean;
  /** True when processes of the job have run before: it goes on while its workspace is suspended. */
  readonly begun?: boolean;
  /** True for a whole document that is converted in less time than a process of its own takes to start. */
  readonly small?: boolean;
  /** True when its only index is the whole document, which is merged where it is converted. */
  readonly whole?: boolean;
  /** The token that a process exchanges for its attempt's at start; made when it is needed. */
  readonly launchToken: () => string;
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
  readonly kind: LaunchKind;
  readonly firstIndex: number;
  readonly indexes: ReadonlyMap<number, IndexState>;
  /** Why no process runs, where somebody may have to act. */
  readonly stall?: Stall;
  /** True while it waits for a place or for Kueue: followers are called when that ends. */
  readonly queued?: true;
}

/** Why processes do not start, in the words of whoever should start them. */
export interface Stall {
  /** CamelCase, such as `ImagePullBackOff`. */
  readonly reason: string;
  readonly message: string;
  /** True where it waits for its turn or for room, which no deadline counts. */
  readonly waits?: boolean;
  /** True where it waits since workers or converters cannot work, and somebody has to act. */
  readonly outage?: boolean;
  /** When that was last seen (milliseconds since the epoch), where a sign of life since then says that it is over. */
  readonly seenAt?: number;
}

/** The port to the converter processes of jobs: pods, or child processes. */
export interface Launcher {
  /** Starts the processes of a launch unless they were started before. */
  launch(launch: Launch): Promise<void>;
  /**
   * All launches of a job that are still known. An embedded service knows none after a restart: they are launched
   * again.
   */
  observe(jobId: string): Promise<readonly LaunchState[]>;
  /** Ends all processes of a job and forgets them. */
  end(jobId: string): Promise<void>;
  /** Forgets a job that succeeded: its processes have ended, or are just ending, by themselves. */
  forget(jobId: string): Promise<void>;
  /** Calls back with the job's id whenever a launch of it changed. */
  follow(changed: (jobId: string) => void): () => void;
  /** Processes or pods that run, and those that wait for a place; of all jobs, for metrics. */
  counts(): { readonly waiting: number; readonly running: number };
  close(): Promise<void>;
}
