import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepRetention } from '../../src/controller/retention.ts';
import type { Client } from './client.ts';
import { openService, type TestService } from './service.ts';

let service: TestService;
let call: Client;
beforeAll(async () => {
  service = await openService({ settings: { maxUploadBytes: 1000 } });
  ({ call } = await service.workspace(0, 'acme'));
});
afterAll(() => service.close());

const file = { fileName: 'Année 2026.pdf', fileType: 'application/pdf' };

describe('createUpload', () => {
  it('answers a slot whose URL takes the bytes', async () => {
    const { status, body } = await call('createUpload', { body: file });
    expect(status).toBe(201);
    expect(body['objectKey']).toMatch(/^uploads\/acme\/doc_[0-9a-z]{26}\/Ann_e_2026\.pdf$/);
    expect(body['accessUrl']).toBe(`${service.base}/objects/${String(body['objectKey'])}`);
    expect(Date.parse(String(body['expiresAt'])) - service.deps.now().getTime()).toBeGreaterThan(3_500_000);
    expect((await fetch(String(body['uploadUrl']), { method: 'PUT', body: 'bytes' })).status).toBe(200);
    const stored = await service.deps.objects.get(String(body['objectKey']));
    expect(Buffer.from(stored?.body ?? []).toString()).toBe('bytes');
  });

  it('keeps what is uploaded from anyone without a signature', async () => {
    const { body } = await call('createUpload', { body: file });
    expect((await fetch(String(body['accessUrl']))).status).toBe(403);
    expect((await fetch(String(body['accessUrl']), { method: 'PUT', body: 'x' })).status).toBe(403);
    expect((await fetch(String(body['uploadUrl']))).status).toBe(403);
  });

  it('refuses more bytes than an upload may have', async () => {
    const { body } = await call('createUpload', { body: file });
    expect((await fetch(String(body['uploadUrl']), { method: 'PUT', body: 'x'.repeat(1001) })).status).toBe(413);
    expect(await service.deps.objects.head(String(body['objectKey']))).toBeUndefined();
  });

  it('has what a signed PUT of S3 let through refused when it is used, and swept', async () => {
    const { call: paying } = await service.workspace(10);
    const { body } = await paying('createUpload', { body: file });
    const key = String(body['objectKey']);
    await service.deps.objects.put(key, 'x'.repeat(1001));
    const source = { type: 'document', documentId: body['documentId'] };
    const refused = 'The upload has 1001 bytes, which exceeds the limit of 1000.';
    const quote = await paying('createQuote', { body: { operation: 'convert', capabilityVersion: '1', source } });
    expect([quote.status, quote.body]).toMatchObject([400, { error: refused, code: 'limit_exceeded' }]);
    const job = await paying('createJob', { body: { source } });
    expect([job.status, job.body]).toMatchObject([
      201,
      { status: 'failed', error: refused, errorCode: 'limit_exceeded' },
    ]);
    expect(await sweepRetention(service.deps)).toBe(1);
    expect(await service.deps.objects.head(key)).toBeUndefined();
  });

  it.each([
    '../../etc/passwd',
    '..',
    '.',
    '',
    'a/b\\c.pdf',
    '\u0000',
    '😀'.repeat(200),
    '\ud800x',
    `${'n'.repeat(1000)}.docx`,
    '-rf',
    '__proto__',
  ])('makes a harmless key of the name %j', async (fileName) => {
    const { status, body } = await call('createUpload', { body: { fileName, fileType: 'x/y' } });
    if (fileName === '') return expect(status).toBe(400);
    expect(status).toBe(201);
    expect(body['objectKey']).toMatch(/^uploads\/acme\/doc_[0-9a-z]{26}\/[A-Za-z0-9-][A-Za-z0-9._=-]{0,200}$/);
    expect((await fetch(String(body['uploadUrl']), { method: 'PUT', body: 'x' })).status).toBe(200);
  });

  it('replays the same slot under the same key, header or body, and signs it again only once it has expired', async () => {
    const headers = { 'Idempotency-Key': 'slot-1' };
    const first = await call('createUpload', { body: file, headers });
    const second = await call('createUpload', { body: { ...file, idempotencyKey: 'slot-1' } });
    const third = await call('createUpload', { body: { ...file, idempotencyKey: 'slot-1' }, headers });
    expect([first.status, second.status, third.status]).toEqual([201, 200, 200]);
    expect(second.body).toEqual(first.body);
    expect(third.body).toEqual(first.body);
    service.pass(3601);
    const later = await call('createUpload', { body: file, headers });
    expect(later.status).toBe(200);
    expect(later.body['documentId']).toBe(first.body['documentId']);
    expect(later.body['uploadUrl']).not.toBe(first.body['uploadUrl']);
    expect((await fetch(String(first.body['uploadUrl']), { method: 'PUT', body: 'x' })).status).toBe(403);
    expect((await fetch(String(later.body['uploadUrl']), { method: 'PUT', body: 'x' })).status).toBe(200);
  });

  it('forgets a key after its window', async () => {
    const ask = { body: file, headers: { 'Idempotency-Key': 'slot-2' } };
    const first = await call('createUpload', ask);
    service.pass(24 * 60 * 60 + 1);
    const second = await call('createUpload', ask);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body['documentId']).not.toBe(first.body['documentId']);
  });

  it("refuses another request under the same key, but not another workspace's", async () => {
    const headers = { 'Idempotency-Key': 'slot-3' };
    expect((await call('createUpload', { body: file, headers })).status).toBe(201);
    const other = await call('createUpload', { body: { ...file, fileName: 'other.pdf' }, headers });
    expect([other.status, other.body['code']]).toEqual([400, 'idempotency_key_reused']);
    const { call: foreign } = await service.workspace();
    expect((await foreign('createUpload', { body: { ...file, fileName: 'other.pdf' }, headers })).status).toBe(201);
  });

  it('makes one slot of twenty racing retries', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call('createUpload', { body: file, headers: { 'Idempotency-Key': 'slot-4' } })),
    );
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  it('takes content_hash and its alias, and either spelling replays the other', async () => {
    const hash = `sha256:${'a'.repeat(64)}`;
    const headers = { 'Idempotency-Key': 'slot-5' };
    const first = await call('createUpload', { body: { ...file, content_hash: hash }, headers });
    const second = await call('createUpload', { body: { ...file, contentHash: hash }, headers });
    const both = await call('createUpload', { body: { ...file, content_hash: hash, contentHash: hash }, headers });
    expect([first.status, second.status, both.status]).toEqual([201, 200, 200]);
    expect(second.body).toEqual(first.body);
  });

  it.each([
    [{ fileType: 'a/b' }, 'fileName'],
    [{ fileName: 'a' }, 'fileType'],
    [{ ...file, fileName: '' }, 'fileName'],
    [{ ...file, fileName: 7 }, 'fileName'],
    [{ ...file, size: 1 }, 'size'],
    [{ ...file, idempotencyKey: '' }, 'idempotencyKey'],
    [{ ...file, content_hash: 'md5:00' }, 'content_hash'],
    [
      { ...file, content_hash: `sha256:${'a'.repeat(64)}`, contentHash: `sha256:${'b'.repeat(64)}` },
      'content_hash and contentHash',
    ],
    [[], 'body'],
    [null, 'body'],
    ['text', 'body'],
  ])('refuses %j and names %s', async (body, field) => {
    const answer = await call('createUpload', { body });
    expect([answer.status, answer.body['code']]).toEqual([400, 'invalid_request']);
    expect(answer.body['error']).toContain(field);
  });

  it('refuses a header and a field that differ, an empty header, no body, no JSON, bad UTF-8 and too long a body', async () => {
    const differing = await call('createUpload', {
      body: { ...file, idempotencyKey: 'a' },
      headers: { 'Idempotency-Key': 'b' },
    });
    expect([differing.status, differing.body['code']]).toEqual([400, 'invalid_request']);
    expect((await call('createUpload', { body: file, headers: { 'Idempotency-Key': '' } })).status).toBe(400);
    expect((await call('createUpload')).status).toBe(400);
    expect((await call('createUpload', { raw: '{"fileName":' })).status).toBe(400);
    expect(
      (await call('createUpload', { raw: JSON.stringify({ ...file, fileName: 'x'.repeat(1024 * 1024) }) })).status,
    ).toBe(400);
  });
});
