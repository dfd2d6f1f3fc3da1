import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createKubeClient, type KubeClient } from '../../../src/runtime/kubernetes/api/client.ts';
import { secretPasswords } from '../../../src/runtime/kubernetes/passwords.ts';
import { plainAccess } from './plain-access.ts';

const data = { password: Buffer.from('Ebbe & Flut').toString('base64') };
const labels = { 'scriptorium.dev/workspace': 'acme' };
const type = 'scriptorium.dev/password';
const SECRETS: Readonly<Record<string, object>> = {
  report: { type, metadata: { labels }, data },
  'of-the-service': { type: 'Opaque', metadata: { labels }, data },
  'of-another': { type, metadata: { labels: { 'scriptorium.dev/workspace': 'other' } }, data },
  unlabelled: { type, metadata: {}, data },
};

let server: Server;
let client: KubeClient;
beforeAll(async () => {
  // What the API server answers for Secrets of the namespace `here`.
  server = createServer((request, response) => {
    const name = /^\/api\/v1\/namespaces\/here\/secrets\/([^/]+)$/.exec(request.url ?? '')?.[1] ?? '';
    const status = name === 'forbidden' ? 403 : name in SECRETS ? 200 : 404;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(SECRETS[name] ?? { kind: 'Status', code: status, reason: 'Refused', message: '' }));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  client = createKubeClient({ access: plainAccess(server) });
});
afterAll(async () => {
  await client.close();
  await new Promise((closed) => server.close(closed));
});

it.each([
  ['report', undefined, { password: 'Ebbe & Flut' }],
  ['report', 'other', { problem: 'The Secret report has no other.' }],
  ['of-the-service', undefined, { problem: 'The Secret of-the-service is not of the type scriptorium.dev/password.' }],
  ['of-another', undefined, { problem: expect.stringContaining('scriptorium.dev/workspace: acme.') as string }],
  ['unlabelled', undefined, { problem: expect.stringContaining('scriptorium.dev/workspace: acme.') as string }],
  ['missing', undefined, { problem: 'The Secret missing does not exist.' }],
  [
    'forbidden',
    undefined,
    { problem: 'The controller may not read the Secret forbidden. Grant it the right to get this Secret.' },
  ],
])('the Secret %s with the key %s gives %j', async (name, key, answer) => {
  const ref = { name, ...(key !== undefined && { key }) };
  expect(await secretPasswords(client, 'here').read(ref, 'acme')).toEqual(answer);
});
