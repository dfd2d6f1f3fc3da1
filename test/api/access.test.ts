import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../src/api/operations.ts';
import { revokeApiKey } from '../../src/api/credentials/api-keys.ts';
import { sha256 } from '../../src/resource/ids.ts';
import { client } from './client.ts';
import { openService, type TestService } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService();
  await service.grant('acme', 100);
});
afterAll(() => service.close());

const anyIds = {
  jobId: 'job-01kbm3v7q4t2c9x5h8r6w1n0ey',
  artifactId: 'art_job-01kbm3v7q4t2c9x5h8r6w1n0ey_0',
  quoteId: 'quote_01kbm3v7q4t2c9x5h8r6w1n0ey',
  receiptId: 'rcpt_job-01kbm3v7q4t2c9x5h8r6w1n0ey',
};
const ask = { params: anyIds, query: '?jobId=job-01kbm3v7q4t2c9x5h8r6w1n0ey' };

describe('every operation', () => {
  it.each(OPERATIONS.map(({ id }) => id))('%s answers 401 without a key, and with a wrong one', async (id) => {
    for (const key of [undefined, 'scr_live_', 'scr_live_0000000000000000000000000000000000000000000', 'x']) {
      const answer = await client(service.base, key)(id, ask);
      expect(answer.status).toBe(401);
      expect(answer.body['code']).toBe('unauthorized');
      expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer');
    }
  });

  it.each(OPERATIONS)(
    '$id answers 403 to a key without its scope, before it looks anything up or reads the body',
    async ({ id, scope }) => {
      const others = (['documents:read', 'documents:write', 'documents:delete'] as const).filter(
        (one) => one !== scope,
      );
      const call = client(service.base, await service.key('acme', others));
      const answer = await call(id, { ...ask, ...(id.startsWith('create') ? { raw: 'not JSON' } : {}) });
      expect(answer.status).toBe(403);
      expect(answer.body['code']).toBe('insufficient_scope');
    },
  );

  it.each(OPERATIONS.filter(({ method }) => method === 'get'))('$id answers 404 for an unknown id', async ({ id }) => {
    const answer = await client(service.base, await service.key('acme'))(id, ask);
    expect(answer.status).toBe(404);
    expect(answer.body['code']).toBe('not_found');
  });

  it.each(['..', '%2e%2e', 'a/b', `x${'y'.repeat(300)}`, '\u0000', 'é'])(
    'answers 404 for an id that cannot be one: %j',
    async (jobId) => {
      const key = await service.key('acme');
      const response = await fetch(`${service.base}/api/v1/jobs/${encodeURIComponent(jobId)}/artifacts`, {
        headers: { Authorization: `Bearer ${key}` },
      });
      expect(response.status).toBe(404);
    },
  );
});

describe('an API key', () => {
  it('is accepted whatever the case of the scheme', async () => {
    const key = await service.key('acme');
    const response = await fetch(`${service.base}/api/v1/quotes/none`, { headers: { Authorization: `bearer ${key}` } });
    expect(response.status).toBe(404);
  });

  it('is refused once it is revoked', async () => {
    const key = await service.key('acme');
    const call = client(service.base, key);
    expect((await call('getJob', ask)).status).toBe(404);
    await revokeApiKey(service.deps.objects, `key_${sha256(key).slice(0, 16)}`, new Date());
    service.pass(6);
    expect((await call('getJob', ask)).status).toBe(401);
  });

  it('is nowhere in the store', async () => {
    const key = await service.key('acme');
    for await (const { key: name } of service.deps.objects.list('')) {
      const found = await service.deps.objects.get(name);
      expect(Buffer.from(found?.body ?? []).toString('latin1')).not.toContain(key);
    }
  });
});

describe('what needs no key', () => {
  it('is health, readiness, metrics and the description of the interface', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics', '/openapi.json', '/api/scriptorium/v1/openapi.json'])
      expect((await fetch(service.base + path)).status).toBe(200);
    expect(await (await fetch(`${service.base}/metrics`)).text()).toContain(
      'scriptorium_http_requests_total{route="/api/v1/jobs/:jobId",method="GET",status="401"}',
    );
  });

  it('answers an unknown address with 404 and an unknown method with 405, as JSON', async () => {
    const missing = await fetch(`${service.base}/nothing`);
    expect([missing.status, await missing.json()]).toEqual([
      404,
      { error: 'This path does not exist.', code: 'not_found' },
    ]);
    const method = await fetch(`${service.base}/api/v1/jobs`, { method: 'DELETE' });
    expect([method.status, ((await method.json()) as { code: string }).code]).toEqual([405, 'method_not_allowed']);
    expect(method.headers.get('Allow')).toBe('POST');
  });

  it("answers each request with its id, the caller's own where it is a plain one", async () => {
    expect(
      (await fetch(`${service.base}/healthz`, { headers: { 'X-Request-Id': 'mine-1' } })).headers.get('X-Request-Id'),
    ).toBe('mine-1');
    expect(
      (await fetch(`${service.base}/healthz`, { headers: { 'X-Request-Id': 'a b' } })).headers.get('X-Request-Id'),
    ).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('the rate limit', () => {
  it('answers 429 with Retry-After when a credential asks too much, and only that one', async () => {
    const slow = await openService({ rateLimit: { perSecond: 1, burst: 3 } });
    try {
      const call = client(slow.base, await slow.key('acme'));
      const statuses = [];
      for (let i = 0; i < 5; i++) statuses.push((await call('getJob', ask)).status);
      expect(statuses).toEqual([404, 404, 404, 429, 429]);
      const limited = await call('getJob', ask);
      expect([limited.body['code'], limited.headers.get('Retry-After')]).toEqual(['rate_limited', '1']);
      expect((await client(slow.base, await slow.key('acme'))('getJob', ask)).status).toBe(404);
      slow.pass(2);
      expect((await call('getJob', ask)).status).toBe(404);
    } finally {
      await slow.close();
    }
  });
});

describe('while the ledger is rebuilt', () => {
  it('the service is not ready, and what needs credits is answered 503 with Retry-After until it is', async () => {
    const rebuilding = await openService({ logLevel: 'silent' });
    try {
      await rebuilding.grant('acme', 5);
      const call = client(rebuilding.base, await rebuilding.key('acme'));
      const body = { source: { type: 'external', fileUrl: 'https://example.com/a.pdf' }, idempotencyKey: 'k' };
      let finish = (): void => {};
      const facts = new Promise<void>((resolve) => {
        finish = resolve;
      });
      const rebuilt = rebuilding.deps.ledger.rebuild(async () => {
        await facts;
        return { grants: [{ id: 'grant_1', workspace: 'acme', credits: 5 }], receipts: [], holds: [] };
      });
      expect((await fetch(`${rebuilding.base}/readyz`)).status).toBe(503);
      const refused = await call('createJob', { body });
      expect([refused.status, refused.body['code'], refused.headers.get('Retry-After')]).toEqual([
        503,
        'unavailable',
        '1',
      ]);
      finish();
      await rebuilt;
      expect((await fetch(`${rebuilding.base}/readyz`)).status).toBe(200);
      expect((await call('createJob', { body })).status).toBe(201);
    } finally {
      await rebuilding.close();
    }
  });
});
