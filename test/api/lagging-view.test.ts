import { expect, it, onTestFinished } from 'vitest';
import { findPolled } from '../../src/api/jobs/find.ts';
import { stateOf } from '../../src/api/jobs/present.ts';
import type { ConversionJob } from '../../src/resource/conversion-job.ts';
import { makeTextPdf } from '../make/text-pdf.ts';
import { documentSource, upload } from './client.ts';
import { openService } from './service.ts';

it('a job whose pages are merged has ended for each replica once one has told of it, however far its view lags', async () => {
  const service = await openService();
  onTestFinished(() => service.close());
  const { call, name } = await service.workspace(10);
  const documentId = await upload(call, Buffer.from(makeTextPdf(['One page.'])));
  const id = String((await call('createJob', { body: documentSource(documentId) })).body['id']);
  const seen = (await service.deps.jobs.get(id))!;
  const view: ConversionJob = { ...seen, status: { ...seen.status!, state: 'running', stage: 'finalizing' } };
  const replica = { ...service.deps, follower: { ...service.deps.follower, get: () => view } };
  const poll = async (): Promise<string> => stateOf((await findPolled(replica, name, id))!);
  expect(await poll()).toBe('running');
  await service.startController();
  await expect.poll(async () => (await call('getJob', { params: { jobId: id } })).body['status']).toBe('succeeded');
  expect(await poll()).toBe('succeeded');
});
