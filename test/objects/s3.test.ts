import { DeleteBucketCommand } from '@aws-sdk/client-s3';
import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { losingProxy } from './losing-proxy.ts';
import { checkConditions, ensureBucket } from '../../src/objects/s3-check.ts';
import { s3Client } from '../../src/objects/s3-client.ts';
import { relayedObjects } from '../../src/objects/relayed.ts';
import { s3Objects } from '../../src/objects/s3.ts';
import { objectsContract } from '../contract/objects.contract.ts';
import { serveLocal } from './serve-local.ts';
import { withStore } from '../records/with-store.ts';
import { isTransient } from '../../src/failures/transient.ts';

const endpoint = process.env['S3_ENDPOINT'];
const settings = {
  bucket: `scriptorium-test-${randomBytes(4).toString('hex')}`,
  region: process.env['AWS_REGION'] ?? 'us-east-1',
  ...(endpoint === undefined ? {} : { endpoint }),
  credentials: {
    accessKeyId: process.env['AWS_ACCESS_KEY_ID'] ?? '',
    secretAccessKey: process.env['AWS_SECRET_ACCESS_KEY'] ?? '',
  },
};

if (endpoint === undefined) {
  test.skip('Objects contract on a real S3: skipped, since S3_ENDPOINT is not set', () => undefined);
} else {
  for (const prefix of ['', 'documents/of-ours/']) {
    objectsContract(`the S3 server at ${endpoint}, below ${prefix || 'the root of a bucket'}`, async () => {
      await ensureBucket(settings);
      const [objects, other] = [s3Objects({ ...settings, prefix }), s3Objects({ ...settings, prefix })];
      return {
        objects,
        other,
        reach: (url) => url,
        close: async () => {
          other.close();
          objects.close();
        },
      };
    });
  }

  objectsContract(`the S3 server at ${endpoint}, behind the service`, async () => {
    await ensureBucket(settings);
    const [bucket, other] = [s3Objects(settings), s3Objects(settings)];
    const store = await serveLocal({ open: (_folder, urls) => relayedObjects(bucket, { ...urls, direct: false }) });
    return {
      objects: store.objects,
      other,
      reach: (url) => (url.startsWith('/') ? store.base + url : url),
      close: async () => {
        other.close();
        bucket.close();
        await store.close();
      },
    };
  });

  describe(`the S3 server at ${endpoint}`, () => {
    const objects = s3Objects(settings);
    afterAll(async () => {
      objects.close();
      const client = s3Client(settings, endpoint);
      await client.send(new DeleteBucketCommand({ Bucket: settings.bucket }));
      client.destroy();
    });

    test('keeps conditional puts, as the check at start finds', async () => {
      await ensureBucket(settings);
      await ensureBucket(settings);
      await checkConditions(objects, 'here');
      expect(await objects.head('probe/here')).toBeUndefined();
    });

    test('keeps two services of one bucket apart by their prefixes', async () => {
      const [one, two] = [s3Objects({ ...settings, prefix: 'one/' }), s3Objects({ ...settings, prefix: 'two/' })];
      await one.put('jobs/a', '1');
      await two.put('jobs/a', '2');
      await one.copy('jobs/a', 'jobs/b');
      const keysOf = async (store: typeof one): Promise<string[]> => {
        const keys: string[] = [];
        for await (const { key } of store.list('jobs/', { startAfter: 'jobs/' })) keys.push(key);
        return keys;
      };
      expect([await keysOf(one), await keysOf(two)]).toEqual([['jobs/a', 'jobs/b'], ['jobs/a']]);
      expect(Buffer.from((await two.get('jobs/a'))!.body).toString()).toBe('2');
      const url = await one.signGet('jobs/a', { audience: 'public', expiresInSeconds: 60 });
      expect(await (await fetch(url)).text()).toBe('1');
      expect(one.address('jobs/a')).toContain(`/${settings.bucket}/one/jobs/a`);
      await one.delete(['jobs/a', 'jobs/b']);
      expect([await keysOf(one), await keysOf(two)]).toEqual([[], ['jobs/a']]);
      await two.delete(['jobs/a']);
      one.close();
      two.close();
    });

    test('a missing bucket is trouble with the store, never a missing object', async () => {
      const elsewhere = s3Objects({ ...settings, bucket: `${settings.bucket}-none` });
      for (const ask of [
        () => elsewhere.head('a'),
        () => elsewhere.get('a'),
        () => elsewhere.read('a'),
        () => elsewhere.put('a', 'x'),
        () => elsewhere.putIfAbsent('a', 'x'),
        () => elsewhere.copy('a', 'b'),
      ]) {
        const error: unknown = await ask().then(
          () => 'no error',
          (failed: unknown) => failed,
        );
        expect(error).toMatchObject({ code: 'bucket_missing' });
        expect(isTransient(error)).toBe(true);
      }
      elsewhere.close();
    });

    test('a put whose answer got lost is known as done when it is repeated, and a foreign object as foreign', async () => {
      const proxy = await losingProxy(endpoint);
      const through = s3Objects({ ...settings, endpoint: proxy.url });
      proxy.loseNext();
      const made = await through.putIfAbsent('lost/a', 'mine');
      expect(made).toBe((await objects.head('lost/a'))?.etag);
      proxy.loseNext();
      const changed = await through.putIfMatch('lost/a', made!, 'mine again');
      expect(changed).toBe((await objects.head('lost/a'))?.etag);
      expect(proxy.lost()).toBe(2);
      proxy.loseNext();
      expect(await through.putIfAbsent('lost/a', 'another')).toBeUndefined();
      expect(Buffer.from((await objects.get('lost/a'))!.body).toString()).toBe('mine again');
      await objects.delete(['lost/a']);
      through.close();
      await proxy.close();
    });

    test('signed addresses name the public endpoint for clients and the inner one for workers', async () => {
      const both = s3Objects({ ...settings, publicEndpoint: 'https://files.example.org/s3' });
      const options = { expiresInSeconds: 60 };
      expect(await both.signGet('a/b', { ...options, audience: 'public' })).toMatch(
        new RegExp(`^https://files\\.example\\.org/s3/${settings.bucket}/a/b\\?`),
      );
      expect(await both.signPut('a/b', { ...options, audience: 'public' })).not.toMatch(/checksum|crc32/i);
      expect(await both.signGet('a/b', { ...options, audience: 'internal' })).toContain(
        `${endpoint}/${settings.bucket}/a/b?`,
      );
      expect(both.address('a/b')).toBe(`https://files.example.org/s3/${settings.bucket}/a/b`);
      both.close();
    });

    test('a store that cannot be reached is a transient error', async () => {
      const away = s3Objects({ ...settings, endpoint: 'http://127.0.0.1:9' });
      const error: unknown = await away.get('a').then(
        () => 'no error',
        (failed: unknown) => failed,
      );
      expect(isTransient(error)).toBe(true);
      away.close();
    });
  });
}

test('a store that ignores conditions is found out before it is used', async () => {
  const sound = await withStore();
  await checkConditions(sound, 'x');
  await expect(checkConditions({ ...sound, putIfAbsent: sound.put }, 'x')).rejects.toThrow('If-None-Match');
  await expect(
    checkConditions({ ...sound, putIfMatch: (key, _etag, body) => sound.put(key, body) }, 'x'),
  ).rejects.toThrow('If-Match');
  await expect(checkConditions({ ...sound, copy: (from, to) => sound.copy(from, to) }, 'x')).rejects.toThrow(
    'copy-source',
  );
});
