import { expect, it, onTestFinished } from 'vitest';
import { findPolled } from '../../src/api/jobs/find.ts';
import { stateOf } from '../../src/api/jobs/present.ts';
import type { ConversionJob } from '../../src/resource/conversion-job.ts';
import { makeTextPdf } from '../make/text-pdf.ts';
import { documentSource, upload } from './client.ts';
import { openService } from './service.ts';

/** A job, and polls of it at a replica whose view of the cluster stays as it was. */
async function open(status: Partial<NonNullable<ConversionJob['status']>>) {
  const service = await openService();
  onTestFinished(() => service.close());
  const { call, name } = await service.workspace(10);
  const documentId = await upload(call, Buffer.from(makeTextPdf(['One page.'])));
  const id = String((await call('createJob', { body: documentSource(documentId) })).body['id']);
  const seen = (await service.deps.jobs.get(id))!;
  const view: ConversionJob = { ...seen, status: { ...seen.status!, ...status } };
  const replica = { ...service.deps, follower: { ...service.deps.follower, get: () => view } };
  const poll = async (): Promise<string> => stateOf((await findPolled(replica, name, id))!);
  expect(await poll()).toBe(status.state);
  return { service, call, id, poll };
}

it.each(['converting', 'finalizing'] as const)(
  'a job seen as %s has ended for each replica once one has told of it, however far its view lags',
  async (stage) => {
    const { service, call, id, poll } = await open({ state: 'running', stage });
    await service.startController();
    await expect.poll(async () => (await call('getJob', { params: { jobId: id } })).body['status']).toBe('succeeded');
    expect(await poll()).toBe('succeeded');
  },
);

it.each(['queued', 'running'] as const)(
  'a canceled job that a lagging view says to be %s is canceled for each replica once one has told of it',
  async (state) => {
    const { call, id, poll } = await open({ state });
    expect((await call('cancelJob', { params: { jobId: id } })).body['status']).toBe('canceled');
    expect(await poll()).toBe('canceled');
  },
);

it('a poll is answered while the ledger is away', async () => {
  const { service, poll } = await open({ state: 'running' });
  service.deps.ledger.hasEnded = () => Promise.reject(new Error('away'));
  expect(await poll()).toBe('running');
  service.deps.ledger.hasEnded = () => new Promise(() => undefined);
  expect(await poll()).toBe('running');
});
