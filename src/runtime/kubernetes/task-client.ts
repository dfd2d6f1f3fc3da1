import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { isTransient } from '../../failures/transient.ts';
import type { TaskRequest } from '../../protocol/tasks.ts';
import { isResult, TASKS, type TaskRole } from '../task-table.ts';
import type { TaskRunner, Tasks } from '../tasks.ts';

/** Who runs tasks: the leading controller gives those of documents to workers, the fetcher has those of URLs. */
export interface TaskServer {
  /** Without a slash at its end. */
  readonly url: string;
  readonly token?: string;
}

export interface TaskServers extends Readonly<Record<Exclude<TaskRole, 'asker'>, TaskServer>> {
  /** Each converter class has one of its own. */
  readonly askerOf?: (className: string) => TaskServer;
}

function askerFor({ askerOf }: TaskServers, { className }: TaskRequest<'ask'>): TaskServer {
  if (!askerOf) throw new Error('There are no askers');
  return askerOf(className);
}

/** Longer than any task takes, with its time in the queue of the server. */
const CALL_MS = 180_000;
/** A leader that was lost is replaced within this time. */
const LEADERLESS_MS = 30_000;
const LOOK_MS = 250;

/** Nobody took the request, or somebody who was not asked. */
class NotServed extends Error {
  readonly transient = true;
}

/**
 * Each request has a connection of its own: a kept one could lead to a former leader, or to a proxy that accepted it
 * while the cluster did not know the address yet.
 */
const reset = true;

/** Asks others to run a task; anything but a result is transient. */
export function remoteTaskRunner(servers: TaskServers): TaskRunner {
  const ask: TaskRunner = async (name, body, cancelled) => {
    const { role } = TASKS[name];
    const { url, token } = role === 'asker' ? askerFor(servers, body as TaskRequest<'ask'>) : servers[role];
    const response = await request(`${url}/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
      signal: AbortSignal.any([AbortSignal.timeout(CALL_MS), ...(cancelled ? [cancelled] : [])]),
      headersTimeout: CALL_MS,
      reset,
    });
    const text = await response.body.text();
    const answer = parseJson(text);
    if (response.statusCode !== 200) throw refusal(name, response.statusCode, answer);
    if (!isResult(name, answer))
      throw Object.assign(new Error(`/${name} returned an invalid result`), { statusCode: 502, transient: true });
    return answer;
  };
  return async (name, body, cancelled) => {
    if (TASKS[name].role !== 'worker') return ask(name, body, cancelled);
    const until = Date.now() + LEADERLESS_MS;
    for (;;) {
      try {
        return await ask(name, body, cancelled);
      } catch (error) {
        if (cancelled?.aborted || Date.now() > until || !isUnserved(error)) throw error;
      }
      await sleep(LOOK_MS, undefined, cancelled && { signal: cancelled });
    }
  };
}

/** Not a task: it is answered at once. */
export const RELEASE = 'release';
const RELEASE_MS = 5_000;

/** Tells the leading controller that a job does not convert its document. If that is lost, a worker waits a moment. */
export function remoteRelease({ url, token }: TaskServer): Tasks['release'] {
  const tell = async (jobId: string): Promise<void> => {
    const { body } = await request(`${url}/${RELEASE}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify({ jobId }),
      signal: AbortSignal.timeout(RELEASE_MS),
      reset,
    });
    await body.dump();
  };
  return (jobId) => void tell(jobId).catch(() => {});
}

/** Another server may take the request in a moment. A task that was lost with the leader can be given again. */
function isUnserved(error: unknown): boolean {
  const { statusCode, name } = error as { statusCode?: unknown; name?: unknown };
  return statusCode === undefined && name !== 'TimeoutError' && isTransient(error);
}

/** A refusal of one of our servers; those of an older version have no code. */
interface Refusal {
  readonly code?: unknown;
  readonly leads?: unknown;
  readonly lostProcess?: unknown;
}

function refusal(name: string, statusCode: number, answer: unknown): Error {
  if (typeof answer !== 'object' || answer === null) return foreign(name, statusCode);
  const { code, leads, lostProcess } = answer as Refusal;
  if (leads === false) return new NotServed('There is no leader');
  if (typeof code !== 'string' && lostProcess === undefined && Object.keys(answer).length > 0)
    return foreign(name, statusCode);
  return Object.assign(new Error(`/${name} answered ${statusCode}`), { statusCode, lostProcess: lostProcess === true });
}

const foreign = (name: string, statusCode: number): Error =>
  new NotServed(`/${name} was answered ${statusCode}, but not as Scriptorium does`);

/** Undefined for what is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
