import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createServer } from 'node:http';
import { afterEach, expect, it, test } from 'vitest';
import { isTransient } from '../../../src/failures/transient.ts';
import { startAttempt } from '../../../src/worker/client.ts';
import { call, callJson, HttpError, send } from '../../../src/worker/transfer/http.ts';
import { setPatience } from '../../../src/worker/transfer/retry.ts';
import { FOREIGN, openTakenAddress, type TakenAddress } from '../taken-address.ts';

const ends: (() => void)[] = [];
afterEach(() => ends.splice(0).forEach((end) => end()));

/** A server that takes no connection: its process sleeps, and once its backlog is full the system drops what knocks. */
const DEAF = `
  const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    require('node:fs').writeSync(1, String(server.address().port));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });`;

test(
  'a connection that does not come about is broken off long before the system gives up',
  { timeout: 30_000 },
  async () => {
    const child = spawn(process.execPath, ['-e', DEAF], { stdio: ['ignore', 'pipe', 'inherit'] });
    ends.push(() => child.kill('SIGKILL'));
    const [port] = (await once(child.stdout, 'data')) as [Buffer];
    // Until one is left waiting, the backlog has room.
    for (let isFull = false; !isFull;) {
      const socket: Socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
      ends.push(() => socket.destroy());
      isFull = await Promise.race([
        once(socket, 'connect').then(() => false),
        new Promise<boolean>((resolve) => setTimeout(resolve, 500, true)),
      ]);
    }
    await expect(send(`http://127.0.0.1:${port.toString()}`, { method: 'GET', url: '/' })).rejects.toMatchObject({
      code: 'ETIMEDOUT',
    });
  },
);

/** A server of ours behind an address whose first connection somebody else took. */
async function taken(foreign: string, answer = '{"done":true}', status = 200): Promise<TakenAddress> {
  const own = createServer((_, response) => response.writeHead(status).end(answer));
  const address = await openTakenAddress(own, FOREIGN[foreign]!);
  ends.push(() => void address.close());
  return address;
}
const GET = { method: 'GET', url: '/' } as const;

it('an error ends its connection, so that the next request makes another', async () => {
  const { url, connections } = await taken('a 404 without a body');
  await expect(call(url, GET)).rejects.toMatchObject({ statusCode: 404 });
  const response = await call(url, GET);
  expect(response.statusCode).toBe(200);
  response.resume();
  expect(connections()).toBe(2);
});

it.each(Object.keys(FOREIGN))(
  '%s is no answer of ours: it passes, and the next request connects anew',
  async (name) => {
    const { url } = await taken(name);
    const error: unknown = await callJson(url, GET).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'ForeignAnswer' });
    expect(isTransient(error)).toBe(true);
    expect(await callJson(url, GET)).toEqual({ done: true });
  },
);

it.each(Object.keys(FOREIGN))('a converter asks again after %s', async (name) => {
  setPatience(10_000);
  const { url, connections } = await taken(name);
  expect(await startAttempt(url, 'token', { index: 0, instance: 'i' })).toBeUndefined();
  expect(connections()).toBe(2);
});

it('a refusal with a code is ours, and not asked for again', async () => {
  const { url } = await taken('a 404 without a body', '{"code":"forbidden"}', 403);
  await expect(startAttempt(url, 'token', { index: 0, instance: 'i' })).rejects.toThrow(HttpError);
});

it('answers of ours keep their connection', async () => {
  const { url, connections } = await taken('a 404 without a body');
  await call(url, GET).catch(() => undefined);
  for (let i = 0; i < 3; i++) await callJson(url, GET);
  expect(connections()).toBe(2);
});
