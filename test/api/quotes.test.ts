import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeNumberedPdf } from '../make/text-pdf.ts';
import { documentSource, upload, type Client } from './client.ts';
import { openService, type TestService } from './service.ts';

let service: TestService;
let call: Client;
let site: Server;
let siteUrl: string;
beforeAll(async () => {
  service = await openService({ settings: { maxPages: 20, maxUploadBytes: 100_000 } });
  ({ call } = await service.workspace(5, 'acme'));
  site = createServer((request, response) => {
    if (request.url === '/sized.pdf') response.setHeader('Content-Length', 4711);
    if (request.url === '/missing.pdf') response.statusCode = 404;
    if (request.method !== 'HEAD') response.write(' ');
    response.end();
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterAll(async () => {
  site.closeAllConnections();
  site.close();
  await service.close();
});

const external = (path: string): Record<string, unknown> => ({ source: { type: 'external', fileUrl: siteUrl + path } });

describe('createQuote', () => {
  it('quotes an upload on its exact pages, without reserving or spending anything', async () => {
    const bytes = makeNumberedPdf(7);
    const { status, body } = await call('createQuote', { body: documentSource(await upload(call, bytes)) });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      operation: 'convert',
      capabilityVersion: '1',
      estimatedCredits: 7,
      maximumCredits: 7,
      priceVersion: '2026-11-01',
      estimatedUsage: { inputBytes: bytes.length, discoveredPages: 7 },
    });
    expect(Date.parse(String(body['expiresAt'])) - Date.parse(String(body['createdAt']))).toBe(3_600_000);
    expect(await service.deps.ledger.balance('acme')).toEqual({ granted: 5, available: 5, held: 0, settled: 0 });
    expect((await call('getQuote', { params: { quoteId: String(body['id']) } })).body).toEqual(body);
  });

  it('quotes the pages from startPage on', async () => {
    const documentId = await upload(call, makeNumberedPdf(7));
    expect(
      (await call('createQuote', { body: { ...documentSource(documentId), startPage: 6 } })).body['maximumCredits'],
    ).toBe(2);
    const beyond = await call('createQuote', { body: { ...documentSource(documentId), startPage: 8 } });
    expect([beyond.status, beyond.body['code']]).toEqual([400, 'start_page_out_of_range']);
  });

  it('quotes a URL at the minimum, and refuses with 422 when the server does not tell a size', async () => {
    const sized = await call('createQuote', { body: external('/sized.pdf') });
    expect([sized.status, sized.body['maximumCredits'], sized.body['estimatedUsage']]).toEqual([
      201,
      1,
      { inputBytes: 4711 },
    ]);
    const unsized = await call('createQuote', { body: external('/unsized.pdf') });
    expect([unsized.status, unsized.body['code']]).toEqual([422, 'size_unknown']);
    expect((await call('createQuote', { body: external('/missing.pdf') })).body['code']).toBe('fetch_failed');
    const quoteOf = async (fileUrl: string): Promise<unknown> =>
      (await call('createQuote', { body: { source: { type: 'external', fileUrl } } })).body['code'];
    expect(await quoteOf('http://127.0.0.1:1/closed.pdf')).toBe('fetch_failed');
    expect(await quoteOf('http://10.0.0.1/private.pdf')).toBe('fetch_refused');
    expect(await quoteOf('http://[::ffff:169.254.169.254]/latest/meta-data')).toBe('fetch_refused');
  });

  it('is expired after an hour: unknown by its id, and no longer pinned', async () => {
    const source = documentSource(await upload(call, makeNumberedPdf(1)));
    const { body } = await call('createQuote', { body: source });
    service.pass(3599);
    const pinned = await call('createJob', { body: source });
    service.pass(2);
    expect((await call('getQuote', { params: { quoteId: String(body['id']) } })).status).toBe(404);
    await call('cancelJob', { params: { jobId: String(pinned.body['id']) } });
    expect((await call('getReceiptByJobId', { query: `?jobId=${String(pinned.body['id'])}` })).body['quoteId']).toBe(
      body['id'],
    );
    const unpinned = await call('createJob', { body: source });
    await call('cancelJob', { params: { jobId: String(unpinned.body['id']) } });
    expect(
      (await call('getReceiptByJobId', { query: `?jobId=${String(unpinned.body['id'])}` })).body['quoteId'],
    ).toBeUndefined();
  });

  it('replays the same quote under the same key, and refuses another request', async () => {
    const source = documentSource(await upload(call, makeNumberedPdf(2)));
    const headers = { 'Idempotency-Key': 'q' };
    const answers = await Promise.all(Array.from({ length: 5 }, () => call('createQuote', { body: source, headers })));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const replay = await call('createQuote', { body: { ...source, idempotencyKey: 'q' } });
    expect([replay.status, replay.body]).toEqual([200, answers[0]?.body]);
    const other = await call('createQuote', { body: { ...source, startPage: 2 }, headers });
    expect([other.status, other.body['code']]).toEqual([400, 'idempotency_key_reused']);
  });

  it('refuses what a job could not convert, by the same names', async () => {
    for (const documentId of ['doc_unknown', 'x'.repeat(256), '文'.repeat(256)])
      expect((await call('createQuote', { body: documentSource(documentId) })).status).toBe(404);
    const slot = await call('createUpload', { body: { fileName: 'a.pdf', fileType: 'application/pdf' } });
    expect((await call('createQuote', { body: documentSource(String(slot.body['documentId'])) })).body['code']).toBe(
      'upload_missing',
    );
    expect(
      (await call('createQuote', { body: documentSource(await upload(call, makeNumberedPdf(21))) })).body['code'],
    ).toBe('document_too_large');
    expect(
      (await call('createQuote', { body: documentSource(await upload(call, Uint8Array.from([0, 255, 1]), 'a.bin')) }))
        .body['code'],
    ).toBe('unsupported_format');
    expect(
      (await call('createQuote', { body: { ...documentSource('doc_x'), allowPartial: true } })).body['error'],
    ).toContain('allowPartial');
  });

  it('opens no upload over the limit of size, which a store may have taken', async () => {
    const slot = (await call('createUpload', { body: { fileName: 'a.pdf', fileType: 'application/pdf' } })).body;
    await service.deps.objects.put(
      String(slot['objectKey']),
      Buffer.concat([makeNumberedPdf(1), Buffer.alloc(100_000)]),
    );
    const body = documentSource(String(slot['documentId']));
    const quote = await call('createQuote', { body });
    expect([quote.status, quote.body['code']]).toEqual([400, 'limit_exceeded']);
    expect((await call('createJob', { body })).body['errorCode']).toBe('limit_exceeded');
  });

  it('keeps quotes from other workspaces', async () => {
    const { body } = await call('createQuote', { body: documentSource(await upload(call, makeNumberedPdf(1))) });
    const { call: stranger } = await service.workspace();
    expect((await stranger('getQuote', { params: { quoteId: String(body['id']) } })).status).toBe(404);
  });
});
