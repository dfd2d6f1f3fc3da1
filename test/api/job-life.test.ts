import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keys } from '../../src/records/keys.ts';
import { readRecord } from '../../src/records/store.ts';
import { FIRST_OBJECT, makePdf } from '../make/pdf.ts';
import { drawPicture } from '../make/picture.ts';
import { makeNumberedPdf, makeTextPdf } from '../make/text-pdf.ts';
import { documentSource, ended, upload, type Client } from './client.ts';
import { openService, type TestService } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService({ settings: { inlineBytes: 400, rangePages: 4, scannedRangePages: 4 } });
  await service.startController();
});
afterAll(() => service.close());

async function convert(
  call: Client,
  bytes: Uint8Array,
  more: Record<string, unknown> = {},
): Promise<Readonly<Record<string, unknown>>> {
  const { body } = await call('createJob', {
    body: { ...documentSource(await upload(call, bytes, 'report.pdf')), ...more },
  });
  return ended(call, String(body['id']));
}

/** Small pages, each of them a picture of one line. */
function makeScannedPdf(pages: number): Uint8Array {
  const size = { width: 300, height: 120 };
  const texts = [{ text: 'A line that was scanned', x: 30, y: 60, size: 16 }];
  const { data, width, height } = drawPicture({ ...size, texts }, 100);
  const dict = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8`;
  const page = {
    content: `q ${size.width} 0 0 ${size.height} 0 0 cm /Im Do Q`,
    resources: `/XObject << /Im ${FIRST_OBJECT} 0 R >>`,
    entries: `/MediaBox [0 0 ${size.width} ${size.height}]`,
  };
  return makePdf({ pages: Array.from({ length: pages }, () => page), objects: [{ dict, data }] });
}

async function textOf(artifact: Readonly<Record<string, unknown>> | undefined): Promise<string> {
  const inline = artifact?.['text'];
  return typeof inline === 'string' ? inline : (await fetch(String(artifact?.['downloadUrl']))).text();
}

describe('a job', () => {
  it('ends with its Markdown inline, its usage and its receipt', async () => {
    const { call, name } = await service.workspace(10);
    const bytes = makeTextPdf(['A short document of one page.']);
    const job = await convert(call, bytes);
    const jobId = String(job['id']);
    expect(job).toMatchObject({
      status: 'succeeded',
      stage: 'complete',
      stageProgress: 100,
      pageRange: { start: 1, end: 1 },
      estimatedTotalPages: 1,
    });
    expect(job['usage']).toMatchObject({ inputBytes: bytes.length, discoveredPages: 1, ocrPages: 0 });
    const { body } = await call('listJobArtifacts', { params: { jobId } });
    const [artifact, ...others] = body['artifacts'] as Record<string, unknown>[];
    expect(others).toEqual([]);
    expect(artifact).toMatchObject({
      jobId,
      kind: 'markdown',
      fileName: 'report.md',
      text: expect.stringContaining('A short document of one page.') as string,
    });
    expect(artifact?.['sizeBytes']).toBe(Buffer.byteLength(String(artifact?.['text'])));
    expect((await call('getArtifact', { params: { artifactId: String(artifact?.['id']) } })).body).toEqual(artifact);
    const receipt = await call('getReceipt', { params: { receiptId: `rcpt_${jobId}` } });
    expect(receipt.body).toMatchObject({
      jobId,
      tenantId: name,
      outcome: 'succeeded',
      kind: 'original',
      originalReceiptId: null,
      reservedCredits: 1,
      settledCredits: 1,
      artifactIds: [artifact?.['id']],
      sourceFormat: 'pdf',
      actorType: 'api_key',
      channel: 'api',
    });
    expect((await call('getReceiptByJobId', { query: `?jobId=${jobId}` })).body).toEqual(receipt.body);
    expect(await service.deps.ledger.balance(name)).toEqual({ granted: 10, available: 9, held: 0, settled: 1 });
  });

  it('counts every page that was read by OCR once, also when its ranges were converted apart', async () => {
    const { call } = await service.workspace(10);
    const job = await convert(call, makeScannedPdf(10));
    expect(job).toMatchObject({ status: 'succeeded', usage: { discoveredPages: 10, ocrPages: 10 } });
    const { body: receipt } = await call('getReceiptByJobId', { query: `?jobId=${String(job['id'])}` });
    expect(receipt).toMatchObject({ settledCredits: 10, usage: { discoveredPages: 10, ocrPages: 10 } });
    const manifest = await readRecord(service.deps.objects, keys.manifest(String(job['id'])));
    const read = manifest?.warnings.filter(({ kind }) => kind === 'read-by-ocr').map(({ page }) => page);
    expect(read).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  }, 240_000);

  it('with many artifacts is listed for a workspace a few times at once', async () => {
    const { call } = await service.workspace(10);
    const jobId = String((await convert(call, makeTextPdf(['A page with many images.'])))['id']);
    const manifest = (await readRecord(service.deps.objects, keys.manifest(jobId)))!;
    const [entry] = manifest.artifacts;
    const many = { ...manifest, artifacts: Array.from({ length: 3000 }, () => ({ ...entry!, kind: 'image' })) };
    await service.deps.objects.put(keys.manifest(jobId), JSON.stringify(many));
    const lists = await Promise.all(Array.from({ length: 8 }, () => call('listJobArtifacts', { params: { jobId } })));
    const statuses = lists.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(4);
    const answered = lists.find(({ status }) => status === 200)!;
    expect(answered.body['artifacts']).toHaveLength(3000);
  });

  it('gives large Markdown as a download that only its signature opens', async () => {
    const { call } = await service.workspace(20);
    const job = await convert(call, makeNumberedPdf(9));
    const { body } = await call('listJobArtifacts', { params: { jobId: String(job['id']) } });
    const [artifact] = body['artifacts'] as Record<string, unknown>[];
    expect(artifact?.['text']).toBeUndefined();
    const download = await fetch(String(artifact?.['downloadUrl']));
    const text = await download.text();
    expect(download.headers.get('content-disposition')).toContain('attachment; filename="report.md"');
    expect(download.headers.get('x-content-type-options')).toBe('nosniff');
    for (let page = 1; page <= 9; page++) expect(text.split(`page number ${page} of`)).toHaveLength(2);
    expect((await fetch(String(artifact?.['downloadUrl']).replace(/signature=[^&]*/, 'signature=x'))).status).toBe(403);
    service.pass(16 * 60);
    expect((await fetch(String(artifact?.['downloadUrl']))).status).toBe(403);
    const renewed = await call('getArtifact', { params: { artifactId: String(artifact?.['id']) } });
    expect((await fetch(String(renewed.body['downloadUrl']))).status).toBe(200);
  });

  it.each([
    ['one range', 3],
    ['several ranges', 9],
  ])('of %s keeps its Markdown and nothing that only its conversion needed', async (_what, pages) => {
    const { call } = await service.workspace(20);
    const { id } = await convert(call, makeNumberedPdf(pages));
    while ((await service.deps.jobs.get(String(id)))?.status?.state !== 'succeeded')
      await new Promise((resolve) => setTimeout(resolve, 20));
    const kept: string[] = [];
    for await (const { key } of service.deps.objects.list(''))
      if (key.includes(String(id))) kept.push(key.replaceAll(String(id), 'ID').replace(/\/\d\/[^/]+\//, '/N/'));
    expect(kept.filter((key) => !key.startsWith('receipts/')).sort()).toEqual([
      'records/ID.json',
      'results/ID/N/document.md',
      'results/ID/manifest.json',
    ]);
  });

  it('is converted in pieces that together hold every page once and in order', async () => {
    const { call, name } = await service.workspace(4);
    const documentId = await upload(call, makeNumberedPdf(9), 'report.pdf');
    const texts: string[] = [];
    let startPage: unknown;
    for (let piece = 0; piece < 3; piece++) {
      const { body } = await call('createJob', {
        body: { ...documentSource(documentId), allowPartial: true, ...(startPage === undefined ? {} : { startPage }) },
      });
      const job = await ended(call, String(body['id']));
      expect(job['status']).toBe('succeeded');
      expect(job['pageRange']).toEqual({ start: piece * 4 + 1, end: Math.min(9, piece * 4 + 4) });
      expect(job['partial'] ?? false).toBe(piece < 2);
      expect(job['nextStartPage']).toBe(piece < 2 ? piece * 4 + 5 : undefined);
      startPage = job['nextStartPage'];
      const artifacts = (await call('listJobArtifacts', { params: { jobId: String(body['id']) } })).body[
        'artifacts'
      ] as Record<string, unknown>[];
      texts.push(await textOf(artifacts[0]));
      const { body: receipt } = await call('getReceiptByJobId', { query: `?jobId=${String(body['id'])}` });
      expect(receipt['outcome']).toBe(piece < 2 ? 'partial' : 'succeeded');
      await service.grant(name, 4);
    }
    const found = [...texts.join('\n').matchAll(/page number (\d+) of/g)].map((match) => Number(match[1]));
    expect(found).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('comes from the cache the second time, at no cost, and anew with force_refresh', async () => {
    const { call, name } = await service.workspace(10);
    const bytes = makeTextPdf(['The same bytes are converted once.']);
    const first = await convert(call, bytes);
    const second = await convert(call, bytes);
    expect([first['cached'] ?? false, second['cached']]).toEqual([false, true]);
    const receipt = await call('getReceiptByJobId', { query: `?jobId=${String(second['id'])}` });
    expect(receipt.body).toMatchObject({ outcome: 'succeeded', settledCredits: 0 });
    const [a, b] = await Promise.all(
      [first, second].map(
        async (job) =>
          (await call('listJobArtifacts', { params: { jobId: String(job['id']) } })).body['artifacts'] as Record<
            string,
            unknown
          >[],
      ),
    );
    expect(b?.[0]?.['text']).toBe(a?.[0]?.['text']);
    expect((await convert(call, bytes, { force_refresh: true }))['cached'] ?? false).toBe(false);
    expect((await service.deps.ledger.balance(name))?.settled).toBe(2);
    const stranger = await service.workspace(10);
    expect((await convert(stranger.call, bytes))['cached'] ?? false).toBe(false);
  });

  it('refunds everything when it is canceled, at once and for good', async () => {
    const { call, name } = await service.workspace(500);
    const { body } = await call('createJob', { body: documentSource(await upload(call, makeNumberedPdf(200))) });
    const params = { jobId: String(body['id']) };
    const canceled = await call('cancelJob', { params, headers: { 'Idempotency-Key': 'c' } });
    expect([canceled.status, canceled.body['status']]).toEqual([200, 'canceled']);
    expect(await service.deps.ledger.balance(name)).toEqual({ granted: 500, available: 500, held: 0, settled: 0 });
    expect((await call('getJob', { params })).body).toEqual(canceled.body);
    expect((await call('cancelJob', { params, headers: { 'Idempotency-Key': 'c' } })).body).toEqual(canceled.body);
    expect((await call('listJobArtifacts', { params })).body['artifacts']).toEqual([]);
    expect((await call('getReceipt', { params: { receiptId: `rcpt_${params.jobId}` } })).body).toMatchObject({
      outcome: 'canceled',
      reservedCredits: 200,
      settledCredits: 0,
    });
  });

  it('stays as it ended when it is canceled afterwards', async () => {
    const { call } = await service.workspace(5);
    const job = await convert(call, makeTextPdf(['Finished before it was canceled.']));
    const answer = await call('cancelJob', { params: { jobId: String(job['id']) } });
    expect([answer.status, answer.body]).toEqual([200, job]);
  });

  it('refuses the key of another cancel', async () => {
    const { call } = await service.workspace(5);
    const jobs = [await convert(call, makeTextPdf(['One.'])), await convert(call, makeTextPdf(['Two.']))];
    const headers = { 'Idempotency-Key': 'same' };
    expect((await call('cancelJob', { params: { jobId: String(jobs[0]?.['id']) }, headers })).status).toBe(200);
    const reused = await call('cancelJob', { params: { jobId: String(jobs[1]?.['id']) }, headers });
    expect([reused.status, reused.body['code']]).toEqual([400, 'idempotency_key_reused']);
    const differing = await call('cancelJob', {
      params: { jobId: String(jobs[1]?.['id']) },
      headers,
      body: { idempotencyKey: 'other' },
    });
    expect([differing.status, differing.body['code']]).toEqual([400, 'invalid_request']);
  });

  it('shows no artifacts while it runs', async () => {
    const { call } = await service.workspace(300);
    const { body } = await call('createJob', { body: documentSource(await upload(call, makeNumberedPdf(150))) });
    const params = { jobId: String(body['id']) };
    expect((await call('listJobArtifacts', { params })).body).toEqual({ jobId: body['id'], artifacts: [] });
    expect((await call('getReceipt', { params: { receiptId: `rcpt_${params.jobId}` } })).status).toBe(404);
    await call('cancelJob', { params });
  });

  it('leaves a ledger that agrees with the store', async () => {
    expect(await service.findings()).toEqual([]);
  });
});
