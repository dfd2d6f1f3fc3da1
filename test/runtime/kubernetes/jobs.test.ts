import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKubeClient, type KubeClient } from '../../../src/runtime/kubernetes/api/client.ts';
import { hasStatus } from '../../../src/runtime/kubernetes/api/transport.ts';
import { kubeconfigAccess } from '../../../src/runtime/kubernetes/api/kubeconfig.ts';
import { kubernetesJobs } from '../../../src/runtime/kubernetes/jobs.ts';
import { conversionJobCrd } from '../../../src/resource/crd.ts';
import { isTransient } from '../../../src/failures/transient.ts';
import { jobsContract } from '../../contract/jobs.contract.ts';

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
    client = createKubeClient({ access: await kubeconfigAccess() });
    // One that a release installed is left as it is; one of ours goes again, or a release could not adopt it.
    try {
      await client.call({ method: 'POST', path: CRDS, body: conversionJobCrd() });
      ours = true;
    } catch (error) {
      if (!hasStatus(error, 409)) throw error;
    }
    await client.call({
      method: 'POST',
      path: '/api/v1/namespaces',
      body: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } },
    });
    // A new CRD is served a moment after it was accepted.
    for (;;) {
      try {
        await client.call({
          method: 'GET',
          path: `/apis/scriptorium.dev/v1alpha1/namespaces/${NAMESPACE}/conversionjobs`,
        });
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

  it('a job that the controller has not looked at yet is shown as queued', async () => {
    const jobs = kubernetesJobs({ client, namespace: NAMESPACE });
    const spec = { workspace: 'w', source: { type: 'document', documentId: 'd' } } as const;
    await jobs.create({ name: 'untouched', spec });
    expect((await jobs.get('untouched'))?.status).toEqual({
      state: 'queued',
      stage: 'preparing',
      observedGeneration: 0,
    });
    const follower = await jobs.follow(() => {});
    expect(follower.get('untouched')?.status?.state).toBe('queued');
    await follower.stop();
  });

  it('a job that a full ResourceQuota refuses is refused for a while, not for good', async () => {
    const namespace = `${NAMESPACE}-full`;
    const quotas = `/api/v1/namespaces/${namespace}/resourcequotas`;
    const hard = { 'count/conversionjobs.scriptorium.dev': '0' };
    await client.call({
      method: 'POST',
      path: '/api/v1/namespaces',
      body: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
    });
    try {
      await client.call({
        method: 'POST',
        path: quotas,
        body: { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'none' }, spec: { hard } },
      });
      // As the controller manager does, which need not run here.
      await client.call({ method: 'PATCH', path: `${quotas}/none/status`, body: { status: { hard, used: hard } } });
      const jobs = kubernetesJobs({ client, namespace });
      let count = 0;
      const create = async (): Promise<Error | undefined> =>
        jobs
          .create({ name: `job-${count++}`, spec: { workspace: 'w', source: { type: 'document', documentId: 'd' } } })
          .then(
            () => undefined,
            (error: Error) => error,
          );
      // The API server learns of a quota a moment after it was made.
      await expect.poll(async () => (await create())?.message).toContain('exceeded quota');
      const refusal = await create();
      expect(refusal).toMatchObject({ statusCode: 403, reason: 'Forbidden', retryAfterMs: 10_000 });
      expect(isTransient(refusal)).toBe(true);
    } finally {
      await client.call({ method: 'DELETE', path: `/api/v1/namespaces/${namespace}` });
    }
  });
}
