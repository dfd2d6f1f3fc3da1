import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConversionJob, ConversionJobStatus } from '../../src/resource/conversion-job.ts';
import { hasEnded } from '../../src/resource/lifecycle.ts';
import { makeNumberedPdf } from '../make/text-pdf.ts';
import { documentSource, ended, upload, type Client } from './client.ts';
import { openService, type TestService } from './service.ts';

let service: TestService;
let call: Client;
beforeAll(async () => {
  service = await openService();
  ({ call } = await service.workspace(100, 'acme'));
});
afterAll(() => service.close());

/** A PDF of one page with a photograph-like picture of 96 by 96 points and a line of text. */
function makePicturePdf(): Uint8Array {
  const pixels = Buffer.from(Array.from({ length: 96 * 96 * 3 }, (_, i) => (i * 7 + Math.floor(i / 288) * 13) % 256));
  const image = deflateSync(pixels).toString('hex');
  const content =
    'BT /F1 12 Tf 72 720 Td (Text above the picture of this page.) Tj ET q 192 0 0 192 72 400 cm /Im1 Do Q';
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 5 0 R >> /XObject << /Im1 6 0 R >> >> /Contents 4 0 R >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Type /XObject /Subtype /Image /Width 96 /Height 96 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter [/ASCIIHexDecode /FlateDecode] /Length ${image.length + 1} >>\nstream\n${image}>\nendstream`,
  ];
  return Buffer.from(
    `%PDF-1.7\n${objects.map((body, i) => `${i + 1} 0 obj\n${body}\nendobj\n`).join('')}trailer\n<< /Size 7 /Root 1 0 R >>\n%%EOF\n`,
    'latin1',
  );
}

describe('getJob', () => {
  it('shows the progress that the controller wrote, and lets a receipt override it', async () => {
    const { body } = await call('createJob', { body: documentSource(await upload(call, makeNumberedPdf(42))) });
    const params = { jobId: String(body['id']) };
    const status: ConversionJobStatus = {
      state: 'running',
      stage: 'converting',
      progress: 42,
      message: '18 of 42 pages',
      pageRange: { start: 1, end: 42 },
      startedAt: '2026-11-21T09:00:00.000Z',
      updatedAt: '2026-11-21T09:00:00.000Z',
      usage: { inputBytes: 5, discoveredPages: 42 },
    };
    const resource = await service.deps.jobs.get(params.jobId);
    await service.deps.jobs.writeStatus(params.jobId, resource?.metadata.resourceVersion ?? '', status);
    expect((await call('getJob', { params })).body).toMatchObject({
      status: 'running',
      stage: 'converting',
      stageProgress: 42,
      message: '18 of 42 pages',
      pageRange: { start: 1, end: 42 },
      estimatedTotalPages: 42,
      createdAt: body['createdAt'],
    });
    const canceled = (await call('cancelJob', { params })).body;
    expect((await service.deps.jobs.get(params.jobId))?.status?.state).toBe('running');
    expect((await call('getJob', { params })).body).toEqual(canceled);
    expect(canceled).toMatchObject({ status: 'canceled', startedAt: '2026-11-21T09:00:00.000Z' });
  });
});

describe('a view of the jobs that lags behind', () => {
  it('lets no poll call a job unfinished that another answer said had ended', async () => {
    const before = new Map<string, ConversionJob>();
    const lagging = await openService({
      wrap: (deps) => ({
        ...deps,
        follower: {
          ...deps.follower,
          get: (jobId) => {
            const job = deps.follower.get(jobId);
            if (job && !hasEnded(job)) before.set(jobId, job);
            return before.get(jobId);
          },
        },
      }),
    });
    try {
      const { call } = await lagging.workspace(10);
      const { body } = await call('createJob', { body: documentSource(await upload(call, makeNumberedPdf(1))) });
      const params = { jobId: String(body['id']) };
      expect((await call('getJob', { params })).body['status']).toBe('queued');
      await lagging.startController();
      await expect.poll(async () => (await call('listJobArtifacts', { params })).body['artifacts']).toHaveLength(1);
      expect(before.has(params.jobId)).toBe(true);
      expect((await call('getJob', { params })).body['status']).toBe('succeeded');
    } finally {
      await lagging.close();
    }
  });
});

describe('includeImages', () => {
  it('stores each picture as an artifact, and without it none', async () => {
    await service.startController();
    const source = documentSource(await upload(call, makePicturePdf(), 'picture.pdf'));
    const artifactsOf = async (more: Record<string, unknown>): Promise<Record<string, unknown>[]> => {
      const { body } = await call('createJob', { body: { ...source, ...more } });
      expect((await ended(call, String(body['id'])))['status']).toBe('succeeded');
      return (await call('listJobArtifacts', { params: { jobId: String(body['id']) } })).body['artifacts'] as Record<
        string,
        unknown
      >[];
    };
    const [markdown, image, ...others] = await artifactsOf({ includeImages: true });
    expect(others).toEqual([]);
    expect(image).toMatchObject({ kind: 'image', contentType: expect.stringMatching(/^image\//) as string });
    expect(image?.['text']).toBeUndefined();
    const bytes = Buffer.from(await (await fetch(String(image?.['downloadUrl']))).arrayBuffer());
    expect(bytes.length).toBe(image?.['sizeBytes']);
    expect(markdown?.['text']).toContain('Text above the picture');
    const plain = await artifactsOf({ includeImages: false });
    expect(plain.map(({ kind }) => kind)).toEqual(['markdown']);
  });
});
