import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ensureBucket } from '../../src/objects/s3-check.ts';
import { killRound } from '../faults/kill-rounds.ts';
import { hasRedisServer, startRedis, type RedisServer } from '../ledger/redis-server.ts';
import { fixture, serviceProcess, type ServiceProcess } from '../service-process.ts';
import { openReceiver } from '../webhook-receiver.ts';

const ENDPOINT = process.env['S3_ENDPOINT'] ?? '';
const CREDENTIALS = {
  AWS_ACCESS_KEY_ID: process.env['AWS_ACCESS_KEY_ID'] ?? '',
  AWS_SECRET_ACCESS_KEY: process.env['AWS_SECRET_ACCESS_KEY'] ?? '',
};
const SAMPLE = 'docs/sample.pdf';
const HEADING = /^# Harbour survey 2026\n/;

interface Balance {
  readonly available: number;
  readonly held: number;
  readonly settled: number;
}

describe.skipIf(ENDPOINT === '' || !hasRedisServer)(
  'a service on one machine with a bucket and Redis',
  { timeout: 180_000 },
  () => {
    const bucket = `scriptorium-test-${randomBytes(4).toString('hex')}`;
    const settings = {
      bucket,
      region: 'us-east-1',
      endpoint: ENDPOINT,
      credentials: {
        accessKeyId: CREDENTIALS.AWS_ACCESS_KEY_ID,
        secretAccessKey: CREDENTIALS.AWS_SECRET_ACCESS_KEY,
      },
    };
    let redis: RedisServer;
    const services: ServiceProcess[] = [];
    beforeAll(async () => {
      redis = await startRedis();
    });
    afterAll(async () => {
      await redis.close();
    });
    afterEach(async () => {
      await Promise.all(services.splice(0).map((service) => service.close()));
    });

    /** A folder of the bucket and a prefix in Redis of its own, so that each test is an installation. */
    async function open(name: string, settings: Record<string, string> = {}): Promise<ServiceProcess> {
      const service = await serviceProcess({
        ...CREDENTIALS,
        SCRIPTORIUM_LOG_LEVEL: 'warn',
        S3_ENDPOINT: ENDPOINT,
        S3_BUCKET: bucket,
        S3_PREFIX: name,
        S3_CREATE_BUCKET: 'true',
        REDIS_URL: redis.url,
        REDIS_PREFIX: `${name}:`,
        ...settings,
      });
      services.push(service);
      return service;
    }

    const balanceOf = async (service: ServiceProcess): Promise<Balance> => {
      const { balances } = await service.admin('GET', '/admin/v1/credits?workspace=local');
      return (balances as Balance[])[0]!;
    };

    async function convert(service: ServiceProcess, fileName = 'survey.pdf', bytes?: Uint8Array): Promise<string> {
      const documentId = await service.upload(fileName, bytes ?? (await fixture(SAMPLE)));
      const { body } = await service.call<{ id: string }>('POST', '/jobs', {
        source: { type: 'document', documentId },
      });
      await expect
        .poll(async () => (await service.call<{ status: string }>('GET', `/jobs/${body.id}`)).body.status)
        .toBe('succeeded');
      return body.id;
    }

    async function markdownOf(
      service: ServiceProcess,
      jobId: string,
    ): Promise<{ text?: string; downloadUrl?: string }> {
      const { body } = await service.call<{ artifacts: { text?: string; downloadUrl?: string }[] }>(
        'GET',
        `/jobs/${jobId}/artifacts`,
      );
      return body.artifacts[0]!;
    }

    const uploadUrl = async (service: ServiceProcess): Promise<string> =>
      (
        await service.call<{ uploadUrl: string }>('POST', '/uploads', {
          fileName: 'a.pdf',
          fileType: 'application/pdf',
        })
      ).body.uploadUrl;

    it('keeps jobs and credits in them, over kill -9 and a flush of Redis', async () => {
      const service = await open('kept');
      await service.start();
      const key = service.key();
      expect(await uploadUrl(service)).toMatch(new RegExp(`^${service.url()}/objects/`));
      const job = await convert(service);
      expect((await markdownOf(service, job)).text).toMatch(HEADING);
      expect(await readdir(service.dataDir)).not.toContain('objects');
      expect(await redis.admin.hgetall('kept:accounts')).not.toEqual({});
      const balance = await balanceOf(service);
      expect(balance).toMatchObject({ held: 0, settled: 1 });

      await service.kill('SIGKILL');
      await service.start();
      expect(service.key()).toBe(key);
      expect((await markdownOf(service, job)).text).toMatch(HEADING);
      expect(await balanceOf(service)).toEqual(balance);

      await redis.admin.flushall();
      await expect.poll(() => balanceOf(service).catch(() => undefined)).toEqual(balance);
      expect((await service.admin('GET', '/admin/v1/ledger/audit'))['findings']).toEqual([]);
    });

    it('ends every job rightly when it is killed at any moment', { timeout: 300_000 }, async () => {
      const service = await open('killed');
      await service.start();
      const receiver = await openReceiver();
      try {
        for (const seed of [11, 12, 13]) {
          await killRound(service, seed, receiver);
          const audit = await service.admin('GET', '/admin/v1/ledger/audit');
          expect(audit['findings'], `after seed ${seed}`).toEqual([]);
        }
      } finally {
        await receiver.close();
      }
    });

    it('sends clients to the store itself where they can reach it', async () => {
      const service = await open('direct', { S3_PUBLIC_ENDPOINT: ENDPOINT });
      await service.start();
      expect(await uploadUrl(service)).toMatch(new RegExp(`^${ENDPOINT}/${bucket}/direct/.*X-Amz-Signature=`));
      const text = 'A long note. '.repeat(50_000);
      const { downloadUrl } = await markdownOf(service, await convert(service, 'note.txt', Buffer.from(text)));
      expect(downloadUrl).toMatch(new RegExp(`^${ENDPOINT}/${bucket}/direct/.*X-Amz-Signature=`));
      expect(await (await fetch(downloadUrl!)).text()).toBe(`${text.trim()}\n`);
    });

    it('is refused by the stores of another, and by its own folder with other stores', async () => {
      const first = await open('one');
      await first.start();
      const refusal = async (name: string, settings: Record<string, string>): Promise<string> =>
        open(name, settings)
          .then((service) => service.start())
          .then(
            () => 'started',
            (error: Error) => error.message,
          );
      expect(await refusal('one', {})).toMatch(
        /The folder one\/ of the bucket \S+ belongs to the service with the data folder \S+ since .*set another S3_BUCKET or S3_PREFIX.*delete the object one\/installation\/owner\.json/,
      );
      expect(await refusal('two', { REDIS_PREFIX: 'one:' })).toMatch(
        /has the ledger of installation .*Set another REDIS_PREFIX or another database/,
      );
      await first.kill('SIGTERM');
      expect(await refusal('three', { SCRIPTORIUM_DATA_DIR: first.dataDir })).toMatch(
        /The jobs in the data folder \S+ belong to installation \S+\. The folder three\/ of the bucket/,
      );
      expect(await refusal('', { SCRIPTORIUM_DATA_DIR: first.dataDir, S3_BUCKET: '', S3_ENDPOINT: '' })).toMatch(
        /Its folder of documents is that of/,
      );
      const alone = await mkdtemp(join(tmpdir(), 'scriptorium-'));
      const local = await open('', { SCRIPTORIUM_DATA_DIR: alone, S3_BUCKET: '', S3_ENDPOINT: '', REDIS_URL: '' });
      await local.start();
      await local.kill('SIGTERM');
      await rm(join(alone, 'installation')); // as folders of earlier versions are
      expect(await refusal('four', { SCRIPTORIUM_DATA_DIR: alone })).toMatch(/has documents of its own/);
      await rm(alone, { recursive: true });
    });

    it('waits for a bucket that is not there yet', async () => {
      const service = await open('late', { S3_BUCKET: `${bucket}-late`, S3_CREATE_BUCKET: 'false' });
      const started = service.start();
      await expect.poll(() => service.log()).toContain(`the bucket ${bucket}-late does not exist`);
      await ensureBucket({ ...settings, bucket: `${bucket}-late` });
      await started;
      await convert(service);
    });

    it('answers 503 while the bucket cannot be reached, and goes on afterwards', async () => {
      const gate = await openGate(ENDPOINT);
      const service = await open('gone', { S3_ENDPOINT: gate.url });
      await service.start();
      const url = await uploadUrl(service);
      const put = async (): Promise<number> => (await fetch(url, { method: 'PUT', body: 'x' })).status;
      gate.close();
      expect(await put()).toBe(503);
      gate.open();
      expect(await put()).toBe(200);
      await convert(service);
      await service.kill('SIGTERM');
      await gate.end();
    });

    it.each([
      [{ S3_BUCKET: '' }, 'S3_ENDPOINT is set, but S3_BUCKET is not.'],
      [{ S3_PREFIX: '../up' }, 'S3_PREFIX is not a folder of a bucket: ../up'],
      [{ AWS_SECRET_ACCESS_KEY: 'wrong' }, 'The object store refuses the credentials'],
      [{ S3_BUCKET: 'No_Name' }, 'The object store refuses the bucket No_Name'],
      [{ S3_ENDPOINT: ENDPOINT.replace('http:', 'https:') }, 'The port of the object store does not use TLS'],
      [{ REDIS_URL: 'redis.example:6379' }, 'REDIS_URL must be a URL such as redis://HOST:6379'],
    ])('ends with a sentence for %j', async (settings, sentence) => {
      const service = await open('wrong', settings);
      await expect(service.start()).rejects.toThrow(sentence);
    });
  },
);

/** Lets connections to a server pass, or breaks them. */
async function openGate(
  target: string,
): Promise<{ readonly url: string; open(): void; close(): void; end(): Promise<void> }> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isOpen = true;
  const server = createServer((socket) => {
    if (!isOpen) return void socket.destroy();
    const there = connect(Number(port), hostname);
    for (const [one, other] of [
      [socket, there],
      [there, socket],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined).on('close', () => (sockets.delete(one), other.destroy()));
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const close = (): void => {
    isOpen = false;
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    open: () => {
      isOpen = true;
    },
    close,
    end: async () => {
      close();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
