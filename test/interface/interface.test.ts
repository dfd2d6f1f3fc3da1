import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeNumberedPdf, makeTextPdf } from '../make/text-pdf.ts';
import { callerOf, type Caller, type Description } from './caller.ts';
import { startService, type RunningService } from './service.ts';
import { DEFAULTS, RESOURCES, VALUES } from './tables.ts';

interface Requested {
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Readonly<Record<string, unknown>> } | undefined>>;
  };
}

let service: RunningService;
let description: Description;
let call: Caller;
let site: Server;
let siteUrl: string;
let workspaces = 0;

beforeAll(async () => {
  service = await startService({ SCRIPTORIUM_MAX_PAGES: '30', SCRIPTORIUM_RANGE_PAGES: '8' });
  description = (await (await fetch(`${service.url}/openapi.json`)).json()) as Description;
  call = callerOf(service.url, service.key, description);
  site = createServer((request, response) => {
    const bytes = makeNumberedPdf(Number(/\d+/.exec(request.url ?? '')?.[0] ?? 1));
    if (request.url?.startsWith('/sized')) response.setHeader('Content-Length', bytes.length);
    if (request.method === 'HEAD') response.end();
    else response.write(bytes.subarray(0, 10), () => response.end(bytes.subarray(10)));
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterAll(async () => {
  site.closeAllConnections();
  site.close();
  await service.stop();
});

/** A caller of a workspace of its own with so many credits. */
async function workspaceWith(credits: number, ...scopes: string[]): Promise<{ call: Caller; workspace: string }> {
  const workspace = `w${workspaces++}`;
  if (credits > 0) await service.admin('credits', 'grant', '--workspace', workspace, '--credits', String(credits));
  const made = await service.admin(
    'keys',
    'create',
    '--workspace',
    workspace,
    ...scopes.flatMap((scope) => ['--scope', scope]),
  );
  return { workspace, call: callerOf(service.url, String(made['key']), description) };
}

async function upload(
  caller: Caller,
  bytes: Uint8Array,
  fileName = 'report.pdf',
): Promise<{ type: string; documentId: unknown }> {
  const { body } = await caller('POST', '/api/v1/uploads', { fileName, fileType: 'application/pdf' });
  const put = await fetch(String(body['uploadUrl']), { method: 'PUT', body: Buffer.from(bytes) });
  expect(put.ok).toBe(true);
  return { type: 'document', documentId: body['documentId'] };
}

async function poll(caller: Caller, jobId: unknown): Promise<Readonly<Record<string, unknown>>> {
  for (;;) {
    const { body } = await caller('GET', `/api/v1/jobs/${String(jobId)}`);
    if (['succeeded', 'failed', 'canceled'].includes(String(body['status']))) return body;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe('section 1, what the service does', () => {
  it('converts a local file in five steps', async () => {
    const source = await upload(call, makeTextPdf(['The five steps of the typical flow.']));
    const created = await call('POST', '/api/v1/jobs', { source });
    expect(created.status).toBe(201);
    expect((await poll(call, created.body['id']))['status']).toBe('succeeded');
    const { body } = await call('GET', `/api/v1/jobs/${String(created.body['id'])}/artifacts`);
    const [artifact] = body['artifacts'] as Record<string, unknown>[];
    expect((await call('GET', `/api/v1/artifacts/${String(artifact?.['id'])}`)).body['text']).toContain(
      'The five steps of the typical flow.',
    );
  });

  it('converts a remote file', async () => {
    const { body } = await call('POST', '/api/v1/jobs', {
      source: { type: 'external', fileUrl: `${siteUrl}/sized-2.pdf`, fileName: 'remote.pdf' },
    });
    expect(await poll(call, body['id'])).toMatchObject({
      status: 'succeeded',
      fileSource: 'external',
      pageRange: { start: 1, end: 2 },
    });
  });
});

/** Bodies of requests have no names in the description. */
const BODIES: Readonly<Record<string, string>> = {
  CreateUploadRequest: '/api/v1/uploads',
  CreateJobRequest: '/api/v1/jobs',
};

function schemaOf(name: string): Readonly<Record<string, unknown>> | undefined {
  const path = BODIES[name];
  if (path === undefined) return description.components.schemas[name];
  return (description.paths[path]!['post'] as Requested).requestBody?.content['application/json']?.schema;
}

describe('section 2, resources and their fields', () => {
  it.each(Object.entries(RESOURCES))('%s has its fields, required as listed, and no others', (name, fields) => {
    const listed = fields.trim().split(/\s+/);
    const schema = schemaOf(name);
    expect(Object.keys(schema?.['properties'] ?? {}).sort()).toEqual(
      listed.map((field) => field.replace('!', '')).sort(),
    );
    expect((schema?.['required'] as string[] | undefined)?.toSorted()).toEqual(
      listed
        .filter((field) => field.endsWith('!'))
        .map((field) => field.slice(0, -1))
        .sort(),
    );
    expect(schema?.['additionalProperties']).toBe(false);
  });

  it('lists the values of the closed lists', () => {
    for (const [name, fields] of Object.entries(VALUES)) {
      const properties = schemaOf(name)?.['properties'] as Record<string, { enum: string[] }>;
      for (const [field, values] of Object.entries(fields)) expect(properties[field]?.enum).toEqual(values);
    }
  });

  it('states the defaults of createJob', () => {
    const properties = schemaOf('CreateJobRequest')?.['properties'] as Record<string, { default?: unknown }>;
    expect(
      Object.fromEntries(
        Object.entries(properties)
          .filter(([, field]) => 'default' in field)
          .map(([name, field]) => [name, field.default]),
      ),
    ).toEqual(DEFAULTS);
  });
});

describe('section 3, states and transitions', () => {
  it('a document over the ceiling: none to failed, kept, nothing reserved, 413', async () => {
    const own = await workspaceWith(100);
    const refused = await own.call('POST', '/api/v1/jobs', { source: await upload(own.call, makeNumberedPdf(31)) });
    expect([refused.status, refused.body['maxPages'], refused.body['estimatedPages']]).toEqual([413, 30, 31]);
    expect(await poll(own.call, refused.body['jobId'])).toMatchObject({
      status: 'failed',
      errorCode: 'document_too_large',
    });
    expect(await service.admin('credits', 'balance', '--workspace', own.workspace)).toEqual({
      balances: [expect.objectContaining({ available: 100, held: 0 })],
    });
  });

  it('any unfinished status: canceled by cancelJob, and the credits are back', async () => {
    const own = await workspaceWith(30);
    const { body } = await own.call('POST', '/api/v1/jobs', { source: await upload(own.call, makeNumberedPdf(30)) });
    const canceled = await own.call('POST', `/api/v1/jobs/${String(body['id'])}/cancel`);
    expect([canceled.status, canceled.body['status']]).toEqual([200, 'canceled']);
    expect(await service.admin('credits', 'balance', '--workspace', own.workspace)).toEqual({
      balances: [expect.objectContaining({ available: 30, held: 0, settled: 0 })],
    });
  });
});

describe('section 4, endpoints', () => {
  it('replays createUpload, createJob, createQuote and cancelJob under their keys', async () => {
    const own = await workspaceWith(10);
    const headers = { 'Idempotency-Key': 'one' };
    const slots = [
      await own.call('POST', '/api/v1/uploads', { fileName: 'a', fileType: 'b' }, headers),
      await own.call('POST', '/api/v1/uploads', { fileName: 'a', fileType: 'b' }, headers),
    ];
    const source = await upload(own.call, makeNumberedPdf(2));
    const quotes = [
      await own.call('POST', '/api/v1/quotes', { source }, headers),
      await own.call('POST', '/api/v1/quotes', { source }, headers),
    ];
    for (const [first, second] of [slots, quotes]) {
      expect([first?.status, second?.status]).toEqual([201, 200]);
      expect(second?.body).toEqual(first?.body);
    }
    const jobs = [
      await own.call('POST', '/api/v1/jobs', { source }, headers),
      await own.call('POST', '/api/v1/jobs', { source, idempotencyKey: 'one' }),
    ];
    expect(jobs.map(({ status, body }) => [status, body['id']])).toEqual([
      [201, jobs[0]?.body['id']],
      [200, jobs[0]?.body['id']],
    ]);
    await poll(own.call, jobs[0]?.body['id']);
    const cancels = [1, 2].map(() =>
      own.call('POST', `/api/v1/jobs/${String(jobs[0]?.body['id'])}/cancel`, undefined, headers),
    );
    const [first, second] = await Promise.all(cancels);
    expect([first?.status, second?.body]).toEqual([200, first?.body]);
    expect((await own.call('POST', '/api/v1/uploads', { fileName: 'c', fileType: 'b' }, headers)).body['code']).toBe(
      'idempotency_key_reused',
    );
  });

  it('quotes, holds, settles and receipts the same credits', async () => {
    const own = await workspaceWith(10);
    const source = await upload(own.call, makeNumberedPdf(3));
    const quote = await own.call('POST', '/api/v1/quotes', { source });
    expect((await own.call('GET', `/api/v1/quotes/${String(quote.body['id'])}`)).body).toEqual(quote.body);
    const { body } = await own.call('POST', '/api/v1/jobs', { source });
    await poll(own.call, body['id']);
    const byJob = await own.call('GET', `/api/v1/receipts?jobId=${String(body['id'])}`);
    expect(byJob.body).toMatchObject({
      id: `rcpt_${String(body['id'])}`,
      quoteId: quote.body['id'],
      reservedCredits: quote.body['maximumCredits'],
      settledCredits: 3,
      originalReceiptId: null,
      kind: 'original',
    });
    expect((await own.call('GET', `/api/v1/receipts/rcpt_${String(body['id'])}`)).body).toEqual(byJob.body);
  });

  it('quotes a URL at the minimum, and answers 422 when its size is not told', async () => {
    const url = (path: string): unknown => ({ source: { type: 'external', fileUrl: siteUrl + path } });
    expect((await call('POST', '/api/v1/quotes', url('/sized-9.pdf'))).body['maximumCredits']).toBe(1);
    const unknown = await call('POST', '/api/v1/quotes', url('/9.pdf'));
    expect([unknown.status, unknown.body['code']]).toEqual([422, 'size_unknown']);
  });

  it('answers 402 with the saved quote, and converts in pieces with allowPartial and startPage', async () => {
    const own = await workspaceWith(5);
    const source = await upload(own.call, makeNumberedPdf(9));
    const quote = await own.call('POST', '/api/v1/quotes', { source });
    const refused = await own.call('POST', '/api/v1/jobs', { source });
    expect(refused).toMatchObject({
      status: 402,
      body: { quote: quote.body, requiredCredits: 9, availableCredits: 5 },
    });
    const first = await poll(
      own.call,
      (await own.call('POST', '/api/v1/jobs', { source, allowPartial: true })).body['id'],
    );
    expect(first).toMatchObject({
      status: 'succeeded',
      partial: true,
      nextStartPage: 6,
      pageRange: { start: 1, end: 5 },
      estimatedTotalPages: 9,
    });
    await service.admin('credits', 'grant', '--workspace', own.workspace, '--credits', '4');
    const rest = await poll(
      own.call,
      (await own.call('POST', '/api/v1/jobs', { source, startPage: first['nextStartPage'] })).body['id'],
    );
    expect(rest).toMatchObject({ status: 'succeeded', pageRange: { start: 6, end: 9 } });
    expect(rest['nextStartPage']).toBeUndefined();
  });

  it('answers getJob with 402 when the fetched bytes are more than the credits cover', async () => {
    const own = await workspaceWith(1);
    const { body } = await own.call('POST', '/api/v1/jobs', {
      source: { type: 'external', fileUrl: `${siteUrl}/7.pdf` },
    });
    const path = `/api/v1/jobs/${String(body['id'])}`;
    let answer = await own.call('GET', path);
    while (answer.status === 200) answer = await own.call('GET', path);
    expect(answer.body).toMatchObject({ code: 'insufficient_credits', requiredCredits: 7 });
    await service.admin('credits', 'grant', '--workspace', own.workspace, '--credits', '6');
    while (answer.status === 402) answer = await own.call('GET', path);
    expect((await poll(own.call, body['id']))['status']).toBe('succeeded');
  });

  it('fails a job whose declared checksum is another', async () => {
    const bytes = makeTextPdf(['Checksums.']);
    const source = await upload(call, bytes);
    const good = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
    const wrong = await call('POST', '/api/v1/jobs', {
      source,
      content_hash: good.replace(/.$/, (c) => (c === '0' ? '1' : '0')),
    });
    expect(await poll(call, wrong.body['id'])).toMatchObject({ status: 'failed', errorCode: 'content_hash_mismatch' });
    expect(
      (await poll(call, (await call('POST', '/api/v1/jobs', { source, contentHash: good })).body['id']))['status'],
    ).toBe('succeeded');
  });
});

describe('sections 5 and 7, authentication and errors', () => {
  it('answers 401 without a key, 403 insufficient_scope alike for what exists and what does not, 404 for another workspace', async () => {
    const source = await upload(call, makeTextPdf(['Whose is this?']));
    const { body } = await call('POST', '/api/v1/jobs', { source });
    const writer = (await workspaceWith(0, 'documents:write')).call;
    const reader = (await workspaceWith(0, 'documents:read')).call;
    for (const id of [String(body['id']), 'job-none']) {
      expect((await callerOf(service.url, undefined, description)('GET', `/api/v1/jobs/${id}`)).body['code']).toBe(
        'unauthorized',
      );
      const forbidden = await writer('GET', `/api/v1/jobs/${id}`);
      expect([forbidden.status, forbidden.body['code']]).toEqual([403, 'insufficient_scope']);
      expect((await reader('POST', `/api/v1/jobs/${id}/cancel`)).body['code']).toBe('insufficient_scope');
      expect((await reader('GET', `/api/v1/jobs/${id}`)).body['code']).toBe('not_found');
    }
    expect((await reader('POST', '/api/v1/uploads', {})).status).toBe(403);
    expect((await call('POST', '/api/v1/jobs', { source, pages: 3 })).body['error']).toContain('pages');
    await poll(call, body['id']);
  });
});

describe('section 9, versioning', () => {
  it('is the preview release', () => {
    expect([description.openapi, description.info.version]).toEqual(['3.1.0', '1.0.0-preview']);
    expect(Object.keys(description.paths).every((path) => path.startsWith('/api/v1/'))).toBe(true);
  });
});

describe('after all of this', () => {
  it('the ledger agrees with the store', async () => {
    expect(await service.admin('ledger', 'audit')).toMatchObject({ ok: true, findings: [] });
  });
});
