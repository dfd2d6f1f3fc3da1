import { redisLedger } from '../../ledger/redis.ts';
import { s3Objects } from '../../objects/s3.ts';
import { Refused } from '../rest/client.ts';
import { convertOnce, withTestKey } from './chart-test.ts';
import { need } from './need.ts';
import { readRedis, readS3 } from './settings.ts';
import { bucketOf } from '../stores/reach-bucket.ts';

/**
 * The program of the chart's test pod: with the key that it was given, or with one of its own making. Says what is
 * wrong and sets the exit code.
 */
export async function runChartTest(env: Readonly<Record<string, string | undefined>>): Promise<void> {
  const server = need(env, 'SCRIPTORIUM_URL');
  const tell = (line: string): void => void process.stdout.write(`${line}\n`);
  const given = env['SCRIPTORIUM_KEY'];
  try {
    if (given) return await convertOnce(server, given, tell);
    const objects = s3Objects(bucketOf(readS3(env)));
    const ledger = redisLedger(readRedis(env));
    try {
      await withTestKey(
        objects,
        ledger,
        () => new Date(),
        (key) => convertOnce(server, key, tell),
      );
    } finally {
      await ledger.close();
      objects.close();
    }
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
