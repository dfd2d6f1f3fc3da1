import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { ApiDeps } from '../../src/api/deps.ts';
import { keys } from '../../src/records/keys.ts';
import { readRecord } from '../../src/records/store.ts';
import { makeNumberedPdf, makeTextPdf } from '../make/text-pdf.ts';
import { client, documentSource, ended, upload } from './client.ts';
import { openService, type TestService } from './service.ts';

let service: TestService;
afterEach(() => service.close());

const never = (signal?: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });

/** For the API alone, reading a document takes longer than a request waits; the controller reads it as always. */
const slowProbe = (deps: ApiDeps): ApiDeps => ({
  ...deps,
  tasks: { ...deps.tasks, probe: (_, signal) => never(signal) },
});

describe('createJob of a document that takes long to read', () => {
  const open = async (wrap: (deps: ApiDeps) => ApiDeps = slowProbe): Promise<TestService> => {
    service = await openService({ settings: { documentWait: 0.05, maxPages: 5 }, wrap });
    return service;
  };

  it('answers 201 with one page held, and the job is priced and converted after that', async () => {
    await open();
    const { call, name } = await service.workspace(10);
    const body = documentSource(await upload(call, makeNumberedPdf(3)));
    const made = await call('createJob', { body, headers: { 'Idempotency-Key': 'slow' } });
    expect(made).toMatchObject({ status: 201, body: { status: 'queued', stage: 'preparing' } });
    expect(await service.deps.ledger.balance(name)).toMatchObject({ held: 1, available: 9 });
    const replayed = await call('createJob', { body, headers: { 'Idempotency-Key': 'slow' } });
    expect(replayed).toMatchObject({ status: 200, body: { id: made.body['id'] } });
    await service.startController();
    expect(await ended(call, String(made.body['id']))).toMatchObject({
      status: 'succeeded',
      pageRange: { start: 1, end: 3 },
    });
    expect(await service.deps.ledger.balance(name)).toEqual({ granted: 10, available: 7, held: 0, settled: 3 });
  });

  it('waits for credits when the document turns out to cost more', async () => {
    await open();
    const { call, name } = await service.workspace(2);
    const made = await call('createJob', { body: documentSource(await upload(call, makeNumberedPdf(3))) });
    expect(made.status).toBe(201);
    await service.startController();
    const params = { jobId: String(made.body['id']) };
    await expect.poll(async () => (await call('getJob', { params })).status).toBe(402);
    await service.grant(name, 5);
    await expect.poll(async () => (await call('getJob', { params })).status).toBe(200);
    expect(await ended(call, params.jobId)).toMatchObject({ status: 'succeeded' });
    expect(await service.deps.ledger.balance(name)).toMatchObject({ held: 0, settled: 3 });
  });

  it('fails when the document turns out too large, and costs nothing', async () => {
    await open();
    const { call, name } = await service.workspace(10);
    const made = await call('createJob', { body: documentSource(await upload(call, makeNumberedPdf(6))) });
    expect(made.status).toBe(201);
    await service.startController();
    expect(await ended(call, String(made.body['id']))).toMatchObject({
      status: 'failed',
      errorCode: 'document_too_large',
    });
    expect(await service.deps.ledger.balance(name)).toEqual({ granted: 10, available: 10, held: 0, settled: 0 });
  });

  it('stands for the bytes that were uploaded then, even when they were not copied yet', async () => {
    await open((deps) => ({ ...deps, objects: { ...deps.objects, copy: () => never() } }));
    const { call } = await service.workspace(10);
    const documentId = await upload(call, makeTextPdf(['The first document.']));
    const made = await call('createJob', { body: documentSource(documentId) });
    expect(made.status).toBe(201);
    const intent = await readRecord(service.deps.objects, keys.intent(String(made.body['id'])));
    const slot = await readRecord(service.deps.objects, keys.slot(intent!.workspace, documentId));
    await service.deps.objects.put(slot!.objectKey, makeTextPdf(['Another document.']));
    await service.startController();
    expect(await ended(call, String(made.body['id']))).toMatchObject({
      status: 'failed',
      errorCode: 'content_hash_mismatch',
    });
  });

  it('ends the reading when the client goes away, and leaves a pending intent', async () => {
    const aborted = Promise.withResolvers<void>();
    const reading = Promise.withResolvers<void>();
    service = await openService({
      wrap: (deps) => ({
        ...deps,
        tasks: {
          ...deps.tasks,
          probe: (_, signal) => {
            reading.resolve();
            signal?.addEventListener('abort', () => aborted.resolve(), { once: true });
            return never(signal);
          },
        },
      }),
    });
    const { call, name } = await service.workspace(10);
    const key = await service.key(name);
    const documentId = await upload(call, makeNumberedPdf(1));
    const leave = new AbortController();
    const request = fetch(`${service.base}/api/v1/jobs`, {
      method: 'POST',
      signal: leave.signal,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(documentSource(documentId)),
    });
    await reading.promise;
    leave.abort();
    await expect(request).rejects.toThrow();
    await aborted.promise;
    await expect
      .poll(async () => await service.deps.metrics.requests.get())
      .toMatchObject({
        values: expect.arrayContaining([
          { labels: { route: '/api/v1/jobs', method: 'POST', status: '499' }, value: 1 },
        ]) as unknown,
      });
    expect(await service.deps.ledger.balance(name)).toMatchObject({ held: 0 });
    expect(service.deps.follower.list()).toEqual([]);
  });
});

