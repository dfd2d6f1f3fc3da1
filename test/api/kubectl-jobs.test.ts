import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ConversionJobSpec } from '../../src/resource/conversion-job.ts';
import { keys } from '../../src/records/keys.ts';
import { putIntent, intentOf } from '../records/make-job.ts';
import { makeNumberedPdf } from '../make/text-pdf.ts';
import { ended, upload, type Client } from './client.ts';
import { openService, type TestService } from './service.ts';

let service: TestService;
let call: Client;
beforeEach(async () => {
  service = await openService({ logLevel: 'silent' });
  ({ call } = await service.workspace(0, 'acme'));
});
afterEach(() => service.close());

/** What `kubectl create` does, without the admission policy. */
async function create(spec: Partial<ConversionJobSpec>): Promise<string> {
  const made = await service.deps.jobs.create({
    name: 'by-hand',
    spec: { workspace: 'acme', source: { type: 'external', fileUrl: 'http://127.0.0.1:1/a.pdf' }, ...spec },
  });
  if (!made.created) throw new Error('not created');
  return `k-${made.job.metadata.uid}`;
}

it("a job of kubectl's that waits for credits is canceled by cancelJob, and answered so", async () => {
  await service.startController();
  await service.grant('acme', 1);
  const jobId = await create({ source: { type: 'document', documentId: await upload(call, makeNumberedPdf(3)) } });
  for (;;) if ((await call('getJob', { params: { jobId } })).status === 402) break;
  const canceled = await call('cancelJob', { params: { jobId } });
  expect([canceled.status, canceled.body['status']]).toEqual([200, 'canceled']);
  expect((await call('getReceiptByJobId', { query: `?jobId=${jobId}` })).body).toMatchObject({
    outcome: 'canceled',
    settledCredits: 0,
  });
  expect(await service.deps.ledger.balance('acme')).toMatchObject({ available: 1, held: 0 });
});

it.each<[string, Partial<ConversionJobSpec>, string]>([
  ['capabilityVersion', { capabilityVersion: '99' }, 'conversion_failed'],
  ['workspace', { workspace: 'unheard-of' }, 'workspace_unknown'],
])(
  "a job of kubectl's with an unknown %s fails by name, also when its first look broke off after the intent",
  async (_field, spec, errorCode) => {
    await service.grant('acme', 10);
    const { call: reader } = await service.workspace(0, spec.workspace ?? 'acme');
    const jobId = await create(spec);
    const resource = await service.deps.jobs.get('by-hand');
    await putIntent(
      service.deps.objects,
      intentOf(jobId, {
        workspace: resource!.spec.workspace,
        spec: resource!.spec,
        state: 'pending',
        actor: { type: 'kubernetes_user', channel: 'kubectl' },
        hold: 0,
        pinned: false,
      }),
    );
    await service.startController();
    expect(await ended(reader, jobId)).toMatchObject({
      status: 'failed',
      errorCode,
      capabilityVersion: spec.capabilityVersion ?? '1',
    });
    expect((await reader('getReceiptByJobId', { query: `?jobId=${jobId}` })).body).toMatchObject({
      outcome: 'failed',
      errorCode,
      settledCredits: 0,
      priceVersion: '2026-11-01',
    });
    expect(await service.findings()).toEqual([]);
  },
);

it('an accepted job whose pages the ledger has lost holds them before it is converted', async () => {
  await service.grant('acme', 2);
  const document = makeNumberedPdf(3);
  const spec = { workspace: 'acme', source: { type: 'document', documentId: 'doc_1' }, forceRefresh: true } as const;
  const jobId = await create(spec);
  await service.deps.objects.put(keys.input(jobId), document);
  await putIntent(
    service.deps.objects,
    intentOf(jobId, {
      workspace: 'acme',
      spec,
      range: { start: 1, end: 3 },
      rangePages: 32,
      source: {
        format: 'pdf',
        bytes: document.length,
        sha256: createHash('sha256').update(document).digest('hex'),
        pages: 3,
        scanned: false,
        ranged: true,
        native: false,
      },
    }),
  );
  await service.startController();
  for (;;) if ((await call('getJob', { params: { jobId } })).status === 402) break;
  await service.grant('acme', 1);
  for (;;) if ((await call('getJob', { params: { jobId } })).status !== 402) break;
  expect(await ended(call, jobId)).toMatchObject({ status: 'succeeded' });
  expect(await service.deps.ledger.balance('acme')).toEqual({ granted: 3, available: 0, held: 0, settled: 3 });
  expect(await service.findings()).toEqual([]);
});
