import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RateLimit } from '../../src/api/deps.ts';
import { sharedBuckets } from '../../src/api/middleware/rate-limit.ts';
import { MORE_OPERATIONS, OPERATIONS } from '../../src/api/operations.ts';
import { memoryLedger } from '../../src/ledger/memory.ts';
import { client } from './client.ts';
import { openService, type TestService } from './service.ts';

let service: TestService;
/** A server that takes requests and never answers. */
const silent = createServer(() => {});
let url = '';
beforeAll(async () => {
  const started = new Date();
  service = await openService({ logLevel: 'error', wrap: (deps) => ({ ...deps, now: () => started }) });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/a.pdf`;
});
afterAll(async () => {
  silent.closeAllConnections();
  silent.close();
  await service.close();
});

const convert = { operation: 'convert', capabilityVersion: '1', includeImages: false };

describe('what costs more than a look-up', () => {
  it('has a limit for a workspace, whatever its keys', async () => {
    const rated = [...OPERATIONS, ...MORE_OPERATIONS].filter(({ rate }) => rate !== undefined).map(({ id }) => id);
    expect(rated.sort()).toEqual([
      'createBatch',
      'createQuote',
      'createUpload',
      'deleteJobs',
      'getBatch',
      'getUsage',
      'listBatches',
      'listJobArtifacts',
      'listJobs',
      'retryJobs',
    ]);
    const { burst } = OPERATIONS.find(({ id }) => id === 'createQuote')!.rate!;
    const keys = await Promise.all([service.key('busy'), service.key('busy')]);
    const statuses: number[] = [];
    for (let i = 0; i < burst + 2; i++)
      statuses.push((await client(service.base, keys[i % 2])('createQuote', { body: {} })).status);
    expect(statuses).toEqual([...Array.from({ length: burst }, () => 400), 429, 429]);
    const { call } = await service.workspace();
    expect((await call('createQuote', { body: {} })).status).toBe(400);
  });

  it('runs for a workspace a few at a time: quotes of URLs whose server does not answer', async () => {
    const { call } = await service.workspace();
    const quotes = Array.from({ length: 17 }, () =>
      call('createQuote', { body: { ...convert, source: { type: 'external', fileUrl: url } } }),
    );
    const first = await Promise.race(quotes);
    expect([first.status, first.body['code'], first.headers.get('retry-after')]).toEqual([429, 'rate_limited', '2']);
    silent.closeAllConnections();
    silent.on('request', (_request, response) => response.destroy());
    await Promise.all(quotes);
  });
});

describe('bodies of POST /convert', () => {
  /** Sends the beginning of a body; the rest with `finish`. */
  const begin = (base: string, key: string): { finish(): Promise<number | undefined> } => {
    const sent = request(`${base}/convert?fileName=a.txt`, {
      method: 'POST',
      // Of a length that is not known.
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'text/plain', 'Transfer-Encoding': 'chunked' },
    });
    const answered = new Promise<number | undefined>((done) =>
      sent.on('response', (response) => {
        response.resume();
        done(response.statusCode);
      }),
    );
    sent.write('A note');
    return {
      finish: () => {
        sent.end(' of two words.');
        return answered;
      },
    };
  };

  it('are received a few at a time from one workspace; the others wait, and other workspaces do not', async () => {
    let receiving = 0;
    const most = { now: 0 };
    const counted = await openService({
      logLevel: 'error',
      wrap: (deps) => ({
        ...deps,
        objects: {
          ...deps.objects,
          receive: async (...args) => {
            most.now = Math.max(most.now, ++receiving);
            return deps.objects.receive(...args).finally(() => receiving--);
          },
        },
      }),
    });
    try {
      await counted.startController();
      for (const name of ['slow', 'other']) await counted.grant(name, 100);
      const key = await counted.key('slow');
      const slow = Array.from({ length: 6 }, () => begin(counted.base, key));
      await expect.poll(() => receiving).toBe(4);
      expect(await begin(counted.base, await counted.key('other')).finish()).toBe(200);
      expect([receiving, most.now]).toEqual([4, 5]);
      const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'text/plain' };
      const short = await fetch(`${counted.base}/convert?fileName=b.txt`, { method: 'POST', headers, body: 'Short' });
      expect([short.status, receiving]).toEqual([200, 4]);
      expect(await Promise.all(slow.map(({ finish }) => finish()))).toEqual(slow.map(() => 200));
      expect(most.now).toBe(5);
    } finally {
      await counted.close();
    }
  }, 60_000);
});

describe('all keys of a workspace together', () => {
  it('may ask twice as much as one', async () => {
    const small = await openService({ rateLimit: { perSecond: 0.001, burst: 2 }, logLevel: 'error' });
    try {
      const statuses: number[] = [];
      for (let key = 0; key < 3; key++) {
        const call = client(small.base, await small.key('acme'));
        for (let i = 0; i < 2; i++) statuses.push((await call('getJob', { params: { jobId: 'job-none' } })).status);
      }
      expect(statuses).toEqual([404, 404, 404, 404, 429, 429]);
    } finally {
      await small.close();
    }
  });
});

describe('a limit', () => {
  /** What a limiter lets through at these times, in milliseconds. */
  const admitted = (limit: RateLimit, times: readonly number[]): number[] => {
    let time = 0;
    const take = sharedBuckets(memoryLedger(), () => new Date(1_800_000_000_000 + time));
    return times.filter((at) => {
      time = at;
      try {
        take('a', limit);
        return true;
      } catch (error) {
        expect(error).toMatchObject({ status: 429, code: 'rate_limited' });
        return false;
      }
    });
  };
  const limits = fc.record({
    perSecond: fc.double({ min: 0.01, max: 1000, noNaN: true }),
    burst: fc.integer({ min: 1, max: 50 }),
  });
  const steps = fc.array(fc.nat({ max: 3000 }), { maxLength: 200 });

  it('lets no more through in any time than its burst and its rate', () => {
    fc.assert(
      fc.property(limits, steps, (limit, pauses) => {
        let time = 0;
        const through = admitted(
          limit,
          pauses.map((pause) => (time += pause)),
        );
        for (const [n, from] of through.entries())
          for (const [more, to] of through.slice(n).entries())
            expect(more + 1).toBeLessThanOrEqual(limit.burst + ((to - from) / 1000) * limit.perSecond + 0.01);
      }),
    );
  });

  it('refuses nobody who asks less often than its rate', () => {
    fc.assert(
      fc.property(limits, fc.nat({ max: 100 }), (limit, count) => {
        const times = Array.from({ length: count }, (_, n) => n * Math.ceil(1000 / limit.perSecond));
        expect(admitted(limit, times)).toEqual(times);
      }),
    );
  });

  it('is one for all replicas of the API', async () => {
    const burst = 100;
    const small = await openService({ rateLimit: { perSecond: 0.001, burst }, logLevel: 'error' });
    try {
      const key = await small.key('spread');
      const ask = async (base: string): Promise<number> =>
        (await client(base, key)('getJob', { params: { jobId: 'job-none' } })).status;
      const replica = await small.replica();
      for (let i = 0; i < burst; i++) expect(await ask(small.base)).toBe(404);
      const answers: number[] = [];
      await expect
        .poll(async () => {
          answers.push(await ask(replica));
          return answers.at(-1);
        })
        .toBe(429);
      expect(answers.length).toBeLessThan(burst);
    } finally {
      await small.close();
    }
  });
});

describe('what needs no key', () => {
  it.each(['/metrics', '/readyz'])('is not for those who come through a proxy: %s', async (path) => {
    expect((await fetch(service.base + path)).status).toBe(200);
    for (const headers of [{ 'X-Forwarded-For': '192.0.2.1' }, { Forwarded: 'for=192.0.2.1' }])
      expect((await fetch(service.base + path, { headers })).status).toBe(404);
    expect((await fetch(`${service.base}/healthz`, { headers: { 'X-Forwarded-For': '192.0.2.1' } })).status).toBe(200);
  });

  it('asks the stores once, however often it is asked', async () => {
    let asked = 0;
    const counted = await openService({
      wrap: (deps) => ({
        ...deps,
        objects: {
          ...deps.objects,
          head: async (key) => {
            if (key === 'readyz') asked++;
            return deps.objects.head(key);
          },
        },
      }),
    });
    try {
      const answers = await Promise.all(Array.from({ length: 50 }, () => fetch(`${counted.base}/readyz`)));
      expect(answers.every(({ status }) => status === 200)).toBe(true);
      expect(asked).toBeLessThan(5);
    } finally {
      await counted.close();
    }
  });
});
