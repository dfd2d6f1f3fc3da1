/**
 * How one workspace fares beside others on the embedded service. `node test/bench/service/tenants.ts [--only NAME]`
 * starts the service by its command, on a free port, with data in a temporary folder; all calls go over REST.
 */
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { fixture, serviceProcess, type ServiceProcess } from '../../service-process.ts';

const { values } = parseArgs({ options: { only: { type: 'string' }, limit: { type: 'string', default: '400' } } });
/** A wait that is longer ends the row. */
const LIMIT_MS = Number(values.limit) * 1000;

interface Workspace {
  create(source: object): Promise<{ readonly id: string; readonly ms: number; readonly status: number }>;
  upload(): Promise<string>;
  /** Polls until the job has ended; throws unless it succeeded. */
  wait(id: string, pollMs: number): Promise<void>;
  /** Milliseconds from createJob to the job's end. */
  convert(source: object): Promise<number>;
}

const sample = await fixture('docs/sample.pdf');
const service = await serviceProcess({
  SCRIPTORIUM_LOG_LEVEL: 'error',
  SCRIPTORIUM_DOCUMENT_WAIT_SECONDS: '2',
  SCRIPTORIUM_REQUESTS_PER_SECOND: '100000',
  SCRIPTORIUM_RATE_LIMIT: '100000',
});

async function workspaceOf(owner: ServiceProcess, name: string): Promise<Workspace> {
  const scopes = ['documents:read', 'documents:write', 'documents:delete'];
  const { key } = await owner.admin('POST', '/admin/v1/keys', { workspace: name, scopes });
  await owner.admin('POST', '/admin/v1/credits', {
    id: `grant_${name.replaceAll(/\W/g, '')}`,
    workspace: name,
    credits: 1_000_000,
  });
  const call = async <T>(method: string, path: string, body?: object): Promise<{ status: number; body: T }> => {
    const response = await fetch(`${owner.url()}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${String(key)}`, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, body: (await response.json()) as T };
  };
  const create: Workspace['create'] = async (source) => {
    const began = performance.now();
    const { status, body } = await call<{ id: string }>('POST', '/jobs', { source, forceRefresh: true });
    return { id: body.id, status, ms: performance.now() - began };
  };
  const wait: Workspace['wait'] = async (id, pollMs) => {
    const ends = performance.now() + LIMIT_MS;
    for (;;) {
      const answer = await call<{ status: string }>('GET', `/jobs/${id}`);
      const { status } = answer.body;
      if (status === 'succeeded') return;
      if (status !== 'queued' && status !== 'running')
        throw new Error(`a job ended as ${answer.status} ${JSON.stringify(answer.body)}`);
      if (performance.now() > ends) throw new Error(`a job had not ended after ${values.limit} s`);
      await sleep(pollMs);
    }
  };
  return {
    create,
    async upload() {
      const slot = await call<{ documentId: string; uploadUrl: string }>('POST', '/uploads', {
        fileName: 'sample.pdf',
        fileType: 'application/pdf',
      });
      await fetch(slot.body.uploadUrl, { method: 'PUT', body: sample as Uint8Array<ArrayBuffer> });
      return slot.body.documentId;
    },
    wait,
    async convert(source) {
      const began = performance.now();
      const { id, status } = await create(source);
      if (status !== 201) throw new Error(`createJob answered ${status}`);
      await wait(id, 10);
      return performance.now() - began;
    },
  };
}

const median = (times: readonly number[]): number => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)]!;
const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;

const document = (documentId: string): object => ({ type: 'document', documentId });

/** A server that takes connections and never answers. */
async function silentServer(): Promise<{ url: string; close: () => void }> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

async function fileServer(): Promise<{ url: string; close: () => void }> {
  const server = createHttpServer((_, response) => response.end(sample));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sample.pdf`,
    close: () => void server.close(),
  };
}

const parts: Record<string, () => Promise<void>> = {
  async alone() {
    const one = await workspaceOf(service, 'alone');
    const source = document(await one.upload());
    const times: number[] = [];
    for (let n = 0; n < 20; n += 1) times.push(await one.convert(source));
    console.log(`a one-page upload alone: p50 ${seconds(median(times))}`);
  },

  async queue60() {
    const [busy, other] = [await workspaceOf(service, 'busy'), await workspaceOf(service, 'other')];
    const [many, single] = [document(await busy.upload()), document(await other.upload())];
    await other.convert(single);
    const all = Array.from({ length: 60 }, () => busy.convert(many));
    await sleep(300);
    const creates = await other.create(single);
    const time = await other.convert(single);
    console.log(
      `60 jobs of another workspace, then one: ${seconds(time)}; createJob answered in ${seconds(creates.ms)}`,
    );
    await Promise.all(all);
  },

  async burst() {
    const one = await workspaceOf(service, 'burst');
    const source = document(await one.upload());
    let left = 150;
    let slowest = 0;
    const began = performance.now();
    const client = async (): Promise<void> => {
      while (left-- > 0) {
        const { ms, id } = await one.create(source);
        slowest = Math.max(slowest, ms);
        await one.wait(id, 100);
      }
    };
    await Promise.all(Array.from({ length: 20 }, client));
    const rate = 150 / ((performance.now() - began) / 1000);
    console.log(`150 one-page jobs from 20 clients: ${rate.toFixed(1)} jobs/s; slowest createJob ${seconds(slowest)}`);
  },

  async silent24() {
    const [slow, other] = [await workspaceOf(service, 'slow'), await workspaceOf(service, 'upload')];
    const silent = await silentServer();
    const source = document(await other.upload());
    for (let n = 0; n < 24; n += 1) await slow.create({ type: 'external', fileUrl: `${silent.url}/${n}.pdf` });
    await sleep(1000);
    console.log(`24 silent URLs of another workspace, then an upload: ${seconds(await other.convert(source))}`);
    silent.close();
  },

  async silent200() {
    const silent = await silentServer();
    const file = await fileServer();
    for (let w = 0; w < 5; w += 1) {
      const slow = await workspaceOf(service, `slow-${w}`);
      for (let n = 0; n < 40; n += 1) await slow.create({ type: 'external', fileUrl: `${silent.url}/${w}/${n}.pdf` });
    }
    const other = await workspaceOf(service, 'sixth');
    const time = await other.convert({ type: 'external', fileUrl: file.url });
    console.log(`200 silent URLs of five workspaces, then a URL of a sixth: ${seconds(time)}`);
    silent.close();
    file.close();
  },
};

await service.start();
try {
  for (const [name, run] of Object.entries(parts)) if (values.only === undefined || values.only === name) await run();
} finally {
  await service.close();
}
