import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FetchAssignment } from '../../../src/worker/assignment.ts';
import { sizeOfUrl, spoolUrl } from '../../../src/worker/fetcher/fetch-url.ts';

const LOOPBACK = ['127.0.0.0/8', '::1/128'];

let server: Server;
let origin: string;
let scratch: string;
let handle: RequestListener;
const asked: string[] = [];

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'scriptorium-fetch-'));
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  asked.length = 0;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(scratch, { recursive: true, force: true });
});

const fetchIt = (url: string, more: Partial<FetchAssignment> = {}): ReturnType<typeof spoolUrl> =>
  spoolUrl({
    mode: 'fetch',
    base: 'unix:/nowhere',
    url,
    maxBytes: 1000,
    seconds: 5,
    allowedNets: LOOPBACK,
    scratch,
    ...more,
  });
const sizeIt = (url: string, allowedNets: readonly string[] = LOOPBACK): ReturnType<typeof sizeOfUrl> =>
  sizeOfUrl({ mode: 'size', url, seconds: 5, allowedNets });

describe('fetching a URL', () => {
  it('stores the bytes as they are, and takes the name from the path', async () => {
    handle = (_, response) => response.end('hello');
    const answer = await fetchIt(`${origin}/a/report%20one.pdf?x=1`);
    expect(answer).toEqual({ ok: true, bytes: 5, fileName: 'report one.pdf', file: join(scratch, 'fetched') });
    expect(await readFile(join(scratch, 'fetched'), 'utf8')).toBe('hello');
  });

  it.each([
    ['attachment; filename="a b.csv"', 'a b.csv'],
    ['attachment; filename=plain.csv; foo=bar', 'plain.csv'],
    ['attachment; filename="x.csv"; filename*=UTF-8\'\'%C3%A9t%C3%A9.csv', 'été.csv'],
    ['attachment; filename="../../etc/passwd"', 'passwd'],
    ["attachment; filename*=UTF-8''%ZZ.csv", '%ZZ.csv'],
  ])('takes the name from Content-Disposition: %s', async (disposition, fileName) => {
    handle = (_, response) => response.setHeader('content-disposition', disposition).end('x');
    expect(await fetchIt(origin)).toMatchObject({ ok: true, fileName });
  });

  it.each([
    ['file:///etc/passwd'],
    ['ftp://example.com/a'],
    ['gopher://example.com'],
    ['javascript:alert(1)'],
    ['not a url'],
    ['http://user:secret@example.com/'],
    ['http://user@example.com/'],
  ])('refuses %s', async (url) => {
    expect(await fetchIt(url)).toMatchObject({ ok: false, failure: { code: 'fetch_refused' } });
  });

  it.each([
    'http://127.0.0.1/',
    'http://localhost/',
    'http://[::1]/',
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data',
    'http://0.0.0.0/',
    'http://[::]/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[fe80::1]/',
    'http://192.168.1.1/',
    'http://100.64.0.1/',
  ])('refuses the inside address %s', async (url) => {
    expect(await fetchIt(url, { allowedNets: [] })).toMatchObject({ ok: false, failure: { code: 'fetch_refused' } });
  });

  it('refuses a name that leads inside when it connects, without asking that server', async () => {
    handle = (_, response) => response.end('secret');
    const url = origin.replace('127.0.0.1', 'localhost');
    expect(await fetchIt(url, { allowedNets: [] })).toMatchObject({ ok: false, failure: { code: 'fetch_refused' } });
    expect(asked).toEqual([]);
  });

  it('follows redirects, relative ones too, and checks each target', async () => {
    handle = (request, response) => {
      if (request.url === '/start') response.writeHead(302, { location: '/next' }).end();
      else if (request.url === '/next') response.writeHead(307, { location: `${origin}/end.pdf` }).end();
      else if (request.url === '/inside') response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
      else if (request.url === '/file') response.writeHead(302, { location: 'file:///etc/passwd' }).end();
      else if (request.url === '/password')
        response.writeHead(302, { location: origin.replace('http://', 'http://a:b@') }).end();
      else response.end('there');
    };
    expect(await fetchIt(`${origin}/start`)).toMatchObject({ ok: true, bytes: 5, fileName: 'end.pdf' });
    for (const path of ['inside', 'file', 'password']) {
      expect(await fetchIt(`${origin}/${path}`)).toMatchObject({ ok: false, failure: { code: 'fetch_refused' } });
    }
  });

  it('follows five redirects and no sixth', async () => {
    handle = (request, response) => {
      const left = Number(request.url!.slice(1));
      if (left === 0) response.end('there');
      else response.writeHead(302, { location: `/${left - 1}` }).end();
    };
    expect(await fetchIt(`${origin}/5`)).toMatchObject({ ok: true });
    expect(await fetchIt(`${origin}/6`)).toMatchObject({ ok: false, failure: { code: 'fetch_failed' } });
  });

  it('stops at the size limit, whether the server declares the size or not', async () => {
    handle = (_, response) => response.end('x'.repeat(1001));
    expect(await fetchIt(origin)).toMatchObject({ ok: false, failure: { code: 'limit_exceeded' } });
    let sent = 0;
    handle = (_, response) => {
      const push = (): void => {
        sent += 400;
        if (response.write('x'.repeat(400)) || !response.destroyed) setImmediate(push);
      };
      response.on('close', () => {
        sent = -Infinity;
      });
      push();
    };
    expect(await fetchIt(origin)).toMatchObject({ ok: false, failure: { code: 'limit_exceeded' } });
  });

  it('stops at the time limit, however slowly the server feeds it', async () => {
    handle = (_, response) => {
      const timer = setInterval(() => response.write('x'), 50);
      response.on('close', () => clearInterval(timer));
    };
    expect(await fetchIt(origin, { seconds: 1 })).toMatchObject({
      ok: false,
      failure: { code: 'fetch_failed', message: expect.stringContaining('1 second') as string },
    });
  });

  it.each([[404], [401], [500], [204], [206]])('fails by name on status %d', async (status) => {
    handle = (_, response) => response.writeHead(status).end();
    expect(await fetchIt(origin)).toMatchObject({ ok: false, failure: { code: 'fetch_failed' } });
  });

  it('fails by name when the connection breaks before the declared end', async () => {
    handle = (_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('only this', () => response.destroy());
    };
    expect(await fetchIt(origin)).toMatchObject({ ok: false, failure: { code: 'fetch_failed' } });
  });

  it('fails by name when nobody listens', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    expect(await fetchIt(`http://127.0.0.1:${port}/`)).toMatchObject({ ok: false, failure: { code: 'fetch_failed' } });
  });
});

describe('the size of a URL', () => {
  it('comes from HEAD, without a download', async () => {
    handle = (_, response) => response.setHeader('content-length', '12345').end();
    expect(await sizeIt(origin)).toEqual({ ok: true, bytes: 12345 });
    expect(asked).toEqual(['HEAD /']);
  });

  it('comes from a GET of one byte where HEAD is not served', async () => {
    handle = (request, response) => {
      if (request.method === 'HEAD') response.writeHead(405).end();
      else response.writeHead(206, { 'content-range': 'bytes 0-0/777' }).end('x');
    };
    expect(await sizeIt(origin)).toEqual({ ok: true, bytes: 777 });
  });

  it('is unknown when the server does not say', async () => {
    handle = (_, response) => {
      response.write('x');
      response.end();
    };
    expect(await sizeIt(origin)).toEqual({ ok: true });
  });

  it('is refused by the same rules, and fails by name', async () => {
    handle = (_, response) => response.writeHead(404).end();
    expect(await sizeIt(origin, [])).toMatchObject({ ok: false, failure: { code: 'fetch_refused' } });
    expect(await sizeIt(origin)).toMatchObject({ ok: false, failure: { code: 'fetch_failed' } });
  });
});
