import { addSpan, currentTrace, isSampled } from '../telemetry/trace.ts';
import {
  MAX_PICTURE_BYTES,
  type TaskRequest,
  type TaskName,
  type TaskOwner,
  type TaskResult,
} from '../protocol/tasks.ts';
import type { Timing } from '../protocol/worker.ts';

/** The requests of the port name objects by their keys. */
export interface ProbeRequest extends TaskOwner {
  readonly key: string;
  readonly bytes: number;
  readonly fileName?: string;
  readonly password?: string;
  /** True where the same job converts the document next. */
  readonly converts?: boolean;
}

export interface DrawRequest extends TaskOwner {
  readonly key: string;
  readonly bytes: number;
  /** 64 hex digits: an object of other bytes is not drawn. */
  readonly sha256: string;
  /** From 1. */
  readonly page: number;
  readonly password?: string;
  /** Key of the picture, a WebP file. */
  readonly to: string;
}

export interface FetchRequest extends Omit<TaskRequest<'fetch'>, 'put'> {
  /** Key of what was fetched. */
  readonly to: string;
}

/**
 * The port to tasks: work on a document or a URL that is asked and answered, each in a process of its own. A document's
 * or a URL's own fault is a result; transient trouble is thrown, and so is the abort of the signal, which ends the
 * process.
 */
export interface Tasks {
  probe(request: ProbeRequest, signal?: AbortSignal): Promise<TaskResult<'probe'>>;
  draw(request: DrawRequest): Promise<TaskResult<'draw'>>;
  fetch(request: FetchRequest, signal?: AbortSignal): Promise<TaskResult<'fetch'>>;
  size(request: TaskRequest<'size'>): Promise<TaskResult<'size'>>;
  ask(request: TaskRequest<'ask'>): Promise<TaskResult<'ask'>>;
  post(request: TaskRequest<'post'>): Promise<TaskResult<'post'>>;
  /** Says that the job does not convert the document that was probed for it: nothing is to be kept for that. */
  release(jobId: string): void;
}

/** Runs a task somewhere: in a child process, or in a pod that is asked over HTTP. */
export type TaskRunner = <N extends TaskName>(
  name: N,
  request: TaskRequest<N>,
  signal?: AbortSignal,
) => Promise<TaskResult<N>>;

/** Signs URLs for the processes that run tasks. */
export interface Signer {
  get(key: string): Promise<string>;
  /** A PUT of at most so many bytes, where the store can tell. */
  put(key: string, maxBytes: number): Promise<string>;
}

/** Adds the steps of a task that has just been answered. */
function traceTask(parent: string | undefined, { steps }: Timing): void {
  const now = Date.now();
  for (const { step, agoMs, ms } of steps)
    addSpan(parent, { name: step, start: now - agoMs, end: Math.min(now, now - agoMs + ms) });
}

/** The port on any runner: object keys become signed URLs. */
export function signedTasks(sign: Signer, run: TaskRunner, release: Tasks['release']): Tasks {
  return {
    probe: async (request, signal) => {
      const traceparent = currentTrace();
      const traced = traceparent !== undefined && isSampled(traceparent) ? { traceparent } : {};
      const { timing, ...result } = await run(
        'probe',
        { ...request, ...traced, get: await sign.get(request.key) },
        signal,
      );
      if (timing) traceTask(traceparent, timing);
      return result;
    },
    draw: async ({ key, to, ...request }) =>
      run('draw', { ...request, get: await sign.get(key), put: await sign.put(to, MAX_PICTURE_BYTES) }),
    fetch: async ({ to, ...request }, signal) =>
      run('fetch', { ...request, put: await sign.put(to, request.maxBytes) }, signal),
    size: (request) => run('size', request),
    ask: (request) => run('ask', request),
    post: (request) => run('post', request),
    release,
  };
}
