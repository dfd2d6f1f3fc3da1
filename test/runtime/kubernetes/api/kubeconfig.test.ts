import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createKubeClient } from '../../../../src/runtime/kubernetes/api/client.ts';
import { kubeconfigAccess } from '../../../../src/runtime/kubernetes/api/kubeconfig.ts';

/** An API server and an HTTP proxy before it. */
let apiServer: Server;
let proxy: Server;
let folder: string;
const seen: IncomingMessage['headers'][] = [];
const forwarded: string[] = [];
const portOf = (server: Server): number => (server.address() as AddressInfo).port;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scriptorium-kubeconfig-'));
  apiServer = createServer((request, response) => {
    seen.push(request.headers);
    response.end('{"items":[]}');
  });
  proxy = createServer((request, response) => {
    forwarded.push(request.url!);
    get(request.url!, { headers: request.headers }, (answer) => answer.pipe(response));
  });
  for (const server of [apiServer, proxy]) await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterAll(async () => {
  for (const server of [apiServer, proxy]) {
    server.closeAllConnections();
    server.close();
  }
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  seen.length = 0;
  forwarded.length = 0;
});

afterEach(() => vi.unstubAllEnvs());

interface Named {
  readonly name: string;
  readonly user: object;
  readonly cluster?: object;
  readonly namespace?: string;
}

/** A kubeconfig of these contexts, of which the first is current. YAML is a superset of JSON. */
async function kubeconfig(file: string, contexts: readonly Named[]): Promise<string> {
  const path = join(folder, file);
  const server = { server: `http://127.0.0.1:${portOf(apiServer)}`, 'insecure-skip-tls-verify': true };
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': contexts[0]?.name ?? '',
    contexts: contexts.map(({ name, namespace }) => ({ name, context: { cluster: name, user: name, namespace } })),
    clusters: contexts.map(({ name, cluster }) => ({ name, cluster: { ...server, ...cluster } })),
    users: contexts.map(({ name, user }) => ({ name, user })),
  };
  await writeFile(path, JSON.stringify(config));
  return path;
}

/** Asks the API server twice, as the context says. */
async function ask(file: string, context?: string): Promise<void> {
  const client = createKubeClient({ access: await kubeconfigAccess({ file, context }) });
  try {
    for (let i = 0; i < 2; i++) await client.call({ method: 'GET', path: '/api/v1/pods' });
  } finally {
    await client.close();
  }
}

/** A plugin that answers another token each time, which has ended by the next request. */
const plugin = {
  apiVersion: 'client.authentication.k8s.io/v1',
  command: process.execPath,
  args: [
    '-e',
    `console.log(JSON.stringify({ apiVersion: 'client.authentication.k8s.io/v1', kind: 'ExecCredential', status: {
       token: process.env.PREFIX + process.pid, expirationTimestamp: new Date().toISOString() } }))`,
  ],
  env: [{ name: 'PREFIX', value: 'from-plugin-' }],
};

describe('the access of a kubeconfig', () => {
  it('is that of its current context, or of the one that is named', async () => {
    const file = await kubeconfig('contexts', [
      { name: 'first', user: { token: 'one' }, namespace: 'documents' },
      { name: 'second', user: { username: 'ann', password: 'secret', as: 'bob' } },
    ]);
    await ask(file);
    await ask(file, 'second');
    expect(seen.map(({ authorization }) => authorization)).toEqual([
      'Bearer one',
      'Bearer one',
      'Basic YW5uOnNlY3JldA==',
      'Basic YW5uOnNlY3JldA==',
    ]);
    expect(seen.map((headers) => headers['impersonate-user'])).toEqual([undefined, undefined, 'bob', 'bob']);
    expect((await kubeconfigAccess({ file })).namespace).toBe('documents');
    expect((await kubeconfigAccess({ file, context: 'second' })).namespace).toBeUndefined();
  });

  it('is that of KUBECONFIG, which may name several files, unless a file is named', async () => {
    const first = await kubeconfig('one-of-two', [{ name: 'first', user: { token: 'one' } }]);
    const second = await kubeconfig('two-of-two', [{ name: 'second', user: { token: 'two' } }]);
    vi.stubEnv('KUBECONFIG', `${first}:${second}`);
    const { credentials } = await kubeconfigAccess({ context: 'first' });
    expect((await credentials()).headers).toEqual({ authorization: 'Bearer one' });
    const other = await kubeconfigAccess({ context: 'second' });
    expect((await other.credentials()).headers).toEqual({ authorization: 'Bearer two' });
  });

  it('asks a plugin for a token, and again when it has expired', async () => {
    await ask(await kubeconfig('plugin', [{ name: 'cloud', user: { exec: plugin } }]));
    const tokens = seen.map(({ authorization }) => authorization);
    expect(tokens).toEqual([0, 1].map(() => expect.stringMatching(/^Bearer from-plugin-\d+$/) as string));
    expect(new Set(tokens).size).toBe(2);
  });

  it('keeps connections while the certificates are the same', async () => {
    const file = await kubeconfig('kept', [{ name: 'cloud', user: { exec: plugin } }]);
    const { credentials } = await kubeconfigAccess({ file });
    expect((await credentials()).tls).toBe((await credentials()).tls);
  });

  it('goes through the proxy of the cluster', async () => {
    const cluster = { 'proxy-url': `http://127.0.0.1:${portOf(proxy)}` };
    await ask(await kubeconfig('proxy', [{ name: 'far', user: { token: 'one' }, cluster }]));
    const asked = `http://127.0.0.1:${portOf(apiServer)}/api/v1/pods`;
    expect(forwarded).toEqual([asked, asked]);
    expect(seen).toHaveLength(2);
  });

  it('says what is wrong with a kubeconfig', async () => {
    const file = await kubeconfig('wrong', [
      { name: 'broken', user: { exec: { ...plugin, args: ['-e', 'console.error("log in first"); process.exit(1)'] } } },
    ]);
    const none = await kubeconfig('none', []);
    await expect(kubeconfigAccess({ file: join(folder, 'missing') })).rejects.toThrow(
      /^Failed to read the kubeconfig: ENOENT/,
    );
    await expect(kubeconfigAccess({ file, context: 'nowhere' })).rejects.toThrow('no context "nowhere"');
    await expect(kubeconfigAccess({ file: none })).rejects.toThrow('no current context');
    vi.stubEnv('KUBECONFIG', '');
    vi.stubEnv('HOME', folder);
    await expect(kubeconfigAccess()).rejects.toThrow('No kubeconfig found.');
    await expect(kubeconfigAccess({ file })).rejects.toThrow(
      'Failed to authenticate with context "broken": log in first.',
    );
  });
});
