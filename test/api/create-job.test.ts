import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { client, documentSource, upload } from './client.ts';
import { openService, type TestService } from './service.ts';
import { makeNumberedPdf, makeTextPdf } from '../make/text-pdf.ts';

const SMALL = Buffer.from(makeTextPdf(['One small page of text for a test.']));

let service: TestService;
beforeAll(async () => {
  service = await openService({ settings: { maxPages: 20 } });
});
afterAll(() => service.close());

describe('createJob of an upload', () => {
  it('holds the credits of its pages and makes the resource', async () => {
    const { call, name } = await service.workspace(10);
    const documentId = await upload(call, makeNumberedPdf(3));
    const { status, body } = await call('createJob', { body: documentSource(documentId) });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      operation: 'convert',
      capabilityVersion: '1',
      status: 'queued',
      stage: 'preparing',
      includeImages: false,
      fileSource: 'managed',
      estimatedTotalPages: 3,
    });
    expect(body['source']).toEqual({ type: 'document', documentId });
    expect(await service.deps.ledger.balance(name)).toEqual({ granted: 10, available: 7, held: 3, settled: 0 });
    expect((await service.deps.jobs.get(String(body['id'])))?.spec.workspace).toBe(name);
    expect((await call('getJob', { params: { jobId: String(body['id']) } })).body).toEqual(body);
  });

  it('works on the bytes as they were: a later upload to the same slot changes nothing', async () => {
    const { call } = await service.workspace(10);
    const slot = (await call('createUpload', { body: { fileName: 'a.txt', fileType: 'text/plain' } })).body;
    await fetch(String(slot['uploadUrl']), { method: 'PUT', body: SMALL });
    const { body } = await call('createJob', { body: documentSource(String(slot['documentId'])) });
    await fetch(String(slot['uploadUrl']), { method: 'PUT', body: makeNumberedPdf(9) });
    const pinned = await service.deps.objects.get(`inputs/${String(body['id'])}`);
    expect(Buffer.from(pinned?.body ?? [])).toEqual(SMALL);
  });

  it('answers 402 with what is missing, and goes on with the same job under the same key once it is there', async () => {
    const { call, name } = await service.workspace(2);
    const ask = { body: documentSource(await upload(call, makeNumberedPdf(3))), headers: { 'Idempotency-Key': 'k' } };
    const refused = await call('createJob', ask);
    expect(refused.status).toBe(402);
    expect(refused.body).toEqual({
      error: 'The conversion needs 3 credits, but 2 are available.',
      code: 'insufficient_credits',
      topUpPath: '/#credits',
      requiredCredits: 3,
      availableCredits: 2,
    });
    expect((await service.deps.ledger.balance(name))?.held).toBe(0);
    await service.grant(name, 1);
    const accepted = await call('createJob', ask);
    const replayed = await call('createJob', ask);
    expect([accepted.status, replayed.status]).toEqual([201, 200]);
    expect(replayed.body).toEqual(accepted.body);
    expect(accepted.body['idempotencyKey']).toBe('k');
    expect(await service.deps.ledger.balance(name)).toMatchObject({ available: 0, held: 3 });
  });

  it('answers 402 to a workspace that never had credits', async () => {
    const { call } = await service.workspace(0);
    const refused = await call('createJob', { body: documentSource(await upload(call, SMALL)) });
    expect([refused.status, refused.body['availableCredits']]).toEqual([402, 0]);
  });

  it('attaches the saved quote to a 402, while it lasts', async () => {
    const { call } = await service.workspace(2);
    const documentId = await upload(call, makeNumberedPdf(4));
    const quote = await call('createQuote', { body: documentSource(documentId) });
    expect((await call('createJob', { body: documentSource(documentId) })).body['quote']).toEqual(quote.body);
    expect(
      (await call('createJob', { body: { ...documentSource(documentId), startPage: 2 } })).body['quote'],
    ).toBeUndefined();
    service.pass(3601);
    expect((await call('createJob', { body: documentSource(documentId) })).body['quote']).toBeUndefined();
  });

  it('converts what the credits cover with allowPartial', async () => {
    const { call, name } = await service.workspace(2);
    const { status, body } = await call('createJob', {
      body: { ...documentSource(await upload(call, makeNumberedPdf(5))), allowPartial: true },
    });
    expect([status, body['estimatedTotalPages']]).toEqual([201, 5]);
    expect(await service.deps.ledger.balance(name)).toMatchObject({ available: 0, held: 2 });
    const none = await service.workspace(0);
    expect(
      (
        await none.call('createJob', {
          body: { ...documentSource(await upload(none.call, SMALL)), allowPartial: true },
        })
      ).status,
    ).toBe(402);
  });

  it('refuses a document over the ceiling with 413, keeps the job as failed, reserves nothing and says the same again', async () => {
    const { call, name } = await service.workspace(100);
    const ask = {
      body: documentSource(await upload(call, makeNumberedPdf(21))),
      headers: { 'Idempotency-Key': 'large' },
    };
    const refused = await call('createJob', ask);
    expect(refused.status).toBe(413);
    expect(refused.body).toMatchObject({ code: 'document_too_large', maxPages: 20, estimatedPages: 21 });
    const jobId = String(refused.body['jobId']);
    const kept = await call('getJob', { params: { jobId } });
    expect(kept.body).toMatchObject({ id: jobId, status: 'failed', errorCode: 'document_too_large', stage: 'error' });
    expect((await call('createJob', ask)).body).toEqual(refused.body);
    expect((await call('getReceiptByJobId', { query: `?jobId=${jobId}` })).status).toBe(404);
    expect(await service.deps.ledger.balance(name)).toMatchObject({ available: 100, held: 0 });
    expect(await service.deps.jobs.get(jobId)).toBeUndefined();
  });

  it('fails a job by name when the bytes are not the declared ones, or no document', async () => {
    const { call, name } = await service.workspace(10);
    const documentId = await upload(call, SMALL);
    const wrong = await call('createJob', {
      body: { ...documentSource(documentId), content_hash: `sha256:${'0'.repeat(64)}` },
    });
    expect([wrong.status, wrong.body['status'], wrong.body['errorCode']]).toEqual([
      201,
      'failed',
      'content_hash_mismatch',
    ]);
    const hash = createHash('sha256').update(SMALL).digest('hex');
    const right = await call('createJob', { body: { ...documentSource(documentId), contentHash: `sha256:${hash}` } });
    expect(right.body['status']).toBe('queued');
    const bySlot = await upload(call, SMALL, 'a.pdf', { contentHash: `sha256:${'1'.repeat(64)}` });
    expect((await call('createJob', { body: documentSource(bySlot) })).body['errorCode']).toBe('content_hash_mismatch');
    const noDocument = await call('createJob', {
      body: documentSource(await upload(call, Uint8Array.from([0, 1, 2, 3, 255]), 'x.bin')),
    });
    expect(noDocument.body).toMatchObject({ status: 'failed', errorCode: 'unsupported_format' });
    const receipt = await call('getReceiptByJobId', { query: `?jobId=${String(noDocument.body['id'])}` });
    expect(receipt.body).toMatchObject({ outcome: 'failed', errorCode: 'unsupported_format', settledCredits: 0 });
    expect((await service.deps.ledger.balance(name))?.held).toBe(1);
  });

  it('fails a job whose startPage is beyond the document', async () => {
    const { call } = await service.workspace(10);
    const { body } = await call('createJob', {
      body: { ...documentSource(await upload(call, makeNumberedPdf(2))), startPage: 3 },
    });
    expect(body).toMatchObject({ status: 'failed', errorCode: 'start_page_out_of_range' });
  });

  it('answers 400 upload_missing before the bytes are there, and goes on afterwards', async () => {
    const { call } = await service.workspace(10);
    const slot = (await call('createUpload', { body: { fileName: 'a.txt', fileType: 'text/plain' } })).body;
    const ask = { body: documentSource(String(slot['documentId'])), headers: { 'Idempotency-Key': 'early' } };
    const early = await call('createJob', ask);
    expect([early.status, early.body['code']]).toEqual([400, 'upload_missing']);
    await fetch(String(slot['uploadUrl']), { method: 'PUT', body: SMALL });
    expect((await call('createJob', ask)).status).toBe(201);
  });

  it("answers 404 for an unknown document and for another workspace's", async () => {
    const { call } = await service.workspace(10);
    const other = await service.workspace(10);
    for (const documentId of [
      'doc_unknown',
      '../x',
      '\ud800',
      'x'.repeat(256),
      '文'.repeat(256),
      await upload(other.call, SMALL),
    ]) {
      const answer = await call('createJob', {
        body: documentSource(documentId),
        headers: { 'Idempotency-Key': 'lost' },
      });
      expect([answer.status, answer.body['code']]).toEqual([404, 'not_found']);
    }
  });

  it('keeps jobs, their receipts and artifacts from other workspaces', async () => {
    const { call } = await service.workspace(10);
    const stranger = (await service.workspace(10)).call;
    const { body } = await call('createJob', {
      body: { ...documentSource(await upload(call, SMALL)), content_hash: `sha256:${'0'.repeat(64)}` },
    });
    const jobId = String(body['id']);
    const params = { jobId, receiptId: `rcpt_${jobId}`, artifactId: `art_${jobId}_0` };
    for (const id of ['getJob', 'cancelJob', 'listJobArtifacts', 'getArtifact', 'getReceipt'])
      expect((await stranger(id, { params })).status).toBe(404);
    expect((await stranger('getReceiptByJobId', { query: `?jobId=${jobId}` })).status).toBe(404);
    expect((await call('getReceipt', { params })).status).toBe(200);
  });
});

