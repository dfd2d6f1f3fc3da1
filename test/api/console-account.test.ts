import { afterAll, beforeAll, expect, test } from 'vitest';
import { closedThrough, foldReceipts } from '../../src/accounting/checkpoints.ts';
import { DOCUMENT_SCOPES, SCOPES } from '../../src/records/types.ts';
import { putReceipt, receiptOf } from '../records/make-job.ts';
import { openService, type TestService } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService({ logLevel: 'error' });
});
afterAll(() => service.close());

const dayBefore = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

interface Reply {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

async function ask(key: string, method: string, path: string, body?: object): Promise<Reply> {
  const answer = await fetch(`${service.base}/console/api${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

test('usage is counted by day, whether its receipts were folded or not, and only of the own workspace', async () => {
  const { objects } = service.deps;
  await putReceipt(objects, receiptOf('old', 9, 'busy'), dayBefore(50));
  await putReceipt(objects, receiptOf('a', 1, 'busy'), dayBefore(11));
  await putReceipt(objects, receiptOf('b', 2, 'busy'), dayBefore(11));
  await putReceipt(objects, receiptOf('c', 3, 'busy'), dayBefore(1));
  await putReceipt(objects, receiptOf('d', 4, 'other'), dayBefore(1));
  const key = await service.key('busy');
  const expected = [
    { date: dayBefore(11), jobs: 2, credits: 3 },
    { date: dayBefore(1), jobs: 1, credits: 3 },
  ];
  const before = await ask(key, 'GET', '/usage');
  expect(before.body).toEqual({ since: dayBefore(29), days: expected, scopes: DOCUMENT_SCOPES });
  await foldReceipts(objects, dayBefore(10));
  await foldReceipts(objects, closedThrough(new Date(), []));
  await putReceipt(objects, receiptOf('e', 5, 'busy'), dayBefore(0));
  const after = await ask(key, 'GET', '/usage');
  expect(after.body['days']).toEqual([...expected, { date: dayBefore(0), jobs: 1, credits: 5 }]);
});

test('a key with the scope keys:manage creates, lists and revokes keys of its workspace, and no others', async () => {
  const owner = await service.key('acme', SCOPES);
  await service.key('globex');
  const made = await ask(owner, 'POST', '/keys', { scopes: ['documents:read'] });
  expect(made).toMatchObject({ status: 200, body: { scopes: ['documents:read'] } });
  const key = String(made.body['key']);
  expect((await ask(key, 'GET', '/usage')).status).toBe(200);
  const listed = (await ask(owner, 'GET', '/keys')).body['keys'] as { id: string; current: boolean }[];
  expect(listed).toHaveLength(2);
  expect(listed.filter(({ current }) => current)).toHaveLength(1);
  expect(JSON.stringify(listed)).not.toContain(key);
  expect((await ask(owner, 'POST', `/keys/${String(made.body['id'])}/revoke`)).status).toBe(200);
  expect((await ask(key, 'GET', '/usage')).status).toBe(401);
});

test('a key of another workspace cannot be revoked', async () => {
  const owner = await service.key('acme', SCOPES);
  const other = await service.key('globex', SCOPES);
  const [{ id }] = (await ask(other, 'GET', '/keys')).body['keys'] as [{ id: string }];
  expect(await ask(owner, 'POST', `/keys/${id}/revoke`)).toMatchObject({ status: 404 });
  expect((await ask(other, 'GET', '/usage')).status).toBe(200);
});

test('a key gives no scope that it lacks, and none without keys:manage', async () => {
  const owner = await service.key('acme', ['keys:manage', 'documents:read']);
  expect(await ask(owner, 'POST', '/keys', { scopes: ['documents:write'] })).toMatchObject({
    status: 403,
    body: { code: 'insufficient_scope' },
  });
  const plain = await service.key('acme', DOCUMENT_SCOPES);
  for (const [method, path] of [
    ['GET', '/keys'],
    ['POST', '/keys'],
    ['POST', '/keys/key_1/revoke'],
  ] as const)
    expect(await ask(plain, method, path)).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
});

test.each([[undefined], [{}], [{ scopes: [] }], [{ scopes: ['documents:all'] }], [{ scopes: 'documents:read' }]])(
  'a wish for a key of %j is refused with the name of the field',
  async (body) => {
    const owner = await service.key('wishes', SCOPES);
    const answer = await ask(owner, 'POST', '/keys', body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(answer.body['error']).toContain('scopes');
  },
);
