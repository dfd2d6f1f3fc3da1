import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { clientGone } from '../../api/middleware/client-gone.ts';
import type { PodIdentity } from '../../runtime/kubernetes/api/token-review.ts';
import { RELEASE } from '../../runtime/kubernetes/task-client.ts';
import { isRequest, isTask, TASKS } from '../../runtime/task-table.ts';
import type { TaskRunner, Tasks } from '../../runtime/tasks.ts';
import type { Dispatcher } from '../../runtime/workers/dispatcher.ts';
import { isPoll } from '../../runtime/workers/is-poll.ts';
import { isTaskToken } from '../../secrets/worker-tokens.ts';
import type { Logger } from '../../telemetry/log.ts';
import { inTrace } from '../../telemetry/trace.ts';
import { isTransient } from '../../failures/transient.ts';
import { readJson } from '../../worker/transfer/http.ts';

/** The routes of the leader. */
export interface LeaderServices {
  readonly run: TaskRunner;
  readonly release: Tasks['release'];
  /** Absent where there are no worker pods. */
  readonly workers?: {
    readonly poll: Dispatcher['poll'];
    readonly identify: (token: string) => Promise<PodIdentity | undefined>;
  };
}

export interface LeaderServerOptions {
  /** The service secret. */
  readonly secret: string;
  /** Undefined while another process leads. */
  readonly services: () => LeaderServices | undefined;
  readonly log: Logger;
}

const BODY_BYTES = 1024 * 1024;
const TASKS_PATH = /^\/tasks\/v1\/([a-z]+)$/;
const POLL_PATH = '/workers/v1/poll';

// A refusal has a code, by which it is known as ours.
const UNAUTHORIZED = { code: 'unauthorized' };
const INVALID = { code: 'invalid_request' };
const UNAVAILABLE = { code: 'unavailable' };

/**
 * The port of the leading controller: `POST /tasks/v1/{task}` and `POST /tasks/v1/release` for replicas of the API,
 * which are known by the service secret, and `POST /workers/v1/poll` for supervisors of worker pods, which are known by
 * the tokens of their pods.
 */
export function createLeaderServer({ secret, services, log }: LeaderServerOptions): Server {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const leader = services();
    if (!leader) {
      // The Service leads the next connection to the leader; over a kept one, it would be asked of us for ever.
      response.setHeader('connection', 'close');
      return reply(response, 503, { ...UNAVAILABLE, leads: false });
    }
    const call = { request, response, gone: clientGone(response), token: bearer(request) };
    if (request.url === POLL_PATH && leader.workers) return answerPoll(leader.workers, call);
    return answerTask(leader, secret, call);
  };
  const server = createServer((request, response) => {
    if (request.method === 'GET') return void response.end('{"status":"ok"}');
    answer(request, response).catch((error: unknown) => {
      if (!isTransient(error)) log.error({ err: error }, 'task failed');
      reply(response, 503, { ...UNAVAILABLE, lostProcess: (error as { lostProcess?: boolean }).lostProcess === true });
    });
  });
  // Polls and tasks are answered when they are done.
  server.requestTimeout = 0;
  return server;
}

interface LeaderCall {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly gone: AbortSignal;
  readonly token: string;
}

const bearer = ({ headers }: IncomingMessage): string =>
  /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';

async function answerPoll(
  { identify, poll }: NonNullable<LeaderServices['workers']>,
  { request, response, gone, token }: LeaderCall,
): Promise<void> {
  const pod = await identify(token);
  if (!pod) return reply(response, 401, UNAUTHORIZED);
  const body = await readJson(request, BODY_BYTES);
  if (!isPoll(body)) return reply(response, 400, INVALID);
  const answered = await poll(pod.podUid, body, gone);
  // A new pod may be known in a moment.
  return answered ? reply(response, 200, answered) : reply(response, 503, UNAVAILABLE);
}

async function answerTask({ run, release }: LeaderServices, secret: string, call: LeaderCall): Promise<void> {
  const { request, response, gone, token } = call;
  const name = TASKS_PATH.exec(request.url ?? '')?.[1] ?? '';
  const isWorkerTask = isTask(name) && TASKS[name].role === 'worker';
  if (!isWorkerTask && name !== RELEASE) return reply(response, 404, { code: 'not_found' });
  if (!isTaskToken(secret, token)) return reply(response, 401, UNAUTHORIZED);
  const body = await readJson(request, BODY_BYTES);
  if (!isWorkerTask) return answerRelease(release, body, response);
  if (!isRequest(name, body)) return reply(response, 400, INVALID);
  const result = await inTrace(traceOf(body), () => run(name, body, gone));
  if (gone.aborted && 'jobId' in body) release(body.jobId);
  reply(response, 200, result);
}

const traceOf = (body: object): string | undefined =>
  'traceparent' in body && typeof body.traceparent === 'string' ? body.traceparent : undefined;

function answerRelease(release: Tasks['release'], body: unknown, response: ServerResponse): void {
  const { jobId } = body as { readonly jobId?: unknown };
  if (typeof jobId !== 'string') return reply(response, 400, INVALID);
  release(jobId);
  reply(response, 200, {});
}

function reply(response: ServerResponse, status: number, body: object): void {
  if (response.destroyed) return;
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
