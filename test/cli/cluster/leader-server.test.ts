import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createLeaderServer, type LeaderServices } from '../../../src/cli/cluster/leader-server.ts';
import { taskToken } from '../../../src/secrets/worker-tokens.ts';
import { createLog } from '../../../src/telemetry/log.ts';
import { call, HttpError } from '../../../src/worker/transfer/http.ts';

const log = createLog({ name: 'test', level: 'silent', to: 'stderr' });
const close: (() => unknown)[] = [];
afterEach(async () => {
  for (const one of close.splice(0)) await one();
});

const portOf = (server: { address(): unknown }): number => (server.address() as AddressInfo).port;

async function controller(services: LeaderServices | undefined): Promise<Server> {
  const server = createLeaderServer({ secret: 'secret', services: () => services, log });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  close.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  return server;
}

/** As a Service: it decides where a connection leads when it is made, and never again. */
async function service(target: () => number): Promise<string> {
  const sockets: Socket[] = [];
  const server = createServer((inner) => {
    const outer = connect(target(), '127.0.0.1');
    sockets.push(inner, outer);
    for (const [one, other] of [
      [inner, outer],
      [outer, inner],
    ] as const)
      one.on('error', () => other.destroy()).pipe(other);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  close.push(
    () => sockets.forEach((socket) => socket.destroy()),
    () => server.close(),
  );
  return `http://127.0.0.1:${portOf(server)}`;
}

it('a controller that does not lead sends its callers away, so that they find the leader', async () => {
  const refuse = (): Promise<never> => Promise.reject(new Error('never asked'));
  const former = await controller(undefined);
  const leader = await controller({
    run: refuse,
    release: () => {},
    workers: { poll: refuse, identify: () => Promise.resolve(undefined) },
  });
  let target = portOf(former);
  const base = await service(() => target);
  const poll = (): Promise<number> =>
    call(base, { method: 'POST', url: '/workers/v1/poll', body: '{}' }).then(
      () => 200,
      (error: HttpError) => error.statusCode,
    );
  expect(await poll()).toBe(503);
  target = portOf(leader);
  // It does not know us, but it is the one that is asked.
  expect(await poll()).toBe(401);
});

it('the leading controller is told that a job does not convert its document, by who has the token of tasks', async () => {
  const told: string[] = [];
  const leader = await controller({
    run: () => Promise.reject(new Error('never asked')),
    release: (jobId) => void told.push(jobId),
  });
  const post = async (token: string, body: object): Promise<number> =>
    (
      await fetch(`http://127.0.0.1:${portOf(leader)}/tasks/v1/release`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      })
    ).status;
  expect(await post('another', { jobId: 'job-1' })).toBe(401);
  expect(await post(taskToken('secret'), {})).toBe(400);
  expect(told).toEqual([]);
  expect(await post(taskToken('secret'), { jobId: 'job-1' })).toBe(200);
  expect(told).toEqual(['job-1']);
});
