import { createKubeClient, type KubeClient } from '../../../src/runtime/kubernetes/api/client.ts';
import { hasStatus } from '../../../src/runtime/kubernetes/api/transport.ts';
import { kubeconfigAccess } from '../../../src/runtime/kubernetes/api/kubeconfig.ts';

export interface TestNamespace {
  readonly client: KubeClient;
  readonly namespace: string;
  close(): Promise<void>;
}

/** A namespace of the API server that KUBECONFIG names, where all our resources are served. */
export async function openNamespace(name: string): Promise<TestNamespace> {
  const client = createKubeClient({ access: await kubeconfigAccess() });
  const namespace = `${name}-${process.pid}`;
  const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } };
  await client.call({ method: 'POST', path: '/api/v1/namespaces', body });
  for (const plural of PLURALS)
    await waitUntilServed(client, `/apis/scriptorium.dev/v1alpha1/namespaces/${namespace}/${plural}`);
  return {
    client,
    namespace,
    close: async () => {
      await client.call({ method: 'DELETE', path: `/api/v1/namespaces/${namespace}` });
      await client.close();
    },
  };
}

const PLURALS = ['conversionjobs', 'conversionbatches', 'workspaces', 'converterclasses'];

/** A new CRD is served a moment after it is established. */
async function waitUntilServed(client: KubeClient, path: string): Promise<void> {
  for (;;) {
    try {
      await client.call({ method: 'GET', path });
      return;
    } catch (error) {
      if (!hasStatus(error, 404, 429, 500, 503)) throw error;
    }
  }
}

/** The uid of a ConversionJob that owns what a test makes: what has no owner is collected as garbage. */
export async function ownerOf({ client, namespace }: TestNamespace, name: string): Promise<string> {
  const body = {
    apiVersion: 'scriptorium.dev/v1alpha1',
    kind: 'ConversionJob',
    metadata: { name },
    spec: { workspace: 'acme', source: { type: 'external', fileUrl: 'https://example.org/' } },
  };
  const path = `/apis/scriptorium.dev/v1alpha1/namespaces/${namespace}/conversionjobs`;
  return (await client.call<{ metadata: { uid: string } }>({ method: 'POST', path, body })).metadata.uid;
}
