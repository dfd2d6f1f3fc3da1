import { conversionBatchCrd, conversionJobCrd, converterClassCrd, workspaceCrd } from '../src/resource/crd.ts';
import { createKubeClient, type KubeClient } from '../src/runtime/kubernetes/api/client.ts';
import { kubeconfigAccess } from '../src/runtime/kubernetes/api/kubeconfig.ts';
import { hasStatus } from '../src/runtime/kubernetes/api/transport.ts';

const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

interface Crd {
  readonly metadata: { readonly name: string };
  readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] };
}

/**
 * Gives the API server that KUBECONFIG names, if any, our CRDs for as long as the tests run, several files at a time.
 * One that a release installed is left as it is; one of ours goes again, or a release could not adopt it.
 */
export async function setup(): Promise<() => Promise<void>> {
  if (process.env['KUBECONFIG'] === undefined) return async () => undefined;
  const client = createKubeClient({ access: await kubeconfigAccess() });
  const ours: string[] = [];
  for (const crd of [conversionJobCrd(), conversionBatchCrd(), workspaceCrd(), converterClassCrd()]) {
    const { name } = (crd as Crd).metadata;
    const there = await find(client, name);
    if (there) continue;
    await client.call({ method: 'POST', path: CRDS, body: crd });
    ours.push(name);
    while (!isEstablished(await find(client, name)));
  }
  return async () => {
    for (const name of ours) await client.call({ method: 'DELETE', path: `${CRDS}/${name}` });
    for (const name of ours) while (await find(client, name));
    await client.close();
  };
}

async function find(client: KubeClient, name: string): Promise<Crd | undefined> {
  try {
    return await client.call<Crd>({ method: 'GET', path: `${CRDS}/${name}` });
  } catch (error) {
    if (hasStatus(error, 404)) return undefined;
    throw error;
  }
}

function isEstablished(crd: Crd | undefined): boolean {
  return crd?.status?.conditions?.some(({ type, status }) => type === 'Established' && status === 'True') ?? false;
}
