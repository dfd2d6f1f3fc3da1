import type { KubeClient } from '../../cluster/kubernetes/client.ts';
import { claimNamespace, INSTALLATION_CONFIG_MAP, namespaceUid } from '../../cluster/kubernetes/installation.ts';
import { DEFAULT_PREFIX, redisKeys, type LedgerTaken, type RedisSettings } from '../../ledger/redis.ts';
import type { Objects } from '../../objects/objects.ts';
import { claimData, installationId, readOwner } from '../../records/installation.ts';
import { keys } from '../../records/keys.ts';
import type { Owner } from '../../records/types.ts';
import type { Logger } from '../../telemetry/log.ts';
import { WrongSetting } from '../settings.ts';
import type { ClusterEnvironment } from './settings.ts';

/** Bucket, Redis or namespace belong to another installation: this one must not touch them. */
export class OtherInstallation extends WrongSetting {}

export interface Installation {
  readonly id: string;
  readonly namespaceUid: string;
}

interface Claimed {
  readonly client: KubeClient;
  readonly objects: Objects;
  readonly environment: Pick<ClusterEnvironment, 'namespace' | 's3'>;
}

/**
 * Takes bucket and namespace for this installation, before anything else is read or written there. Two services on one
 * bucket would close each other's jobs as orphans, two in one namespace run each other's jobs. Throws
 * `OtherInstallation`.
 */
export async function claimInstallation({ client, objects, environment }: Claimed): Promise<Installation> {
  const { namespace, s3 } = environment;
  const now = new Date();
  const uid = await namespaceUid(client, namespace);
  const owner = await claimData(objects, { namespace, namespaceUid: uid, since: now.toISOString() });
  if (owner.namespaceUid !== uid) throw otherOwner(s3, owner);
  const id = await installationId(objects, now);
  const there = await claimNamespace(client, namespace, id);
  if (there !== id) throw otherNamespace(namespace, s3, there, id);
  return { id, namespaceUid: uid };
}

/** Why the ledger cannot be used, where it is another's. */
export function otherLedger({ installation }: LedgerTaken, redis: RedisSettings, id: string): OtherInstallation {
  const { host, pathname } = new URL(redis.url);
  const { installation: key } = redisKeys(redis.prefix ?? DEFAULT_PREFIX);
  return new OtherInstallation(
    `The Redis at ${host}${pathname} has the ledger of installation ${installation} below ${redis.prefix}, and the bucket is that of ${id}. ` +
      `Set another redis.prefix or another database. If that installation is gone, delete the key ${key}.`,
  );
}

const FENCE_MS = 30_000;

export interface OwnerWatch {
  readonly objects: Objects;
  readonly installation: Installation;
  readonly s3: ClusterEnvironment['s3'];
  /** Called once the data has another owner: it was taken over while this process ran. */
  readonly lost: (why: OtherInstallation) => void;
  readonly log: Logger;
}

/** Checks now and then whose the data is. Returns a function that stops it. */
export function watchOwner({ objects, installation, s3, lost, log }: OwnerWatch): () => void {
  const { namespaceUid: uid } = installation;
  const look = async (): Promise<void> => {
    try {
      const owner = await readOwner(objects);
      if (owner && owner.namespaceUid !== uid) lost(otherOwner(s3, owner));
    } catch (error) {
      log.warn({ err: error }, 'failed to check the owner of the bucket');
    }
  };
  const timer = setInterval(() => void look(), FENCE_MS);
  return () => clearInterval(timer);
}

const addressOf = ({ bucket, prefix }: ClusterEnvironment['s3']): string =>
  prefix === '' ? `The bucket ${bucket}` : `The folder ${prefix} of the bucket ${bucket}`;

function otherOwner(s3: ClusterEnvironment['s3'], { namespace, namespaceUid: uid, since }: Owner): OtherInstallation {
  return new OtherInstallation(
    `${addressOf(s3)} belongs to the installation in namespace ${namespace} (uid ${uid}) since ${since}. ` +
      `Two services on the same data would cancel each other's jobs: set another s3.bucket or s3.prefix. ` +
      `If that installation is gone, or has stopped for good, delete the object ${s3.prefix}${keys.owner}; docs/operations.md says how.`,
  );
}

function otherNamespace(namespace: string, s3: ClusterEnvironment['s3'], there: string, id: string): OtherInstallation {
  return new OtherInstallation(
    `The ConversionJobs of namespace ${namespace} belong to installation ${there}. ${addressOf(s3)} is that of ${id}: ` +
      `install this release in a namespace of its own, or give it the stores of the other. ` +
      `If that installation is gone: kubectl -n ${namespace} delete configmap ${INSTALLATION_CONFIG_MAP}.`,
  );
}
