import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiServerError } from '../../src/runtime/kubernetes/api/transport.ts';
import { orphanSweep } from '../../src/controller/orphan-sweep.ts';
import { documentSource, ended, upload, type Answer, type Client } from './client.ts';
import { openService, type TestService } from './service.ts';

/** What the API server says of a new resource, beside `yes`. */
const FULL = new ApiServerError(
  403,
  'Forbidden',
  'conversionjobs.scriptorium.dev "job-x" is forbidden: exceeded quota: jobs, requested: count/conversionjobs.scriptorium.dev=1, used: count/conversionjobs.scriptorium.dev=5, limited: count/conversionjobs.scriptorium.dev=5',
);
const IN_USE = new ApiServerError(
  409,
  'Conflict',
  'Operation cannot be fulfilled on resourcequotas "jobs": the object has been modified; please apply your changes to the latest version and try again',
);
const SILENT = new DOMException('The operation was aborted due to timeout', 'TimeoutError');

let service: TestService;
let refusal: Error | undefined;
/** True where the resource is made, and only the answer gets lost. */
let lost = false;
beforeAll(async () => {
  service = await openService({
    logLevel: 'silent',
    wrap: (deps) => ({
      ...deps,
      jobs: {
        ...deps.jobs,
        create: async (job) => {
          if (!refusal) return deps.jobs.create(job);
          if (lost) await deps.jobs.create(job);
          throw refusal;
        },
      },
    }),
  });
  await service.startController();
});
afterAll(() => service.close());

async function request(): Promise<{ call: Client; name: string; ask: () => Promise<Answer> }> {
  const { call, name } = await service.workspace(5);
  const body = documentSource(await upload(call, 'A text.'));
  return { name, call, ask: () => call('createJob', { body, headers: { 'Idempotency-Key': 'k' } }) };
}
const sweep = (): Promise<object> => orphanSweep({ ...service.deps, launcher: service.launcher, onEnded: () => {} })();
const heldFor = async (name: string): Promise<number | undefined> => (await service.deps.ledger.balance(name))?.held;

describe('a job whose resource the API server refuses', () => {
  it.each([
    ['a quota is full', FULL, '10'],
    ['others write a quota', IN_USE, '1'],
    ['the API server is silent', SILENT, '1'],
  ])('answers 503 when %s, and a retry minutes later goes on with it', async (_when, error, seconds) => {
    const { call, name, ask } = await request();
    refusal = error;
    const refused = await ask();
    expect([refused.status, refused.body['code'], refused.headers.get('Retry-After')]).toEqual([
      503,
      'unavailable',
      seconds,
    ]);
    service.pass(5 * 60);
    expect(await sweep()).toEqual({ followed: 0, dropped: 0, canceled: 0, holdsRemoved: 0 });
    expect(await heldFor(name)).toBe(1);
    expect((await ask()).status).toBe(503);
    refusal = undefined;
    const made = await ask();
    expect(made.status).toBe(201);
    expect((await ended(call, String(made.body['id'])))['status']).toBe('succeeded');
    expect(await service.deps.ledger.balance(name)).toEqual({ granted: 5, available: 4, held: 0, settled: 1 });
  });

  it('is dropped with its hold when nobody comes back for ten minutes, without a receipt', async () => {
    const { name, ask } = await request();
    refusal = FULL;
    expect((await ask()).status).toBe(503);
    service.pass(11 * 60);
    expect(await sweep()).toEqual({ followed: 0, dropped: 1, canceled: 0, holdsRemoved: 0 });
    expect(await heldFor(name)).toBe(0);
    refusal = undefined;
    expect((await ask()).status).toBe(201);
  });

  it('runs all the same when it was made and only the answer got lost', async () => {
    const { call, name, ask } = await request();
    refusal = SILENT;
    lost = true;
    expect((await ask()).status).toBe(503);
    refusal = undefined;
    lost = false;
    const again = await ask();
    expect(again.status).toBe(200);
    expect((await ended(call, String(again.body['id'])))['status']).toBe('succeeded');
    expect(await service.deps.ledger.balance(name)).toEqual({ granted: 5, available: 4, held: 0, settled: 1 });
  });
});
