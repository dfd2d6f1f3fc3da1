import { afterAll, beforeAll, describe, it } from 'vitest';
import { createKubeClient, hasStatus, type KubeClient } from '../../../src/cluster/kubernetes/client.ts';
import { kubernetesJobs } from '../../../src/cluster/kubernetes/jobs.ts';
import { conversionJobCrd } from '../../../src/job/crd.ts';
import { jobsContract } from '../../contract/jobs.contract.ts';
import { kubeconfigAccess } from './kubeconfig.ts';

const kubeconfig = process.env['KUBECONFIG'];
const NAMESPACE = `contract-${process.pid}`;

if (kubeconfig === undefined) {
  describe.skip('the jobs of the API server (set KUBECONFIG to run them against a real one)', () => {
    it('are not tried', () => {});
  });
} else {
  const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  let client: KubeClient;
  let ours = false;
  beforeAll(async () => {
    client = createKubeClient({ access: kubeconfigAccess(kubeconfig) });
    // One that a release installed is left as it is; one of ours goes again, or a release could not adopt it.
    try {
      await client.call({ method: 'POST', path: CRDS, body: conversionJobCrd() });
      ours = true;
    } catch (error) {
      if (!hasStatus(error, 409)) throw error;
    }
    await client.call({ method: 'POST', path: '/api/v1/namespaces', body: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } } });
    // A new CRD is served a moment after it was accepted.
    for (;;) {
      try {
        await client.call({ method: 'GET', path: `/apis/scriptorium.dev/v1alpha1/namespaces/${NAMESPACE}/conversionjobs` });
        break;
      } catch (error) {
        if (!hasStatus(error, 404, 429, 500, 503)) throw error;
      }
    }
  });
  afterAll(async () => {
    await client.call({ method: 'DELETE', path: `/api/v1/namespaces/${NAMESPACE}` });
    if (ours) await client.call({ method: 'DELETE', path: `${CRDS}/conversionjobs.scriptorium.dev` });
    await client.close();
  });
  jobsContract(`the API server at ${kubeconfig}`, async () => ({
    jobs: kubernetesJobs({ client, namespace: NAMESPACE }),
    reopen: async () => kubernetesJobs({ client, namespace: NAMESPACE }),
    close: async () => {},
  }));
}
