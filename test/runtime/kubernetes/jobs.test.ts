import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kubernetesJobs } from '../../../src/runtime/kubernetes/jobs.ts';
import { isTransient } from '../../../src/failures/transient.ts';
import { jobsContract } from '../../contract/jobs.contract.ts';
import { openNamespace, type TestNamespace } from './namespace.ts';

const kubeconfig = process.env['KUBECONFIG'];

if (kubeconfig === undefined) {
  describe.skip('the jobs of the API server (set KUBECONFIG to run them against a real one)', () => {
    it('are not tried', () => {});
  });
} else {
  let at: TestNamespace;
  beforeAll(async () => {
    at = await openNamespace('contract');
  });
  afterAll(() => at.close());
  jobsContract(`the API server at ${kubeconfig}`, async () => ({
    jobs: kubernetesJobs(at),
    reopen: async () => kubernetesJobs(at),
    close: async () => {},
  }));

  it('a job that the controller has not looked at yet is shown as queued', async () => {
    const jobs = kubernetesJobs(at);
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
    const { client } = at;
    const namespace = `${at.namespace}-full`;
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
