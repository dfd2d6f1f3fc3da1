import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attachment } from '../../src/objects/attachment.ts';
import { parseRange } from '../../src/objects/serve.ts';
import { signUrl, verifySigned } from '../../src/objects/signed-url.ts';
import { SECRET, serveLocal, type ServedStore } from './serve-local.ts';

let store: ServedStore;
let clock = new Date('2026-11-21T10:00:00Z');
beforeAll(async () => {
  store = await serveLocal({ now: () => clock });
});
afterAll(() => store.close());

const signGet = (key: string): Promise<string> =>
  store.objects.signGet(key, { audience: 'public', expiresInSeconds: 60 });

test('what is served can neither be sniffed nor run nor kept by a cache', async () => {
  await store.objects.put('page', '<script>alert(1)</script>');
  const answer = await fetch(await signGet('page'));
  await answer.arrayBuffer();
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('content-disposition')).toBe('attachment');
  expect(answer.headers.get('content-type')).toBe('application/octet-stream');
  expect(answer.headers.get('content-security-policy')).toContain('sandbox');
  expect(answer.headers.get('cache-control')).toContain('no-store');
});

test('HEAD answers as GET does, without the body', async () => {
  await store.objects.put('headed', 'four');
  const answer = await fetch(await signGet('headed'), { method: 'HEAD' });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-length')).toBe('4');
  expect(answer.headers.get('etag')).toBe(`"${(await store.objects.head('headed'))!.etag}"`);
  expect(await answer.text()).toBe('');
});

test('an empty object is served, and no range of it', async () => {
  await store.objects.put('empty', '');
  const url = await signGet('empty');
  expect(await (await fetch(url)).text()).toBe('');
  expect((await fetch(url, { headers: { Range: 'bytes=0-' } })).status).toBe(416);
});

test('an address signed for workers is refused on the public port', async () => {
  await store.objects.put('inner', 'x');
  const path = await store.objects.signGet('inner', { audience: 'internal', expiresInSeconds: 60 });
  expect(path.startsWith('/objects/inner?')).toBe(true);
  expect((await fetch(store.base + path)).status).toBe(403);
});

test('an address ends at its time, with a sentence that says so', async () => {
  await store.objects.put('timed', 'x');
  const url = await signGet('timed');
  clock = new Date(clock.getTime() + 59_000);
  expect((await fetch(url)).status).toBe(200);
  clock = new Date(clock.getTime() + 1000);
  const answer = await fetch(url);
  expect(answer.status).toBe(403);
  expect(await answer.json()).toEqual({ error: 'This URL has expired.', code: 'expired' });
});

test('every part of an address is under its signature', async () => {
  const path = signUrl(SECRET, {
    method: 'PUT',
    key: 'a/b',
    audience: 'public',
    expires: 4_000_000_000,
    bytes: 5,
    maxBytes: 9,
    contentType: 'text/plain',
    fileName: 'x',
  });
  const check = (url: string): boolean => verifySigned(SECRET, url, 'public', clock).valid;
  expect(check(path)).toBe(true);
  const forged = [
    path.replace('a/b', 'a/c'),
    path.replace('PUT', 'GET'),
    path.replace('expires=4000000000', 'expires=4000000001'),
    path.replace('bytes=5', 'bytes=6'),
    path.replace('bytes=5&', ''),
    path.replace('maxBytes=9', 'maxBytes=10'),
    path.replace('text%2Fplain', 'text%2Fhtml'),
    path.replace('fileName=x', 'fileName=y'),
    path.replace('fileName=x', 'fileName='),
    path.replace(/signature=.*/, 'signature='),
    path.replace('/objects/', '/other/'),
  ];
  expect(forged.filter((url) => url === path || check(url))).toEqual([]);
  expect(verifySigned('another secret', path, 'public', clock).valid).toBe(false);
});

