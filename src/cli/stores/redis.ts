import { LEDGER_CALLS } from '../../ledger/ledger.ts';
import { redisLedger } from '../../ledger/redis.ts';
import type { Objects } from '../../objects/objects.ts';
import { timed } from '../../telemetry/timed.ts';
import type { EmbeddedStoresOptions, OpenLedger } from './embedded-options.ts';
import { keepLedger } from './keep-ledger.ts';
import { otherLedger } from './owner.ts';
import { VARIABLES } from './setting-names.ts';

/** Redis for a service on a single machine. Answers once the ledger can be used. */
export async function openRedis(
  { values, log, metrics }: EmbeddedStoresOptions,
  objects: Objects,
  installation: string,
): Promise<OpenLedger> {
  const redis = { url: values.redisUrl, prefix: values.redisPrefix, installation };
  const ledger = timed(redisLedger(redis), LEDGER_CALLS, metrics.ledgerSeconds);
  const kept = keepLedger({
    ledger,
    objects,
    log,
    names: VARIABLES,
    taken: (error) => {
      log.error(otherLedger(error, redis, installation, VARIABLES).message);
      process.exit(1);
    },
  });
  await kept.ready;
  return {
    ledger,
    close: async () => {
      kept.stop();
      await ledger.close();
    },
  };
}
