import type { TaskOwner, TaskTypes } from './tasks.ts';

/**
 * The protocol between the supervisor of a worker pod and the leading controller: JSON over HTTP.
 *
 * `POST /workers/v1/poll`   PollRequest (bearer: the pod's projected token) → PollResponse, after some seconds at most
 *
 * 401: the token is not one of a worker. 503: not the leader, or not yet; try again.
 */
export interface PollRequest {
  /** Names this process: another one in the same pod means that a container was restarted. */
  readonly boot: string;
  /** The task that it runs. A poll without one asks for work. */
  readonly running?: { readonly task: string; readonly jobId: string };
  /** The outcome of the task before. */
  readonly report?: WorkerReport;
  /** True when this worker can run nothing more. */
  readonly spent?: boolean;
}

/** Nothing: poll again. */
export type PollResponse =
  | { readonly task: WorkerTask }
  /** Stop the task of this id. */
  | { readonly cancel: string }
  | Readonly<Record<string, never>>;

/** One task of a document. Its requests name objects by signed URLs. */
export type WorkerTask = {
  readonly id: string;
  readonly limits: TaskLimits;
  /** True where the worker will hardly open another document: no process has to stand ready for one. */
  readonly last?: boolean;
} & TaskOrder;

export type TaskOrder =
  | { readonly do: 'probe'; readonly request: TaskTypes['probe']['request'] }
  | { readonly do: 'draw'; readonly request: TaskTypes['draw']['request'] }
  /** An index of a launch: its work is asked of the API's internal port (src/protocol/worker.ts). */
  | { readonly do: 'convert'; readonly request: ConvertOrder };

export interface ConvertOrder extends TaskOwner {
  readonly launchToken: string;
  readonly index: number;
}

/** Limits of the process that opens the document. */
export interface TaskLimits {
  readonly memoryBytes: number;
  readonly seconds: number;
  /** Bytes of scratch space and of output. */
  readonly scratchBytes: number;
}

export type WorkerReport = { readonly task: string } & WorkerOutcome;

export type WorkerOutcome =
  /** `result`: that of a probe or a picture. A conversion has said its outcome to the API. */
  | { readonly outcome: 'done'; readonly result?: unknown }
  /** The process that had opened the document ended without a result. */
  | { readonly outcome: 'ended'; readonly reason: EndedReason; readonly detail: string }
  /** The document is not to blame: another try may succeed. */
  | { readonly outcome: 'failed'; readonly detail: string };

export const ENDED_REASONS = [
  'conversion_timeout',
  'out_of_memory',
  'limit_exceeded',
  'stranded_running',
  'conversion_failed',
] as const;

/** Which limit, or what else, ended a process. */
export type EndedReason = (typeof ENDED_REASONS)[number];

/**
 * Requests of the supervisor to the runner, over a Unix socket that both containers see.
 *
 * `GET  /ready`           200 once a process stands ready
 * `POST /ask`             AskRequest → lines of JSON: `RunnerLine`
 * `GET  /files?path=…`    a file that the process of the last request wrote
 * `POST /end`             ends that process
 */
export interface AskRequest {
  /** A document has a process of its own, which goes on with the same document. */
  readonly process: 'new' | 'same';
  /** As in `WorkerTask`. */
  readonly last?: boolean;
  readonly limits: TaskLimits;
  /** `PoolRequest` of `src/worker/pool-request.ts`. */
  readonly request: object;
}

/** Progress, then one line that ends the answer. */
export type RunnerLine =
  | { readonly type: 'page' }
  | { readonly type: 'result'; readonly result: unknown }
  | { readonly type: 'ended'; readonly reason: EndedReason; readonly detail: string; readonly stderr: string };
