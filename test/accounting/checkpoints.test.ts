import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
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
import { keys } from '../../src/records/keys.ts';
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
    open: { until: expect.any(String), days: [] },
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

/** As if the store had written a receipt on this minute of its clock. */
async function storedAt(
  objects: { readonly folder: string },
  jobId: string,
  minute: number,
  day: string,
): Promise<void> {
  const at = Date.parse('2026-11-21T12:00:00Z') / 1000 + 60 * minute;
  await utimes(join(objects.folder, keys.receipt('w', day, jobId)), at, at);
}

test('a checkpoint names a bounded number of receipts, however many the open days have', async () => {
  const objects = await withStore();
  const day = '2026-11-21';
  const named = async (): Promise<number | undefined> =>
    (await readReceipts(objects, 'w')).checkpoint?.value.recent.length;
  await Promise.all(Array.from({ length: 1200 }, (_, n) => putReceipt(objects, receiptOf(`j${n}`, 1), day)));
  expect(await foldReceipts(objects, '2026-11-19')).toBe(1200);
  expect(await named()).toBe(1000);
  for (let n = 0; n < 1200; n++) await storedAt(objects, `j${n}`, n / 1200, day);
  await putReceipt(objects, receiptOf('new', 1), day);
  await storedAt(objects, 'new', 20, day);
  await foldReceipts(objects, '2026-11-19');
  const { checkpoint, read } = await readReceipts(objects, 'w');
  expect({ read, ...checkpoint?.value }).toMatchObject({
    read: 0,
    open: { until: '2026-11-21T12:15:00.000Z', days: [{ date: day, jobs: 1200, credits: 1200 }] },
    recent: [[expect.stringContaining('new'), 1]],
  });
  const facts = await gatherLedgerFacts(objects, NOW);
  expect(facts.receipts).toHaveLength(1201);
  expect((await gatherLedgerFacts(objects, NOW)).closed).toEqual([
    { workspace: 'w', credits: 0 },
    { workspace: 'w', credits: 1200 },
  ]);
});

test('a receipt that becomes visible after its time was added up is counted, and so is its day once it closes', async () => {
  const objects = await withStore();
  await putGrant(objects, 'g', 100);
  const day = '2026-11-21';
  for (const [n, jobId] of ['a', 'b', 'c'].entries()) {
    await putReceipt(objects, receiptOf(jobId, 2), day);
    await storedAt(objects, jobId, 10 * n, day);
  }
  await foldReceipts(objects, '2026-11-19');
  await putReceipt(objects, receiptOf('late', 5), day);
  await storedAt(objects, 'late', 1, day);
  const settled = async (): Promise<number | undefined> =>
    addUp(await gatherLedgerFacts(objects, NOW)).workspaces.get('w')?.settled;
  expect(await settled()).toBe(11);
  await foldReceipts(objects, '2026-11-19');
  expect(await readReceipts(objects, 'w')).toMatchObject({ read: 0, open: [{ date: day, jobs: 3, credits: 9 }] });
  expect(await settled()).toBe(11);
  await foldReceipts(objects, day);
  const { checkpoint } = await readReceipts(objects, 'w');
  expect(checkpoint?.value).toMatchObject({ settled: 11, receipts: 4, open: { days: [] }, recent: [] });
});

test('whatever is folded when, the ledger and the usage of each day add up to the same', async () => {
  const day = fc.integer({ min: 1, max: 9 }).map((n) => `2026-11-0${n}`);
  const receipt = fc.record({
    day,
    workspace: fc.constantFrom('w', 'v-1'),
    credits: fc.integer({ min: 0, max: 9 }),
    minute: fc.integer({ min: 0, max: 20 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(receipt, { maxLength: 8 }), fc.array(day, { maxLength: 3 }), async (receipts, folds) => {
      const objects = await withStore();
      await putGrant(objects, 'g', 100);
      await putGrant(objects, 'h', 100, 'v-1');
      const put = async (n: number): Promise<void> => {
        const { day, workspace, credits, minute } = receipts[n]!;
        await putReceipt(objects, receiptOf(`j${n}`, credits, workspace), day);
        if (workspace === 'w') await storedAt(objects, `j${n}`, minute, day);
      };
      const inHalf = Math.floor(receipts.length / 2);
      for (let n = 0; n < inHalf; n++) await put(n);
      for (const through of folds) await foldReceipts(objects, through);
      // A closed day gets no receipt.
      const last = folds.reduce((latest, through) => (through > latest ? through : latest), '');
      const stored = receipts.filter(({ day }, n) => n < inHalf || day > last);
      for (let n = inHalf; n < receipts.length; n++) if (receipts[n]!.day > last) await put(n);
      const sumOf = (some: typeof stored): number => some.reduce((sum, { credits }) => sum + credits, 0);
      for (const through of ['', ...folds]) {
        await foldReceipts(objects, through);
        const { workspaces } = addUp(await gatherLedgerFacts(objects, NOW));
        for (const name of ['w', 'v-1'])
          expect(workspaces.get(name)?.settled).toBe(sumOf(stored.filter(({ workspace }) => workspace === name)));
        const own = stored.filter(({ workspace, day }) => workspace === 'w' && day >= '2026-11-03');
        const usage = [...new Set(own.map((one) => one.day))].sort().map((date) => {
          const of = own.filter((one) => one.day === date);
          return { date, jobs: of.length, credits: sumOf(of) };
        });
        expect(await usageByDay(objects, 'w', '2026-11-03')).toEqual(usage);
      }
    }),
    { numRuns: 30 },
  );
});
