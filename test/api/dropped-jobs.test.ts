import { afterAll, beforeAll, expect, it } from 'vitest';
import { orphanSweep, type OrphanSweepDeps } from '../../src/controller/orphan-sweep.ts';
import { keys } from '../../src/records/keys.ts';
import { documentSource, ended, upload, type Answer, type Client } from './client.ts';
import { openService, type TestService } from './service.ts';

/** A job that lacked credits is dropped after ten minutes; its client can come back at that very moment. */
let service: TestService;
beforeAll(async () => {
  service = await openService();
  await service.startController();
});
afterAll(() => service.close());

/** A job that was refused for want of credits eleven minutes ago, and has them now; `retry` asks for it again. */
async function refusedJob(): Promise<{ call: Client; retry: () => Promise<Answer> }> {
  const { call, name } = await service.workspace();
  const body = documentSource(await upload(call, 'A text.'));
  const retry = (): Promise<Answer> => call('createJob', { body, headers: { 'Idempotency-Key': 'k' } });
  expect((await retry()).status).toBe(402);
  await service.grant(name, 5);
  service.pass(11 * 60);
  return { call, retry };
}

/** A sweep that is halted once, where it touches the key for the first time, until `meanwhile` is done. */
async function sweepHaltedAt(port: 'get' | 'delete', part: string, meanwhile: () => Promise<void>): Promise<object> {
  const { objects } = service.deps;
  let halted = false;
  const halt = async (key: string | undefined): Promise<void> => {
    if (halted || !key?.includes(part)) return;
    halted = true;
    await meanwhile();
  };
  const slow = {
    ...objects,
    get: async (key: string) => {
      if (port === 'get') await halt(key);
      return objects.get(key);
    },
    delete: async (gone: readonly string[]) => {
      if (port === 'delete') await halt(gone[0]);
      return objects.delete(gone);
    },
  };
  const deps: OrphanSweepDeps = {
    ...service.deps,
    objects: slow,
    launcher: service.launcher,
    onEnded: () => {},
  };
  const swept = await orphanSweep(deps)();
  expect(halted).toBe(true);
  return swept;
}

async function expectOwnReceipt(call: Client, made: Answer): Promise<void> {
  const jobId = String(made.body['id']);
  expect((await ended(call, jobId))['status']).toBe('succeeded');
  const { body } = await call('getReceiptByJobId', { query: `?jobId=${jobId}` });
  expect(body).toMatchObject({ actorType: 'api_key', channel: 'api', reservedCredits: 1, settledCredits: 1 });
}

it('a job that a retry takes up while a sweep looks at it is not dropped, and keeps who asked for it', async () => {
  const { call, retry } = await refusedJob();
  let made: Answer | undefined;
  const swept = await sweepHaltedAt('get', keys.receipts, async () => {
    made = await retry();
  });
  expect(swept).toEqual({ followed: 0, dropped: 0, canceled: 0, holdsRemoved: 0 });
  expect(made?.status).toBe(201);
  await expectOwnReceipt(call, made!);
});

it('a job that is being dropped answers 503, and a moment later begins anew', async () => {
  const { call, retry } = await refusedJob();
  let early: Answer | undefined;
  const swept = await sweepHaltedAt('delete', 'inputs/', async () => {
    early = await retry();
  });
  expect(swept).toEqual({ followed: 0, dropped: 1, canceled: 0, holdsRemoved: 0 });
  expect([early?.status, early?.headers.get('Retry-After')]).toEqual([503, '1']);
  const made = await retry();
  expect(made.status).toBe(201);
  await expectOwnReceipt(call, made);
});

it('a drop that broke off is finished by the next sweep', async () => {
  const { call, retry } = await refusedJob();
  await expect(
    sweepHaltedAt('delete', 'inputs/', () => Promise.reject(new Error('the controller is killed'))),
  ).rejects.toThrow('killed');
  expect((await retry()).status).toBe(503);
  expect(await orphanSweep({ ...service.deps, launcher: service.launcher, onEnded: () => {} })()).toEqual({
    followed: 0,
    dropped: 1,
    canceled: 0,
    holdsRemoved: 0,
  });
  await expectOwnReceipt(call, await retry());
});
