import type { KubeClient } from '../../runtime/kubernetes/api/client.ts';
import { claimNamespace, INSTALLATION_CONFIG_MAP, namespaceUid } from '../../runtime/kubernetes/installation.ts';
import type { Objects } from '../../objects/objects.ts';
import { claimData, installationId } from '../../records/installation.ts';
import { addressOf, type BucketSettings } from '../stores/bucket-settings.ts';
import { OtherInstallation, otherOwner } from '../stores/owner.ts';
import { CHART_VALUES } from '../stores/setting-names.ts';
import type { ClusterEnvironment } from './settings.ts';

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
  if (owner.namespaceUid !== uid) throw otherOwner(s3, owner, CHART_VALUES);
  const id = await installationId(objects, now);
  const there = await claimNamespace(client, namespace, id);
  if (there !== id) throw otherNamespace(namespace, s3, there, id);
  return { id, namespaceUid: uid };
}

function otherNamespace(namespace: string, s3: BucketSettings, there: string, id: string): OtherInstallation {
  return new OtherInstallation(
    `The ConversionJobs of namespace ${namespace} belong to installation ${there}. ${addressOf(s3)} is that of ${id}: ` +
      `install this release in a namespace of its own, or give it the stores of the other. ` +
      `If that installation is gone: kubectl -n ${namespace} delete configmap ${INSTALLATION_CONFIG_MAP}.`,
  );
}
