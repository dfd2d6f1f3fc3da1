import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addUp } from '../../src/ledger/rebuild.ts';
import {
  closedThrough,
  foldReceipts,
  readReceipts,
  receiptFolders,
  usageByDay,
} from '../../src/accounting/checkpoints.ts';
import { gatherLedgerFacts } from '../../src/accounting/ledger-facts.ts';
import { NOW, putGrant, putReceipt, receiptOf } from '../records/make-job.ts';
import { withStore } from '../records/with-store.ts';

test.each([
  ['nothing is unfinished', [], '2026-11-19'],
  ['jobs of today are unfinished', ['2026-11-21T11:00:00.000Z'], '2026-11-19'],
  ['a job of days ago is unfinished', ['2026-11-21T11:00:00.000Z', '2026-11-14T23:59:59.000Z'], '2026-11-13'],
])('when %s, days are closed through the one before the day before', (_, unfinished, day) => {
  expect(closedThrough(NOW, unfinished)).toBe(day);
});

test('the folders of workspaces are found whatever their names, each once', async () => {
  const objects = await withStore();
  const names = ['w', 'w-1', 'w.1', 'w0', 'w=', 'W', 'größe/x'];
  for (const name of names) {
    await putReceipt(objects, receiptOf('a', 1, name));
    await putReceipt(objects, receiptOf('b', 1, name), '2026-11-01');
  }
  const folders: string[] = [];
  for await (const folder of receiptFolders(objects)) folders.push(folder);
  expect(folders.map((folder) => decodeURIComponent(folder.replaceAll('=', '%'))).sort()).toEqual([...names].sort());
});

test('closed days are a sum and later ones a list, neither read again, and what came since is read', async () => {
  const objects = await withStore();
  await putGrant(objects, 'g', 100);
  await putReceipt(objects, receiptOf('a', 1), '2026-11-01');
  await putReceipt(objects, receiptOf('b', 2), '2026-11-02');
  await putReceipt(objects, receiptOf('c', 3), '2026-11-03');
  expect(await foldReceipts(objects, '2026-11-02')).toBe(3);
  expect(await foldReceipts(objects, '2026-11-02')).toBe(0);
  await putReceipt(objects, receiptOf('d', 4), '2026-11-03');
  expect(await readReceipts(objects, 'w')).toMatchObject({ read: 1 });
  const facts = await gatherLedgerFacts(objects, NOW);
  expect(facts.closed).toEqual([{ workspace: 'w', credits: 3 }]);
  expect(facts.receipts).toEqual([
    { jobId: 'c', workspace: 'w', credits: 3 },
    { jobId: 'd', workspace: 'w', credits: 4 },
  ]);
  expect(await foldReceipts(objects, '2026-11-04')).toBe(1);
  const { checkpoint } = await readReceipts(objects, 'w');
  expect(checkpoint?.value).toEqual({
    workspace: 'w',
    through: '2026-11-04',
    settled: 10,
    receipts: 4,
    days: [
      { date: '2026-11-01', jobs: 1, credits: 1 },
      { date: '2026-11-02', jobs: 1, credits: 2 },
      { date: '2026-11-03', jobs: 2, credits: 7 },
    ],
    recent: [],
  });
  expect(await foldReceipts(objects, '2026-11-01')).toBe(0);
  expect((await readReceipts(objects, 'w')).checkpoint).toEqual(checkpoint);
});

test('processes that fold at the same time count each receipt once', async () => {
  const objects = await withStore();
  for (let n = 0; n < 20; n++) await putReceipt(objects, receiptOf(`j${n}`, 1), '2026-11-01');
  const folded = await Promise.all([1, 2, 3].map(() => foldReceipts(objects, '2026-11-02')));
  expect(folded.reduce((sum, count) => sum + count, 0)).toBe(20);
  expect((await readReceipts(objects, 'w')).checkpoint?.value).toMatchObject({ settled: 20, receipts: 20 });
});

test('whatever is folded when, the ledger and the usage of each day add up to the same', async () => {
  const day = fc.integer({ min: 1, max: 9 }).map((n) => `2026-11-0${n}`);
  const receipt = fc.record({ day, workspace: fc.constantFrom('w', 'v-1'), credits: fc.integer({ min: 0, max: 9 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(receipt, { maxLength: 8 }), fc.array(day, { maxLength: 3 }), async (receipts, folds) => {
      const objects = await withStore();
      await putGrant(objects, 'g', 100);
      await putGrant(objects, 'h', 100, 'v-1');
      for (const [n, { day, workspace, credits }] of receipts.entries())
        await putReceipt(objects, receiptOf(`j${n}`, credits, workspace), day);
      const before = addUp(await gatherLedgerFacts(objects, NOW));
      const usage = await usageByDay(objects, 'w', '2026-11-03');
      for (const through of folds) await foldReceipts(objects, through);
      expect(addUp(await gatherLedgerFacts(objects, NOW)).workspaces).toEqual(before.workspaces);
      expect(await usageByDay(objects, 'w', '2026-11-03')).toEqual(usage);
    }),
    { numRuns: 30 },
  );
});
