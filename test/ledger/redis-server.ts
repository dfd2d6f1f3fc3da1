import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import type { PrivateCa } from '../private-ca.ts';

/** True where a Redis server of the test's own can be started. */
export const hasRedisServer = spawnSync('redis-server', ['--version']).status === 0;

export interface RedisServer {
  readonly url: string;
  readonly admin: Redis;
  /** kill -9, and start with what its last snapshot has. */
  crash(): Promise<void>;
  /** kill -9, `meanwhile`, and start. */
  away(meanwhile: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** A Redis server that speaks nothing but TLS, for these users alone. Each is a rule of an ACL. */
export async function startTlsRedis(
  { ca, cert, key }: PrivateCa,
  users: readonly string[],
  host = '127.0.0.1',
): Promise<{ readonly host: string; readonly port: number; close(): Promise<void> }> {
  const port = await freePort();
  const tls = ['--port', '0', '--tls-port', String(port), '--bind', host, '--tls-auth-clients', 'no'];
  const files = ['--tls-cert-file', cert, '--tls-key-file', key, '--tls-ca-cert-file', ca];
  const server = spawn(
    'redis-server',
    [...tls, ...files, '--save', '', ...['default off', ...users].flatMap((user) => ['--user', ...user.split(' ')])],
    { stdio: 'ignore' },
  );
  return { host, port, close: () => ended(server, 'SIGTERM') };
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
  const away: RedisServer['away'] = async (meanwhile) => {
    await ended(server, 'SIGKILL');
    await meanwhile();
    server = launch(port, folder);
    await admin.ping();
  };
  return {
    url,
    admin,
    crash: () => away(async () => undefined),
    away,
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
