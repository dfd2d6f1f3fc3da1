import { describe, expect, test } from 'vitest';
import { redisLedger } from '../../src/ledger/redis.ts';
import { hasRedisServer, startRedis } from './redis-server.ts';

describe.skipIf(!hasRedisServer)('a process that starts while Redis is away (needs redis-server)', () => {
  test('hears what the others say once Redis is there', async () => {
    const server = await startRedis();
    const late = redisLedger({ url: server.url });
    const other = redisLedger({ url: server.url });
    const heard: string[] = [];
    try {
      await server.away(async () => {
        late.onNudge((jobId) => heard.push(jobId));
        // By then, its connection has been tried and given up several times.
        await expect(late.balance('w')).rejects.toMatchObject({ transient: true });
        await expect(late.balance('w')).rejects.toMatchObject({ transient: true });
      });
      await expect
        .poll(
          () => {
            other.nudge('job-1');
            return heard;
          },
          { timeout: 20_000 },
        )
        .toContain('job-1');
    } finally {
      await late.close();
      await other.close();
      await server.close();
    }
  }, 60_000);
});
