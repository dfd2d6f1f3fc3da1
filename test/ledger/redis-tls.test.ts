import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasOpenssl, makePrivateCa, type PrivateCa } from '../private-ca.ts';
import { redisLedger } from '../../src/ledger/redis.ts';
import { hasRedisServer, startTlsRedis } from './redis-server.ts';

const run = promisify(execFile);
const SCRIPT = resolve(import.meta.dirname, 'use-ledger.ts');
/** What docs/operations.md gives the service, and no more. */
const RIGHTS = '~ledger:* &ledger:* -@all +@connection +@read +@write +@pubsub +eval +evalsha +info +time';

describe.skipIf(!hasRedisServer || !hasOpenssl)('a Redis behind TLS, for users with few rights', () => {
  let ca: PrivateCa;
  let redis: Awaited<ReturnType<typeof startTlsRedis>>;
  beforeAll(async () => {
    ca = makePrivateCa('127.0.0.1');
    redis = await startTlsRedis(ca, [`scriptorium on >secret ${RIGHTS}`]);
  });
  afterAll(async () => {
    await redis.close();
    await rm(ca.folder, { recursive: true });
  });
  const use = async (
    user: string,
    env: Readonly<Record<string, string>>,
    prefix = 'ledger:',
    port = redis.port,
  ): Promise<object> => {
    const url = `rediss://${user}@${redis.host}:${port}/0`;
    const { stdout } = await run(process.execPath, [SCRIPT, url, prefix], {
      env: { PATH: process.env['PATH'], ...env },
    });
    return JSON.parse(stdout) as object;
  };
  const trusting = (): Record<string, string> => ({ NODE_EXTRA_CA_CERTS: ca.ca });

  it('is used under a private authority, by a user with the rights that the documentation names', async () => {
    expect(await use('scriptorium:secret', trusting())).toEqual({
      held: { held: true, credits: 3 },
      isNeeded: false,
      nudge: 'j',
      balance: { granted: 10, settled: 2, held: 1, available: 7 },
    });
  });

  it.each([
    {
      what: 'an authority that is not trusted',
      user: 'scriptorium:secret',
      trusts: false,
      prefix: 'ledger:',
      why: /self-signed certificate/,
    },
    { what: 'a wrong password', user: 'scriptorium:wrong', trusts: true, prefix: 'ledger:', why: /WRONGPASS/ },
    { what: 'keys of others', user: 'scriptorium:secret', trusts: true, prefix: 'other:', why: /NOPERM/ },
  ])('is not used with $what', async ({ user, trusts, prefix, why }) => {
    const found = await use(user, trusts ? trusting() : {}, prefix);
    expect(found).toMatchObject({ error: expect.stringContaining('LedgerUnavailable') as string });
    expect(JSON.stringify(found)).toMatch(why);
  });

  it('does not end the process with an alert that arrives when its certificate is refused', async () => {
    const proxy = createServer((client) => {
      const server = connect(redis.port, redis.host);
      const flight: Buffer[] = [];
      client.once('data', (hello) => server.write(hello));
      server.on('data', (data) => {
        // No record of this connection: the server answers with an alert.
        if (flight.push(data) === 1) server.write(Buffer.from(`1703030014${'00'.repeat(20)}`, 'hex'));
      });
      server.on('close', () => client.end(Buffer.concat(flight)));
      for (const socket of [client, server]) socket.on('error', () => undefined);
    });
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    const { port } = proxy.address() as AddressInfo;
    const found = await use('scriptorium:secret', {}, 'ledger:', port);
    proxy.close();
    expect(JSON.stringify(found)).toMatch(/self-signed certificate/);
  });
});

it('a Redis that does not use TLS, where the URL says so, is named', { timeout: 30_000 }, async () => {
  // As a real one does: it waits for the end of a line.
  const plain = createServer((socket) => void socket.on('error', () => undefined).resume()).listen(0, '127.0.0.1');
  await once(plain, 'listening');
  const ledger = redisLedger({ url: `rediss://127.0.0.1:${(plain.address() as AddressInfo).port}` });
  try {
    await expect(ledger.needsRebuild()).rejects.toMatchObject({
      name: 'LedgerUnavailable',
      cause: { message: expect.stringContaining('the TLS handshake was not completed') as string },
    });
  } finally {
    await ledger.close();
    plain.close();
  }
});
