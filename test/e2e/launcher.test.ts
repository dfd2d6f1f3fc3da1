import { describe } from 'vitest';
import { createKubeClient, hasStatus } from '../../src/cluster/kubernetes/client.ts';
import { kubernetesLauncher } from '../../src/cluster/kubernetes/launcher.ts';
import { kubeconfigAccess } from '../cluster/kubernetes/kubeconfig.ts';
import { launcherContract, type LauncherUnderTest } from '../contract/launcher.contract.ts';
import { startProtocolServer } from '../worker/protocol-server.ts';
import { HOST, IMAGE, k, kubectl, need } from './cluster.ts';
import { isHere } from './host.ts';

const NAMESPACE = `scriptorium-launcher-${process.pid}`;

/** The contract of the `Launcher` port with pods, in a namespace where no controller watches; prober and fetcher are the release's. */
async function open(): Promise<LauncherUnderTest> {
  const client = createKubeClient({ access: kubeconfigAccess(need('KUBECONFIG')) });
  const server = await startProtocolServer(HOST);
  await kubectl('create', 'namespace', NAMESPACE);
  await kubectl('create', 'serviceaccount', 'converter', '--namespace', NAMESPACE);
  const addressOf = async (role: string): Promise<string> =>
    `http://${await k('get', 'service', `scriptorium-${role}`, '-o', 'jsonpath={.spec.clusterIP}')}:8080`;
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
    prober: await addressOf('prober'),
    fetcher: await addressOf('fetcher'),
    sign: {
      get: (key) => Promise.resolve(server.base + server.signGet(key)),
      put: (key) => Promise.resolve(server.base + server.signPut(key)),
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
    host: HOST,
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

// Pods have to reach this machine, and it has to reach the services' addresses.
describe.skipIf(!isHere)('in a cluster on this machine', () => launcherContract('pods', open));
