import { expect, test } from 'vitest';
import { gatherLedgerFacts } from '../../src/accounting/ledger-facts.ts';
import { intentOf, NOW, putGrant, putIntent, putReceipt, receiptOf } from '../records/make-job.ts';
import { withStore } from '../records/with-store.ts';

const minutesAgo = (minutes: number): string => new Date(NOW.getTime() - minutes * 60_000).toISOString();

test('the facts are every grant, every receipt and the hold of every unfinished job', async () => {
  const objects = await withStore();
  await putGrant(objects, 'g1', 10);
  await putGrant(objects, 'g2', 5, 'v');
  await putReceipt(objects, receiptOf('done', 2));
  await putReceipt(objects, receiptOf('old', 1, 'v'), '2025-01-01');
  await putIntent(objects, intentOf('runs', { hold: 4 }));
  expect(await gatherLedgerFacts(objects, NOW)).toEqual({
    grants: [
      { id: 'g2', workspace: 'v', credits: 5 },
      { id: 'g1', workspace: 'w', credits: 10 },
    ],
    receipts: [
      { jobId: 'old', workspace: 'v', credits: 1 },
      { jobId: 'done', workspace: 'w', credits: 2 },
    ],
    closed: [],
    holds: [{ jobId: 'runs', workspace: 'w', credits: 4 }],
  });
});

test('the hold of a pending job is tentative, comes after the sure ones, and is none once its writer is long gone', async () => {
  const objects = await withStore();
  await putIntent(objects, intentOf('asked', { state: 'pending', updatedAt: minutesAgo(9) }));
  await putIntent(objects, intentOf('dead', { state: 'pending', updatedAt: minutesAgo(16) }));
  await putIntent(objects, intentOf('long', { updatedAt: minutesAgo(600) }));
  await putIntent(objects, intentOf('new', { updatedAt: minutesAgo(0) }));
  await putIntent(objects, intentOf('nothing', { hold: 0 }));
  expect((await gatherLedgerFacts(objects, NOW)).holds).toEqual([
    { jobId: 'long', workspace: 'w', credits: 3 },
    { jobId: 'new', workspace: 'w', credits: 3 },
    { jobId: 'asked', workspace: 'w', credits: 3, tentative: true },
  ]);
});

test('a job that ends while the facts are gathered is seen with its receipt', async () => {
  const objects = await withStore();
  await putIntent(objects, intentOf('ends'));
  const meanwhile: typeof objects = {
    ...objects,
    list: (prefix, options) =>
      prefix.startsWith('receipts/') ? endThenList(prefix, options) : objects.list(prefix, options),
  };
  async function* endThenList(...args: Parameters<typeof objects.list>): ReturnType<typeof objects.list> {
    await putReceipt(objects, receiptOf('ends', 2));
    await objects.delete(['intents/ends.json']);
    yield* objects.list(...args);
  }
  const facts = await gatherLedgerFacts(meanwhile, NOW);
  expect(facts.receipts).toEqual([{ jobId: 'ends', workspace: 'w', credits: 2 }]);
});
