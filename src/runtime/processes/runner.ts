import { createReadStream } from 'node:fs';
import { chmod, rm, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { AskRequest, RunnerLine } from '../../protocol/supervisor.ts';
import type { Child } from './child.ts';
import type { Pool } from './pool.ts';
import { terminationOf } from './termination.ts';

export interface RunnerOptions {
  /** Where the supervisor finds us: a Unix socket. */
  readonly socket: string;
  readonly pool: Pick<Pool, 'take'>;
  readonly log: Logger;
  readonly pause?: (ms: number) => Promise<void>;
}

const ASK_BYTES = 1024 * 1024;
/** Documents that follow each other closely need the CPU for themselves, as do the tasks of one document. */
const QUIET_MS = 1_000;
/** A worker that was to make room for another, and is still there then, stands ready for a document again. */
const SPARED_MS = 5_000;
/** After a first process that could not start. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;

/**
 * The half of a worker pod that opens documents, as files, for the supervisor beside it: a fresh process for each
 * document, which stands ready before, under the limits that the supervisor names.
 */
export async function startRunner({ socket, pool, log, pause = sleep }: RunnerOptions): Promise<Server> {
  const standBy = (): Promise<Child> => {
    const child = pool.take('native');
    child.catch(() => {});
    return child;
  };
  /** For the next document; none while no other is expected. */
  let spare: Promise<Child> | undefined = standBy();
  let current: Child | undefined;
  let isLast = false;

  const endCurrent = (): void => {
    current?.end('ended');
    current = undefined;
  };

  const fresh = async (): Promise<Child> => {
    endCurrent();
    const stood = await (spare ?? pool.take('native'));
    const child = stood.alive ? stood : await pool.take('native');
    child.onMessage = undefined;
    // It rehearses no more.
    child.ready = false;
    spare = isLast ? undefined : standBy();
    return (current = child);
  };

  // A document would find a process: only then there is something to connect to.
  for (let failures = 0; !(await isReady(await spare)); failures++) {
    await pause(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures));
    spare = standBy();
  }

  const rehearse = async (): Promise<void> => {
    const child = await (spare ??= standBy());
    if (await isReady(child)) child.rehearse();
  };
  const afterAWhile = (): NodeJS.Timeout =>
    setTimeout(() => void rehearse().catch(() => {}), isLast ? SPARED_MS : QUIET_MS).unref();
  let quiet = afterAWhile();

  const ask = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { process, limits, request: what, last = false } = JSON.parse(await textOf(request)) as AskRequest;
    clearTimeout(quiet);
    isLast = last;
    const child = process === 'same' && current?.alive ? current : await fresh();
    const send = (line: RunnerLine): void => void response.write(`${JSON.stringify(line)}\n`);
    // The supervisor went away, or does not want the answer any more.
    const left = (): void => child.end('ended');
    response.once('close', left);
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    const lift = child.limit(limits);
    const first = await child.ask(what, () => send({ type: 'page' }));
    lift();
    quiet = afterAWhile();
    response.off('close', left);
    if ('result' in first) send({ type: 'result', result: first.result });
    else {
      const { exit } = first;
      const { code, signal, ended, stderr } = exit;
      const termination = terminationOf(exit);
      log.warn({ code, signal, ended, stderr }, 'the process of a document ended');
      const { reason, detail } =
        termination.type === 'failed'
          ? termination
          : ({ reason: 'stranded_running', detail: 'The process of the document ended.' } as const);
      send({ type: 'ended', reason, detail, stderr });
    }
    response.end();
  };

  const file = async (path: string, method: string, response: ServerResponse): Promise<void> => {
    if (!current) return void response.writeHead(404).end();
    const full = resolve(current.scratch, path);
    const info = await stat(full).catch(() => undefined);
    if (!info?.isFile()) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-length': info.size });
    if (method === 'HEAD') return void response.end();
    await pipeline(createReadStream(full), response);
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://runner');
    switch (pathname) {
      case '/ready':
        return void response.end();
      case '/ask':
        return ask(request, response);
      case '/files':
        return file(searchParams.get('path') ?? '', request.method ?? 'GET', response);
      case '/end':
        endCurrent();
        return void response.end();
      default:
        return void response.writeHead(404).end();
    }
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      log.warn({ err: error }, 'failed to answer the supervisor');
      response.destroy();
    });
  });
  server.requestTimeout = 0;
  await rm(socket, { force: true });
  await new Promise<void>((done) => server.listen(socket, done));
  // The supervisor is another user of the same group.
  await chmod(socket, 0o660);
  return server;
}

/** Resolves once the modules of a process are loaded; false for one that ended before. */
async function isReady(child: Child): Promise<boolean> {
  if (child.ready) return true;
  const ready = new Promise<true>((done) => {
    child.onMessage = ({ type }) => type === 'ready' && done(true);
  });
  return Promise.race([ready, child.exited.then(() => false)]);
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  request.setEncoding('utf8');
  for await (const chunk of request as AsyncIterable<string>) {
    text += chunk;
    if (text.length > ASK_BYTES) throw new Error('The request is too large');
  }
  return text;
}