describe('createJob under an idempotency key', () => {
  it('makes one job and one hold of fifty racing retries', async () => {
    const { call, name } = await service.workspace(1000);
    const ask = {
      body: documentSource(await upload(call, makeNumberedPdf(2))),
      headers: { 'Idempotency-Key': 'race' },
    };
    const answers = await Promise.all(Array.from({ length: 50 }, () => call('createJob', ask)));
    expect(new Set(answers.map(({ body }) => body['id'])).size).toBe(1);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(49);
    expect((await service.deps.jobs.list()).filter((job) => job.spec.workspace === name)).toHaveLength(1);
    expect(await service.deps.ledger.balance(name)).toMatchObject({ available: 998, held: 2 });
  });

  it('makes one job of retries that race over three replicas of the API', async () => {
    const { call, name } = await service.workspace(1000);
    const key = await service.key(name);
    const calls = [call, client(await service.replica(), key), client(await service.replica(), key)];
    const ask = {
      body: documentSource(await upload(call, makeNumberedPdf(2))),
      headers: { 'Idempotency-Key': 'replicas' },
    };
    const answers = await Promise.all(Array.from({ length: 15 }, (_, i) => calls[i % 3]!('createJob', ask)));
    expect(new Set(answers.map(({ body }) => body['id'])).size).toBe(1);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(14);
    expect(await service.deps.ledger.balance(name)).toMatchObject({ available: 998, held: 2 });
  });

  it('refuses another request, of which defaults and aliases are no part', async () => {
    const { call } = await service.workspace(10);
    const documentId = await upload(call, SMALL);
    const headers = { 'Idempotency-Key': 'one' };
    const first = await call('createJob', { body: { ...documentSource(documentId), force_refresh: true }, headers });
    const same = await call('createJob', {
      body: {
        ...documentSource(documentId),
        forceRefresh: true,
        operation: 'convert',
        capabilityVersion: '1',
        includeImages: false,
      },
      headers,
    });
    expect([first.status, same.status, same.body['id']]).toEqual([201, 200, first.body['id']]);
    const other = await call('createJob', {
      body: { ...documentSource(documentId), force_refresh: true, includeImages: true },
      headers,
    });
    expect([other.status, other.body['code']]).toEqual([400, 'idempotency_key_reused']);
  });

  it('goes on from wherever a crash left it', async () => {
    const { call, name } = await service.workspace(10);
    const ask = {
      body: documentSource(await upload(call, makeNumberedPdf(2))),
      headers: { 'Idempotency-Key': 'crash' },
    };
    const { body } = await call('createJob', ask);
    await service.deps.jobs.delete(String(body['id']));
    const again = await call('createJob', ask);
    expect(again.body['id']).toBe(body['id']);
    expect(await service.deps.jobs.get(String(body['id']))).toBeDefined();
    expect((await service.deps.ledger.balance(name))?.held).toBe(2);
  });

  it('never opens an ended job again', async () => {
    const { call, name } = await service.workspace(10);
    const ask = {
      body: documentSource(await upload(call, makeNumberedPdf(2))),
      headers: { 'Idempotency-Key': 'over' },
    };
    const { body } = await call('createJob', ask);
    const jobId = String(body['id']);
    await call('cancelJob', { params: { jobId } });
    await service.deps.jobs.delete(jobId);
    const again = await call('createJob', ask);
    expect([again.status, again.body['status'], again.body['id']]).toEqual([200, 'canceled', jobId]);
    expect(await service.deps.ledger.balance(name)).toMatchObject({ available: 10, held: 0 });
    expect(await service.deps.jobs.get(jobId)).toBeUndefined();
  });
});

