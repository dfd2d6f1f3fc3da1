import { afterAll, beforeAll, expect, it } from 'vitest';
import { keys } from '../../src/records/keys.ts';
import { makeTextPdf } from '../make/text-pdf.ts';
import { documentSource, ended, upload } from './client.ts';
import { openService, type TestService } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

it('a job whose input was replaced by a slower pin fails by name, costs nothing, and leaves nothing under the checksum of the first document', async () => {
  const { call, name } = await service.workspace(10);
  // With images, so that the process of the probe, which has the first document still, does not go on with it.
  const request = { ...documentSource(await upload(call, makeTextPdf(['The first document.']))), includeImages: true };
  const { body } = await call('createJob', { body: request });
  const jobId = String(body['id']);
  await service.deps.objects.put(keys.input(jobId), makeTextPdf(['The other document.']));
  await service.startController();
  expect(await ended(call, jobId)).toMatchObject({
    status: 'failed',
    errorCode: 'content_hash_mismatch',
    error: 'The document was replaced while the job was starting.',
  });
  expect(await service.deps.ledger.balance(name)).toEqual({ granted: 10, available: 10, held: 0, settled: 0 });

  const again = await ended(call, String((await call('createJob', { body: request })).body['id']));
  expect(again).toMatchObject({ status: 'succeeded' });
  const { body: list } = await call('listJobArtifacts', { params: { jobId: String(again['id']) } });
  expect((list['artifacts'] as { text: string }[])[0]?.text).toContain('The first document.');
});
