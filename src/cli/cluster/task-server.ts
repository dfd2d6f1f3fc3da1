import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { clientGone } from '../../api/middleware/client-gone.ts';
import { detectIsolation } from '../../runtime/processes/isolation.ts';
import { openPool } from '../../runtime/processes/pool.ts';
import { processTaskRunner, taskPlaces } from '../../runtime/processes/task-runner.ts';
import { MAX_ASKED_BYTES } from '../../protocol/tasks.ts';
import { isRequest, isTask, TASKS } from '../../runtime/task-table.ts';
import type { TaskRunner } from '../../runtime/tasks.ts';
import { isSameSecret } from '../../secrets/worker-tokens.ts';
import { createLog, type Logger } from '../../telemetry/log.ts';
import { isTransient } from '../../failures/transient.ts';
import { readJson } from '../../worker/transfer/http.ts';
import { closeServer, listen, untilStopped } from '../http.ts';
import { allowedNets, type SERVICE, type Values } from '../settings.ts';
import { workerProgram } from '../bundles/worker-program.ts';

const MIB = 1024 * 1024;
/** The asker gets pictures in base64. */
const BODY_BYTES = { fetcher: 64 * 1024, asker: 2 * MAX_ASKED_BYTES };
const UNAVAILABLE = { code: 'unavailable' };

/** The endpoint of a converter class, and its key. */
export interface Endpoint {
  readonly url: string;
  readonly apiKey: string | undefined;
}

interface TaskServerSettings {
  readonly port: number;
  /** The token that requests have to present; none if undefined. */
  readonly token: string | undefined;
  /** Set for the asker of a converter class. */
  readonly endpoint?: Endpoint;
}

/**
 * The fetcher, or the asker of a converter class: runs the tasks of URLs, each in a process of its own. The fetcher has
 * no credentials, since requests name objects by signed URLs; the asker has the key of its endpoint, and asks no other.
 */
export async function runTaskServer(
  { port, token, endpoint }: TaskServerSettings,
  values: Values<typeof SERVICE>,
): Promise<void> {
  const log = createLog({ name: endpoint ? 'asker' : 'fetcher', level: values.logLevel, to: 'stdout' });
  const cores = availableParallelism();
  const pool = openPool({
    program: workerProgram(),
    isolation: await detectIsolation({ network: true }),
    scratchFolder: join(tmpdir(), 'scratch'),
    readable: [],
    heapMegabytes: 512,
    warm: { plain: 0, native: 0, fetch: 2 },
  });
  const run = processTaskRunner({
    pool,
    log,
    places: taskPlaces(cores),
    shareOf: () => ({ weight: 1 }),
    scratchBytes: 2 * values.maxUploadMib * MIB,
    allowedNets: allowedNets(values),
  });
  if (token === undefined) log.warn('anyone who reaches this port can have URLs fetched: no token is set');
  const server = createTaskServer({
    run: endpoint ? withEndpoint(run, endpoint) : run,
    role: endpoint ? 'asker' : 'fetcher',
    token,
    log,
  });
  log.info({ port: await listen(server, port, '::') }, 'ready');
  await untilStopped(log);
  await closeServer(server);
  await pool.close();
}

interface TaskServerOptions {
  readonly run: TaskRunner;
  readonly role: 'fetcher' | 'asker';
  /** The token that requests have to present; none if undefined. */
  readonly token: string | undefined;
  readonly log: Logger;
}

/**
 * `POST /{task}` is answered 200 with the result, 400 or 404 for what is no task of a URL, and 503 where another try
 * may succeed: without the token, too, since replicas of an earlier version ask without it until they are replaced.
 */
function createTaskServer({ run, role, token, log }: TaskServerOptions): Server {
  const expected = token === undefined ? undefined : `Bearer ${token}`;
  return createServer((request, response) => {
    if (request.method === 'GET') return void response.end('{"status":"ok"}');
    if (expected !== undefined && !isSameSecret(request.headers.authorization ?? '', expected))
      return reply(response, 503, { ...UNAVAILABLE, message: 'The token is missing or wrong.' });
    answer({ run, role }, request, response).catch((error: unknown) => {
      if (!isTransient(error)) log.error({ err: error }, 'task failed');
      reply(response, 503, { ...UNAVAILABLE, lostProcess: (error as { lostProcess?: boolean }).lostProcess === true });
    });
  });
}

/** Asks the endpoint that the chart names, whatever the request says, with the key that only this process has. */
const withEndpoint =
  (run: TaskRunner, { url, apiKey }: Endpoint): TaskRunner =>
  (name, request, signal) =>
    run(name, { ...request, endpoint: url, ...(apiKey !== undefined && { apiKey }) }, signal);

async function answer(
  { run, role }: Pick<TaskServerOptions, 'run' | 'role'>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const name = request.url?.slice(1) ?? '';
  const body = await readJson(request, BODY_BYTES[role]);
  if (!isTask(name) || TASKS[name].role !== role) return reply(response, 404, { code: 'not_found' });
  if (!isRequest(name, body)) return reply(response, 400, { code: 'invalid_request' });
  reply(response, 200, await run(name, body, clientGone(response)));
}

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
