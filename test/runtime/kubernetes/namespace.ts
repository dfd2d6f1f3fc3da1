import { createKubeClient, type KubeClient } from '../../../src/runtime/kubernetes/api/client.ts';
import { hasStatus } from '../../../src/runtime/kubernetes/api/transport.ts';
import { kubeconfigAccess } from '../../../src/runtime/kubernetes/api/kubeconfig.ts';

const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

export interface TestNamespace {
  readonly client: KubeClient;
  readonly namespace: string;
  close(): Promise<void>;
}

/** A namespace of the API server that KUBECONFIG names, with these CRDs. */
export async function openNamespace(name: string, crds: readonly object[]): Promise<TestNamespace> {
  const client = createKubeClient({ access: await kubeconfigAccess() });
  const namespace = `${name}-${process.pid}`;
  // One that a release installed is left as it is; one of ours goes again, or a release could not adopt it.
  const ours: string[] = [];
  for (const crd of crds) {
    try {
      ours.push(
        (await client.call<{ metadata: { name: string } }>({ method: 'POST', path: CRDS, body: crd })).metadata.name,
      );
    } catch (error) {
      if (!hasStatus(error, 409)) throw error;
    }
  }
  const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } };
  await client.call({ method: 'POST', path: '/api/v1/namespaces', body });
  for (const crd of crds) await served(client, namespace, crd as Crd);
  return {
    client,
    namespace,
    close: async () => {
      await client.call({ method: 'DELETE', path: `/api/v1/namespaces/${namespace}` });
      for (const crd of ours) await client.call({ method: 'DELETE', path: `${CRDS}/${crd}` });
      await client.close();
    },
  };
}

interface Crd {
  readonly spec: { readonly names: { readonly plural: string } };
}

/** A new CRD is served a moment after it was accepted. */
async function served(client: KubeClient, namespace: string, { spec }: Crd): Promise<void> {
  const path = `/apis/scriptorium.dev/v1alpha1/namespaces/${namespace}/${spec.names.plural}`;
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
