import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openLocalJobs } from '../../src/cluster/local/jobs.ts';
import { receiptSweep } from '../../src/controller/fold.ts';
import { readReceipts } from '../../src/accounting/checkpoints.ts';
import { intentOf, putIntent, putReceipt, receiptOf } from '../records/make-job.ts';
import { withStore } from '../records/with-store.ts';

test('a day is not closed while a job of it is unfinished, as a resource or as an intent', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fold-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const objects = await withStore();
  let now = new Date('2026-11-05T12:00:00Z');
  const jobs = await openLocalJobs(folder, () => now);
  await jobs.create({
    name: 'by-hand',
    spec: { workspace: 'w', source: { type: 'external', fileUrl: 'https://example.org/a.pdf' } },
  });
  await putIntent(objects, intentOf('waits', { createdAt: '2026-11-10T12:00:00Z' }));
  await putReceipt(objects, receiptOf('a', 1), '2026-11-01');
  await putReceipt(objects, receiptOf('b', 1), '2026-11-08');
  const through = async (): Promise<string | undefined> => {
    await receiptSweep({ objects, jobs, now: () => now })();
    return (await readReceipts(objects, 'w')).checkpoint?.value.through;
  };
  now = new Date('2026-11-21T12:00:00Z');
  expect(await through()).toBe('2026-11-04');
  await jobs.delete('by-hand');
  expect(await through()).toBe('2026-11-09');
});

test('the sweep folds at its first turn and then only now and then', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fold-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const objects = await withStore();
  let now = new Date('2026-11-21T12:00:00Z');
  const sweep = receiptSweep({ objects, jobs: await openLocalJobs(folder), now: () => now });
  await putReceipt(objects, receiptOf('a', 1), '2026-11-21');
  expect(await sweep()).toBe(1);
  await putReceipt(objects, receiptOf('b', 1), '2026-11-21');
  now = new Date('2026-11-21T12:09:59Z');
  expect(await sweep()).toBe(0);
  now = new Date('2026-11-21T12:10:00Z');
  expect(await sweep()).toBe(1);
});
