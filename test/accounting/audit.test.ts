import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { memoryLedger } from '../../src/ledger/memory.ts';
import type { Ledger, LedgerFacts } from '../../src/ledger/ledger.ts';
import type { Objects } from '../../src/objects/objects.ts';
import { audit, type Finding } from '../../src/accounting/audit.ts';
import { foldReceipts } from '../../src/accounting/checkpoints.ts';
import { gatherLedgerFacts } from '../../src/accounting/ledger-facts.ts';
import {
  DAY,
  intentOf,
  NOW,
  putGrant,
  putIntent,
  putReceipt,
  putRecord,
  receiptOf,
  recordOf,
} from '../records/make-job.ts';
import { keys } from '../../src/records/keys.ts';
import { writeRecord } from '../../src/records/store.ts';
import { withStore } from '../records/with-store.ts';

async function ledgerOf(facts: Promise<LedgerFacts>): Promise<Ledger> {
  const ledger = memoryLedger();
  await ledger.rebuild(() => facts);
  return ledger;
}

async function findings(
  objects: Objects,
  ledger?: Ledger,
  resources?: ReadonlySet<string>,
): Promise<Pick<Finding, 'kind' | 'jobId'>[]> {
  const question = {
    objects,
    ledger: ledger ?? (await ledgerOf(gatherLedgerFacts(objects, NOW))),
    now: NOW,
    quiet: true,
  };
  const result = await audit({ ...question, ...(resources ? { resources } : {}) });
  return result.findings.map(({ kind, jobId }) => (jobId === undefined ? { kind } : { kind, jobId }));
}

/** A store in which all is well: a finished job, a refused one, a running one. */
async function soundStore(): ReturnType<typeof withStore> {
  const objects = await withStore();
  await putGrant(objects, 'g', 10);
  await putReceipt(objects, receiptOf('done', 2));
  await putRecord(objects, recordOf('done', 2));
  await putRecord(objects, recordOf('refused', 0, { receipt: false }));
  await putIntent(objects, intentOf('runs'));
  return objects;
}

test('a sound service has no findings, and the sums are told', async () => {
  const objects = await soundStore();
  const ledger = await ledgerOf(gatherLedgerFacts(objects, NOW));
  const result = await audit({ objects, ledger, now: NOW, quiet: true, resources: new Set(['runs']) });
  expect(result).toEqual({
    findings: [],
    workspaces: [{ workspace: 'w', granted: 10, settled: 2, held: 3, available: 5 }],
    jobs: { unfinished: 1, finished: 2, receipts: 1 },
  });
});

test('each receipt is read once with its record, a few at a time', async () => {
  const store = await soundStore();
  for (let n = 0; n < 200; n += 1) {
    await putReceipt(store, receiptOf(`j${n}`, 0));
    await putRecord(store, recordOf(`j${n}`, 0));
  }
  await foldReceipts(store, '2026-11-01');
  const read: string[] = [];
  let reading = 0;
  let most = 0;
  const objects: Objects = {
    ...store,
    get: async (key) => {
      read.push(key);
      most = Math.max(most, (reading += 1));
      return store.get(key).finally(() => (reading -= 1));
    },
  };
  expect(await findings(objects)).toEqual([]);
  for (const folder of ['receipts/', 'records/'])
    expect(read.filter((key) => key.startsWith(folder) && /j\d+/.test(key))).toHaveLength(200);
  expect(most).toBeLessThanOrEqual(64);
});

test('a ledger that lost a grant, a settlement or a hold is found out', async () => {
  const objects = await soundStore();
  const facts = await gatherLedgerFacts(objects, NOW);
  const without = (changes: Partial<LedgerFacts>): Promise<Ledger> =>
    ledgerOf(Promise.resolve({ ...facts, ...changes }));
  expect(
    await findings(objects, await without({ grants: [...facts.grants, { id: 'x', workspace: 'w', credits: 1 }] })),
  ).toEqual([{ kind: 'granted_differs' }]);
  expect(await findings(objects, await without({ receipts: [] }))).toEqual([{ kind: 'settled_differs' }]);
  expect(await findings(objects, await without({ holds: [] }))).toEqual([{ kind: 'hold_differs', jobId: 'runs' }]);
  expect(await findings(objects, await without({ holds: [{ jobId: 'runs', workspace: 'w', credits: 2 }] }))).toEqual([
    { kind: 'hold_differs', jobId: 'runs' },
  ]);
});

