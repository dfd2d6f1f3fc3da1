import { request } from 'node:http';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { revokeApiKey } from '../../src/api/credentials/api-keys.ts';
import { consoleSignIn } from '../../src/cli/serve/console-sign-in.ts';
import { openService, type TestService } from './service.ts';

let service: TestService;
let folder: string;
let signIn: ReturnType<typeof consoleSignIn>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sign-in-'));
  await open(true);
});
afterEach(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

async function open(isOpen: boolean): Promise<void> {
  service = await openService({
    logLevel: 'error',
    wrap: (deps) => {
      signIn = consoleSignIn({ dataDir: folder, objects: deps.objects, now: deps.now, open: isOpen });
      return { ...deps, signIn };
    },
  });
}

interface Answer {
  readonly status: number;
  readonly key?: string;
}

/** As a browser sends it that has our page open, but for what is given. */
function ask(headers: Record<string, string | undefined> = {}, body: object = {}): Promise<Answer> {
  const { host, port, origin } = new URL(service.base);
  const all = { Host: host, Origin: origin, 'Sec-Fetch-Site': 'same-origin', ...headers };
  const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  return new Promise((done, fail) => {
    const asked = request(
      {
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: '/console/api/sign-in',
        headers: sent as Record<string, string>,
      },
      (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => done({ status: response.statusCode!, ...(JSON.parse(text) as object) }));
      },
    );
    asked.on('error', fail);
    asked.end(JSON.stringify(body));
  });
}

const works = async (key: string | undefined): Promise<boolean> =>
  (await fetch(`${service.base}/console/api/session`, { headers: { Authorization: `Bearer ${key}` } })).ok;

test('a page of the service on this machine gets a key, always the same, which only its user can read', async () => {
  const answers = await Promise.all([ask(), ask()]);
  expect(answers[0]).toMatchObject({ status: 200 });
  expect(answers[1].key).toBe(answers[0].key);
  expect(await works(answers[0].key)).toBe(true);
  const path = join(folder, 'console-key');
  expect((await readFile(path, 'utf8')).trim()).toBe(answers[0].key);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('a key that was revoked is replaced', async () => {
  const { key } = await ask();
  const session = await fetch(`${service.base}/console/api/keys`, { headers: { Authorization: `Bearer ${key}` } });
  const [{ id }] = ((await session.json()) as { keys: [{ id: string }] }).keys;
  await revokeApiKey(service.deps.objects, id, service.deps.now());
  service.deps.keyring.forget();
  const next = await ask();
  expect(next.key).not.toBe(key);
  expect(await works(next.key)).toBe(true);
});

test.each<[string, Record<string, string | undefined>]>([
  ['another page in the browser', { Origin: 'https://example.org', 'Sec-Fetch-Site': 'cross-site' }],
  ['a page of another port of this machine', { Origin: 'http://127.0.0.1:1', 'Sec-Fetch-Site': 'same-site' }],
  ['a page whose name was pointed at this machine', { Host: 'evil.example', Origin: 'http://evil.example' }],
  ['a file that was opened in the browser', { Origin: 'null' }],
  ['a request that does not say where it comes from', { Origin: undefined }],
  ['a proxy on this machine', { 'X-Forwarded-For': '203.0.113.9' }],
  ['a proxy of the standard', { Forwarded: 'for=203.0.113.9' }],
  ['a proxy that only says its name', { Via: '1.1 proxy' }],
])('%s gets none', async (_what, headers) => {
  expect(await ask(headers)).toMatchObject({ status: 401 });
});

test('a name that ends like ours gets none, and neither does ours with another port', async () => {
  const { port } = new URL(service.base);
  for (const host of [`notlocalhost:${port}`, `localhost.evil.example:${port}`, 'localhost:1', 'localhost'])
    expect(await ask({ Host: host, Origin: `http://${host}` })).toMatchObject({ status: 401 });
  const ours = `localhost:${port}`;
  expect(await ask({ Host: ours, Origin: `http://${ours}` })).toMatchObject({ status: 200 });
});

test('a sign-in link works once, whoever asks first, and also where a key is required', async () => {
  await service.close();
  await open(false);
  expect(await ask()).toMatchObject({ status: 401 });
  expect(await ask({}, { token: 'x'.repeat(32) })).toMatchObject({ status: 401 });
  const { token } = signIn;
  expect(await ask({ Origin: 'https://example.org' }, { token })).toMatchObject({ status: 401 });
  const proxied = await ask({ 'X-Forwarded-For': '203.0.113.9' }, { token });
  expect(await works(proxied.key)).toBe(true);
  expect(await ask({}, { token })).toMatchObject({ status: 401 });
});
