import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixture } from '../service-process.ts';
import { nothingOrphaned } from './afterwards.ts';
import {
  bucket,
  client,
  DATABASE,
  get,
  helm,
  inNamespace,
  install,
  k,
  kubectl,
  leader,
  NAMESPACE,
  need,
  RELEASE,
  until,
  values,
  type Namespace,
} from './cluster.ts';
import { isWhole, running, startLong } from './long-job.ts';
import { redisCommand } from './redis.ts';

const unique = `${Date.now()}`;
const OTHER = `scriptorium-second-${unique}`;
const CRD = 'conversionjobs.scriptorium.dev';
const other = inNamespace(OTHER);

/** Installs without waiting for what cannot start. */
const helmInstall = (release: string, namespace: string, ...args: readonly string[]): Promise<string> =>
  helm('install', release, 'charts/scriptorium', '-n', namespace, '--create-namespace', ...args);

const set = (options: Readonly<Record<string, string>>): string[] =>
  Object.entries(options).flatMap(([name, value]) => ['--set', `${name}=${value}`]);

/** Why the API of a release ended, as `kubectl describe pod` says it. */
const refusal = (namespace: Namespace, release: string): Promise<string> =>
  until('the API to refuse to start', async () => {
    const { items } = await namespace.get<{
      items: {
        status: {
          containerStatuses?: Record<'state' | 'lastState', { terminated?: { exitCode: number; message?: string } }>[];
        };
      }[];
    }>('pods', '-l', `app.kubernetes.io/component=api,app.kubernetes.io/instance=${release}`);
    return items
      .flatMap(({ status }) => status.containerStatuses ?? [])
      .flatMap(({ state, lastState }) => [state.terminated, lastState.terminated])
      .find((ended) => ended?.exitCode === 1)?.message;
  });

const REFUSED = [
  {
    what: 'the bucket of another',
    release: 'other',
    namespace: OTHER,
    options: { 's3.bucket': NAMESPACE },
    sentence: new RegExp(
      `The bucket ${NAMESPACE} belongs to the installation in namespace ${NAMESPACE} .*set another s3.bucket or s3.prefix`,
    ),
  },
  {
    what: 'the ledger of another',
    release: 'other',
    namespace: OTHER,
    options: { 'redis.url': `${need('REDIS_URL')}/${DATABASE}` },
    sentence: /The Redis at \S+ has the ledger of installation \S+ below ledger:.*Set another redis.prefix/,
  },
  {
    what: 'the namespace of another',
    release: 'second',
    namespace: NAMESPACE,
    options: { 's3.prefix': `second-${unique}`, 'redis.prefix': `second-${unique}:` },
    sentence: new RegExp(
      `The ConversionJobs of namespace ${NAMESPACE} belong to installation \\S+\\..*install this release in a namespace of its own`,
    ),
  },
] as const;