test('a hold without a living job is found', async () => {
  const objects = await soundStore();
  const ledger = await ledgerOf(gatherLedgerFacts(objects, NOW));
  await ledger.setHold({ jobId: 'ghost', workspace: 'w', credits: 1 });
  expect(await findings(objects, ledger)).toEqual([{ kind: 'hold_without_job', jobId: 'ghost' }]);
});

test('a pending job may hold its credits or not yet', async () => {
  const objects = await soundStore();
  const before = await ledgerOf(gatherLedgerFacts(objects, NOW));
  await putIntent(objects, intentOf('asked', { state: 'pending' }));
  expect(await findings(objects, before)).toEqual([]);
  await before.setHold({ jobId: 'asked', workspace: 'w', credits: 3 });
  expect(await findings(objects, before)).toEqual([]);
});

test('a finished job has one receipt, a refused one none', async () => {
  const objects = await soundStore();
  await putRecord(objects, recordOf('bare', 1));
  await putReceipt(objects, receiptOf('done', 2), '2026-11-22');
  await putReceipt(objects, receiptOf('refused', 0));
  expect(await findings(objects)).toEqual([
    { kind: 'receipt_unwanted', jobId: 'refused' },
    { kind: 'receipt_doubled', jobId: 'done' },
    { kind: 'receipt_missing', jobId: 'bare' },
  ]);
});

test('a receipt has a record that says the same', async () => {
  const objects = await soundStore();
  await putReceipt(objects, receiptOf('alone', 1));
  await putReceipt(objects, receiptOf('other', 1));
  await putRecord(objects, recordOf('other', 2));
  expect(await findings(objects)).toEqual([
    { kind: 'record_missing', jobId: 'alone' },
    { kind: 'record_differs', jobId: 'other' },
  ]);
});

test('an ended job leaves no intent, an accepted one keeps its resource', async () => {
  const objects = await soundStore();
  await putIntent(objects, intentOf('done'));
  expect(await findings(objects, undefined, new Set(['runs']))).toEqual([{ kind: 'intent_left', jobId: 'done' }]);
  expect(await findings(objects, undefined, new Set())).toEqual([
    { kind: 'intent_left', jobId: 'done' },
    { kind: 'resource_missing', jobId: 'runs' },
  ]);
});

test('a receipt that is written to a closed day is found', async () => {
  const objects = await soundStore();
  await putReceipt(objects, receiptOf('early', 2), '2026-11-01');
  await putRecord(objects, recordOf('early', 2));
  await foldReceipts(objects, '2026-11-10');
  expect(await findings(objects)).toEqual([]);
  await putReceipt(objects, receiptOf('late', 1), '2026-11-02');
  await putRecord(objects, recordOf('late', 1));
  expect(await findings(objects)).toEqual([{ kind: 'checkpoint_differs' }]);
});

test('a receipt of a day that is not closed, changed after it was added up, is found', async () => {
  const objects = await soundStore();
  const file = join(objects.folder, keys.receipt('w', DAY, 'done'));
  await utimes(file, 0, 1000);
  await putReceipt(objects, receiptOf('newer', 1));
  await putRecord(objects, recordOf('newer', 1));
  await foldReceipts(objects, '2026-11-01');
  expect(await findings(objects)).toEqual([]);
  await writeRecord(objects, keys.receipt('w', DAY, 'done'), receiptOf('done', 3));
  await utimes(file, 0, 1000);
  expect(await findings(objects)).toEqual([{ kind: 'record_differs', jobId: 'done' }, { kind: 'checkpoint_differs' }]);
});
