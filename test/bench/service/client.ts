import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import type { ServiceProcess } from '../../service-process.ts';

interface Answer<T> {
  readonly status: number;
  readonly body: T;
}

export interface Created {
  readonly id: string;
  readonly status: number;
  /** Until createJob answered. */
  readonly ms: number;
}

/** The calls of one workspace over connections that are kept, since clients take their CPU from the same cores. */
export interface BenchClient {
  upload(bytes: Uint8Array): Promise<string>;
  create(source: object): Promise<Created>;
  /** Polls until the job has ended; throws unless it succeeded. Returns the milliseconds that each poll took. */
  wait(id: string, poll: Poll): Promise<number[]>;
  /** Milliseconds from createJob to the job's end. */
  convert(source: object, everyMs?: number): Promise<number>;
  close(): Promise<void>;
}

export interface Poll {
  readonly everyMs: number;
  readonly limitMs?: number;
}

export const documentSource = (documentId: string): object => ({ type: 'document', documentId });

/** A new workspace with credits and a key. */
export async function workspaceOf(service: ServiceProcess, name: string, connections = 20): Promise<BenchClient> {
  const scopes = ['documents:read', 'documents:write', 'documents:delete'];
  const { key } = await service.admin('POST', '/admin/v1/keys', { workspace: name, scopes });
  const id = `grant_${name.replaceAll(/\W/g, '')}`;
  await service.admin('POST', '/admin/v1/credits', { id, workspace: name, credits: 1_000_000 });
  return benchClient(service.url(), String(key), connections);
}

function benchClient(url: string, key: string, connections: number): BenchClient {
  const pool = new Pool(url, { connections });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const call = async <T>(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer<T>> => {
    const response = await pool.request({
      method,
      path: `/api/v1${path}`,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    });
    return { status: response.statusCode, body: (await response.body.json()) as T };
  };
  const client: BenchClient = {
    async upload(bytes) {
      const slot = await call<{ documentId: string; uploadUrl: string }>('POST', '/uploads', {
        fileName: 'sample.pdf',
        fileType: 'application/pdf',
      });
      const { pathname, search } = new URL(slot.body.uploadUrl);
      const put = await pool.request({ method: 'PUT', path: pathname + search, body: bytes });
      await put.body.dump();
      if (put.statusCode !== 200) throw new Error(`the upload was answered ${put.statusCode}`);
      return slot.body.documentId;
    },
    async create(source) {
      const began = performance.now();
      const { status, body } = await call<{ id: string }>('POST', '/jobs', { source, forceRefresh: true });
      return { id: body.id, status, ms: performance.now() - began };
    },
    async wait(id, { everyMs, limitMs = 400_000 }) {
      const ends = performance.now() + limitMs;
      const polls: number[] = [];
      for (;;) {
        const asked = performance.now();
        const answer = await call<{ status: string }>('GET', `/jobs/${id}`);
        polls.push(performance.now() - asked);
        const { status } = answer.body;
        if (status === 'succeeded') return polls;
        if (status !== 'queued' && status !== 'running')
          throw new Error(`a job ended as ${answer.status} ${JSON.stringify(answer.body)}`);
        if (performance.now() > ends) throw new Error(`a job had not ended after ${limitMs} ms`);
        await sleep(everyMs);
      }
    },
    async convert(source, everyMs = 10) {
      const began = performance.now();
      const { id, status } = await client.create(source);
      if (status !== 201) throw new Error(`createJob answered ${status}`);
      await client.wait(id, { everyMs });
      return performance.now() - began;
    },
    close: () => pool.close(),
  };
  return client;
}