describe('a createJob request', () => {
  const source = { type: 'external', fileUrl: 'https://example.com/a.pdf' };
  it.each([
    [{}, 'source'],
    [{ source: {} }, 'source.type'],
    [{ source: 'x' }, 'source'],
    [{ source: { type: 'upload' } }, 'source.type'],
    [{ source: { type: 'document' } }, 'source.documentId'],
    [{ source: { type: 'document', documentId: '' } }, 'source.documentId'],
    [{ source: { type: 'document', documentId: 'a', fileUrl: 'https://a' } }, 'source.fileUrl'],
    [{ source: { type: 'external' } }, 'source.fileUrl'],
    [{ source: { type: 'external', fileUrl: 'a.pdf' } }, 'source.fileUrl'],
    [{ source: { type: 'external', fileUrl: 'file:///etc/passwd' } }, 'source.fileUrl'],
    [{ source: { type: 'external', fileUrl: 'ftp://a/b' } }, 'source.fileUrl'],
    [{ source, operation: 'translate' }, 'operation'],
    [{ source, capabilityVersion: '' }, 'capabilityVersion'],
    [{ source, capabilityVersion: '99' }, 'capabilityVersion'],
    [{ source, includeImages: 'yes' }, 'includeImages'],
    [{ source, startPage: 0 }, 'startPage'],
    [{ source, startPage: 1.5 }, 'startPage'],
    [{ source, startPage: 100_001 }, 'startPage'],
    [{ source, webhookUrl: 'not a URL' }, 'webhookUrl'],
    [{ source, force_refresh: true, forceRefresh: false }, 'force_refresh and forceRefresh'],
    [{ source, extra: 1 }, 'extra'],
  ])('%j is refused and %s named', async (body, field) => {
    const { call } = await service.workspace(10);
    const answer = await call('createJob', { body });
    expect([answer.status, answer.body['code']]).toEqual([400, 'invalid_request']);
    expect(answer.body['error']).toContain(field);
  });
});

