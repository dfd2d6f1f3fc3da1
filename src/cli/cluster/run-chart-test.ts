import { lookup } from 'node:dns/promises';
import { keys } from '../../records/keys.ts';
import { redisLedger } from '../../ledger/redis.ts';
import { s3Objects } from '../../objects/s3.ts';
import { Refused } from '../rest/client.ts';
import { convertOnce, withTestKey, WORKSPACE } from './chart-test.ts';
import { need } from './need.ts';
import { readRedis, readS3 } from './settings.ts';
import { inStep } from './test-steps.ts';
import { bucketOf } from '../stores/reach-bucket.ts';

/**
 * The program of the chart's test pod: with the key that it was given, or with one of its own making. Says what is
 * wrong and sets the exit code.
 */
export async function runChartTest(env: Readonly<Record<string, string | undefined>>): Promise<void> {
  const server = need(env, 'SCRIPTORIUM_URL');
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  const given = env['SCRIPTORIUM_KEY'];
  try {
    await reachApi(server);
    if (given) return await convertOnce(server, given, print);
    const objects = s3Objects(bucketOf(readS3(env)));
    const ledger = redisLedger(readRedis(env));
    try {
      await inStep(STORE, () => objects.head(keys.owner));
      await inStep(REDIS, () => ledger.balance(WORKSPACE));
      await withTestKey(
        objects,
        ledger,
        () => new Date(),
        (key) => convertOnce(server, key, print),
      );
    } finally {
      objects.close();
      await ledger.close();
    }
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

const STORE = { name: 'object store', seconds: 30, advice: 'Check s3 and networkPolicy.s3.' };
const REDIS = { name: 'Redis', seconds: 30, advice: 'Check redis and networkPolicy.redis.' };

async function reachApi(server: string): Promise<void> {
  const advice = 'Check the cluster DNS and networkPolicy.dns.';
  await inStep({ name: 'name resolution', seconds: 30, advice }, () => lookup(new URL(server).hostname));
  await inStep({ name: 'API', seconds: 30, advice: 'Check the pods of the API.' }, async () => {
    const { status } = await fetch(new URL('/readyz', server)).catch((error: unknown) => {
      throw new Error(`no connection to ${server} (${String((error as { cause?: { code?: string } }).cause?.code)}).`);
    });
    if (status !== 200) throw new Error(`${server}/readyz answered ${status}.`);
  });
}
