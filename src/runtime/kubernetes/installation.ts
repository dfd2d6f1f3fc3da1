import type { KubeClient } from './api/client.ts';
import { alreadyExists, hasStatus } from './api/transport.ts';

/** Says which installation a namespace's ConversionJobs belong to. */
export const INSTALLATION_CONFIG_MAP = 'scriptorium-installation';

export async function namespaceUid(client: KubeClient, namespace: string): Promise<string> {
  const { metadata } = await client.core.readNamespace({ name: namespace });
  return metadata?.uid ?? '';
}

/** Takes the namespace for an installation, unless it has one. Answers which it has then. */
export async function claimNamespace(client: KubeClient, namespace: string, installation: string): Promise<string> {
  const body = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: INSTALLATION_CONFIG_MAP, labels: { 'app.kubernetes.io/name': 'scriptorium' } },
    data: { installation },
  };
  try {
    await client.core.createNamespacedConfigMap({ namespace, body });
    return installation;
  } catch (error) {
    if (!alreadyExists(error)) throw error;
  }
  const { data } = await client.core.readNamespacedConfigMap({ namespace, name: INSTALLATION_CONFIG_MAP });
  return data?.['installation'] ?? installation;
}

export async function releaseNamespace(client: KubeClient, namespace: string): Promise<void> {
  try {
    await client.core.deleteNamespacedConfigMap({ namespace, name: INSTALLATION_CONFIG_MAP });
  } catch (error) {
    if (!hasStatus(error, 404)) throw error;
  }
}
