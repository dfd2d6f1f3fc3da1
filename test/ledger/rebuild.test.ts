import { expect, test } from 'vitest';
import { addUp } from '../../src/ledger/rebuild.ts';

test('a workspace without a grant has no account, whatever was refused or canceled there', () => {
  const rebuilt = addUp({
    grants: [],
    receipts: [{ jobId: 'a', workspace: 'w', credits: 0 }],
    holds: [{ jobId: 'b', workspace: 'w', credits: 4 }],
  });
  expect([...rebuilt.workspaces]).toEqual([]);
  expect([...rebuilt.holds]).toEqual([]);
  expect([...rebuilt.ended]).toEqual(['a']);
});

test('credits that were settled without a grant are shown, not hidden', () => {
  const rebuilt = addUp({ grants: [], receipts: [{ jobId: 'a', workspace: 'w', credits: 2 }], holds: [] });
  expect([...rebuilt.workspaces]).toEqual([['w', { granted: 0, settled: 2, held: 0 }]]);
});

test('nothing is held where more was settled than granted', () => {
  const rebuilt = addUp({
    grants: [{ id: 'g', workspace: 'w', credits: 1 }],
    receipts: [{ jobId: 'a', workspace: 'w', credits: 2 }],
    holds: [
      { jobId: 'b', workspace: 'w', credits: 3 },
      { jobId: 'c', workspace: 'w', credits: 1, tentative: true },
    ],
  });
  expect([...rebuilt.holds]).toEqual([]);
});
