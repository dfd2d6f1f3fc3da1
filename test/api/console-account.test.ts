import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
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
  expect(before.body).toEqual({ since: dayBefore(29), days: expected });
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

test('a session says who is signed in, and of credits only where they have a limit', async () => {
  const key = await service.key('free', ['documents:read']);
  await service.grant('free', 1_000_000_000_000);
  expect((await ask(key, 'GET', '/session')).body).toEqual({
    workspace: 'free',
    scopes: ['documents:read'],
    topUpPath: '/#credits',
  });
  await service.grant('priced', 12);
  const priced = await ask(await service.key('priced'), 'GET', '/session');
  expect(priced.body).toMatchObject({ credits: { available: 12, held: 0 } });
});

test('a webhook is tested with a signature that its receiver can verify, and the try is listed', async () => {
  let received: { readonly headers: Record<string, string>; readonly body: string } | undefined;
  let status = 204;
  const receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      received = { headers: request.headers as Record<string, string>, body };
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  try {
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook?token=secret`;
    const owner = await service.key('hooks', SCOPES);
    expect(await ask(owner, 'POST', '/webhooks/test', { url })).toMatchObject({
      status: 200,
      body: { type: 'test', outcome: 'delivered', answer: '204' },
    });
    const { body } = await ask(owner, 'GET', '/webhooks');
    expect(new Webhook(String(body['secret'])).verify(received!.body, received!.headers)).toMatchObject({
      type: 'test',
    });
    status = 500;
    await ask(owner, 'POST', '/webhooks/test', { url });
    const deliveries = (await ask(owner, 'GET', '/webhooks')).body['deliveries'];
    expect(deliveries).toMatchObject([{ answer: '500', outcome: 'given_up' }, { outcome: 'delivered' }]);
    expect(JSON.stringify(deliveries)).not.toContain('token');
    const reader = await service.key('hooks', ['documents:read']);
    expect((await ask(reader, 'GET', '/webhooks')).body).not.toHaveProperty('secret');
    expect((await ask(reader, 'POST', '/webhooks/test', { url })).status).toBe(403);
    expect((await ask(await service.key('others', SCOPES), 'GET', '/webhooks')).body['deliveries']).toEqual([]);
  } finally {
    receiver.close();
  }
});

test('a key has a name and a life, after which it is refused, and says when it was used last', async () => {
  const owner = await service.key('life', SCOPES);
  const wish = { name: 'Build server', scopes: ['documents:read'], expiresInDays: 30 };
  const { body } = await ask(owner, 'POST', '/keys', wish);
  const listed = async (): Promise<Record<string, unknown> | undefined> =>
    ((await ask(owner, 'GET', '/keys')).body['keys'] as Record<string, unknown>[]).find(({ id }) => id === body['id']);
  expect(await listed()).toMatchObject({ name: 'Build server', scopes: ['documents:read'] });
  expect(await listed()).not.toHaveProperty('lastUsedAt');
  const began = service.deps.now().toISOString();
  expect((await ask(String(body['key']), 'GET', '/usage')).status).toBe(200);
  expect(String((await listed())!['lastUsedAt']) >= began).toBe(true);
  service.pass(30 * 24 * 60 * 60 + 10);
  expect((await ask(String(body['key']), 'GET', '/usage')).status).toBe(401);
  expect((await ask(owner, 'POST', '/keys', { ...wish, expiresInDays: 0 })).status).toBe(400);
});
