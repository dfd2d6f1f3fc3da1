import { createReadStream } from 'node:fs';
import { chmod, rm, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { AskRequest, RunnerLine } from '../../protocol/supervisor.ts';
import type { Child, ChildExit } from './child.ts';
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
  const runner = new Runner(pool, log);
  // A document would find a process: only then there is something to connect to.
  for (let failures = 0; !(await runner.isReady()); failures++)
    await pause(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures));
  const server = createServer((request, response) => {
    runner.answer(request, response).catch((error: unknown) => {
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

class Runner {
  readonly #pool: RunnerOptions['pool'];
  readonly #log: Logger;
  /** For the next document; none while no other is expected. */
  #spare: Promise<Child> | undefined;
  /** The process of the document that is open. */
  #current: Child | undefined;
  /** Of the question of the process, if it waits for an answer. */
  #answered: ((answer: object) => void) | undefined;
  #isLast = false;
  #rehearsal: NodeJS.Timeout | undefined;

  constructor(pool: RunnerOptions['pool'], log: Logger) {
    this.#pool = pool;
    this.#log = log;
  }

  /** Resolves once a process stands ready; with false if it ended before. */
  async isReady(): Promise<boolean> {
    this.#spare = this.#standBy();
    const ready = await isReady(await this.#spare);
    if (ready) this.#rehearseLater();
    return ready;
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://runner');
    switch (pathname) {
      case '/ready':
        return void response.end();
      case '/ask':
        return this.#ask(JSON.parse(await readText(request)) as AskRequest, response);
      case '/files':
        return this.#file(searchParams.get('path') ?? '', request.method ?? 'GET', response);
      case '/answer':
        this.#answered?.(JSON.parse(await readText(request)) as object);
        return void response.end();
      case '/end':
        this.#endCurrent();
        return void response.end();
      default:
        return void response.writeHead(404).end();
    }
  }

  #standBy(): Promise<Child> {
    const child = this.#pool.take('native');
    child.catch(() => {});
    return child;
  }

  #endCurrent(): void {
    this.#current?.end('ended');
    this.#current = undefined;
  }

  /** A process for another document. */
  async #takeFresh(): Promise<Child> {
    this.#endCurrent();
    const stood = await (this.#spare ?? this.#pool.take('native'));
    const child = stood.alive ? stood : await this.#pool.take('native');
    child.onMessage = undefined;
    // It rehearses no more.
    child.ready = false;
    this.#spare = this.#isLast ? undefined : this.#standBy();
    return (this.#current = child);
  }

  #rehearseLater(): void {
    const rehearse = async (): Promise<void> => {
      const child = await (this.#spare ??= this.#standBy());
      if (await isReady(child)) child.rehearse();
    };
    const pauseMs = this.#isLast ? SPARED_MS : QUIET_MS;
    this.#rehearsal = setTimeout(() => void rehearse().catch(() => {}), pauseMs).unref();
  }

  async #ask({ process, limits, request, last = false }: AskRequest, response: ServerResponse): Promise<void> {
    clearTimeout(this.#rehearsal);
    this.#isLast = last;
    const child = process === 'same' && this.#current?.alive ? this.#current : await this.#takeFresh();
    const send = (line: RunnerLine): void => void response.write(`${JSON.stringify(line)}\n`);
    // The supervisor went away, or does not want the answer any more.
    const left = (): void => child.end('ended');
    response.once('close', left);
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    const lift = child.limit(limits);
    const asked = await child.ask(request, {
      onPage: () => send({ type: 'page' }),
      onQuestion: (file) =>
        new Promise((answered) => {
          this.#answered = answered;
          send({ type: 'question', file });
        }),
    });
    lift();
    this.#rehearseLater();
    response.off('close', left);
    send('result' in asked ? { type: 'result', result: asked.result } : this.#endedLine(asked.exit));
    response.end();
  }

  #endedLine(exit: ChildExit): RunnerLine {
    const { code, signal, ended, stderr } = exit;
    this.#log.warn({ code, signal, ended, stderr }, 'the process of a document ended');
    const termination = terminationOf(exit);
    if (termination.type === 'failed') {
      const { reason, detail } = termination;
      return { type: 'ended', reason, detail, stderr };
    }
    return { type: 'ended', reason: 'stranded_running', detail: 'The process of the document ended.', stderr };
  }

  /** A file that the process of the document has written. */
  async #file(path: string, method: string, response: ServerResponse): Promise<void> {
    if (!this.#current) return void response.writeHead(404).end();
    const full = resolve(this.#current.scratch, path);
    const info = await stat(full).catch(() => undefined);
    if (!info?.isFile()) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-length': info.size });
    if (method === 'HEAD') return void response.end();
    await pipeline(createReadStream(full), response);
  }
}

/** Resolves once the modules of a process are loaded; false for one that ended before. */
async function isReady(child: Child): Promise<boolean> {
  if (child.ready) return true;
  const ready = new Promise<true>((done) => {
    child.onMessage = ({ type }) => type === 'ready' && done(true);
  });
  return Promise.race([ready, child.exited.then(() => false)]);
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  request.setEncoding('utf8');
  for await (const chunk of request as AsyncIterable<string>) {
    text += chunk;
    if (text.length > ASK_BYTES) throw new Error('The request is too large');
  }
  return text;
}
