import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ObjectInfo, Objects } from '../../src/objects/objects.ts';

export interface ObjectsSubject {
  readonly objects: Objects;
  /** A second adapter over the same store, as another replica has. */
  readonly other: Objects;
  /** Makes a signed address into one that this test can ask. */
  readonly reach: (url: string) => string;
  readonly close: () => Promise<void>;
}

const text = (bytes: Uint8Array | undefined): string | undefined => bytes && Buffer.from(bytes).toString('utf8');

async function collect(listing: AsyncIterable<ObjectInfo>): Promise<string[]> {
  const keys: string[] = [];
  for await (const info of listing) keys.push(info.key);
  return keys;
}

/**
 * What every adapter of the Objects port keeps to; `start` may be called once. Keys are below a prefix of their own, so
 * that a shared store may be used.
 */
export function objectsContract(name: string, start: () => Promise<ObjectsSubject>): void {
  describe(`Objects contract: ${name}`, () => {
    let subject: ObjectsSubject;
    let objects: Objects;
    const root = `contract/${randomBytes(6).toString('hex')}`;
    const key = (rest: string): string => `${root}/${rest}`;

    beforeAll(async () => {
      subject = await start();
      objects = subject.objects;
    });
    afterAll(async () => {
      const left = await collect(objects.list(`${root}/`));
      await objects.delete(left);
      await subject.close();
    });

    test('what was put is read back, with its facts', async () => {
      const before = Date.now();
      const etag = await objects.put(key('put/one.txt'), 'größe', { contentType: 'text/plain' });
      const got = await objects.get(key('put/one.txt'));
      expect(text(got?.body)).toBe('größe');
      expect(got?.info).toMatchObject({ key: key('put/one.txt'), bytes: 7, etag });
      expect(await objects.head(key('put/one.txt'))).toEqual(got?.info);
      expect(Math.abs(got!.info.modifiedAt.getTime() - before)).toBeLessThan(60_000);
    });

    test('an empty object and one of many megabytes are kept to the byte', async () => {
      await objects.put(key('sizes/empty'), new Uint8Array(0));
      expect((await objects.get(key('sizes/empty')))?.body).toHaveLength(0);
      const large = randomBytes(9 * 1024 * 1024);
      await objects.put(key('sizes/large'), large);
      const streamed = await objects.read(key('sizes/large'));
      const chunks: Buffer[] = [];
      for await (const chunk of streamed!.body) chunks.push(chunk as Buffer);
      expect(streamed!.info.bytes).toBe(large.length);
      expect(Buffer.concat(chunks).equals(large)).toBe(true);
    });

    test('a body is stored as it streams in, all of it or nothing', async () => {
      const large = randomBytes(20 * 1024 * 1024);
      const pieces = (bytes: Buffer): Readable =>
        Readable.from(
          Array.from({ length: Math.ceil(bytes.length / 1e6) }, (_, i) => bytes.subarray(i * 1e6, (i + 1) * 1e6)),
        );
      for (const [name, bytes] of [
        ['large', large],
        ['small', Buffer.from('größe')],
        ['none', Buffer.alloc(0)],
      ] as const) {
        const etag = await objects.receive(key(`received/${name}`), pieces(bytes), { maxBytes: large.length });
        const got = await objects.get(key(`received/${name}`));
        expect(Buffer.from(got!.body).equals(bytes)).toBe(true);
        expect(got!.info.etag).toBe(etag);
      }
      await expect(objects.receive(key('refused'), pieces(large), { maxBytes: 17e6 })).rejects.toMatchObject({
        code: 'body_too_large',
      });
      await expect(objects.receive(key('refused'), pieces(large), { bytes: large.length + 1 })).rejects.toMatchObject({
        code: 'wrong_length',
      });
      const broken = Readable.from(
        (async function* () {
          yield large;
          throw new Error('the client went away');
        })(),
      );
      await expect(objects.receive(key('refused'), broken, {})).rejects.toThrow('the client went away');
      expect(await objects.head(key('refused'))).toBeUndefined();
    });

    test('a missing object is data, not an error', async () => {
      expect(await objects.head(key('missing'))).toBeUndefined();
      expect(await objects.get(key('missing'))).toBeUndefined();
      expect(await objects.read(key('missing'))).toBeUndefined();
      expect(await objects.copy(key('missing'), key('copied'))).toBe(false);
      await objects.delete([key('missing')]);
    });

    test('a put overwrites and changes the etag', async () => {
      const first = await objects.put(key('over'), 'one');
      const second = await objects.put(key('over'), 'two');
      expect(second).not.toBe(first);
      expect(text((await objects.get(key('over')))?.body)).toBe('two');
    });

    test('put if absent creates once, and leaves what is there', async () => {
      const etag = await objects.putIfAbsent(key('absent/a'), 'first');
      expect(etag).toBe((await objects.head(key('absent/a')))?.etag);
      expect(await objects.putIfAbsent(key('absent/a'), 'second')).toBeUndefined();
      expect(text((await objects.get(key('absent/a')))?.body)).toBe('first');
      await objects.delete([key('absent/a')]);
      expect(await objects.putIfAbsent(key('absent/a'), 'third')).toBeDefined();
    });

    test('of many that put if absent at once, through two adapters, exactly one wins and its body is there', async () => {
      for (let round = 0; round < 5; round++) {
        const at = key(`race/${round}`);
        const results = await Promise.all(
          Array.from({ length: 20 }, (_, n) => (n % 2 ? subject.other : objects).putIfAbsent(at, `writer ${n}`)),
        );
        const winners = results.flatMap((etag, n) => (etag === undefined ? [] : [{ etag, n }]));
        expect(winners).toHaveLength(1);
        const got = await objects.get(at);
        expect(text(got?.body)).toBe(`writer ${winners[0]!.n}`);
        expect(got?.info.etag).toBe(winners[0]!.etag);
      }
    });

    test('put if match replaces only the object of that etag', async () => {
      const first = await objects.put(key('match/a'), 'one');
      const second = await objects.putIfMatch(key('match/a'), first, 'two');
      expect(second).toBe((await objects.head(key('match/a')))?.etag);
      expect(await objects.putIfMatch(key('match/a'), first, 'three')).toBeUndefined();
      expect(text((await objects.get(key('match/a')))?.body)).toBe('two');
      expect(await objects.putIfMatch(key('match/never'), first, 'x')).toBeUndefined();
      expect(await objects.head(key('match/never'))).toBeUndefined();
    });

    test('an object that was deleted does not match any more', async () => {
      const etag = await objects.put(key('match/gone'), 'one');
      await objects.delete([key('match/gone')]);
      expect(await objects.putIfMatch(key('match/gone'), etag, 'two')).toBeUndefined();
      expect(await objects.head(key('match/gone'))).toBeUndefined();
    });

    test('no update is lost when many count up by put if match at once', async () => {
      const at = key('counter');
      await objects.put(at, '0');
      const countUp = async (): Promise<void> => {
        for (;;) {
          const got = await objects.get(at);
          const next = String(Number(text(got!.body)) + 1);
          if ((await objects.putIfMatch(at, got!.info.etag, next)) !== undefined) return;
        }
      };
      await Promise.all(Array.from({ length: 16 }, countUp));
      expect(text((await objects.get(at))?.body)).toBe('16');
    });

    test('a copy has the same bytes and stays when the source changes', async () => {
      const etag = await objects.put(key('copy/from'), 'one');
      expect(await objects.copy(key('copy/from'), key('copy/to'))).toBe(true);
      expect(await objects.copy(key('copy/from'), key('copy/matched'), { ifMatch: etag })).toBe(true);
      await objects.put(key('copy/from'), 'two');
      expect(text((await objects.get(key('copy/to')))?.body)).toBe('one');
      expect(text((await objects.get(key('copy/matched')))?.body)).toBe('one');
    });

    test('a copy of another version than was looked at does not happen', async () => {
      const etag = await objects.put(key('copy/changed'), 'one');
      await objects.put(key('copy/changed'), 'two');
      expect(await objects.copy(key('copy/changed'), key('copy/not'), { ifMatch: etag })).toBe(false);
      expect(await objects.head(key('copy/not'))).toBeUndefined();
    });

    test('a listing has every object below a prefix, in the order of keys, folders among files', async () => {
      const names = ['list/a-b', 'list/a.b', 'list/a/1', 'list/a/2/x', 'list/a=b', 'list/aa', 'list/b', 'list/B'];
      for (const name of names) await objects.put(key(name), name);
      const sorted = names.map(key).sort();
      expect(await collect(objects.list(key('list/')))).toEqual(sorted);
      expect(await collect(objects.list(key('list/a')))).toEqual(sorted.filter((one) => one.startsWith(key('list/a'))));
      expect(await collect(objects.list(key('list/a/')))).toEqual([key('list/a/1'), key('list/a/2/x')]);
      expect(await collect(objects.list(key('list/none')))).toEqual([]);
      for (const startAfter of [...sorted, key('list/a/'), key('list/a/2'), key('list/zzz')]) {
        expect(await collect(objects.list(key('list/'), { startAfter }))).toEqual(
          sorted.filter((one) => one > startAfter),
        );
      }
    });

    test('a listing goes on over more objects than a page of the store, with their facts', async () => {
      const names = Array.from({ length: 1100 }, (_, n) => key(`many/${String(n).padStart(5, '0')}`));
      for (let n = 0; n < names.length; n += 50)
        await Promise.all(names.slice(n, n + 50).map((name) => objects.put(name, 'x')));
      const infos: ObjectInfo[] = [];
      for await (const info of objects.list(key('many/'))) infos.push(info);
      expect(infos.map((info) => info.key)).toEqual(names);
      expect(infos[7]).toEqual(await objects.head(names[7]!));
      await objects.delete(names);
      expect(await collect(objects.list(key('many/')))).toEqual([]);
    });

    test('writers and deleters of one folder at once do not hinder each other', async () => {
      await Promise.all(
        Array.from({ length: 30 }, async (_, n) => {
          await objects.put(key(`churn/folder/${n}`), 'x');
          await objects.delete([key(`churn/folder/${n}`)]);
        }),
      );
      await objects.put(key('churn/folder/last'), 'x');
      expect(await collect(objects.list(key('churn/')))).toEqual([key('churn/folder/last')]);
    });

    test('a key that leaves the store, or is none, is refused', async () => {
      for (const bad of ['', '/a', 'a//b', 'a/', '../a', 'a/../b', 'a/./b', 'a b', 'a\0b', 'ä', 'a%2Fb', 'a\\b']) {
        await expect(objects.put(bad, 'x')).rejects.toMatchObject({ code: 'invalid_key' });
        await expect(objects.get(bad)).rejects.toMatchObject({ code: 'invalid_key' });
        await expect(objects.signPut(bad, { audience: 'public', expiresInSeconds: 60 })).rejects.toMatchObject({
          code: 'invalid_key',
        });
      }
    });

    test('a signed GET serves the bytes as an attachment of the given name, whole and in part', async () => {
      await objects.put(key('signed/get'), '0123456789');
      const url = subject.reach(
        await objects.signGet(key('signed/get'), {
          audience: 'public',
          expiresInSeconds: 60,
          fileName: 'Bericht "ä".md',
          contentType: 'text/markdown; charset=utf-8',
        }),
      );
      const whole = await fetch(url);
      expect(whole.status).toBe(200);
      expect(await whole.text()).toBe('0123456789');
      expect(whole.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
      expect(whole.headers.get('content-disposition')).toMatch(
        /^attachment; .*filename\*=UTF-8''Bericht%20%22%C3%A4%22\.md$/,
      );
      const part = await fetch(url, { headers: { Range: 'bytes=2-4' } });
      expect(part.status).toBe(206);
      expect(await part.text()).toBe('234');
      expect(part.headers.get('content-range')).toBe('bytes 2-4/10');
      const tail = await fetch(url, { headers: { Range: 'bytes=-3' } });
      expect(await tail.text()).toBe('789');
      const beyond = await fetch(url, { headers: { Range: 'bytes=20-' } });
      expect(beyond.status).toBe(416);
      await beyond.arrayBuffer();
    });

    test('a signed GET of what is not there answers 404', async () => {
      const answer = await fetch(
        subject.reach(await objects.signGet(key('signed/none'), { audience: 'public', expiresInSeconds: 60 })),
      );
      await answer.arrayBuffer();
      expect(answer.status).toBe(404);
    });

    test('a signed PUT stores the bytes, and its length is what was signed', async () => {
      const url = subject.reach(
        await objects.signPut(key('signed/put'), { audience: 'public', expiresInSeconds: 60, bytes: 5 }),
      );
      const longer = await fetch(url, { method: 'PUT', body: '123456' });
      await longer.arrayBuffer();
      expect(longer.status).toBeGreaterThanOrEqual(400);
      expect(longer.status).toBeLessThan(500);
      expect(await objects.head(key('signed/put'))).toBeUndefined();
      const exact = await fetch(url, { method: 'PUT', body: '12345' });
      await exact.arrayBuffer();
      expect(exact.status).toBe(200);
      expect(text((await objects.get(key('signed/put')))?.body)).toBe('12345');
      const free = subject.reach(
        await objects.signPut(key('signed/free'), { audience: 'public', expiresInSeconds: 60 }),
      );
      expect((await fetch(free, { method: 'PUT', body: 'any length' })).status).toBe(200);
      expect(text((await objects.get(key('signed/free')))?.body)).toBe('any length');
    });

    test('a signed address serves no other method, key or time', async () => {
      await objects.put(key('signed/a'), 'a');
      await objects.put(key('signed/b'), 'b');
      const get = subject.reach(await objects.signGet(key('signed/a'), { audience: 'public', expiresInSeconds: 60 }));
      const statusOf = async (url: string, method = 'GET'): Promise<number> => {
        const answer = await fetch(url, method === 'PUT' ? { method, body: 'x' } : { method });
        await answer.arrayBuffer();
        return answer.status;
      };
      expect(await statusOf(get, 'PUT')).toBe(403);
      expect(await statusOf(get.replace('/signed/a', '/signed/b'))).toBe(403);
      expect(await statusOf(get.split('?')[0]!)).toBe(403);
      const expired = subject.reach(
        await objects.signGet(key('signed/a'), { audience: 'public', expiresInSeconds: 1 }),
      );
      await expect.poll(() => statusOf(expired), { timeout: 10_000, interval: 200 }).toBe(403);
      expect(text((await objects.get(key('signed/a')))?.body)).toBe('a');
    });

    test('an address names the object without any signature', () => {
      const address = objects.address(key('signed/a'));
      expect(new URL(subject.reach(address)).pathname.endsWith(`/${key('signed/a')}`)).toBe(true);
      expect(address).not.toContain('?');
    });
  });
}
