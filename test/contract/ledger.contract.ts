import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ledger, LedgerFacts, Use } from '../../src/ledger/ledger.ts';
import { applyOperation, emptyModel, factsOf, operation, sameAsModel } from './ledger-model.ts';

export interface LedgerSubject {
  readonly ledger: Ledger;
  /** The same ledger seen by another replica. */
  readonly other: Ledger;
  /** Loses everything at once, as a flushed or replaced server does. */
  readonly lose: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const NOTHING: LedgerFacts = { grants: [], receipts: [], holds: [] };
const w = 'w';

/** What every adapter of the Ledger port keeps to. `runs`: how many random histories are tried. */
export function ledgerContract(name: string, start: () => Promise<LedgerSubject>, runs: number): void {
  describe(`Ledger contract: ${name}`, () => {
    let subject: LedgerSubject;
    let ledger: Ledger;
    beforeAll(async () => {
      subject = await start();
      ledger = subject.ledger;
    });
    beforeEach(async () => {
      await subject.lose();
    });
    afterAll(() => subject.close());

    const fresh = async (credits: number): Promise<void> => {
      await ledger.rebuild(async () => NOTHING);
      if (credits > 0) await ledger.grant({ id: 'first', workspace: w, credits });
    };
    const heldBy = async (): Promise<Map<string, number>> =>
      new Map((await ledger.holds()).map(({ jobId, credits }) => [jobId, credits]));

    test('refuses every operation until it was rebuilt', async () => {
      expect(await ledger.needsRebuild()).toBe(true);
      const refused = { code: 'not_ready', transient: true };
      const job = { jobId: 'j', workspace: w, credits: 1 };
      await expect(ledger.grant({ id: 'g', workspace: w, credits: 1 })).rejects.toMatchObject(refused);
      await expect(ledger.setHold(job)).rejects.toMatchObject(refused);
      await expect(ledger.settle(job)).rejects.toMatchObject(refused);
      await expect(ledger.release(job)).rejects.toMatchObject(refused);
      await expect(ledger.hasEnded('j')).rejects.toMatchObject(refused);
      await expect(ledger.balance(w)).rejects.toMatchObject(refused);
      await expect(ledger.workspaces()).rejects.toMatchObject(refused);
      await expect(ledger.holds()).rejects.toMatchObject(refused);
      await expect(ledger.startAttempt('j', 0, 'a')).rejects.toMatchObject(refused);
      await expect(
        ledger.report('j', 0, { attempt: 'a', pagesDone: 1, ocrPages: 0, reportedAt: 1 }),
      ).rejects.toMatchObject(refused);
      await expect(ledger.progress('j')).rejects.toMatchObject(refused);
      await expect(ledger.forgetProgress('j')).rejects.toMatchObject(refused);
      await fresh(0);
      expect(await ledger.needsRebuild()).toBe(false);
      expect(await subject.other.needsRebuild()).toBe(false);
    });

    test('a rebuild says what the facts say: grants once each, receipts before holds, a hold for each unfinished job', async () => {
      const rebuilt = await ledger.rebuild(async () => ({
        grants: [
          { id: 'a', workspace: w, credits: 10 },
          { id: 'a', workspace: w, credits: 10 },
          { id: 'b', workspace: 'v', credits: 5 },
        ],
        receipts: [
          { jobId: 'done', workspace: w, credits: 3 },
          { jobId: 'free', workspace: w, credits: 0 },
        ],
        closed: [{ workspace: 'v', credits: 1 }],
        holds: [
          { jobId: 'done', workspace: w, credits: 4 },
          { jobId: 'runs', workspace: w, credits: 4 },
        ],
      }));
      expect(rebuilt).toBe(true);
      expect(await ledger.balance(w)).toEqual({ granted: 10, settled: 3, held: 4, available: 3 });
      expect(await ledger.balance('v')).toEqual({ granted: 5, settled: 1, held: 0, available: 4 });
      expect(await ledger.workspaces()).toEqual(['v', w]);
      expect(await ledger.holds()).toEqual([{ jobId: 'runs', workspace: w, credits: 4 }]);
      expect(await ledger.hasEnded('done')).toBe(true);
      const hold = await ledger.setHold({ jobId: 'done', workspace: w, credits: 1 });
      expect(hold).toEqual({ held: true, credits: 0, ended: true });
      expect(await ledger.grant({ id: 'a', workspace: w, credits: 10 })).toMatchObject({ granted: 10 });
    });

    test('a rebuild never holds more than there is: sure holds are cut, tentative ones left out', async () => {
      await ledger.rebuild(async () => ({
        grants: [{ id: 'a', workspace: w, credits: 10 }],
        receipts: [],
        holds: [
          { jobId: 'first', workspace: w, credits: 7 },
          { jobId: 'second', workspace: w, credits: 2 },
          { jobId: 'asked', workspace: w, credits: 2, tentative: true },
          { jobId: 'small', workspace: w, credits: 1, tentative: true },
          { jobId: 'late', workspace: w, credits: 5 },
        ],
      }));
      expect(await ledger.balance(w)).toEqual({ granted: 10, settled: 0, held: 10, available: 0 });
      expect((await heldBy()).get('small')).toBe(1);
      expect([...(await heldBy()).keys()].sort()).toEqual(['first', 'second', 'small']);
    });

    test('a failed rebuild leaves the ledger refusing, and the next one succeeds', async () => {
      await expect(ledger.rebuild(() => Promise.reject(new Error('the store is away')))).rejects.toThrow(
        'the store is away',
      );
      expect(await ledger.needsRebuild()).toBe(true);
      await expect(ledger.balance(w)).rejects.toMatchObject({ code: 'not_ready' });
      await fresh(4);
      expect(await ledger.balance(w)).toMatchObject({ available: 4 });
    });

    test('only one rebuilds at a time, and operations are refused meanwhile', async () => {
      await fresh(5);
      const second: boolean[] = [];
      await ledger.rebuild(async () => {
        second.push(
          await subject.other.rebuild(async () => ({ ...NOTHING, grants: [{ id: 'x', workspace: w, credits: 1000 }] })),
        );
        await expect(subject.other.setHold({ jobId: 'j', workspace: w, credits: 1 })).rejects.toMatchObject({
          code: 'not_ready',
        });
        return { ...NOTHING, grants: [{ id: 'first', workspace: w, credits: 5 }] };
      });
      expect(second).toEqual([false]);
      expect(await ledger.balance(w)).toMatchObject({ granted: 5, held: 0 });
    });

    test('a grant counts once, whoever repeats it', async () => {
      await fresh(0);
      expect(await ledger.balance(w)).toBeUndefined();
      const grant = { id: 'g1', workspace: w, credits: 10 };
      expect(await ledger.grant(grant)).toEqual({ granted: 10, settled: 0, held: 0, available: 10 });
      await Promise.all([ledger, subject.other, ledger, subject.other].map((one) => one.grant(grant)));
      expect(await ledger.balance(w)).toEqual({ granted: 10, settled: 0, held: 0, available: 10 });
      expect(await ledger.grant({ id: 'g2', workspace: w, credits: 1 })).toMatchObject({ granted: 11 });
    });

    test('a hold is taken and refused where it is not covered, which changes nothing', async () => {
      await fresh(10);
      expect(await ledger.setHold({ jobId: 'a', workspace: w, credits: 6 })).toEqual({ held: true, credits: 6 });
      expect(await subject.other.setHold({ jobId: 'a', workspace: w, credits: 6 })).toEqual({ held: true, credits: 6 });
      expect(await ledger.setHold({ jobId: 'b', workspace: w, credits: 5 })).toEqual({
        held: false,
        available: 4,
        unknown: false,
      });
      expect(await ledger.setHold({ jobId: 'c', workspace: 'nobody', credits: 0 })).toEqual({
        held: false,
        available: 0,
        unknown: true,
      });
      expect(await ledger.setHold({ jobId: 'b', workspace: w, credits: 4 })).toEqual({ held: true, credits: 4 });
      expect(await ledger.balance(w)).toEqual({ granted: 10, settled: 0, held: 10, available: 0 });
      expect(await heldBy()).toEqual(new Map(Object.entries({ a: 6, b: 4 })));
    });

    test('a hold is raised and lowered to a sum, or stays when that is not covered', async () => {
      await fresh(10);
      expect(await ledger.setHold({ jobId: 'a', workspace: w, credits: 1 })).toEqual({ held: true, credits: 1 });
      expect(await ledger.setHold({ jobId: 'a', workspace: w, credits: 8 })).toEqual({ held: true, credits: 8 });
      expect(await ledger.setHold({ jobId: 'a', workspace: w, credits: 8 })).toEqual({ held: true, credits: 8 });
      expect(await ledger.setHold({ jobId: 'a', workspace: w, credits: 11 })).toEqual({
        held: false,
        available: 10,
        unknown: false,
      });
      expect(await heldBy()).toEqual(new Map([['a', 8]]));
      expect(await ledger.setHold({ jobId: 'a', workspace: w, credits: 3 })).toEqual({ held: true, credits: 3 });
      expect(await ledger.balance(w)).toEqual({ granted: 10, settled: 0, held: 3, available: 7 });
    });

    test('a hold that is lowered to nothing is gone, and may be taken again', async () => {
      await fresh(10);
      await ledger.setHold({ jobId: 'a', workspace: w, credits: 6 });
      expect(await ledger.setHold({ jobId: 'a', workspace: w, credits: 0 })).toEqual({ held: true, credits: 0 });
      expect(await ledger.holds()).toEqual([]);
      expect(await ledger.setHold({ jobId: 'a', workspace: w, credits: 7 })).toEqual({ held: true, credits: 7 });
      expect(await ledger.balance(w)).toEqual({ granted: 10, settled: 0, held: 7, available: 3 });
    });

    test('settling captures once, never more than was held, and gives the rest back', async () => {
      await fresh(10);
      await ledger.setHold({ jobId: 'a', workspace: w, credits: 6 });
      await ledger.settle({ jobId: 'a', workspace: w, credits: 4 });
      await subject.other.settle({ jobId: 'a', workspace: w, credits: 4 });
      await ledger.release({ jobId: 'a', workspace: w });
      expect(await ledger.balance(w)).toEqual({ granted: 10, settled: 4, held: 0, available: 6 });
      await ledger.setHold({ jobId: 'b', workspace: w, credits: 2 });
      await ledger.settle({ jobId: 'b', workspace: w, credits: 5 });
      expect(await ledger.balance(w)).toEqual({ granted: 10, settled: 6, held: 0, available: 4 });
      await ledger.settle({ jobId: 'never held', workspace: w, credits: 3 });
      expect(await ledger.balance(w)).toEqual({ granted: 10, settled: 6, held: 0, available: 4 });
    });

    test('a release gives everything back; the job cannot be held again, even if the hold comes after it', async () => {
      await fresh(10);
      await ledger.setHold({ jobId: 'a', workspace: w, credits: 6 });
      expect(await subject.other.hasEnded('a')).toBe(false);
      await ledger.release({ jobId: 'a', workspace: w });
      await ledger.settle({ jobId: 'a', workspace: w, credits: 6 });
      await ledger.release({ jobId: 'canceled first', workspace: w });
      for (const jobId of ['a', 'canceled first']) {
        expect(await subject.other.hasEnded(jobId)).toBe(true);
        const hold = await ledger.setHold({ jobId, workspace: w, credits: 6 });
        expect(hold).toEqual({ held: true, credits: 0, ended: true });
      }
      expect(await ledger.balance(w)).toEqual({ granted: 10, settled: 0, held: 0, available: 10 });
    });

    test('amounts that are none change nothing', async () => {
      await fresh(10);
      for (const credits of [-1, 0.5, NaN, Infinity, 2 ** 53]) {
        await expect(ledger.setHold({ jobId: 'a', workspace: w, credits })).rejects.toThrow(RangeError);
        await expect(ledger.settle({ jobId: 'a', workspace: w, credits })).rejects.toThrow(RangeError);
        await expect(ledger.grant({ id: 'x', workspace: w, credits })).rejects.toThrow(RangeError);
      }
      expect(await ledger.balance(w)).toEqual({ granted: 10, settled: 0, held: 0, available: 10 });
    });

    test('fifty that hold at once, through two replicas, get exactly what is there', async () => {
      await fresh(100);
      const results = await Promise.all(
        Array.from({ length: 50 }, (_, n) =>
          (n % 2 ? subject.other : ledger).setHold({ jobId: `j${n}`, workspace: w, credits: 7 }),
        ),
      );
      expect(results.filter((result) => result.held)).toHaveLength(14);
      expect(await ledger.balance(w)).toEqual({ granted: 100, settled: 0, held: 98, available: 2 });
      expect(await ledger.holds()).toHaveLength(14);
    });

    test('sums beyond 32 bits are exact', async () => {
      await fresh(9_000_000_000_000_000);
      await ledger.setHold({ jobId: 'a', workspace: w, credits: 8_999_999_999_999_999 });
      expect(await ledger.balance(w)).toMatchObject({ available: 1, held: 8_999_999_999_999_999 });
      await ledger.settle({ jobId: 'a', workspace: w, credits: 8_999_999_999_999_998 });
      expect(await ledger.balance(w)).toMatchObject({ available: 2, settled: 8_999_999_999_999_998 });
    });

    test('names of workspaces and jobs are only names', async () => {
      await fresh(0);
      const names = ['a b', 'größe:1', '{x}', '__proto__', 'constructor', '*'];
      for (const name of names) await ledger.grant({ id: `g ${name}`, workspace: name, credits: 5 });
      for (const name of names) await ledger.setHold({ jobId: name, workspace: name, credits: 2 });
      for (const name of names)
        expect(await ledger.balance(name)).toEqual({ granted: 5, settled: 0, held: 2, available: 3 });
      expect([...(await ledger.workspaces())]).toEqual([...names].sort());
      expect((await ledger.holds()).map((hold) => hold.jobId).sort()).toEqual([...names].sort());
    });

    test('progress is that of the current attempt and never goes back', async () => {
      await fresh(0);
      const report = (attempt: string, pagesDone: number, ocrPages: number, reportedAt: number): Promise<boolean> =>
        ledger.report('j', 0, { attempt, pagesDone, ocrPages, reportedAt });
      expect(await ledger.startAttempt('j', 0, 'a')).toBe(false);
      expect(await ledger.progress('j')).toEqual(new Map());
      expect(await report('a', 3, 1, 100)).toBe(true);
      expect(await report('a', 2, 0, 101)).toBe(true);
      expect(await subject.other.progress('j')).toEqual(
        new Map([[0, { attempt: 'a', pagesDone: 3, ocrPages: 1, reportedAt: 101 }]]),
      );
      expect(await ledger.startAttempt('j', 0, 'a')).toBe(false);
      expect((await ledger.progress('j')).get(0)?.pagesDone).toBe(3);
      expect(await subject.other.startAttempt('j', 0, 'b')).toBe(true);
      expect(await ledger.progress('j')).toEqual(new Map());
      expect(await report('a', 4, 1, 102)).toBe(false);
      expect(await report('b', 1, 0, 103)).toBe(true);
      expect(await ledger.report('j', 5, { attempt: 'late', pagesDone: 1, ocrPages: 0, reportedAt: 104 })).toBe(true);
      expect(await ledger.report('j', 5, { attempt: 'later', pagesDone: 1, ocrPages: 0, reportedAt: 105 })).toBe(false);
      expect(new Set((await ledger.progress('j')).keys())).toEqual(new Set([0, 5]));
      await ledger.forgetProgress('j');
      await ledger.forgetProgress('j');
      expect(await ledger.progress('j')).toEqual(new Map());
    });

    test('the progress of a job goes with its end, and none is taken after it', async () => {
      await fresh(10);
      const end = { settled: ledger.settle, released: ledger.release };
      for (const jobId of ['settled', 'released'] as const) {
        const report = { attempt: 'a', pagesDone: 1, ocrPages: 0, reportedAt: 1 };
        expect(await ledger.report(jobId, 0, report)).toBe(true);
        await end[jobId]({ jobId, workspace: w, credits: 0 });
        expect(await ledger.report(jobId, 0, report)).toBe(false);
        expect(await ledger.progress(jobId)).toEqual(new Map());
      }
    });

    test('whoever listens hears of credits that came free: a grant, a release, a part not captured, a lowered hold', async () => {
      await fresh(10);
      await ledger.setHold({ jobId: 'a', workspace: w, credits: 6 });
      const heard: string[] = [];
      const stop = subject.other.onCredit((workspace) => heard.push(workspace));
      const hearsOf = async (action: () => Promise<unknown>, workspace: string): Promise<void> => {
        // The listener of another replica may need a moment to be connected, so the first action is repeated.
        await expect
          .poll(async () => {
            await action();
            return heard.includes(workspace);
          })
          .toBe(true);
        heard.length = 0;
      };
      let n = 0;
      await hearsOf(() => ledger.grant({ id: `v${n++}`, workspace: 'v', credits: 1 }), 'v');
      await ledger.setHold({ jobId: 'a', workspace: w, credits: 5 });
      await expect.poll(() => heard).toContain(w);
      heard.length = 0;
      await ledger.settle({ jobId: 'a', workspace: w, credits: 1 });
      await expect.poll(() => heard).toContain(w);
      heard.length = 0;
      await ledger.setHold({ jobId: 'b', workspace: w, credits: 1 });
      await ledger.release({ jobId: 'b', workspace: w });
      await expect.poll(() => heard).toContain(w);
      stop();
    });

    test('a nudge reaches every process that listens, with its reason', async () => {
      await fresh(0);
      const heard: [string, string | undefined][] = [];
      const stop = subject.other.onNudge((jobId, why) => heard.push([jobId, why]));
      await expect
        .poll(() => {
          ledger.nudge('job-1');
          return heard;
        })
        .toContainEqual(['job-1', undefined]);
      ledger.nudge('job-2', 'progress');
      await expect.poll(() => heard).toContainEqual(['job-2', 'progress']);
      stop();
    });

    test('what was taken of shared limits reaches every process that listens', async () => {
      const heard: Use[] = [];
      const stop = subject.other.onUse((use) => heard.push(use));
      const use = { process: 'a', milliseconds: { 'key k': 2.5, 'workspace w': 1 } };
      await expect
        .poll(() => {
          ledger.publishUse(use);
          return heard;
        })
        .toContainEqual(use);
      stop();
    });

    test('any history keeps granted = available + held + settled, none below zero, and is the model’s', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(operation, { maxLength: 40 }), async (operations) => {
          await subject.lose();
          await ledger.rebuild(async () => NOTHING);
          const model = emptyModel();
          for (const op of operations) {
            const { answered, expected } = await applyOperation(ledger, model, op);
            expect(answered).toEqual(expected);
            for (const workspace of await ledger.workspaces()) {
              const { granted, available, held, settled } = (await ledger.balance(workspace))!;
              expect(granted).toBe(available + held + settled);
              expect(Math.min(available, held, settled)).toBeGreaterThanOrEqual(0);
            }
          }
          await sameAsModel(ledger, model);
        }),
        { numRuns: runs },
      );
    });

    test('any history done twice over, each step repeated at once, is the history done once', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(operation, { maxLength: 30 }), async (operations) => {
          await subject.lose();
          await ledger.rebuild(async () => NOTHING);
          const model = emptyModel();
          for (const op of operations) {
            await applyOperation(ledger, model, op);
            await applyOperation(subject.other, emptyModel(), op);
          }
          await sameAsModel(ledger, model);
        }),
        { numRuns: runs },
      );
    });

    test('after a loss at any point, a rebuild from what lasts gives the same state', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(operation, { maxLength: 30 }),
          fc.array(operation, { maxLength: 10 }),
          async (before, after) => {
            await subject.lose();
            await ledger.rebuild(async () => NOTHING);
            const model = emptyModel();
            for (const op of before) await applyOperation(ledger, model, op);
            await subject.lose();
            await subject.other.rebuild(async () => factsOf(model));
            await sameAsModel(ledger, model);
            for (const op of after) {
              const { answered, expected } = await applyOperation(ledger, model, op);
              expect(answered).toEqual(expected);
            }
            await sameAsModel(ledger, model);
          },
        ),
        { numRuns: runs },
      );
    });
  });
}