describe('the counter of jobs that ended', () => {
  it('has the failures that createJob finds itself, and what is canceled before a process began, as the histogram of their seconds has', async () => {
    const { call } = await service.workspace(50);
    const counted = async (series: string): Promise<number> => {
      const text = await (await fetch(`${service.base}/metrics`)).text();
      return Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${series} `))
          ?.split(' ')[1] ?? 0,
      );
    };
    const more: Record<string, number> = {
      'scriptorium_jobs_ended_total{state="failed",reason="corrupt_document"}': 1,
      'scriptorium_jobs_ended_total{state="failed",reason="document_too_large"}': 1,
      'scriptorium_jobs_ended_total{state="canceled",reason="canceled"}': 1,
      'scriptorium_job_seconds_count{state="failed"}': 2,
      'scriptorium_job_seconds_count{state="canceled"}': 1,
    };
    const before = await Promise.all(Object.keys(more).map(counted));
    await call('createJob', {
      body: documentSource(await upload(call, '%PDF-1.7\nnothing of a PDF follows', 'a.pdf')),
    });
    await call('createJob', { body: documentSource(await upload(call, makeNumberedPdf(21))) });
    const { body } = await call('createJob', { body: documentSource(await upload(call, makeNumberedPdf(3))) });
    for (let i = 0; i < 2; i++) await call('cancelJob', { params: { jobId: String(body['id']) } });
    // The service collects its metrics once a second at most.
    const added = async (): Promise<Record<string, number>> => {
      const after = await Promise.all(Object.keys(more).map(counted));
      return Object.fromEntries(Object.keys(more).map((series, i) => [series, after[i]! - before[i]!]));
    };
    await expect.poll(added).toEqual(more);
  });
});
