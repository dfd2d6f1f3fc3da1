import { expect, it } from 'vitest';
import { readReceipt, type EndRequest } from '../../src/accounting/receipts.ts';
import { engineVersion } from '../../src/protocol/engine-version.ts';
import { memoryLedger } from '../../src/ledger/memory.ts';
import { computeCacheKey, copyCached } from '../../src/lifecycle/cache.ts';
import { endJob, followReceipt, type EndingDeps } from '../../src/lifecycle/ending.ts';
import type { Objects } from '../../src/objects/objects.ts';
import type { Intent, Manifest } from '../../src/records/types.ts';
import { intentOf, NOW } from '../records/make-job.ts';
import { withStore } from '../records/with-store.ts';

const source = { format: 'pdf', bytes: 1, sha256: 'ab', pages: 1, scanned: false, ranged: true, native: false };
const jobOf = (jobId: string): Intent => intentOf(jobId, { source, range: { start: 1, end: 1 }, hold: 1 });
const first = jobOf('job-1');
const second = jobOf('job-2');
const rememberAs = computeCacheKey(first, [], engineVersion())!;
const key = 'parts/job-1/output.md';
const manifest: Manifest = {
  jobId: 'job-1',
  createdAt: NOW.toISOString(),
  artifacts: [
    {
      id: 'art_1',
      kind: 'markdown',
      key,
      fileName: 'a.md',
      contentType: 'text/markdown',
      bytes: 1,
      sha256: 'cd',
    },
  ],
  warnings: [],
};
const success: EndRequest = { outcome: 'succeeded', manifest, ocrPages: 0, cached: false, rememberAs };

const open = async (): Promise<EndingDeps> => {
  const objects = await withStore();
  await objects.put(key, 'x');
  const ledger = memoryLedger();
  await ledger.rebuild(async () => ({
    grants: [{ id: 'g', workspace: 'w', credits: 9 }],
    receipts: [],
    holds: [{ jobId: 'job-1', workspace: 'w', credits: 1 }],
  }));
  return { objects, ledger, now: () => NOW };
};

it('lets a second job find the result as soon as somebody can see that the first has succeeded', async () => {
  const deps = await open();
  let cached: Awaited<ReturnType<typeof copyCached>>;
  /** A client's poll that comes right after the receipt, before the one who wrote it has done anything else. */
  const poll = async (): Promise<void> => {
    const receipt = await readReceipt(deps.objects, first);
    if (!receipt || cached) return;
    await followReceipt(deps, first, receipt);
    cached = await copyCached(deps.objects, second, [], NOW);
  };
  const objects: Objects = {
    ...deps.objects,
    putIfAbsent: async (...args) => {
      const put = await deps.objects.putIfAbsent(...args);
      await poll();
      return put;
    },
  };
  await endJob({ ...deps, objects }, first, success);
  expect(cached?.manifest.artifacts).toMatchObject([{ kind: 'markdown' }]);
});

it('lets no job find the result of one that was canceled before it could succeed', async () => {
  const deps = await open();
  await endJob(deps, first, { outcome: 'canceled' });
  const { record, first: ended } = await endJob(deps, first, success);
  expect({ state: record.ending.state, ended }).toEqual({ state: 'canceled', ended: false });
  expect(await copyCached(deps.objects, second, [], NOW)).toBeUndefined();
});