describe('two installations', { timeout: 400_000 }, () => {
  const crd = (...args: readonly string[]): Promise<string> => kubectl(...args);
  beforeAll(async () => {
    await redisCommand(need('REDIS_URL'), DATABASE + 3, 'FLUSHDB');
  });
  afterAll(async () => {
    await helm('uninstall', 'second', '-n', NAMESPACE, '--no-hooks').catch(() => undefined);
    await kubectl('delete', 'namespace', OTHER, '--ignore-not-found', '--timeout=120s');
  });

  it.each(REFUSED)(
    'are kept from each other: one with $what refuses to start, and says why',
    async ({ release, namespace, options, sentence }) => {
      await helmInstall(
        release,
        namespace,
        ...values(OTHER, DATABASE + 3),
        ...set({ ...options, 'ingress.enabled': 'false' }),
      );
      try {
        expect(await refusal(inNamespace(namespace), release)).toMatch(sentence);
      } finally {
        await helm('uninstall', release, '-n', namespace, '--no-hooks', '--wait');
        await kubectl('delete', 'namespace', OTHER, '--ignore-not-found', '--timeout=120s');
        const objects = bucket(OTHER);
        await objects.delete(['installation/owner.json']).catch(() => undefined);
        objects.close();
      }
      // The first goes on as if nothing had been.
      const acme = await client(`first-${unique}`, 10);
      expect(await acme.end((await acme.start(await acme.upload('a.txt', `first ${unique}`))).id)).toMatchObject({
        status: 'succeeded',
      });
    },
  );

  it('share a bucket and a database by prefixes, and a cluster with its CRD, in namespaces of their own', async () => {
    const shared = set({
      's3.bucket': NAMESPACE,
      's3.prefix': `other-${unique}`,
      'redis.url': `${need('REDIS_URL')}/${DATABASE}`,
      'redis.prefix': `other-${unique}:`,
    });
    await install('other', OTHER, ...values(OTHER, DATABASE + 3), ...shared);
    expect(await helm('test', 'other', '-n', OTHER, '--logs', '--timeout', '200s')).toMatch(/converted for 1 credit/);
    // Neither knows the workspaces of the other.
    const workspacesOf = async (namespace: Namespace): Promise<string[]> =>
      (await namespace.admin<{ balances: { workspace: string }[] }>('credits', 'balance')).balances.map(
        ({ workspace }) => workspace,
      );
    expect(await workspacesOf(other)).toEqual(['helm-test']);
    expect(await workspacesOf(inNamespace(NAMESPACE))).not.toContain('helm-test');
    const owner = await crd('get', 'crd', CRD, '-o', 'jsonpath={.metadata.annotations.meta\\.helm\\.sh/release-name}');
    expect(owner).toBe(RELEASE);
    await helm('uninstall', 'other', '-n', OTHER, '--wait');
    expect(await crd('get', 'crd', CRD, '-o', 'name')).toContain(CRD);
    await nothingOrphaned();
  });

  it('hand a bucket over: after one was uninstalled, another namespace goes on with its keys, credits and results', async () => {
    const stores = set({ 's3.bucket': OTHER, 'ingress.enabled': 'false' });
    await install('first', OTHER, ...values(OTHER, DATABASE + 3), ...stores);
    await other.admin('credits', 'grant', '--workspace', 'moved', '--credits', '7');
    await helm('uninstall', 'first', '-n', OTHER, '--wait');

    const next = `${OTHER}-next`;
    try {
      await install('first', next, ...values(OTHER, DATABASE + 3), ...stores);
      expect(await inNamespace(next).admin('credits', 'balance')).toMatchObject({
        balances: [{ workspace: 'moved', available: 7 }],
      });
      await helm('uninstall', 'first', '-n', next, '--wait');
    } finally {
      await kubectl('delete', 'namespace', next, '--ignore-not-found', '--timeout=120s');
    }
  });

  it('are refused where the CRD of another release is older than they need, with the way out', async () => {
    const version = await crd('get', 'crd', CRD, '-o', 'jsonpath={.metadata.labels.app\\.kubernetes\\.io/version}');
    await crd('label', '--overwrite', 'crd', CRD, 'app.kubernetes.io/version=0.0.9');
    try {
      await expect(helmInstall('third', OTHER, '--dry-run=server', ...values(OTHER, DATABASE + 3))).rejects.toThrow(
        /has version 0\.0\.9 and belongs to the release scriptorium .*kubectl annotate --overwrite crd/,
      );
    } finally {
      await crd('label', '--overwrite', 'crd', CRD, `app.kubernetes.io/version=${version}`);
    }
  });
});

