import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { remoteTaskRunner } from '../../../src/runtime/kubernetes/task-client.ts';
import { signedTasks } from '../../../src/runtime/tasks.ts';
import { isTransient } from '../../../src/failures/transient.ts';
import { urlTasksContract } from '../../contract/tasks.contract.ts';
import { openModelServer } from '../../model-server.ts';
import { startProtocolServer } from '../../worker/protocol-server.ts';

const MAIN = resolve(import.meta.dirname, '../../../src/cli/main.ts');
/** What the service and its fetcher share. */
const TOKEN = 'a'.repeat(64);
const children: ChildProcess[] = [];
let folder: string;

/** Starts the fetcher, or an asker, by its command; answers its address. */
async function start(program = 'fetcher', environment: Readonly<Record<string, string>> = {}): Promise<string> {
  const child = spawn(process.execPath, [MAIN, program], {
    env: {
      PATH: process.env['PATH'],
      TMPDIR: folder,
      SCRIPTORIUM_PORT: '0',
      SCRIPTORIUM_FETCHER_TOKEN: TOKEN,
      SCRIPTORIUM_ALLOW_LOOPBACK_URLS: 'true',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  for await (const line of createInterface(child.stdout)) {
    const { msg, port } = JSON.parse(line) as { msg?: string; port?: number };
    if (msg === 'ready') return `http://127.0.0.1:${port}`;
  }
  throw new Error('the fetcher ended');
}

let fetcher: string;
/** Nothing here is a task of a document. */
const worker = { url: 'http://unused.invalid' };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scr-tasks-'));
  fetcher = await start();
});
afterAll(async () => {
  for (const child of children) {
    child.kill();
    await once(child, 'exit');
  }
  await rm(folder, { recursive: true, force: true });
});

urlTasksContract('the fetcher, over HTTP', async () => {
  const server = await startProtocolServer('127.0.0.1');
  const sign = {
    get: (key: string) => Promise.resolve(server.base + server.signGet(key)),
    put: (key: string) => Promise.resolve(server.base + server.signPut(key)),
  };
  const run = remoteTaskRunner({ worker, fetcher: { url: fetcher, token: TOKEN } });
  return { tasks: signedTasks(sign, run, () => {}), server, close: () => server.close() };
});

describe('a server of tasks', () => {
  const post = async (url: string, body: unknown, token = TOKEN): Promise<number> =>
    (await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: JSON.stringify(body) }))
      .status;

  it('runs nothing for who does not present its token', async () => {
    const size = { url: 'file:///' };
    expect(await post(`${fetcher}/size`, size)).toBe(200);
    expect(await post(`${fetcher}/size`, size, 'b'.repeat(64))).toBe(503);
    expect((await fetch(`${fetcher}/size`, { method: 'POST', body: JSON.stringify(size) })).status).toBe(503);
  });

  it('runs no task of the other role, none that it does not know, and none without what it needs', async () => {
    const url = 'http://127.0.0.1:1/';
    expect(await post(`${fetcher}/probe`, { jobId: 'j', get: url, bytes: 1 })).toBe(404);
    expect(await post(`${fetcher}/constructor`, {})).toBe(404);
    expect(await post(`${fetcher}/size`, {})).toBe(400);
    expect(await post(`${fetcher}/size`, { url: ['a'] })).toBe(400);
  });

  it('takes a request with properties that it does not know yet', async () => {
    expect(await post(`${fetcher}/size`, { url: 'file:///', priority: 1 })).toBe(200);
  });
});

describe('the asker of a converter class', () => {
  it('asks its endpoint with its key, whatever the request says, and does nothing else', async () => {
    const model = await openModelServer();
    model.reads = 'A page';
    const url = await start('asker', { SCRIPTORIUM_ENDPOINT: model.url, SCRIPTORIUM_ENDPOINT_KEY: 'sk-kelp' });
    const run = (token: string) =>
      remoteTaskRunner({ worker, fetcher: worker, askerOf: (name) => ({ url: name === 'vision' ? url : '', token }) });
    const question = {
      workspace: 'acme',
      jobId: 'j',
      className: 'vision',
      endpoint: 'http://127.0.0.1:1/v1',
      model: 'tiny',
      picture: Buffer.alloc(1024 * 1024).toString('base64'),
    };
    expect(await run(TOKEN)('ask', question)).toEqual({ ok: true, text: 'A page' });
    expect(model.questions).toMatchObject([{ authorization: 'Bearer sk-kelp', model: 'tiny' }]);
    await expect(run('b'.repeat(64))('ask', question)).rejects.toThrow('503');
    const headers = { authorization: `Bearer ${TOKEN}` };
    const size = await fetch(`${url}/size`, { method: 'POST', headers, body: '{"url":"file:///"}' });
    expect(size.status).toBe(404);
    await model.close();
  });
});

describe('the client of a server of tasks', () => {
  let server: Server;
  let answer: string;
  beforeAll(async () => {
    server = createServer((_request, response) => void response.end(answer));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  });
  afterAll(() => server.close());

  it.each(['{"ok":true}', '{"ok":true,"bytes":-1}', '{"ok":false,"failure":{"code":"no code","message":""}}', 'null'])(
    'takes an answer that is no result for trouble that may pass: %s',
    async (text) => {
      answer = text;
      const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const run = remoteTaskRunner({ worker, fetcher: { url: base } });
      const error = await run('fetch', {
        workspace: 'acme',
        jobId: 'j',
        url: 'http://a/',
        put: 'http://b/',
        maxBytes: 1,
      }).catch((thrown: unknown) => thrown);
      expect(isTransient(error), String(error)).toBe(true);
    },
  );
});
