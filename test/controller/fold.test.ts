import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openLocalJobs } from '../../src/runtime/files/jobs.ts';
import { receiptSweep } from '../../src/controller/fold.ts';
import { sweepRetention } from '../../src/controller/retention.ts';
import { newJobId } from '../../src/resource/ids.ts';
import { DEFAULT_SETTINGS } from '../../src/resource/settings.ts';
import type { Objects } from '../../src/objects/objects.ts';
import { keys } from '../../src/records/keys.ts';
import { readReceipts } from '../../src/accounting/checkpoints.ts';
import { intentOf, putIntent, putReceipt, receiptOf } from '../records/make-job.ts';
import { withStore } from '../records/with-store.ts';

test('a day is not closed while a job of it is unfinished, as a resource or as an intent', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fold-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const objects = await withStore();
  let now = new Date('2026-11-05T12:00:00Z');
  const jobs = await openLocalJobs(folder, () => now);
  const follower = await jobs.follow(() => {});
  await jobs.create({
    name: 'by-hand',
    spec: { workspace: 'w', source: { type: 'external', fileUrl: 'https://example.org/a.pdf' } },
  });
  await putIntent(objects, intentOf('waits', { createdAt: '2026-11-10T12:00:00Z' }));
  await putReceipt(objects, receiptOf('a', 1), '2026-11-01');
  await putReceipt(objects, receiptOf('b', 1), '2026-11-08');
  const through = async (): Promise<string | undefined> => {
    await receiptSweep({ objects, follower, now: () => now })();
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
  const follower = await (await openLocalJobs(folder)).follow(() => {});
  const sweep = receiptSweep({ objects, follower, now: () => now });
  await putReceipt(objects, receiptOf('a', 1), '2026-11-21');
  expect(await sweep()).toBe(1);
  await putReceipt(objects, receiptOf('b', 1), '2026-11-21');
  now = new Date('2026-11-21T12:09:59Z');
  expect(await sweep()).toBe(0);
  now = new Date('2026-11-21T12:10:00Z');
  expect(await sweep()).toBe(1);
});

test('many unfinished jobs keep their days open, and their files in the store, without being read', async () => {
  const objects = await withStore();
  const now = new Date();
  const made = new Date('2026-11-10T12:00:00Z');
  const jobIds = Array.from({ length: 40 }, () => newJobId(made));
  for (const jobId of jobIds) {
    await putIntent(objects, intentOf(jobId, { createdAt: made.toISOString() }));
    await objects.put(keys.input(jobId), 'a document');
    await utimes(join(objects.folder, keys.input(jobId)), made, made);
  }
  await objects.put(keys.input('ended'), 'a document');
  await utimes(join(objects.folder, keys.input('ended')), made, made);
  await putReceipt(objects, receiptOf('a', 1), '2026-11-08');
  const asked: string[] = [];
  const watched: Objects = {
    ...objects,
    get: (key) => (asked.push(key), objects.get(key)),
    head: (key) => (asked.push(key), objects.head(key)),
  };
  await receiptSweep({ objects: watched, follower: { list: () => [], ageSeconds: () => 0 }, now: () => now })();
  expect((await readReceipts(objects, 'w')).checkpoint?.value.through).toBe('2026-11-09');
  expect(await sweepRetention({ objects: watched, settings: DEFAULT_SETTINGS, now: () => now })).toBe(1);
  expect(await objects.head(keys.input('ended'))).toBeUndefined();
  expect(await objects.head(keys.input(jobIds[0]!))).toBeDefined();
  expect(asked.filter((key) => key.startsWith('intents/'))).toEqual([]);
});
