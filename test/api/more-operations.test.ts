import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { keys } from '../../src/records/keys.ts';
import { makeNumberedPdf, makeReportPdf } from '../make/text-pdf.ts';
import { documentSource, ended, upload, type Client } from './client.ts';
import { openService, type TestService } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService();
  await service.startController();
});
afterAll(() => service.close());

async function convertSome(call: Client, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    const { body } = await call('createJob', { body: documentSource(await upload(call, `note ${i}`)) });
    ids.push(String(body['id']));
    await ended(call, ids.at(-1)!);
  }
  return ids;
}

const idsOf = (body: Readonly<Record<string, unknown>>): string[] =>
  (body['jobs'] as { readonly id: string }[]).map(({ id }) => id);

describe('listJobs', () => {
  it('lists the jobs of the workspace, newest first, in pages', async () => {
    const { call } = await service.workspace(100);
    const { call: other } = await service.workspace(100);
    await convertSome(other, 1);
    const ids = await convertSome(call, 2);
    service.pass(24 * 60 * 60);
    ids.push(...(await convertSome(call, 3)));
    ids.reverse();
    expect(idsOf((await call('listJobs')).body)).toEqual(ids);
    const pages: string[][] = [];
    for (let after = ''; ;) {
      const { body } = await call('listJobs', { query: `?limit=2${after && `&after=${after}`}` });
      pages.push(idsOf(body));
      if (body['nextAfter'] === undefined) break;
      after = body['nextAfter'] as string;
    }
    expect(pages).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
  });

  it('lists unfinished jobs too, and those of one status', async () => {
    const quiet = await openService();
    try {
      const { call } = await quiet.workspace(100);
      const { body } = await call('createJob', { body: documentSource(await upload(call, 'a note')) });
      expect((await call('listJobs')).body).toEqual({ jobs: [body] });
      expect((await call('listJobs', { query: '?status=queued' })).body).toEqual({ jobs: [body] });
      expect((await call('listJobs', { query: '?status=failed' })).body).toEqual({ jobs: [] });
    } finally {
      await quiet.close();
    }
  });

  it.each(['?limit=0', '?limit=101', '?after=x', '?status=gone', '?page=2'])('answers 400 to %s', async (query) => {
    const { call } = await service.workspace();
    expect((await call('listJobs', { query })).status).toBe(400);
  });
});

describe('listJobWarnings', () => {
  it('lists what the Markdown lacks, for the workspace of the job only', async () => {
    const { call } = await service.workspace(100);
    const { call: other } = await service.workspace(100);
    const { body } = await call('createJob', {
      body: documentSource(await upload(call, makeReportPdf(3), 'report.pdf')),
    });
    const params = { jobId: String(body['id']) };
    await ended(call, params.jobId);
    expect((await call('listJobWarnings', { params })).body).toEqual({
      warnings: [
        {
          kind: 'running-lines',
          pages: '1-3',
          count: 3,
          message: 'Left out headers, footers and page numbers on pages 1–3.',
        },
      ],
    });
    expect((await other('listJobWarnings', { params })).status).toBe(404);
    expect((await call('listJobWarnings', { params: { jobId: 'job-0' } })).status).toBe(404);
  });
});

describe('deleteJob', () => {
  it('deletes the results of a finished job, and keeps its receipt', async () => {
    const { call, name } = await service.workspace(100);
    const documentId = await upload(call, makeNumberedPdf(2));
    const { body } = await call('createJob', { body: documentSource(documentId) });
    const jobId = String(body['id']);
    await ended(call, jobId);
    expect((await call('deleteJob', { params: { jobId } })).status).toBe(204);
    expect((await call('getJob', { params: { jobId } })).body['status']).toBe('expired');
    expect((await call('listJobArtifacts', { params: { jobId } })).body['artifacts']).toEqual([]);
    expect((await call('listJobWarnings', { params: { jobId } })).status).toBe(404);
    expect((await call('getReceiptByJobId', { query: `?jobId=${jobId}` })).body['settledCredits']).toBe(2);
    const left: string[] = [];
    for await (const { key } of service.deps.objects.list('')) if (key.includes(jobId)) left.push(key.split('/')[0]!);
    expect(left.sort()).toEqual(['receipts', 'records']);
    expect((await call('deleteJob', { params: { jobId } })).status).toBe(204);
    // A result that is gone is converted again.
    const next = await call('createJob', { body: documentSource(documentId) });
    expect(await ended(call, String(next.body['id']))).toMatchObject({ status: 'succeeded' });
    expect(await service.deps.ledger.balance(name)).toMatchObject({ settled: 4 });
  });

  it('deletes a job that has failed', async () => {
    const { call } = await service.workspace(100);
    const { body } = await call('createJob', { body: documentSource(await upload(call, '%PDF-1.7 cut')) });
    const params = { jobId: String(body['id']) };
    expect(await ended(call, params.jobId)).toMatchObject({ status: 'failed' });
    expect((await call('listJobWarnings', { params })).body).toEqual({ warnings: [] });
    expect((await call('deleteJob', { params })).status).toBe(204);
    expect((await call('getJob', { params })).body).toMatchObject({ status: 'expired' });
    expect((await call('listJobWarnings', { params })).status).toBe(404);
  });

  it('deletes a job whose intent was left behind by a controller that stopped', async () => {
    const { call } = await service.workspace(100);
    const { objects } = service.deps;
    const remove = objects.delete.bind(objects);
    const spy = vi
      .spyOn(objects, 'delete')
      .mockImplementation((names) => remove(names.filter((name) => !name.startsWith(keys.intents))));
    const { body } = await call('createJob', { body: documentSource(await upload(call, 'a note')) });
    const params = { jobId: String(body['id']) };
    await ended(call, params.jobId);
    spy.mockRestore();
    expect(await objects.get(keys.intent(params.jobId))).toBeDefined();
    expect((await call('deleteJob', { params })).status).toBe(204);
    expect((await call('getJob', { params })).body).toMatchObject({ status: 'expired' });
    expect((await call('listJobWarnings', { params })).status).toBe(404);
  });

  it('refuses an unfinished job, and knows no job of another workspace', async () => {
    const quiet = await openService();
    try {
      const { call } = await quiet.workspace(100);
      const { body } = await call('createJob', { body: documentSource(await upload(call, 'a note')) });
      const params = { jobId: String(body['id']) };
      const refused = await call('deleteJob', { params });
      expect([refused.status, refused.body['code']]).toEqual([409, 'job_not_finished']);
      const { call: other } = await quiet.workspace();
      expect((await other('deleteJob', { params })).status).toBe(404);
    } finally {
      await quiet.close();
    }
  });
});

describe('deleteDocument', () => {
  it('deletes an upload, of which no more jobs can be made', async () => {
    const { call } = await service.workspace(100);
    const documentId = await upload(call, 'a note');
    const { call: other } = await service.workspace();
    expect((await other('deleteDocument', { params: { documentId } })).status).toBe(404);
    expect((await call('deleteDocument', { params: { documentId } })).status).toBe(204);
    expect((await call('createJob', { body: documentSource(documentId) })).status).toBe(404);
    expect((await call('deleteDocument', { params: { documentId } })).status).toBe(404);
  });

  it('needs the scope documents:delete', async () => {
    const key = await service.key('w', ['documents:read', 'documents:write']);
    for (const path of ['jobs/job-1', 'documents/doc_1'])
      expect(
        (await fetch(`${service.base}/${path}`, { method: 'DELETE', headers: { Authorization: `Bearer ${key}` } }))
          .status,
      ).toBe(403);
  });
});
