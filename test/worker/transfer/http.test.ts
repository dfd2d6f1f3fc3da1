import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { send } from '../../../src/worker/transfer/http.ts';

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
