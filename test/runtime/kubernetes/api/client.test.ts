import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createKubeClient, type KubeClient } from '../../../../src/runtime/kubernetes/api/client.ts';
import { plainAccess } from '../plain-access.ts';
import { isTransient } from '../../../../src/failures/transient.ts';

const answer = (status: string, body: string, more = ''): string =>
  `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n${more}\r\n${body}`;
const failure = (reason: string, message: string): string =>
  JSON.stringify({ kind: 'Status', status: 'Failure', reason, message });

/** What an API server does when it is in trouble, down to the socket. */
describe('the client of the API server', () => {
  let server: Server;
  let client: KubeClient;
  let serve: (socket: Socket) => void;
  const open = new Set<Socket>();
  beforeEach(async () => {
    server = createServer((socket) => {
      open.add(socket);
      socket.on('error', () => {}).once('data', () => serve(socket));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    client = createKubeClient({ access: plainAccess(server) });
  });
  afterEach(async () => {
    await client.close();
    for (const socket of open) socket.destroy();
    server.close();
  });
  /** The error of a create that has a fifth of a second. */
  const create = async (): Promise<unknown> =>
    client.call({ method: 'POST', path: '/apis/x/y', body: {}, signal: AbortSignal.timeout(200) }).then(
      () => 'no error',
      (error: unknown) => error,
    );

  it.each<[string, (socket: Socket) => void]>([
    ['says nothing', () => {}],
    [
      'falls silent in the middle of its answer',
      (socket) => socket.write('HTTP/1.1 201 Created\r\nContent-Length: 100\r\n\r\n{"metadata":'),
    ],
    ['cuts its answer', (socket) => socket.end('HTTP/1.1 201 Created\r\nContent-Length: 100\r\n\r\n{"metadata":')],
    [
      'cuts an answer whose length it does not say',
      (socket) => socket.end('HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"met\r\n'),
    ],
    ['closes without an answer', (socket) => socket.end()],
    ['resets the connection', (socket) => socket.resetAndDestroy()],
    [
      'is overloaded',
      (socket) =>
        socket.end(answer('429 Too Many Requests', failure('TooManyRequests', 'try again'), 'Retry-After: 3\r\n')),
    ],
    [
      'does not reach etcd in time',
      (socket) => socket.end(answer('504 Gateway Timeout', failure('Timeout', 'the request timed out'))),
    ],
    ['stands behind a proxy that finds none', (socket) => socket.end(answer('502 Bad Gateway', '<html>'))],
    [
      'has a full quota',
      (socket) =>
        socket.end(
          answer(
            '403 Forbidden',
            failure('Forbidden', 'x is forbidden: exceeded quota: jobs, requested: a=1, used: a=1, limited: a=1'),
          ),
        ),
    ],
    [
      'has a quota that nobody has counted yet',
      (socket) =>
        socket.end(
          answer('403 Forbidden', failure('Forbidden', 'x is forbidden: status unknown for quota: jobs, resources: a')),
        ),
    ],
    [
      'has a quota that others write',
      (socket) =>
        socket.end(
          answer('409 Conflict', failure('Conflict', 'Operation cannot be fulfilled on resourcequotas "jobs"')),
        ),
    ],
  ])('fails for a while, not for good, when the API server %s', async (_what, trouble) => {
    serve = trouble;
    const error = await create();
    expect(isTransient(error), String(error)).toBe(true);
  });

  it('fails for a while when nothing listens', async () => {
    server.close();
    expect(isTransient(await create())).toBe(true);
  });

  it.each([
    [
      'it is not permitted',
      '403 Forbidden',
      failure('Forbidden', 'x is forbidden: User "u" cannot create resource "conversionjobs"'),
    ],
    ['the resource is not valid', '422 Unprocessable Entity', failure('Invalid', 'spec.source: Required value')],
    ['it is there already', '409 Conflict', failure('AlreadyExists', 'x "a" already exists')],
  ])('fails for good when %s', async (_what, status, body) => {
    serve = (socket) => socket.end(answer(status, body));
    const error = await create();
    expect(error).toMatchObject({ name: 'ApiServerError', statusCode: Number(status.slice(0, 3)) });
    expect(isTransient(error)).toBe(false);
  });

  it('says how long to wait, where the API server does', async () => {
    serve = (socket) =>
      socket.end(answer('429 Too Many Requests', failure('TooManyRequests', 'try again'), 'Retry-After: 3\r\n'));
    expect(await create()).toMatchObject({ retryAfterMs: 3000 });
  });
});

describe('the typed clients', () => {
  let server: HttpServer;
  let client: KubeClient;
  let connections = 0;
  const requests: { readonly method: string; readonly url: string; readonly type: string; readonly body: string }[] =
    [];
  beforeAll(async () => {
    server = createHttpServer((request, response) => {
      const { method = '', url = '', headers } = request;
      const status = url.endsWith('/missing') ? 404 : 200;
      const failed = { kind: 'Status', reason: 'NotFound', message: 'pods "missing" not found' };
      let body = '';
      request.on('data', (chunk) => (body += String(chunk)));
      request.on('end', () => {
        requests.push({ method, url, type: headers['content-type'] ?? '', body });
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(status === 200 ? {} : failed));
      });
    }).on('connection', () => (connections += 1));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    client = createKubeClient({ access: plainAccess(server) });
  });
  afterAll(async () => {
    await client.close();
    server.close();
  });

  it('keep their connection, whichever resource is asked for', async () => {
    for (let n = 0; n < 20; n++) {
      await client.core.readNamespacedPod({ namespace: 'here', name: `pod-${n}` });
      await client.batch.readNamespacedJob({ namespace: 'here', name: `job-${n}` });
    }
    expect(requests).toHaveLength(40);
    expect(connections).toBeLessThanOrEqual(2);
  });

  it.each([
    ['an object', { metadata: { labels: { a: null } } }, 'application/merge-patch+json'],
    ['a list of operations', [{ op: 'test', path: '/metadata/uid', value: 'x' }], 'application/json-patch+json'],
  ])('send %s as the patch that it is', async (_what, body, type) => {
    await client.core.patchNamespacedPod({ namespace: 'here', name: 'pod', body });
    expect(requests.at(-1)).toEqual({
      method: 'PATCH',
      url: '/api/v1/namespaces/here/pods/pod',
      type,
      body: JSON.stringify(body),
    });
  });

  it('say the reason of the API server', async () => {
    const error = await client.core.readNamespacedPod({ namespace: 'here', name: 'missing' }).catch((e: unknown) => e);
    expect(error).toMatchObject({ name: 'ApiServerError', statusCode: 404, reason: 'NotFound' });
  });
});
