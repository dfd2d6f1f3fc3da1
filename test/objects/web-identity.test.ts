import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { s3Objects } from '../../src/objects/s3.ts';

const ROLE = 'arn:aws:iam::123456789012:role/scriptorium';
const started = new Map<Server, string>();

async function serve(answer: (request: IncomingMessage, body: string) => readonly [string, object?]): Promise<string> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const [text, headers] = answer(request, body);
      response.writeHead(200, { ...headers }).end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  started.set(server, url);
  return url;
}

/** The credentials of a service account: a role, and a token in a file that is replaced from time to time. */
describe('an object store without keys', () => {
  let folder = '';
  let endpoint = '';
  /** What the token service was asked, and what the store was shown. */
  let assumed: URLSearchParams[] = [];
  let shown: { readonly authorization: string; readonly session: string }[] = [];
  let sessionSeconds = 3600;
  const before = { ...process.env };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'identity-'));
    const sts = await serve((_request, body) => {
      assumed.push(new URLSearchParams(body));
      const expiration = new Date(Date.now() + sessionSeconds * 1000).toISOString();
      return [
        `<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleWithWebIdentityResult>
          <Credentials><AccessKeyId>key-${assumed.length}</AccessKeyId><SecretAccessKey>secret</SecretAccessKey>
          <SessionToken>session-${assumed.length}</SessionToken><Expiration>${expiration}</Expiration></Credentials>
        </AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>`,
        { 'content-type': 'text/xml' },
      ];
    });
    endpoint = await serve(({ headers }) => {
      shown.push({
        authorization: headers.authorization ?? '',
        session: String(headers['x-amz-security-token'] ?? ''),
      });
      return ['', { etag: '"1"' }];
    });
    for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name];
    Object.assign(process.env, {
      AWS_ROLE_ARN: ROLE,
      AWS_WEB_IDENTITY_TOKEN_FILE: join(folder, 'token'),
      AWS_ENDPOINT_URL_STS: sts,
      AWS_REGION: 'us-east-1',
    });
  });
  beforeEach(async () => {
    assumed = [];
    shown = [];
    sessionSeconds = 3600;
    await writeFile(join(folder, 'token'), 'first-token');
  });
  afterAll(async () => {
    for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name];
    Object.assign(process.env, before);
    for (const server of started.keys()) server.close();
    await rm(folder, { recursive: true });
  });
  const open = (): ReturnType<typeof s3Objects> => s3Objects({ bucket: 'documents', region: 'us-east-1', endpoint });

  it('is used with the session of the role that the token of the service account stands for', async () => {
    const objects = open();
    await objects.put('a', '1');
    expect(assumed.map((form) => [form.get('Action'), form.get('RoleArn'), form.get('WebIdentityToken')])).toEqual([
      ['AssumeRoleWithWebIdentity', ROLE, 'first-token'],
    ]);
    expect(shown).toEqual([{ authorization: expect.stringContaining('Credential=key-1/'), session: 'session-1' }]);
    const url = new URL(await objects.signGet('a', { audience: 'internal', expiresInSeconds: 60 }));
    expect(url.searchParams.get('X-Amz-Security-Token')).toBe('session-1');
    objects.close();
  });

  it('reads the token again for the next session, since the kubelet replaces it', async () => {
    sessionSeconds = 1;
    const objects = open();
    await objects.put('a', '1');
    await writeFile(join(folder, 'token'), 'second-token');
    sessionSeconds = 3600;
    // A session that is about to end is used on while the next one is asked for.
    const next = async (): Promise<string> => {
      await objects.put('b', '2');
      return shown.at(-1)!.session;
    };
    await expect.poll(next).not.toBe('session-1');
    const tokens = assumed.map((form) => form.get('WebIdentityToken'));
    expect(tokens[0]).toBe('first-token');
    await expect
      .poll(async () => tokens[Number((await next()).split('-')[1]) - 1] ?? 'second-token')
      .toBe('second-token');
    objects.close();
  });

  it('signs no URL with a session that ends before the URL, and asks for a new one only now and then', async () => {
    sessionSeconds = 600;
    const objects = open();
    const sessionOf = async (expiresInSeconds: number): Promise<string | null> =>
      new URL(await objects.signPut('a', { audience: 'internal', expiresInSeconds })).searchParams.get(
        'X-Amz-Security-Token',
      );
    expect(await sessionOf(300)).toBe('session-1');
    expect(await sessionOf(900)).toBe('session-2');
    // No session lasts that long; then the URL ends with it.
    expect(await sessionOf(900)).toBe('session-2');
    expect(assumed).toHaveLength(2);
    objects.close();
  });
});
