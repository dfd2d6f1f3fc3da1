import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { clusterJobSettings, readCluster } from '../../../src/cli/cluster/settings.ts';
import { readSettings, SERVICE } from '../../../src/cli/settings.ts';

describe('the settings of jobs in a cluster', () => {
  const settings = (seconds: string) =>
    clusterJobSettings(readSettings(SERVICE, { SCRIPTORIUM_DOCUMENT_WAIT_SECONDS: seconds }), { parallelism: 3 });

  it('let no request wait for its document until a proxy gives up on it', () => {
    expect(settings('5').documentWait).toBe(5);
    expect(settings('30').documentWait).toBe(10);
  });

  it('know how many pods a job may have', () => {
    expect(settings('2').parallelism).toBe(3);
  });
});

it('a service account that may not read the Secret is told what to check', async () => {
  const message = 'secrets "token" is forbidden: User "system:serviceaccount:n:api" cannot get resource "secrets"';
  const server = createServer((_, response) =>
    response.writeHead(403).end(JSON.stringify({ kind: 'Status', reason: 'Forbidden', message })),
  ).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const folder = await mkdtemp(join(tmpdir(), 'kubeconfig-'));
  onTestFinished(async () => {
    server.close();
    await rm(folder, { recursive: true });
  });
  const file = join(folder, 'config');
  const config = {
    'current-context': 'c',
    contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
    clusters: [
      {
        name: 'c',
        cluster: {
          server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
          'insecure-skip-tls-verify': true,
        },
      },
    ],
    users: [{ name: 'u', user: {} }],
  };
  await writeFile(file, JSON.stringify(config));
  const env = { SCRIPTORIUM_NAMESPACE: 'n', SCRIPTORIUM_SECRET_NAME: 'token' };
  await expect(readCluster(env, { file })).rejects.toThrow(
    `The API server refuses the service account: ${message}. Check its Role and RoleBinding.`,
  );
});
