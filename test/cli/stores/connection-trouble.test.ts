import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer as createPlainServer, type AddressInfo, type Server } from 'node:net';
import { connect, createServer } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectionTrouble } from '../../../src/cli/stores/connection-trouble.ts';
import { keepLedger } from '../../../src/cli/stores/keep-ledger.ts';
import { CHART_VALUES, VARIABLES } from '../../../src/cli/stores/setting-names.ts';
import { memoryLedger } from '../../../src/ledger/memory.ts';
import { createLog } from '../../../src/telemetry/log.ts';
import { hasOpenssl, makePrivateCa, type PrivateCa } from '../../private-ca.ts';

describe.skipIf(!hasOpenssl)('what is said of a server that is not as it was set', () => {
  let own: PrivateCa;
  let other: PrivateCa;
  const servers: Server[] = [];
  beforeAll(() => {
    own = makePrivateCa('127.0.0.1');
    other = makePrivateCa('10.9.9.9');
  });
  afterAll(async () => {
    for (const server of servers) server.close();
    for (const { folder } of [own, other]) await rm(folder, { recursive: true });
  });

  const listening = async (server: Server): Promise<number> => {
    servers.push(server);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return (server.address() as AddressInfo).port;
  };
  const secure = ({ cert, key }: PrivateCa): Promise<number> =>
    listening(createServer({ cert: readFileSync(cert), key: readFileSync(key) }, (socket) => socket.end()));
  /** What connecting to the port with TLS fails with. */
  const failureOf = (port: number, ca?: string): Promise<Error> =>
    new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', ...(ca !== undefined && { ca: readFileSync(ca) }) }, () =>
        reject(new Error('connected')),
      );
      socket.once('error', resolve);
    });
  const store = { name: 'the object store', address: 's3.endpoint' };

  it('is the certificate, in words that say what to set', async () => {
    expect(connectionTrouble(store, await failureOf(await secure(own)), CHART_VALUES)).toMatch(
      /^The certificate of the object store is not trusted: .*\. Set caBundle\.$/,
    );
    expect(connectionTrouble(store, await failureOf(await secure(other), other.ca), VARIABLES)).toMatch(
      /^The certificate of the object store is that of another server: .*10\.9\.9\.9\. Set s3\.endpoint to a name that it has\.$/,
    );
  });

  it('is the protocol, and nothing for any other error', async () => {
    const plain = await listening(createPlainServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')));
    expect(connectionTrouble(store, await failureOf(plain), VARIABLES)).toBe(
      'The port of the object store does not use TLS, as s3.endpoint says that it does.',
    );
    expect(connectionTrouble(store, new Error('connect ECONNREFUSED'), VARIABLES)).toBeUndefined();
  });

  it.each([
    [
      'WRONGPASS invalid username-password pair or user is disabled.',
      'Redis refuses the user or its password: WRONGPASS invalid username-password pair or user is disabled. Check redis.url.',
    ],
    ['Command timed out', 'Command timed out. Check redis.url and networkPolicy.redis.'],
  ])('is what Redis answers, with the settings that lead there: %s', async (message, sentence) => {
    const said = Promise.withResolvers<string>();
    const log = createLog({ name: 'test', level: 'warn', to: { write: said.resolve } });
    const refused = new Error(message);
    const kept = keepLedger({
      ledger: { ...memoryLedger(), needsRebuild: () => Promise.reject(refused) },
      objects: {} as never,
      log,
      names: CHART_VALUES,
      taken: () => undefined,
    });
    expect((JSON.parse(await said.promise) as { msg: string }).msg).toBe(`failed to check the ledger: ${sentence}`);
    kept.stop();
  });
});
