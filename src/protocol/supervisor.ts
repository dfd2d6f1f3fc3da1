import type { Value } from '../resource/value.ts';
import { closed } from './json-schema.ts';
import type { TaskOwner, TaskRequest } from './tasks.ts';

export const ENDED_REASONS = [
  'conversion_timeout',
  'out_of_memory',
  'limit_exceeded',
  'stranded_running',
  'conversion_failed',
] as const;

const id = { type: 'string', minLength: 1, maxLength: 300 } as const;
const detail = { type: 'string', maxLength: 4000 } as const;

/**
 * The protocol between the supervisor of a worker pod and the leading controller: JSON over HTTP.
 *
 * `POST /workers/v1/poll`   PollRequest (bearer: the pod's projected token) → PollResponse, after some seconds at most
 *
 * 401: the token is not one of a worker. 503: not the leader, or not yet; try again.
 */
export const POLL_SCHEMA = closed(
  {
    /** Names this process: another one in the same pod means that a container was restarted. */
    boot: id,
    /** True when this worker can run nothing more. */
    spent: { type: 'boolean' },
    /** The task that it runs. A poll without one asks for work. */
    running: closed({ task: id, jobId: id }),
    /** The outcome of the task before. */
    report: {
      oneOf: [
        // Whoever waits for the result checks it. A conversion has none: it has told the API its outcome.
        closed({ task: id, outcome: { const: 'done' }, result: {} }, ['result']),
        // The process that had opened the document ended without a result.
        closed({ task: id, outcome: { const: 'ended' }, reason: { enum: ENDED_REASONS }, detail }),
        // The document is not to blame: another try may succeed.
        closed({ task: id, outcome: { const: 'failed' }, detail }),
      ],
    },
  },
  ['spent', 'running', 'report'],
);
export type PollRequest = Value<typeof POLL_SCHEMA>;

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
  | { readonly do: 'probe'; readonly request: TaskRequest<'probe'> }
  | { readonly do: 'draw'; readonly request: TaskRequest<'draw'> }
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

export type WorkerReport = NonNullable<PollRequest['report']>;
/** A report without its task. */
export type WorkerOutcome = WithoutTask<WorkerReport>;
type WithoutTask<R> = R extends WorkerReport ? Omit<R, 'task'> : never;

/** Which limit, or what else, ended a process. */
export type EndedReason = (typeof ENDED_REASONS)[number];

/**
 * Requests of the supervisor to the runner, over a Unix socket that both containers see.
 *
 * `GET  /ready`           200 once a process stands ready
 * `POST /ask`             AskRequest → lines of JSON: `RunnerLine`
 * `GET  /files?path=…`    a file that the process of the last request wrote
 * `POST /answer`          AskResponse: the answer to its question
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

/** Who hears what a process says before its answer. */
export interface Hearing {
  /** Called whenever it has read a page. */
  readonly onPage?: (() => void) | undefined;
  /** Called with the name of a file of which the process asks what it shows. */
  readonly onQuestion?: ((file: string) => Promise<object>) | undefined;
}

/** Progress, then one line that ends the answer. */
export type RunnerLine =
  | { readonly type: 'page' }
  /** A file that the process wrote: a picture of a page that it doubts. */
  | { readonly type: 'question'; readonly file: string }
  | { readonly type: 'result'; readonly result: unknown }
  | { readonly type: 'ended'; readonly reason: EndedReason; readonly detail: string; readonly stderr: string };
