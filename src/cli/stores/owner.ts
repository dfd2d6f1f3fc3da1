import { DEFAULT_PREFIX, redisKeys, type LedgerTaken, type RedisSettings } from '../../ledger/redis.ts';
import type { Objects } from '../../objects/objects.ts';
import { readOwner } from '../../records/installation.ts';
import { keys } from '../../records/keys.ts';
import type { Owner } from '../../records/types.ts';
import type { Logger } from '../../telemetry/log.ts';
import { WrongSetting } from '../settings.ts';
import { addressOf, type BucketSettings } from './bucket-settings.ts';
import type { SettingNames } from './setting-names.ts';

/** Bucket, Redis, namespace or data folder belong to another installation: this one must not touch them. */
export class OtherInstallation extends WrongSetting {}

export function otherOwner(s3: BucketSettings, owner: Owner, names: SettingNames): OtherInstallation {
  const { namespace, namespaceUid: uid, dataFolder, since } = owner;
  const whose = dataFolder
    ? `the service with the data folder ${dataFolder}`
    : `the installation in namespace ${namespace} (uid ${uid})`;
  return new OtherInstallation(
    `${addressOf(s3)} belongs to ${whose} since ${since}. ` +
      `Two services on the same data would cancel each other's jobs: set another ${names.bucket} or ${names.bucketPrefix}. ` +
      `If that ${dataFolder ? 'service' : 'installation'} is gone, or has stopped for good, delete the object ${s3.prefix}${keys.owner}; docs/operations.md says how.`,
  );
}

/** Why the ledger cannot be used, where it is another's. */
export function otherLedger(
  { installation }: LedgerTaken,
  redis: RedisSettings,
  id: string,
  names: SettingNames,
): OtherInstallation {
  const { host, pathname } = new URL(redis.url);
  const { installation: key } = redisKeys(redis.prefix ?? DEFAULT_PREFIX);
  return new OtherInstallation(
    `The Redis at ${host}${pathname} has the ledger of installation ${installation} below ${redis.prefix}, and the documents are those of ${id}. ` +
      `Set another ${names.redisPrefix} or another database. If that installation is gone, delete the key ${key}.`,
  );
}

const FENCE_MS = 30_000;

export interface OwnerWatch {
  readonly objects: Objects;
  /** The `namespaceUid` of the owner that this process serves. */
  readonly uid: string;
  /** Called once the data has another owner: it was taken over while this process ran. */
  readonly lost: (owner: Owner) => void;
  readonly log: Logger;
}

/** Checks now and then whose the data is. Returns a function that stops it. */
export function watchOwner({ objects, uid, lost, log }: OwnerWatch): () => void {
  const look = async (): Promise<void> => {
    try {
      const owner = await readOwner(objects);
      if (owner && owner.namespaceUid !== uid) lost(owner);
    } catch (error) {
      log.warn({ err: error }, 'failed to check the owner of the bucket');
    }
  };
  const timer = setInterval(() => void look(), FENCE_MS);
  return () => clearInterval(timer);
}
