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
      const listed = { jobs: [{ ...body, documentName: 'notes.txt' }] };
      expect((await call('listJobs')).body).toEqual(listed);
      expect((await call('listJobs', { query: '?status=queued' })).body).toEqual(listed);
      expect((await call('listJobs', { query: '?status=failed' })).body).toEqual({ jobs: [] });
    } finally {
      await quiet.close();
    }
  });

  it('finds jobs by the names of their documents, by status and by time, and goes on by a cursor', async () => {
    const { call } = await service.workspace(100);
    const times: string[] = [];
    for (const fileName of ['Müller report.md', 'notes.md', 'REPORT 2.md', 'report 3.pdf']) {
      const documentId = await upload(call, fileName.endsWith('.pdf') ? '%PDF-1.7 cut' : 'text', fileName);
      const { body } = await call('createJob', { body: documentSource(documentId) });
      times.push(String((await ended(call, String(body['id'])))['createdAt']));
      service.pass(3600);
    }
    const names = async (query: Record<string, string>): Promise<string[]> => {
      const { body } = await call('listJobs', { query: `?${new URLSearchParams(query).toString()}` });
      return (body['jobs'] as { readonly documentName: string }[]).map(({ documentName }) => documentName);
    };
    // The second time, what is remembered of jobs answers in part.
    for (let i = 0; i < 2; i++) {
      expect(await names({ query: 'report' })).toEqual(['report 3.pdf', 'REPORT 2.md', 'Müller report.md']);
      expect(await names({ query: 'MU\u0308LLER' })).toEqual(['Müller report.md']);
      expect(await names({ query: 'report', status: 'succeeded', sort: 'createdAt' })).toEqual([
        'Müller report.md',
        'REPORT 2.md',
      ]);
      expect(await names({ status: 'failed' })).toEqual(['report 3.pdf']);
      expect(await names({ from: times[1]!, to: times[3]! })).toEqual(['REPORT 2.md', 'notes.md']);
      expect(await names({ to: times[0]! })).toEqual([]);
    }
    for (const sort of ['-createdAt', 'createdAt']) {
      const paged: string[] = [];
      for (let cursor = ''; ;) {
        const query = `?limit=1&query=report&sort=${sort}${cursor && `&cursor=${cursor}`}`;
        const { body } = await call('listJobs', { query });
        paged.push(...(body['jobs'] as { readonly documentName: string }[]).map(({ documentName }) => documentName));
        if (body['nextCursor'] === undefined) break;
        cursor = body['nextCursor'] as string;
      }
      expect(paged).toEqual(await names({ query: 'report', sort }));
    }
    const [{ id }] = (await call('listJobs')).body['jobs'] as [{ id: string }];
    expect(await names({ query: id })).toEqual(['report 3.pdf']);
    await call('deleteJob', { params: { jobId: id } });
    expect(await names({ status: 'failed' })).toEqual([]);
    expect(await names({ status: 'expired' })).toEqual(['report 3.pdf']);
  });

  it('answers at its former address too, as before', async () => {
    const { call, name } = await service.workspace(100);
    const [first, second] = await convertSome(call, 2);
    const headers = { Authorization: `Bearer ${await service.key(name)}` };
    const page = async (query: string): Promise<Readonly<Record<string, unknown>>> =>
      (await (await fetch(`${service.base}/jobs${query}`, { headers })).json()) as Record<string, unknown>;
    const newest = await page('?limit=1');
    expect(idsOf(newest)).toEqual([second]);
    expect(idsOf(await page(`?after=${String(newest['nextAfter'])}`))).toEqual([first]);
    const [{ createdAt }] = newest['jobs'] as [{ createdAt: string }];
    expect(idsOf(await page(`?after=${createdAt.slice(0, 10)}_${second}`))).toEqual([first]);
    expect((await fetch(`${service.base}/jobs/${first}/warnings`, { headers })).status).toBe(200);
  });

  it.each([
    '?limit=0',
    '?limit=101',
    '?after=x',
    '?cursor=2026-13-01T00:00:00.000Z_',
    '?status=gone',
    '?page=2',
    '?from=yesterday',
    '?sort=name',
  ])('answers 400 to %s', async (query) => {
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
          pages: '2-3',
          count: 2,
          message: 'Left out headers, footers and page numbers on pages 2–3.',
          severity: 'note',
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
