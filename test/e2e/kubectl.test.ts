import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePdf } from '../make/pdf.ts';
import { makeNumberedPdf } from '../make/text-pdf.ts';
import { fixture } from '../service-process.ts';
import { nothingOrphaned } from './afterwards.ts';
import { client, create, get, HOST, k, kubectl, NAMESPACE, RELEASE, until, type Client } from './cluster.ts';

const ALL_FAULTS = process.env['SCRIPTORIUM_ALL_FAULTS'] === 'true';
const unique = `${Date.now()}`;
const PASSWORD = 'kelp-and-driftwood';

interface Resource {
  readonly metadata: { readonly name: string; readonly uid: string };
  readonly status?: {
    readonly state: string;
    readonly errorCode?: string;
    readonly credits?: { readonly settled?: number };
  };
}

describe('ConversionJobs with kubectl', () => {
  let server: Server;
  let origin = '';
  let acme: Client;
  const job = (name: string, more: object = {}): object => ({
    apiVersion: 'scriptorium.dev/v1alpha1',
    kind: 'ConversionJob',
    metadata: { name },
    spec: { workspace: acme.workspace, source: { type: 'external', fileUrl: `${origin}/survey.pdf` }, ...more },
  });
  const stateOf = async (name: string): Promise<Resource> => get<Resource>('conversionjob', name);

  beforeAll(async () => {
    const sample = await fixture('docs/sample.pdf');
    const long = makeNumberedPdf(300);
    const pages = [{ content: 'BT /F1 12 Tf 72 700 Td (A page under a key) Tj ET' }];
    const files: Readonly<Record<string, Uint8Array>> = {
      '/survey.pdf': sample,
      '/long.pdf': long,
      '/locked.pdf': makePdf({ pages, password: PASSWORD }),
    };
    server = createServer((request, response) => {
      const body = files[request.url ?? ''];
      response.writeHead(body ? 200 : 404, { 'Content-Length': body?.length ?? 0 }).end(body);
    });
    await new Promise<void>((done) => server.listen(0, '0.0.0.0', done));
    origin = `http://${HOST}:${(server.address() as AddressInfo).port}`;
    acme = await client(`kube-${unique}`, 1000);
  });
  afterAll(async () => {
    await nothingOrphaned();
    server.close();
  });

  it('explains every field', async () => {
    const explained = await k('explain', 'conversionjobs', '--recursive');
    const fields = [...explained.matchAll(/^ {2,}(\w+)\t</gm)].map(([, field]) => field);
    expect(fields).toEqual(
      expect.arrayContaining([
        'workspace',
        'fileUrl',
        'allowPartial',
        'cancel',
        'state',
        'completedRanges',
        'errorCode',
      ]),
    );
    for (const part of ['spec', 'status']) {
      const text = await k('explain', `conversionjobs.${part}`);
      expect(text.split('FIELDS:')[1]).not.toContain('<no description>');
    }
  });

  it('converts, prices and receipts a job of a URL like any other, and can be waited for', async () => {
    await create(job(`survey-${unique}`));
    await k('wait', '--for=condition=Complete', `conversionjob/survey-${unique}`, '--timeout=120s');
    const { metadata, status } = await stateOf(`survey-${unique}`);
    expect(status).toMatchObject({ state: 'succeeded', credits: { settled: 1 } });
    const id = `k-${metadata.uid}`;
    expect((await acme.call('GET', `/receipts?jobId=${id}`)).body).toMatchObject({
      channel: 'kubectl',
      settledCredits: 1,
      outcome: 'succeeded',
    });
    expect(await acme.markdown(id)).toContain('# Harbour survey 2026');
  });

  it('shows a table that says how jobs stand', async () => {
    const table = await k('get', 'cvj');
    expect(table.split('\n')[0]).toMatch(/^NAME\s+STATE\s+STAGE\s+PROGRESS\s+PAGES\s+CREDITS\s+AGE$/);
    expect(table).toMatch(/survey-\d+\s+succeeded\s+complete\s+100\s+1\s+1/);
  });

  it('describes a job with conditions that say how it ended, and no event where nobody has to act', async () => {
    const described = await k('describe', 'conversionjob', `survey-${unique}`);
    expect(described).toMatch(
      /Message:\s+1 page converted\s+Observed Generation:\s+\d+\s+Reason:\s+Converted\s+Status:\s+True\s+Type:\s+Complete/,
    );
    expect(described).toMatch(/Events:\s+<none>/);
  });

  it('charges a job of a name that was used before like any other', async () => {
    const name = `survey-${unique}`;
    const before = (await stateOf(name)).metadata.uid;
    await k('delete', 'conversionjob', name);
    await create(job(name, { forceRefresh: true }));
    await k('wait', '--for=condition=Complete', `conversionjob/${name}`, '--timeout=120s');
    const { metadata } = await stateOf(name);
    expect(metadata.uid).not.toBe(before);
    for (const uid of [before, metadata.uid])
      expect((await acme.call('GET', `/receipts?jobId=k-${uid}`)).body).toMatchObject({
        settledCredits: 1,
        outcome: 'succeeded',
      });
  });

  it('opens a document with the password of a Secret that is made for it and may be read, and no other', async () => {
    const secret = (name: string, type: string): object => ({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name, labels: { 'scriptorium.dev/workspace': acme.workspace } },
      type,
      stringData: { password: PASSWORD },
    });
    const source = { type: 'external', fileUrl: `${origin}/locked.pdf` };
    const reader = `passwords-${unique}`;
    const names = [`unlocked-${unique}`, `locked-${unique}`].map((name) => `--resource-name=${name}`);
    await k('create', 'role', reader, '--verb=get', '--resource=secrets', ...names);
    await k('create', 'rolebinding', reader, `--role=${reader}`, `--serviceaccount=${NAMESPACE}:${RELEASE}-controller`);
    for (const [name, type, condition, message] of [
      [`unlocked-${unique}`, 'scriptorium.dev/password', 'Complete', '1 page converted'],
      [`locked-${unique}`, 'Opaque', 'Failed', 'is not of the type scriptorium.dev/password'],
      [`refused-${unique}`, 'scriptorium.dev/password', 'Failed', 'The controller may not read the Secret refused-'],
    ] as const) {
      await create(secret(name, type));
      await create(job(name, { source, passwordSecretRef: { name } }));
      await k('wait', `--for=condition=${condition}`, `conversionjob/${name}`, '--timeout=120s');
      const described = await k('get', 'conversionjob', name, '-o', 'yaml');
      expect(described).toContain(message);
      expect(described).not.toContain(PASSWORD);
      await k('delete', 'secret', name);
    }
  });

  it('cancels by a patch', async () => {
    await create(job(`patched-${unique}`, { source: { type: 'external', fileUrl: `${origin}/long.pdf` } }));
    await k('patch', 'conversionjob', `patched-${unique}`, '--type=merge', '-p', '{"spec":{"cancel":true}}');
    await k('wait', '--for=condition=Canceled', `conversionjob/patched-${unique}`, '--timeout=60s');
    const { metadata } = await stateOf(`patched-${unique}`);
    expect((await acme.call('GET', `/receipts?jobId=k-${metadata.uid}`)).body).toMatchObject({
      outcome: 'canceled',
      settledCredits: 0,
    });
  });

  it('gives a canceled receipt to a job that is deleted while it runs', async () => {
    await create(job(`deleted-${unique}`, { source: { type: 'external', fileUrl: `${origin}/long.pdf` } }));
    const { metadata } = await until('the job to run', async () => {
      const resource = await stateOf(`deleted-${unique}`);
      return resource.status?.state === 'running' ? resource : undefined;
    });
    await k('delete', 'conversionjob', `deleted-${unique}`);
    const receipt = await until('the receipt', async () => {
      const answer = await acme.call('GET', `/receipts?jobId=k-${metadata.uid}`);
      return answer.status === 200 ? answer.body : undefined;
    });
    expect(receipt).toMatchObject({ outcome: 'canceled', settledCredits: 0 });
  });

  // Takes over a minute: only then is an accepted job without a resource taken for deleted.
  it.skipIf(!ALL_FAULTS)('gives a canceled receipt to a job that is deleted while no controller runs', async () => {
    const name = `orphan-${unique}`;
    await create(job(name, { source: { type: 'external', fileUrl: `${origin}/long.pdf` } }));
    const { metadata } = await until('the job to run', async () => {
      const resource = await stateOf(name);
      return resource.status?.state === 'running' ? resource : undefined;
    });
    await k('scale', 'deployment/scriptorium-controller', '--replicas=0');
    try {
      await k('wait', '--for=delete', 'pod', '-l', 'app.kubernetes.io/component=controller', '--timeout=60s');
      await k('delete', 'conversionjob', name);
      expect((await acme.call('GET', `/receipts?jobId=k-${metadata.uid}`)).status).toBe(404);
    } finally {
      await k('scale', 'deployment/scriptorium-controller', '--replicas=2');
    }
    const receipt = await until('the receipt', async () => {
      const answer = await acme.call('GET', `/receipts?jobId=k-${metadata.uid}`);
      return answer.status === 200 ? answer.body : undefined;
    });
    expect(receipt).toMatchObject({ outcome: 'canceled', settledCredits: 0 });
  });

  it('fails by name what makes no sense, converts what comes with it, and never reads what belongs to another workspace', async () => {
    const other = await client(`other-${unique}`, 10);
    const foreign = await other.upload('secret.txt', 'a secret of another workspace');
    const wrong = [
      ['nobody', 'workspace_unknown', { workspace: 'nobody-knows' }],
      ['missing', 'upload_missing', { source: { type: 'document', documentId: 'doc_of_nobody' } }],
      ['foreign', 'upload_missing', { source: { type: 'document', documentId: foreign } }],
      ['key', 'upload_missing', { source: { type: 'document', documentId: `../${other.workspace}/${foreign}` } }],
      [
        'encoded',
        'upload_missing',
        { source: { type: 'document', documentId: `..%2F${other.workspace}%2F${foreign}` } },
      ],
      ['gone', 'fetch_failed', { source: { type: 'external', fileUrl: `${origin}/nothing` } }],
      [
        'private',
        'fetch_refused',
        { source: { type: 'external', fileUrl: 'http://169.254.169.254/latest/meta-data' } },
      ],
      ['start', 'start_page_out_of_range', { startPage: 2 }],
    ] as const;
    for (const [name, , more] of wrong) await create(job(`${name}-${unique}`, more));
    await create(job(`right-${unique}`, { forceRefresh: true }));
    await k('wait', '--for=condition=Complete', `conversionjob/right-${unique}`, '--timeout=120s');
    for (const [name, code] of wrong) {
      await k('wait', '--for=condition=Failed', `conversionjob/${name}-${unique}`, '--timeout=90s');
      expect((await stateOf(`${name}-${unique}`)).status).toMatchObject({
        errorCode: code,
        error: expect.stringMatching(/\w/) as string,
      });
    }
    expect(await k('get', 'conversionjob', `gone-${unique}`, '-o', 'wide')).toMatch(
      /failed\s+error\s+100\s+0\s.*fetch_failed\s+\S+ responded with status 404/,
    );
    const described = await k('describe', 'conversionjob', `gone-${unique}`);
    expect(described).toMatch(/Warning\s+FetchFailed/);
  });

  it('lets nobody change what a job is', async () => {
    await expect(
      k('patch', 'conversionjob', `survey-${unique}`, '--type=merge', '-p', '{"spec":{"workspace":"other"}}'),
    ).rejects.toThrow(/workspace is immutable/);
  });

  it('refuses two sources, and pages out of range', async () => {
    await expect(
      create(
        job(`two-${unique}`, { source: { type: 'external', fileUrl: 'https://example.org', documentId: 'doc_1' } }),
      ),
    ).rejects.toThrow(/set exactly one source/);
    await expect(create(job(`zero-${unique}`, { startPage: 0 }))).rejects.toThrow(/startPage/);
  });

  it('asks RBAC who may charge a workspace, and keeps the names of the API to the API', async () => {
    await k('create', 'role', 'jobs', '--verb=create,get', '--resource=conversionjobs.scriptorium.dev').catch(() => '');
    await k('create', 'rolebinding', 'jobs', '--role=jobs', '--user=alice').catch(() => '');
    await expect(create(job(`alice-${unique}`), '--as=alice')).rejects.toThrow(/cannot charge workspace/);
    const role = {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'Role',
      metadata: { name: `charge-${unique}` },
      rules: [
        {
          apiGroups: ['scriptorium.dev'],
          resources: ['workspaces'],
          resourceNames: [acme.workspace],
          verbs: ['charge'],
        },
      ],
    };
    await create(role);
    await k('create', 'rolebinding', `charge-${unique}`, `--role=charge-${unique}`, '--user=alice');
    await create(job(`alice-${unique}`), '--as=alice');
    await k('wait', '--for=condition=Complete', `conversionjob/alice-${unique}`, '--timeout=90s');
    await expect(create(job(`job-${unique}`), '--as=alice')).rejects.toThrow(
      /reserved for jobs and batches created through the REST API/,
    );
    await expect(create(job(`job-${unique}`))).rejects.toThrow(
      /reserved for jobs and batches created through the REST API/,
    );
  });

  it('runs every pod restricted, without a token, and converters without any secret', async () => {
    await create(job(`seen-${unique}`, { source: { type: 'external', fileUrl: `${origin}/long.pdf` } }));
    await until('converters', async () =>
      (await k('get', 'pods', '-l', 'app.kubernetes.io/component=converter', '-o', 'name')) === '' ? undefined : true,
    );
    const { items } = await get<{
      items: {
        metadata: { labels: Record<string, string> };
        spec: {
          automountServiceAccountToken?: boolean;
          volumes?: { name: string }[];
          containers: { env?: { valueFrom?: { secretKeyRef?: { key: string } } }[] }[];
        };
      }[];
    }>('pods', '-l', 'app.kubernetes.io/name=scriptorium');
    const bare = items.filter(({ metadata }) =>
      ['converter', 'worker', 'fetcher'].includes(metadata.labels['app.kubernetes.io/component'] ?? ''),
    );
    expect(bare.length).toBeGreaterThan(2);
    for (const { metadata, spec } of bare) {
      expect(spec.automountServiceAccountToken).toBe(false);
      const secrets = spec.containers
        .flatMap(({ env }) => env ?? [])
        .map(({ valueFrom }) => valueFrom?.secretKeyRef?.key);
      // The fetcher knows the token that its callers show, which opens nothing else.
      const known = metadata.labels['app.kubernetes.io/component'] === 'fetcher' ? ['fetcher'] : [];
      expect(secrets.filter((key) => key !== undefined)).toEqual(known);
    }
    expect(
      await kubectl(
        'get',
        'namespace',
        NAMESPACE,
        '-o',
        'jsonpath={.metadata.labels.pod-security\\.kubernetes\\.io/enforce}',
      ),
    ).toBe('restricted');
    await k('wait', '--for=condition=Complete', `conversionjob/seen-${unique}`, '--timeout=120s');
  });
});
