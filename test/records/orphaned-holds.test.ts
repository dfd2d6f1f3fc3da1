import { expect, test } from 'vitest';
import { memoryLedger } from '../../src/ledger/memory.ts';
import { holdSweep } from '../../src/records/orphaned-holds.ts';
import { gatherLedgerFacts } from '../../src/records/ledger-facts.ts';
import { intentOf, NOW, putGrant, putIntent } from './make-job.ts';
import { withStore } from './with-store.ts';

test('a hold without an intent is given back by the second sweep that sees it so, and no other is', async () => {
  const objects = await withStore();
  await putGrant(objects, 'g', 10);
  await putIntent(objects, intentOf('runs'));
  const ledger = memoryLedger();
  await ledger.rebuild(() => gatherLedgerFacts(objects, NOW));
  await ledger.hold({ jobId: 'dropped', workspace: 'w', credits: 2 });
  await ledger.hold({ jobId: 'comes back', workspace: 'w', credits: 1 });
  const sweep = holdSweep({ objects, ledger });
  expect(await sweep()).toBe(0);
  await putIntent(objects, intentOf('comes back', { hold: 1 }));
  expect(await sweep()).toBe(1);
  expect(await sweep()).toBe(0);
  expect((await ledger.holds()).map(({ jobId }) => jobId).sort()).toEqual(['comes back', 'runs']);
  expect(await ledger.hold({ jobId: 'dropped', workspace: 'w', credits: 2 })).toEqual({ held: true, credits: 2 });
});
