import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { converterTokens } from '../../../../src/runtime/kubernetes/launches/converter-tokens.ts';
import { jobManifest, launchOf } from '../../../../src/runtime/kubernetes/launches/manifest.ts';
import type { LaunchClaim } from '../../../../src/secrets/worker-tokens.ts';
import { openNamespace, type TestNamespace } from '../namespace.ts';

let test: TestNamespace;
let claimOf: (token: string) => Promise<LaunchClaim | undefined>;

/** These tests need an API server. */
const reachable = process.env['KUBECONFIG'] !== undefined;

const { metadata, spec } = jobManifest(
  {
    workspace: 'acme',
    jobId: 'job-1',
    kind: 'convert-native',
    owner: { name: 'job-1', uid: 'u' },
    firstIndex: 3,
    count: 2,
    native: true,
    launchToken: () => 'secret',
    limits: { memoryBytes: 2 ** 28, seconds: 60, scratchBytes: 2 ** 28 },
    attempts: 3,
  },
  { image: 'none', internalUrl: 'http://none', serviceAccount: 'converter', parallelism: 1 },
  { parallelism: 1 },
);

const post = async <T>(path: string, body: object): Promise<T> =>
  test.client.call<T>({ method: 'POST', path: `/api/v1/namespaces/${test.namespace}${path}`, body });

interface Made {
  readonly metadata: { readonly name: string; readonly uid: string };
}

/** The pod of the first index of a Job; no node ever runs it. */
async function makeJob(name: string): Promise<Made['metadata']> {
  const { metadata: template, spec: pod } = spec!.template;
  await test.client.call({
    method: 'POST',
    path: `/apis/batch/v1/namespaces/${test.namespace}/jobs`,
    body: {
      metadata: { ...metadata, name, ownerReferences: [] },
      spec: { ...spec, template: { metadata: template, spec: { ...pod, nodeSelector: { none: 'none' } } } },
    },
  });
  return await vi.waitUntil(
    async () => {
      const { items } = await test.client.call<{ items: readonly Made[] }>({
        method: 'GET',
        path: `/api/v1/namespaces/${test.namespace}/pods`,
        query: { labelSelector: `batch.kubernetes.io/job-name=${name}` },
      });
      return items[0]?.metadata;
    },
    { timeout: 30_000 },
  );
}

/** A pod that looks like that of a Job. */
async function makePod(name: string): Promise<Made['metadata']> {
  const { metadata: template, spec: pod } = spec!.template;
  const labels = { ...template!.labels, 'batch.kubernetes.io/job-completion-index': '0' };
  const body = { metadata: { ...template, name, labels }, spec: { ...pod, nodeSelector: { none: 'none' } } };
  return (await post<Made>('/pods', body)).metadata;
}

async function tokenOf({ name, uid }: Made['metadata'], audience = 'scriptorium-converters'): Promise<string> {
  const { status } = await post<{ status: { token: string } }>('/serviceaccounts/converter/token', {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    spec: { audiences: [audience], boundObjectRef: { apiVersion: 'v1', kind: 'Pod', name, uid } },
  });
  return status.token;
}

beforeAll(async () => {
  if (!reachable) return;
  test = await openNamespace('converter-tokens');
  await post('/serviceaccounts', { metadata: { name: 'converter' } });
  claimOf = converterTokens({ client: test.client, namespace: test.namespace, serviceAccount: 'converter' });
});
afterAll(async () => test?.close());

describe.runIf(reachable)('the token of a converter pod', () => {
  it('starts the index of its pod, in that pod', async () => {
    const pod = await makeJob('one');
    expect(await claimOf(await tokenOf(pod))).toMatchObject({
      jobId: 'job-1',
      index: 3,
      instance: pod.uid,
      native: true,
    });
  });

  it('starts nothing for another audience, or once its pod is gone', async () => {
    const pod = await makePod('two');
    expect(await claimOf(await tokenOf(pod, 'scriptorium-workers'))).toBeUndefined();
    const token = await tokenOf(pod);
    const path = `/api/v1/namespaces/${test.namespace}/pods/two`;
    await test.client.call({ method: 'DELETE', path, query: { gracePeriodSeconds: 0 } });
    expect(await claimOf(token)).toBeUndefined();
  });

  it('starts nothing in a pod that no Job made', async () => {
    expect(await claimOf(await tokenOf(await makePod('three')))).toBeUndefined();
  });

  it('is believed of no other text', async () => {
    for (const text of ['', 'x', 'a.b.c']) expect(await claimOf(text)).toBeUndefined();
  });
});

describe('the Job of a launch', () => {
  it('holds no token that one who may read it could use', () => {
    expect(JSON.stringify({ metadata, spec })).not.toContain('secret"');
    expect(launchOf(metadata!)).toMatchObject({ jobId: 'job-1', kind: 'convert-native', firstIndex: 3 });
  });
});
