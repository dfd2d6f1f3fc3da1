import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  FinishRequest,
  ReportRequest,
  StartRequest,
  StartedAttempt,
  Task,
  UrlsRequest,
} from '../../src/protocol/worker.ts';

/** A run of one index, as the server saw it. */
export interface SeenAttempt {
  readonly launchToken: string;
  readonly index: number;
  readonly instance: string;
  readonly prefix: string;
  readonly reports: ReportRequest[];
  outcome?: FinishRequest;
}

/** As an API of an older version, it does not say where the store is. */
const UNKNOWN = new Map([['/internal/v1/store', 404]]);
/** A refusal of ours has a code. */
const refuse = (response: ServerResponse, status: number): void =>
  void response.writeHead(status).end(JSON.stringify({ code: status === 404 ? 'not_found' : 'refused' }));

/**
 * The API's internal port for tests of worker and launcher: a real HTTP server, on a Unix socket unless a host is
 * named, that speaks the worker protocol and keeps objects in memory, signed by a path that nobody can guess and of the
 * exact length.
 */
export interface ProtocolServer {
  readonly base: string;
  readonly objects: Map<string, Buffer>;
  readonly attempts: SeenAttempt[];
  /** Tasks by launch token, then index. */
  readonly tasks: Map<string, Map<number, Task>>;
  /** Reads the launch token from another that was presented, as the tokens of pods are; none that is not known. */
  identify?: (token: string) => Promise<string | undefined>;
  /** Called before each request; what it returns is the status that is answered instead. */
  intercept?: (request: IncomingMessage) => number | undefined;
  /** Requests that are never answered; `onStall` is called for each. */
  stall?: (request: IncomingMessage) => boolean;
  onStall?: () => void;
  signGet(key: string): string;
  /** Of exactly this length, if it is known. */
  signPut(key: string, bytes?: number): string;
  close(): Promise<void>;
}

export async function startProtocolServer(host?: string): Promise<ProtocolServer> {
  const folder = await mkdtemp(join(tmpdir(), 'scriptorium-socket-'));
  const path = join(folder, 'internal.sock');
  const signed = new Map<string, { readonly key: string; readonly bytes?: number }>();
  const tokens = new Map<string, SeenAttempt>();
  const sign = (grant: { key: string; bytes?: number }): string => {
    const url = `/signed/${randomBytes(12).toString('hex')}`;
    signed.set(url, grant);
    return url;
  };
  const self: ProtocolServer = {
    base: '',
    objects: new Map(),
    attempts: [],
    tasks: new Map(),
    signGet: (key) => sign({ key }),
    signPut: (key, bytes) => sign(bytes === undefined ? { key } : { key, bytes }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };

  const refusal = (request: IncomingMessage): number | undefined =>
    self.intercept?.(request) ?? UNKNOWN.get(request.url!);

  const identify = async (token: string): Promise<string> => (self.identify ? await self.identify(token) : token) ?? '';

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (self.stall?.(request)) return self.onStall?.();
    const refused = refusal(request);
    if (refused !== undefined) return refuse(response, refused);
    const url = request.url!;
    const body = await readBody(request);
    if (url.startsWith('/signed/')) return object(request.method!, url, body, response);
    const token = request.headers.authorization?.slice('Bearer '.length) ?? '';
    const json = JSON.parse(body.toString('utf8')) as unknown;
    if (url === '/internal/v1/attempts') return start(await identify(token), json as StartRequest, response);
    const attempt = tokens.get(token);
    if (!attempt) return refuse(response, 401);
    const what = url.split('/').pop();
    if (what === 'report') {
      attempt.reports.push(json as ReportRequest);
      return void response.end(JSON.stringify({ continue: true }));
    }
    if (what === 'finish') {
      attempt.outcome = json as FinishRequest;
      return void response.end(JSON.stringify({ recorded: true }));
    }
    const { get = [], put = [] } = json as UrlsRequest;
    response.end(
      JSON.stringify({
        get: get.map((key) => sign({ key })),
        put: put.map(({ name, bytes }) => sign({ key: attempt.prefix + name, bytes })),
      }),
    );
  }
  function start(launchToken: string, { index, instance }: StartRequest, response: ServerResponse): void {
    const task = self.tasks.get(launchToken)?.get(index);
    if (!task) return refuse(response, 401);
    const attempt: SeenAttempt = { launchToken, index, instance, prefix: `results/${instance}/`, reports: [] };
    self.attempts.push(attempt);
    const token = randomBytes(12).toString('hex');
    tokens.set(token, attempt);
    response.end(JSON.stringify({ token, task, prefix: attempt.prefix, reportEveryMs: 5000 } satisfies StartedAttempt));
  }
  function object(method: string, url: string, body: Buffer, response: ServerResponse): void {
    const grant = signed.get(url);
    if (!grant) return void response.writeHead(403).end();
    if (method === 'PUT') {
      if (grant.bytes !== undefined && body.length !== grant.bytes) return void response.writeHead(400).end();
      self.objects.set(grant.key, body);
      return void response.end();
    }
    const stored = self.objects.get(grant.key);
    if (!stored) return void response.writeHead(404).end();
    response.end(stored);
  }

  const server: Server = createServer((request, response) => {
    answer(request, response).catch(() => response.writeHead(500).end());
  });
  await new Promise<void>((resolve) =>
    host === undefined ? server.listen(path, resolve) : server.listen(0, host, resolve),
  );
  return Object.assign(self, {
    base: host === undefined ? `unix:${path}` : `http://${host}:${(server.address() as AddressInfo).port}`,
  });
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
