import { expect, it } from 'vitest';
import { planOrphan, type Orphan } from '../../src/lifecycle/orphans.ts';
import type { Intent } from '../../src/records/types.ts';
import { intentOf, NOW, receiptOf } from '../records/make-job.ts';

const ago = (seconds: number): string => new Date(NOW.getTime() - seconds * 1000).toISOString();
const actions = (state: Intent['state'], seconds: number, more: Partial<Orphan> = {}): string[] =>
  planOrphan({
    now: NOW,
    seen: { value: intentOf('job-1', { state, updatedAt: ago(seconds) }), etag: 'e' },
    receipt: undefined,
    deleted: false,
    ...more,
  }).map((action) => action.do);

it('an accepted job without resource is ended after a minute, a pending one is dropped after ten', () => {
  expect(actions('accepted', 59)).toEqual([]);
  expect(actions('accepted', 61)).toEqual(['end', 'clean-up']);
  expect(actions('pending', 599)).toEqual([]);
  expect(actions('pending', 601)).toEqual(['drop']);
});

it('what a sweep began to drop, the next one finishes', () => {
  expect(actions('dropped', 601)).toEqual(['drop']);
});

it('a job whose resource was deleted is ended at once, unless it is being dropped', () => {
  expect(actions('accepted', 0, { deleted: true })).toEqual(['end', 'clean-up']);
  expect(actions('pending', 0, { deleted: true })).toEqual(['end', 'clean-up']);
  expect(actions('dropped', 0, { deleted: true })).toEqual(['drop']);
});

it('a receipt decides, however old the job is', () => {
  const receipt = receiptOf('job-1', 1);
  for (const state of ['accepted', 'pending'] as const)
    expect(actions(state, 0, { receipt })).toEqual(['follow-receipt', 'clean-up']);
});
