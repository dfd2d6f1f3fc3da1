import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { s3Buckets } from '../../objects/buckets.ts';
import { relayedObjects } from '../../objects/relayed.ts';
import { s3Objects } from '../../objects/s3.ts';
import { claimData } from '../../records/installation.ts';
import { keptText } from './kept-text.ts';
import type { BucketSettings } from './bucket-settings.ts';
import type { EmbeddedStoresOptions, OpenObjects } from './embedded-options.ts';
import { otherOwner, watchOwner } from './owner.ts';
import { bucketOf, untilReached } from './reach-bucket.ts';
import { VARIABLES } from './setting-names.ts';

/** A bucket for a service on a single machine, which is its owner as long as it has its data folder. */
export async function openBucket(
  { dataDir, urls, log, metrics }: EmbeddedStoresOptions,
  s3: BucketSettings,
): Promise<OpenObjects> {
  const bucket = s3Objects({
    ...bucketOf(s3),
    onRequest: (operation, result, seconds) => metrics.storeSeconds.observe({ operation, result }, seconds),
  });
  const uid = await keptText(join(dataDir, 'folder-id'), randomUUID());
  const dataFolder = `${hostname()}:${dataDir}`;
  const us = { namespace: '', namespaceUid: uid, dataFolder, since: new Date().toISOString() };
  const reach = { s3, objects: bucket, identity: uid, names: VARIABLES, log };
  const owner = await untilReached(reach, () => claimData(bucket, us));
  if (owner.namespaceUid !== uid) throw otherOwner(s3, owner, VARIABLES);
  const stopWatching = watchOwner({
    objects: bucket,
    uid,
    lost: (other) => {
      log.error(otherOwner(s3, other, VARIABLES).message);
      process.exit(1);
    },
    log,
  });
  const buckets = s3Buckets(bucketOf(s3));
  return {
    buckets,
    objects: relayedObjects(bucket, { ...urls, direct: s3.publicEndpoint !== undefined }),
    close: () => {
      stopWatching();
      buckets.close();
      bucket.close();
    },
  };
}