test('a body without announced length is stopped where the address says, and nothing is stored', async () => {
  const url = await store.objects.signPut('streamed', { audience: 'public', expiresInSeconds: 60, maxBytes: 1000 });
  const body = (chunks: number): ReadableStream<Uint8Array> =>
    new ReadableStream({
      start(controller) {
        for (let n = 0; n < chunks; n++) controller.enqueue(new Uint8Array(100));
        controller.close();
      },
    });
  expect((await fetch(url, { method: 'PUT', body: body(11), duplex: 'half' })).status).toBe(413);
  expect(await store.objects.head('streamed')).toBeUndefined();
  expect((await fetch(url, { method: 'PUT', body: body(10), duplex: 'half' })).status).toBe(200);
  expect((await store.objects.head('streamed'))?.bytes).toBe(1000);
});

test('a body that goes on and on is answered where it passes the limit, not read to its end', async () => {
  const url = await store.objects.signPut('endless', { audience: 'public', expiresInSeconds: 60, maxBytes: 100_000 });
  const upload = request(url, { method: 'PUT' });
  upload.on('error', () => undefined);
  const chunk = Buffer.alloc(64 * 1024);
  let going = true;
  const pour = (): void => {
    while (going && upload.write(chunk));
    if (going) upload.once('drain', pour);
  };
  const answered = new Promise<number | undefined>((resolve) => {
    upload.on('response', (response) => {
      response.resume();
      resolve(response.statusCode);
    });
  });
  pour();
  expect(await answered).toBe(413);
  going = false;
  upload.destroy();
  expect(await store.objects.head('endless')).toBeUndefined();
});

test('an upload that breaks off leaves nothing behind, and what was there stays', async () => {
  await store.objects.put('broken', 'before');
  const url = await store.objects.signPut('broken', { audience: 'public', expiresInSeconds: 60 });
  const upload = request(url, { method: 'PUT', headers: { 'Content-Length': 1000 } });
  const closed = new Promise<void>((resolve) => {
    upload.on('close', resolve);
  });
  upload.on('error', () => undefined);
  upload.write(Buffer.alloc(500), () => upload.destroy());
  await closed;
  const after = await fetch(await signGet('broken'));
  expect(await after.text()).toBe('before');
});

test('two uploads to one address at once leave one of the two, whole', async () => {
  const url = await store.objects.signPut('twice', { audience: 'public', expiresInSeconds: 60 });
  const bodies = ['a', 'b'].map((letter) => letter.repeat(300_000));
  await Promise.all(bodies.map((body) => fetch(url, { method: 'PUT', body })));
  expect(bodies).toContain(Buffer.from((await store.objects.get('twice'))!.body).toString());
});

test('a reader keeps the object it began with when another is put in its place', async () => {
  await store.objects.put('kept', 'a'.repeat(1_000_000));
  const reading = await store.objects.read('kept');
  await store.objects.put('kept', 'b');
  const chunks: Buffer[] = [];
  for await (const chunk of reading!.body) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString()).toBe('a'.repeat(1_000_000));
});

test.each([
  ['bytes=0-0', 10, { start: 0, end: 0 }],
  ['bytes=5-', 10, { start: 5, end: 9 }],
  ['bytes=5-100', 10, { start: 5, end: 9 }],
  ['bytes=-4', 10, { start: 6, end: 9 }],
  ['bytes=-40', 10, { start: 0, end: 9 }],
  ['bytes=10-', 10, 'unsatisfiable'],
  ['bytes=-0', 10, 'unsatisfiable'],
  ['bytes=0-', 0, 'unsatisfiable'],
  ['bytes=5-4', 10, undefined],
  ['bytes=0-1,4-5', 10, undefined],
  ['bytes=-', 10, undefined],
  ['lines=1-2', 10, undefined],
  [undefined, 10, undefined],
])('the range %s of %i bytes is %o', (header, bytes, range) => {
  expect(parseRange(header, bytes)).toEqual(range);
});

test.each([
  ['plain.md', `attachment; filename="plain.md"; filename*=UTF-8''plain.md`],
  ['größe "1".md', `attachment; filename="gr__e _1_.md"; filename*=UTF-8''gr%C3%B6%C3%9Fe%20%221%22.md`],
  ['a\r\nX-Evil: 1', `attachment; filename="a__X-Evil: 1"; filename*=UTF-8''a%0D%0AX-Evil%3A%201`],
  ['\uD800', `attachment; filename="_"; filename*=UTF-8''%EF%BF%BD`],
])('the attachment name %j cannot break its header', (name, header) => {
  expect(attachment(name)).toBe(header);
});
