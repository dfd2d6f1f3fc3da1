import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepRetention } from '../../src/controller/retention.ts';
import { makeTextPdf } from '../make/text-pdf.ts';
import { documentSource, ended, upload, type Client } from './client.ts';
import { openService, type TestService } from './service.ts';

const DAY = 24 * 60 * 60;
let service: TestService;
let call: Client;
beforeAll(async () => {
  service = await openService();
  await service.startController();
  ({ call } = await service.workspace(100, 'acme'));
});
afterAll(() => service.close());

describe('a finished job', () => {
  it('is the same when its resource has gone, and expired once its artifacts have; its receipt stays', async () => {
    const { body } = await call('createJob', {
      body: documentSource(await upload(call, makeTextPdf(['A page that will expire.']))),
    });
    const jobId = String(body['id']);
    const job = await ended(call, jobId);
    const artifacts = (await call('listJobArtifacts', { params: { jobId } })).body['artifacts'] as Record<
      string,
      unknown
    >[];
    const receipt = (await call('getReceiptByJobId', { query: `?jobId=${jobId}` })).body;
    expect(Date.parse(String(artifacts[0]?.['expiresAt'])) - Date.parse(String(artifacts[0]?.['createdAt']))).toBe(
      7 * DAY * 1000,
    );

    await service.deps.jobs.delete(jobId);
    expect((await call('getJob', { params: { jobId } })).body).toEqual(job);

    service.pass(7 * DAY + 60);
    await sweepRetention(service.deps);
    const expired = (await call('getJob', { params: { jobId } })).body;
    expect(expired).toMatchObject({
      id: jobId,
      status: 'expired',
      createdAt: job['createdAt'],
      finishedAt: job['finishedAt'],
    });
    expect(expired['error']).toBeUndefined();
    expect((await call('listJobArtifacts', { params: { jobId } })).body['artifacts']).toEqual([]);
    expect((await call('getArtifact', { params: { artifactId: String(artifacts[0]?.['id']) } })).status).toBe(404);
    expect((await call('getReceiptByJobId', { query: `?jobId=${jobId}` })).body).toEqual(receipt);
    expect((await call('cancelJob', { params: { jobId } })).body).toEqual(expired);
  });
});

describe('a job that was not made over REST', () => {
  it('can be read, paid, receipted and canceled like any other, by the id of its uid', async () => {
    const documentId = await upload(call, makeTextPdf(['Made with kubectl.']));
    const made = await service.deps.jobs.create({
      name: 'by-hand',
      spec: { workspace: 'acme', source: { type: 'document', documentId } },
    });
    if (!made.created) throw new Error('not created');
    const jobId = `k-${made.job.metadata.uid}`;
    const job = await ended(call, jobId);
    expect(job).toMatchObject({ id: jobId, status: 'succeeded', capabilityVersion: '1', includeImages: false });
    expect((await call('getReceipt', { params: { receiptId: `rcpt_${jobId}` } })).body).toMatchObject({
      jobId,
      actorType: 'kubernetes_user',
      channel: 'kubectl',
      settledCredits: 1,
    });
    const artifacts = (await call('listJobArtifacts', { params: { jobId } })).body['artifacts'] as Record<
      string,
      unknown
    >[];
    expect(artifacts[0]?.['text']).toContain('Made with kubectl.');
    expect((await call('cancelJob', { params: { jobId } })).body).toEqual(job);
    const { call: stranger } = await service.workspace();
    expect((await stranger('getJob', { params: { jobId } })).status).toBe(404);
    expect((await call('getJob', { params: { jobId: 'by-hand' } })).status).toBe(404);
  });
});
