import { describe } from 'vitest';
import { createKubeClient } from '../../src/runtime/kubernetes/api/client.ts';
import { hasStatus } from '../../src/runtime/kubernetes/api/transport.ts';
import { kubeconfigAccess } from '../../src/runtime/kubernetes/api/kubeconfig.ts';
import { converterTokens } from '../../src/runtime/kubernetes/launches/converter-tokens.ts';
import { launchOf } from '../../src/runtime/kubernetes/launches/manifest.ts';
import { kubernetesLauncher } from '../../src/runtime/kubernetes/launches/launcher.ts';
import { launcherContract, type LauncherUnderTest } from '../contract/launcher.contract.ts';
import { startProtocolServer } from '../worker/protocol-server.ts';
import { HOST, IMAGE, kubectl } from './cluster.ts';
import { isHere } from './host.ts';

const NAMESPACE = `scriptorium-launcher-${process.pid}`;

/** The `Launcher` port with pods, in a namespace where no controller watches. */
async function openLauncher(): Promise<LauncherUnderTest> {
  const client = createKubeClient({ access: await kubeconfigAccess() });
  const server = await startProtocolServer(HOST);
  await kubectl('create', 'namespace', NAMESPACE);
  await kubectl('create', 'serviceaccount', 'converter', '--namespace', NAMESPACE);
  const claimOf = converterTokens({ client, namespace: NAMESPACE, serviceAccount: 'converter' });
  server.identify = async (token) => {
    const claim = await claimOf(token);
    if (!claim) return undefined;
    const { items } = await client.core.listNamespacedPod({ namespace: NAMESPACE });
    const pod = items.find(({ metadata }) => metadata?.uid === claim.instance);
    const launch = pod?.metadata && launchOf(pod.metadata);
    return launch && `${launch.jobId}-${launch.kind}`;
  };
  const launcher = await kubernetesLauncher({
    client,
    namespace: NAMESPACE,
    pods: {
      image: IMAGE,
      imagePullPolicy: 'IfNotPresent',
      internalUrl: server.base,
      serviceAccount: 'converter',
      parallelism: 4,
    },
  });
  const owners = new Map<string, Promise<string>>();
  const collection = `/apis/scriptorium.dev/v1alpha1/namespaces/${NAMESPACE}/conversionjobs`;
  const make = async (jobId: string): Promise<string> => {
    const body = {
      apiVersion: 'scriptorium.dev/v1alpha1',
      kind: 'ConversionJob',
      metadata: { name: jobId },
      spec: { workspace: 'contract', source: { type: 'external', fileUrl: 'https://example.org/' } },
    };
    return (await client.call<{ metadata: { uid: string } }>({ method: 'POST', path: collection, body })).metadata.uid;
  };
  return {
    launcher,
    server,
    own: (jobId) => {
      const owner = owners.get(jobId) ?? make(jobId);
      owners.set(jobId, owner);
      return owner;
    },
    close: async () => {
      await launcher.close();
      await server.close();
      await client.call({ method: 'DELETE', path: `/api/v1/namespaces/${NAMESPACE}` }).catch((error: unknown) => {
        if (!hasStatus(error, 404)) throw error;
      });
      await client.close();
    },
  };
}

// Pods have to reach this machine. The prober and the fetcher of a release may not, by their network policies:
// `test/cli/cluster/task-server.test.ts` holds them to the contract of tasks.
describe.skipIf(!isHere)('in a cluster on this machine', () => launcherContract('pods', openLauncher));
