import { alreadyExists, hasStatus, type KubeClient } from './client.ts';

/** Says which installation a namespace's ConversionJobs belong to. */
export const INSTALLATION_CONFIG_MAP = 'scriptorium-installation';

const configMaps = (namespace: string): string => `/api/v1/namespaces/${encodeURIComponent(namespace)}/configmaps`;

export async function namespaceUid(client: KubeClient, namespace: string): Promise<string> {
  const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}`;
  return (await client.call<{ metadata: { uid: string } }>({ method: 'GET', path })).metadata.uid;
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
    await client.call({ method: 'POST', path: configMaps(namespace), body });
    return installation;
  } catch (error) {
    if (!alreadyExists(error)) throw error;
  }
  const path = `${configMaps(namespace)}/${INSTALLATION_CONFIG_MAP}`;
  const { data } = await client.call<{ data?: { installation?: string } }>({ method: 'GET', path });
  return data?.installation ?? installation;
}

export async function releaseNamespace(client: KubeClient, namespace: string): Promise<void> {
  try {
    await client.call({ method: 'DELETE', path: `${configMaps(namespace)}/${INSTALLATION_CONFIG_MAP}` });
  } catch (error) {
    if (!hasStatus(error, 404)) throw error;
  }
}
