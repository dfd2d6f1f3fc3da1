import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';

/** True where a Redis server of the test's own can be started. */
export const hasRedisServer = spawnSync('redis-server', ['--version']).status === 0;

export interface RedisServer {
  readonly url: string;
  readonly admin: Redis;
  /** kill -9, and start with what its last snapshot has. */
  crash(): Promise<void>;
  close(): Promise<void>;
}

/** A Redis server of this test's own on a free port, which may be flushed, snapshot and killed. */
export async function startRedis(): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'redis-'));
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let server = launch(port, folder);
  const admin = new Redis(url, { maxRetriesPerRequest: null });
  admin.on('error', () => undefined);
  await admin.ping();
  return {
    url,
    admin,
    crash: async () => {
      await ended(server, 'SIGKILL');
      server = launch(port, folder);
      await admin.ping();
    },
    close: async () => {
      admin.disconnect();
      await ended(server, 'SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function launch(port: number, folder: string): ChildProcess {
  return spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no'],
    { stdio: 'ignore' },
  );
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  await new Promise((resolve) => {
    child.on('exit', resolve);
    child.kill(signal);
  });
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => {
    probe.listen(0, '127.0.0.1', resolve);
  });
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => {
    probe.close(resolve);
  });
  return port;
}