describe('a blue and a green release of one installation', { timeout: 400_000 }, () => {
  const green = 'green';
  const leads = (release: string): Promise<true> =>
    until(`a controller of ${release} to lead`, async () => (await leader()).startsWith(release) || undefined);
  const shared = (): string[] => [
    ...values(),
    ...set({ 'ingress.enabled': 'false', 'secret.existingSecret': 'service-secret' }),
  ];
  afterAll(async () => {
    await helm('uninstall', green, '-n', NAMESPACE, '--no-hooks', '--wait').catch(() => undefined);
    await k('delete', 'secret', 'service-secret', '--ignore-not-found');
    await k('scale', 'deployment/scriptorium-controller', '--replicas=2');
    await k('rollout', 'status', 'deployment/scriptorium-controller', '--timeout=120s');
    await nothingOrphaned();
  });

  it('serve the same jobs at the same time, one of them leading', async () => {
    const acme = await client(`blue-${unique}`, 5000);
    const literal = async (key: string): Promise<string> => {
      const value = await k('get', 'secret', `${RELEASE}-token`, '-o', `jsonpath={.data.${key}}`);
      return `--from-literal=${key}=${Buffer.from(value, 'base64').toString()}`;
    };
    await k('create', 'secret', 'generic', 'service-secret', await literal('secret'), await literal('fetcher'));
    await install(green, NAMESPACE, ...shared());
    const { id } = await startLong(acme, 'over-there');
    await running(acme, id);
    // The other takes the lead, and goes on with what runs.
    await k('scale', 'deployment/scriptorium-controller', '--replicas=0');
    await leads('green-');
    await isWhole(acme, id);
    const next = await acme.start(await acme.upload('next.pdf', await fixture('docs/sample.pdf')), {
      forceRefresh: true,
    });
    expect(await acme.end(next.id)).toMatchObject({ status: 'succeeded' });
    // Its API makes jobs as well, past the admission policies of both.
    const pod = await k(
      'get',
      'pods',
      '-l',
      'app.kubernetes.io/instance=green,app.kubernetes.io/component=api',
      '-o',
      'name',
    );
    const { key } = await inNamespace(NAMESPACE).admin<{ key: string }>(
      'keys',
      'create',
      '--workspace',
      acme.workspace,
    );
    const script = `fetch('http://127.0.0.1:8080/api/v1/jobs', { method: 'POST', headers: { authorization: 'Bearer ${key}', 'content-type': 'application/json' }, body: JSON.stringify({ source: { type: 'external', fileUrl: '${need('S3_ENDPOINT')}/none.pdf' } }) }).then(async (r) => console.log(r.status, await r.text()))`;
    expect(await k('exec', pod.split('\n')[0]!, '--', 'node', '-e', script)).toMatch(/^201 .*job-/);
  });

  it('leave each other alone when one is uninstalled: its hook ends no converters and gives nothing up', async () => {
    const acme = await client(`blue-${unique}-2`, 5000);
    await k('scale', 'deployment/scriptorium-controller', '--replicas=2');
    await k('rollout', 'status', 'deployment/scriptorium-controller', '--timeout=120s');
    await k('scale', 'deployment/green-scriptorium-controller', '--replicas=0');
    await leads('scriptorium-');
    const { id } = await startLong(acme, 'stays');
    await running(acme, id);
    await helm('uninstall', green, '-n', NAMESPACE, '--wait');
    await isWhole(acme, id);
    expect(await k('get', 'configmap', 'scriptorium-installation', '-o', 'name')).toContain('scriptorium-installation');
    const objects = bucket(NAMESPACE);
    expect(await objects.head('installation/owner.json')).toBeDefined();
    objects.close();
  });

  it('start the converters of the other anew when it was uninstalled, and convert each page once', async () => {
    const acme = await client(`blue-${unique}-3`, 5000);
    await install(green, NAMESPACE, ...shared(), ...set({ 'converter.parallelism': '1' }));
    await k('scale', 'deployment/scriptorium-controller', '--replicas=0');
    await leads('green-');
    const { id } = await startLong(acme, 'left-behind');
    await running(acme, id);
    const releases = async (): Promise<string[]> =>
      (
        await get<{ items: { metadata: { labels: Record<string, string> } }[] }>(
          'jobs',
          '-l',
          `scriptorium.dev/job-id=${id}`,
        )
      ).items.map(({ metadata }) => metadata.labels['app.kubernetes.io/instance'] ?? '');
    expect(await releases()).toEqual([green]);
    // At once, so that they cannot end before it is gone.
    await helm('uninstall', green, '-n', NAMESPACE, '--no-hooks');
    await k('scale', 'deployment/scriptorium-controller', '--replicas=2');
    await until('the converters to be started anew', async () => (await releases()).includes(RELEASE) || undefined);
    await isWhole(acme, id);
  });
});
