import { Redis } from 'ioredis';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { LedgerFacts } from '../../src/ledger/ledger.ts';
import { redisKeys, redisLedger } from '../../src/ledger/redis.ts';
import { isTransient } from '../../src/failures/transient.ts';
import { ledgerContract } from '../contract/ledger.contract.ts';

const url = process.env['REDIS_URL'];
const NOTHING: LedgerFacts = { grants: [], receipts: [], holds: [] };
const TEN: LedgerFacts = { ...NOTHING, grants: [{ id: 'g', workspace: 'w', credits: 10 }] };

if (url === undefined) {
  test.skip('Ledger contract on a real Redis: skipped, since REDIS_URL is not set', () => undefined);
} else {
  const prefix = `test-${randomBytes(4).toString('hex')}:`;
  const admin = new Redis(url);
  const drop = async (): Promise<void> => {
    const keys = await admin.keys(`${prefix}*`);
    if (keys.length > 0) await admin.del(...keys);
  };
  const open = (): ReturnType<typeof redisLedger> => redisLedger({ url, prefix });

  ledgerContract(
    `the Redis server at ${new URL(url).host}`,
    async () => {
      const [ledger, other] = [open(), open()];
      return {
        ledger,
        other,
        lose: drop,
        close: async () => {
          await ledger.close();
          await other.close();
          await drop();
        },
      };
    },
    60,
  );

  describe(`the Redis server at ${new URL(url).host}`, () => {
    const ledger = open();
    const keys = redisKeys(prefix);
    beforeEach(drop);
    afterAll(async () => {
      await drop();
      await ledger.close();
      admin.disconnect();
    });

    test('belongs to the installation that came first, and is closed to any other', async () => {
      const mine = redisLedger({ url, prefix, installation: 'a' });
      const other = redisLedger({ url, prefix, installation: 'b' });
      await mine.rebuild(async () => TEN);
      for (const use of [
        () => other.needsRebuild(),
        () => other.setHold({ jobId: 'j', workspace: 'w', credits: 3 }),
        () => other.rebuild(async () => NOTHING),
      ])
        await expect(use()).rejects.toMatchObject({ code: 'ledger_taken', installation: 'a' });
      expect(await mine.balance('w')).toMatchObject({ available: 10, held: 0 });
      await mine.close();
      await other.close();
    });

    test('a server that was flushed belongs to whoever rebuilds first', async () => {
      const mine = redisLedger({ url, prefix, installation: 'a' });
      const other = redisLedger({ url, prefix, installation: 'b' });
      await mine.rebuild(async () => TEN);
      await drop();
      await other.rebuild(async () => TEN);
      await expect(mine.rebuild(async () => TEN)).rejects.toMatchObject({ code: 'ledger_taken', installation: 'b' });
      await mine.close();
      await other.close();
    });

    test('a server that forgot its scripts is told them again', async () => {
      await ledger.rebuild(async () => TEN);
      await admin.script('FLUSH');
      expect(await ledger.balance('w')).toMatchObject({ available: 10 });
      await admin.script('FLUSH');
      expect(await ledger.setHold({ jobId: 'j', workspace: 'w', credits: 3 })).toEqual({ held: true, credits: 3 });
    });

    test('connections that are cut come back, and what was asked meanwhile is answered', async () => {
      await ledger.rebuild(async () => TEN);
      const asked = Array.from({ length: 20 }, (_, n) =>
        ledger.setHold({ jobId: `j${n}`, workspace: 'w', credits: 1 }),
      );
      await admin.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
      const results = await Promise.all(asked);
      expect(results.filter((result) => result.held)).toHaveLength(10);
      expect(await ledger.balance('w')).toMatchObject({ held: 10, available: 0 });
    });

    test('the balances of an earlier run of the server are not believed, since it may have come back with less than it answered', async () => {
      await ledger.rebuild(async () => TEN);
      await admin.set(keys.epoch, 'another-run-of-the-server');
      expect(await ledger.needsRebuild()).toBe(true);
      await expect(ledger.setHold({ jobId: 'j', workspace: 'w', credits: 1 })).rejects.toMatchObject({
        code: 'not_ready',
      });
      await ledger.rebuild(async () => TEN);
      expect(await ledger.needsRebuild()).toBe(false);
    });

    test('a flush in the middle of a rebuild undoes it: nothing half-made is ever ready', async () => {
      const rebuilding = ledger.rebuild(async () => {
        await drop();
        return TEN;
      });
      await expect(rebuilding).rejects.toMatchObject({ code: 'not_ready' });
      expect(await ledger.needsRebuild()).toBe(true);
      await ledger.rebuild(async () => TEN);
      expect(await ledger.balance('w')).toMatchObject({ available: 10 });
    });

    test('a rebuilder that was too slow puts nothing in place when another has taken its lock', async () => {
      const slow = ledger.rebuild(async () => {
        await admin.del(keys.lock);
        await ledger.rebuild(async () => TEN);
        await ledger.setHold({ jobId: 'j', workspace: 'w', credits: 4 });
        return NOTHING;
      });
      await expect(slow).rejects.toMatchObject({ code: 'not_ready' });
      expect(await ledger.balance('w')).toEqual({ granted: 10, settled: 0, held: 4, available: 6 });
    });

    test('a rebuilder’s lock that came back with an old snapshot stops nobody', async () => {
      await admin.set(keys.lock, 'somebody:an-earlier-run', 'PX', 60_000);
      expect(await ledger.rebuild(async () => TEN)).toBe(true);
    });

    test('thousands of facts are written, and only keys that belong to the ledger remain', async () => {
      const many = Array.from({ length: 3000 }, (_, n) => n);
      await ledger.rebuild(async () => ({
        grants: many.map((n) => ({ id: `g${n}`, workspace: `w${n % 7}`, credits: 10 })),
        receipts: many.map((n) => ({ jobId: `done${n}`, workspace: `w${n % 7}`, credits: 2 })),
        holds: many.slice(0, 700).map((n) => ({ jobId: `runs${n}`, workspace: `w${n % 7}`, credits: 3 })),
      }));
      expect(await ledger.balance('w0')).toEqual({ granted: 4290, settled: 858, held: 300, available: 3132 });
      expect(await ledger.holds()).toHaveLength(700);
      const left = (await admin.keys(`${prefix}*`)).filter((key) => !key.startsWith(`${prefix}ended:`)).sort();
      expect(left).toEqual([keys.accounts, keys.epoch, keys.grants, keys.holds].sort());
      expect(await admin.ttl(keys.accounts)).toBe(-1);
      expect(await admin.ttl(keys.ended('done1'))).toBeGreaterThan(24 * 60 * 60);
    });

    test('two services on one server do not see each other', async () => {
      await ledger.rebuild(async () => TEN);
      const second = redisLedger({ url, prefix: `${prefix}second:` });
      await second.rebuild(async () => NOTHING);
      expect(await second.workspaces()).toEqual([]);
      await second.close();
    });

    test('a server that cannot be reached is a transient error', async () => {
      const away = redisLedger({ url: 'redis://127.0.0.1:9' });
      const error: unknown = await away.balance('w').then(
        () => 'no error',
        (failed: unknown) => failed,
      );
      expect(error).toMatchObject({ code: 'ledger_unavailable' });
      expect(isTransient(error)).toBe(true);
      await away.close();
    });
  });
}