describe('createJob of two replicas under one idempotency key', () => {
  it('answers the job of the other one where its end has ended the reading of the document here', async () => {
    let meanwhile = async (): Promise<void> => undefined;
    service = await openService({
      wrap: (deps) => ({
        ...deps,
        tasks: {
          ...deps.tasks,
          probe: async () => {
            await meanwhile();
            throw Object.assign(new Error('/probe answered 503'), { statusCode: 503, lostProcess: true });
          },
        },
      }),
    });
    const { call, name } = await service.workspace(10);
    const other = client(await service.replica(), await service.key(name));
    const ask = {
      body: documentSource(await upload(call, makeNumberedPdf(3))),
      headers: { 'Idempotency-Key': 'two replicas' },
    };
    expect((await call('createJob', ask)).status).toBe(503);
    let first: string | undefined;
    meanwhile = async () => {
      const made = await other('createJob', ask);
      first ??= String(made.body['id']);
    };
    const second = await call('createJob', ask);
    expect([second.status, second.body['id']]).toEqual([200, first]);
    expect(await service.deps.ledger.balance(name)).toMatchObject({ available: 7, held: 3 });
  });
});

describe('createQuote of a document that takes long to read', () => {
  it('answers 503 with Retry-After, and finds the result later without reading the document again', async () => {
    const gate = Promise.withResolvers<void>();
    let reads = 0;
    service = await openService({
      settings: { documentWait: 2 },
      wrap: (deps) => ({
        ...deps,
        tasks: {
          ...deps.tasks,
          probe: async (request) => {
            reads += 1;
            await gate.promise;
            return deps.tasks.probe(request);
          },
        },
      }),
    });
    const { call } = await service.workspace(10);
    const body = { source: { type: 'document', documentId: await upload(call, makeNumberedPdf(3)) } };
    const early = await call('createQuote', { body });
    expect({ status: early.status, code: early.body['code'] }).toEqual({ status: 503, code: 'unavailable' });
    expect(Number(early.headers.get('Retry-After'))).toBeGreaterThan(0);
    gate.resolve();
    await expect.poll(async () => (await call('createQuote', { body })).status).toBe(201);
    expect((await call('createQuote', { body })).body).toMatchObject({ estimatedUsage: { discoveredPages: 3 } });
    const made = await call('createJob', { body });
    expect(made).toMatchObject({ status: 201, body: { estimatedTotalPages: 3 } });
    expect(reads).toBe(1);
  });
});

describe('a workspace whose queue is full', () => {
  it('is answered 429 with Retry-After, and no other workspace is', async () => {
    service = await openService({ settings: { maxQueuedJobs: 2 } });
    const [full, other] = [await service.workspace(10), await service.workspace(10)];
    const body = documentSource(await upload(full.call, makeNumberedPdf(1)));
    const key = { 'Idempotency-Key': 'the first' };
    expect((await full.call('createJob', { body, headers: key })).status).toBe(201);
    expect((await full.call('createJob', { body })).status).toBe(201);
    const refused = await full.call('createJob', { body });
    expect({ status: refused.status, code: refused.body['code'] }).toEqual({ status: 429, code: 'rate_limited' });
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await full.call('createJob', { body, headers: key })).status).toBe(200);
    const theirs = documentSource(await upload(other.call, makeNumberedPdf(1)));
    expect((await other.call('createJob', { body: theirs })).status).toBe(201);
  });
});

describe('URLs that never answer', () => {
  it('hold up no upload and no URL of another workspace', async () => {
    const silent = createServer();
    const files = createHttpServer((_, response) => response.end(makeNumberedPdf(1)));
    const sockets = new Set<Socket>();
    silent.on('connection', (socket) => sockets.add(socket.resume().on('error', () => {})));
    await Promise.all(
      [silent, files].map((server) => new Promise<void>((done) => server.listen(0, '127.0.0.1', done))),
    );
    const portOf = (server: Server): number => (server.address() as AddressInfo).port;
    service = await openService();
    await service.startController();
    const [slow, other] = [await service.workspace(100), await service.workspace(10)];
    const stuck = await Promise.all(
      Array.from({ length: 24 }, async (_, index) => {
        const source = { type: 'external', fileUrl: `http://127.0.0.1:${portOf(silent)}/${index}.pdf` };
        return String((await slow.call('createJob', { body: { source } })).body['id']);
      }),
    );
    await expect.poll(() => sockets.size).toBeGreaterThan(4);
    const uploaded = documentSource(await upload(other.call, makeNumberedPdf(1)));
    const external = { source: { type: 'external', fileUrl: `http://127.0.0.1:${portOf(files)}/a.pdf` } };
    for (const body of [uploaded, external]) {
      const made = await other.call('createJob', { body });
      expect(await ended(other.call, String(made.body['id']))).toMatchObject({ status: 'succeeded' });
    }
    // They are still there, and can be canceled without waiting for the server.
    for (const jobId of stuck) {
      const params = { jobId };
      expect((await slow.call('getJob', { params })).body).toMatchObject({ status: 'queued', stage: 'preparing' });
      expect((await slow.call('cancelJob', { params })).body).toMatchObject({ status: 'canceled' });
    }
    await expect.poll(() => [...sockets].every((socket) => socket.destroyed)).toBe(true);
    for (const socket of sockets) socket.destroy();
    silent.close();
    files.close();
  });
});
