import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeNumberedPdf } from '../make/text-pdf.ts';
import { documentSource, ended, upload, type Client } from './client.ts';
import { convertAt, form } from './convert-call.ts';
import { openService, type TestService } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService();
  await service.startController();
});
afterAll(() => service.close());

async function convertNote(call: Client, text = 'a note'): Promise<string> {
  const { body } = await call('createJob', { body: documentSource(await upload(call, text)) });
  await ended(call, String(body['id']));
  return String(body['id']);
}

describe('deleteJobs', () => {
  it('deletes the results of finished jobs, and says of each other one why not', async () => {
    const { call } = await service.workspace(100);
    const { call: other } = await service.workspace(100);
    const [first, second, foreign] = [await convertNote(call), await convertNote(call), await convertNote(other)];
    const jobIds = [first, 'job-none', foreign, second];
    const { status, body } = await call('deleteJobs', { body: { jobIds } });
    const refused = { code: 'not_found', error: 'The job was not found.' };
    expect(status).toBe(200);
    expect(body).toEqual({
      deleted: [first, second],
      refused: [
        { jobId: 'job-none', ...refused },
        { jobId: foreign, ...refused },
      ],
    });
    for (const jobId of [first, second])
      expect((await call('getJob', { params: { jobId } })).body['status']).toBe('expired');
    expect((await other('getJob', { params: { jobId: foreign } })).body['status']).toBe('succeeded');
  });

  it.each([[[]], [['job-1', 'job-1']], [Array.from({ length: 101 }, (_, i) => `job-${i}`)], [['../x']]])(
    'answers 400 to %j',
    async (jobIds) => {
      const { call } = await service.workspace();
      expect((await call('deleteJobs', { body: { jobIds } })).status).toBe(400);
    },
  );
});

describe('retryJobs', () => {
  it('makes jobs of the same documents with the same options, once for a key', async () => {
    const { call, name } = await service.workspace(100);
    const key = await service.key(name);
    const answer = await convertAt(service.base, key, {
      body: form({ file: makeNumberedPdf(4), startPage: '2', endPage: '3', outputs: 'chunks' }),
      headers: { Prefer: 'respond-async' },
    });
    const first = String(answer.json['id']);
    await ended(call, first);
    const request = { body: { jobIds: [first] }, headers: { 'Idempotency-Key': 'again' } };
    const [one, two] = [await call('retryJobs', request), await call('retryJobs', request)];
    const [{ jobId, job }] = one.body['retried'] as [{ jobId: string; job: { id: string } }];
    expect([jobId, one.body['refused']]).toEqual([first, []]);
    expect(job.id).not.toBe(first);
    expect((two.body['retried'] as [{ job: { id: string } }])[0].job.id).toBe(job.id);
    expect(await ended(call, job.id)).toMatchObject({ status: 'succeeded', pageRange: { start: 2, end: 3 } });
    const { body } = await call('listJobArtifacts', { params: { jobId: job.id } });
    expect((body['artifacts'] as { kind: string }[]).map(({ kind }) => kind)).toEqual(['markdown', 'chunks']);
  });

  it('says why a job cannot be tried again: its document is deleted, or it has not finished', async () => {
    const { call } = await service.workspace(100);
    const documentId = await upload(call, 'a note');
    const { body } = await call('createJob', { body: documentSource(documentId) });
    const jobId = String(body['id']);
    await ended(call, jobId);
    await call('deleteDocument', { params: { documentId } });
    expect((await call('retryJobs', { body: { jobIds: [jobId] } })).body).toEqual({
      retried: [],
      refused: [{ jobId, code: 'not_found', error: 'The document was not found.' }],
    });
    const quiet = await openService();
    try {
      const { call: waiting } = await quiet.workspace(100);
      const unfinished = await waiting('createJob', { body: documentSource(await upload(waiting, 'a note')) });
      expect((await waiting('retryJobs', { body: { jobIds: [unfinished.body['id']] } })).body).toMatchObject({
        refused: [{ code: 'job_not_finished' }],
      });
    } finally {
      await quiet.close();
    }
  });
});

describe('the account', () => {
  it('has its balance and its usage by day', async () => {
    const { call, name } = await service.workspace(100);
    await convertNote(call);
    expect((await call('getBalance')).body).toMatchObject({ workspace: name, available: 99, held: 0, settled: 1 });
    const { days } = (await call('getUsage')).body as { days: object[] };
    expect(days).toEqual([{ date: service.deps.now().toISOString().slice(0, 10), jobs: 1, credits: 1 }]);
    const { call: empty } = await service.workspace();
    expect((await empty('getBalance')).body).toMatchObject({ available: 0, settled: 0 });
  });
});
