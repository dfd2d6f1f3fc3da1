import fc from 'fast-check';
import { expect } from 'vitest';
import type { Balance, HoldResult, Ledger, LedgerFacts } from '../../src/ledger/ledger.ts';

/** What lasts of a history: the plain sums that the ledger has to agree with. */
export interface Model {
  readonly grants: Map<string, { workspace: string; credits: number }>;
  readonly holds: Map<string, { workspace: string; credits: number }>;
  readonly ended: Map<string, { workspace: string; credits: number }>;
}

export const emptyModel = (): Model => ({ grants: new Map(), holds: new Map(), ended: new Map() });

const workspace = fc.constantFrom('w1', 'w2');
/** A job belongs to one workspace, as its id does. */
const job = fc
  .constantFrom('w1', 'w2')
  .chain((workspace) => fc.integer({ min: 1, max: 4 }).map((n) => ({ jobId: `${workspace}-j${n}`, workspace })));
const credits = fc.integer({ min: 0, max: 20 });

export const operation = fc.oneof(
  fc.record({
    op: fc.constant('grant' as const),
    id: fc.integer({ min: 1, max: 6 }),
    workspace,
    credits: fc.integer({ min: 1, max: 20 }),
  }),
  fc.record({
    op: fc.constantFrom('setHold' as const, 'settle' as const, 'release' as const),
    job,
    credits,
  }),
);
export type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

const sum = (of: Iterable<{ workspace: string; credits: number }>, workspace: string): number =>
  [...of].reduce((total, one) => total + (one.workspace === workspace ? one.credits : 0), 0);

function modelBalance(model: Model, workspace: string): Balance | undefined {
  if (![...model.grants.values()].some((grant) => grant.workspace === workspace)) return undefined;
  const [granted, held, settled] = [model.grants, model.holds, model.ended].map((part) =>
    sum(part.values(), workspace),
  ) as [number, number, number];
  return { granted, held, settled, available: granted - held - settled };
}

/** Does one step with the ledger and the model; both answers are to be the same. */
export async function applyOperation(
  ledger: Ledger,
  model: Model,
  op: Operation,
): Promise<{ answered: unknown; expected: unknown }> {
  if (op.op === 'grant') {
    const id = `${op.workspace}-g${op.id}`;
    if (!model.grants.has(id)) model.grants.set(id, { workspace: op.workspace, credits: op.credits });
    return {
      answered: await ledger.grant({ id, workspace: op.workspace, credits: op.credits }),
      expected: modelBalance(model, op.workspace),
    };
  }
  const { jobId, workspace } = op.job;
  if (op.op === 'setHold') {
    return {
      answered: await ledger.setHold({ jobId, workspace, credits: op.credits }),
      expected: holdInModel(model, op.job, op.credits),
    };
  }
  const captured = op.op === 'settle' ? Math.min(op.credits, model.holds.get(jobId)?.credits ?? 0) : 0;
  if (!model.ended.has(jobId)) model.ended.set(jobId, { workspace, credits: captured });
  model.holds.delete(jobId);
  return {
    answered: await (op.op === 'settle'
      ? ledger.settle({ jobId, workspace, credits: op.credits })
      : ledger.release({ jobId, workspace })),
    expected: undefined,
  };
}

function holdInModel(model: Model, job: { jobId: string; workspace: string }, credits: number): HoldResult {
  if (model.ended.has(job.jobId)) return { held: true, credits: 0, ended: true };
  const before = model.holds.get(job.jobId)?.credits ?? 0;
  const balance = modelBalance(model, job.workspace);
  if (!balance) return { held: false, available: 0, unknown: true };
  if (credits - before > balance.available)
    return { held: false, available: balance.available + before, unknown: false };
  if (credits > 0) model.holds.set(job.jobId, { workspace: job.workspace, credits });
  else model.holds.delete(job.jobId);
  return { held: true, credits };
}

/** What the object store has of this history: grants, receipts, intents. */
export function factsOf(model: Model): LedgerFacts {
  return {
    grants: [...model.grants].map(([id, grant]) => ({ id, ...grant })),
    receipts: [...model.ended].map(([jobId, end]) => ({ jobId, ...end })),
    holds: [...model.holds].map(([jobId, hold]) => ({ jobId, ...hold })),
  };
}

export async function sameAsModel(ledger: Ledger, model: Model): Promise<void> {
  for (const workspace of ['w1', 'w2']) {
    expect((await ledger.balance(workspace)) ?? undefined).toEqual(modelBalance(model, workspace));
  }
  const held = (await ledger.holds()).map(({ jobId, workspace, credits }) => ({ jobId, workspace, credits }));
  const expected = [...model.holds].map(([jobId, hold]) => ({ jobId, ...hold }));
  const byJob = (a: { jobId: string }, b: { jobId: string }): number => a.jobId.localeCompare(b.jobId);
  expect(held.sort(byJob)).toEqual(expected.sort(byJob));
}
