import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createLeaderServer, type LeaderServices } from '../../../src/cli/cluster/leader-server.ts';
import { taskToken } from '../../../src/secrets/worker-tokens.ts';
import { createLog } from '../../../src/telemetry/log.ts';
import { call, HttpError } from '../../../src/worker/transfer/http.ts';
import { remoteTaskRunner } from '../../../src/runtime/kubernetes/task-client.ts';
import { startProtocolServer } from '../../worker/protocol-server.ts';
import { FOREIGN, openTakenAddress } from '../../worker/taken-address.ts';
import { openLocalWorkers } from './local-workers.ts';

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

describe.each(Object.keys(FOREIGN))('behind an address that somebody else took at first, with %s', (name) => {
  it('the leader is found by a replica of the API', async () => {
    const run = (): Promise<never> => Promise.resolve({ pages: 1, bytes: 2, format: 'pdf' } as never);
    const server = createLeaderServer({ secret: 'secret', services: () => ({ run, release: () => {} }), log });
    const address = await openTakenAddress(server, FOREIGN[name]!);
    close.push(() => address.close());
    const worker = { url: `${address.url}/tasks/v1`, token: taskToken('secret') };
    const ask = remoteTaskRunner({ worker, fetcher: { url: 'http://unused.invalid' } });
    const request = { workspace: 'w', jobId: 'j', get: 'http://a/', bytes: 1 };
    const error: unknown = await ask('probe', request).catch((thrown: unknown) => thrown);
    // The answer of this leader is none that a worker gives: it was heard.
    expect(error).toMatchObject({ message: '/probe returned an invalid result' });
  });

  it('the leader is found by a worker', async () => {
    const server = await startProtocolServer();
    const workers = await openLocalWorkers(server.base, FOREIGN[name]);
    close.push(workers.close, server.close);
    const heard = new Promise<string>((resolve) => {
      const poll = (uid: string): Promise<never> => {
        resolve(uid);
        return new Promise(() => undefined);
      };
      workers.serve({
        run: () => Promise.reject(new Error('never asked')),
        release: () => {},
        workers: { ...workers, poll },
      });
    });
    await workers.pods.keepFree(1);
    expect(await heard).toBe([...workers.workers.keys()][0]);
  });
});
