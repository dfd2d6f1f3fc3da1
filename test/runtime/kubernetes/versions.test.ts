import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kubernetesJobs } from '../../../src/runtime/kubernetes/jobs.ts';
import { hasStatus } from '../../../src/runtime/kubernetes/api/transport.ts';
import { conversionJobCrd } from '../../../src/resource/crd.ts';
import type { ConversionJob } from '../../../src/resource/conversion-job.ts';
import { openNamespace, type TestNamespace } from './namespace.ts';

interface Version {
  readonly name: string;
  readonly storage: boolean;
}
interface Crd {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly group: string; readonly versions: readonly Version[] };
  readonly status?: { readonly storedVersions: readonly string[] };
}

const SPEC = { workspace: 'acme', source: { type: 'external', fileUrl: 'https://example.org/' } } as const;
const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** Asks again while the API server does not know a change of a CRD yet. */
async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    try {
      const found = await look();
      if (found !== undefined) return found;
    } catch (error) {
      if (!hasStatus(error, 404, 429, 500, 503)) throw error;
    }
  }
}

describe.skipIf(process.env['KUBECONFIG'] === undefined)('the versions of a ConversionJob', { timeout: 60_000 }, () => {
  /** The same kind in a group of its own, so that no other test has its CRD replaced. */
  const group = `versions-${process.pid}.scriptorium.dev`;
  const crd = (only?: string): Crd => {
    const { metadata, spec, ...rest } = conversionJobCrd() as Crd;
    const versions = spec.versions.filter(({ name }) => only === undefined || name === only);
    return {
      ...rest,
      metadata: { name: metadata.name.replace('scriptorium.dev', group) },
      spec: { ...spec, group, versions },
    };
  };
  let at: TestNamespace;
  beforeAll(async () => {
    at = await openNamespace('versions');
  });
  afterAll(async () => {
    await at.client.call({ method: 'DELETE', path: `${CRDS}/${crd().metadata.name}` }).catch(() => undefined);
    await at.close();
  });
  const jobs = (version: string, of = group): string =>
    `/apis/${of}/${version}/namespaces/${at.namespace}/conversionjobs`;
  const read = (path: string): Promise<ConversionJob> => at.client.call<ConversionJob>({ method: 'GET', path });

  it('have the same fields, and one of them is stored', () => {
    const { versions } = crd().spec;
    expect(versions.map(({ name, storage }) => [name, storage])).toEqual([
      ['v1alpha1', true],
      ['v1beta1', false],
    ]);
    const [first, second] = versions.map(({ name: _name, storage: _storage, ...rest }) => rest);
    expect(second).toEqual(first);
  });

  it('keep a resource that was made before there were two, which either may change', async () => {
    const { client } = at;
    const old = await client.call<object>({ method: 'POST', path: CRDS, body: crd('v1alpha1') });
    const body = { apiVersion: `${group}/v1alpha1`, kind: 'ConversionJob', metadata: { name: 'old' }, spec: SPEC };
    const made = await until(() => client.call<ConversionJob>({ method: 'POST', path: jobs('v1alpha1'), body }));
    const { resourceVersion } = (old as { metadata: { resourceVersion: string } }).metadata;
    const path = `${CRDS}/${crd().metadata.name}`;
    const { metadata, ...rest } = crd();
    await client
      .call({ method: 'PUT', path, body: { ...rest, metadata: { ...metadata, resourceVersion } } })
      .catch(async (error: unknown) => {
        // Its own controllers write to a new CRD.
        if (!hasStatus(error, 409)) throw error;
        const now = await client.call<{ metadata: { resourceVersion: string } }>({ method: 'GET', path });
        await client.call({
          method: 'PUT',
          path,
          body: { ...rest, metadata: { ...metadata, resourceVersion: now.metadata.resourceVersion } },
        });
      });
    const one = (version: string): string => `${jobs(version)}/old`;
    const same = await until(() => read(one('v1beta1')));
    expect(same.metadata.uid).toBe(made.metadata.uid);
    expect(same).toMatchObject({ apiVersion: `${group}/v1beta1`, spec: SPEC, status: { state: 'queued' } });
    const changed = { spec: { ttlSecondsAfterFinished: 60 } };
    await client.call({ method: 'PATCH', path: one('v1beta1'), body: changed });
    await client.call({ method: 'PATCH', path: `${one('v1alpha1')}/status`, body: { status: { state: 'running' } } });
    for (const version of ['v1alpha1', 'v1beta1'])
      expect(await read(one(version))).toMatchObject({
        metadata: { uid: made.metadata.uid },
        spec: { ...SPEC, ttlSecondsAfterFinished: 60 },
        status: { state: 'running' },
      });
    const { status } = await client.call<Crd>({ method: 'GET', path });
    expect(status?.storedVersions).toEqual(['v1alpha1']);
  });

  it('are listed by workspace and state', async () => {
    const { client, namespace } = at;
    const port = kubernetesJobs({ client, namespace });
    for (const [name, workspace] of [
      ['job-a', 'acme'],
      ['job-b', 'acme'],
      ['job-c', 'borealis'],
    ] as const)
      await port.create({ name, spec: { ...SPEC, workspace } });
    const running = await port.get('job-b');
    await port.writeStatus('job-b', running!.metadata.resourceVersion, { state: 'running', stage: 'converting' });
    const selected = async (fieldSelector: string): Promise<string[]> => {
      const query = { fieldSelector };
      const path = jobs('v1beta1', 'scriptorium.dev');
      const { items } = await client.call<{ items: ConversionJob[] }>({ method: 'GET', path, query });
      return items.map(({ metadata }) => metadata.name);
    };
    expect(await selected('spec.workspace=acme')).toEqual(['job-a', 'job-b']);
    expect(await selected('status.state=queued')).toEqual(['job-a', 'job-c']);
    expect(await selected('spec.workspace=acme,status.state=running')).toEqual(['job-b']);
  });

  it('can be applied by users, who own what they say and nothing else', async () => {
    const { client, namespace } = at;
    const port = kubernetesJobs({ client, namespace });
    const path = `${jobs('v1beta1', 'scriptorium.dev')}/applied`;
    const applied = (spec: object): Promise<ConversionJob> =>
      client.call<ConversionJob>({
        method: 'PATCH',
        path,
        query: { fieldManager: 'gitops' },
        contentType: 'application/apply-patch+yaml',
        body: { apiVersion: 'scriptorium.dev/v1beta1', kind: 'ConversionJob', metadata: { name: 'applied' }, spec },
      });
    const first = await applied(SPEC);
    await port.writeStatus('applied', first.metadata.resourceVersion, { state: 'running', stage: 'converting' });
    await port.cancel('applied');
    const again = await applied({ ...SPEC, ttlSecondsAfterFinished: 60 });
    expect(again).toMatchObject({
      spec: { ...SPEC, ttlSecondsAfterFinished: 60, cancel: true },
      status: { state: 'running' },
    });
    // Left out, it is the user's no more.
    expect((await applied(SPEC)).spec).toEqual({ ...SPEC, cancel: true });
    const { managedFields } = (await read(path)).metadata as unknown as {
      managedFields: { manager: string; operation: string; subresource?: string; fieldsV1: Record<string, object> }[];
    };
    const owned = managedFields.map(({ manager, operation, subresource = '', fieldsV1 }) => [
      manager,
      operation,
      subresource,
      Object.keys(fieldsV1['f:spec'] ?? fieldsV1['f:status'] ?? {}),
    ]);
    // The server orders them by whole seconds.
    expect(owned.sort((a, b) => (String(a) < String(b) ? -1 : 1))).toEqual([
      ['gitops', 'Apply', '', ['f:source', 'f:workspace']],
      ['scriptorium', 'Update', '', ['f:cancel']],
      ['scriptorium', 'Update', 'status', expect.arrayContaining(['f:state', 'f:stage'])],
    ]);
  });
});
